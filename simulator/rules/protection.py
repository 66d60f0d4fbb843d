"""Protection, hexproof, shroud (CR 702.11, 702.16, 702.18): what may target, damage, enchant, equip, block."""

from __future__ import annotations

from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.replacement import player_rules, prohibited
from simulator.rules.scope import Scope


def protected(ctx: Context, id: int, source: int) -> bool:
    """CR 702.16: whether an object has protection from the quality that the source has."""
    for keyword in ctx.values(id).keyword_abilities("protection"):
        if keyword.quality == "everything":
            return True
        scope = Scope(source=id, you=ctx.controller(id))
        if keyword.where is not None and fits(ctx, keyword.where, source, scope):
            return True
    return False


def untargetable(ctx: Context, id: int, source: int, player: str) -> str | None:
    """The rule by which an object can't be the target of that source under that player's control, or None."""
    values = ctx.values(id)
    if values.has("shroud"):
        return "702.18a"
    if values.has("hexproof") and ctx.controller(id) != player:
        for keyword in values.keyword_abilities("hexproof"):
            scope = Scope(source=id, you=ctx.controller(id))
            if keyword.where is None or fits(ctx, keyword.where, source, scope):
                return "702.11b"
    if protected(ctx, id, source):
        return "702.16b"
    if prohibited(ctx, "be targeted", id, player, by=source) is not None:
        return "101.2"
    return None


def player_untargetable(ctx: Context, name: str, player: str) -> str | None:
    """The rule by which a player can't be targeted by another, or None."""
    for part, _ in player_rules(ctx, name, "shroud", "hexproof"):
        if part.rule == "shroud":
            return "702.18a"
        if name != player:
            return "702.11c"
    return None
