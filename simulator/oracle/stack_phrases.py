"""Phrases for abilities on the stack: "activated or triggered ability you control" (CR 113.7a, 115)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.nouns import Description, describe

_ABILITY = re.compile(
    r"(?:(?P<spell>(?:[\w, -]+? )?spell), ?|(?P<spell2>(?:[\w, -]+? )?spell) or )?"
    r"(?P<kind>activated or triggered ability|activated ability|triggered ability|ability"
    r"|activated ability, or triggered ability|activated or triggered abilities)"
    r"(?P<who> you control| you don't control| an opponent controls| from an artifact source)?"
    r"(?P<single> with a single target)?"
)


def ability_on_stack(text: str) -> Description | None:
    """Abilities on the stack, maybe with spells: "spell, activated ability, or triggered ability"."""
    found = _ABILITY.fullmatch(text)
    if found is None:
        return None
    kind = found.group("kind")
    word = "" if "activated" in kind and "triggered" in kind else kind.split()[0]
    where: t.Predicate = t.IsAbilityOnStack("" if word == "ability" else word)
    words = {"ability"}
    spell = found.group("spell") or found.group("spell2")
    if spell is not None:
        described = describe(spell)
        if described is None:
            return None
        where = t.AnyOf((described.where, where))
        words.add("spell")
    extra: list[t.Predicate] = []
    who = (found.group("who") or "").strip()
    if who:
        if who not in tables.CONTROL:
            return None
        extra.append(tables.CONTROL[who][0])
    if found.group("single"):
        # CR 115.7a speaks of spells and abilities with targets: one target in all
        extra.append(t.SingleTarget())
    if extra:
        where = t.AllOf((where, *extra))
    return Description(where, "stack", frozenset(words), False)
