"""What a line can refer to, and what a decision can be answered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Zone = Literal["battlefield", "hand", "library", "graveyard", "exile", "command", "stack"]
StepName = Literal[
    "untap", "upkeep", "draw", "main", "combat", "attackers", "blockers", "damage", "end-of-combat", "second-main",
    "end", "cleanup",
]  # fmt: skip
Facing = Literal["manifested", "cloaked", "morph", "disguise"]


@dataclass(frozen=True, slots=True)
class CardName:
    """A card that the catalogue knows.

    Attributes:
        name: the card's full English name (`Fire // Ice` for a card of two parts).
        part: the English name of what was named: the whole card, or one face or half.
        face: the index of that face or half; None if the whole card was named.
    """

    name: str
    part: str
    face: int | None = None


@dataclass(frozen=True, slots=True)
class AliasRef:
    """A name given with `as`."""

    name: str


@dataclass(frozen=True, slots=True)
class HandleRef:
    """`#2`: the second face-down spell or permanent of the game."""

    number: int


@dataclass(frozen=True, slots=True)
class NameRef:
    """An object (or a card) by its name.

    Attributes:
        name: the English name meant.
        card: the card of that name, if the catalogue knows one (a token's name may be no card's).
        number: the n of `NAME#n`.
    """

    name: str
    card: CardName | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class LastToken:
    """`last token`: the token made last."""


@dataclass(frozen=True, slots=True)
class TopOfStack:
    """`top of stack`."""


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player."""

    name: str


ObjectRef = AliasRef | HandleRef | NameRef | LastToken | TopOfStack
AnyRef = ObjectRef | PlayerRef


@dataclass(frozen=True, slots=True)
class RefAnswer:
    """An object, card or player."""

    ref: AnyRef


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """`A + B`: several things that make one answer."""

    refs: tuple[AnyRef, ...]


@dataclass(frozen=True, slots=True)
class DivisionAnswer:
    """`A 3 + B 2`: an amount divided."""

    parts: tuple[tuple[AnyRef, int], ...]


@dataclass(frozen=True, slots=True)
class ModeAnswer:
    """`mode N`."""

    number: int


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """A number (which may also pick a mode)."""

    number: int


@dataclass(frozen=True, slots=True)
class ColorAnswer:
    """A color, as its mana letter."""

    color: str


@dataclass(frozen=True, slots=True)
class ManaAnswer:
    """Mana, such as `{W}{U}`."""

    mana: str


@dataclass(frozen=True, slots=True)
class SizeAnswer:
    """Power and toughness."""

    power: int
    toughness: int


@dataclass(frozen=True, slots=True)
class TypeAnswer:
    """A card type or subtype."""

    word: str


@dataclass(frozen=True, slots=True)
class YesNoAnswer:
    """`yes`, `no` or `none`."""

    yes: bool


Answer = (
    RefAnswer
    | GroupAnswer
    | DivisionAnswer
    | ModeAnswer
    | NumberAnswer
    | ColorAnswer
    | ManaAnswer
    | SizeAnswer
    | TypeAnswer
    | YesNoAnswer
)
