"""Keyword actions that give designations (CR 701.15 goad, 701.35 detain, 701.60 suspect, 725 the monarch)."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.effects.registry import remember, run
from simulator.rules.monarch import become_monarch
from simulator.rules.references import objects, players
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.sentences import say


def _acted_on(ctx: Context, e: t.KeywordAction, scope: Scope) -> list[int]:
    found = objects(ctx, e.what, scope) if e.what is not None else [scope.source]
    return [id for id in ctx.present(found) if ctx.state.objects[id].zone == "battlefield"]


def _until_next_turn(ctx: Context, scope: Scope, *parts: t.StaticPart) -> None:
    for part in parts:
        ctx.state.begin_effect(scope.you, scope.source, "your next turn", static=part)


def _monarch(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        become_monarch(ctx, name)


def _goad(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.15a: until the next turn of who controls the spell or ability."""
    found = _acted_on(ctx, e, scope)
    for id in found:
        _until_next_turn(ctx, scope, t.Goaded(t.Is(t.ObjectId(id))))
        ctx.tell(say("{object} is goaded by {you}", object=public_name(ctx, id), you=scope.you), "701.15a")
    remember(scope, "", found)


def _detain(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.35a: it can't attack or block, and its activated abilities, mana abilities too, can't be activated."""
    found = _acted_on(ctx, e, scope)
    for id in found:
        where = t.Is(t.ObjectId(id))
        _until_next_turn(ctx, scope, *(t.Cant(what, where) for what in ("attack", "block", "be activated")))
        ctx.tell(say("{object} is detained", object=public_name(ctx, id)), "701.35a")
    remember(scope, "", found)


def _suspect(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.60a, 701.60d: a designation; 701.60c: while it has it, it has menace and can't block."""
    found = [id for id in _acted_on(ctx, e, scope) if not ctx.state.objects[id].flags.get("suspected")]
    cant = t.Static((t.Cant("block", t.Is(t.Self())),))
    for id in found:
        ctx.state.write(id).flags["suspected"] = True
        mods = (t.GainAbility(t.Keyword("menace")), t.GainAbility(cant))
        run(ctx, t.Continuous(t.ObjectId(id), mods, "permanent"), scope)
        ctx.tell(say("{object} is suspected", object=public_name(ctx, id)), "701.60a")
    remember(scope, "", found)


#: By name, for `keyword_actions.ACTIONS`.
DESIGNATING: dict[str, Callable[[Context, t.KeywordAction, Scope], None]] = {
    "become the monarch": _monarch,
    "goad": _goad,
    "detain": _detain,
    "suspect": _suspect,
}
