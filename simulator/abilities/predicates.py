"""Predicates: which objects a phrase such as "nonblack creature you control" means.

`Predicate` nodes are asked about one object, in the zone that the surrounding node names (the battlefield
unless it says otherwise). An empty `AllOf` is true of every object.
"""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.node import Node


@dataclass(frozen=True)
class Predicate(Node):
    """Base: true or false of one object."""


@dataclass(frozen=True)
class AllOf(Predicate):
    """All parts hold."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True)
class AnyOf(Predicate):
    """At least one part holds."""

    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True)
class Not(Predicate):
    """The part doesn't hold."""

    part: Predicate


@dataclass(frozen=True)
class HasType(Predicate):
    """The object has that supertype, card type or subtype ("Creature", "Forest", "Legendary")."""

    word: str


@dataclass(frozen=True)
class IsPermanentCard(Predicate):
    """A card with a permanent type (CR 110.4b), in any zone."""


@dataclass(frozen=True)
class IsHistoric(Predicate):
    """Legendary, artifact or Saga (CR 700.6)."""


@dataclass(frozen=True)
class HasColor(Predicate):
    """The object is of that color (letter W U B R G)."""

    color: str


@dataclass(frozen=True)
class ColorCount(Predicate):
    """How many colors: "colorless" (0), "mono" (exactly 1), "multi" (2 or more) (CR 105.2)."""

    kind: str


@dataclass(frozen=True)
class OfChosen(Predicate):
    """Of the color, creature type, card name or card type chosen as the source entered (or as the spell resolved).

    Attributes:
        kind: "color" | "creature type" | "name" | "card type" | "player".
    """

    kind: str


@dataclass(frozen=True)
class ControlledBy(Predicate):
    """Controlled by one of those players (a `PlayerRef`); a card outside battlefield and stack has only an owner."""

    player: Node


@dataclass(frozen=True)
class OwnedBy(Predicate):
    """Owned by one of those players (a `PlayerRef`)."""

    player: Node


@dataclass(frozen=True)
class IsTapped(Predicate):
    """Tapped (use `Not` for untapped)."""


@dataclass(frozen=True)
class IsFaceDown(Predicate):
    """Face down (CR 708)."""


@dataclass(frozen=True)
class IsToken(Predicate):
    """A token (CR 111); `Not` for nontoken."""


@dataclass(frozen=True)
class HasKeyword(Predicate):
    """Has an ability of that keyword ("flying"; CR 702)."""

    keyword: str


@dataclass(frozen=True)
class HasAbilities(Predicate):
    """Has at least one ability; with `kind`, one of that kind ("activated", "mana", ...)."""

    kind: str = ""


@dataclass(frozen=True)
class Compare(Predicate):
    """A number of the object compared with an amount.

    Attributes:
        stat: "power" | "toughness" | "mana value" | "base power" | "counters" | "total power and toughness"
        op: "<" | "<=" | "=" | ">=" | ">" | "!=" | "odd" | "even".
        amount: an `Amount` node; None with odd and even.
    """

    stat: str
    op: str
    amount: Node | None = None


@dataclass(frozen=True)
class HasCounter(Predicate):
    """Has at least one counter, of that kind if given (CR 122)."""

    kind: str = ""


@dataclass(frozen=True)
class CounterCount(Predicate):
    """How many counters of a kind ("" any kind) it has, compared with an amount (op as in `Compare`)."""

    kind: str
    op: str
    amount: Node


@dataclass(frozen=True)
class Named(Predicate):
    """Has that exact English name."""

    name: str


@dataclass(frozen=True)
class SameNameAs(Predicate):
    """Shares a name with the referred object (CR 201.2a: nameless objects share none)."""

    ref: Node


@dataclass(frozen=True)
class SharesWith(Predicate):
    """Shares a "color", "creature type", "card type", "land type", "mana value" ... with the referred object."""

    what: str
    ref: Node


@dataclass(frozen=True)
class Is(Predicate):
    """It is (one of) the referred object(s): "this creature", "enchanted creature"."""

    ref: Node


@dataclass(frozen=True)
class Other(Predicate):
    """It isn't the source of the ability ("another", "other")."""


@dataclass(frozen=True)
class IsAttacking(Predicate):
    """An attacking creature (CR 506.4); with `player`, attacking that `PlayerRef`."""

    player: Node | None = None


@dataclass(frozen=True)
class IsBlocking(Predicate):
    """A blocking creature."""


@dataclass(frozen=True)
class IsBlocked(Predicate):
    """A blocked creature; `Not` for unblocked (with attacking)."""


@dataclass(frozen=True)
class IsAttached(Predicate):
    """Attached to, or has attached: `word` is "enchanted" | "equipped" | "modified"."""

    word: str


@dataclass(frozen=True)
class InZone(Predicate):
    """In that zone; for phrases that look in several zones."""

    zone: str


@dataclass(frozen=True)
class EnteredThisTurn(Predicate):
    """Entered the battlefield (or the zone asked about) this turn."""


@dataclass(frozen=True)
class IsSpell(Predicate):
    """A spell on the stack (abilities on the stack are not)."""


@dataclass(frozen=True)
class IsAbilityOnStack(Predicate):
    """An ability on the stack: `kind` is "activated" | "triggered" | "" for either (never mana abilities)."""

    kind: str = ""


@dataclass(frozen=True)
class SpellTargets(Predicate):
    """A spell or ability with a target that fits: object predicate, or player reference."""

    what: Node
    only: bool = False


@dataclass(frozen=True)
class DealtDamageThisTurn(Predicate):
    """It was dealt damage this turn; with `by`, by a source that fits."""

    by: Predicate | None = None


@dataclass(frozen=True)
class SingleTarget(Predicate):
    """A spell or ability with exactly one target in all ("with a single target"; CR 115.7)."""


@dataclass(frozen=True)
class IsAttachedTo(Predicate):
    """Attached to (one of) the referred object(s) ("Auras attached to them")."""

    ref: Node


@dataclass(frozen=True)
class IsBlockingIt(Predicate):
    """Blocking (one of) the referred creature(s) ("each creature blocking it")."""

    ref: Node


@dataclass(frozen=True)
class IsBlockedByIt(Predicate):
    """Blocked by (one of) the referred creature(s)."""

    ref: Node


@dataclass(frozen=True)
class TurnedFaceUpThisTurn(Predicate):
    """A permanent that was turned face up this turn."""


@dataclass(frozen=True)
class FromSource(Predicate):
    """An ability on the stack whose source fits (CR 113.7)."""

    where: Predicate


@dataclass(frozen=True)
class IsCard(Predicate):
    """The card itself fits, as printed: whether a face-down permanent "is a creature card" (CR 708.2, 109.2a)."""

    where: Predicate


@dataclass(frozen=True)
class IsDesignated(Predicate):
    """A permanent with a designation ("renowned", "monstrous", "goaded", "suspected"; CR 702.112b, 701.37b)."""

    word: str
