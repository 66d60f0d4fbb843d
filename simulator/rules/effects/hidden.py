"""Looking at and revealing cards (CR 701.20)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.context import Context
from simulator.rules.effects.registry import handles, remember
from simulator.rules.predicates import fits
from simulator.rules.references import objects, players
from simulator.rules.revealing import look, note_seen, reveal
from simulator.rules.scope import Scope
from simulator.sentences import say


@handles(t.LookAt)
def _look_at(ctx: Context, e: t.LookAt, scope: Scope) -> None:
    found = ctx.present(objects(ctx, e.what, scope))
    for name in players(ctx, e.player, scope):
        look(ctx, found, name)
        for id in found:
            _shown_for_now(ctx, id, (name,))
    remember(scope, e.save_as, found)


@handles(t.AllowLook)
def _allow_look(ctx: Context, e: t.AllowLook, scope: Scope) -> None:
    """CR 406.3: once a player may look at a card exiled face down, they may go on doing so while it stays there."""
    if e.duration != "while exiled":
        raise Unsupported(say("the simulator doesn't know how long this effect lasts yet"))
    found = ctx.present(objects(ctx, e.what, scope))
    for id in found:
        flags = ctx.state.write(id).flags
        for name in players(ctx, e.player, scope):
            flags["lookers"] = tuple(dict.fromkeys((*flags.get("lookers", ()), name)))
            note_seen(ctx, id, name)
    remember(scope, "", found)


@handles(t.Reveal)
def _reveal(ctx: Context, e: t.Reveal, scope: Scope) -> None:
    found = ctx.present(objects(ctx, e.what, scope))
    reveal(ctx, found)
    for id in found:
        _shown_for_now(ctx, id, ctx.state.order)
    remember(scope, e.save_as, found)


@handles(t.RevealUntil)
def _reveal_until(ctx: Context, e: t.RevealUntil, scope: Scope) -> None:
    """CR 701.20a: card after card is revealed; they stay where they are."""
    found: list[int] = []
    rest: list[int] = []
    for name in players(ctx, e.player, scope):
        for id in list(ctx.state.players[name].library):
            ctx.spend()
            reveal(ctx, [id])
            _shown_for_now(ctx, id, ctx.state.order)
            if fits(ctx, e.where, id, scope):
                found.append(id)
                break
            rest.append(id)
    scope.bound[e.rest_as] = tuple(rest)
    remember(scope, e.save_as, found)


def _shown_for_now(ctx: Context, id: int, to: tuple[str, ...]) -> None:
    """CR 701.20a, 701.20e: while the instruction is carried out they go on seeing the card in its hidden zone."""
    if ctx.state.objects[id].zone in ("library", "hand"):
        flags = ctx.state.write(id).flags
        flags["looked"] = tuple(dict.fromkeys((*flags.get("looked", ()), *to)))


@handles(t.RevealHand)
def _reveal_hand(ctx: Context, e: t.RevealHand, scope: Scope) -> None:
    shown: list[int] = []
    for name in players(ctx, e.player, scope):
        hand = list(ctx.state.players[name].hand)
        reveal(ctx, hand)
        for id in hand:
            _shown_for_now(ctx, id, ctx.state.order)
        shown += hand
    remember(scope, "", shown)


@handles(t.LookAtHand)
def _look_at_hand(ctx: Context, e: t.LookAtHand, scope: Scope) -> None:
    seen: list[int] = []
    for viewer in players(ctx, e.player, scope):
        for name in players(ctx, e.of, scope):
            hand = list(ctx.state.players[name].hand)
            look(ctx, hand, viewer)
            for id in hand:
                _shown_for_now(ctx, id, (viewer,))
            seen += hand
    remember(scope, "", seen)
