"""Keyword abilities that make a permanent enter in some way, or that are static (CR 702), written out as trees."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.keyword_nodes import Devour

_SELF = t.Is(t.Self())
#: CR 702.109a: what becomes of the permanent that a dashed spell becomes; no ability triggers as it enters.
#: CR 702.152a: so with what was cast for its blitz cost.
LATER: dict[str, t.Effect] = {
    "dash": t.Delayed(t.BeginningOf("end"), t.MoveTo(t.Prior("delayed"), "hand"), t.Self()),
    "blitz": t.Delayed(t.BeginningOf("end"), t.SacrificeEffect(t.Prior("delayed")), t.Self()),
}


def _with_counters(kind: str, number: t.Amount, condition: t.Condition | None = None) -> t.EntersWith:
    return t.EntersWith(counters=(t.EnterCounters(kind, number),), condition=condition)


def entering(keyword: t.Keyword) -> t.EntersWith | None:
    """How a keyword makes its permanent enter; None if it doesn't."""
    name, number = keyword.name, keyword.value
    if name in ("modular", "graft"):
        # CR 702.43a, 702.58a; modular—sunburst isn't a number and is left to the compiler
        return _with_counters("+1/+1", t.Num(number))
    if name == "ravenous":
        # CR 702.156a, 107.3m
        return _with_counters("+1/+1", t.X())
    if name in ("vanishing", "fading"):
        return _with_counters("time" if name == "vanishing" else "fade", t.Num(number))
    if name == "bloodthirst":
        if number < 0:
            # CR 702.54b: all the damage that opponents were dealt this turn
            return _with_counters("+1/+1", t.PlayerStat("damage taken", t.EachOpponent()))
        # CR 702.54a
        hurt = t.HappenedThisTurn(t.DealsDamage(to_player=t.EachOpponent()))
        return _with_counters("+1/+1", t.Num(number), hurt)
    one = t.PutCountersOn("+1/+1", t.Num(1))
    if name == "riot":
        # CR 702.136a: several instances work separately (702.136b)
        haste = t.Continuous(t.Self(), (t.GainAbility(t.Keyword("haste")),), "permanent")
        return t.EntersWith(effect=t.May(one, otherwise=haste))
    if name == "unleash":
        # CR 702.98a: the first of its two abilities
        return t.EntersWith(effect=t.May(one))
    if name == "devour" and number > 0:
        # CR 702.82a
        return t.EntersWith(effect=Devour(number))
    return None


def _while_cast_for(way: str, *gained: t.Ability) -> t.Static:
    """As long as that alternative cost was paid."""
    mods = tuple(t.GainAbility(ability) for ability in gained)
    return t.Static((t.Modify(_SELF, mods),), t.WasCast(t.Self(), kicked=way))


_HASTE = t.Keyword("haste")
#: By the name of the keyword. Each is one object: the layers know an ability by its identity.
_STATIC: dict[str, t.Static] = {
    # CR 702.98a: the second of its two abilities
    "unleash": t.Static((t.Cant("block", t.AllOf((_SELF, t.HasCounter("+1/+1")))),)),
    # CR 702.147a
    "decayed": t.Static((t.Cant("block", _SELF),)),
    # CR 702.109a
    "dash": _while_cast_for("dash", _HASTE),
    # CR 702.152a
    "blitz": _while_cast_for("blitz", _HASTE, t.Triggered(t.ZoneChange(_SELF, "battlefield", "graveyard"), t.Draw())),
}


def static(keyword: t.Keyword) -> t.Static | None:
    """The static ability of a permanent that a keyword stands for; None if it stands for none."""
    return _STATIC.get(keyword.name)
