"""Keyword actions that make tokens or find cards (CR 701.53 incubate, 701.57 discover, 701.63 endure)."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.model.objects import Copiable, Happening
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.effects.exile_until import exile_until, may_cast_free, rest_to_bottom
from simulator.rules.effects.permanents import create_tokens
from simulator.rules.effects.registry import remember, run
from simulator.rules.references import objects, players
from simulator.rules.replacement import multiplied
from simulator.rules.scope import Scope
from simulator.rules.zones import move
from simulator.sentences import say

#: CR 701.53b: both faces of an Incubator token.
_TURNS = t.Activated((t.PayMana("{2}"),), t.Transform(t.Self()))
_INCUBATOR = Copiable(
    ("Incubator Token",), None, (), ("Artifact",), ("Incubator",), (), None, None, None, None, (_TURNS,)
)
_PHYREXIAN = Copiable(
    ("Phyrexian Token",), None, (), ("Artifact", "Creature"), ("Phyrexian",), (), 0, 0, None, None, ()
)


def _incubate(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.53a: an Incubator token that enters with N +1/+1 counters on it."""
    number = amount(ctx, e.amount, scope)
    made: list[int] = []
    for name in players(ctx, e.player, scope):
        for _ in range(multiplied(ctx, "tokens", 1, player=name)):
            counters = (("+1/+1", number),)
            made += create_tokens(ctx, _INCUBATOR, 1, name, counters=counters, faces=(_INCUBATOR, _PHYREXIAN))
    remember(scope, "", made)


def _endure(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.63a: counters on it, or a Spirit token; of one that has left only the token is left."""
    number = amount(ctx, e.amount, scope)
    for id in objects(ctx, e.what, scope) if e.what is not None else [scope.source]:
        here = ctx.exists(id) and ctx.state.objects[id].zone == "battlefield"
        player = ctx.controller(id) if here else ctx.values(id).controller
        if number <= 0:
            continue  # CR 701.63b
        if here and ctx.may(player, say("Put {number} +1/+1 counters on it?", number=number), ("701.63a",)):
            run(ctx, t.PutCountersOn("+1/+1", t.Num(number), t.ObjectId(id)), scope)
            if scope.done:
                continue
        spirit = t.TokenSpec("", ("Creature",), ("Spirit",), (), ("W",), t.Num(number), t.Num(number))
        run(ctx, t.CreateToken(spirit, player=t.PlayerId(player)), scope)


def _discover(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.57a: cast the discovered card for nothing, or put it into the hand; the rest goes to the bottom."""
    limit = amount(ctx, e.amount, scope)
    for you in players(ctx, e.player, scope):
        exiled, found = exile_until(ctx, you, limit, "701.57a")
        if found is not None and not may_cast_free(ctx, you, found, "701.57a"):
            move(ctx, found, "hand", reason="put", rules=("701.57a",))
        rest_to_bottom(ctx, exiled, "701.57a")
        # CR 701.57b: discovered, even if some of it was impossible
        ctx.happen(Happening("does", player=you, word="discover"))


#: By name, for `keyword_actions.ACTIONS`.
MAKING: dict[str, Callable[[Context, t.KeywordAction, Scope], None]] = {
    "incubate": _incubate,
    "endure": _endure,
    "discover": _discover,
}
