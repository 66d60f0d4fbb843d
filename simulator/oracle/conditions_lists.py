"""Conditions that name several things, and counters on the source."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.conditions import CONDITIONS, at_least, controlled
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description

ZERO: t.Amount = t.Num(0)
Many = tuple[str, t.Amount, Description]


def _each_controlled(*several: Many) -> tuple[t.Condition, ...] | None:
    found: list[t.Condition] = []
    for op, count, what in several:
        described = controlled(what, t.You())
        if described is None:
            return None
        found.append(at_least(described, op, count))
    return tuple(found)


@CONDITIONS("you control {a:many} or {b:many}", "you control {a:many}, {b:many}, or {d:many}")
def _either(_: Context, **several: Many) -> t.Condition | None:
    found = _each_controlled(*several.values())
    return None if found is None else t.AnyTrue(found)


@CONDITIONS("you control {a:many} and {b:many}")
def _both(_: Context, a: Many, b: Many) -> t.Condition | None:
    found = _each_controlled(a, b)
    return None if found is None else t.AllTrue(found)


@CONDITIONS("{a:c} or if {b:c}")
def _or_if(_: Context, a: t.Condition, b: t.Condition) -> t.Condition:
    return t.AnyTrue((a, b))


@CONDITIONS("there are no <kind:[a-z]+> counters on ~")
def _no_counters(_: Context, kind: str) -> t.Condition:
    return t.AmountIs(t.Counters(kind), "=", t.Num(0))


@CONDITIONS("there are {n:n} or more <kind:[a-z]+> counters on ~")
def _many_counters(_: Context, n: t.Amount, kind: str) -> t.Condition:
    return t.AmountIs(t.Counters(kind), ">=", n)


@CONDITIONS("you played a land this turn", "you've played a land this turn")
def _played_land(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("lands played"), ">=", t.Num(1))


@CONDITIONS("~ entered this turn")
def _entered(_: Context) -> t.Condition:
    return t.Holds(t.Self(), t.EnteredThisTurn())


@CONDITIONS("you control {n:n} or more {what:d} with different names")
def _different_names(_: Context, n: t.Amount, what: Description) -> t.Condition | None:
    described = controlled(what, t.You())
    if described is None or not what.plural:
        return None
    return t.AmountIs(t.Count(described.where, distinct="name"), ">=", n)


@CONDITIONS("you have exactly {n:n} <stat:life|cards in hand>")
def _exactly(_: Context, n: t.Amount, stat: str) -> t.Condition:
    return t.AmountIs(t.PlayerStat("life" if stat == "life" else "hand"), "=", n)


@CONDITIONS("you have {n:n} or <way:more|fewer> cards in your library", "your library has <no:no> cards in it")
def _library(_: Context, n: t.Amount = ZERO, way: str = "", no: str = "") -> t.Condition:
    return t.AmountIs(t.PlayerStat("library"), "=" if no else ">=" if way == "more" else "<=", n)


@CONDITIONS("an opponent controls {n:n} or more {what:d}")
def _some_opponent(_: Context, n: t.Amount, what: Description) -> t.Condition | None:
    # true of one and the same opponent
    described = controlled(what, t.ThatPlayer())
    if described is None or not what.plural:
        return None
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.Count(described.where), ">=", n))
