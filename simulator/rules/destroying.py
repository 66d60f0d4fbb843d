"""Destroying permanents (CR 701.8), indestructible (702.12) and regeneration (701.19)."""

from __future__ import annotations

from simulator.model.decisions import Decision, Option
from simulator.rules.context import Context
from simulator.rules.control import remove_from_combat
from simulator.rules.replacement import prohibited
from simulator.rules.wording import public_name
from simulator.rules.zones import Move, move_all
from simulator.sentences import say


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
    gone: list[int] = []
    auras: list[int] = []
    for id in ids:
        obj = ctx.state.objects.get(id)
        if obj is None or obj.zone != "battlefield" or obj.phased_out:
            continue
        if ctx.values(id).has("indestructible"):
            ctx.tell(say("{object} is indestructible", object=public_name(ctx, id)), "702.12b")
            continue
        instead = _instead(ctx, id, regenerate, by_effect)
        if not instead:
            gone.append(id)
            continue
        chosen = instead[0] if len(instead) == 1 else _chosen(ctx, id, instead)
        if chosen == REGENERATION:
            _regenerate(ctx, id)
        elif chosen == SHIELD:
            use_shield(ctx, id)
        else:
            _protect(ctx, id, int(chosen))
            auras.append(int(chosen))
    if auras:
        # CR 702.89a: that Aura is destroyed instead
        gone += [id for id in destroyable(ctx, [a for a in auras if a not in gone]) if id not in gone]
    return gone


REGENERATION, SHIELD = say("regeneration"), say("the shield counter")


def _instead(ctx: Context, id: int, regenerate: bool, by_effect: bool) -> list[str | int]:
    """What may happen instead of its destruction: regeneration, a shield counter, Auras with umbra armor (ids)."""
    obj = ctx.state.objects[id]
    found: list[str | int] = []
    if regenerate and obj.flags.get("regeneration") and prohibited(ctx, "be regenerated", id) is None:
        found.append(REGENERATION)
    if by_effect and obj.counters.get("shield"):
        found.append(SHIELD)  # CR 122.1c
    # CR 702.89a: it isn't regeneration
    found += [
        aura
        for aura in ctx.permanents()
        if ctx.state.objects[aura].attached_to == id and ctx.values(aura).has("umbra armor")
    ]
    return found


def _chosen(ctx: Context, id: int, instead: list[str | int]) -> str | int:
    """CR 616.1: of several effects that replace its destruction its controller chooses the one that applies."""
    options = tuple(
        Option("object", one, public_name(ctx, one)) if isinstance(one, int) else Option("mode", place, one)
        for place, one in enumerate(instead)
    )
    prompt = say("What replaces the destruction of {object}?", object=public_name(ctx, id))
    decision = Decision(ctx.controller(id), "choose", prompt, options, rules=("616.1",))
    chosen = ctx.choose(decision)[0]
    return instead[options.index(chosen)]


def _protect(ctx: Context, id: int, aura: int) -> None:
    """CR 702.89a: all damage marked on it is removed."""
    obj = ctx.state.write(id)
    obj.damage = 0
    obj.deathtouched = False
    ctx.tell(
        say("{aura} is destroyed instead of {object}", aura=public_name(ctx, aura), object=public_name(ctx, id)),
        "702.89a",
    )


def use_shield(ctx: Context, id: int) -> bool:
    """CR 122.1c: a shield counter is removed from a permanent instead of what would happen; whether there was one."""
    if not ctx.state.objects[id].counters.get("shield"):
        return False
    counters = ctx.state.write(id).counters
    counters["shield"] -= 1
    if not counters["shield"]:
        del counters["shield"]
    ctx.tell(say("A shield counter is removed from {object} instead", object=public_name(ctx, id)), "122.1c")
    return True


def _regenerate(ctx: Context, id: int) -> None:
    """CR 701.19a: instead of being destroyed it loses its damage, is tapped and leaves combat."""
    obj = ctx.state.write(id)
    obj.flags["regeneration"] -= 1
    obj.damage = 0
    obj.deathtouched = False
    obj.tapped = True
    remove_from_combat(ctx, id)
    ctx.tell(say("{object} regenerates", object=public_name(ctx, id)), "701.19a")
