"""Destroying permanents (CR 701.8), indestructible (702.12) and regeneration (701.19)."""

from __future__ import annotations

from simulator.model.decisions import Decision, Option
from simulator.rules.context import Context
from simulator.rules.control import remove_from_combat
from simulator.rules.replacement import prohibited
from simulator.rules.wording import public_name
from simulator.rules.zones import Move, move_all


def destroy(ctx: Context, ids: list[int], regenerate: bool = True, *rules: str, by_effect: bool = True) -> list[int]:
    """Destroy permanents at the same time; the ids of those that were destroyed.

    Args:
        by_effect: False for state-based actions, which shield counters don't stop (CR 122.1c).
    """
    gone = destroyable(ctx, ids, regenerate, by_effect)
    move_all(ctx, [Move(id, "graveyard", reason="destroyed", rules=rules or ("701.8a",)) for id in gone])
    return gone


def destroyable(ctx: Context, ids: list[int], regenerate: bool = True, by_effect: bool = True) -> list[int]:
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
            if by_effect and obj.counters.get("shield") and not _prefers_regeneration(ctx, id):
                use_shield(ctx, id)
            else:
                _regenerate(ctx, id)
            continue
        if by_effect and use_shield(ctx, id):
            continue  # CR 122.1c: a shield counter is removed instead of destroying it
        gone.append(id)
    return gone


def _prefers_regeneration(ctx: Context, id: int) -> bool:
    """CR 616.1: of two effects that replace its destruction its controller chooses the one that applies."""
    options = (Option("mode", 0, "regeneration"), Option("mode", 1, "the shield counter"))
    prompt = f"What replaces the destruction of {public_name(ctx, id)}?"
    decision = Decision(ctx.controller(id), "choose", prompt, options, rules=("616.1",))
    return bool(ctx.choose(decision)[0].value == 0)


def use_shield(ctx: Context, id: int) -> bool:
    """CR 122.1c: a shield counter is removed from a permanent instead of what would happen; whether there was one."""
    if not ctx.state.objects[id].counters.get("shield"):
        return False
    counters = ctx.state.write(id).counters
    counters["shield"] -= 1
    if not counters["shield"]:
        del counters["shield"]
    ctx.tell(f"A shield counter is removed from {public_name(ctx, id)} instead", "122.1c")
    return True


def _regenerate(ctx: Context, id: int) -> None:
    """CR 701.19a: instead of being destroyed it loses its damage, is tapped and leaves combat."""
    obj = ctx.state.write(id)
    obj.flags["regeneration"] -= 1
    obj.damage = 0
    obj.deathtouched = False
    obj.tapped = True
    remove_from_combat(ctx, id)
    ctx.tell(f"{public_name(ctx, id)} regenerates", "701.19a")
