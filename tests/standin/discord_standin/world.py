"""What exists in the stand-in: people, servers, channels, messages with every version, and who can see them."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

DISCORD_EPOCH = 1_420_070_400_000
EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15

MANAGE_GUILD = 1 << 5
ADMINISTRATOR = 1 << 3
#: View channel, send messages, threads, slash commands: what an ordinary member has.
MEMBER = (1 << 10) | (1 << 11) | (1 << 16) | (1 << 31) | (1 << 35) | (1 << 38)

_increment = itertools.count()


def snowflake() -> int:
    """A new id in Discord's format: milliseconds since its epoch, then a counter."""
    return ((int(time.time() * 1000) - DISCORD_EPOCH) << 22) | (next(_increment) & 0x3FFFFF)


def timestamp() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00", time.gmtime())


@dataclass
class User:
    name: str
    id: int = field(default_factory=snowflake)
    bot: bool = False
    #: False: a direct message to this person is refused with 50007 until they write first.
    takes_dms: bool = True
    locale: str = "en-US"

    def payload(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass
class Channel:
    """A place for messages.

    Type 0 is a server's text channel, 5 one for announcements, 10 and 11 are their threads; 3 is a group, 1 a direct
    message (with the bot or of two people).
    """

    type: int
    id: int = field(default_factory=snowflake)
    name: str = ""
    guild: Guild | None = None
    recipients: tuple[User, ...] = ()
    parent_id: int | None = None
    #: What the bot may do here (None: all that it needs).
    bot_permissions: int | None = None
    archived: bool = False

    @property
    def has_bot(self) -> bool:
        """Whether the bot is a member: of the server, or of the direct message."""
        return self.guild.has_bot if self.guild is not None else any(user.bot for user in self.recipients)

    def payload(self) -> dict[str, Any]:
        body: dict[str, Any] = {"id": str(self.id), "type": self.type, "last_message_id": None, "flags": 0}
        if self.guild is not None:
            body |= {
                "guild_id": str(self.guild.id),
                "name": self.name,
                "position": 0,
                "permission_overwrites": [],
                "parent_id": str(self.parent_id) if self.parent_id else None,
                "nsfw": False,
                "topic": None,
                "rate_limit_per_user": 0,
            }
        else:
            body["recipients"] = [user.payload() for user in self.recipients if not user.bot]
        if self.type in (10, 11):
            body |= {
                "owner_id": str(self.guild.owner.id if self.guild else 0),
                "member_count": 1,
                "message_count": 0,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": timestamp(),
                    "locked": False,
                },
            }
        return body


@dataclass
class Role:
    """A role besides @everyone."""

    name: str
    id: int = field(default_factory=snowflake)
    permissions: int = 0

    def payload(self) -> dict[str, Any]:
        return _role(self.id, self.name, self.permissions, position=1)


def _role(role_id: int, name: str, permissions: int, *, position: int) -> dict[str, Any]:
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


@dataclass
class Guild:
    name: str
    owner: User
    id: int = field(default_factory=snowflake)
    #: Member -> permissions.
    members: dict[int, int] = field(default_factory=dict)
    people: dict[int, User] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    #: Member -> ids of the roles held.
    held: dict[int, set[int]] = field(default_factory=dict)
    locale: str = "en-US"
    #: False: only user-installed apps reach this server, the bot isn't in it.
    has_bot: bool = True
    #: False: what apps that people bring along answer is shown to one person only (*Use External Apps* is off).
    external_apps: bool = True

    def join(self, user: User, permissions: int = MEMBER) -> None:
        self.members[user.id] = permissions
        self.people[user.id] = user

    def add_role(self, name: str, *holders: User) -> Role:
        """A role that these members hold. Add it before the bot starts."""
        role = Role(name)
        self.roles[role.id] = role
        for user in holders:
            self.held.setdefault(user.id, set()).add(role.id)
        return role

    def permissions_of(self, user: User) -> int:
        held = self.members[user.id]
        return (1 << 53) - 1 if user is self.owner or held & ADMINISTRATOR else held

    def member_payload(self, user: User) -> dict[str, Any]:
        return {
            "user": user.payload(),
            "roles": [str(role) for role in sorted(self.held.get(user.id, ()))],
            "joined_at": timestamp(),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "permissions": str(self.permissions_of(user)),
        }

    def payload(self, bot: User) -> dict[str, Any]:
        everyone = _role(self.id, "@everyone", MEMBER, position=0)
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "roles": [everyone, *(role.payload() for role in self.roles.values())],
            "channels": [channel.payload() for channel in self.channels.values() if channel.type in (0, 5)],
            "threads": [channel.payload() for channel in self.channels.values() if channel.type in (10, 11)],
            "members": [self.member_payload(bot) | {"permissions": str(MEMBER)}] if bot.id in self.members else [],
            "member_count": len(self.members),
            "emojis": [],
            "stickers": [],
            "features": [],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "icon": None,
            "splash": None,
            "banner": None,
            "description": None,
            "preferred_locale": self.locale,
            "premium_tier": 0,
            "premium_progress_bar_enabled": False,
            "system_channel_flags": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "afk_timeout": 300,
            "large": False,
            "unavailable": False,
        }


@dataclass
class Message:
    """One message; `versions` holds the body after sending and after each edit, oldest first."""

    channel: Channel
    author: User
    body: dict[str, Any]
    id: int = field(default_factory=snowflake)
    #: The only person who sees it (an ephemeral reply), or None.
    ephemeral_to: User | None = None
    versions: list[dict[str, Any]] = field(default_factory=list)
    pings: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    loading: bool = False
    deleted: bool = False
    edited: bool = False

    @property
    def text(self) -> str:
        """Everything that can be read in the current version: content, embeds, components' texts and labels."""
        return readable(self.body)

    def components(self) -> Iterator[dict[str, Any]]:
        """Every component of the current version, nested ones too."""
        yield from walk(self.body.get("components") or [])

    def buttons(self) -> dict[str, str]:
        """Label -> custom_id of the buttons that can be pressed now."""
        return {
            part.get("label", ""): part["custom_id"]
            for part in self.components()
            if part["type"] == 2 and "custom_id" in part and not part.get("disabled")
        }

    def payload(self) -> dict[str, Any]:
        flags = self.body.get("flags", 0) & ~EPHEMERAL
        if self.ephemeral_to is not None:
            flags |= EPHEMERAL
        if self.loading:
            flags |= 1 << 7
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.body.get("content") or "",
            "embeds": self.body.get("embeds") or [],
            "components": self.body.get("components") or [],
            "attachments": self.body.get("attachments") or [],
            "flags": flags,
            "timestamp": timestamp(),
            "edited_timestamp": timestamp() if self.edited else None,
            "tts": False,
            "mention_everyone": "@everyone" in self.pings,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "type": 0,
        }


@dataclass(frozen=True)
class Exposure:
    """One thing that was shown: to these people, or to everyone in a channel (`people` is None)."""

    kind: str
    channel: Channel
    people: tuple[int, ...] | None
    text: str

    def visible_to(self, user: User) -> bool:
        if self.people is not None:
            return user.id in self.people
        if self.channel.guild is not None:
            return user.id in self.channel.guild.members
        return user in self.channel.recipients

    @property
    def is_public(self) -> bool:
        return self.people is None


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from walk(part.get("components") or [])
        for key in ("accessory", "component"):
            if key in part:
                yield from walk([part[key]])


def readable(body: dict[str, Any]) -> str:
    """The words of a message or modal body, in order."""
    words: list[str] = [body.get("title") or "", body.get("content") or ""]
    for embed in body.get("embeds") or []:
        words += [embed.get("title") or "", embed.get("description") or ""]
        for part in embed.get("fields") or []:
            words += [part["name"], part["value"]]
        words.append((embed.get("footer") or {}).get("text", ""))
        words.append((embed.get("author") or {}).get("name", ""))
    for part in walk(body.get("components") or []):
        words += [str(part[key]) for key in ("content", "label", "description", "placeholder") if part.get(key)]
        words += [option["label"] for option in part.get("options") or []]
    return "\n".join(word for word in words if word)


def everything(body: Any) -> str:
    """The whole body as text, invisible fields (custom_id, values, file names) included: what a client receives."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True)
