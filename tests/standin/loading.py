"""Load on the app: interactions at a steady rate against the app in a process of its own, with its real services.

`python tests/standin/loading.py API GATEWAY DATA_DIR TOKEN` is that process: the product, and three commands more:
`/ping` answers at once and does nothing (the reference), `/long` plays a scenario of so many lines, `/used` says how
many seconds of processor time the process has taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
QUESTIONS = (
    "Can I turn a manifested double-faced card face up?",
    "can I respond when someone turns a morph face up",
    "Does a face-down creature have a mana cost?",
    "what happens to an aura when the creature becomes a copy",
    "is a land tapped for mana a mana ability",
    "who wins a race of two replacement effects",
    "if my manifest dies do I show it",
    "Kann ich eine manifestierte Karte umdrehen?",
)
CARDS = ("Delver of Secrets", "Willbender", "Lightning Bolt", "Island", "Grizzly Bears", "Opt")
RULES = ("708.2", "701.40b", "613", "704.5", "702.37a")
SCRIPTS = (
    "Alice manifests Delver of Secrets; Alice turns #1 face up",
    "Alice battlefield: Hill Giant; Bob hand: Shock; Bob casts Shock targeting Hill Giant; resolve",
    "Alice battlefield: Grizzly Bears x6; go to attackers; Alice attacks with Grizzly Bears#1; go to damage; "
    "expect Bob: life 18",
)
#: What is done at the tables, one after the other.
STEPS = (
    ("act", {"step": "manifests Grizzly Bears", "player": "Alice"}),
    ("turn-up", {"permanent": "#1", "player": "Alice"}),
    ("undo", {}),
    ("why", {"reference": "#1"}),
    ("undo", {}),
)


@dataclass
class Load:
    """What came of it; delays in seconds until the first acknowledgement reached Discord's stand-in.

    Attributes:
        delays: by what was done (`ping`, `ask`, …).
        unanswered: what was never acknowledged.
        refused: what Discord refused.
        heartbeats: when each came.
        used: seconds of processor time that the app's process took for all of it.
    """

    delays: dict[str, list[float]] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    heartbeats: list[float] = field(default_factory=list)
    used: float = 0.0

    @property
    def each(self) -> float:
        """Seconds of processor time for one interaction, in the mean."""
        return self.used / (sum(map(len, self.delays.values())) or 1)

    def all_but_ping(self) -> list[float]:
        """The delays of everything that the product does."""
        return [each for kind, delays in self.delays.items() if kind != "ping" for each in delays]


def percentile(delays: list[float], share: float) -> float:
    """The delay that this share of them doesn't exceed."""
    ordered = sorted(delays)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Club:
    """The app's process, and many people in many servers."""

    def __init__(self, standin: Any, people: int, servers: int) -> None:
        self.standin = standin
        users = [standin.add_user(f"Person {number}") for number in range(people)]
        guilds = []
        for number in range(servers):
            guilds.append(standin.add_guild(f"Server {number}", *users[number::servers]))
        self._hosts = [(users[number], guild) for number, guild in enumerate(guilds)]
        self._who = itertools.cycle((user, guilds[number % servers]) for number, user in enumerate(users))
        self._answers: list[Any] = []
        self.turns = itertools.count()

    async def run(self, rate: float, seconds: float, mix: str) -> Load:
        """Act `rate` times a second for so long; `mix` names one kind of action for each beat (see `_KINDS`)."""
        load, sent = Load(), []
        before = await self._used()
        start, first_beat = time.monotonic(), len(self.standin.gateway.heartbeats)
        kinds = itertools.cycle(mix)
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
            kind = next(kinds)
            name = _KINDS[kind][0]
            interaction = _KINDS[kind][1](self, number)
            sent.append((name, interaction))
            await self._send(interaction)
            if name == "ask":
                self._answers.append(interaction)
        await self._rest([interaction for _name, interaction in sent])
        load.used = await self._used() - before
        for name, interaction in sent:
            if interaction.delay is None:
                load.unanswered.append(name)
            else:
                load.delays.setdefault(name, []).append(interaction.delay)
        load.refused = [f"{line}: {refusal}" for line, refusal in self.standin.refused]
        load.heartbeats = self.standin.gateway.heartbeats[first_beat:]
        return load

    async def _used(self) -> float:
        asked = self.slash("used")
        await self._send(asked)
        await self.standin.until(lambda: asked.done, "the processor time")
        return float(asked.text)

    async def open_tables(self) -> None:
        """In each server somebody starts a table and plays all its seats."""
        started = [self._command((user, guild), "sim start", alone=True) for user, guild in self._hosts]
        for each in started:
            await self._send(each)
        await self._rest(started)

    def at_table(self, number: int) -> Any:
        """The next thing that is done at a table."""
        command, options = STEPS[number // len(self._hosts) % len(STEPS)]
        return self._command(self._hosts[number % len(self._hosts)], f"sim {command}", **options)

    async def long(self, lines: int) -> Any:
        """Have a scenario of so many lines played, and wait for its end."""
        played = self.slash("long", lines=lines)
        await self._send(played)
        await self.standin.until(lambda: played.done, "the end of the scenario", 300)
        return played

    async def _send(self, interaction: Any) -> None:
        interaction.sent_at = time.monotonic()
        self.standin.interactions.append(interaction)
        self.standin.callbacks.register(interaction)
        await self.standin.gateway.dispatch("INTERACTION_CREATE", self.standin._payload(interaction))

    async def _rest(self, sent: list[Any]) -> None:
        with contextlib.suppress(TimeoutError):
            await self.standin.until(lambda: all(each.done for each in sent), "every answer")

    def slash(self, command: str, **options: Any) -> Any:
        """A command of the next person, with its options."""
        return self._command(next(self._who), command, **options)

    def _command(self, who: tuple[Any, Any], command: str, **options: Any) -> Any:
        from discord_standin.commands import bind
        from discord_standin.interactions import COMMAND, Interaction

        user, guild = who
        name, *path = command.split()
        channel = self.standin.general(guild)
        registered = self.standin.command(name, channel)
        bound, resolved = bind(registered, path, options)
        data = {"id": registered["id"], "name": name, "type": 1, "options": bound, "resolved": resolved}
        return Interaction(COMMAND, user, channel, 0, data)

    def complete(self, command: str, option: str, typed: str) -> Any:
        """A completion of the next person."""
        from discord_standin.interactions import AUTOCOMPLETE, Interaction

        asked = self.slash(command, **{option: typed})
        asked.data["options"][0]["focused"] = True
        return Interaction(AUTOCOMPLETE, asked.user, asked.channel, 0, asked.data)

    def press(self, number: int) -> Any:
        """A button of an answer that was given before; a question where there is none yet."""
        from discord_standin.interactions import COMPONENT, Interaction

        given = [each for each in self._answers[-200:] if each.original is not None and each.original.buttons()]
        if not given:
            return self.slash("ask", question=QUESTIONS[number % len(QUESTIONS)])
        answer = given[number % len(given)]
        ids = [each for each in answer.original.buttons().values() if ":ask.others" in each or ":ask.more" in each]
        if not ids:
            return self.slash("help")
        data = {"component_type": 2, "custom_id": ids[0], "id": 1}
        return Interaction(COMPONENT, answer.user, answer.channel, 0, data, source=answer.original)


_KINDS: dict[str, tuple[str, Callable[[Club, int], Any]]] = {
    "p": ("ping", lambda club, number: club.slash("ping")),
    "a": ("ask", lambda club, number: club.slash("ask", question=QUESTIONS[number % len(QUESTIONS)])),
    "c": ("card", lambda club, number: club.slash("card", name=CARDS[number % len(CARDS)])),
    "r": ("rule", lambda club, number: club.slash("rule", query=RULES[number % len(RULES)])),
    "h": ("help", lambda club, number: club.slash("help")),
    "t": (
        "completion",
        lambda club, number: club.complete("card", "name", CARDS[number % len(CARDS)][: number % 6 + 1]),
    ),
    "s": ("sim run", lambda club, number: club.slash("sim run", script=SCRIPTS[number % len(SCRIPTS)])),
    "m": ("sim", lambda club, number: club.at_table(next(club.turns))),
    "b": ("button", lambda club, number: club.press(number)),
}
#: Twenty beats: one in ten is the reference, one in ten is done at a table, one in twenty plays a script.
MIX = "atcbrpathmtrsbtcpmta"


@asynccontextmanager
async def club(folder: Path, *, people: int = 400, servers: int = 40, heartbeat_ms: int = 1000) -> AsyncIterator[Club]:
    """Start the app's process against a stand-in, with its services opened and its commands registered."""
    from discord_standin.server import StandIn

    async with StandIn(heartbeat_ms=heartbeat_ms) as standin:
        found = Club(standin, people, servers)
        with (folder / "load.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, __file__, standin.api_url, standin.gateway_url, str(folder), standin.token,
                stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, cwd=ROOT,
            )  # fmt: skip
        try:
            await standin.until(
                lambda: process.returncode is not None or (standin.commands.get(None) and standin.gateway.identifies),
                "the app",
                120,
            )
            if process.returncode is not None:
                raise RuntimeError((folder / "load.log").read_text())
            await standin.settle()
            await found.open_tables()
            await standin.settle()
            yield found
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def long_scenario(lines: int) -> str:
    """A scenario of so many lines that keeps the simulator at work."""
    ten = ["Alice manifests Grizzly Bears", *["expect Alice: life 2000"] * 9]
    return "\n".join(["Alice life: 2000", *itertools.islice(itertools.cycle(ten), lines - 1)])


async def _serve(api: str, gateway: str, folder: Path, token: str) -> None:
    from launch import point_at

    point_at(api, gateway)
    import discord

    from bot.discord_app.app import TableJudge, share_time, spare_the_collector
    from bot.settings import Settings
    from bot.wiring import opened

    settings = Settings.model_construct(data_dir=folder, database_url=None)
    share_time()
    async with opened(settings, lambda step: None) as services, TableJudge(services, data_dir=folder) as client:
        spare_the_collector()

        @client.tree.command(name="ping", description="Answer at once.")
        async def ping(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("pong", ephemeral=True)

        @client.tree.command(name="used", description="Say how much processor time was taken.")
        async def used(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(f"{time.process_time():.4f}", ephemeral=True)

        @client.tree.command(name="long", description="Play a long scenario.")
        async def long(interaction: discord.Interaction[Any], lines: int) -> None:
            await interaction.response.defer(ephemeral=True)
            result = await services.tables.run_script(long_scenario(lines))
            await interaction.followup.send(f"{len(result.steps)} steps", ephemeral=True)

        await client.start(token)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("TABLEJUDGE_SYNC", "off")
    asyncio.run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]))
