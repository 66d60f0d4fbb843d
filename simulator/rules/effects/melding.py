"""Meld (CR 701.42, 712.4): two cards become one permanent with their combined back face."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import GameObject
from simulator.rules.combat import put_attacking
from simulator.rules.context import Context
from simulator.rules.effects.registry import handles, remember
from simulator.rules.entering import Entry, enter_all
from simulator.rules.predicates import fits
from simulator.rules.references import pick
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.rules.zones import Move, move_all
from simulator.sentences import say


@handles(t.Meld)
def _meld(ctx: Context, e: t.Meld, scope: Scope) -> None:
    """CR 712.4a: both are exiled, then put onto the battlefield combined."""
    you, source = scope.you, scope.source
    if not _own(ctx, source, you):
        remember(scope, "", [])
        return
    partners = [
        id for id in ctx.permanents() if id != source and _own(ctx, id, you) and fits(ctx, e.partner, id, scope)
    ]
    chosen = pick(ctx, you, say("Choose what to meld it with."), partners, 1, 1, "712.4a")
    if not chosen:
        remember(scope, "", [])
        return
    exiled = move_all(ctx, [Move(id, "exile", reason="exiled", by=you) for id in (source, *chosen)])
    remember(scope, "", meld(ctx, exiled, you, e))


def meld(ctx: Context, ids: list[int], you: str, e: t.Meld) -> list[int]:
    """CR 701.42a: put the two cards of a meld pair onto the battlefield as one permanent.

    CR 701.42c: what can't be melded stays where it is.

    Returns:
        The melded permanent, or nothing.
    """
    found = [ctx.state.objects[id] for id in ids if id in ctx.state.objects]
    if len(found) != 2 or len(ids) != 2 or not is_pair(*found):
        for obj in found:
            ctx.tell(say("{object} can't be melded", object=public_name(ctx, obj.id)), "701.42b", "701.42c")
        return []
    first, second = found
    entry = Entry(first.id, you, e.tapped, rules=("701.42a",), melded_with=second.id)
    entered = enter_all(ctx, [entry])
    if e.attacking:
        put_attacking(ctx, entered)
    return entered


def is_pair(first: GameObject, second: GameObject) -> bool:
    """CR 701.42b: two cards of the same meld pair; no tokens."""
    cards = first.kind == "card" and second.kind == "card" and first.card.melds_into is not None
    names = first.card.melds_with == second.card.name and second.card.melds_with == first.card.name
    return cards and names and first.zone != "battlefield" and second.zone != "battlefield"


def _own(ctx: Context, id: int, player: str) -> bool:
    """Whether it is a permanent that the player owns and controls."""
    obj = ctx.state.objects.get(id)
    return obj is not None and obj.zone == "battlefield" and obj.owner == player and ctx.controller(id) == player
