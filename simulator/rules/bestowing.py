"""Bestow (CR 702.103): a creature card that is cast as an Aura, and is one until it is unattached."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.wording import public_name
from simulator.sentences import say

#: How long the effect lasts that makes it an Aura (CR 702.103b).
WHILE_BESTOWED = "while bestowed"
#: CR 702.103b: it becomes an Aura enchantment and gains enchant creature.
_AURA = (
    t.SetTypes(types=("Enchantment",), subtypes=("Aura",)),
    t.GainAbility(t.Keyword("enchant", where=t.HasType("Creature"))),
)


def bestow(ctx: Context, id: int, player: str) -> None:
    """CR 702.103b: as the spell is put onto the stack it becomes a bestowed Aura spell."""
    ctx.state.begin_effect(player, id, WHILE_BESTOWED, (id,), _AURA)


def is_bestowed(ctx: Context, id: int) -> bool:
    """Whether a spell or permanent is bestowed."""
    return any(effect.duration == WHILE_BESTOWED and id in effect.objects for effect in ctx.state.effects)


def copy_bestowed(ctx: Context, original: int, copy: int) -> None:
    """CR 702.103c: a copy of a bestowed Aura spell is one too."""
    if is_bestowed(ctx, original):
        bestow(ctx, copy, ctx.state.objects[copy].controller)


def end_bestowed(ctx: Context, id: int, rule: str) -> bool:
    """CR 702.103e–702.103g: it ceases to be bestowed; whether it was."""
    if not is_bestowed(ctx, id):
        return False
    kept = []
    for effect in ctx.state.effects:
        if effect.duration == WHILE_BESTOWED and id in effect.objects:
            effect = replace(effect, objects=tuple(other for other in effect.objects if other != id))
        if effect.duration != WHILE_BESTOWED or effect.objects:
            kept.append(effect)
    ctx.state.effects = kept
    ctx.state.touch()
    ctx.tell(say("{object} isn't bestowed any longer", object=public_name(ctx, id)), rule)
    return True
