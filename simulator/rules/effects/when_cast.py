"""What keywords do as a spell is cast: cascade and storm (CR 702.85, 702.40)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.announcement import Announcement
from simulator.rules.context import Context
from simulator.rules.effects.moving import could_cast
from simulator.rules.effects.registry import handles, remember, run
from simulator.rules.keyword_nodes import Cascade, CopyForStorm
from simulator.rules.scope import Scope
from simulator.rules.stats import stat
from simulator.rules.wording import name_for
from simulator.rules.zones import Move, move, move_all


@handles(Cascade)
def _cascade(ctx: Context, e: Cascade, scope: Scope) -> None:
    """CR 702.85a: cards are exiled face up one by one; those that aren't cast go to the bottom in a random order."""
    you = scope.you
    limit = stat(ctx, scope.source, "mana value")
    exiled: list[int] = []
    found: int | None = None
    while found is None and ctx.state.players[you].library:
        ctx.spend()
        new = move(ctx, ctx.state.players[you].library[0], "exile", reason="exiled", by=you, rules=("702.85a",))
        if new is None:
            break
        exiled.append(new)
        if "Land" not in ctx.values(new).types and stat(ctx, new, "mana value") < limit:
            found = new
    if found is not None:
        _cast_found(ctx, you, found)
    rest = [id for id in exiled if id in ctx.state.objects and ctx.state.objects[id].zone == "exile"]
    bottom = [Move(id, "library", "bottom", reason="put", rules=("702.85a",)) for id in ctx.shuffle(rest)]
    remember(scope, "", move_all(ctx, bottom))


def _cast_found(ctx: Context, you: str, id: int) -> None:
    from simulator.rules.casting import cast

    if ctx.state.objects[id].card.layout in ("split", "adventure", "modal_dfc", "prototype"):
        raise Unsupported("casting one half or face while an effect resolves isn't simulated yet")
    said = Announcement(during_resolution=True, free=True)
    if could_cast(ctx, you, id, said) and ctx.may(you, f"Cast {name_for(ctx, id, you)}?", ("702.85a", "608.2g")):
        cast(ctx, you, id, Announcement(during_resolution=True, free=True))


@handles(CopyForStorm)
def _storm(ctx: Context, e: CopyForStorm, scope: Scope) -> None:
    """CR 702.40a: spells that any player cast before it this turn count; copies weren't cast."""
    cast = [event.object for event in ctx.state.happened if event.kind == "cast"]
    before = cast.index(scope.source) if scope.source in cast else 0
    run(ctx, t.CopySpell(t.Self(), t.Num(before)), scope)
