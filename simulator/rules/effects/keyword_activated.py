"""What activated keyword abilities do: ninjutsu (CR 702.49), embalm and eternalize (702.128, 702.129)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.rules.combat import defenders
from simulator.rules.context import Context
from simulator.rules.copying import with_exceptions
from simulator.rules.effects.copies import faces_to_copy, values_to_copy
from simulator.rules.effects.permanents import create_tokens
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.keyword_nodes import CreateFromExiled, EnterInPlaceOf
from simulator.rules.replacement import multiplied
from simulator.rules.scope import Scope
from simulator.rules.zones import WAS_ATTACKING


@handles(EnterInPlaceOf)
def _ninjutsu(ctx: Context, e: EnterInPlaceOf, scope: Scope) -> None:
    """CR 702.49a, 702.49c: tapped, attacking the same player, planeswalker or battle."""
    paid = scope.bound.get("cost", ())
    run(ctx, t.PutOntoBattlefield(t.InZoneRef(t.Self(), "hand"), tapped=True, save_as="arrived"), scope)
    attacked = next((found for id in paid if (found := ctx.obj(id).flags.get(WAS_ATTACKING)) is not None), None)
    combat = ctx.state.combat
    for id in scope.bound.get("arrived", ()):
        # CR 508.4a, 506.3a: only a creature of the attacking player, and only while that can still be attacked
        may = combat.attack_declared and ctx.controller(id) == ctx.state.active and ctx.values(id).is_creature
        if may and attacked in defenders(ctx, ctx.controller(id)):
            combat.attackers[id] = attacked
            combat.attacked = True
    ctx.state.touch()


@handles(CreateFromExiled)
def _embalm(ctx: Context, e: CreateFromExiled, scope: Scope) -> None:
    """CR 702.128a, 702.129a: the exceptions are part of the copy (CR 707.9)."""
    made: list[int] = []
    # the card as it was in the graveyard: exiled it shows the same characteristics (CR 712.8a)
    for card in scope.bound.get("cost", ())[:1]:
        values = values_to_copy(ctx, ctx.state.moved.get(card, card))
        if values is None:
            continue
        changes: tuple[t.Modification, ...] = (
            t.SetColors((e.color,)),
            t.SetTypes(subtypes=("Zombie",), keep_types=True),
        )
        if e.size:
            changes += (t.SetPT(t.Num(e.size), t.Num(e.size)),)
        values = replace(with_exceptions(ctx, values, changes, scope), mana_cost=None)
        faces = tuple(
            replace(with_exceptions(ctx, face, changes, scope), mana_cost=None)
            for face in faces_to_copy(ctx, ctx.state.moved.get(card, card))
        )
        made += create_tokens(ctx, values, multiplied(ctx, "tokens", 1, player=scope.you), scope.you, faces=faces)
    remember(scope, "", made)
