"""Attaching Auras, Equipment and Fortifications (CR 301.5, 303.4, 701.3)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.rules.bestowing import end_bestowed
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.protection import protected
from simulator.rules.replacement import prohibited
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.sentences import say


def enchant_abilities(ctx: Context, id: int) -> list[t.Keyword]:
    """The enchant abilities of an Aura (CR 702.5)."""
    return ctx.values(id).keyword_abilities("enchant")


def can_attach(ctx: Context, id: int, host: int | str) -> str | None:
    """Why an object can't be attached there: the rule's number, or None if it can."""
    values = ctx.values(id)
    if isinstance(host, str):
        allowed = [k for k in enchant_abilities(ctx, id) if k.quality in ("player", "opponent")]
        if not allowed or (allowed[0].quality == "opponent" and host == ctx.controller(id)):
            return "303.4"
        return None
    if host == id or host not in ctx.state.objects or ctx.state.objects[host].zone != "battlefield":
        return "303.4d" if host == id else "701.3b"
    if ctx.state.objects[host].phased_out and not ctx.state.objects[id].phased_out:
        return "702.26b"  # CR 702.26b: it is treated as though it didn't exist
    if values.is_creature and not values.has("reconfigure") and "Equipment" in values.subtypes:
        return "301.5c"
    if values.is_creature and values.is_type("Aura"):
        return "303.4d"  # CR 303.4d: an Aura that's also a creature can't enchant anything
    target = ctx.values(host)
    if values.is_type("Aura"):
        scope = Scope(source=id, you=values.controller)
        enchants = enchant_abilities(ctx, id)
        if not enchants:
            return "303.4c"
        for keyword in enchants:
            if keyword.where is None or not fits(ctx, keyword.where, host, scope):
                return "303.4c"
        if prohibited(ctx, "be enchanted", host, by=id) is not None:
            return "303.4i"
    elif values.is_type("Equipment"):
        if not target.is_creature:
            return "301.5"
        if prohibited(ctx, "be equipped", host, by=id) is not None:
            return "301.5"
    elif values.is_type("Fortification"):
        if "Land" not in target.types:
            return "301.6"
    else:
        return "701.3b"
    # CR 702.16c, 702.16d: what the host is protected from can't be attached to it
    if protected(ctx, host, id):
        return "702.16c" if values.is_type("Aura") else "702.16d"
    return None


def legal_hosts(ctx: Context, id: int) -> list[int]:
    """The permanents that an object could be attached to."""
    return [host for host in ctx.permanents() if host != id and can_attach(ctx, id, host) is None]


def attach(ctx: Context, id: int, host: int | str) -> bool:
    """Attach (CR 701.3a); nothing happens if it can't be, or is already there (701.3b)."""
    state = ctx.state
    if id not in state.objects or state.objects[id].zone != "battlefield":
        return False
    reason = can_attach(ctx, id, host)
    where = host if isinstance(host, str) else public_name(ctx, host)
    if reason is not None:
        ctx.tell(say("{object} can't be attached to {where}", object=public_name(ctx, id), where=where), reason)
        return False
    if state.objects[id].attached_to == host:
        return False
    obj = state.write(id)
    obj.attached_to = host
    obj.timestamp = state.stamp()  # CR 613.7e: a new timestamp each time it becomes attached
    ctx.tell(say("{object} is attached to {where}", object=public_name(ctx, id), where=where), "701.3a")
    ctx.happen(Happening("attach", id, other=host if isinstance(host, int) else 0, player=ctx.controller(id)))
    return True


def unattach(ctx: Context, id: int) -> None:
    """Unattach (CR 701.3d)."""
    obj = ctx.state.write(id)
    host = obj.attached_to
    obj.attached_to = None
    end_bestowed(ctx, id, "702.103f")
    ctx.happen(Happening("unattach", id, other=host if isinstance(host, int) else 0))
