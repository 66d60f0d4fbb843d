"""What the scenario runner asks of the engine, and nothing more: the seam between the language and the rules.

Objects are named by their id (new on each zone change, CR 400.7), physical cards and tokens by their card id (never
new). A call that the rules forbid raises `IllegalAction` and changes nothing; one that can't be read raises
`InvalidAction`; one that isn't implemented raises `Unsupported`. Events go to the log.

A player's step is announced whole: what it leaves out and the rules ask for is a pending decision afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from simulator.model.cards import CardDefinition
from simulator.model.decisions import Answer, Decision
from simulator.model.events import Event
from simulator.scenario.orders import EngineInstruction, PlayerAction, TurnFaceUp

# ---------------------------------------------------------------- the position at the start

ManaMode = Literal["free", "lands", "pool"]
Origin = Literal["morph", "disguise", "manifest", "cloak", "effect"]
ZoneName = Literal["library", "hand", "battlefield", "graveyard", "stack", "exile", "command"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card where the game begins.

    Attributes:
        card: its definition; `UNKNOWN_CARD` for one that nobody has seen.
        player: whose zone it is in; on the battlefield its controller.
        owner: None: that player.
        face: the face that is up (double-faced), 0 else; other halves don't matter outside the stack.
        face_down: how it became face down, or None.
        attached_to: index in `Position.cards` of what it is attached to.
        x: value of X. choice: a choice made as it entered (a color letter, type word, card name, player or number).
        unlocked: indices of unlocked halves of a Room.
        under: the cards under it in a merged pile, the highest first (CR 730).
    """

    card: CardDefinition
    player: str
    zone: ZoneName
    owner: str | None = None
    face: int = 0
    face_down: Origin | None = None
    tapped: bool = False
    summoning_sick: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | None = None
    token: bool = False
    x: int | None = None
    choice: str | int | None = None
    unlocked: tuple[int, ...] = ()
    under: tuple[CardDefinition, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the start; `pool` holds mana symbols with `mana="pool"`."""

    name: str
    life: int = 20
    poison: int = 0
    mana: ManaMode = "free"
    pool: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a scenario begins: turn 3 of `active`, in `step`, stack empty.

    Attributes:
        cards: in the order written: library cards top first, permanents by timestamp.
    """

    seats: tuple[Seat, ...]
    active: str
    step: str
    cards: tuple[Placed, ...]


# ---------------------------------------------------------------- what can be read


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """Everything that a check may ask about an object now, after all effects.

    Attributes:
        id: the object. card_id: the physical card or token; cards: those of a merged pile, the topmost first.
        kind: "card" | "token" | "copy" | "ability". zone, owner, controller: controller is the owner's off the
            battlefield and the stack.
        name: "" for no name. types: supertypes, card types and subtypes. subtypes: those alone.
        colors: letters. power, toughness: None where it has none. mana_cost: None for no mana cost.
        keywords: keyword abilities in lower case with cost or value ("ward {2}", "flying").
        ability_count: abilities that it has, granted ones too.
        origin: how it became face down. handle: its number among face-down objects, 0 for none.
        transformed: a double-faced permanent with its back face up.
        source: for an ability on the stack, the id of its source (as it was). arrived: order of arrival.
    """

    id: int
    card_id: int
    cards: tuple[int, ...]
    kind: str
    zone: ZoneName
    owner: str
    controller: str
    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    mana_value: int
    mana_cost: str | None
    keywords: tuple[str, ...]
    ability_count: int
    counters: tuple[tuple[str, int], ...]
    damage: int
    tapped: bool
    face_down: bool
    origin: Origin | None
    handle: int
    summoning_sick: bool
    phased_out: bool
    transformed: bool
    attached_to: int | str | None
    source: int | None
    arrived: int


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What a check may ask about a player; `pool` holds mana letters."""

    name: str
    life: int
    hand: int
    library: int
    pool: tuple[str, ...]
    won: bool
    lost: bool
    mana: ManaMode


class Engine(Protocol):
    """The engine as the runner sees it: omniscient, for the tester. Nothing of it is shown to a player.

    Made by `engine_for(position, seed) -> Engine`; `placed` then names the objects of `Position.cards`.
    """

    @property
    def placed(self) -> tuple[int, ...]:
        """The objects that the position's cards became, in its order."""
        ...

    # --- acting

    def act(self, player: str, action: PlayerAction) -> None:
        """A player's action, announced whole; the player is given priority if the rules could give it now."""
        ...

    def instruct(self, instruction: EngineInstruction) -> Sequence[int]:
        """Carry an instruction out at once; returns the ids of the objects that it put down, created or moved.

        Raises:
            IllegalAction: the rules turn it into nothing; it carries the rules (the log says so as well).
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
