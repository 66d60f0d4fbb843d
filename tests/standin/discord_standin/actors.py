"""People at work: type a command, press a button, fill a modal, write a message, and see what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord_standin.commands import NotOffered, bind, check_offered
from discord_standin.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from discord_standin.validate import SELECTS
from discord_standin.world import Channel, Message, Role, User, snowflake

if TYPE_CHECKING:
    from discord_standin.server import StandIn

#: A guard against a bot that never answers; far above the 3 seconds, which are recorded and not waited for.
PATIENCE = 30.0


class Actors:
    """The drivers of the stand-in; each waits for the acknowledgement and, after a deferral, for what fills it."""

    _background: set[asyncio.Task[None]] = set()  # noqa: RUF012 - keeps references to wake-up tasks

    def command(self: StandIn, name: str, channel: Channel, kind: int = 1) -> dict[str, Any]:
        """The registered command, the server's own before the global one.

        Raises:
            NotOffered: no such command is registered.
        """
        scopes = [channel.guild.id if channel.guild else None, None]
        for scope in scopes:
            found = self.commands.get(scope, {}).get((kind, name))
            if found is not None:
                return found
        raise NotOffered(f"no command {name} is registered")

    async def slash(
        self: StandIn,
        user: User,
        command: str,
        options: dict[str, Any] | None = None,
        *,
        channel: Channel | None = None,
        overridden: bool = False,
    ) -> Interaction:
        """Type `/command sub-command` with options; without a channel in the direct message with the bot.

        Options may be people, roles, channels and, as a pair of name and content, files.

        Raises:
            NotOffered: Discord's client would not let this person send it.
            TimeoutError: the bot never acknowledged it.
        """
        where = channel or self.dm_with(user)
        name, *path = command.split()
        registered = self.command(name, where)
        context = check_offered(registered, user, where, self.bot, overridden=overridden)
        given = options or {}
        for key, value in given.items():
            if isinstance(value, tuple):
                given = {**given, key: self.upload(*value)}
        bound, resolved = bind(registered, path, given)
        data: dict[str, Any] = {"id": registered["id"], "name": name, "type": 1, "options": bound}
        if resolved:
            data["resolved"] = resolved
        return await self._interact(Interaction(COMMAND, user, where, context, data))

    async def menu(self: StandIn, user: User, name: str, message: Message) -> Interaction:
        """Use a message menu on a message."""
        registered = self.command(name, message.channel, kind=3)
        context = check_offered(registered, user, message.channel, self.bot)
        data = {
            "id": registered["id"],
            "name": name,
            "type": 3,
            "target_id": str(message.id),
            "resolved": {"messages": {str(message.id): message.payload()}},
        }
        return await self._interact(Interaction(COMMAND, user, message.channel, context, data))

    async def autocomplete(
        self: StandIn,
        user: User,
        command: str,
        option: str,
        typed: str,
        options: dict[str, Any] | None = None,
        *,
        channel: Channel | None = None,
    ) -> list[dict[str, Any]]:
        """Type into an option and return the choices that come up."""
        where = channel or self.dm_with(user)
        name, *path = command.split()
        registered = self.command(name, where)
        context = check_offered(registered, user, where, self.bot)
        bound, resolved = bind(registered, path, {**(options or {}), option: typed}, focused=option)
        data = {"id": registered["id"], "name": name, "type": 1, "options": bound, "resolved": resolved}
        interaction = await self._interact(Interaction(AUTOCOMPLETE, user, where, context, data))
        return interaction.choices or []

    async def press(
        self: StandIn, user: User, message: Message, custom_id: str | None = None, *, label: str | None = None
    ) -> Interaction:
        """Press a button of the message's current version, by custom_id or by label.

        Raises:
            NotOffered: the person can't see the message, or no such enabled button is on it.
        """
        part = self._part(user, message, 2, custom_id, label)
        data = {"component_type": 2, "custom_id": part["custom_id"], "id": part["id"]}
        return await self._interact(Interaction(COMPONENT, user, message.channel, 0, data, source=message))

    async def select(
        self: StandIn, user: User, message: Message, values: Sequence[Any], custom_id: str | None = None
    ) -> Interaction:
        """Choose in a select menu: values or labels of a list, or people, roles and channels in a menu of those."""
        part = self._part(user, message, None, custom_id, None)
        data: dict[str, Any] = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"]}
        data["values"], resolved = chosen(part, values)
        low, high = part.get("min_values", 1), part.get("max_values", 1)
        if not low <= len(data["values"]) <= high:
            raise NotOffered(f"{len(data['values'])} values; {low} to {high} can be chosen")
        if resolved:
            data["resolved"] = resolved
        return await self._interact(Interaction(COMPONENT, user, message.channel, 0, data, source=message))

    def _part(
        self: StandIn, user: User, message: Message, kind: int | None, custom_id: str | None, label: str | None
    ) -> dict[str, Any]:
        """A button (kind 2) or some select (None) that can be used now."""
        if message.deleted or (message.ephemeral_to is not None and message.ephemeral_to is not user):
            raise NotOffered(f"{user.name} doesn't see that message")
        for part in message.components():
            fits = custom_id in (None, part.get("custom_id")) and label in (None, part.get("label"))
            right = part["type"] == kind if kind is not None else part["type"] in SELECTS
            if right and fits and part.get("custom_id") and not part.get("disabled"):
                return part
        raise NotOffered(f"no enabled component {custom_id or label}; there are {message.buttons()}")

    async def submit_modal(self: StandIn, opened: Interaction, values: dict[str, Any]) -> Interaction:
        """Fill in the modal that `opened` brought up; keys are custom_ids or labels of its fields.

        Raises:
            NotOffered: no modal is open, an unknown field, a missing or overlong value.
        """
        if opened.modal is None:
            raise NotOffered("no modal is open")
        components = []
        resolved: dict[str, Any] = {}
        left = dict(values)
        for part in opened.modal["components"]:
            field = part.get("component") or (part.get("components") or [None])[0]
            if field is None:
                components.append({"type": 10, "id": part.get("id", 0)})
                continue
            label = part.get("label") or field.get("label")
            value = left.pop(field["custom_id"], left.pop(label, field.get("value") or ""))
            entry = self._filled(field, label, value, resolved)
            if part["type"] == 18:
                components.append({"type": 18, "id": part.get("id", 0), "component": entry})
            else:
                components.append({"type": 1, "id": part.get("id", 0), "components": [entry]})
        if left:
            raise NotOffered(f"the modal has no field {', '.join(left)}")
        data = {"custom_id": opened.modal["custom_id"], "components": components, "resolved": resolved}
        return await self._interact(
            Interaction(MODAL_SUBMIT, opened.user, opened.channel, opened.context, data, source=opened.source)
        )

    def _filled(
        self: StandIn, field: dict[str, Any], label: str, value: Any, resolved: dict[str, Any]
    ) -> dict[str, Any]:
        """A field of a form as it is sent, filled in by a person."""
        entry: dict[str, Any] = {"type": field["type"], "custom_id": field["custom_id"], "id": field.get("id", 0)}
        required = field.get("required", True)
        if field["type"] == 4:
            low, high = field.get("min_length") or 0, field.get("max_length") or 4000
            if (required and not value) or (value and len(value) < low) or len(value) > high:
                raise NotOffered(f"field {label}: {len(value)} characters; {low} to {high} can be sent")
            entry["value"] = value
        elif field["type"] == 21:
            if value not in [option["value"] for option in field["options"]] and (value or required):
                raise NotOffered(f"field {label}: {value!r} is none of the options")
            entry["value"] = value or None
        elif field["type"] == 23:
            entry["value"] = bool(value)
        else:
            value = value or [option["value"] for option in field.get("options") or [] if option.get("default")]
            if field["type"] == 19:
                files = [self.upload(*each) for each in value or []]
                resolved.setdefault("attachments", {}).update({each["id"]: each for each in files})
                entry["values"] = [each["id"] for each in files]
            elif field["type"] in SELECTS:
                entry["values"], named = chosen(field, value)
                for key, about in named.items():
                    resolved.setdefault(key, {}).update(about)
            else:
                entry["values"] = [value] if isinstance(value, str) and value else list(value or [])
            low = field.get("min_values", 1) if required else 0
            if not low <= len(entry["values"]) <= max(field.get("max_values", 1), low, 10 * (field["type"] == 22)):
                raise NotOffered(f"field {label}: {len(entry['values'])} chosen")
        return entry

    def upload(self: StandIn, name: str, content: bytes) -> dict[str, Any]:
        """A file that a person attaches; the bot can fetch it from its URL."""
        number = str(snowflake())
        self.uploads[number] = content
        url = f"{self.api_url}/files/{number}/{name}"
        return {"id": number, "filename": name, "size": len(content), "url": url, "proxy_url": url, "ephemeral": True}

    async def send_dm(self: StandIn, user: User, text: str) -> Message:
        """Write to the bot; the bot may write back from then on."""
        message = self.post(self.dm_with(user), {"content": text}, {}, author=user)
        await self._announce(message)
        return message

    async def say(self: StandIn, user: User, channel: Channel, text: str) -> Message:
        """Write in a channel; the bot gets the text only where it is mentioned (no privileged intent)."""
        message = self.post(channel, {"content": text}, {}, author=user)
        await self._announce(message)
        return message

    async def _announce(self: StandIn, message: Message) -> None:
        session = self.gateway.current
        guild = message.channel.guild
        if not message.channel.has_bot:
            return  # the bot is no member there: it hears of interactions alone
        wanted = 1 << 12 if message.channel.type == 1 else 1 << 9
        if session is None or not session.intents & wanted:
            return
        body = message.payload()
        mentioned = f"<@{self.bot.id}>" in body["content"]
        body["mentions"] = [self.bot.payload()] if mentioned else []
        if guild is not None:
            body |= {"guild_id": str(guild.id), "member": guild.member_payload(message.author)}
            if not mentioned and not session.intents & (1 << 15):
                body |= {"content": "", "embeds": [], "components": [], "attachments": []}
        await self.gateway.dispatch("MESSAGE_CREATE", body)

    async def _interact(self: StandIn, interaction: Interaction) -> Interaction:
        guild = interaction.channel.guild
        interaction.user_installed = guild is None or not guild.has_bot
        if interaction.type in (COMPONENT, MODAL_SUBMIT):
            interaction.context = 0 if guild else 1 if interaction.channel.has_bot else 2
        self.interactions.append(interaction)
        self.callbacks.register(interaction)
        await self.gateway.dispatch("INTERACTION_CREATE", self._payload(interaction))
        what = f"an acknowledgement of {interaction.data}"
        await self.until(lambda: interaction.acknowledged is not None, what, PATIENCE)
        await self.until(lambda: interaction.done, f"the deferred answer to {interaction.data}", PATIENCE)
        return interaction

    def _payload(self: StandIn, interaction: Interaction) -> dict[str, Any]:
        guild, user = interaction.channel.guild, interaction.user
        owners = {"1": str(user.id)} if interaction.user_installed else {"0": str(guild.id) if guild else "0"}
        body: dict[str, Any] = {
            "id": str(interaction.id),
            "application_id": str(self.application_id),
            "type": interaction.type,
            "data": interaction.data,
            "channel": interaction.channel.payload(),
            "channel_id": str(interaction.channel.id),
            "token": interaction.token,
            "version": 1,
            "locale": user.locale,
            "app_permissions": str((1 << 53) - 1),
            "entitlements": [],
            "authorizing_integration_owners": owners,
            "context": interaction.context,
            "attachment_size_limit": 10 * 2**20,
        }
        if guild is not None:
            body |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": guild.member_payload(user),
            }
        else:
            body["user"] = user.payload()
        if interaction.source is not None:
            body["message"] = interaction.source.payload()
        return body


def chosen(field: dict[str, Any], values: Any) -> tuple[list[str], dict[str, Any]]:
    """What a select sends for what somebody chose: the values, and the people, roles and channels that they name.

    Raises:
        NotOffered: something is not in the list.
    """
    given = [values] if isinstance(values, str | User | Role | Channel) else list(values or [])
    if field["type"] == 3:
        by_label = {option["label"]: option["value"] for option in field["options"]}
        picked = [by_label.get(value, value) for value in given]
        if not set(picked) <= set(by_label.values()):
            raise NotOffered(f"{given} are not all among {by_label}")
        return picked, {}
    kinds = {5: (User,), 6: (Role,), 7: (User, Role), 8: (Channel,)}[field["type"]]
    resolved: dict[str, Any] = {}
    for value in given:
        if not isinstance(value, kinds):
            raise NotOffered(f"{value!r} can't be chosen there")
        allowed = field.get("channel_types")
        if isinstance(value, Channel) and allowed and value.type not in allowed:
            raise NotOffered(f"a channel of type {value.type} is not offered")
        key = {User: "users", Role: "roles", Channel: "channels"}[type(value)]
        about = value.payload() | ({"permissions": "0"} if key == "channels" else {})
        resolved.setdefault(key, {})[str(value.id)] = about
    return [str(value.id) for value in given], resolved
