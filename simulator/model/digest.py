"""A fingerprint of a state: equal for equal games, cheap where little has changed."""

from __future__ import annotations

import hashlib
from typing import Any

from simulator.model.objects import GameObject, PlayerState
from simulator.model.state import State

_SKIPPED = ("digest", "owner_token", "card")


def state_digest(state: State) -> str:
    """SHA-256 of everything that decides how the game goes on (hex)."""
    total = hashlib.sha256()
    for id, obj in state.objects.items():
        total.update(f"{id}:{_digest(obj)};".encode())
    for name in state.order:
        total.update(_digest(state.players[name]).encode())
    combat = state.combat
    plain = (
        state.turn, state.active, state.step, state.priority, state.passed, state.over, state.battlefield, state.stack,
        state.exile, state.command, state.rng_counter, state.next_id, state.next_stamp, state.next_handle,
        state.effects, state.delayed, state.triggered, state.until_leaves, state.skips, state.shields, state.extra_turns, state.day, state.monarch,
        sorted(state.turn_flags.items(), key=repr), combat, len(state.log), state.happened,
    )  # fmt: skip
    total.update(repr(plain).encode())
    return total.hexdigest()


def _digest(part: GameObject | PlayerState) -> str:
    if part.digest is None:
        values = [(name, _plain(getattr(part, name))) for name in type(part).__slots__ if name not in _SKIPPED]
        if isinstance(part, GameObject):
            values.append(("card", part.card.name))
        part.digest = hashlib.sha256(repr(values).encode()).hexdigest()
    return part.digest


def _plain(value: Any) -> Any:
    return sorted(value.items(), key=repr) if isinstance(value, dict) else value
