"""What restricted mana may be spent on: "only to cast artifact spells or activate abilities" (CR 106.6)."""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.nouns import describe

_UNCOUNTERABLE = re.compile(r"(.+?),? and that spell can't be countered")
_MORPH: tuple[str, ...] = ("morph", "megamorph")
_WORDS: dict[str, t.SpendOnly] = {
    # CR 702.37b: a megamorph cost is a morph cost
    "pay a morph cost": t.SpendOnly(morph_costs=_MORPH),
    "pay morph costs": t.SpendOnly(morph_costs=_MORPH),
    "pay a mana cost to turn a manifested creature face up": t.SpendOnly(manifested=t.HasType("Creature")),
    "unlock a door": t.SpendOnly(actions=("unlock a door",)),
    "foretell a card from your hand": t.SpendOnly(actions=("foretell",)),
    "activate abilities": t.SpendOnly(abilities=t.AllOf()),
    "activate an ability": t.SpendOnly(abilities=t.AllOf()),
}


def spending(text: str) -> t.Node | None:
    """The restriction of mana; a plain predicate where it is for one kind of spell only."""
    found = _UNCOUNTERABLE.fullmatch(text)
    uncounterable = found is not None
    purposes = _purposes(found.group(1) if found is not None else text)
    if purposes is None:
        return None
    merged = purposes[0]
    for one in purposes[1:]:
        joined = _merge(merged, one)
        if joined is None:
            return None
        merged = joined
    if uncounterable:
        return replace(merged, uncounterable=True) if merged.spells is not None else None
    if merged == t.SpendOnly(spells=merged.spells):
        return merged.spells
    return merged


def _purposes(text: str) -> list[t.SpendOnly] | None:
    whole = _purpose(re.sub(r"^(?:on|to) ", "", text))
    if whole is not None:
        return [whole]
    for found in re.finditer(r", or (?:to )?|, (?:to )?| or (?:to )?", text):
        first = _purpose(re.sub(r"^(?:on|to) ", "", text[: found.start()]))
        if first is not None:
            more = text[found.end() :]
            # "to cast a Dragon spell or an Omen spell": the verb is said once
            rest = _purposes(f"cast {more}" if first.spells is not None and re.match(r"an? ", more) else more)
            if rest is not None:
                return [first, *rest]
    return None


def _purpose(text: str) -> t.SpendOnly | None:
    if text in _WORDS:
        return _WORDS[text]
    found = re.fullmatch(r"cast (.+)", text)
    if found is not None:
        where = _described(found.group(1), "spell")
        return None if where is None else t.SpendOnly(spells=where)
    found = re.fullmatch(r"activate (?:an ability|abilities) of (.+)", text)
    if found is not None:
        where = _described(found.group(1), "")
        return None if where is None else t.SpendOnly(abilities=where)
    found = re.fullmatch(r"turn (.+) face up", text)
    if found is not None:
        where = _described(found.group(1), "")
        return None if where is None else t.SpendOnly(turning=where)
    return None


def _described(text: str, needed: str) -> t.Predicate | None:
    found = re.match(r"an? ", text)
    if not needed:
        text = re.sub(r"\bsource(?=s?\b)", "permanent", text)
    described = describe(text[found.end() :] if found else text)
    if described is None or described.about or (needed and needed not in described.words):
        return None
    if not needed and ("spell" in described.words or described.zone not in ("", "battlefield")):
        return None
    # mana may be spent on the ability of a source wherever it is: "artifact sources", "creatures"
    return described.where


def _merge(one: t.SpendOnly, two: t.SpendOnly) -> t.SpendOnly | None:
    if one.turning is not None and two.turning is not None:
        return None
    return t.SpendOnly(
        spells=_either(one.spells, two.spells),
        abilities=_either(one.abilities, two.abilities),
        turning=one.turning if one.turning is not None else two.turning,
        manifested=one.manifested if one.manifested is not None else two.manifested,
        morph_costs=one.morph_costs + two.morph_costs,
        actions=one.actions + two.actions,
    )


def _either(one: t.Predicate | None, two: t.Predicate | None) -> t.Predicate | None:
    if one is None or two is None:
        return one if two is None else two
    return t.AnyOf((one, two))
