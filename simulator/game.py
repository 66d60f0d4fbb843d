"""The façade: one game. The only class of the simulator that keeps a state; everything else is functions.

    game = Game.from_position(position, seed)
    game.act("Alice", TurnFaceUp(game.placed[0]))
    game.pending()      # a decision, or None
    game.answer(Answer((0,)))
    game.log()          # events with their audiences

A refused action raises `IllegalAction` (with the rule), `InvalidAction`, `AmbiguousAction` or `Unsupported` and changes
nothing. Between actions the engine runs until a player must decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulator import CR_EDITION
from simulator.errors import IllegalAction, InvalidAction, SimulatorError, Unsupported
from simulator.journal import Row, effective_rows, header_json, outside_cards, payload_of, read_header
from simulator.model import action_json
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.decisions import Answer, Decision
from simulator.model.digest import state_digest
from simulator.model.facts import Outcome
from simulator.model.position import Position
from simulator.model.state import State
from simulator.questions import Questions
from simulator.rules import possible, reading
from simulator.rules.context import GAME_WORK_LIMIT, WORK_LIMIT, Context, Pause, check_answer
from simulator.rules.engine import perform
from simulator.rules.explaining import Explanation, explain
from simulator.rules.setup import state_from
from simulator.sentences import say
from simulator.view import LogLine, PlayerView, log_lines, view_for

__all__ = ["Diverged", "Game", "Row", "effective_rows", "knowledge_gained"]

#: So many states are kept for undo; older ones are replayed.
KEPT_STATES = 40


class Diverged(SimulatorError):
    """A journal leads to another state than when it was played: the game must be frozen, not continued."""


@dataclass(frozen=True)
class _Moment:
    """A game between two rows of its journal."""

    base: State
    shown: State
    answers: tuple[Answer, ...]
    pending: Decision | None
    undeclared: tuple[type[Any], State] | None


def knowledge_gained(before: State, after: State) -> bool:
    """Whether somebody has seen something, or chance has decided something, between two states."""
    if before.rng_counter != after.rng_counter or len(before.reveal_log) != len(after.reveal_log):
        return True
    return any(set(after.players[name].seen) - set(before.players[name].seen) for name in after.order)


class Game(Questions):
    """A game in play.

    Attributes:
        placed: ids of the position's cards, in its order.
        position, seed: how it began (secrets while it runs).
    """

    def __init__(self, position: Position, seed: bytes) -> None:
        self.position = position
        self.seed = seed
        #: the last checkpoint: the state before the operation that waits, or the state itself
        self._base, self.placed = state_from(position, seed)
        #: what is to be seen: as far as the waiting operation has come
        self._shown = self._base
        self._answers: tuple[Answer, ...] = ()
        #: what is left of the game's work, see `GAME_WORK_LIMIT`
        self._work_left = GAME_WORK_LIMIT
        self._pending: Decision | None = None
        self._undeclared: tuple[type[Any], State] | None = None
        self._unread: set[str] = set()
        self._rows: list[Row] = []
        self._outside: dict[str, CardDefinition] = {}
        #: states after the newest rows, for undo without a replay: (seq, state, answers, pending, base)
        self._kept: list[tuple[int, _Moment]] = [(0, self._moment())]
        self._note_unread()
        # CR 704.3: a position that the rules don't let stand is corrected before anybody does anything
        self._base.agenda = [("settle",)]
        self._continue()
        self._kept = [(0, self._moment())]

    @classmethod
    def from_position(cls, position: Position, seed: bytes = b"tablejudge") -> Game:
        """A new game that begins in a position."""
        return cls(position, seed)

    @classmethod
    def from_journal(cls, header: Mapping[str, Any], rows: Sequence[Row]) -> Game:
        """The game that a journal tells, replayed.

        Raises:
            Diverged: a row leads to another state than it did when it was played.
        """
        position, seed, cards = read_header(header)
        game = cls(position, seed)
        game._outside = dict(cards)
        for row in rows:
            game.replay(row)
        return game

    def replay(self, row: Row) -> None:
        """Play the next row of this game's journal.

        Raises:
            Diverged: it leads to another state than it did when it was played.
        """
        payload, cards = row.payload, self._outside
        try:
            if row.op == "act":
                self.act(row.seat or "", action_json.from_json(payload, cards), row.text)  # type: ignore[arg-type]
            elif row.op == "instruct":
                self.instruct(action_json.from_json(payload, cards), row.text)  # type: ignore[arg-type]
            elif row.op == "answer":
                self.answer(action_json.from_json(payload, cards), row.text)  # type: ignore[arg-type]
            elif row.op == "resolve":
                self.resolve_top(row.text)
            elif row.op == "advance":
                self.advance(payload["step"], payload["player"], row.text)
            elif row.op == "next turn":
                self.next_turn(row.text)
            elif row.op == "undo":
                self.undo(row.seat, to=payload["to"], agreed=True)
            elif row.op == "cancel":
                self.cancel(row.text)
        except SimulatorError as error:
            raise Diverged(
                say("row {row} of the journal can't be played any more: {error}", row=row.seq, error=str(error))
            ) from error
        if self._rows[-1].state_hash != row.state_hash:
            raise Diverged(say("row {row} of the journal leads to another state than when it was played", row=row.seq))

    # --- the journal -------------------------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        """What a replay begins with: a secret while the game runs."""
        return header_json(self.position, self.seed, CR_EDITION, list(self._outside.values()))

    def brought(self, name: str) -> dict[str, Any]:
        """The definition of a card that came from outside the game, as the header has it: a secret likewise.

        Raises:
            KeyError: none of that name did.
        """
        return self._outside[name].to_json()

    @property
    def rows(self) -> Sequence[Row]:
        """The journal so far: a secret while the game runs."""
        return tuple(self._rows)

    def _record(self, op: str, seat: str | None, payload: Mapping[str, Any], text: str) -> None:
        digest = state_digest(self._shown)
        self._rows.append(Row(len(self._rows) + 1, seat, op, payload, digest, text))
        self._kept.append((len(self._rows), self._moment()))
        if len(self._kept) > KEPT_STATES:
            del self._kept[1]

    def _moment(self) -> _Moment:
        return _Moment(self._base, self._shown, self._answers, self._pending, self._undeclared)

    def undo(self, seat: str | None = None, to: int | None = None, agreed: bool = False) -> int:
        """Take back the newest row that isn't taken back yet (or all after row `to`); the journal only grows.

        Args:
            agreed: every seat agrees; without that it is refused once something hidden became known or a random
                choice was made.

        Returns:
            The number of the row at which the game stands again.

        Raises:
            IllegalAction: there is nothing to take back, or it would give knowledge away.
        """
        path = effective_rows(self._rows)
        if to is None:
            if not path:
                raise IllegalAction(say("There is nothing to take back."))
            to = path[-2] if len(path) > 1 else 0
        elif to != 0 and to not in path:
            raise InvalidAction(say("Row {row} isn't one that the game could go back to.", row=to))
        earlier = next((moment for seq, moment in self._kept if seq == to), None)
        if earlier is None:
            earlier = self._rebuilt(to)
        if not agreed and knowledge_gained(earlier.shown, self._shown):
            raise IllegalAction(
                say(
                    "That can't be taken back by one player: something hidden was seen or left to chance "
                    "since. All players have to agree."
                )
            )
        self._base, self._shown = earlier.base, earlier.shown
        self._answers, self._pending, self._undeclared = earlier.answers, earlier.pending, earlier.undeclared
        self._record("undo", seat, {"to": to}, "")
        return to

    def _rebuilt(self, to: int) -> _Moment:
        """The state after a row, by replaying the journal up to it."""
        again = Game.from_journal(self.header(), self._rows[:to])
        return again._moment()

    # --- acting ------------------------------------------------------------------------------------------

    def act(self, player: str, action: a.PlayerAction, text: str = "") -> None:
        """A player's action, announced whole; what it leaves out becomes a pending decision.

        Raises:
            IllegalAction: the rules forbid it. InvalidAction: it names nothing. Unsupported: not implemented.
        """
        if player not in self._base.players:
            raise InvalidAction(say("There is no player {player}.", player=player))
        self._need_no_decision()
        object = getattr(action, "object", None)
        if object is not None and object not in self._base.objects:
            raise InvalidAction(say("That isn't there any more."))
        declared = isinstance(action, a.DeclareAttackers | a.DeclareBlockers)
        before = self._base
        if declared and self._undeclared is not None and self._undeclared[0] is type(action):
            # several lines make one declaration: it is made anew from where the first one was
            self._redeclare(player, action)
        else:
            self._run(("act", player, action))
            self._undeclared = (type(action), before) if declared else None
        self._record("act", player, payload_of(action), text)

    def _redeclare(self, player: str, action: a.PlayerAction) -> None:
        assert self._undeclared is not None  # noqa: S101 - the caller looked
        kind, before = self._undeclared
        now = self._base
        self._base = self._before_declaring()
        try:
            self._run(("act", player, action))
        except SimulatorError:
            self._base = self._shown = now
            raise
        self._undeclared = (kind, before)

    def _before_declaring(self) -> State:
        """The state before the declaration that several steps make, with what they declared so far."""
        assert self._undeclared is not None  # noqa: S101 - the caller looked
        again = self._undeclared[1].clone()
        declared = {key: value for key, value in self._base.turn_flags.items() if key.startswith("declared")}
        again.turn_flags = {**again.turn_flags, **declared}
        return again

    def instruct(self, instruction: a.EngineInstruction, text: str = "") -> Outcome:
        """Carry an instruction from nowhere out at once; says by which rules it came to nothing."""
        self._need_no_decision()
        self._run(("instruct", instruction))
        self._undeclared = None
        self._outside.update((card.name, card) for card in outside_cards(instruction))
        self._record("instruct", None, payload_of(instruction), text)
        ids, nothing = self._shown.turn_flags.get("outcome", ((), ()))
        return Outcome(tuple(ids), tuple(nothing))

    def pending(self) -> Decision | None:
        """The decision that the engine waits for."""
        return self._pending

    def answer(self, answer: Answer, text: str = "") -> None:
        """Answer it; the engine goes on to the next decision or until a player could act.

        Raises:
            IllegalAction: the answer isn't legal (the decision stays), or the action can't be completed with it (it
                is taken back, CR 733.1).
        """
        if self._pending is None:
            raise InvalidAction(say("Nothing is to be decided."))
        check_answer(self._pending, answer)
        player = self._pending.player
        before = self._moment()
        announced = before.base.agenda[0][0] == "act"
        self._answers = (*self._answers, answer)
        try:
            self._continue()
        except SimulatorError:
            self._base, self._shown = before.base, before.shown
            self._answers, self._pending = before.answers, before.pending
            if announced:
                # the action can't be completed: it is taken back (CR 733.1), which the journal has to know
                self._forget_operation()
                self._record("cancel", player, {}, text)
            raise
        self._record("answer", player, payload_of(answer), text)

    def cancel(self, text: str = "") -> None:
        """Take back an action that waits for its first decisions (CR 733.1); only a player's own announcement."""
        if self._pending is not None and self._base.agenda and self._base.agenda[0][0] == "act":
            player = self._pending.player
            self._forget_operation()
            self._record("cancel", player, {}, text)

    def resolve_top(self, text: str = "") -> None:
        """All pass, the top of the stack resolves; stops at a decision."""
        self._need_no_decision()
        self._run(("resolve",))
        self._record("resolve", None, {}, text)

    def advance(self, step: str, player: str | None = None, text: str = "") -> None:
        """Go on to the next such step (of that player's turn); stops at a decision."""
        self._need_no_decision()
        self._undeclared = None
        self._run(("advance", step, player, 0, 0))
        self._record("advance", None, {"step": step, "player": player}, text)

    def next_turn(self, text: str = "") -> None:
        """Go on to the next player's precombat main phase; stops at a decision."""
        self._need_no_decision()
        self._undeclared = None
        self._run(("advance", "main", None, self._base.turn + 1, 0))
        self._record("next turn", None, {}, text)

    def _need_no_decision(self) -> None:
        if self._pending is not None:
            raise IllegalAction(say("{player} has to decide first.", player=self._pending.player), "608.2d")

    def _run(self, operation: tuple[Any, ...]) -> None:
        before = self._base
        self._base = before.checkpoint([operation])
        try:
            self._continue()
        except (SimulatorError, RecursionError) as error:
            self._base = self._shown = before
            self._answers, self._pending = (), None
            if isinstance(error, RecursionError):
                raise IllegalAction(say("This goes on without end: it is a loop (CR 732)."), "732.4") from None
            raise

    def _continue(self) -> None:
        """Carry out the agenda until it is empty or a decision is needed."""
        while self._base.agenda:
            trial = self._base.clone()
            operation = trial.agenda.pop(0)
            ctx = Context(trial, self._answers, min(WORK_LIMIT, self._work_left))
            try:
                ctx.spend(1 + len(trial.objects) // 4)  # the checkpoint's own cost
                perform(ctx, operation)
                self._work_left -= ctx.work
            except Pause as pause:
                self._work_left -= ctx.work
                self._pending = pause.decision
                # "go to" stops early where a decision is needed
                self._base.agenda = [op for i, op in enumerate(self._base.agenda) if i == 0 or op[0] != "advance"]
                self._shown = trial
                return
            self._base = self._shown = trial
            self._answers, self._pending = (), None
        self._note_unread()

    def _forget_operation(self) -> None:
        """Abandon the waiting operation and everything after it."""
        # The state with the operation may be one that undo goes back to: it stays as it is.
        self._base = self._base.checkpoint([])
        self._shown = self._base
        self._answers, self._pending = (), None

    def _note_unread(self) -> None:
        self._unread.update(reading.unread(Context(self._shown)))

    def view(self, viewer: str | None) -> PlayerView:
        """What a player (None: a spectator) sees: built field by field, nothing else is in it."""
        return view_for(Context(self._shown), viewer, self._pending)

    def log_for(self, viewer: str | None, since: int = 0) -> Sequence[LogLine]:
        """The log as that viewer reads it, from event number `since` on."""
        return tuple(log_lines(self._shown.log[since:], viewer))

    def explain(self, object: int, viewer: str | None) -> tuple[Explanation, ...]:
        """Why an object is what it is, layer by layer, each line with its rules, as that viewer may read it.

        Raises:
            InvalidAction: there is no such object.
        """
        if not self._shown.objects.get(object) and object not in self._shown.lki:
            raise InvalidAction(say("There is no such object."))
        return explain(Context(self._shown), object, viewer)

    # --- reading -----------------------------------------------------------------------------------------

    @property
    def unsupported(self) -> tuple[str, ...]:
        """What was on the battlefield and isn't simulated, in words."""
        return tuple(sorted(self._unread))

    def could_turn_up(self, player: str, action: a.TurnFaceUp) -> bool:
        """Whether the action would be legal now if that player had priority."""
        return self._pending is None and possible.could_turn_up(self._base, player, action)

    def could_cast(self, player: str, object: int, face: int | None) -> bool:
        """Whether some way to cast (or play) the card is legal now."""
        return self._pending is None and possible.could_cast(self._base, player, object, face)

    def could_activate(self, player: str, object: int, ability: int | None) -> bool:
        """Whether the activation is legal now."""
        return self._pending is None and possible.would(self._base, player, a.Activate(object, ability))

    def unpayable(self, player: str, action: a.PlayerAction) -> bool:
        """Whether it waits for decisions and couldn't be paid after them, as far as their first options tell."""
        return self._pending is None and possible.unpayable(self._base, player, action)

    def could(self, player: str, action: a.PlayerAction) -> bool:
        """Whether the action is legal now, or waits for decisions only; what isn't simulated can't be done."""
        state = self._base
        if self._undeclared is not None and self._undeclared[0] is type(action):
            state = self._before_declaring()
        try:
            return self._pending is None and possible.would(state, player, action)
        except Unsupported:
            return False
