"""What several players do at once: all choose in APNAP order, then it happens to all (CR 101.4, 608.2e)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from simulator.abilities import tree as t
from simulator.rules import cards
from simulator.rules.context import Context
from simulator.rules.damage import Hit, deal
from simulator.rules.effects.life_and_cards import chosen_discard, hits_of
from simulator.rules.effects.registry import remember, run
from simulator.rules.paying import sacrifice_together
from simulator.rules.references import objects, players
from simulator.rules.scope import Scope

_T = TypeVar("_T")
Together = Callable[[Context, t.Effect, list[str], Scope], None]


def simultaneous(effect: t.Effect) -> Together | None:
    """How an instruction that each of several players is given is carried out at once; None: one after the other."""
    return _WAYS.get(type(effect))


def _sacrifice(ctx: Context, effect: t.Effect, names: list[str], scope: Scope) -> None:
    assert isinstance(effect, t.SacrificeEffect)  # noqa: S101 - the table says so
    chosen = [item for name in names for item in _for(name, scope, lambda: _chosen(ctx, effect, scope))]
    remember(scope, effect.save_as, sacrifice_together(ctx, chosen))


def _chosen(ctx: Context, effect: t.SacrificeEffect, scope: Scope) -> list[tuple[str, list[int]]]:
    return [(who, objects(ctx, effect.what, scope)) for who in players(ctx, effect.player, scope)]


def _discard(ctx: Context, effect: t.Effect, names: list[str], scope: Scope) -> None:
    assert isinstance(effect, t.DiscardCards)  # noqa: S101 - the table says so
    chosen = [item for name in names for item in _for(name, scope, lambda: chosen_discard(ctx, effect, scope))]
    gone = cards.discard_together(ctx, chosen)
    scope.numbers[""] = len(gone)
    remember(scope, effect.save_as, gone)


def _damage(ctx: Context, effect: t.Effect, names: list[str], scope: Scope) -> None:
    assert isinstance(effect, t.DealDamage)  # noqa: S101 - the table says so
    hits: list[Hit] = [hit for name in names for hit in _for(name, scope, lambda: hits_of(ctx, effect, scope))]
    scope.numbers[""] = deal(ctx, hits)
    scope.done = scope.numbers[""] > 0


def _move(ctx: Context, effect: t.Effect, names: list[str], scope: Scope) -> None:
    assert isinstance(effect, t.MoveTo)  # noqa: S101 - the table says so
    ids = [id for name in names for id in _for(name, scope, lambda: objects(ctx, effect.what, scope))]
    run(ctx, replace(effect, what=t.Union(tuple(t.ObjectId(id) for id in dict.fromkeys(ids)))), scope)


def _put(ctx: Context, effect: t.Effect, names: list[str], scope: Scope) -> None:
    assert isinstance(effect, t.PutOntoBattlefield)  # noqa: S101 - the table says so
    if effect.controller is not None:
        before = scope.each_player
        for scope.each_player in names:
            run(ctx, effect, scope)
        scope.each_player = before
        return
    ids = [id for name in names for id in _for(name, scope, lambda: objects(ctx, effect.what, scope))]
    run(ctx, replace(effect, what=t.Union(tuple(t.ObjectId(id) for id in dict.fromkeys(ids)))), scope)


def _for(name: str, scope: Scope, what: Callable[[], list[_T]]) -> list[_T]:
    """Something worked out for one of the players ("that player")."""
    before, scope.each_player = scope.each_player, name
    try:
        return what()
    finally:
        scope.each_player = before


_WAYS: dict[type[t.Effect], Together] = {
    t.SacrificeEffect: _sacrifice,
    t.DiscardCards: _discard,
    t.DealDamage: _damage,
    t.MoveTo: _move,
    t.PutOntoBattlefield: _put,
}
