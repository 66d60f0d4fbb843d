"""Which function carries out which effect node."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.sentences import say

Handler = Callable[[Context, Any, Scope], None]
_HANDLERS: dict[type[t.Node], Handler] = {}
_TOPICS = (
    "structure",
    "life_and_cards",
    "moving",
    "melding",
    "upkeep",
    "emblems",
    "when_cast",
    "permanents",
    "hidden",
    "copies",
    "continuous",
    "retargeting",
    "keyword_actions",
    "keyword_effects",
    "keyword_activated",
)


def handles(kind: type[t.Node]) -> Callable[[Handler], Handler]:
    """Register the function for an effect node."""

    def register(function: Handler) -> Handler:
        _HANDLERS[kind] = function
        return function

    return register


@cache
def _load() -> None:
    """Import the modules that register their functions."""
    for topic in _TOPICS:
        importlib.import_module(f"simulator.rules.effects.{topic}")


def run(ctx: Context, effect: t.Node, scope: Scope) -> None:
    """Carry out one instruction; afterwards `scope.done` tells whether it did something ("if you do").

    Raises:
        Unsupported: the instruction is of a kind that isn't implemented, or its text wasn't understood.
    """
    _load()
    handler = _HANDLERS.get(type(effect))
    if handler is None:
        raise Unsupported(say("the simulator can't carry out this instruction yet"))
    ctx.spend()
    handler(ctx, effect, scope)


def supported_kinds() -> frozenset[type[t.Node]]:
    """The effect nodes that have a handler."""
    _load()
    return frozenset(_HANDLERS)


def remember(scope: Scope, key: str, ids: list[int]) -> None:
    """Keep what an instruction acted on, for later instructions of the same ability."""
    scope.bound[""] = tuple(ids)
    if key:
        scope.bound[key] = tuple(ids)
    scope.done = bool(ids)
