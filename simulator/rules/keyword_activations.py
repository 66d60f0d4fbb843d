"""Keyword abilities that are activated outside the battlefield (CR 702), written out as trees."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.rules.keyword_nodes import CreateFromExiled, EnterInPlaceOf, number_of

_CREATURE = t.HasType("Creature")
_YOURS = t.ControlledBy(t.You())
#: CR 509.1h: an attacker is unblocked only after blockers were declared.
_BLOCKERS_KNOWN = t.AnyTrue(tuple(t.InStep(step) for step in ("blockers", "first-damage", "damage", "end-of-combat")))


def _ninjutsu(keyword: t.Keyword) -> t.Activated:
    # CR 702.49a
    unblocked = t.AllOf((_CREATURE, t.IsAttacking(), t.Not(t.IsBlocked())))
    cost = (*keyword.cost, t.RevealFromHand(t.Is(t.Self())), t.ReturnToHand(unblocked))
    return t.Activated(cost, EnterInPlaceOf(), condition=_BLOCKERS_KNOWN, zone="hand", keyword=keyword.name)


def _from_graveyard(keyword: t.Keyword, effect: t.Effect, *targets: t.TargetSpec) -> t.Activated:
    cost = (*keyword.cost, t.ExileCost(self_only=True))
    return t.Activated(cost, effect, targets, sorcery_speed=True, zone="graveyard", keyword=keyword.name)


def _embalm(keyword: t.Keyword) -> t.Activated:
    # CR 702.128a
    return _from_graveyard(keyword, CreateFromExiled("W"))


def _eternalize(keyword: t.Keyword) -> t.Activated:
    # CR 702.129a
    return _from_graveyard(keyword, CreateFromExiled("B", 4))


def _scavenge(keyword: t.Keyword) -> t.Activated:
    # CR 702.97a
    power = t.Stat("power", t.Prior("cost"))
    return _from_graveyard(keyword, t.PutCountersOn("+1/+1", power, t.Target(0)), t.TargetSpec(_CREATURE))


def _from_hand(keyword: t.Keyword, effect: t.Effect, *targets: t.TargetSpec, slow: bool = False) -> t.Activated:
    cost = (*keyword.cost, t.Discard(self_only=True))
    return t.Activated(cost, effect, targets, sorcery_speed=slow, zone="hand", keyword=keyword.name)


def _transmute(keyword: t.Keyword) -> t.Activated:
    # CR 702.53a
    same = t.Compare("mana value", "=", t.Stat("mana value", t.Prior("cost")))
    return _from_hand(keyword, t.Sequence((t.Search(same, reveal=True), t.Shuffle())), slow=True)


def _reinforce(keyword: t.Keyword) -> t.Activated:
    # CR 702.77a
    grow = t.PutCountersOn("+1/+1", number_of(keyword), t.Target(0))
    return _from_hand(keyword, grow, t.TargetSpec(_CREATURE))


#: By the name of the keyword.
ACTIVATIONS: dict[str, Callable[[t.Keyword], t.Activated]] = {
    "ninjutsu": _ninjutsu,
    "embalm": _embalm,
    "eternalize": _eternalize,
    "scavenge": _scavenge,
    "transmute": _transmute,
    "reinforce": _reinforce,
}
