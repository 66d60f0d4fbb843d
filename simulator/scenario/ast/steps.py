"""Steps: what players do, and the game moving on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.scenario.ast.references import Answer, AnyRef, ObjectRef, StepName


@dataclass(frozen=True, slots=True)
class Price:
    """`for COST`, `for nothing`, `for its mana cost`."""

    kind: Literal["mana", "nothing", "mana cost"]
    mana: str = ""


@dataclass(frozen=True, slots=True)
class Merge:
    """`over REF`, `under REF`."""

    over: bool
    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class Casts:
    """`PLAYER casts CARD …`."""

    player: str
    card: ObjectRef
    face_down: bool = False
    keywords: tuple[str, ...] = ()
    price: Price | None = None
    x: int | None = None
    modes: tuple[int, ...] = ()
    paying: tuple[ObjectRef, ...] = ()
    targets: tuple[AnyRef, ...] = ()
    merge: Merge | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Plays:
    """`PLAYER plays CARD`."""

    player: str
    card: ObjectRef
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Activates:
    """`PLAYER activates REF …`."""

    player: str
    ref: ObjectRef
    ability: int | None = None
    x: int | None = None
    paying: tuple[ObjectRef, ...] = ()
    targets: tuple[AnyRef, ...] = ()


@dataclass(frozen=True, slots=True)
class TapsForMana:
    """`PLAYER taps REF for mana [choosing …]`."""

    player: str
    ref: ObjectRef
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnsFaceUp:
    """`PLAYER turns REF face up …`."""

    player: str
    ref: ObjectRef
    price: Price | None = None
    keyword: str | None = None
    x: int | None = None


@dataclass(frozen=True, slots=True)
class LooksAt:
    """`PLAYER looks at REF`."""

    player: str
    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class Attacks:
    """`PLAYER attacks with REF, REF [attacking PLAYER|REF]`."""

    player: str
    attackers: tuple[ObjectRef, ...]
    defender: AnyRef | None = None


@dataclass(frozen=True, slots=True)
class Blocks:
    """`PLAYER blocks REF with REF, REF`."""

    player: str
    attacker: ObjectRef
    blockers: tuple[ObjectRef, ...]


@dataclass(frozen=True, slots=True)
class Chooses:
    """`PLAYER chooses ANSWER, ANSWER`."""

    player: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class SpecialAction:
    """`PLAYER foretells|plots|suspends CARD`."""

    player: str
    verb: Literal["foretells", "plots", "suspends"]
    card: ObjectRef


@dataclass(frozen=True, slots=True)
class Unlocks:
    """`PLAYER unlocks DOOR [of REF]`."""

    player: str
    door: str
    ref: ObjectRef | None = None


@dataclass(frozen=True, slots=True)
class Passes:
    """`PLAYER passes`."""

    player: str


@dataclass(frozen=True, slots=True)
class Concedes:
    """`PLAYER concedes`."""

    player: str


PlayerStep = (
    Casts
    | Plays
    | Activates
    | TapsForMana
    | TurnsFaceUp
    | LooksAt
    | Attacks
    | Blocks
    | Chooses
    | SpecialAction
    | Unlocks
    | Passes
    | Concedes
)


@dataclass(frozen=True, slots=True)
class Resolve:
    """`resolve`, `resolve all`."""

    everything: bool = False


@dataclass(frozen=True, slots=True)
class GoTo:
    """`go to STEP [of PLAYER]`."""

    step: StepName
    player: str | None = None


@dataclass(frozen=True, slots=True)
class NextTurn:
    """`next turn`."""


GameStep = Resolve | GoTo | NextTurn
