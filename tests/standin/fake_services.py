"""Services for tests of the Discord app alone: a toy game without rules, a handful of rulings, a few card names.

The app's tests ask what reaches whom; what the rules say is the simulator's tests' business.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.discord_app.ports import (
    Asked,
    Board,
    CardPage,
    Entry,
    EventLine,
    Explained,
    Look,
    Outcome,
    PlayerBoard,
    Refusal,
    ScriptResult,
    ScriptStep,
    Seat,
    Suggestion,
)
from bot.services.table_types import Choice, Move
from rulings.store.scope import Scope

MANIFEST = Entry(
    id="manifest-double-faced-turn-up",
    title="Can I turn a manifested double-faced card face up?",
    text="Yes, for its front face's mana cost if that face is a creature.",
    rules=("701.40b", "712.15a"),
    source="Curated ruling",
    as_of="2026-04-17",
    proof="Alice manifests Delver of Secrets\nAlice turns #1 face up",
)
OTHER = Entry(
    id="manifest-noncreature",
    title="Can I turn a manifested noncreature card face up?",
    text="No, not by manifest alone.",
    rules=("701.40b",),
    source="Curated ruling",
    as_of="2026-04-17",
)


class FakeAsking:
    def __init__(self) -> None:
        self.unanswered: list[tuple[Scope, str]] = []
        self.delay = 0.0
        #: What is in service, by id: tests change it.
        self.entries = {each.id: each for each in (MANIFEST, OTHER)}

    async def ask(self, scope: Scope, question: str, *, file: bool = True) -> Asked:
        await asyncio.sleep(self.delay)
        if question == "explode":
            raise RuntimeError("secret Delver of Secrets in a traceback")
        if "double-faced" in question:
            return Asked(
                "answered",
                MANIFEST,
                (Suggestion(OTHER.id, OTHER.title),),
                why=("words: double-faced",),
                unused=("Moat",),
            )
        if "manifest" in question:
            return Asked("unsure", None, tuple(Suggestion(each.id, each.title) for each in (MANIFEST, OTHER)))
        self.unanswered.append((scope, question))
        return Asked("declined", None, hint="Name the card, or the rule that it is about.")

    async def entry(self, scope: Scope, entry_id: str) -> Entry:
        if entry_id in self.entries:
            return self.entries[entry_id]
        raise Refusal("That ruling is no longer here.")

    async def about(self, scope: Scope, card: str) -> Sequence[Suggestion]:
        return [Suggestion(MANIFEST.id, MANIFEST.title)] if card == "Delver of Secrets" else []

    async def digest(self, scope: Scope, entry_id: str) -> str:
        found = self.entries.get(entry_id)
        return hashlib.sha256(repr(found).encode()).hexdigest() if found is not None else ""

    async def said_of(self, scenario: str) -> str:
        return f"played {len(scenario.splitlines())} lines"


class FakeCards:
    NAMES = ("Delver of Secrets", "Lightform", "Opt", "Moat", "Fling")

    def complete(self, typed: str, limit: int) -> Sequence[tuple[str, str]]:
        return [(name, name) for name in self.NAMES if typed.casefold() in name.casefold()][:limit]

    def page(self, name: str, hidden: Mapping[str, str] | None = None) -> CardPage:
        for each in self.NAMES:
            if each.casefold() == name.casefold():
                return CardPage(each, ("{U} · Creature",))
        raise Refusal(f"I don't know a card “{name}”.", choices=("Moat",) if name == "Moatt" else ())

    def unclear(self, question: str) -> Sequence[tuple[str, Sequence[str]]]:
        return [("Jace", ("Jace, Memory Adept", "Jace Beleren"))] if re.search(r"Jace(?![, ])", question) else []


@dataclass
class FakeTable:
    """A table whose face-down objects are entries of `down`: handle -> (player, card)."""

    id: str
    scope: Scope
    host: int
    channel_id: int | None
    seats: list[Seat]
    message_id: int | None = None
    version: int = 0
    over: str = ""
    down: dict[str, tuple[str, str]] = field(default_factory=dict)
    up: list[tuple[str, str]] = field(default_factory=list)
    log: list[EventLine] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    turn: int = 3
    busy: float = 0.0
    letters: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        return self.version > 0

    def board(self) -> Board:
        players = []
        for seat in self.seats:
            lines = [f"{handle} face-down 2/2" for handle, (who, _) in self.down.items() if who == seat.player]
            lines += [card for who, card in self.up if who == seat.player]
            players.append(PlayerBoard(seat.player, 20, 1, 30, battlefield=tuple(lines)))
        handles = tuple((handle, who) for handle, (who, _) in self.down.items())
        named = tuple(card for _, card in self.up)
        return Board(f"Turn {self.turn}", tuple(players), events=tuple(self.log), face_down=handles, named=named)

    def looks(self, user_id: int) -> Sequence[Look]:
        return [
            Look(
                seat.player,
                tuple(
                    (handle, card, "{U}: turn up") for handle, (who, card) in self.down.items() if who == seat.player
                ),
                (f"Hand of {seat.player}",),
            )
            for seat in self.seats
            if seat.user_id == user_id and seat.confirmed
        ]

    def _set(self, player: str, seat: Seat) -> None:
        self.seats = [seat if each.player == player else each for each in self.seats]

    async def invite(self, player: str, user_id: int) -> None:
        if any(each.player == player and each.user_id not in (None, user_id) for each in self.seats):
            raise Refusal(f"The seat of {player} is taken.")
        self._set(player, Seat(player, user_id, False))

    async def sit(self, player: str, user_id: int) -> None:
        self._set(player, Seat(player, user_id, True))

    async def place(self, channel_id: int, message_id: int) -> None:
        self.channel_id, self.message_id = channel_id, message_id

    async def act(self, user_id: int, player: str, step: str) -> Outcome:
        await asyncio.sleep(self.busy)
        if match := re.fullmatch(r"(manifests|cloaks|casts) ?(.*?)( face down)?", step):
            handle = f"#{len(self.down) + len(self.up) + 1}"
            self.down[handle] = (player, match[2] or "Top Card")
            return self._did(EventLine(f"{player} puts {handle} down", ("701.40a",)), secret=True)
        if match := re.fullmatch(r"turns (#\d+) face up( for .*)?", step):
            if self.down.get(match[1], ("", ""))[0] != player:
                raise Refusal(f"{match[1]} is not your face-down permanent.", rules=("116.2b",))
            _, card = self.down.pop(match[1])
            self.up.append((player, card))
            return self._did(EventLine(f"{match[1]} is turned face up: {card}", ("701.40b",)))
        raise Refusal(f"I can't read “{step}”.")

    def _did(self, event: EventLine, *, secret: bool = False) -> Outcome:
        self.version += 1
        self.log.append(event)
        return Outcome((event,), secret=secret)

    def choices(self, user_id: int) -> Sequence[Choice]:
        return []

    async def moves(self, user_id: int, player: str) -> tuple[int, Sequence[Move]]:
        return self.version, [Move("face up", f"Turn {handle} face up") for handle in self.down]

    async def play(self, user_id: int, player: str, seen: int, number: int, picked: Sequence[int] = ()) -> Outcome:
        if seen != self.version:
            raise Refusal("The table has moved on.")
        return await self.act(user_id, player, f"turns {list(self.down)[number]} face up")

    async def answer(
        self, user_id: int, player: str, seen: int, picked: Sequence[int], amounts: Sequence[int] = (), text: str = ""
    ) -> Outcome:
        raise Refusal("Nothing is to be decided.")

    async def pass_priority(self, user_id: int, player: str | None = None) -> Outcome:
        return self._did(EventLine("passes"))

    async def free_seat(self, player: str, *, actor: int) -> None:
        self._set(player, Seat(player, None, False))

    async def share(self) -> str:
        return "players: Alice, Bob\n"

    async def shown_to(self, user_id: int) -> Sequence[EventLine]:
        return [EventLine(f"you were shown {card}") for _, card in self.down.values()]

    async def letter(self, user_id: int) -> tuple[int, int] | None:
        return self.letters.get(user_id)

    async def keep_letter(self, user_id: int, channel_id: int, message_id: int) -> None:
        self.letters[user_id] = channel_id, message_id

    async def drop_letter(self, user_id: int, message_id: int) -> None:
        self.letters.pop(user_id, None)

    async def why(self, user_id: int, reference: str) -> Explained:
        if reference not in self.down:
            raise Refusal(f"There is no {reference} here.")
        mine = any(seat.user_id == user_id and seat.player == self.down[reference][0] for seat in self.seats)
        made = (EventLine("layer 1b: It is face down", ("708.2",)), EventLine("So it is a 2/2", ("613.1",)))
        return Explained(made, tuple(self.log), secret=mine)

    async def next_turn(self, user_id: int) -> Outcome:
        await asyncio.sleep(0.05)
        self.turn += 1
        return self._did(EventLine(f"Turn {self.turn} begins"))

    async def undo(self, user_id: int) -> Outcome:
        raise Refusal("That can't be taken back: a hidden card was revealed.")

    async def end(self, user_id: int) -> Outcome:
        self.over = "it has ended."
        cards = ", ".join(card for _, card in self.down.values())
        return self._did(EventLine(f"Face-down cards are revealed: {cards}", ("708.9",)))


class FakeTables:
    def __init__(self) -> None:
        self.all: dict[str, FakeTable] = {}
        self.script_steps = 2

    async def start(
        self,
        scope: Scope,
        *,
        host: int,
        seats: Mapping[str, tuple[int | None, bool]],
        channel_id: int,
        cards: str = "",
        mana: str = "",
    ) -> FakeTable:
        listed = [Seat(player, user, confirmed) for player, (user, confirmed) in seats.items()]
        table = FakeTable(f"{len(self.all) + 1:016x}", scope, host, channel_id, listed)
        self.all[table.id] = table
        return table

    async def get(self, scope: Scope, table_id: str) -> FakeTable:
        if table_id not in self.all or self.all[table_id].scope != scope:
            raise Refusal("There is no such table.")
        return self.all[table_id]

    async def in_channel(self, scope: Scope, channel_id: int) -> Sequence[FakeTable]:
        return [
            each
            for each in self.all.values()
            if each.scope == scope and each.channel_id == channel_id and not each.over
        ]

    async def of_person(self, user_id: int) -> Sequence[FakeTable]:
        return [
            each for each in self.all.values() if not each.over and any(seat.user_id == user_id for seat in each.seats)
        ]

    async def open_seat(self, scope: Scope, table_id: str, *, actor: int) -> FakeTable:
        table = await self.get(scope, table_id)
        table.seats.append(Seat("Carol", None, False))
        return table

    async def close_idle(self) -> Sequence[tuple[FakeTable, str]]:
        return []

    async def run_script(self, text: str) -> ScriptResult:
        if "syntax error" in text:
            raise Refusal("Line 1, column 7: expected a step.")
        steps = [
            ScriptStep(n + 1, f"step {n + 1}", "ok", (EventLine("something happens", ("601.2a",)),))
            for n in range(self.script_steps)
        ]
        return ScriptResult("", tuple(steps), passed=1)
