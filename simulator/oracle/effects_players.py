"""Instructions on players: damage, life, cards, looking and revealing (CR 119-122, 701)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.noun_tables import EACH_OF_THEM
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import YOU
from simulator.oracle.phrases import last_object, reference
from simulator.oracle.players import player
from simulator.oracle.template import reader

Hurt = tuple["t.ObjectRef | None", "t.PlayerRef | None"]


@reader("hit")
def _hit(text: str, context: Context) -> Hurt | None:
    """What damage is dealt to: objects, players, or both."""
    mark = context.mark()
    if text in ("itself", "it") and text == "itself":
        return t.Self(), None
    who = player(text, context)
    if who is not None:
        return None, who
    context.reset(mark)
    what = reference(text, context)
    if what is not None:
        return what, None
    context.reset(mark)
    for found in re.finditer(r" and ", text):
        first = _hit(text[: found.start()], context)
        second = _hit(text[found.end() :], context) if first is not None else None
        if first is not None and second is not None:
            both = (first[0] or second[0], first[1] or second[1])
            if (first[0] is None or second[0] is None) and (first[1] is None or second[1] is None):
                return both
        context.reset(mark)
    return None


@EFFECTS(
    "{source:o} deal(s) {n:n} damage to {to:hit}",
    "{source:o} deal(s) damage equal to {n:x} to {to:hit}",
    "{source:o} deal(s) damage to {to:hit} equal to {n:x}",
)
def _damage(context: Context, source: t.ObjectRef, n: t.Amount, to: Hurt) -> t.Effect:
    context.subject = source
    return t.DealDamage(n, to[0], to[1], source)


@EFFECTS("{source:o} deal(s) {n:n} damage to {to:hit} for each {f:f}")
def _damage_for_each(_: Context, source: t.ObjectRef, n: t.Amount, to: Hurt, f: t.Amount) -> t.Effect:
    return t.DealDamage(times(n, f), to[0], to[1], source)


@EFFECTS("{source:o} deal(s) {n:n} damage to {to:hit} and {m:n} damage to {also:hit}")
def _damage_twice(context: Context, source: t.ObjectRef, n: t.Amount, to: Hurt, m: t.Amount, also: Hurt) -> t.Effect:
    return t.Sequence((t.DealDamage(n, to[0], to[1], source), t.DealDamage(m, also[0], also[1], source)))


@EFFECTS("{source:o} deal(s) {n:n} damage divided as you choose among {to:o}")
def _divided(_: Context, source: t.ObjectRef, n: t.Amount, to: t.ObjectRef) -> t.Effect | None:
    return t.DealDamage(n, to, None, source, divided=True) if isinstance(to, t.Target) else None


def times(number: t.Amount, each: t.Amount) -> t.Amount:
    """N for each of something."""
    if number == t.Num(1):
        return each
    return t.Times(number.value, each) if isinstance(number, t.Num) else t.Product((number, each))


@EFFECTS("[{p:p} ]gain(s) {n:n} life", "[{p:p} ]gain(s) life equal to {n:x}")
def _gain(context: Context, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.GainLife(n, p)


@EFFECTS("[{p:p} ]gain(s) {n:n} life for each {f:f}")
def _gain_each(context: Context, n: t.Amount, f: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.GainLife(times(n, f), p)


@EFFECTS("{p:p} lose(s) {n:n} life", "{p:p} lose(s) life equal to {n:x}")
def _lose(context: Context, p: t.PlayerRef, n: t.Amount) -> t.Effect:
    context.subject = p
    return t.LoseLife(n, p)


@EFFECTS("{p:p} lose(s) {n:n} life for each {f:f}")
def _lose_each(context: Context, p: t.PlayerRef, n: t.Amount, f: t.Amount) -> t.Effect:
    context.subject = p
    return t.LoseLife(times(n, f), p)


@EFFECTS("{p:p} lose(s) half (their|your) life, rounded <way:up|down>")
def _lose_half(context: Context, p: t.PlayerRef, way: str) -> t.Effect | None:
    if not isinstance(p, (t.You, t.TargetPlayer, t.ThatPlayer)):
        return None
    return t.LoseLife(t.Half(t.PlayerStat("life", p), way == "up"), p)


@EFFECTS("{p:p}'s life total becomes {n:n}", "your life total becomes {n:n}")
def _life_becomes(_: Context, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    return t.SetLife(n, p)


@EFFECTS("[{p:p} ]draw(s) {n:n}[ additional] card(s)", "[{p:p} ]draw(s) cards equal to {n:x}")
def _draw(context: Context, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.Draw(n, p)


@EFFECTS("[{p:p} ]draw(s) {n:n} card(s) for each {f:f}")
def _draw_each(context: Context, n: t.Amount, f: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.Draw(times(n, f), p)


@EFFECTS("[{p:p} ]discard(s) {n:n} card(s)[ at <random:random>]")
def _discard(context: Context, n: t.Amount, p: t.PlayerRef = YOU, random: str = "") -> t.Effect:
    context.subject = p
    context.mention(t.Prior(), frozenset({"card"}), plural=n != t.Num(1))
    return t.DiscardCards(n, p, at_random=bool(random))


@EFFECTS("[{p:p} ]discard(s) (their|your) hand")
def _discard_hand(context: Context, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.DiscardCards(player=p, whole_hand=True)


@EFFECTS("[{p:p} ]discard(s) {what:a}")
def _discard_kind(context: Context, what: Description, p: t.PlayerRef = YOU) -> t.Effect | None:
    if "card" not in what.words or what.zone or what.plural:
        return None
    context.subject = p
    context.mention(t.Prior(), what.words)
    return t.DiscardCards(t.Num(1), p, where=what.where)


@EFFECTS("[{p:p} ]mill(s) {n:n} card(s)", "[{p:p} ]mill(s) cards equal to {n:x}")
def _mill(context: Context, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    context.mention(t.Prior(), frozenset({"card"}), plural=n != t.Num(1))
    return t.Mill(n, p)


@EFFECTS("[{p:p} ]<does:scry|surveil> {n:n}", "[{p:p} ]<does:scries|surveils> {n:n}")
def _scry(context: Context, does: str, n: t.Amount, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.Scry(n, p) if does.startswith("scr") else t.Surveil(n, p)


@EFFECTS("[{p:p} ]shuffle(s)[ (their|your) library]")
def _shuffle(_: Context, p: t.PlayerRef = YOU) -> t.Effect:
    return t.Shuffle(p)


@EFFECTS("{p:p} reveal(s) (their|your) hand")
def _reveal_hand(context: Context, p: t.PlayerRef) -> t.Effect:
    context.subject = p
    return t.RevealHand(p)


@EFFECTS("look at {p:p}'s hand")
def _look_hand(_: Context, p: t.PlayerRef) -> t.Effect:
    return t.LookAtHand(p)


@reader("top")
def _top(text: str, context: Context) -> t.TopCards | None:
    """Cards of a library: "the top card of your library", "the top three cards of target player's library"."""
    from simulator.oracle.amounts import count_word

    # "two cards from the top of your library" is another wording of the same
    text = re.sub(r"^(a|that many|\w+) (cards?) from the (top|bottom) of ", r"the \3 \1 \2 of ", text)
    text = text.replace("the top a card", "the top card").replace("the bottom a card", "the bottom card")
    found = re.fullmatch(r"the (top|bottom)(?: (that many|\w+))? (cards?) of (.+) library", text)
    if found is None:
        return None
    amount = t.Num(1) if found.group(2) is None else count_word(found.group(2), context)
    whose = found.group(4)
    owner: t.PlayerRef | None
    if whose == "your":
        owner = t.You()
    elif whose == "their":
        owner = context.subject if isinstance(context.subject, t.PlayerRef) else player("that player", context)
    else:
        owner = player(re.sub(r"'s$", "", whose), context)
    if amount is None or owner is None or (amount == t.Num(1)) != (found.group(3) == "card"):
        return None
    several = amount != t.Num(1) or isinstance(owner, (t.EachOpponent, t.EachPlayer)) or owner == EACH_OF_THEM
    context.mention(t.Prior(), frozenset({"card"}), plural=several)
    return t.TopCards(amount, owner, bottom=found.group(1) == "bottom")


@EFFECTS("look at {top:top}")
def _look_top(_: Context, top: t.TopCards) -> t.Effect:
    return t.LookAt(top)


@EFFECTS("[{p:p} ]reveal(s) {top:top}")
def _reveal_top(context: Context, top: t.TopCards, p: t.PlayerRef = YOU) -> t.Effect:
    context.subject = p
    return t.Reveal(top)


@EFFECTS("reveal (that card|it)")
def _reveal_that(context: Context) -> t.Effect | None:
    ref = last_object(context, "card", False)
    return None if ref is None else t.Reveal(ref)


@EFFECTS("look at {what:o}")
def _look_at(_: Context, what: t.ObjectRef) -> t.Effect | None:
    return t.LookAt(what)


@JOINED("you may reveal that card. if {what:a} is revealed this way, {e:e}")
def _revealed_this_way(context: Context, what: Description, e: t.Effect) -> t.Effect | None:
    card = last_object(context, "card", False)
    if what.zone or "card" not in what.words or not isinstance(card, t.Prior):
        return None
    return t.May(t.Reveal(card), then=t.If(t.Holds(card, what.where), e))


@JOINED(
    "look at {top:top}. you may put {what:a} from among them onto the battlefield. put the rest on the bottom of "
    "your library in <order:a random|any> order"
)
def _dig_onto_battlefield(_: Context, top: t.TopCards, what: Description, order: str) -> t.Effect | None:
    return dig(top, what, t.PutOntoBattlefield(t.Prior("chosen")), False, order)


@JOINED(
    "look at {top:top}. you may reveal {what:a} from among them and put it into your hand. put the rest on the bottom "
    "of your library in <order:a random|any> order"
)
def _dig_reveal(_: Context, top: t.TopCards, what: Description, order: str) -> t.Effect | None:
    return dig(top, what, t.MoveTo(t.Prior("chosen"), "hand"), True, order)


def dig(top: t.TopCards, what: Description, put: t.Effect, reveal: bool, order: str) -> t.Effect | None:
    """Look at cards, maybe take one that fits, put the rest on the bottom."""
    if what.zone or what.plural or "card" not in what.words:
        return None
    choose = t.ChooseObjects(
        t.Choose(t.AllOf((t.Is(t.Prior("looked")), what.where)), "library", t.Num(0), t.Num(1)), save_as="chosen"
    )
    rest = t.All(t.AllOf((t.Is(t.Prior("looked")), t.InZone("library"), t.Not(t.Is(t.Prior("chosen"))))), "library")
    return t.Sequence(
        (
            t.LookAt(top, save_as="looked"),
            choose,
            *((t.Reveal(t.Prior("chosen")),) if reveal else ()),
            put,
            t.MoveTo(rest, "library", "bottom", order="random" if order == "a random" else ""),
        )
    )


@JOINED(
    "look at {top:top}. put one[ of them] into your hand and the other <where:on the bottom of your library|into your "
    "graveyard|on top of your library>"
)
def _dig_one_other(_: Context, top: t.TopCards, where: str) -> t.Effect | None:
    if top.amount != t.Num(2):
        return None
    choose = t.ChooseObjects(t.Choose(t.Is(t.Prior("looked")), "library", t.Num(1), t.Num(1)), save_as="chosen")
    rest = t.All(t.AllOf((t.Is(t.Prior("looked")), t.Not(t.Is(t.Prior("chosen"))))), "library")
    place = (
        t.MoveTo(rest, "graveyard")
        if "graveyard" in where
        else t.MoveTo(rest, "library", "top" if "on top" in where else "bottom")
    )
    return t.Sequence((t.LookAt(top, save_as="looked"), choose, t.MoveTo(t.Prior("chosen"), "hand"), place))


@EFFECTS("look at {top:top}, then put (them|those cards) back in any order")
def _reorder(_: Context, top: t.TopCards) -> t.Effect:
    return t.Sequence((t.LookAt(top, save_as="looked"), t.MoveTo(t.Prior("looked"), "library", "top")))


@JOINED(
    "look at {top:top}. put {n:n} of (them|those cards) into your hand and the (rest|other) "
    "<where:on the bottom of your library in a random order|on the bottom of your library in any order|"
    "into your graveyard>"
)
def _dig(_: Context, top: t.TopCards, n: t.Amount, where: str) -> t.Effect | None:
    if not isinstance(n, t.Num) or top.bottom or top.player != t.You():
        return None
    choose = t.ChooseObjects(t.Choose(t.Is(t.Prior("looked")), "library", n, n), save_as="chosen")
    rest = t.All(t.AllOf((t.Is(t.Prior("looked")), t.Not(t.Is(t.Prior("chosen"))))), "library")
    place: t.Effect = t.MoveTo(rest, "graveyard")
    if "bottom" in where:
        place = t.MoveTo(rest, "library", "bottom", order="random" if "random" in where else "")
    return t.Sequence((t.LookAt(top, save_as="looked"), choose, t.MoveTo(t.Prior("chosen"), "hand"), place))


@EFFECTS("{p:p} get(s) {n:n} <kind:poison|experience|rad> counter(s)")
def _player_counters(context: Context, p: t.PlayerRef, n: t.Amount, kind: str) -> t.Effect:
    context.subject = p
    return t.GiveCountersToPlayer(kind, n, p)


@EFFECTS("{p:p} get(s) <energy:(?:\\{E\\})+>")
def _energy(_: Context, p: t.PlayerRef, energy: str) -> t.Effect:
    return t.GiveCountersToPlayer("energy", t.Num(energy.count("E")), p)


@EFFECTS("{p:p} <how:win|lose>(s) the game")
def _game(_: Context, p: t.PlayerRef, how: str) -> t.Effect:
    return t.WinGame(p) if how == "win" else t.LoseGame(p)


@EFFECTS("take an extra turn after this one", "{p:p} take(s) an extra turn after this one")
def _extra_turn(_: Context, p: t.PlayerRef = YOU) -> t.Effect:
    return t.ExtraTurn(p)


@EFFECTS("[{p:p} ]<does:investigate|proliferate>(s)")
def _simple_action(context: Context, does: str, p: t.PlayerRef = YOU) -> t.Effect | None:
    if does == "proliferate":
        return t.Proliferate() if isinstance(p, t.You) else None
    return t.KeywordAction(does, p)


@EFFECTS("choose a color")
def _choose_color(_: Context) -> t.Effect:
    return t.ChooseValue("color")


@EFFECTS("choose <kind:a creature type|a card name|a nonland card name|an opponent|a player>")
def _choose_value(_: Context, kind: str) -> t.Effect:
    return t.ChooseValue({"a creature type": "creature type", "an opponent": "opponent", "a player": "player",
                          "a card name": "name", "a nonland card name": "nonland name"}[kind])  # fmt: skip
