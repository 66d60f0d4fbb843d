"""Actions, instructions and answers as JSON values: what a journal's rows hold.

`{"do": "Cast", "object": 12, "face_down": true}`: the class, and the fields that differ from their default. A card
from outside the game is written by its name and looked up in the definitions that the journal's header keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, get_args, get_type_hints

from simulator.errors import InvalidAction
from simulator.model import actions
from simulator.model.actions import EngineInstruction, PlayerAction, PriceTag
from simulator.model.cards import UNKNOWN_CARD, CardDefinition
from simulator.model.decisions import Answer
from simulator.sentences import say

#: Version of the JSON form.
ACTION_VERSION = 1

Journalled = PlayerAction | EngineInstruction | Answer


def _classes(union: UnionType) -> dict[str, type[Any]]:
    return {cls.__name__: cls for cls in get_args(union)}


_KINDS: dict[str, type[Any]] = {
    **_classes(actions.PlayerAction),
    **_classes(actions.EngineInstruction),
    "Answer": Answer,
}


def to_json(value: Journalled) -> dict[str, Any]:
    """The JSON form of an action, an instruction or an answer."""
    return {"do": type(value).__name__, **_changed_fields(value)}


def from_json(data: Mapping[str, Any], cards: Mapping[str, CardDefinition]) -> Journalled:
    """The inverse of `to_json`.

    Args:
        data: the JSON value.
        cards: definitions by their full name.

    Raises:
        InvalidAction: it names an action, a field or a card that isn't known.
    """
    kind = data.get("do")
    cls = _KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise InvalidAction(say("“{kind}” is no action that this version knows.", kind=str(kind)))
    made: Journalled = _built(cls, {name: value for name, value in data.items() if name != "do"}, cards)
    return made


def _changed_fields(value: Any) -> dict[str, Any]:
    return {
        spec.name: _plain(getattr(value, spec.name))
        for spec in fields(value)
        if spec.default is MISSING or getattr(value, spec.name) != spec.default
    }


def _plain(value: Any) -> Any:
    if isinstance(value, CardDefinition):
        return {"card": value.name}
    if isinstance(value, PriceTag):
        return _changed_fields(value)
    return list(map(_plain, value)) if isinstance(value, tuple) else value


_HINTS: dict[str, dict[str, Any]] = {}


def _hints(cls: type[Any]) -> dict[str, Any]:
    """The types of a class's fields, looked up once."""
    if cls.__name__ not in _HINTS:
        _HINTS[cls.__name__] = get_type_hints(cls)
    return _HINTS[cls.__name__]


def _built(cls: type[Any], data: Mapping[str, Any], cards: Mapping[str, CardDefinition]) -> Any:
    hints = _hints(cls)
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise InvalidAction(say("{node} has no field “{unknown}”.", node=cls.__name__, unknown=unknown[0]))
    try:
        return cls(**{name: _value(value, hints[name], cards) for name, value in data.items()})
    except TypeError as fault:
        raise InvalidAction(say("{node} can't be read: a field is missing.", node=cls.__name__)) from fault


def _value(value: Any, hint: Any, cards: Mapping[str, CardDefinition]) -> Any:
    if isinstance(value, Mapping):
        if PriceTag in (hint, *get_args(hint)):
            return _built(PriceTag, value, cards)
        return _card(value.get("card"), cards)
    return tuple(_value(item, None, cards) for item in value) if isinstance(value, list) else value


def _card(name: Any, cards: Mapping[str, CardDefinition]) -> CardDefinition:
    found = UNKNOWN_CARD if name == UNKNOWN_CARD.name else cards.get(name)
    if found is None:
        raise InvalidAction(say("The journal names a card “{name}” whose definition it doesn't keep.", name=name))
    return found
