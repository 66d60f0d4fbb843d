"""What "the chosen type" means: the kind of value that another ability of the same object chooses (CR 607.2d)."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.abilities import tree as t
from simulator.oracle.descriptions import substitute

_CREATURE_TYPE = "creature type"
#: Kinds of types of which "the chosen type" may speak.
_TYPES = (_CREATURE_TYPE, "basic land type", "land type", "card type", "planeswalker type")


def chosen_types(abilities: Sequence[t.Ability]) -> tuple[t.Ability, ...]:
    """The abilities with "the chosen type" being of the one kind of type that is chosen."""
    kinds = {
        node.kind
        for ability in abilities
        for node in t.walk(ability)
        if isinstance(node, t.ChooseValue) and node.kind in _TYPES
    }
    if len(kinds) != 1 or kinds == {_CREATURE_TYPE}:
        return tuple(abilities)
    kind = kinds.pop()
    return tuple(_of_kind(ability, kind) for ability in abilities)


def _of_kind(ability: t.Ability, kind: str) -> t.Ability:
    changed = substitute(ability, t.OfChosen(_CREATURE_TYPE), t.OfChosen(kind))
    for keep in (False, True):
        changed = substitute(
            changed, t.SetTypes(chosen=_CREATURE_TYPE, keep_types=keep), t.SetTypes(chosen=kind, keep_types=keep)
        )
    return changed if isinstance(changed, t.Ability) else ability
