"""The walk: people use every command, button, select and form that the app has, in every place where it is offered.

A module `tests/bot/walk/walk_AREA.py` has `async def walk(tour)`: it uses its area as people do, in the place where the
tour is (`tour.context`). What was used there is read from what reached the bot; what is registered and was not used
fails the walk. Where something can't come up in one place, the module says so:
`EXEMPT = {("press ask.post", "dm"): "why"}`.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from discord.ext import commands
from discord_standin.commands import SUB_COMMAND, SUB_COMMAND_GROUP
from discord_standin.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from discord_standin.server import StandIn
from discord_standin.world import Channel, Guild, Message, User
from launch import point_at

from bot.discord_app.app import EXPIRED, TableJudge
from bot.discord_app.arrivals import Arrivals, Rate
from bot.discord_app.components import parse
from bot.discord_app.ports import Services
from bot.i18n import catalogue, language_of
from bot.settings import Settings
from bot.wiring import opened

#: A server with the bot · the direct message with it · a server without it, and a group chat, where people brought it
#: along.
CONTEXTS = ("server", "dm", "user", "group")
#: Seconds until something that ought to be there is missed.
PATIENCE = 10.0
#: Words of answers that no walk may meet: an error that nobody foresaw, a button without a handler.
BROKEN = ("Something went wrong on my side", EXPIRED)


@dataclass
class Tour:
    """One round through the app in one place.

    Attributes:
        context: `server`, `dm`, `user` or `group` (see `CONTEXTS`).
        where: the channel to use commands in; None: each person's direct message with the bot.
        locale: everybody's language.
        guild: the server of that channel.
        mod: holds Manage Server; the others are ordinary members.
    """

    context: str
    standin: StandIn
    bot: TableJudge
    services: Services
    alice: User
    bob: User
    carol: User
    mod: User
    guild: Guild | None
    where: Channel | None
    locale: str = "en-US"
    area: str = ""
    #: What was used -> how often.
    used: dict[str, int] = field(default_factory=dict)
    _read: int = 0

    def offered(self, command: str) -> bool:
        """Whether a slash command (`ruling propose`) is offered here."""
        return f"/{command}" in self.required()

    async def slash(self, user: User, command: str, /, *, at: Channel | None = None, **options: Any) -> Interaction:
        """Use a slash command here, or `at` a channel elsewhere; `turn_up` names the option `turn-up`."""
        given = {name.replace("_", "-"): value for name, value in options.items()}
        return self._checked(await self.standin.slash(user, command, given, channel=at or self.where))

    async def complete(self, user: User, command: str, option: str, typed: str = "", /, **options: Any) -> list[str]:
        """Type into an option; the values that come up."""
        found = await self.standin.autocomplete(user, command, option, typed, options, channel=self.where)
        return [str(each["value"]) for each in found]

    async def menu(self, user: User, name: str, message: Message) -> Interaction:
        """Use a message menu."""
        return self._checked(await self.standin.menu(user, name, message))

    def words(self, text: str, **values: str) -> str:
        """A text of the interface as the people here read it."""
        return catalogue(language_of(self.locale)).gettext(text).format(**values)

    async def press(self, user: User, on: Interaction | Message, label: str) -> Interaction:
        """Press a button by its label, on an answer or a message."""
        return self._checked(await self.standin.press(user, self._message(on), label=label))

    async def press_action(self, user: User, on: Interaction | Message, action: str, nth: int = 0) -> Interaction:
        """Press the nth enabled button that does an action (`ask.show`); waits until it is there."""
        message = self._message(on)
        await self.standin.until(lambda: len(_ids(message, action)) > nth, f"{action} on {message.text}", PATIENCE)
        return self._checked(await self.standin.press(user, message, _ids(message, action)[nth]))

    async def message(self, user: User, action: str) -> Message:
        """The newest message here that a person sees and that has an enabled button of this action."""
        here = self.where or self.standin.dm_with(user)

        def newest() -> Message | None:
            for each in reversed(self.standin.messages.values()):
                seen = each.channel is here and not each.deleted and each.ephemeral_to in (None, user)
                if seen and _ids(each, action):
                    return each
            return None

        found: Message = await self.standin.until(newest, f"a message with {action}", PATIENCE)
        return found

    async def choose(self, user: User, on: Interaction | Message, values: list[Any], action: str = "") -> Interaction:
        """Choose in a select: of this action, or the only one."""
        message = self._message(on)
        ids = [part["custom_id"] for part in message.components() if part["type"] in (3, 5, 6, 7, 8)]
        fit = [each for each in ids if not action or (parse(each) or (0, ""))[1] == action]
        assert fit, f"no select {action}; there are {ids}"
        return self._checked(await self.standin.select(user, message, values, fit[0]))

    async def submit(self, opened_by: Interaction, /, **values: Any) -> Interaction:
        """Fill in the form that an interaction opened; keys are the fields' ids."""
        return self._checked(await self.standin.submit_modal(opened_by, values))

    def posted(self) -> Message:
        """The last message that everybody here can read."""
        assert self.where is not None
        return self.standin.public_messages(self.where)[-1]

    async def dm(self, user: User, holds: str = "") -> Message:
        """The last direct message to a person that holds these words; waits for it."""

        def last() -> Message | None:
            found = [each for each in self.standin.sent_to_dm(user) if holds in each.text and not each.deleted]
            return found[-1] if found else None

        found: Message = await self.standin.until(last, f"a direct message to {user.name} with {holds!r}")
        return found

    @staticmethod
    def _message(on: Interaction | Message) -> Message:
        if isinstance(on, Message):
            return on
        # A press that changed its own message has no message of its own.
        found = on.messages[-1] if on.messages else on.source
        assert found is not None, f"no message came of {on.data}"
        return found

    def _checked(self, interaction: Interaction) -> Interaction:
        text = interaction.text + (interaction.source.text if interaction.source else "")
        for words in BROKEN:
            assert words not in text, f"{self.area}: {interaction.data} was answered: {text}"
        return interaction

    # --- the account --------------------------------------------------------------------------------------------------

    def account(self) -> None:
        """Note what reached the bot here since the last time."""
        for each in self.standin.interactions[self._read :]:
            if self._is_here(each):
                for name in _names(each):
                    self.used[name] = self.used.get(name, 0) + 1
        self._read = len(self.standin.interactions)

    def _is_here(self, interaction: Interaction) -> bool:
        # What happens elsewhere meanwhile (a direct message during a tour of a server) is another tour's.
        return interaction.context == {"dm": 1, "group": 2}.get(self.context, 0)

    def required(self) -> set[str]:
        """What is to be used here: commands and completions that are offered here, presses and forms of their cogs."""
        found: set[str] = set()
        for (kind, name), command in self.standin.commands[None].items():
            if self.context in _places(command):
                found |= set(_leaves(command)) if kind == 1 else {f"menu {name}"}
        for name, handler in self.bot.handlers().items():
            if self.context in self._places_of(handler):
                found.add(name)
        return found

    def _places_of(self, handler: Any) -> set[str]:
        cog = getattr(handler, "__self__", None)
        names = {each.root_parent or each for each in _commands_of(cog)}
        roots = [self.standin.commands[None].get((1, each.name)) for each in names]
        found = {place for root in roots if root is not None for place in _places(root)}
        return found or set(CONTEXTS)


def _ids(message: Message, action: str) -> list[str]:
    return [each for each in message.buttons().values() if (parse(each) or (0, ""))[1] == action]


def _commands_of(cog: Any) -> list[Any]:
    if not isinstance(cog, commands.Cog):
        return []
    return [*cog.get_app_commands(), *([cog.app_command] if cog.app_command else [])]


def _places(command: Mapping[str, Any]) -> set[str]:
    contexts = command["contexts"] if command["contexts"] is not None else [0, 1, 2]
    server, person = 0 in command["integration_types"], 1 in command["integration_types"]
    found = {"server"} if server and 0 in contexts else set()
    found |= {"dm"} if 1 in contexts else set()
    found |= {"group"} if person and 2 in contexts else set()
    return found | ({"user"} if person and 0 in contexts else set())


def _leaves(option: Mapping[str, Any], path: str = "/") -> Iterator[str]:
    here = f"{path}{option['name']}"
    inner = option.get("options") or []
    nested = [each for each in inner if each["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP)]
    for each in nested:
        yield from _leaves(each, f"{here} ")
    if not nested:
        yield here
        yield from (f"completion {here} {each['name']}" for each in inner if each.get("autocomplete"))


def _names(interaction: Interaction) -> Iterator[str]:
    data = interaction.data
    if interaction.type in (COMPONENT, MODAL_SUBMIT):
        read = parse(data["custom_id"])
        if read is not None:
            yield f"{'press' if interaction.type == COMPONENT else 'form'} {read[1]}"
    elif interaction.type == COMMAND and data["type"] != 1:
        yield f"menu {data['name']}"
    elif interaction.type in (COMMAND, AUTOCOMPLETE):
        words, options = [f"/{data['name']}"], data.get("options") or []
        while options and options[0]["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP):
            words.append(options[0]["name"])
            options = options[0].get("options") or []
        if interaction.type == COMMAND:
            yield " ".join(words)
        else:
            yield from (f"completion {' '.join(words)} {each['name']}" for each in options if each.get("focused"))


def modules(folder: Path) -> list[ModuleType]:
    """The walks of all areas."""
    found = []
    for file in sorted(folder.glob("walk_*.py")):
        spec = importlib.util.spec_from_file_location(f"walk.{file.stem}", file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.append(module)
    return found


@asynccontextmanager
async def touring(context: str, data_dir: Path, *, locale: str = "en-US") -> AsyncIterator[Tour]:
    """The app with its real services, and people in one place; at the end Discord has refused nothing."""
    async with StandIn() as standin:
        people = tuple(standin.add_user(name) for name in ("Alice", "Bob", "Carol", "Mod"))
        guild = standin.add_guild("Club", *people[:3], moderators=people[3:], has_bot=context not in ("user", "group"))
        for each in people:
            each.locale = locale
        guild.locale = locale
        standin.user_installs |= {each.id for each in people}
        settings = Settings.model_construct(data_dir=data_dir, database_url=None)
        async with opened(settings, lambda step: None) as services:
            point_at(standin.api_url, standin.gateway_url)
            client = TableJudge(services, data_dir=data_dir, arrivals=Arrivals(Rate(10**6, 1), Rate(10**6, 1)))
            task = asyncio.create_task(client.start(standin.token))
            try:
                await standin.until(lambda: task.done() or standin.gateway.identifies, "IDENTIFY")
                if task.done():
                    task.result()
                await standin.until(lambda: None in standin.commands, "the commands")
                places = {"dm": lambda: None, "group": lambda: standin.add_group(*people)}
                where = places.get(context, lambda: standin.general(guild))()
                yield Tour(context, standin, client, services, *people, guild, where, locale)
                await standin.settle()
                assert standin.refused == [], standin.refused
                assert [ping for each in standin.messages.values() if each.author.bot for ping in each.pings] == []
            finally:
                await client.close()
                await asyncio.gather(task, return_exceptions=True)
