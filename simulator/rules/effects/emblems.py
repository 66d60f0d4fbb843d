"""Emblems (CR 114)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.cards import CardDefinition, Face
from simulator.rules.context import Context
from simulator.rules.effects.registry import handles
from simulator.rules.references import players
from simulator.rules.scope import Scope
from simulator.rules.support import missing
from simulator.rules.zones import new_object, place
from simulator.sentences import say


@handles(t.GetEmblem)
def _get_emblem(ctx: Context, e: t.GetEmblem, scope: Scope) -> None:
    """CR 114.2: the player owns and controls it; 114.3: it has nothing but its abilities."""
    abilities = tuple(ability for ability in e.abilities if isinstance(ability, t.Ability))
    ignored = [word for ability in abilities for word in missing(ability)]
    if ignored:
        raise Unsupported(say("{ignored} isn't simulated yet", ignored=ignored[0]))
    for name in players(ctx, e.player, scope):
        emblem = new_object(
            ctx, CardDefinition("Emblem", "emblem", (Face("", abilities=abilities),)), name, "command", "emblem"
        )
        place(ctx, emblem)
        ctx.tell(say("{name} gets an emblem", name=name), "114.1", "114.2")
    scope.done = True
