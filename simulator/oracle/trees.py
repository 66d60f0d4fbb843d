"""The stored form of a card's trees: `{"v": TREE_VERSION, "faces": [[ability, ...], ...]}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulator.abilities import tree as t
from simulator.oracle.compiler import compile_card
from simulator.oracle.text import FaceText


def trees_for(faces: Sequence[FaceText]) -> dict[str, Any]:
    """The JSON form of the abilities of a card's faces, as the catalogue stores it under the card's name."""
    return {
        "v": t.TREE_VERSION,
        "faces": [[t.to_json(ability) for ability in abilities] for abilities in compile_card(faces)],
    }


def trees_from(value: Mapping[str, Any]) -> tuple[tuple[t.Ability, ...], ...]:
    """The abilities of each face from their stored form.

    Raises:
        ValueError: the value has another version, or names a node that this version doesn't know.
    """
    if value.get("v") != t.TREE_VERSION:
        raise ValueError(f"ability trees of version {value.get('v')!r}; this is version {t.TREE_VERSION}")
    return tuple(tuple(t.from_json(ability) for ability in face) for face in value["faces"])
