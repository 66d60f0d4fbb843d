"""Keyword abilities that trigger in combat (CR 702), written out as trees."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.keyword_arrivals import Expansion
from simulator.rules.keyword_nodes import AttackedOpponents, Designate, MostLife, Myriad, number_of

_SELF = t.Is(t.Self())
_ATTACKS = t.Attacks(_SELF)
_COUNTER = t.PutCountersOn("+1/+1", t.Num(1))


def _renown(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.112a, 603.4: of several instances the first one that resolves makes it renowned
    effect = t.Sequence((t.PutCountersOn("+1/+1", number_of(keyword)), Designate("renowned", "702.112b")))
    event = t.DealsDamage(_SELF, to_player=t.EachPlayer(), combat=True)
    unless = t.Holds(t.Self(), t.Not(t.IsDesignated("renowned")))
    return (t.Triggered(event, effect, condition=unless, keyword=keyword.name),)


def _mobilize(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.181a
    warrior = t.TokenSpec("", ("Creature",), ("Warrior",), (), ("R",), t.Num(1), t.Num(1))
    make = t.CreateToken(warrior, number_of(keyword), tapped=True, attacking=True, save_as="mobilized")
    later = t.Delayed(t.BeginningOf("end"), t.SacrificeEffect(t.Prior("delayed")), t.Prior("mobilized"))
    return (t.Triggered(_ATTACKS, t.Sequence((make, later)), keyword=keyword.name),)


def _myriad(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.116a
    return (t.Triggered(_ATTACKS, Myriad(), keyword=keyword.name),)


def _dethrone(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.105a: the player, not one of their planeswalkers; life is compared only as it attacks
    event = t.Attacks(t.AllOf((_SELF, t.IsAttacking(MostLife()))))
    return (t.Triggered(event, _COUNTER, keyword=keyword.name),)


def _training(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.149a
    stronger = t.AllOf((t.Other(), t.Compare("power", ">", t.Stat("power"))))
    return (t.Triggered(t.AttacksWith(stronger, source_too=True), _COUNTER, keyword=keyword.name),)


def _melee(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.121a
    bonus = t.Continuous(t.Self(), (t.ModifyPT(AttackedOpponents(), AttackedOpponents()),))
    return (t.Triggered(_ATTACKS, bonus, keyword=keyword.name),)


def _decayed(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.147a
    later = t.Delayed(t.BeginningOf("end of combat"), t.SacrificeEffect(t.Prior("delayed")), t.Self())
    return (t.Triggered(_ATTACKS, later, keyword=keyword.name),)


def _frenzy(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.68a
    bonus = t.Continuous(t.Self(), (t.ModifyPT(number_of(keyword)),))
    return (t.Triggered(t.NotBlocked(_SELF), bonus, keyword=keyword.name),)


def _poisonous(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.70a
    event = t.DealsDamage(_SELF, to_player=t.EachPlayer(), combat=True)
    poison = t.GiveCountersToPlayer("poison", number_of(keyword), t.ThatPlayer())
    return (t.Triggered(event, poison, keyword=keyword.name),)


#: By the name of the keyword.
ATTACKS: dict[str, Expansion] = {
    "renown": _renown,
    "mobilize": _mobilize,
    "myriad": _myriad,
    "dethrone": _dethrone,
    "training": _training,
    "melee": _melee,
    "decayed": _decayed,
    "frenzy": _frenzy,
    "poisonous": _poisonous,
}
