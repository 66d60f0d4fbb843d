"""Choices made while an instruction is carried out: "of your choice", "you may have it ..." (CR 608.2d)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, effect
from simulator.oracle.context import Context
from simulator.oracle.modifications import Mods, power_change
from simulator.oracle.phrases import reference
from simulator.oracle.template import read, reader

_OF_YOUR_CHOICE = {
    "protection from the color of your choice": ("color", t.Keyword("protection", where=t.OfChosen("color"))),
    "hexproof from the color of your choice": ("color", t.Keyword("hexproof", where=t.OfChosen("color"))),
}


@EFFECTS("{what:o} gain(s) {kw:chosen_keyword} {dur:dur}")
def _chosen_protection(context: Context, what: t.ObjectRef, kw: tuple[str, t.Keyword], dur: str) -> t.Effect:
    context.subject = what
    return t.Sequence((t.ChooseValue(kw[0]), t.Continuous(what, (t.GainAbility(kw[1]),), dur)))


@reader("chosen_keyword")
def _chosen_keyword(text: str, _: Context) -> tuple[str, t.Keyword] | None:
    return _OF_YOUR_CHOICE.get(text)


@EFFECTS("{what:o} gain(s) protection from colorless or from the color of your choice {dur:dur}")
def _colorless_or(_: Context, what: t.ObjectRef, dur: str) -> t.Effect:
    colorless = t.Keyword("protection", where=t.ColorCount("colorless"))
    colored = t.Keyword("protection", where=t.OfChosen("color"))
    return t.ChooseOne(
        (
            t.Continuous(what, (t.GainAbility(colorless),), dur),
            t.Sequence((t.ChooseValue("color"), t.Continuous(what, (t.GainAbility(colored),), dur))),
        )
    )


@EFFECTS(
    "{what:o} become(s) the <kind:color|creature type|basic land type> of your choice[ {dur:dur}]",
    "{what:o} become(s) the <kind:color|creature type|basic land type> of your choice<also: in addition to its other "
    "types| in addition to their other types>[ {dur:dur}]",
)
def _becomes_chosen(
    context: Context, what: t.ObjectRef, kind: str, dur: str = "permanent", also: str = ""
) -> t.Effect | None:
    context.subject = what
    if kind == "color":
        return None if also else t.Sequence((t.ChooseValue(kind), t.Continuous(what, (t.SetColors(chosen=True),), dur)))
    if kind == "basic land type":
        return None
    change = t.SetTypes(chosen=kind, keep_types=bool(also))
    return t.Sequence((t.ChooseValue(kind), t.Continuous(what, (change,), dur)))


@EFFECTS("{text:chosen_group} {mods:mods} {dur:dur}")
def _group_of_type(_: Context, text: t.ObjectRef, mods: Mods, dur: str) -> t.Effect:
    return t.Sequence((t.ChooseValue("creature type"), t.Continuous(text, mods, dur)))


@reader("chosen_group")
def _chosen_group(text: str, context: Context) -> t.ObjectRef | None:
    found = re.fullmatch(r"(.+?) of the creature type of your choice", text)
    ref = reference(found.group(1), context) if found else None
    if not isinstance(ref, t.All) or ref.zone != "battlefield":
        return None
    return t.All(t.AllOf((ref.where, t.OfChosen("creature type"))))


@EFFECTS("{what:o} get(s) {a:size} or {b:size} {dur:dur}")
def _one_or_other(
    context: Context, what: t.ObjectRef, a: tuple[t.Amount, t.Amount], b: tuple[t.Amount, t.Amount], dur: str
) -> t.Effect:
    context.subject = what
    return t.ChooseOne((t.Continuous(what, (t.ModifyPT(*a),), dur), t.Continuous(what, (t.ModifyPT(*b),), dur)))


@reader("size")
def _size(text: str, context: Context) -> tuple[t.Amount, t.Amount] | None:
    return power_change(text, context)


@EFFECTS("{what:o} gain(s) your choice of {text:keyword_choice} {dur:dur}")
def _choice_of_keyword(context: Context, what: t.ObjectRef, text: tuple[t.Keyword, ...], dur: str) -> t.Effect:
    context.subject = what
    return t.ChooseOne(tuple(t.Continuous(what, (t.GainAbility(one),), dur) for one in text))


@reader("keyword_choice")
def _keyword_choice(text: str, _: Context) -> tuple[t.Keyword, ...] | None:
    from simulator.oracle.keyword_lines import one_keyword

    found: list[t.Keyword] = []
    for piece in re.split(r", or | or |, ", text):
        keywords = one_keyword(piece)
        if keywords is None or len(keywords) != 1:
            return None
        found.extend(keywords)
    return tuple(found) if len(found) > 1 else None


@EFFECTS("{what:o} become(s) your choice of <a:\\d+/\\d+> or <b:\\d+/\\d+>")
def _size_choice(_: Context, what: t.ObjectRef, a: str, b: str) -> t.Effect:
    sizes = [t.SetPT(t.Num(int(one.split("/")[0])), t.Num(int(one.split("/")[1]))) for one in (a, b)]
    return t.ChooseOne(tuple(t.Continuous(what, (size,), "permanent") for size in sizes))


_BARE_VERBS = {
    "deal": "deals", "fight": "fights", "become": "becomes", "get": "gets", "gain": "gains", "lose": "loses",
    "discard": "discards", "draw": "draws", "mill": "mills", "sacrifice": "sacrifices", "transform": "transforms",
    "explore": "explores", "connive": "connives", "phase": "phases", "pay": "pays", "put": "puts",
}  # fmt: skip
_HAVE = re.compile(rf"(?P<who>.+?) (?P<verb>{'|'.join(_BARE_VERBS)})(?P<rest>(?: .+)?)")


@EFFECTS("you may have {text:have}")
def _may_have(_: Context, text: t.Effect) -> t.Effect:
    return t.May(text)


@reader("have")
def _have(text: str, context: Context) -> t.Effect | None:
    """It deal 2 damage to any target": what somebody has something do."""
    found = _HAVE.fullmatch(text)
    if found is None:
        return None
    who = read("p", found.group("who"), context)
    subject = who if who is not None else reference(found.group("who"), context)
    if subject is None or isinstance(subject, (t.Choose, t.EachOpponent, t.EachPlayer)):
        return None
    context.subject = subject
    return effect(f"% {_BARE_VERBS[found.group('verb')]}{found.group('rest')}", context)


@EFFECTS("choose {what:o}")
def _choose(_: Context, what: t.ObjectRef) -> t.Effect | None:
    """Choosing alone: a later instruction speaks of it."""
    if isinstance(what, t.Target):
        return t.Nothing()
    return t.ChooseObjects(what) if isinstance(what, t.Choose) else None


@EFFECTS("choose target <who:player|opponent>")
def _choose_player(context: Context, who: str) -> t.Effect:
    read("p", f"target {who}", context)
    return t.Nothing()


@EFFECTS("you may choose new targets for any number of other spells and/or abilities")
def _new_targets_of_others(_: Context) -> t.Effect:
    where = t.AllOf((t.Other(), t.AnyOf((t.IsSpell(), t.IsAbilityOnStack()))))
    return t.ChangeTargets(t.Choose(where, "stack", t.Num(0)), "new")
