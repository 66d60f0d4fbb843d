"""Putting counters on permanents and removing them (CR 122)."""

from __future__ import annotations

from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.replacement import multiplied, prohibited
from simulator.rules.wording import public_name
from simulator.sentences import say_counted
from simulator.terms import term


def remove_counters(ctx: Context, id: int, kind: str, number: int | None) -> int:
    """Remove counters of a kind ("" for any) from a permanent; how many were removed (None: all)."""
    if id not in ctx.state.objects:
        return 0
    obj = ctx.state.write(id)
    removed = 0
    for name in [kind] if kind else sorted(obj.counters):
        have = obj.counters.get(name, 0)
        take = have if number is None else min(have, number - removed)
        if take > 0:
            obj.counters[name] = have - take
            removed += take
            told = say_counted(
                "{count} {kind} counter removed from {object}",
                "{count} {kind} counters removed from {object}",
                take,
                kind=term(name),
                object=public_name(ctx, id),
            )
            ctx.tell(told, "122.1")
        if not obj.counters.get(name):
            obj.counters.pop(name, None)
        if take and name == "defense" and "defense" not in obj.counters:
            # CR 310.11b
            ctx.happen(Happening("does", id, player=obj.controller, word="last defense counter"))
        if take and name == "time" and "time" not in obj.counters:
            # CR 702.62a, 702.63a: the last time counter is removed
            ctx.happen(Happening("does", id, player=obj.owner, word="last time counter"))
    return removed


def add_counters(ctx: Context, id: int, kind: str, number: int, by: str = "", effect: bool = True) -> int:
    """Put counters on a permanent (CR 122.1), after replacement effects; how many were put.

    Args:
        by: the player who puts them; "" for its controller (CR 122.6a). effect: an effect puts them (CR 609.1), not a
            cost, a turn-based action or the result of damage.
    """
    if number <= 0 or id not in ctx.state.objects:
        return 0
    if prohibited(ctx, "have counters", id) is not None:
        return 0
    number = multiplied(ctx, "counters", number, id, counter=kind, effect=effect)
    obj = ctx.state.write(id)
    obj.counters[kind] = obj.counters.get(kind, 0) + number
    obj.flags[f"stamp {kind}"] = ctx.state.stamp()
    ctx.happen(
        Happening(
            "counters", id, player=ctx.controller(id), amount=number, word=kind, detail=(by or ctx.controller(id),)
        )
    )
    return number
