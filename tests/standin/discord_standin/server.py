"""The stand-in itself: a server on loopback that a real discord.py client takes for Discord."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from aiohttp import web
from discord_standin.actors import Actors
from discord_standin.gateway import Gateway
from discord_standin.interactions import Callbacks, Interaction
from discord_standin.rest import Rest
from discord_standin.validate import Refused
from discord_standin.world import (
    EPHEMERAL,
    MANAGE_GUILD,
    MEMBER,
    Channel,
    Exposure,
    Guild,
    Message,
    User,
    everything,
    snowflake,
    walk,
)


class StandIn(Actors):
    """Discord, as far as this project's bot meets it.

    Start it, start the bot against `api_url` and `gateway_url`, then act as people (`slash`, `press`, `send_dm`...)
    and read what each of them could see (`seen_by`, `seen_in_public`).
    """

    def __init__(
        self,
        *,
        token: str = "standin-token",  # noqa: S107 - opens nothing
        heartbeat_ms: int = 41_250,
        lawful: bool = True,
    ) -> None:
        self.token = token
        #: False: what the bot sends may break Discord's limits and ping people; else that fails at the end.
        self.lawful = lawful
        self.bot = User("Table Judge", bot=True)
        self.application_id = self.bot.id
        self.owner = User("Owner")
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.exposures: list[Exposure] = []
        self.interactions: list[Interaction] = []
        #: Guild id (None: global) -> (type, name) -> the registered command.
        self.commands: dict[int | None, dict[tuple[int, str], dict[str, Any]]] = {}
        self.command_syncs = 0
        #: Files that people attached, by id.
        self.uploads: dict[str, bytes] = {}
        #: The application's own emoji.
        self.emojis: list[dict[str, Any]] = []
        #: People who installed the app for themselves.
        self.user_installs: set[int] = set()
        self.privileged_intents = 0
        #: True: an acknowledgement after 3 seconds is refused with 10062, as Discord does.
        self.enforce_deadline = False
        #: Every request that was refused, with why: most tests want this empty.
        self.refused: list[tuple[str, Refused]] = []
        #: The refusals alone, and whom any version of a message pinged: what a test clears doesn't vanish from these.
        self.badly_made: list[Refused] = []
        self.pinged: list[str] = []
        self.gateway = Gateway(self, heartbeat_ms)
        self.rest = Rest(self)
        self.callbacks = Callbacks(self)
        self.api_url = self.gateway_url = ""
        self._runner: web.AppRunner | None = None
        self._changed = asyncio.Condition()
        self._dms: dict[int, Channel] = {}

    # --- life -------------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        app = web.Application(client_max_size=32 * 2**20)
        app.add_routes(self.rest.routes())
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.api_url = f"http://{host}:{port}/api/v10"
        self.gateway_url = f"ws://{host}:{port}/gateway"

    async def stop(self) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> StandIn:
        await self.start()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await self.stop()
        if kind is None and self.lawful:
            self.check_sent()

    def check_sent(self) -> None:
        """Everything that the bot ever sent kept Discord's limits (custom_ids of 100 bytes too) and pinged nobody.

        Raises:
            AssertionError: with what didn't.
        """
        bad = [each for each in self.badly_made if each.code in (50035, 50006, 50109)]
        assert bad == [], f"bodies that Discord refuses: {bad}"
        assert self.pinged == [], f"pings: {self.pinged}"

    # --- the world --------------------------------------------------------------------------------------------------

    def add_user(self, name: str, *, takes_dms: bool = True) -> User:
        user = User(name, takes_dms=takes_dms)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *members: User, moderators: tuple[User, ...] = (), has_bot: bool = True) -> Guild:
        """A server with one text channel `general`; moderators hold Manage Server. Add it before the bot starts."""
        guild = Guild(name, self.owner, has_bot=has_bot)
        guild.join(self.owner)
        for user in members:
            guild.join(user)
        for user in moderators:
            guild.join(user, MEMBER | MANAGE_GUILD)
        if has_bot:
            guild.join(self.bot)
        self.guilds[guild.id] = guild
        self.add_channel(Channel(0, name="general", guild=guild))
        return guild

    def add_channel(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    def add_group(self, *people: User) -> Channel:
        """A private group chat without the bot: only user-installed commands reach it."""
        return self.add_channel(Channel(3, recipients=people))

    def add_chat(self, one: User, other: User) -> Channel:
        """The direct message of two people: only user-installed commands reach it."""
        return self.add_channel(Channel(1, recipients=(one, other)))

    def general(self, guild: Guild) -> Channel:
        return next(channel for channel in guild.channels.values() if channel.name == "general")

    def dm_with(self, user: User) -> Channel:
        if user.id not in self._dms:
            self._dms[user.id] = self.add_channel(Channel(1, recipients=(user, self.bot)))
        return self._dms[user.id]

    # --- messages and who sees them -----------------------------------------------------------------------------------

    def post(
        self,
        channel: Channel,
        body: dict[str, Any],
        files: dict[str, bytes],
        *,
        ephemeral_to: User | None = None,
        loading: bool = False,
        author: User | None = None,
    ) -> Message:
        """A new message; each version is recorded with who can see it."""
        message = Message(channel, author or self.bot, {}, ephemeral_to=ephemeral_to, loading=loading)
        self.messages[message.id] = message
        if not loading:
            self._show(message, body, files)
        return message

    def edit(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> None:
        message.edited = not message.loading
        message.loading = False
        self._show(message, body, files)

    def _show(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> None:
        merged = {**message.body, **body}
        merged["flags"] = (message.body.get("flags") or 0) | (body.get("flags") or 0) & ~EPHEMERAL
        _number(merged.get("components") or [])
        for attachment in merged.get("attachments") or []:
            attachment.setdefault("url", f"{self.api_url}/files/{attachment.get('filename')}")
            attachment.setdefault("proxy_url", attachment["url"])
            attachment.setdefault("size", len(files.get(attachment.get("filename", ""), b"")))
            attachment["id"] = str(snowflake())
        message.files |= files
        message.body = merged
        message.versions.append(merged)
        message.pings = _pings(message.text, body.get("allowed_mentions"))
        if message.author.bot:
            self.pinged += message.pings
        people: tuple[int, ...] | None = None
        if message.ephemeral_to is not None:
            people = (message.ephemeral_to.id,)
        elif message.channel.guild is None and message.channel.has_bot:
            people = tuple(user.id for user in message.channel.recipients)
        shown = everything({**merged, "files": {name: data.decode("latin-1") for name, data in files.items()}})
        self.expose("message", message.channel, people, shown)

    def expose(self, kind: str, channel: Channel, people: tuple[int, ...] | None, text: str) -> None:
        self.exposures.append(Exposure(kind, channel, people, text))

    def seen_by(self, user: User) -> str:
        """Everything that this person's client ever received: public, private and direct messages, all versions."""
        return "\n".join(each.text for each in self.exposures if each.visible_to(user))

    def seen_in_public(self) -> str:
        """Everything that any onlooker could see, options of publicly answered commands included."""
        return "\n".join(each.text for each in self.exposures if each.is_public)

    def sent_to_dm(self, user: User) -> list[Message]:
        """The bot's direct messages to this person, oldest first."""
        dm = self.dm_with(user)
        return [each for each in self.messages.values() if each.channel is dm and each.author is self.bot]

    def public_messages(self, channel: Channel) -> list[Message]:
        return [
            each
            for each in self.messages.values()
            if each.channel is channel and each.ephemeral_to is None and not each.deleted
        ]

    def expire(self) -> None:
        """Fifteen minutes go by: what was done until now lets nothing be answered or changed any more."""
        for each in self.interactions:
            each.expired = True

    # --- waiting ------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Wake whoever waits for something to happen."""
        task = asyncio.ensure_future(self._notify())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, condition: Callable[[], Any], what: str = "", patience: float = 30.0) -> Any:
        """Wait until the condition is truthy and return its value.

        Raises:
            TimeoutError: it did not become so; says what was awaited and which requests were refused.
        """
        try:
            async with asyncio.timeout(patience):
                while not (value := condition()):
                    try:
                        async with self._changed:
                            await asyncio.wait_for(self._changed.wait(), 0.25)
                    except TimeoutError:
                        continue
                return value
        except TimeoutError:
            raise TimeoutError(f"did not happen: {what or condition}; refused so far: {self.refused}") from None

    async def bot_ready(self) -> None:
        """Wait until the bot has identified (again)."""
        await self.until(
            lambda: self.gateway.current is not None and self.gateway.current.connection is not None, "bot identified"
        )

    async def settle(self, quiet: float = 0.2) -> None:
        """Wait until the bot makes no more requests for a while."""
        while True:
            before = len(self.rest.requests)
            await asyncio.sleep(quiet)
            if not self.rest.in_flight and len(self.rest.requests) == before:
                return


def _number(components: list[dict[str, Any]]) -> None:
    """Discord gives each component without an id a free one."""
    used = {part["id"] for part in walk(components) if part.get("id")}
    free = 1
    for part in walk(components):
        if not part.get("id"):
            while free in used:
                free += 1
            part["id"] = free
            used.add(free)


def _pings(text: str, allowed: dict[str, Any] | None) -> list[str]:
    """Whom the text would ping: everyone it names, unless `allowed_mentions` says less."""
    found = re.findall(r"@everyone|@here|<@!?\d+>|<@&\d+>", text)
    if allowed is None:
        return found
    parse = set(allowed.get("parse") or [])
    listed = {str(item) for key in ("users", "roles") for item in allowed.get(key) or []}
    pings = []
    for mention in found:
        kind = "everyone" if mention in ("@everyone", "@here") else "roles" if mention.startswith("<@&") else "users"
        if kind in parse or re.sub(r"\D", "", mention) in listed:
            pings.append(mention)
    return pings
