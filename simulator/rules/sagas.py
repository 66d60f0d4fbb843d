"""Sagas (CR 714)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.context import Context


def final_chapter(ctx: Context, id: int) -> int:
    """CR 714.2d: the greatest number among its chapter abilities, 0 without any."""
    numbers = [
        node.number
        for ability in ctx.values(id).abilities
        if isinstance(ability, t.Triggered)
        for node in t.walk(ability.event)
        if isinstance(node, t.ChapterReached)
    ]
    return max(numbers, default=0)


def is_waiting(ctx: Context, id: int) -> bool:
    """Whether it is the source of an ability that has triggered but not yet left the stack (CR 714.4, 310.7)."""
    state = ctx.state
    if any(pending.source == id for pending in state.triggered):
        return True
    infos = [state.objects[other].stack for other in state.stack]
    return any(info is not None and info.source == id and isinstance(info.ability, t.Triggered) for info in infos)
