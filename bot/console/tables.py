"""`/sim` and `/look` in the console: a table whose seats all sit at this machine, each shown what is theirs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.console.scripts import play
from bot.console.shell import Command, Handler, Person, Shell, Usage, first_word, suggestion
from bot.console.terminal import Out, unmarked
from bot.discord_app import ports
from bot.discord_app.ports import Board, EventLine, Outcome, PlayerBoard
from bot.discord_app.table_ports import Table
from rulings.store import Scope

#: The channel that the console's tables stand in.
_CHANNEL = 0
_COSTS_NOT_PAID = "(costs not paid: mana is free here)"
_STEPS = {
    "manifest": ("manifests", "/sim manifest [CARD]"),
    "cloak": ("cloaks", "/sim cloak [CARD]"),
    "cast": ("casts", "/sim cast CARD [face down] [targeting …]"),
    "play": ("plays", "/sim play CARD"),
    "activate": ("activates", "/sim activate REF [ability N] [targeting …]"),
    "attack": ("attacks with", "/sim attack CREATURE, CREATURE …"),
    "block": ("blocks", "/sim block ATTACKER with CREATURE, …"),
    "choose": ("chooses", "/sim choose ANSWER[, ANSWER …]"),
    "concede": ("concedes", "/sim concede"),
    "act": ("", "/sim act STEP, such as: passes"),
}
_USAGE = {
    "start": "/sim start [NAME, NAME …]",
    "run": "/sim run SCRIPT (lines separated by “; ”)",
    **{word: usage for word, (_, usage) in _STEPS.items()},
    "turn-up": "/sim turn-up #1 [for COST]",
    "next-turn": "/sim next-turn",
    "undo": "/sim undo",
    "pass": "/sim pass",
    "moves": "/sim moves (what you may do now)",
    "share": "/sim share (the position as a spectator sees it)",
    "why": "/sim why REF, such as: #1 (or /explain REF)",
    "end": "/sim end",
    "board": "/sim board",
}


_NEEDS_MORE = frozenset({"cast", "play", "act", "activate", "attack", "block", "choose"})


class TableCommands:
    """The commands of `/sim`, and `/look`."""

    def __init__(self, shell: Shell, tables: ports.Tables, scope: Scope) -> None:
        self._out = shell.out
        self._tables = tables
        self._scope = scope
        self._subcommands: dict[str, Handler] = {
            "start": self._start,
            "run": self._run,
            "turn-up": self._turn_up,
            "next-turn": self._next_turn,
            "undo": self._undo,
            "pass": self._pass,
            "moves": self._moves,
            "share": self._share,
            "why": self.why,
            "end": self._end,
            "board": self._board,
        }
        shell.add("/sim", Command("/sim start|run|…", "Play a situation by the rules (/sim lists how).", self.run))
        shell.add("/explain", Command("/explain REF", "Why a card at the table is what it is, by layer.", self.why))
        shell.add("/look", Command("/look", "What you may look at: @Alice /look for another seat.", self.look))

    async def run(self, person: Person, rest: str) -> None:
        """Run the subcommand that the line names."""
        word, rest = first_word(rest)
        if word in self._subcommands:
            await self._subcommands[word](person, rest)
        elif word in _STEPS:
            if word in _NEEDS_MORE and not rest:
                raise Usage(_USAGE[word])
            await self._act(person, f"{_STEPS[word][0]} {rest}")
        else:
            known = "\n".join(f"  {usage}" for usage in _USAGE.values())
            raise Usage(f"/sim does one of these.{suggestion(word, list(_USAGE)) if word else ''}\n{known}")

    async def look(self, person: Person, _: str) -> None:
        """What a person may look at, for their seat alone."""
        table = await self._table()
        looks = table.looks(person.user_id)
        if not looks:
            raise Usage(f"{person.name} has no seat at this table; its seats: {_seats(table)}")
        for look in looks:
            self._out.line(f"Only {look.player} sees this:", bold=True)
            for handle, name, note in look.cards:
                self._out.line(f"{handle}: {name}" + (f" · {unmarked(note)}" if note else ""), indent=2)
            if not look.cards:
                self._out.line("nothing face down", indent=2)
            self._out.line(f"hand: {', '.join(look.hand) or 'empty'}", indent=2)
            if look.library_top:
                self._out.line(f"top of the library: {look.library_top}", indent=2)
            if look.decision:
                self._out.line(f"to decide: {unmarked(look.decision)}", indent=2)
                self._out.line(f"/sim act chooses {' | '.join(look.options)}", indent=4)

    async def why(self, person: Person, rest: str) -> None:
        """What made an object what it is, for the seat that asks."""
        if not rest:
            raise Usage(_USAGE["why"])
        explained = await (await self._table()).why(person.user_id, rest)
        show_events(self._out, explained.made)
        if explained.events:
            self._out.line("what happened to it:", indent=2)
            show_events(self._out, explained.events)
        if explained.secret:
            self._out.line(f"@{person.name} /look shows which card it is.", indent=2, dim=True)

    async def _start(self, person: Person, rest: str) -> None:
        names = [name.strip().lstrip("@") for name in rest.split(",") if name.strip()] or _default_names(person)
        if person.name.casefold() not in (name.casefold() for name in names):
            names.insert(0, person.name)
        seats = {name: (Person(name).user_id, True) for name in names}
        table = await self._tables.start(self._scope, host=person.user_id, seats=seats, channel_id=_CHANNEL)
        self._out.done(f"A table for {', '.join(names)}. /sim manifest CARD is a start; @Bob /sim … acts for Bob.")
        show_board(self._out, table.board())

    async def _run(self, _: Person, rest: str) -> None:
        if not rest:
            raise Usage(_USAGE["run"])
        await play(self._out, rest)

    async def _turn_up(self, person: Person, rest: str) -> None:
        word, more = first_word(rest)
        if not word:
            raise Usage(_USAGE["turn-up"])
        await self._act(person, f"turns {'#' if word.isdecimal() else ''}{word} face up {more}")

    async def _act(self, person: Person, step: str) -> None:
        table = await self._table()
        player = self._player(person, table)
        self._outcome(person, table, await table.act(person.user_id, player, " ".join(step.split())))

    async def _next_turn(self, person: Person, _: str) -> None:
        table = await self._table()
        self._outcome(person, table, await table.next_turn(person.user_id))

    async def _undo(self, person: Person, _: str) -> None:
        table = await self._table()
        self._outcome(person, table, await table.undo(person.user_id))

    async def _pass(self, person: Person, _: str) -> None:
        table = await self._table()
        self._outcome(person, table, await table.pass_priority(person.user_id))

    async def _moves(self, person: Person, _: str) -> None:
        table = await self._table()
        player = self._player(person, table)
        _version, moves = await table.moves(person.user_id, player)
        self._out.line(f"Only {player} sees this:", bold=True)
        for choice in table.choices(person.user_id):
            self._out.line(f"to decide: {unmarked(choice.prompt)} {' | '.join(choice.options)}", indent=2)
        for move in moves:
            self._out.line(f"{move.label} {', '.join(move.candidates)}".strip(), indent=2)

    async def _share(self, _: Person, __: str) -> None:
        for line in (await (await self._table()).share()).splitlines():
            self._out.line(line)

    def _player(self, person: Person, table: Table) -> str:
        player = next((seat.player for seat in table.seats if seat.user_id == person.user_id), None)
        if player is None:
            raise Usage(f"{person.name} has no seat at this table; its seats: {_seats(table)}")
        return player

    async def _end(self, person: Person, _: str) -> None:
        table = await self._table()
        self._outcome(person, table, await table.end(person.user_id))

    async def _board(self, _: Person, __: str) -> None:
        show_board(self._out, (await self._table()).board())

    async def _table(self) -> Table:
        found = await self._tables.in_channel(self._scope, _CHANNEL)
        if not found:
            raise Usage("There is no table. /sim start makes one.")
        return found[0]

    def _outcome(self, person: Person, table: Table, outcome: Outcome) -> None:
        show_events(self._out, outcome.events)
        if outcome.note:
            self._out.line(f"Only {person.name} sees this: {unmarked(outcome.note)}", indent=2)
        if outcome.secret:
            self._out.line(f"@{person.name} /look shows what is hidden from the others.", indent=2, dim=True)
        show_board(self._out, table.board())


def show_board(out: Out, board: Board) -> None:
    """A table as everybody sees it."""
    out.line(f"Board · {board.turn}", bold=True)
    for player in board.players:
        out.line(f"{player.name}: {player.life} life · {player.hand} in hand · {player.library} in library", indent=2)
        if player.facts:
            out.line(unmarked(", ".join(player.facts)), indent=4)
        for zone, cards in _zones(player):
            if cards:
                out.line(f"{zone}: {', '.join(map(unmarked, cards))}", indent=4)
    if board.stack:
        out.line(f"stack, top first: {', '.join(map(unmarked, board.stack))}", indent=2)
    if board.waiting_for:
        out.line(unmarked(board.waiting_for), indent=2)
    for text in board.unsupported:
        out.line(f"? not simulated: {unmarked(text)}", indent=2)
    if board.costs_not_paid:
        out.line(_COSTS_NOT_PAID, indent=2, dim=True)


def show_events(out: Out, events: Sequence[EventLine]) -> None:
    """What happened, each with the rules that made it so."""
    for event in events:
        rules = f" [{', '.join(event.rules)}]" if event.rules else ""
        out.line(f"{unmarked(event.text)}{rules}", indent=4)


def _zones(player: PlayerBoard) -> list[tuple[str, tuple[str, ...]]]:
    return [("battlefield", player.battlefield), ("graveyard", player.graveyard), ("exile", player.exile)]


def _default_names(person: Person) -> list[str]:
    other = "Bob" if person.name.casefold() != "bob" else "Alice"
    return [person.name, other]


def _seats(table: Table) -> str:
    return ", ".join(seat.player for seat in table.seats)
