"""How things enter and other replacement effects (CR 614): "enters tapped", "as ... enters", "would ... instead"."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.amounts import count_word
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.modifications import Mods
from simulator.oracle.nouns import Description
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import read, reader


@STATICS("~ enters[ the battlefield] tapped[ unless {c:c}]")
def _tapped(_: Context, c: t.Condition | None = None) -> Parts:
    return (t.EntersWith(tapped=True, unless=c),)


@STATICS("~ enters[ the battlefield] tapped if {c:c}", "if {c:c}, ~ enters tapped")
def _tapped_if(_: Context, c: t.Condition) -> Parts:
    return (t.EntersWith(tapped=True, condition=c),)


@STATICS("{w:w} enter[ the battlefield] tapped")
def _others_tapped(_: Context, w: t.Predicate) -> Parts:
    return (t.EntersWith(w, tapped=True),)


@STATICS("as ~ enters, you may pay {n:n} life. if you don't, it enters tapped")
def _shock_land(_: Context, n: t.Amount) -> Parts:
    return (t.EntersWith(tapped=True, pay=(t.PayLife(n),)),)


@STATICS("as ~ enters, you may reveal {what:revealed} from your hand. if you don't, ~ enters tapped")
def _reveal_land(_: Context, what: t.Predicate) -> Parts:
    return (t.EntersWith(tapped=True, pay=(t.RevealFromHand(what),)),)


@reader("revealed")
def _revealed(text: str, context: Context) -> t.Predicate | None:
    found = re.match(r"an? ", text)
    described = describe_in(text[found.end() :], context) if found else None
    return None if described is None or described.zone or "card" not in described.words else described.where


@reader("counters")
def _counters(text: str, context: Context) -> t.EnterCounters | None:
    """Counters: "a +1/+1 counter", "X charge counters", "a number of +1/+1 counters equal to ..."."""
    found = re.fullmatch(r"(\w+)(?: additional)? ([+-]\d+/[+-]\d+|[a-z]+(?: strike)?) counters?", text)
    if found is not None:
        amount = count_word(found.group(1), context)
        return None if amount is None else t.EnterCounters(found.group(2), amount)
    found = re.fullmatch(r"(?:a number of )?(?:additional )?([+-]\d+/[+-]\d+|[a-z]+) counters equal to (.+)", text)
    if found is not None:
        equal = read("x", found.group(2), context)
        return None if equal is None else t.EnterCounters(found.group(1), equal)
    return None


@STATICS(
    "~ enters[ the battlefield] with {k:counters} on it[ if {c:c}]",
    "~ enters[ the battlefield] <tapped:tapped> with {k:counters} on it",
)
def _with_counters(_: Context, k: t.EnterCounters, c: t.Condition | None = None, tapped: str = "") -> Parts:
    return (t.EntersWith(counters=(k,), condition=c, tapped=bool(tapped)),)


@STATICS("~ escapes with {k:counters} on it")
def _escapes_with(_: Context, k: t.EnterCounters) -> Parts:
    # CR 702.138c
    return (t.EntersWith(counters=(k,), condition=t.WasCast(t.Self(), kicked="escape")),)


@STATICS("if {c:c}, it enters with {k:counters} on it")
def _with_counters_if(_: Context, c: t.Condition, k: t.EnterCounters) -> Parts:
    return (t.EntersWith(counters=(k,), condition=c),)


@STATICS("~ enters[ the battlefield] with {k:counters} on it for each {f:each}")
def _with_counters_each(_: Context, k: t.EnterCounters, f: t.Amount) -> Parts | None:
    if not isinstance(k.amount, t.Num):
        return None
    amount = f if k.amount.value == 1 else t.Times(k.amount.value, f)
    return (t.EntersWith(counters=(t.EnterCounters(k.kind, amount),)),)


@STATICS("~ enters[ the battlefield] with {k:counters} on it, where X is {x:x}")
def _with_counters_x(_: Context, k: t.EnterCounters, x: t.Amount) -> Parts | None:
    return (t.EntersWith(counters=(t.EnterCounters(k.kind, x),)),) if k.amount == t.X() else None


@STATICS("each {what:d} enters with {k:counters} on it")
def _others_with(_: Context, what: Description, k: t.EnterCounters) -> Parts | None:
    if what.zone or what.plural or "card" in what.words or "spell" in what.words:
        return None
    return (t.EntersWith(what.where, counters=(k,)),)


@STATICS("{w:w} enter(s) with {k:counters} on (it|them)")
def _group_with(_: Context, w: t.Predicate, k: t.EnterCounters) -> Parts | None:
    return None if w == t.Is(t.Self()) else (t.EntersWith(w, counters=(k,)),)


_CHOICES = {
    "a color": ("color", ()),
    "a creature type": ("creature type", ()),
    "a basic land type": ("basic land type", ()),
    "an opponent": ("opponent", ()),
    "a player": ("player", ()),
    "a card name": ("name", ()),
    "a nonland card name": ("nonland name", ()),
    "a number": ("number", ()),
    "odd or even": ("option", ("odd", "even")),
    "a card type": ("card type", ()),
    "a color other than white": ("color", ("U", "B", "R", "G")),
    "a color other than blue": ("color", ("W", "B", "R", "G")),
    "a color other than black": ("color", ("W", "U", "R", "G")),
    "a color other than red": ("color", ("W", "U", "B", "G")),
    "a color other than green": ("color", ("W", "U", "B", "R")),
}
_CHOICE_WORDS = "|".join(sorted(_CHOICES, key=len, reverse=True))


@STATICS(f"as ~ enters[ the battlefield], choose <what:{_CHOICE_WORDS}>")
def _choose(_: Context, what: str) -> Parts | None:
    kind, options = _CHOICES[what]
    return (t.EntersWith(choose=(t.ChooseValue(kind, options),)),)


@STATICS(f"~ enters tapped. as it enters, choose <what:{_CHOICE_WORDS}>")
def _tapped_and_choose(_: Context, what: str) -> Parts | None:
    kind, options = _CHOICES[what]
    return (t.EntersWith(tapped=True, choose=(t.ChooseValue(kind, options),)),)


@STATICS("you may have ~ enter as a copy of {what:anyone}[, except {but:self_except}]")
def _clone(_: Context, what: tuple[t.Predicate, str], but: Mods = ()) -> Parts:
    # CR 707.2, 614.1c
    return (t.EntersWith(copy_of=what[0], copy_zone=what[1], copy_except=but),)


@STATICS("you may have ~ enter tapped as a copy of {what:anyone}[, except {but:self_except}]")
def _clone_tapped(_: Context, what: tuple[t.Predicate, str], but: Mods = ()) -> Parts:
    return (t.EntersWith(copy_of=what[0], copy_zone=what[1], copy_except=but, copy_tapped=True),)


@reader("anyone")
def _anyone(text: str, context: Context) -> tuple[t.Predicate, str] | None:
    found = re.match(r"(?:any|an?) (?!other)", text)
    described = describe_in(text[found.end() :], context) if found else None
    if described is None or described.plural or not (described.zone or "control" in text):
        return None
    return described.where, described.zone or "battlefield"


@STATICS("as {me:me} enters, {e:es}")
def _as_enters(_: Context, me: t.ObjectRef, e: t.Effect) -> Parts | None:
    return (t.EntersWith(effect=e),)


@STATICS("as {me:me} is turned face up, {e:es}")
def _as_turned(_: Context, me: t.ObjectRef, e: t.Effect) -> Parts:
    # CR 708.11: it functions while the permanent is being turned face up
    return (t.EntersWith(effect=e, enters=False, turned_face_up=True),)


@STATICS("as {me:me} enters or is turned face up, {e:es}")
def _as_both(_: Context, me: t.ObjectRef, e: t.Effect) -> Parts:
    return (t.EntersWith(effect=e, turned_face_up=True),)


@STATICS("if {what:a} would enter[ the battlefield] and it wasn't cast, exile it instead")
def _uncast(_: Context, what: Description) -> Parts | None:
    if what.plural or what.zone:
        return None
    return (t.Replacement(t.ReplacedEvent("enter", what.where, to_zone="exile", uncast=True)),)


@STATICS(
    "if ~ would be put into a graveyard from anywhere, exile it instead",
)
def _anywhere(_: Context) -> t.Static:
    event = t.ReplacedEvent("to graveyard", t.Is(t.Self()), to_zone="exile")
    return t.Static((t.Replacement(event),), zone="any")


@STATICS("if {what:a} would die, exile it instead")
def _die_exile(_: Context, what: Description) -> Parts | None:
    if what.zone or what.plural or "card" in what.words:
        return None
    return (t.Replacement(t.ReplacedEvent("die", what.where, to_zone="exile")),)


@STATICS("if {what:a} is tapped for mana, it produces {mana:mana} instead of any other type<amount: and amount>?")
def _produces(_: Context, what: Description, mana: str, amount: str) -> Parts | None:
    if what.zone or what.plural:
        return None
    event = t.ReplacedEvent("mana", what.where, set_mana=mana, keep_amount=not amount)
    return (t.Replacement(event),)


@STATICS("if you tap {what:a} for mana, it produces <times:twice|three times> as much of that mana instead")
def _produces_more(_: Context, what: Description, times: str) -> Parts | None:
    if what.zone or what.plural:
        return None
    event = t.ReplacedEvent("mana", what.where, player=t.You(), multiply=2 if times == "twice" else 3)
    return (t.Replacement(event),)


@STATICS("if you would gain life, you gain twice that much life instead")
def _double_life(_: Context) -> Parts:
    return (t.Replacement(t.ReplacedEvent("life gain", player=t.You(), multiply=2)),)


@STATICS("if you would draw a card, draw two cards instead")
def _double_draw(_: Context) -> Parts:
    return (t.Replacement(t.ReplacedEvent("draw", player=t.You()), t.Draw(t.Num(2))),)


@STATICS(
    "if an effect would create one or more tokens under your control, "
    "it creates twice that many of those tokens instead"
)
def _double_tokens(_: Context) -> Parts:
    return (t.Replacement(t.ReplacedEvent("tokens", player=t.You(), multiply=2)),)


@STATICS(
    "if one or more +1/+1 counters would be put on {what:a}, <n:twice that many|that many plus one> "
    "+1/+1 counters are put on it instead"
)
def _more_counters(_: Context, what: Description, n: str) -> Parts | None:
    if what.zone or what.plural:
        return None
    twice = n.startswith("twice")
    event = t.ReplacedEvent("counters", what.where, multiply=2 if twice else 1, add=0 if twice else 1, counter="+1/+1")
    return (t.Replacement(event),)


@STATICS("prevent all <combat:combat >?damage that would be dealt to {w:w}")
def _prevent_to(_: Context, combat: str, w: t.Predicate) -> Parts:
    return (t.Replacement(t.ReplacedEvent("damage", w, combat=bool(combat), prevent=True)),)


@STATICS(
    "prevent all <combat:combat >?damage that would be dealt by {w:w}",
    "prevent all <combat:combat >?damage {w:w} would deal",
)
def _prevent_by(_: Context, combat: str, w: t.Predicate) -> Parts:
    return (t.Replacement(t.ReplacedEvent("damage", by=w, combat=bool(combat), prevent=True)),)


@STATICS("prevent all <combat:combat >?damage that would be dealt to and dealt by {w:w}")
def _prevent_both(_: Context, combat: str, w: t.Predicate) -> Parts:
    # CR 615.1: two events are watched, each on its own
    to = t.ReplacedEvent("damage", w, combat=bool(combat), prevent=True)
    by = t.ReplacedEvent("damage", by=w, combat=bool(combat), prevent=True)
    return (t.Replacement(to), t.Replacement(by))


@STATICS("if you would draw a card, exile the top card of your library face down instead")
def _draw_exiles(_: Context) -> Parts:
    top = t.TopCards(t.Num(1), t.You())
    exile = t.MoveTo(top, "exile", face_down=True, linked="exiled")
    return (t.Replacement(t.ReplacedEvent("draw", player=t.You()), exile),)
