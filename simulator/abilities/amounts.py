"""Amounts: numbers in an ability, evaluated when needed (CR 107, 608.2h)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import ObjectRef, PlayerRef, Self, You


@dataclass(frozen=True)
class Amount(Node):
    """Base: a number."""


@dataclass(frozen=True)
class Num(Amount):
    """A fixed number."""

    value: int


@dataclass(frozen=True)
class X(Amount):
    """The X of the spell or ability (CR 107.3a), or of the permanent that it became (107.3m)."""


@dataclass(frozen=True)
class Count(Amount):
    """How many objects of a zone fit ("for each creature you control").

    Attributes:
        distinct: "" counts objects; "name", "color", "card type", "basic land type", "mana value", "power" count
            different values among them.
    """

    where: Predicate = AllOf()
    zone: str = "battlefield"
    distinct: str = ""


@dataclass(frozen=True)
class CountRef(Amount):
    """How many objects a reference stands for ("that many")."""

    ref: ObjectRef


@dataclass(frozen=True)
class Stat(Amount):
    """A number of an object: "power" | "toughness" | "mana value" | "loyalty" | "damage" (marked) | "colors".

    With several objects: their sum, unless `combine` is "max" or "min".
    """

    stat: str
    ref: ObjectRef = Self()
    combine: str = "sum"


@dataclass(frozen=True)
class Counters(Amount):
    """Counters of that kind on an object ("" any kind)."""

    kind: str
    ref: ObjectRef = Self()


@dataclass(frozen=True)
class PlayerStat(Amount):
    """A number of a player: "life" | "hand" | "graveyard" | "library" | "poison" | "energy" | "starting life".

    Also of this turn: "life gained", "life lost", "cards drawn", "spells cast", "creatures died", "lands played",
    "damage taken";
    of the turn before: "spells cast last turn". Several players: their sum.
    """

    stat: str
    player: PlayerRef = You()


@dataclass(frozen=True)
class CountPlayers(Amount):
    """How many players the reference stands for ("for each opponent")."""

    player: PlayerRef


@dataclass(frozen=True)
class EventAmount(Amount):
    """The number of the event: damage dealt, life gained, cards drawn ("that much")."""


@dataclass(frozen=True)
class PriorAmount(Amount):
    """The number that an earlier instruction of the ability produced ("that much life", "the amount lost this way")."""

    key: str = ""


@dataclass(frozen=True)
class Plus(Amount):
    """Sum."""

    parts: tuple[Amount, ...]


@dataclass(frozen=True)
class Times(Amount):
    """Product with a fixed number (negative allowed)."""

    factor: int
    amount: Amount


@dataclass(frozen=True)
class Product(Amount):
    """Product of several amounts ("X damage for each ...")."""

    parts: tuple[Amount, ...]


@dataclass(frozen=True)
class Half(Amount):
    """Half, rounded up or down as the text says."""

    amount: Amount
    up: bool = False


@dataclass(frozen=True)
class Devotion(Amount):
    """Devotion to the colors (CR 700.5)."""

    colors: tuple[str, ...]


@dataclass(frozen=True)
class ChosenNumber(Amount):
    """The number chosen as the source entered or earlier in the ability."""


@dataclass(frozen=True)
class DividedBy(Amount):
    """Quotient of two amounts, rounded down (up with `up`); 0 where the divisor is 0 (CR 107.1a)."""

    amount: Amount
    by: Amount
    up: bool = False


@dataclass(frozen=True)
class CountTargets(Amount):
    """How many legal targets, objects and players, target number `index` has; while casting: how many were chosen."""

    index: int = 0


@dataclass(frozen=True)
class CountEvents(Amount):
    """How often an event (an `Event` node) happened this turn ("for each spell you've cast this turn that ...")."""

    event: Node


@dataclass(frozen=True)
class TimesPaid(Amount):
    """How often an optional additional cost was paid for the source ("kicker", CR 702.33d; "squad", 702.157a)."""

    keyword: str
