"""Destroying permanents (CR 701.8), indestructible (702.12) and regeneration (701.19)."""

from __future__ import annotations

from simulator.rules.context import Context
from simulator.rules.control import remove_from_combat
from simulator.rules.replacement import prohibited
from simulator.rules.wording import public_name
from simulator.rules.zones import Move, move_all


def destroy(ctx: Context, ids: list[int], regenerate: bool = True, *rules: str) -> list[int]:
    """Destroy permanents at the same time; the ids of those that were destroyed."""
    gone = destroyable(ctx, ids, regenerate)
    move_all(ctx, [Move(id, "graveyard", reason="destroyed", rules=rules or ("701.8a",)) for id in gone])
    return gone


def destroyable(ctx: Context, ids: list[int], regenerate: bool = True) -> list[int]:
    """Those that will be destroyed: not indestructible, no regeneration or shield instead (which is used up)."""
    gone = []
    for id in ids:
        obj = ctx.state.objects.get(id)
        if obj is None or obj.zone != "battlefield" or obj.phased_out:
            continue
        if ctx.values(id).has("indestructible"):
            ctx.tell(f"{public_name(ctx, id)} is indestructible", "702.12b")
            continue
        if regenerate and obj.flags.get("regeneration") and prohibited(ctx, "be regenerated", id) is None:
            _regenerate(ctx, id)
            continue
        if obj.counters.get("shield"):
            # CR 122.1c: a shield counter is removed instead of destroying it
            ctx.state.write(id).counters["shield"] -= 1
            ctx.tell(f"A shield counter is removed from {public_name(ctx, id)} instead", "122.1c")
            continue
        gone.append(id)
    return gone


def _regenerate(ctx: Context, id: int) -> None:
    """CR 701.19a: instead of being destroyed it loses its damage, is tapped and leaves combat."""
    obj = ctx.state.write(id)
    obj.flags["regeneration"] -= 1
    obj.damage = 0
    obj.deathtouched = False
    obj.tapped = True
    remove_from_combat(ctx, id)
    ctx.tell(f"{public_name(ctx, id)} regenerates", "701.19a")
