"""Keyword actions that make tokens or find cards (CR 701.53 incubate, 701.57 discover, 701.63 endure)."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.objects import Copiable, Happening
from simulator.rules.amounts import amount
from simulator.rules.announcement import Announcement
from simulator.rules.context import Context
from simulator.rules.effects.moving import could_cast
from simulator.rules.effects.permanents import create_tokens
from simulator.rules.effects.registry import remember, run
from simulator.rules.references import objects, players
from simulator.rules.replacement import multiplied
from simulator.rules.scope import Scope
from simulator.rules.stats import stat
from simulator.rules.wording import name_for
from simulator.rules.zones import Move, move, move_all

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
        if here and ctx.may(player, f"Put {number} +1/+1 counters on it?", ("701.63a",)):
            run(ctx, t.PutCountersOn("+1/+1", t.Num(number), t.ObjectId(id)), scope)
            if scope.done:
                continue
        spirit = t.TokenSpec("", ("Creature",), ("Spirit",), (), ("W",), t.Num(number), t.Num(number))
        run(ctx, t.CreateToken(spirit, player=t.PlayerId(player)), scope)


def _discover(ctx: Context, e: t.KeywordAction, scope: Scope) -> None:
    """CR 701.57a: cast the discovered card for nothing, or put it into the hand; the rest goes to the bottom."""
    limit = amount(ctx, e.amount, scope)
    for you in players(ctx, e.player, scope):
        exiled: list[int] = []
        found: int | None = None
        while found is None and ctx.state.players[you].library:
            ctx.spend()
            new = move(ctx, ctx.state.players[you].library[0], "exile", reason="exiled", by=you, rules=("701.57a",))
            if new is None:
                break
            exiled.append(new)
            if "Land" not in ctx.values(new).types and stat(ctx, new, "mana value") <= limit:
                found = new
        if found is not None and not _cast_discovered(ctx, you, found):
            move(ctx, found, "hand", reason="put", rules=("701.57a",))
        rest = [id for id in exiled if id in ctx.state.objects and ctx.state.objects[id].zone == "exile"]
        move_all(ctx, [Move(id, "library", "bottom", reason="put", rules=("701.57a",)) for id in ctx.shuffle(rest)])
        # CR 701.57b: discovered, even if some of it was impossible
        ctx.happen(Happening("does", player=you, word="discover"))


def _cast_discovered(ctx: Context, you: str, id: int) -> bool:
    from simulator.rules.casting import cast

    if ctx.state.objects[id].card.layout in ("split", "adventure", "modal_dfc", "prototype"):
        raise Unsupported("casting one half or face while an effect resolves isn't simulated yet")
    said = Announcement(during_resolution=True, free=True)
    if not could_cast(ctx, you, id, said):
        return False
    if not ctx.may(you, f"Cast {name_for(ctx, id, you)}?", ("701.57a", "608.2g")):
        return False
    cast(ctx, you, id, Announcement(during_resolution=True, free=True))
    return True


#: By name, for `keyword_actions.ACTIONS`.
MAKING: dict[str, Callable[[Context, t.KeywordAction, Scope], None]] = {
    "incubate": _incubate,
    "endure": _endure,
    "discover": _discover,
}
