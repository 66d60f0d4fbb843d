"""Phasing (CR 702.26)."""

from __future__ import annotations

from simulator.rules.context import Context
from simulator.rules.control import note_changes, remove_from_combat
from simulator.rules.wording import public_name
from simulator.sentences import say

#: who controlled a permanent when it phased out directly (CR 702.26a); absent for one that phased out indirectly
_UNDER = "phased out under"


def phase_out(ctx: Context, id: int) -> None:
    """CR 702.26b, 702.26g: it is treated as though it didn't exist; what is attached to it phases out with it."""
    under = ctx.controller(id)
    _out(ctx, id)
    ctx.state.write(id).flags[_UNDER] = under
    ctx.state.touch()


def _out(ctx: Context, id: int) -> None:
    ctx.tell(say("{object} phases out", object=public_name(ctx, id)), "702.26b")
    ctx.state.write(id).phased_out = True
    remove_from_combat(ctx, id)
    # CR 702.26g: so does what is attached to something that phases out indirectly
    for other in _attached(ctx, id, phased_out=False):
        _out(ctx, other)


def _attached(ctx: Context, id: int, phased_out: bool) -> list[int]:
    objects = ctx.state.objects
    return [
        other
        for other in ctx.state.battlefield
        if objects[other].attached_to == id and objects[other].phased_out is phased_out
    ]


def phase_in_and_out(ctx: Context, player: str) -> None:
    """CR 502.1, 702.26a: as the untap step begins, what phased out under that player's control phases in.

    At the same time their permanents with phasing phase out.
    """
    objects = ctx.state.objects
    back = [id for id in ctx.state.battlefield if objects[id].flags.get(_UNDER) == player]
    # what phased out with something that has left the game since doesn't wait for it
    back += [id for id in ctx.state.battlefield if _left_behind(ctx, id) and objects[id].controller == player]
    going = [id for id in ctx.permanents() if ctx.values(id).has("phasing") and ctx.controller(id) == player]
    # CR 702.26h: what would phase out with what it is attached to only phases out indirectly
    going = [id for id in going if not _carried(ctx, id, going)]
    for id in back:
        _in(ctx, id)
    for id in going:
        phase_out(ctx, id)
    if back:
        # CR 702.26f: effects on it may have ended while it was phased out
        note_changes(ctx)


def _left_behind(ctx: Context, id: int) -> bool:
    obj = ctx.state.objects[id]
    return obj.phased_out and _UNDER not in obj.flags and obj.attached_to not in ctx.state.objects


def _carried(ctx: Context, id: int, going: list[int]) -> bool:
    host = ctx.state.objects[id].attached_to
    return isinstance(host, int) and host in ctx.state.objects and (host in going or _carried(ctx, host, going))


def _in(ctx: Context, id: int) -> None:
    obj = ctx.state.write(id)
    obj.phased_out = False
    obj.flags.pop(_UNDER, None)
    if isinstance(obj.attached_to, int) and obj.attached_to not in ctx.state.objects:
        obj.attached_to = None  # CR 702.26i: what it was attached to is gone
    ctx.state.touch()
    ctx.tell(say("{object} phases in", object=public_name(ctx, id)), "702.26a", "702.26c")
    for other in _attached(ctx, id, phased_out=True):
        if _UNDER not in ctx.state.objects[other].flags:
            _in(ctx, other)
