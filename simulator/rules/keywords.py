"""Keyword abilities (CR 702) that stand for triggered, activated or entering abilities, written out as trees."""

from __future__ import annotations

from functools import lru_cache

from simulator.abilities import tree as t
from simulator.rules.keyword_activations import ACTIVATIONS
from simulator.rules.keyword_arrivals import ARRIVALS
from simulator.rules.keyword_attacks import ATTACKS
from simulator.rules.keyword_entering import entering, static
from simulator.rules.keyword_nodes import (
    ArrivedSinceUpkeep,
    Cascade,
    CastForMadness,
    CopyForStorm,
    CumulativeUpkeep,
    Mark,
    TapForPower,
)

__all__ = ["activated", "entering", "static", "triggered"]


#: Flag of a player: when the upkeep before their latest one began.
LAST_UPKEEP = "last upkeep began"
_SELF = t.Is(t.Self())
_YOURS = t.ControlledBy(t.You())
_DIES = t.ZoneChange(_SELF, "battlefield", "graveyard")
_ENTERS = t.ZoneChange(_SELF, "", "battlefield")
_CREATURE = t.HasType("Creature")


def _pump(power: int, toughness: int) -> t.Effect:
    return t.Continuous(t.Self(), (t.ModifyPT(t.Num(power), t.Num(toughness)),))


@lru_cache(maxsize=2048)
def triggered(keyword: t.Keyword) -> tuple[t.Triggered, ...]:
    """The triggered abilities that a keyword stands for; () if it stands for none."""
    name, number = keyword.name, keyword.value
    if name == "ward":
        # CR 702.21a: countered unless its controller pays
        effect: t.Effect = t.PayOr(t.ThatPlayer(), keyword.cost, unpaid=t.CounterSpell(t.That("other")))
        # CR 702.168a: a face-down spell cast with disguise has it on the stack
        return (
            t.Triggered(t.BecomesTarget(_SELF, by=t.EachOpponent()), effect, zone="battlefield|stack", keyword=name),
        )
    if name == "modular":
        # CR 702.43a: the counters that it had go to an artifact creature
        effect = t.May(t.PutCountersOn("+1/+1", t.Counters("+1/+1", t.Self()), t.Target(0)))
        spec = t.TargetSpec(t.AllOf((t.HasType("Artifact"), _CREATURE)))
        return (t.Triggered(_DIES, effect, (spec,), keyword=name),)
    if name == "prowess":
        # CR 702.108a
        event = t.CastsSpell(t.Not(_CREATURE))
        return (t.Triggered(event, _pump(1, 1), keyword=name),)
    if name == "exalted":
        # CR 702.83a
        bonus = t.Continuous(t.That(), (t.ModifyPT(t.Num(1), t.Num(1)),))
        return (t.Triggered(t.Attacks(_YOURS, alone=True), bonus, keyword=name),)
    if name in ("undying", "persist"):
        # CR 702.93a, 702.79a: the counter is looked for on the creature as it last existed
        kind = "+1/+1" if name == "undying" else "-1/-1"
        back = t.PutOntoBattlefield(t.That(), controller=None, counters=(t.EnterCounters(kind, t.Num(1)),))
        return (t.Triggered(_DIES, back, condition=t.Holds(t.That(), t.Not(t.HasCounter(kind))), keyword=name),)
    if name == "annihilator":
        # CR 702.86a
        what = t.Choose(
            t.ControlledBy(t.DefendingPlayer()),
            minimum=t.Num(number),
            maximum=t.Num(number),
            chooser=t.DefendingPlayer(),
        )
        return (t.Triggered(t.Attacks(_SELF), t.SacrificeEffect(what, t.DefendingPlayer()), keyword=name),)
    if name == "bushido":
        # CR 702.45a
        effect = _pump(number, number)
        event_two = t.AnyEvent((t.Blocks(_SELF), t.BecomesBlocked(_SELF)))
        return (t.Triggered(event_two, effect, keyword=name),)
    if name == "flanking":
        # CR 702.25a
        weak = t.Continuous(t.That("other"), (t.ModifyPT(t.Num(-1), t.Num(-1)),))
        return (t.Triggered(t.BecomesBlocked(_SELF, by=t.Not(t.HasKeyword("flanking"))), weak, keyword=name),)
    if name == "afterlife":
        # CR 702.135a
        spirit = t.TokenSpec("", ("Creature",), ("Spirit",), (), ("W", "B"), t.Num(1), t.Num(1), (t.Keyword("flying"),))
        return (t.Triggered(_DIES, t.CreateToken(spirit, t.Num(number)), keyword=name),)
    if name == "evolve":
        # CR 702.100a
        bigger = t.AnyTrue(
            (
                t.AmountIs(t.Stat("power", t.That()), ">", t.Stat("power")),
                t.AmountIs(t.Stat("toughness", t.That()), ">", t.Stat("toughness")),
            )
        )
        event_three = t.ZoneChange(t.AllOf((_CREATURE, _YOURS, t.Other())), "", "battlefield")
        return (t.Triggered(event_three, t.PutCountersOn("+1/+1", t.Num(1)), condition=bigger, keyword=name),)
    if name == "extort":
        # CR 702.101a
        drain = t.Sequence((t.LoseLife(t.Num(1), t.EachOpponent()), t.GainLife(t.CountPlayers(t.EachOpponent()))))
        return (t.Triggered(t.CastsSpell(), t.PayOr(t.You(), (t.PayMana("{W/B}"),), paid=drain), keyword=name),)
    if name == "mentor":
        # CR 702.134a
        smaller = t.AllOf((_CREATURE, t.IsAttacking(), t.Compare("power", "<", t.Stat("power"))))
        grow = t.PutCountersOn("+1/+1", t.Num(1), t.Target(0))
        return (t.Triggered(t.Attacks(_SELF), grow, (t.TargetSpec(smaller),), keyword=name),)
    if name == "battle cry":
        # CR 702.91a
        others = t.All(t.AllOf((t.IsAttacking(), t.Other())))
        return (t.Triggered(t.Attacks(_SELF), t.Continuous(others, (t.ModifyPT(t.Num(1)),)), keyword=name),)
    if name == "evoke":
        # CR 702.74a
        gone = t.SacrificeEffect(t.Self())
        return (t.Triggered(_ENTERS, gone, condition=t.WasCast(t.Self(), kicked="evoke"), keyword=name),)
    if name in ("vanishing", "suspend"):
        return _time_counters(name)
    if name == "fading":
        # CR 702.32a
        gone = t.SacrificeEffect(t.Self())
        fade = t.IfDone(t.RemoveCountersFrom("fade", t.Num(1)), otherwise=gone)
        return (t.Triggered(t.BeginningOf("upkeep", t.You()), fade, keyword=name),)
    if name == "cumulative upkeep":
        return (t.Triggered(t.BeginningOf("upkeep", t.You()), CumulativeUpkeep(keyword.cost), keyword=name),)
    if name == "echo":
        # CR 702.30a
        unless = t.PayOr(t.You(), keyword.cost, unpaid=t.SacrificeEffect(t.Self()))
        return (t.Triggered(t.BeginningOf("upkeep", t.You()), unless, condition=ArrivedSinceUpkeep(), keyword=name),)
    if name == "madness":
        # CR 702.35a: its owner casts it for its madness cost or puts it into the graveyard
        exiled = t.PlayerDoes("madness", t.EachPlayer(), _SELF)
        return (t.Triggered(exiled, CastForMadness(), zone="exile", keyword=name),)
    if name in ("cascade", "storm"):
        # CR 702.85a, 702.40a: they function on the stack; several instances trigger separately (702.85c, 702.40b)
        follows = Cascade() if name == "cascade" else CopyForStorm()
        return (t.Triggered(t.CastsSpell(_SELF), follows, zone="stack", keyword=name),)
    if name == "hideaway":
        # CR 702.75a
        looked_at = t.Is(t.Prior("hideaway"))
        hidden = t.Choose(looked_at, "library", minimum=t.Num(1), maximum=t.Num(1))
        hide = t.Sequence(
            (
                t.LookAt(t.TopCards(t.Num(number), t.You()), save_as="hideaway"),
                t.MoveTo(hidden, "exile", face_down=True, linked="exiled"),
                t.MoveTo(t.InZoneRef(t.Prior("hideaway"), "library"), "library", position="bottom", order="random"),
            )
        )
        return (t.Triggered(_ENTERS, hide, keyword=name),)
    if name == "rampage":
        # CR 702.23a
        beyond = t.Times(number, t.Plus((t.Count(t.IsBlockingIt(t.Self())), t.Num(-1))))
        effect = t.Continuous(t.Self(), (t.ModifyPT(beyond, beyond),))
        return (t.Triggered(t.BecomesBlocked(_SELF), effect, keyword=name),)
    if name == "afflict":
        # CR 702.130a
        return (t.Triggered(t.BecomesBlocked(_SELF), t.LoseLife(t.Num(number), t.DefendingPlayer()), keyword=name),)
    if name == "ingest":
        # CR 702.115a
        top = t.MoveTo(t.TopCards(t.Num(1), t.ThatPlayer()), "exile")
        return (t.Triggered(t.DealsDamage(_SELF, to_player=t.EachPlayer(), combat=True), top, keyword=name),)
    expansion = ARRIVALS.get(name) or ATTACKS.get(name)
    return expansion(keyword) if expansion is not None else ()


def _time_counters(name: str) -> tuple[t.Triggered, ...]:
    """CR 702.63a vanishing, 702.62a suspend: a time counter each upkeep, and what follows the last one."""
    has_time = t.Holds(t.Self(), t.HasCounter("time"))
    remove = t.RemoveCountersFrom("time", t.Num(1))
    last = t.PlayerDoes("last time counter", t.EachPlayer(), _SELF)
    zone = "exile" if name == "suspend" else "battlefield"
    after: t.Effect = t.SacrificeEffect(t.Self())
    if name == "suspend":
        after = t.CastCard(t.Self(), free=True, play=True)
    return (
        t.Triggered(t.BeginningOf("upkeep", t.You()), remove, condition=has_time, zone=zone, keyword=name),
        t.Triggered(last, after, zone=zone, keyword=name),
    )


@lru_cache(maxsize=2048)
def activated(keyword: t.Keyword) -> t.Activated | None:
    """The activated ability that a keyword stands for; None if it stands for none."""
    name, cost = keyword.name, keyword.cost
    if name == "equip":
        # CR 702.6a: target creature you control, as a sorcery
        where = _CREATURE if keyword.where is None else t.AllOf((_CREATURE, keyword.where))
        spec = t.TargetSpec(t.AllOf((where, _YOURS)))
        return t.Activated(cost, t.Attach(t.Self(), t.Target(0)), (spec,), sorcery_speed=True, keyword=name)
    if name == "fortify":
        # CR 702.67a
        spec = t.TargetSpec(t.AllOf((t.HasType("Land"), _YOURS)))
        return t.Activated(cost, t.Attach(t.Self(), t.Target(0)), (spec,), sorcery_speed=True, keyword=name)
    if name == "cycling":
        # CR 702.29a
        return t.Activated((*cost, t.Discard(self_only=True)), t.Draw(), zone="hand", keyword=name)
    if name == "outlast":
        # CR 702.107a
        grow = t.PutCountersOn("+1/+1", t.Num(1))
        return t.Activated((*cost, t.TapSelf()), grow, sorcery_speed=True, keyword=name)
    if name == "crew":
        # CR 702.122a
        crewed = t.Continuous(t.Self(), (t.SetTypes(types=("Artifact", "Creature"), keep_types=True),))
        return t.Activated((TapForPower(keyword.value),), crewed, keyword=name)
    if name == "typecycling":
        # CR 702.29e
        found = t.Sequence((t.Search(keyword.where or t.AllOf(), reveal=True), t.Shuffle()))
        return t.Activated((*cost, t.Discard(self_only=True)), found, zone="hand", keyword=name)
    if name == "level up":
        # CR 702.87a
        return t.Activated(cost, t.PutCountersOn("level", t.Num(1)), sorcery_speed=True, keyword=name)
    if name == "unearth":
        # CR 702.84a
        back = t.Sequence(
            (
                t.PutOntoBattlefield(t.FromGraveyard()),
                Mark(t.Prior(), "unearthed"),
                t.Continuous(t.Prior(), (t.GainAbility(t.Keyword("haste")),), "permanent"),
                t.Delayed(t.BeginningOf("end"), t.MoveTo(t.Prior("delayed"), "exile"), t.Prior()),
            )
        )
        return t.Activated(cost, back, sorcery_speed=True, zone="graveyard", keyword=name)
    written = ACTIVATIONS.get(name)
    return written(keyword) if written is not None else None


#: Keywords by which a card may be cast face down (CR 702.37, 702.168).
FACE_DOWN = ("morph", "megamorph", "disguise")
#: Keywords whose alternative cost a spell may be cast for (CR 118.9).
ALTERNATIVE_COSTS = (
    "mutate", "flashback", "evoke", "dash", "foretell", "madness", "escape", "disturb", "overload", "blitz",
    "spectacle", "surge", "bestow",
)  # fmt: skip
#: When some of them may be paid (CR 702.137a, 702.117a).
ALTERNATIVE_IF: dict[str, t.Condition] = {
    "spectacle": t.HappenedThisTurn(t.GainsLife(t.EachOpponent(), loses=True)),
    "surge": t.AmountIs(t.PlayerStat("spells cast"), ">", t.Num(0)),
}
#: Keywords with an optional additional cost that is simulated (CR 702.33, 702.27, 702.42).
ADDITIONAL_COSTS = ("kicker", "multikicker", "buyback", "entwine", "offspring", "squad")
#: Those of them that may be paid any number of times (CR 702.33c, 702.157a).
REPEATABLE = ("multikicker", "squad")
#: Keywords that let objects which the player names help to pay (CR 702.51, 702.66, 702.126).
HELPS_TO_PAY = ("convoke", "delve", "improvise")


def _words(text: str) -> frozenset[str]:
    return frozenset(" ".join(text.split()).split(", "))


#: Keywords that offer something while a spell is cast: a spell for which nobody asks for it is cast without.
OPTIONAL_ON_STACK = _words(
    """assist, awaken, bargain, bestow, blitz, buyback, casualty, cleave, conspire, convoke, dash, delve, disturb,
    emerge, entwine, escalate, escape, evoke, flashback, foretell, freerunning, fuse, gift, harmonize, impending,
    improvise, jump-start, kicker, madness, mayhem, miracle, morph, multikicker, mutate, offering, offspring, overload,
    plot, prototype, prowl, replicate, retrace, sneak, spectacle, splice, squad, surge, suspend, warp, web-slinging,
    disguise, megamorph, ninjutsu, transmute, cycling, typecycling, reinforce"""
)
#: Keywords that do something while or after a spell is cast which isn't simulated yet: casting such a spell says so.
UNPLAYED_ON_STACK = _words(
    """cipher, demonstrate, epic, gravestorm, haunt, paradigm, ripple, spree, strive,
    tiered, amplify, compleated, partner with, sunburst, tribute, soulbond"""
)


#: Keywords that are activated abilities and aren't simulated, with the zone in which they can be activated.
UNPLAYED_ACTIVATED = {
    "forecast": "hand", "channel": "hand", "encore": "graveyard",
    "transfigure": "battlefield", "aura swap": "battlefield", "craft": "battlefield", "boast": "battlefield",
    "saddle": "battlefield", "station": "battlefield", "reconfigure": "battlefield", "exhaust": "battlefield",
    "commander ninjutsu": "hand", "sneak": "hand", "power-up": "battlefield",
}  # fmt: skip
#: Keywords by which a card can be cast from a graveyard and which aren't simulated.
UNPLAYED_FROM_GRAVEYARD = ("harmonize", "mayhem")
#: Keywords by which a card can be cast from its owner's graveyard (CR 702.34, 702.138, 702.146, 702.81, 702.133).
FROM_GRAVEYARD = ("flashback", "escape", "disturb", "retrace", "jump-start")
#: Those of them that ask for an additional cost (CR 702.81a, 702.133a).
DISCARDING: dict[str, t.Cost] = {"retrace": t.Discard(t.HasType("Land")), "jump-start": t.Discard()}


_ON_SPELLS = ("rebound", "split second", "affinity", "undaunted", "aftermath", "cascade", "storm")


def known_on_spells(name: str) -> bool:
    """Whether a keyword of an instant or sorcery spell is obeyed, or offers what nobody asked for."""
    return name in KNOWN or name in OPTIONAL_ON_STACK or name in _ON_SPELLS


#: Keywords that the engine obeys elsewhere (combat, casting, damage, targets, face-down ...): they need no expansion.
KNOWN = _words(
    """flying, reach, first strike, double strike, trample, deathtouch, lifelink, vigilance, haste, defender, menace,
    hexproof, shroud, indestructible, flash, protection, enchant, morph, megamorph, disguise, mutate, fear, intimidate,
    shadow, horsemanship, skulk, landwalk, changeling, devoid, infect, wither, toxic, split second, suspend,
    phasing, umbra armor"""
)
