"""Phasing (CR 702.26)."""

from __future__ import annotations

from simulator.rules.context import Context
from simulator.rules.control import remove_from_combat
from simulator.rules.wording import public_name


def phase_out(ctx: Context, id: int) -> None:
    """CR 702.26b, 702.26g: it is treated as though it didn't exist; what is attached to it phases out with it."""
    attached = [o for o in ctx.permanents() if ctx.state.objects[o].attached_to == id]
    ctx.tell(f"{public_name(ctx, id)} phases out", "702.26b")
    obj = ctx.state.write(id)
    obj.phased_out = True
    obj.flags["phased directly"] = True
    remove_from_combat(ctx, id)
    for other in attached:
        ctx.state.write(other).phased_out = True


def phase_in(ctx: Context, player: str) -> None:
    """CR 502.1, 702.26a: as the untap step begins, that player's phased-out permanents phase in."""
    for id in list(ctx.state.battlefield):
        obj = ctx.state.objects[id]
        if obj.phased_out and obj.controller == player and obj.flags.get("phased directly"):
            obj = ctx.state.write(id)
            obj.phased_out = False
            obj.flags.pop("phased directly")
            ctx.tell(f"{public_name(ctx, id)} phases in", "702.26a")
            for other in list(ctx.state.battlefield):
                if ctx.state.objects[other].attached_to == id and ctx.state.objects[other].phased_out:
                    ctx.state.write(other).phased_out = False
