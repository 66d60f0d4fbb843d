"""Costs (CR 118): what has to be paid, in the order of the text."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate


@dataclass(frozen=True)
class Cost(Node):
    """Base: one part of a cost."""


@dataclass(frozen=True)
class PayMana(Cost):
    """Mana, in symbols: `{2}{G}`, `{X}` included."""

    mana: str


@dataclass(frozen=True)
class TapSelf(Cost):
    """The tap symbol (CR 107.5)."""


@dataclass(frozen=True)
class UntapSelf(Cost):
    """The untap symbol (CR 107.6)."""


@dataclass(frozen=True)
class PayLife(Cost):
    """Life (CR 119.4)."""

    amount: Amount


@dataclass(frozen=True)
class ExertSelf(Cost):
    """Exert the source (CR 701.43a)."""


@dataclass(frozen=True)
class SacrificeSelf(Cost):
    """Sacrifice the source."""


@dataclass(frozen=True)
class Sacrifice(Cost):
    """Sacrifice permanents that fit."""

    where: Predicate
    amount: Amount = Num(1)


@dataclass(frozen=True)
class TapPermanents(Cost):
    """Tap untapped permanents you control that fit ("tap an untapped creature you control")."""

    where: Predicate
    amount: Amount = Num(1)


@dataclass(frozen=True)
class UntapPermanents(Cost):
    """Untap tapped permanents you control that fit."""

    where: Predicate
    amount: Amount = Num(1)


@dataclass(frozen=True)
class Discard(Cost):
    """Discard cards from hand that fit; `self_only`: this card (cycling)."""

    where: Predicate = AllOf()
    amount: Amount = Num(1)
    self_only: bool = False
    at_random: bool = False


@dataclass(frozen=True)
class ExileCost(Cost):
    """Exile objects of a zone that fit; `self_only`: the source itself from where it is."""

    where: Predicate = AllOf()
    zone: str = "graveyard"
    amount: Amount = Num(1)
    self_only: bool = False


@dataclass(frozen=True)
class ReturnToHand(Cost):
    """Return permanents you control that fit to their owner's hand; `self_only`: the source."""

    where: Predicate = AllOf()
    amount: Amount = Num(1)
    self_only: bool = False


@dataclass(frozen=True)
class RemoveCounters(Cost):
    """Remove counters from the source (or from a permanent that fits `where`)."""

    kind: str
    amount: Amount = Num(1)
    where: Predicate | None = None


@dataclass(frozen=True)
class PutCounters(Cost):
    """Put counters on the source as a cost (Wall of Roots: -0/-1 counter)."""

    kind: str
    amount: Amount = Num(1)


@dataclass(frozen=True)
class Loyalty(Cost):
    """A loyalty cost: +N, -N, 0 or -X (CR 606.4)."""

    change: int
    x: bool = False


@dataclass(frozen=True)
class RevealFromHand(Cost):
    """Reveal cards from hand that fit ("Reveal a white card in your hand")."""

    where: Predicate = AllOf()
    amount: Amount = Num(1)


@dataclass(frozen=True)
class MillCost(Cost):
    """Mill cards."""

    amount: Amount


@dataclass(frozen=True)
class PayEnergy(Cost):
    """Energy counters (CR 107.14)."""

    amount: Amount


@dataclass(frozen=True)
class EitherCost(Cost):
    """One of several costs, chosen by who pays ("sacrifice a permanent or discard a card")."""

    options: tuple[tuple[Cost, ...], ...]
