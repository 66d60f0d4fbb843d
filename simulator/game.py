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
from simulator.journal import Row, header_json, outside_cards, payload_of, read_header
from simulator.model import action_json
from simulator.model import actions as a
from simulator.model.cards import CardDefinition
from simulator.model.decisions import Answer, Decision
from simulator.model.digest import state_digest
from simulator.model.events import Event
from simulator.model.facts import ObjectFacts, Outcome, PlayerFacts
from simulator.model.position import Position, ZoneName
from simulator.model.state import State
from simulator.rules import reading
from simulator.rules.announcement import Announcement
from simulator.rules.casting import cast
from simulator.rules.context import Context, Pause, check_answer
from simulator.rules.engine import perform
from simulator.rules.mana_abilities import could_produce
from simulator.rules.setup import state_from
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


def effective_rows(rows: Sequence[Row]) -> list[int]:
    """Numbers of the rows that led to where the game stands: those taken back are left out."""
    path: list[int] = []
    for row in rows:
        if row.op == "undo":
            path = [seq for seq in path if seq <= row.payload["to"]]
        else:
            path.append(row.seq)
    return path


def knowledge_gained(before: State, after: State) -> bool:
    """Whether somebody has seen something, or chance has decided something, between two states."""
    if before.rng_counter != after.rng_counter or len(before.reveal_log) != len(after.reveal_log):
        return True
    return any(set(after.players[name].seen) - set(before.players[name].seen) for name in after.order)


class Game:
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
            raise Diverged(f"row {row.seq} of the journal can't be played any more: {error}") from error
        if self._rows[-1].state_hash != row.state_hash:
            raise Diverged(f"row {row.seq} of the journal leads to another state than when it was played")

    # --- the journal -------------------------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        """What a replay begins with: a secret while the game runs."""
        return header_json(self.position, self.seed, CR_EDITION, list(self._outside.values()))

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
                raise IllegalAction("There is nothing to take back.")
            to = path[-2] if len(path) > 1 else 0
        elif to != 0 and to not in path:
            raise InvalidAction(f"Row {to} isn't one that the game could go back to.")
        earlier = next((moment for seq, moment in self._kept if seq == to), None)
        if earlier is None:
            earlier = self._rebuilt(to)
        if not agreed and knowledge_gained(earlier.shown, self._shown):
            raise IllegalAction(
                "That can't be taken back by one player: something hidden was seen or left to chance since. "
                "All players have to agree."
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
            raise InvalidAction(f"There is no player {player}.")
        self._need_no_decision()
        object = getattr(action, "object", None)
        if object is not None and object not in self._base.objects:
            raise InvalidAction("That isn't there any more.")
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
        again = before.clone()
        again.turn_flags = {**again.turn_flags, **{k: v for k, v in now.turn_flags.items() if k.startswith("declared")}}
        self._base = again
        try:
            self._run(("act", player, action))
        except SimulatorError:
            self._base = self._shown = now
            raise
        self._undeclared = (kind, before)

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
            raise InvalidAction("Nothing is to be decided.")
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
            raise IllegalAction(f"{self._pending.player} has to decide first.", "608.2d")

    def _run(self, operation: tuple[Any, ...]) -> None:
        start = self._base.clone()
        start.agenda = [operation]
        before = self._base
        self._base = start
        try:
            self._continue()
        except (SimulatorError, RecursionError) as error:
            self._base = self._shown = before
            self._answers, self._pending = (), None
            if isinstance(error, RecursionError):
                raise IllegalAction("This goes on without end: it is a loop (CR 732).", "732.4") from None
            raise

    def _continue(self) -> None:
        """Carry out the agenda until it is empty or a decision is needed."""
        while self._base.agenda:
            trial = self._base.clone()
            operation = trial.agenda.pop(0)
            ctx = Context(trial, self._answers)
            try:
                perform(ctx, operation)
            except Pause as pause:
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
        self._base.agenda = []
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

    # --- reading -----------------------------------------------------------------------------------------

    @property
    def unsupported(self) -> tuple[str, ...]:
        """What was on the battlefield and isn't simulated, in words."""
        return tuple(sorted(self._unread))

    def _ctx(self) -> Context:
        return Context(self._shown)

    def log(self) -> Sequence[Event]:
        """All events so far."""
        return tuple(self._shown.log)

    def turn(self) -> tuple[str, str]:
        """The active player and the step."""
        step = "damage" if self._shown.step == "first-damage" else self._shown.step
        return self._shown.active, step

    def objects(self) -> Sequence[int]:
        """All objects that exist, in order of arrival, library cards top first."""
        state = self._shown
        libraries = [id for name in state.order for id in state.players[name].library]
        inside = set(libraries)
        return (*[id for id in state.objects if id not in inside and state.objects[id].zone], *libraries)

    def facts(self, object: int) -> ObjectFacts:
        """The object now."""
        if object not in self._shown.objects and object not in self._shown.lki:
            raise InvalidAction("There is no such object.")
        return reading.object_facts(self._ctx(), object)

    def exists(self, object: int) -> bool:
        """Whether the object is still the one that it was (CR 400.7)."""
        return object in self._shown.objects

    def object_of(self, card_id: int) -> int | None:
        """The object that a physical card or token is (or is a part of) now; None if it is gone."""
        for obj in self._shown.objects.values():
            if obj.card_id == card_id or any(part.card_id == card_id for part in obj.merged):
                return obj.id
        return None

    def face_down_object(self, handle: int) -> int | None:
        """The face-down (or formerly face-down) permanent or spell of that number."""
        for id in [*self._shown.battlefield, *self._shown.stack]:
            if self._shown.objects[id].handle == handle:
                return id
        return None

    def zone(self, zone: ZoneName, player: str | None = None) -> Sequence[int]:
        """The objects of a zone: library and stack top first, the battlefield by controller, others by owner."""
        state, ctx = self._shown, self._ctx()
        if zone == "stack":
            return tuple(reversed(state.stack))
        if zone == "battlefield":
            return tuple(id for id in state.battlefield if player is None or ctx.controller(id) == player)
        if zone in ("exile", "command"):
            return tuple(id for id in state.zone_list(zone, "") if player is None or state.objects[id].owner == player)
        names = state.order if player is None else (player,)
        return tuple(id for name in names for id in state.zone_list(zone, name))

    def player(self, name: str) -> PlayerFacts:
        """A player."""
        return reading.player_facts(self._ctx(), name)

    def triggered(self) -> Sequence[int]:
        """Ids of the sources of all abilities that triggered so far (as they were), mana abilities not."""
        return tuple(self._shown.trigger_log)

    def forced(self) -> Sequence[Decision]:
        """Decisions so far that had just one legal answer: nobody was asked."""
        return tuple(self._shown.forced_log)

    def revealed(self) -> Sequence[str]:
        """Names of all cards revealed so far."""
        return tuple(name for _, name in self._shown.reveal_log)

    def sees(self, player: str, object: int) -> str | None:
        """The name of the card that the player may look at now (public ones too); None if they may not."""
        return reading.seen_name(self._ctx(), player, object)

    def has_seen(self, player: str, card_id: int) -> str | None:
        """The name of a card that the player looked at or was shown and may remember."""
        return reading.remembered_name(self._ctx(), player, card_id)

    def _would(self, player: str, action: a.PlayerAction) -> bool:
        """Whether an action would be legal now (or only wait for a decision)."""
        if self._pending is not None:
            return False
        ctx = Context(self._base.clone())
        try:
            perform(ctx, ("act", player, action))
        except Pause:
            return True
        except Unsupported:
            raise
        except SimulatorError:
            return False
        return True

    def could_turn_up(self, player: str, action: a.TurnFaceUp) -> bool:
        """Whether the action would be legal now if that player had priority."""
        if action.price is not None or action.way is not None:
            return self._would(player, action)
        from simulator.rules.face_down import procedures, why_not

        ctx = Context(self._base.clone())
        if action.object not in ctx.state.objects or why_not(ctx, action.object, player) is not None:
            return False
        for found in procedures(ctx, action.object):
            price = a.PriceTag("mana", str(found.mana)) if found.mana.symbols else None
            way = None if found.name == "mana cost" else found.name
            tag = a.PriceTag("mana cost") if found.name == "mana cost" else None
            if self._would(player, a.TurnFaceUp(action.object, tag if way is None else price, way, action.x)):
                return True
        return False

    def could_cast(self, player: str, object: int, face: int | None) -> bool:
        """Whether some way to cast (or play) the card is legal now."""
        state = self._base
        if object not in state.objects:
            return False
        obj = state.objects[object]
        faces = [face] if face is not None else list(range(len(obj.card.faces)))
        if obj.zone == "stack":
            return False
        for index in faces:
            if "Land" in obj.card.faces[index].type_line.types:
                if self._would(player, a.Play(object, index)):
                    return True
            elif self._castable(player, object, index):
                return True
        return False

    def _castable(self, player: str, object: int, face: int) -> bool:
        from simulator.rules.engine import give_priority

        ways = [Announcement(face=face), Announcement(face=face, face_down=True)]
        for said in ways:
            ctx = Context(self._base.clone())
            try:
                give_priority(ctx, player)
                cast(ctx, player, object, said)
            except Pause:
                return True
            except Unsupported:
                raise
            except SimulatorError:
                continue
            return True
        return False

    def could_activate(self, player: str, object: int, ability: int | None) -> bool:
        """Whether the activation is legal now."""
        return self._would(player, a.Activate(object, ability))

    def could_produce(self, object: int, mana: str) -> bool:
        """Whether mana of that type (one symbol) could be produced (CR 106.7), without doing anything."""
        return mana.strip("{}") in could_produce(Context(self._shown.clone()), object)
