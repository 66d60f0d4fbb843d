"""Instructions on permanents: status, counters, size and abilities, control, copies, face-down (CR 701, 707, 708)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, JOINED, delayed
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, substitute
from simulator.oracle.effects_players import times
from simulator.oracle.modifications import Mods, copy_exceptions
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import YOU
from simulator.oracle.phrases import reference
from simulator.oracle.template import read, reader

_DURATIONS = {
    "until end of turn": "end of turn",
    "this turn": "end of turn",
    "until your next turn": "your next turn",
    "until the end of your next turn": "end of your next turn",
    "for as long as ~ remains on the battlefield": "while source",
    "for as long as you control ~": "while controlled",
    "for as long as ~ remains tapped": "while tapped",
    "until end of combat": "end of combat",
    "until ~ is turned face down": "until turned face down",
    "for as long as it remains face down": "while face down",
    "for as long as they remain face down": "while face down",
    "until ~ leaves the battlefield": "while source",
    "for as long as ~ remains untapped": "while untapped",
}


@reader("dur")
def duration(text: str, _: Context) -> str | None:
    """How long an effect lasts."""
    return _DURATIONS.get(text)


@EFFECTS("{what:o} {mods:mods} {dur:dur}", "{dur:dur}, {what:o} {mods:mods}")
def _continuous(context: Context, what: t.ObjectRef, mods: Mods, dur: str) -> t.Effect | None:
    context.subject = what
    apart = _other_than(what, mods, context)
    return None if apart is None else t.Continuous(what, apart, dur)


@EFFECTS("{what:o} each {mods:mods} {dur:dur}")
def _continuous_each(context: Context, what: t.ObjectRef, mods: Mods, dur: str) -> t.Effect | None:
    if not isinstance(what, t.Target) or context.targets[what.index].maximum == 1:
        return None
    return _continuous(context, what, mods, dur)


def _other_than(what: t.ObjectRef, mods: Mods, context: Context) -> Mods | None:
    """Other creatures" in the size of what is modified are other than that, which need not be the source."""
    if not any(t.Other() in t.walk(mod) for mod in mods if isinstance(mod, (t.ModifyPT, t.SetPT))):
        return mods
    if isinstance(what, t.Self) or (isinstance(what, t.That) and any(m.source and m.event for m in context.mentions)):
        return mods
    if not isinstance(what, (t.Target, t.That, t.AttachedTo)):
        return None
    changed = tuple(substitute(mod, t.Other(), t.Not(t.Is(what))) for mod in mods)
    return tuple(mod for mod in changed if isinstance(mod, t.Modification))


@EFFECTS("{what:o} {mods:mods} {dur:dur}, where X is {x:x}", "{dur:dur}, {what:o} {mods:mods}, where X is {x:x}")
def _continuous_x(context: Context, what: t.ObjectRef, mods: Mods, dur: str, x: t.Amount) -> t.Effect | None:
    if context.x_meaning is not None:
        return None
    effect = substitute(t.Continuous(what, mods, dur), t.X(), x)
    return effect if isinstance(effect, t.Effect) else None


@EFFECTS("{what:o} (become(s)|is|are) {text:permanent_change}")
def _becomes(context: Context, what: t.ObjectRef, text: Mods) -> t.Effect | None:
    context.subject = what
    return t.Continuous(what, text, "permanent")


@reader("permanent_change")
def _permanent_change(text: str, context: Context) -> Mods | None:
    if text.endswith(tuple(_DURATIONS)):
        return None
    changed: Mods | None = read("mods", "becomes " + text, context)
    return changed


@EFFECTS("<how:tap|untap> {what:o}")
def _tap(context: Context, how: str, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    return t.TapEffect(what) if how == "tap" else t.UntapEffect(what)


@EFFECTS("tap or untap {what:o}")
def _tap_or_untap(_: Context, what: t.ObjectRef) -> t.Effect | None:
    return t.ChooseOne((t.TapEffect(what), t.UntapEffect(what))) if isinstance(what, t.Target) else None


@EFFECTS("~ doesn't untap during your next untap step")
def _stays_tapped(_: Context) -> t.Effect:
    return t.RuleEffect(t.Static((t.Cant("untap", t.Is(t.Self())),)), "next untap step")


@EFFECTS("{what:o} (doesn't|don't) untap during (its|their) controller's next untap step",
         "{what:o} (doesn't|don't) untap during (their|its) controllers' next untap steps")  # fmt: skip
def _no_untap(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.RuleEffect(t.Static((t.Cant("untap", t.Is(what)),)), "next untap step")


@EFFECTS("put {n:n} {kind:kind} counter(s) on {what:o}")
def _counters(context: Context, n: t.Amount, kind: str, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    return t.PutCountersOn(kind, n, what)


@EFFECTS("put {n:n} {kind:kind} counter(s) on {what:o} for each {f:f}")
def _counters_each(context: Context, n: t.Amount, kind: str, what: t.ObjectRef, f: t.Amount) -> t.Effect:
    context.subject = what
    return t.PutCountersOn(kind, times(n, f), what)


@EFFECTS("put a number of {kind:kind} counters on {what:o} equal to {n:x}")
def _counters_equal(context: Context, kind: str, what: t.ObjectRef, n: t.Amount) -> t.Effect:
    context.subject = what
    return t.PutCountersOn(kind, n, what)


@EFFECTS("distribute {n:n} {kind:kind} counters among {what:o}")
def _distribute(_: Context, n: t.Amount, kind: str, what: t.ObjectRef) -> t.Effect | None:
    return t.PutCountersOn(kind, n, what, divided=True) if isinstance(what, t.Target) else None


@reader("kind")
def counter_kind(text: str, _: Context) -> str | None:
    """The kind of a counter."""
    return text if re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+(?: strike)?", text) else None


@EFFECTS("remove {n:n} {kind:kind} counter(s) from {what:o}")
def _remove(_: Context, n: t.Amount, kind: str, what: t.ObjectRef) -> t.Effect:
    return t.RemoveCountersFrom(kind, n, what)


@EFFECTS("remove all counters from {what:o}")
def _remove_all(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.RemoveCountersFrom("", None, what)


@EFFECTS("regenerate {what:o}")
def _regenerate(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.Regenerate(what)


@EFFECTS("<how:transform|convert> {what:o}")
def _transform(context: Context, how: str, what: t.ObjectRef) -> t.Effect:
    context.subject = what
    return t.Transform(what, convert=how == "convert")


@EFFECTS("flip ~|flip it")
def _flip(_: Context) -> t.Effect:
    # CR 710.1a: what flips is the permanent with the ability
    return t.Flip(t.Self())


@EFFECTS("{a:o} fight(s) {b:o}")
def _fight(_: Context, a: t.ObjectRef, b: t.ObjectRef) -> t.Effect:
    return t.Fight(a, b)


@EFFECTS("attach {what:o} to {to:o}")
def _attach(context: Context, what: t.ObjectRef, to: t.ObjectRef) -> t.Effect | None:
    if what == to or (isinstance(what, t.Choose) and to == context.mentions[-1].ref and isinstance(to, t.Prior)):
        # "attach an Equipment to it": nothing is attached to itself, "it" was named before
        before = [m.ref for m in context.mentions[: context.clause_at] if not m.plural]
        return t.Attach(what, before[-1]) if before else None
    return t.Attach(what, to)


@EFFECTS("[{p:p} ]gain(s) control of {what:o}[ {dur:dur}]", "{dur:dur}, gain control of {what:o}")
def _control(context: Context, what: t.ObjectRef, p: t.PlayerRef = YOU, dur: str = "permanent") -> t.Effect:
    context.subject = what
    return t.GainControl(what, p, dur)


@EFFECTS("exchange control of {a:o} and {b:o}")
def _exchange(_: Context, a: t.ObjectRef, b: t.ObjectRef) -> t.Effect:
    return t.ExchangeControl(a, b)


@EFFECTS("{what:o} phase(s) out")
def _phase(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.PhaseOut(what)


@EFFECTS("remove {what:o} from combat")
def _from_combat(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.RemoveFromCombat(what)


@EFFECTS("{what:o} can't <how:block|attack|attack or block|be blocked|be regenerated> this turn",
         "{what:o} can't <how:block|attack|attack or block|be blocked|be regenerated> {dur:dur}")  # fmt: skip
def _cant(context: Context, what: t.ObjectRef, how: str, dur: str = "end of turn") -> t.Effect:
    context.subject = what
    return t.RuleEffect(t.Static(tuple(t.Cant(one, t.Is(what)) for one in _split_or(how))), dur)


def _split_or(how: str) -> tuple[str, ...]:
    return ("attack", "block") if how == "attack or block" else (how,)


@EFFECTS("{what:o} <how:attacks or blocks|attacks|blocks|attack or block|attack|block> this turn if able")
def _must(_: Context, what: t.ObjectRef, how: str) -> t.Effect:
    ways = tuple(word.rstrip("s") for word in how.split(" or "))
    return t.RuleEffect(t.Static(tuple(t.Must(way, t.Is(what)) for way in ways)))


@EFFECTS("{what:o} become(s) a copy of {of:o}[ {dur:dur}][, except {but:except}]")
def _copy(
    context: Context, what: t.ObjectRef, of: t.ObjectRef, dur: str = "permanent", but: Mods = ()
) -> t.Effect | None:
    return _become_copy(context, what, of, dur, but)


@EFFECTS("{dur:dur}, {what:o} become(s) a copy of {of:o}[, except {but:except}]")
def _copy_for(context: Context, what: t.ObjectRef, of: t.ObjectRef, dur: str, but: Mods = ()) -> t.Effect | None:
    return _become_copy(context, what, of, dur, but)


def _become_copy(context: Context, what: t.ObjectRef, of: t.ObjectRef, dur: str, but: Mods) -> t.Effect | None:
    if what == of and isinstance(what, t.Target) and what.index >= context.targets_at:
        # "target creature becomes a copy of that creature": of the one that was named before it
        before = [m.ref for m in context.mentions if m.ref != what and not m.plural and not m.source]
        return t.BecomeCopy(what, before[-1], dur, but) if before else None
    if what == of and any(m.source for m in context.mentions):
        # nothing becomes a copy of itself: "it" is the source
        what = t.Self()
    return t.BecomeCopy(what, of, dur, but)


@reader("except")
def _except(text: str, context: Context) -> Mods | None:
    return copy_exceptions(text, context)


@reader("self_except")
def _self_except(text: str, context: Context) -> Mods | None:
    # the source's name in an ability that the source itself gets is the source (CR 201.5)
    return copy_exceptions(text.replace("§", "~"), context)


@EFFECTS("sacrifice {what:o} at the beginning of the next end step")
def _sacrifice_later(_: Context, what: t.ObjectRef) -> t.Effect | None:
    return delayed(t.BeginningOf("end"), t.SacrificeEffect(what)) if not isinstance(what, t.Target) else None


@EFFECTS("{first:o} and all other {more:same_name} <way:get> {pt:pt} {dur:dur}")
def _same_name(
    _: Context, first: t.ObjectRef, more: t.ObjectRef, way: str, pt: tuple[t.Amount, t.Amount], dur: str
) -> t.Effect:
    return t.Continuous(t.Union((first, more)), (t.ModifyPT(*pt),), dur)


@reader("same_name")
def _same_named(text: str, context: Context) -> t.ObjectRef | None:
    found = re.fullmatch(r"(\w+) with the same name as (that \w+)", text)
    if found is None:
        return None
    ref = reference(found.group(2), context)
    described = read("d", found.group(1), context)
    if ref is None or described is None:
        return None
    return t.All(t.AllOf((described.where, t.SameNameAs(ref), t.Not(t.Is(ref)))))


@reader("pt")
def _pt(text: str, context: Context) -> tuple[t.Amount, t.Amount] | None:
    from simulator.oracle.modifications import power_change

    return power_change(text, context)


@JOINED(
    "{what:o} become(s) {row:animation} {dur:dur}. (it's|they're) still (a land|lands)",
    "{dur:dur}, {what:o} become(s) {row:animation}. (it's|they're) still (a land|lands)",
    "{what:o} become(s) {row:animation}. (it's|they're) still (a land|lands)",
    "{what:o} become(s) {row:animation} that's still a land[ {dur:dur}]",
)
def _animate(context: Context, what: t.ObjectRef, row: Mods, dur: str = "permanent") -> t.Effect:
    context.subject = what
    return t.Continuous(what, row, dur)


@EFFECTS("{what:o} become(s) {row:animation} that's still a land[ {dur:dur}]",
         "{what:o} become(s) {row:animation} that are still lands[ {dur:dur}]")  # fmt: skip
def _animate_one(context: Context, what: t.ObjectRef, row: Mods, dur: str = "permanent") -> t.Effect:
    return _animate(context, what, row, dur)


@reader("animation")
def _animation(text: str, context: Context) -> Mods | None:
    """A 2/2 creature with all creature types": a land that keeps its land types (CR 205.1b)."""
    text = re.sub(r"^an? ", "", text)
    every = " with all creature types" in text or " and all creature types" in text
    text = text.replace(" with all creature types", "").replace(" and all creature types", "")
    changed: Mods | None = read("mods", "becomes a " + text, context)
    if changed is None:
        return None
    found: list[t.Modification] = []
    for mod in changed:
        if isinstance(mod, t.SetTypes):
            mod = t.SetTypes(mod.types, mod.subtypes, mod.supertypes, all_creature_types=every, keep_card_types=True)
        found.append(mod)
    return tuple(found) if any(isinstance(mod, t.SetTypes) for mod in found) else None


@EFFECTS("put {n:n} {kind:kind} counter(s) and {m:n} {also:kind} counter(s) on {what:o}")
def _two_kinds(context: Context, n: t.Amount, kind: str, m: t.Amount, also: str, what: t.ObjectRef) -> t.Effect | None:
    if isinstance(what, t.Choose):
        return None
    context.subject = what
    return t.Sequence((t.PutCountersOn(kind, n, what), t.PutCountersOn(also, m, what)))


@EFFECTS("put {n:n} {kind:kind} counter(s) on {what:o} and {m:n} {also:kind} counter(s) on {other:o}")
def _two_places(
    _: Context, n: t.Amount, kind: str, what: t.ObjectRef, m: t.Amount, also: str, other: t.ObjectRef
) -> t.Effect:
    return t.Sequence((t.PutCountersOn(kind, n, what), t.PutCountersOn(also, m, other)))


@EFFECTS("{what:o} {mods:lasting}")
def _for_good(context: Context, what: t.ObjectRef, mods: Mods) -> t.Effect | None:
    # CR 611.2a: without a stated duration it lasts until the end of the game
    if isinstance(what, t.All):
        return None
    context.subject = what
    return t.Continuous(what, mods, "permanent")


@reader("lasting")
def _lasting(text: str, context: Context) -> Mods | None:
    found: Mods | None = read("mods", text, context) if text.startswith(("gains ", "gain ", "loses ")) else None
    return found


@EFFECTS("until end of turn, you may look at {what:d} any time")
def _may_look(_: Context, what: Description) -> t.Effect | None:
    if not what.plural or what.zone:
        return None
    return t.RuleEffect(t.Static((t.MayLook("permanents", what.where),)))


@EFFECTS("reveal {what:o}")
def _reveal(_: Context, what: t.ObjectRef) -> t.Effect:
    return t.Reveal(what)


@JOINED(
    "flip a coin. if you win the flip, {won:e}. if you lose the flip, {lost:e}",
    "flip a coin. if you lose the flip, {lost:e}",
    "flip a coin. if you win the flip, {won:e}",
    "flip a coin. if you win the flip, {won:e}. otherwise, {lost:e}",
)
def _coin(_: Context, won: t.Effect | None = None, lost: t.Effect | None = None) -> t.Effect:
    return t.FlipCoin(won, lost)


@EFFECTS("switch {what:o}'s power and toughness until end of turn")
def _switch(context: Context, what: t.ObjectRef) -> t.Effect | None:
    context.subject = what
    return t.Continuous(what, (t.SwitchPT(),))


@EFFECTS("{what:o} get(s) {pt:change} until end of turn for each other {f:other_one}")
def _gets_each_other(_: Context, what: t.ObjectRef, pt: tuple[int, int], f: t.Predicate) -> t.Effect | None:
    if not isinstance(what, t.Self | t.That):
        return None
    count = t.Count(t.AllOf((f, t.Not(t.Is(what)))))
    return t.Continuous(what, (t.ModifyPT(*(t.Times(n, count) for n in pt)),))


@reader("other_one")
def _other_one(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text, context)
    if described is None or described.plural or described.zone or "card" in described.words:
        return None
    return described.where
