"""What keywords do in upkeeps: cumulative upkeep (CR 702.24)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.counters import add_counters
from simulator.rules.effects.registry import handles, run
from simulator.rules.keyword_nodes import CumulativeUpkeep
from simulator.rules.paying import may_pay
from simulator.rules.scope import Scope


@handles(CumulativeUpkeep)
def _cumulative_upkeep(ctx: Context, e: CumulativeUpkeep, scope: Scope) -> None:
    """CR 702.24a: all of it is paid or nothing; 702.24b: every age counter counts, whatever put it there."""
    obj = ctx.state.objects.get(scope.source)
    if obj is None or obj.zone != "battlefield":
        return
    add_counters(ctx, scope.source, "age", 1, scope.you)
    counters = ctx.state.objects[scope.source].counters.get("age", 0)
    if not may_pay(ctx, scope.you, e.cost * counters, scope):
        run(ctx, t.SacrificeEffect(t.Self()), scope)
