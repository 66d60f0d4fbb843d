"""Class cards: level abilities and what a Class has from a level on (CR 716)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t

_LEVEL = re.compile(r"(?P<mana>(?:\{[^{}]+\})+): level (?P<level>\d)")


def level_of(line: str) -> int | None:
    """The level that a level ability's line names; None if the line is none."""
    found = _LEVEL.fullmatch(line)
    return int(found.group("level")) if found is not None else None


def level_ability(line: str) -> t.Activated | None:
    """CR 716.2a: "COST: This Class's level becomes N", only at the level before and as a sorcery."""
    found = _LEVEL.fullmatch(line)
    if found is None:
        return None
    level = int(found.group("level"))
    before = t.AmountIs(t.Stat("level"), "=", t.Num(level - 1))
    become = t.KeywordAction("become level", amount=t.Num(level), what=t.Self())
    return t.Activated(
        (t.PayMana(found.group("mana")),), become, sorcery_speed=True, condition=before, keyword="class level"
    )


def from_level(ability: t.Ability, level: int) -> t.Ability:
    """CR 716.2a: the Class has the ability as long as it is that level or greater."""
    reached = t.AmountIs(t.Stat("level"), ">=", t.Num(level))
    if isinstance(ability, t.UnsupportedAbility):
        return ability
    return t.Static((t.Modify(t.Is(t.Self()), (t.GainAbility(ability),)),), reached)
