"""Checks: what is expected, and what must be refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.scenario.ast.instructions import Move
from simulator.scenario.ast.references import Answer, AnyRef, NameRef, ObjectRef, Zone
from simulator.scenario.ast.setup import InventedCard, Players, Rules, SetupMana, SetupNumber, SetupZone, Start, Title
from simulator.scenario.ast.steps import Price

Flag = Literal[
    "face up", "face down", "manifested", "cloaked", "tapped", "untapped", "no name", "colorless", "no mana cost",
    "no subtypes", "no abilities", "unattached", "token", "summoning sick", "phased out", "gone", "transformed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class FlagProp:
    """A property of fixed words."""

    word: Flag


@dataclass(frozen=True, slots=True)
class SizeProp:
    """`N/N`."""

    power: int
    toughness: int


@dataclass(frozen=True, slots=True)
class NamedProp:
    """`named X`."""

    name: NameRef


@dataclass(frozen=True, slots=True)
class ManaValueProp:
    """`mana value N`."""

    number: int


@dataclass(frozen=True, slots=True)
class ManaCostProp:
    """`mana cost COST`."""

    cost: str


@dataclass(frozen=True, slots=True)
class WordsProp:
    """Types and colors that it must have, all of them; colors are mana letters."""

    types: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeywordProp:
    """`has KEYWORD`, `lacks KEYWORD`."""

    keyword: str
    has: bool


@dataclass(frozen=True, slots=True)
class CountersProp:
    """`N KIND counters`."""

    number: int
    kind: str


@dataclass(frozen=True, slots=True)
class ControlledProp:
    """`controlled by P`."""

    player: str


@dataclass(frozen=True, slots=True)
class OwnedProp:
    """`owned by P`."""

    player: str


@dataclass(frozen=True, slots=True)
class AttachedProp:
    """`attached to REF`."""

    ref: AnyRef


@dataclass(frozen=True, slots=True)
class ZoneProp:
    """`in ZONE [of P]`."""

    zone: Zone
    player: str | None = None


@dataclass(frozen=True, slots=True)
class DamageProp:
    """`damage N`."""

    number: int


@dataclass(frozen=True, slots=True)
class OriginProp:
    """`origin morph|disguise|manifest|cloak|effect`: how it became face down (CR 708.6)."""

    origin: Literal["morph", "disguise", "manifest", "cloak", "effect"]


@dataclass(frozen=True, slots=True)
class NotProp:
    """`not PROP`."""

    prop: Prop


Prop = (
    FlagProp
    | SizeProp
    | NamedProp
    | ManaValueProp
    | ManaCostProp
    | WordsProp
    | KeywordProp
    | CountersProp
    | ControlledProp
    | OwnedProp
    | AttachedProp
    | ZoneProp
    | DamageProp
    | OriginProp
    | NotProp
)


@dataclass(frozen=True, slots=True)
class NumberPProp:
    """`life N`, `hand N`, `library N`."""

    what: Literal["life", "hand", "library"]
    number: int


@dataclass(frozen=True, slots=True)
class PoolPProp:
    """`pool MANA`, `pool empty` (mana is "")."""

    mana: str


@dataclass(frozen=True, slots=True)
class OutcomePProp:
    """`won`, `lost`."""

    outcome: Literal["won", "lost"]


@dataclass(frozen=True, slots=True)
class SeesPProp:
    """`sees REF as CARD`; with `remembered`, `has seen REF as CARD`."""

    ref: ObjectRef
    name: NameRef
    remembered: bool = False


@dataclass(frozen=True, slots=True)
class CannotSeePProp:
    """`cannot see REF`."""

    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class CanTurnPProp:
    """`can|cannot turn REF face up [for COST]`."""

    can: bool
    ref: ObjectRef
    price: Price | None = None


@dataclass(frozen=True, slots=True)
class CanCastPProp:
    """`can|cannot cast CARD`."""

    can: bool
    card: ObjectRef


@dataclass(frozen=True, slots=True)
class CanActivatePProp:
    """`can|cannot activate REF [ability N]`."""

    can: bool
    ref: ObjectRef
    ability: int | None = None


@dataclass(frozen=True, slots=True)
class CouldProducePProp:
    """`could|could not produce MANA with REF` (CR 106.7)."""

    could: bool
    mana: str
    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class MayChoosePProp:
    """`may choose ANSWER, ANSWER`: exactly these."""

    answers: tuple[Answer, ...]


PProp = (
    NumberPProp
    | PoolPProp
    | OutcomePProp
    | SeesPProp
    | CannotSeePProp
    | CanTurnPProp
    | CanCastPProp
    | CanActivatePProp
    | CouldProducePProp
    | MayChoosePProp
)


@dataclass(frozen=True, slots=True)
class ExpectObject:
    """`expect REF: PROP, PROP`."""

    ref: ObjectRef
    props: tuple[Prop, ...]


@dataclass(frozen=True, slots=True)
class ExpectPlayer:
    """`expect PLAYER: PPROP, PPROP`."""

    player: str
    props: tuple[PProp, ...]


@dataclass(frozen=True, slots=True)
class ExpectZone:
    """`expect ZONE of PLAYER: [exactly] CARD [xN], CARD | empty` (empty: no cards, exactly)."""

    zone: Zone
    player: str
    cards: tuple[tuple[NameRef, int], ...]
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class ExpectTally:
    """`expect triggered:` and `expect stack:` with `nothing|empty`, a number or references."""

    what: Literal["triggered", "stack"]
    expected: int | tuple[ObjectRef, ...]


@dataclass(frozen=True, slots=True)
class ExpectRevealed:
    """`expect revealed: nothing | CARD, CARD`."""

    cards: tuple[tuple[NameRef, int], ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """`refuse STEP [NUMBER]`."""

    step: Move
    rule: str | None = None


Check = ExpectObject | ExpectPlayer | ExpectZone | ExpectTally | ExpectRevealed
Setup = SetupZone | SetupNumber | SetupMana
Header = Title | Rules | Players | Start | InventedCard
Statement = Header | Setup | Move | Refuse | Check
