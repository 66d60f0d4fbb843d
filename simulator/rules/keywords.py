"""Keyword abilities (CR 702) that stand for triggered, activated or entering abilities, written out as trees."""

from __future__ import annotations

from functools import lru_cache

from simulator.abilities import tree as t

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
    return ()


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
        # CR 702.122a: the simulator pays it as "tap creatures with total power N"
        return None
    if name == "unearth":
        # CR 702.84a
        back = t.Sequence(
            (
                t.PutOntoBattlefield(t.FromGraveyard()),
                t.Continuous(t.Prior(), (t.GainAbility(t.Keyword("haste")),), "permanent"),
                t.Delayed(t.BeginningOf("end"), t.MoveTo(t.Prior("delayed"), "exile"), t.Prior()),
            )
        )
        return t.Activated(cost, back, sorcery_speed=True, zone="graveyard", keyword=name)
    if name == "reconfigure":
        return None
    return None


#: Keywords whose alternative cost a spell may be cast for (CR 118.9).
ALTERNATIVE_COSTS = ("mutate", "flashback", "evoke", "morph", "disguise")

#: Keywords that act while a spell is cast and aren't simulated yet: casting such a spell says so.
UNPLAYED_ON_STACK = frozenset(
    """affinity, assist, aftermath, bargain, bestow, buyback, casualty, cascade, cleave, conspire, delve, demonstrate,
    emerge, entwine, escalate, fuse, gift, gravestorm, improvise, jump-start, offering, overload, prowl, prototype,
    replicate, retrace, ripple, spectacle, splice, spree, storm, strive, surge, tiered, undaunted, split second,
    devour, convoke, kicker, multikicker, squad, offspring, impending""".replace("\n", " ")
    .replace("  ", "")
    .split(", ")
)

#: Keywords that the engine obeys elsewhere (combat, casting, damage, targets, face-down ...): they need no expansion.
KNOWN = frozenset(
    """flying, reach, first strike, double strike, trample, deathtouch, lifelink, vigilance, haste, defender, menace,
    hexproof, shroud, indestructible, flash, protection, enchant, morph, megamorph, disguise, mutate, fear, intimidate,
    shadow, horsemanship, skulk, landwalk, changeling, devoid, infect, wither, toxic""".replace("\n    ", " ").split(
        ", "
    )
)


def entering(keyword: t.Keyword) -> t.EntersWith | None:
    """How a keyword makes its permanent enter; None if it doesn't."""
    if keyword.name == "modular":
        # CR 702.43a; modular—sunburst isn't a number and is left to the compiler
        return t.EntersWith(counters=(t.EnterCounters("+1/+1", t.Num(keyword.value)),))
    if keyword.name in ("vanishing", "fading"):
        kind = "time" if keyword.name == "vanishing" else "fade"
        return t.EntersWith(counters=(t.EnterCounters(kind, t.Num(keyword.value)),))
    return None
