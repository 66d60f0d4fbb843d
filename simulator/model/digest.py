"""A fingerprint of a state: equal for games that were played alike, cheap where little has changed.

Containers are written in the order in which the game filled them: a replay fills them in the same order, and nothing
in the rules runs over a set.
"""

from __future__ import annotations

import hashlib
from operator import attrgetter

from simulator.model.cards import UNKNOWN_CARD
from simulator.model.objects import GameObject, PlayerState
from simulator.model.state import State

_SKIPPED = ("digest", "owner_token", "card")
_OBJECT = attrgetter(*(name for name in GameObject.__slots__ if name not in _SKIPPED))
#: What differs even between objects that nothing has happened to, most cards of a library.
_OWN = ("card_id", "control_stamp", "controller", "entered_turn", "held_by", "id", "kind", "owner", "timestamp", "zone")
_OWN_VALUES = attrgetter(*_OWN)
_REST = attrgetter(*(name for name in GameObject.__slots__ if name not in (*_SKIPPED, *_OWN)))
_FRESH = GameObject(0, "card", UNKNOWN_CARD, "", "library", 0)
_REST_FRESH = _REST(_FRESH)
#: `repr` of such an object's values, its own left open: the same text in less time.
_FRESH_PARTS = [
    "%r" if name in _OWN else repr(getattr(_FRESH, name)) for name in GameObject.__slots__ if name not in _SKIPPED
]
_FRESH_TEXT = f"(({', '.join(_FRESH_PARTS)}), %r)"
_PLAYER = attrgetter(*(name for name in PlayerState.__slots__ if name not in _SKIPPED))
#: What of a state decides how the game goes on, objects and players apart.
_STATE = attrgetter(
    "turn",
    "active",
    "step",
    "priority",
    "passed",
    "over",
    "battlefield",
    "stack",
    "exile",
    "command",
    "rng_counter",
    "next_id",
    "next_stamp",
    "next_handle",
    "effects",
    "delayed",
    "triggered",
    "until_leaves",
    "skips",
    "shields",
    "extra_turns",
    "turns_go_on_after",
    "day",
    "monarch",
    "turn_flags",
    "combat",
)


def state_digest(state: State) -> str:
    """SHA-256 of everything that decides how the game goes on (hex)."""
    parts = [obj.digest or _object_digest(obj) for obj in state.objects.values()]
    parts += [player.digest or _player_digest(player) for player in state.players.values()]
    parts.append(repr(_STATE(state)))
    parts.append(_happened_digest(state))
    parts.append(str(len(state.log)))
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def _happened_digest(state: State) -> str:
    """What happened this turn, each happening hashed once."""
    count, digest = state.happened_digest
    for happening in state.happened[count:]:
        digest = hashlib.sha256((digest + repr(happening)).encode()).hexdigest()
    state.happened_digest = (len(state.happened), digest)
    return digest


def _object_digest(obj: GameObject) -> str:
    if _REST(obj) == _REST_FRESH:
        text = _FRESH_TEXT % (*_OWN_VALUES(obj), obj.card.name)
    else:
        text = repr((_OBJECT(obj), obj.card.name))
    obj.digest = hashlib.sha256(text.encode()).hexdigest()
    return obj.digest


def _player_digest(player: PlayerState) -> str:
    player.digest = hashlib.sha256(repr(_PLAYER(player)).encode()).hexdigest()
    return player.digest
