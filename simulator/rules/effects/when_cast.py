"""What keywords do as a spell is cast: cascade and storm (CR 702.85, 702.40)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.effects.exile_until import exile_until, may_cast_free, rest_to_bottom
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.keyword_nodes import Cascade, CopyForStorm
from simulator.rules.scope import Scope
from simulator.rules.stats import stat


@handles(Cascade)
def _cascade(ctx: Context, e: Cascade, scope: Scope) -> None:
    """CR 702.85a: cards are exiled face up one by one; those that aren't cast go to the bottom in a random order."""
    # of lesser mana value than the spell
    most = stat(ctx, scope.source, "mana value") - 1
    exiled, found = exile_until(ctx, scope.you, most, "702.85a")
    if found is not None:
        may_cast_free(ctx, scope.you, found, "702.85a")
    remember(scope, "", rest_to_bottom(ctx, exiled, "702.85a"))


@handles(CopyForStorm)
def _storm(ctx: Context, e: CopyForStorm, scope: Scope) -> None:
    """CR 702.40a: spells that any player cast before it this turn count; copies weren't cast."""
    cast = [event.object for event in ctx.state.happened if event.kind == "cast"]
    before = cast.index(scope.source) if scope.source in cast else 0
    run(ctx, t.CopySpell(t.Self(), t.Num(before)), scope)
