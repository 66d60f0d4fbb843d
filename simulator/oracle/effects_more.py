"""Instructions of several kinds: prevention, keyword actions, hands, what was milled, doubling (CR 615, 701)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED, effect
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.effects_players import Hurt
from simulator.oracle.noun_tables import OWNER
from simulator.oracle.nouns import Description, with_predicate
from simulator.oracle.numbers import YOU
from simulator.oracle.phrases import last_object
from simulator.oracle.template import reader

# Prevention (CR 615)


@EFFECTS("prevent the next {n:n} damage that would be dealt to {to:hit} this turn")
def _prevent_next(_: Context, n: t.Amount, to: Hurt) -> t.Effect:
    return t.PreventNext(n, to[0], to[1])


@EFFECTS("prevent all <combat:combat >?damage that would be dealt to {to:hit} this turn")
def _prevent_all_to(_: Context, combat: str, to: Hurt) -> t.Effect:
    return t.PreventNext(None, to[0], to[1], combat=bool(combat))


@EFFECTS(
    "prevent all <combat:combat >?damage that would be dealt this turn",
    "prevent all <combat:combat >?damage that would be dealt this turn by {by:dealers}",
    "prevent all <combat:combat >?damage {by:dealers} would deal this turn",
)
def _prevent_all(_: Context, combat: str, by: t.Predicate | None = None) -> t.Effect:
    event = t.ReplacedEvent("damage", by=by, combat=bool(combat), prevent=True)
    return t.RuleEffect(t.Static((t.Replacement(event),)))


@EFFECTS(
    "prevent all <combat:combat >?damage that would be dealt by {what:o} this turn",
    "prevent all <combat:combat >?damage that would be dealt this turn by {what:o}",
    "prevent all <combat:combat >?damage {what:o} would deal this turn",
)
def _prevent_all_of(context: Context, combat: str, what: t.ObjectRef) -> t.Effect | None:
    if isinstance(what, t.Choose):
        return None
    context.subject = what
    event = t.ReplacedEvent("damage", by=t.Is(what), combat=bool(combat), prevent=True)
    return t.RuleEffect(t.Static((t.Replacement(event),)))


@EFFECTS("prevent all <combat:combat >?damage that would be dealt to and dealt by {what:o} this turn")
def _prevent_to_and_by(context: Context, combat: str, what: t.ObjectRef) -> t.Effect | None:
    if isinstance(what, t.Choose):
        return None
    context.subject = what
    by = t.ReplacedEvent("damage", by=t.Is(what), combat=bool(combat), prevent=True)
    dealt = t.RuleEffect(t.Static((t.Replacement(by),)))
    return t.Sequence((t.PreventNext(None, what, None, combat=bool(combat)), dealt))


@reader("dealers")
def _dealers(text: str, context: Context) -> t.Predicate | None:
    found = re.fullmatch(r"(.+?) other than (.+)", text)
    if found is not None and found.group(2) != "~":
        every, but = describe_in(found.group(1), context), describe_in(found.group(2), context)
        if every is None or but is None or not every.plural or every.zone or but.zone:
            return None
        return t.AllOf((every.where, t.Not(but.where)))
    described = describe_in(text, context)
    return None if described is None or not described.plural or described.zone else described.where


@EFFECTS("double the amount of each type of unspent mana you have")
def _double_mana(_: Context) -> t.Effect:
    return t.DoubleMana()


# Hands


@JOINED(
    "{p:p} reveal(s) their hand. you choose {what:a} from it. {q:p} discard(s) that card",
    "{p:p} reveal(s) their hand. you choose {what:a} from it. {q:p} discard(s) it",
    "{p:p} reveal(s) their hand. you choose {what:a} from it with {how:sized}. {q:p} discard(s) that card",
)
def _reveal_and_discard(
    context: Context, p: t.PlayerRef, what: Description, q: t.PlayerRef, how: t.Predicate | None = None
) -> t.Effect | None:
    return _discard_chosen(context, p, what if how is None else with_predicate(what, how), q, t.RevealHand(p))


@JOINED("look at {p:p}'s hand. you choose {what:a} from it. {q:p} discard(s) that card")
def _look_and_discard(context: Context, p: t.PlayerRef, what: Description, q: t.PlayerRef) -> t.Effect | None:
    # CR 701.20: looking isn't revealing
    return _discard_chosen(context, p, what, q, t.LookAtHand(p))


@reader("sized")
def _sized(text: str, _: Context) -> t.Predicate | None:
    """A quality after "with" that stands behind the place: "mana value 3 or less"."""
    found = re.fullmatch(r"mana value (\d+) or (less|greater)", text)
    if found is None:
        return None
    return t.Compare("mana value", "<=" if found.group(2) == "less" else ">=", t.Num(int(found.group(1))))


def _discard_chosen(
    context: Context, p: t.PlayerRef, what: Description, q: t.PlayerRef, see: t.Effect
) -> t.Effect | None:
    if q != p:
        return None
    return _take(context, p, what, t.DiscardCards(t.Num(1), p, where=t.Is(t.Prior("chosen"))), see)


@JOINED(
    "{p:p} reveal(s) their hand. you choose {what:a} from it and exile that card",
    "{p:p} reveal(s) their hand. you choose {what:a} from it. exile that card",
)
def _look_and_exile(context: Context, p: t.PlayerRef, what: Description) -> t.Effect | None:
    return _take(context, p, what, t.MoveTo(t.Prior("chosen"), "exile", linked="exiled", save_as="exiled"))


def _take(
    context: Context, p: t.PlayerRef, what: Description, then: t.Effect, see: t.Effect | None = None
) -> t.Effect | None:
    if "card" not in what.words or what.zone or what.plural or isinstance(p, (t.You, t.EachOpponent, t.EachPlayer)):
        return None
    context.mention(t.Prior(), frozenset({"card"}))
    where = t.AllOf((*(what.where.parts if isinstance(what.where, t.AllOf) else (what.where,)), t.OwnedBy(p)))
    choose = t.ChooseObjects(t.Choose(where, "hand", t.Num(1), t.Num(1)), save_as="chosen")
    return t.Sequence((see if see is not None else t.RevealHand(p), choose, then))


# Cards that were milled, revealed, looked at


_AMONG = "from among (them|those cards|the milled cards|the cards milled this way|the revealed cards)"


@EFFECTS(
    f"put {{what:some}} {_AMONG} <to:into your hand|onto the battlefield>[ under {{who:control}}]",
    f"return {{what:some}} {_AMONG} <to:to your hand|to the battlefield>[ under {{who:control}}]",
    "put {what:some} milled this way <to:into your hand|onto the battlefield>[ under {who:control}]",
    "put all {what:all_cards} milled this way <to:onto the battlefield>[ under {who:control}]",
)
def _from_milled(context: Context, what: t.Choose | t.All, to: str, who: t.PlayerRef | None = None) -> t.Effect | None:
    source = last_object(context, None, True) or last_object(context, None, False)
    if not isinstance(source, t.Prior):
        return None
    made = context.made_by(source)
    zone = "graveyard" if isinstance(made, t.Mill) else "exile" if isinstance(made, t.MoveTo) else ""
    if not zone:
        return None
    where = t.AllOf((t.Is(source), what.where))
    chosen: t.ObjectRef = (
        t.All(where, zone) if isinstance(what, t.All) else t.Choose(where, zone, what.minimum, what.maximum)
    )
    context.mention(t.Prior(), frozenset({"card", "permanent", "creature"}), plural=what.maximum != t.Num(1)
                    if isinstance(what, t.Choose) else True)  # fmt: skip
    if "hand" in to:
        return None if who is not None else t.MoveTo(chosen, "hand")
    return t.PutOntoBattlefield(chosen, t.You() if who is None else None if who == OWNER else who)


@reader("some")
def _some(text: str, context: Context) -> t.Choose | None:
    """How many cards of what kind: "up to two creature cards", "a land card"."""
    from simulator.oracle.numbers import number

    found = re.fullmatch(r"(?:up to (?P<most>\w+)|(?P<any>any number of)|(?P<count>\w+)) (?P<what>.+)", text)
    described = describe_in(found.group("what"), context) if found else None
    if found is None or described is None or "card" not in described.words or described.zone:
        return None
    if found.group("any"):
        return t.Choose(described.where, minimum=t.Num(0))
    count = number(found.group("most") or found.group("count"))
    if count is None or described.plural == (count == t.Num(1)):
        return None
    return t.Choose(described.where, minimum=t.Num(0) if found.group("most") else count, maximum=count)


@reader("all_cards")
def _all_cards(text: str, context: Context) -> t.All | None:
    described = describe_in(text, context)
    if described is None or not described.plural or "card" not in described.words or described.zone:
        return None
    return t.All(described.where)


# Where objects go


@EFFECTS("exile (that card|it) from your graveyard", "exile (that card|it) from {p:whose} graveyard")
def _exile_from_graveyard(context: Context, p: t.PlayerRef = YOU) -> t.Effect | None:
    ref = last_object(context, "card", False)
    if not isinstance(ref, t.That):
        return None
    return t.MoveTo(t.InZoneRef(ref, "graveyard"), "exile", linked="exiled")


@EFFECTS("{p:p} shuffle(s) their graveyard into their library", "shuffle your graveyard into your library")
def _shuffle_graveyard(_: Context, p: t.PlayerRef = YOU) -> t.Effect | None:
    if isinstance(p, (t.EachOpponent, t.EachPlayer)):
        return None
    return t.MoveTo(t.All(t.OwnedBy(p), "graveyard"), "library", "shuffle")


@EFFECTS("put ~ from your graveyard onto the battlefield<tapped: tapped>?<turned: transformed>?",
         "return ~ from your graveyard to the battlefield<tapped: tapped>?<turned: transformed>?")  # fmt: skip
def _own_graveyard(_: Context, tapped: str, turned: str) -> t.Effect:
    return t.PutOntoBattlefield(t.FromGraveyard(), tapped=bool(tapped), transformed=bool(turned))


@EFFECTS("{p:p} put(s) ~ from its owner's graveyard onto the battlefield under their control")
def _under_theirs(_: Context, p: t.PlayerRef) -> t.Effect:
    return t.PutOntoBattlefield(t.FromGraveyard(), p)


@EFFECTS("for each {what:permanent_this_way} this way, {e:later}")
def _each_this_way(context: Context, what: t.ObjectRef, e: str) -> t.Effect | None:
    inner = context.inner()
    inner.mentions.clear()
    inner.mention(t.Prior("each"), frozenset({"permanent", "card", "creature"}))
    done = effect(e, inner)
    return None if done is None or inner.targets else t.ForEach(what, done)


@reader("permanent_this_way")
def _this_way(text: str, context: Context) -> t.ObjectRef | None:
    found = re.fullmatch(
        r"(permanent|creature|card|nontoken creature|artifact|enchantment) (destroyed|put into a graveyard|exiled|"
        r"returned|sacrificed|manifested|tapped)",
        text,
    )
    if found is None or found.group(1) == "nontoken creature":
        return None
    ref = last_object(context, None, True) or last_object(context, None, False)
    if ref is None or isinstance(ref, t.All):
        return None
    if found.group(2) in ("destroyed", "put into a graveyard"):
        return t.InZoneRef(ref, "graveyard") if found.group(2) != "destroyed" else None
    if found.group(2) == "exiled":
        return t.InZoneRef(ref, "exile")
    return ref if isinstance(ref, t.Prior) else None


@EFFECTS("(you )?draw a card for each {what:permanent_this_way} this way")
def _draw_this_way(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.Draw(t.CountRef(what))


@JOINED("{e:e1}. for each card manifested this way, you draw a card")
def _draw_manifested(_: Context, e: t.Effect) -> t.Effect | None:
    if not any(isinstance(n, (t.Manifest, t.Cloak)) and n.save_as for n in t.walk(e)):
        return None
    return t.Sequence((e, t.Draw(t.CountRef(t.Prior("manifested")))))


@EFFECTS("~ deals {n:n} damage divided evenly, rounded down, among {to:o}")
def _divided_evenly(context: Context, n: t.Amount, to: t.ObjectRef) -> t.Effect | None:
    if not isinstance(to, t.Target):
        return None
    players = t.TargetPlayer(to.index) if context.targets[to.index].players else None
    return t.DealDamage(t.DividedBy(n, t.CountTargets(to.index)), to, players)


@EFFECTS("exile {what:o} and all Auras attached to (it|them)")
def _exile_with_auras(context: Context, what: t.ObjectRef) -> t.Effect:
    auras = t.All(t.AllOf((t.HasType("Aura"), t.IsAttachedTo(what))))
    return t.MoveTo(t.Union((what, auras)), "exile", linked="exiled")


@EFFECTS("{what:o}'s owner can't cast spells with the same name as that creature until your next turn")
def _cant_cast_same_name(_: Context, what: t.ObjectRef) -> t.Effect:
    return _no_same_name(what)


def _no_same_name(what: t.ObjectRef) -> t.Effect:
    part = t.Cant("be cast", t.AllOf((t.IsSpell(), t.SameNameAs(what))), player=t.OwnerOf(what))
    return t.RuleEffect(t.Static((part,)), "your next turn")


@EFFECTS("you may play {n:n} additional land(s) this turn")
def _more_lands(_: Context, n: t.Amount) -> t.Effect:
    return t.RuleEffect(t.Static((t.PlayerRule("additional land", amount=n),)))


@EFFECTS("counter all abilities {p:who_controls} control")
def _counter_abilities(_: Context, p: t.PlayerRef) -> t.Effect:
    return t.CounterSpell(t.All(t.AllOf((t.IsAbilityOnStack(), t.ControlledBy(p))), "stack"))


@reader("who_controls")
def _who_controls(text: str, _: Context) -> t.PlayerRef | None:
    return {"you": t.You(), "your opponents": t.EachOpponent()}.get(text)


@EFFECTS("shuffle all cards from your graveyard into your library")
def _shuffle_all(_: Context) -> t.Effect:
    return t.MoveTo(t.All(t.OwnedBy(t.You()), "graveyard"), "library", "shuffle")


@EFFECTS("assemble {n:n} Contraption(s)", "{what:o} assembles {n:n} Contraption(s)")
def _assemble(context: Context, n: t.Amount, what: t.ObjectRef | None = None) -> t.Effect:
    # CR 701.45: a keyword action
    return t.KeywordAction("assemble", amount=n, what=what)


@EFFECTS("you may look at {what:o}")
def _may_look_at(_: Context, what: t.ObjectRef) -> t.Effect | None:
    if not isinstance(what, t.All) or what.zone != "battlefield":
        return None
    return t.May(t.LookAt(what))


@EFFECTS("exile a card from the top of your library<down: face down>? for each {f:f}")
def _exile_for_each(context: Context, f: t.Amount, down: str) -> t.Effect:
    context.mention(t.Prior(), frozenset({"card"}), plural=True)
    return t.MoveTo(t.TopCards(f, t.You()), "exile", face_down=bool(down), linked="exiled")


@EFFECTS("destroy all <other:other >?permanents except for {but:exceptions}")
def _destroy_except(_: Context, other: str, but: t.Predicate) -> t.Effect:
    return t.Destroy(t.All(t.AllOf((t.Other(), t.Not(but))) if other else t.Not(but)))


@reader("exceptions")
def _exceptions(text: str, context: Context) -> t.Predicate | None:
    kinds: list[t.Predicate] = []
    for piece in re.split(r", and | and |, ", text):
        described = describe_in(piece, context)
        if described is None or not described.plural or described.zone:
            return None
        kinds.append(described.where)
    return t.AnyOf(tuple(kinds)) if len(kinds) > 1 else kinds[0] if kinds else None


@EFFECTS("put {what:some} from your hand onto the battlefield<tapped: tapped>?")
def _some_from_hand(context: Context, what: t.Choose, tapped: str) -> t.Effect:
    where = t.AllOf((what.where, t.OwnedBy(t.You())))
    context.mention(t.Prior(), frozenset({"creature", "permanent", "card"}), plural=what.maximum != t.Num(1))
    return t.PutOntoBattlefield(t.Choose(where, "hand", what.minimum, what.maximum), tapped=bool(tapped))
