"""What the scenario runner asks of the engine, and nothing more: the seam between the language and the rules.

Objects are named by their id (new on each zone change, CR 400.7), physical cards and tokens by their card id (never
new). A call that the rules forbid raises `IllegalAction` and changes nothing; one that can't be read raises
`InvalidAction`; one that isn't implemented raises `Unsupported`. Events go to the log.

A player's step is announced whole: what it leaves out and the rules ask for is a pending decision afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from simulator.model.actions import EngineInstruction, PlayerAction, TurnFaceUp
from simulator.model.decisions import Answer, Decision
from simulator.model.events import Event
from simulator.model.facts import ObjectFacts, Outcome, PlayerFacts
from simulator.model.position import ZoneName


class Engine(Protocol):
    """The engine as the runner sees it: omniscient, for the tester. Nothing of it is shown to a player.

    Made by `Game.from_position(position, seed)`; `placed` then names the objects of `Position.cards`.
    """

    @property
    def placed(self) -> tuple[int, ...]:
        """The objects that the position's cards became, in its order."""
        ...

    # --- acting

    def act(self, player: str, action: PlayerAction) -> None:
        """A player's action, announced whole; the player is given priority if the rules could give it now."""
        ...

    @property
    def unsupported(self) -> tuple[str, ...]:
        """What was met so far and isn't simulated, as "Card: what it is", sorted."""
        ...

    def instruct(self, instruction: EngineInstruction) -> Outcome:
        """Carry an instruction out at once.

        An instruction that the rules turn into nothing isn't refused: the log and the outcome say so.
        """
        ...

    def pending(self) -> Decision | None:
        """The decision that the engine waits for."""
        ...

    def answer(self, answer: Answer) -> None:
        """Answer it; the engine goes on to the next decision or until a player could act."""
        ...

    def resolve_top(self) -> None:
        """All pass, the top of the stack resolves; stops at a decision."""
        ...

    def advance(self, step: str, player: str | None = None) -> None:
        """Go to the next such step (of that player's turn), as the language's `go to` says; stops at a decision."""
        ...

    def next_turn(self) -> None:
        """Go to the next player's precombat main phase; stops at a decision."""
        ...

    # --- reading

    def log(self) -> Sequence[Event]:
        """All events so far."""
        ...

    def turn(self) -> tuple[str, str]:
        """The active player and the step."""
        ...

    def objects(self) -> Sequence[int]:
        """All objects that exist, in order of arrival, library cards top first."""
        ...

    def facts(self, object: int) -> ObjectFacts:
        """The object now."""
        ...

    def object_of(self, card_id: int) -> int | None:
        """The object that a physical card or token is (or is a part of) now; None if it is gone."""
        ...

    def face_down_object(self, handle: int) -> int | None:
        """The face-down (or formerly face-down) permanent or spell of that number."""
        ...

    def zone(self, zone: ZoneName, player: str | None = None) -> Sequence[int]:
        """The objects of a zone: library and stack top first, the battlefield by controller, others by owner."""
        ...

    def player(self, name: str) -> PlayerFacts:
        """A player."""
        ...

    def triggered(self) -> Sequence[int]:
        """Ids of the sources of all abilities that triggered so far (as they were), mana abilities not."""
        ...

    def revealed(self) -> Sequence[str]:
        """Names of all cards revealed so far."""
        ...

    def sees(self, player: str, object: int) -> str | None:
        """The name of the card that the player may look at now (public ones too); None if they may not."""
        ...

    def has_seen(self, player: str, card_id: int) -> str | None:
        """The name of a card that the player looked at or was shown and may remember."""
        ...

    def could_turn_up(self, player: str, action: TurnFaceUp) -> bool:
        """Whether the action would be legal now if that player had priority."""
        ...

    def could_cast(self, player: str, object: int, face: int | None) -> bool:
        """Whether some way to cast (or play) the card is legal now."""
        ...

    def could_activate(self, player: str, object: int, ability: int | None) -> bool:
        """Whether the activation is legal now."""
        ...

    def could_produce(self, object: int, mana: str) -> bool:
        """Whether mana of that type (one symbol) could be produced (CR 106.7), without doing anything."""
        ...


@runtime_checkable
class TellsForced(Protocol):
    """An engine that remembers which decisions had one legal answer, so that nobody was asked."""

    def forced(self) -> Sequence[Decision]:
        """Those decisions so far: a script may answer them all the same."""
        ...
