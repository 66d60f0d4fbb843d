"""Keyword abilities that trigger as a permanent enters, leaves or is cast (CR 702), written out as trees."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.rules.keyword_nodes import Backup, Did, number_of

Expansion = Callable[[t.Keyword], tuple[t.Triggered, ...]]
_SELF = t.Is(t.Self())
_YOURS = t.ControlledBy(t.You())
_CREATURE = t.HasType("Creature")
_ENTERS = t.ZoneChange(_SELF, "", "battlefield")
_DIES = t.ZoneChange(_SELF, "battlefield", "graveyard")


def _exploit(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.110a: any creature of its controller may be sacrificed, itself too
    victim = t.Choose(t.AllOf((_CREATURE, _YOURS)), minimum=t.Num(0), maximum=t.Num(1))
    effect = t.IfDone(t.SacrificeEffect(victim, save_as="exploited"), Did("exploit"))
    return (t.Triggered(_ENTERS, effect, keyword=keyword.name),)


def _germ(*colors: str, kinds: tuple[str, ...], size: int) -> t.TokenSpec:
    return t.TokenSpec("", ("Creature",), kinds, (), colors, t.Num(size), t.Num(size))


#: CR 702.92a, 702.163a, 702.182a: the token that an Equipment brings along.
_BEARERS = {
    "living weapon": _germ("B", kinds=("Phyrexian", "Germ"), size=0),
    "for mirrodin!": _germ("R", kinds=("Rebel",), size=2),
    "job select": _germ(kinds=("Hero",), size=1),
}


def _bearer(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    token = t.CreateToken(_BEARERS[keyword.name], save_as="bearer")
    return (t.Triggered(_ENTERS, t.Sequence((token, t.Attach(t.Self(), t.Prior("bearer")))), keyword=keyword.name),)


def _fabricate(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.123a: who can't put the counters on it (it has left) creates the Servos
    servo = t.TokenSpec("", ("Artifact", "Creature"), ("Servo",), (), (), t.Num(1), t.Num(1))
    make = t.CreateToken(servo, number_of(keyword))
    effect = t.May(t.IfDone(t.PutCountersOn("+1/+1", number_of(keyword)), otherwise=make), otherwise=make)
    return (t.Triggered(_ENTERS, effect, keyword=keyword.name),)


def _soulshift(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.46a
    spirit = t.AllOf((t.HasType("Spirit"), t.OwnedBy(t.You()), t.Compare("mana value", "<=", number_of(keyword))))
    spec = t.TargetSpec(spirit, zone="graveyard")
    return (t.Triggered(_DIES, t.May(t.MoveTo(t.Target(0), "hand")), (spec,), keyword=keyword.name),)


def _graft(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.58a: a counter is moved: it is put there only if it could be taken away
    event = t.ZoneChange(t.AllOf((_CREATURE, t.Other())), "", "battlefield")
    move = t.IfDone(t.RemoveCountersFrom("+1/+1", t.Num(1)), t.PutCountersOn("+1/+1", t.Num(1), t.That()))
    has_one = t.Holds(t.Self(), t.HasCounter("+1/+1"))
    return (t.Triggered(event, t.May(move), condition=has_one, keyword=keyword.name),)


def _ravenous(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.156a, 107.3m
    return (t.Triggered(_ENTERS, t.Draw(), condition=t.AmountIs(t.X(), ">=", t.Num(5)), keyword=keyword.name),)


def _offspring(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.175a
    copy = t.CreateCopyToken(t.Self(), except_=(t.SetPT(t.Num(1), t.Num(1)),))
    return (t.Triggered(_ENTERS, copy, condition=t.WasCast(t.Self(), kicked="offspring"), keyword=keyword.name),)


def _squad(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.157a: one token for each time that the cost was paid
    copies = t.CreateCopyToken(t.Self(), t.TimesPaid("squad"))
    return (t.Triggered(_ENTERS, copies, condition=t.WasCast(t.Self(), kicked="squad"), keyword=keyword.name),)


def _champion(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.72a: what is exiled comes back as the champion leaves
    where = t.AllOf((keyword.where or t.AllOf(), _YOURS, t.Other()))
    other = t.Choose(where, minimum=t.Num(0), maximum=t.Num(1))
    exile = t.MoveTo(other, "exile", linked="exiled")
    effect = t.IfDone(exile, otherwise=t.SacrificeEffect(t.Self()))
    back = t.PutOntoBattlefield(t.Linked("exiled"), controller=None)
    return (
        t.Triggered(_ENTERS, effect, keyword=keyword.name),
        t.Triggered(t.ZoneChange(_SELF, "battlefield", ""), back, keyword=keyword.name),
    )


def _recover(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.59a
    event = t.ZoneChange(t.AllOf((_CREATURE, t.OwnedBy(t.You()))), "battlefield", "graveyard")
    back = t.MoveTo(t.FromGraveyard(), "hand")
    effect = t.PayOr(t.You(), keyword.cost, unpaid=t.MoveTo(t.FromGraveyard(), "exile"), paid=back)
    return (t.Triggered(event, effect, zone="graveyard", keyword=keyword.name),)


def _backup(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    # CR 702.165a
    effect = Backup(number_of(keyword), keyword)
    return (t.Triggered(_ENTERS, effect, (t.TargetSpec(_CREATURE),), keyword=keyword.name),)


#: By the name of the keyword.
ARRIVALS: dict[str, Expansion] = {
    "exploit": _exploit,
    "fabricate": _fabricate,
    "soulshift": _soulshift,
    "graft": _graft,
    "ravenous": _ravenous,
    "offspring": _offspring,
    "squad": _squad,
    "champion": _champion,
    "recover": _recover,
    "backup": _backup,
    **dict.fromkeys(_BEARERS, _bearer),
}
