"""Steps: instructions from nowhere (an effect without a source)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.scenario.ast.references import AnyRef, ObjectRef, Zone
from simulator.scenario.ast.steps import GameStep, PlayerStep


@dataclass(frozen=True, slots=True)
class Manifests:
    """`PLAYER manifests|cloaks [N] [CARD [from ZONE [of PLAYER]]] [as NAME]`."""

    player: str
    verb: Literal["manifests", "cloaks"]
    number: int | None = None
    card: ObjectRef | None = None
    zone: Zone | None = None
    zone_of: str | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class ManifestsDread:
    """`PLAYER manifests dread [keeping CARD] [as NAME]`."""

    player: str
    keeping: ObjectRef | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class PutCard:
    """`put CARD onto the battlefield [face down] [transformed] under PLAYER [as NAME]`."""

    card: ObjectRef
    player: str
    face_down: bool = False
    transformed: bool = False
    alias: str | None = None


ObjectVerb = Literal[
    "destroy", "sacrifice", "exile", "tap", "untap", "transform", "regenerate", "counter", "phase out", "reveal",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToObject:
    """An instruction that names only an object."""

    verb: ObjectVerb
    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class ReturnObject:
    """`return REF to hand|library|the battlefield [under PLAYER]`."""

    ref: ObjectRef
    zone: Literal["hand", "library", "battlefield"]
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Blink:
    """`blink REF [under PLAYER]`."""

    ref: ObjectRef
    player: str | None = None


@dataclass(frozen=True, slots=True)
class TurnObject:
    """`turn REF face down|face up`."""

    ref: ObjectRef
    face_up: bool


@dataclass(frozen=True, slots=True)
class BecomesCopy:
    """`REF becomes a copy of REF`."""

    ref: ObjectRef
    original: ObjectRef
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class CreateCopy:
    """`create a token copy of REF under PLAYER [as NAME]`."""

    original: ObjectRef
    player: str
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Attach:
    """`attach REF to REF`."""

    ref: ObjectRef
    host: ObjectRef


@dataclass(frozen=True, slots=True)
class GainsControl:
    """`PLAYER gains control of REF [until end of turn]`."""

    player: str
    ref: ObjectRef
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class LooksAtTop:
    """`PLAYER scries|surveils N`."""

    player: str
    verb: Literal["scries", "surveils"]
    number: int


@dataclass(frozen=True, slots=True)
class LosesAbilities:
    """`REF loses all abilities [until end of turn]`."""

    ref: ObjectRef
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class GainsKeyword:
    """`REF gains KEYWORD [until end of turn]`."""

    ref: ObjectRef
    keyword: str
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class GetsModifier:
    """`REF gets +N/-N [until end of turn]`."""

    ref: ObjectRef
    power: int
    toughness: int
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class BecomesSize:
    """`REF becomes N/N [until end of turn]`."""

    ref: ObjectRef
    power: int
    toughness: int
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class BecomesWords:
    """`REF becomes TYPES|COLOR [until end of turn]`; colors are mana letters."""

    ref: ObjectRef
    types: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class PutCounters:
    """`put N KIND counters on REF`."""

    number: int
    kind: str
    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class DealDamage:
    """`deal N damage to REF|PLAYER`."""

    number: int
    target: AnyRef


@dataclass(frozen=True, slots=True)
class MovesCards:
    """`PLAYER draws|mills|discards [N]`."""

    player: str
    verb: Literal["draws", "mills", "discards"]
    number: int = 1


@dataclass(frozen=True, slots=True)
class ChangesLife:
    """`PLAYER loses|gains N life`."""

    player: str
    verb: Literal["loses", "gains"]
    number: int


@dataclass(frozen=True, slots=True)
class Shuffles:
    """`PLAYER shuffles`."""

    player: str


Instruction = (
    Manifests
    | ManifestsDread
    | PutCard
    | ToObject
    | ReturnObject
    | Blink
    | TurnObject
    | BecomesCopy
    | CreateCopy
    | Attach
    | GainsControl
    | LooksAtTop
    | LosesAbilities
    | GainsKeyword
    | GetsModifier
    | BecomesSize
    | BecomesWords
    | PutCounters
    | DealDamage
    | MovesCards
    | ChangesLife
    | Shuffles
)
Move = PlayerStep | GameStep | Instruction
