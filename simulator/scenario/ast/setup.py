"""The head of a script and its set-up lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.scenario.ast.references import Answer, CardName, Facing, ObjectRef, StepName, Zone


@dataclass(frozen=True, slots=True)
class Title:
    """`title: TEXT`."""

    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """`rules: NUMBER, NUMBER`."""

    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """`players: NAME, NAME`, in turn order."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """`start: PLAYER, STEP`."""

    player: str
    step: StepName


@dataclass(frozen=True, slots=True)
class InventedFace:
    """One face of an invented card.

    Attributes:
        name: its name.
        cost: its mana cost; "" for none.
        type_line: as written.
        size: power and toughness (`2/2`), or a single number for loyalty or defense; "" for none.
        text: its lines of Oracle text.
    """

    name: str
    cost: str
    type_line: str
    size: str = ""
    text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InventedCard:
    """A `card` block."""

    front: InventedFace
    back: InventedFace | None = None


@dataclass(frozen=True, slots=True)
class FlagMod:
    """`tapped`, `summoning sick`, `back face up`, `token`."""

    word: Literal["tapped", "summoning sick", "back face up", "token"]


@dataclass(frozen=True, slots=True)
class FaceDownMod:
    """`face down [manifested|cloaked|morph|disguise]`."""

    facing: Facing | None = None


@dataclass(frozen=True, slots=True)
class CountersMod:
    """`N KIND counters`."""

    number: int
    kind: str


@dataclass(frozen=True, slots=True)
class AttachedMod:
    """`attached to REF`."""

    ref: ObjectRef


@dataclass(frozen=True, slots=True)
class OwnedMod:
    """`owned by PLAYER`."""

    player: str


@dataclass(frozen=True, slots=True)
class XMod:
    """`X=N`."""

    x: int


@dataclass(frozen=True, slots=True)
class ChoosingMod:
    """`choosing ANSWER`: a choice made as it entered."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class UnlockedMod:
    """`unlocked DOOR`."""

    door: str


@dataclass(frozen=True, slots=True)
class OverMod:
    """`over CARD + CARD`: the cards below in a merged pile, the highest first."""

    cards: tuple[CardName | None, ...]


Mod = FlagMod | FaceDownMod | CountersMod | AttachedMod | OwnedMod | XMod | ChoosingMod | UnlockedMod | OverMod


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a set-up line; `card` is None for `unknown`."""

    card: CardName | None
    count: int = 1
    mods: tuple[Mod, ...] = ()
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class SetupZone:
    """`PLAYER ZONE: ITEM, ITEM`."""

    player: str
    zone: Zone
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class SetupNumber:
    """`PLAYER life: N`, `PLAYER poison: N`."""

    player: str
    what: Literal["life", "poison"]
    number: int


@dataclass(frozen=True, slots=True)
class SetupMana:
    """`PLAYER mana: free`, `lands` or exactly a pool (`pool` holds its symbols)."""

    player: str
    mode: Literal["free", "lands", "pool"]
    pool: str = ""
