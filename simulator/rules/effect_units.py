"""Continuous effects while the layers are applied (CR 613): what each of them is, and what it looks at."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from simulator.abilities import tree as t
from simulator.abilities.node import walk
from simulator.rules import modifications
from simulator.rules.scope import Scope

_POWER_WORDS = frozenset(("power", "toughness", "total power and toughness"))


@dataclass
class Unit:
    """One continuous effect while the layers are applied.

    Attributes:
        ids: the affected objects, once it has started to apply (CR 613.6) or from a resolution (611.2c).
        by_layer: its modifications by layer.
    """

    key: tuple[int, int, int, int]
    timestamp: int
    source: int
    by_layer: dict[str, list[t.Modification]]
    scope: Scope
    where: t.Predicate | None = None
    condition: t.Node | None = None
    ids: list[int] | None = None
    is_cda: bool = False
    order: int = 0
    done: set[str] = field(default_factory=set)


def split(mods: tuple[t.Modification, ...]) -> dict[str, list[t.Modification]]:
    """Modifications by the layer in which they apply."""
    layers: dict[str, list[t.Modification]] = {}
    for mod in mods:
        layers.setdefault(modifications.layer_of(mod), []).append(mod)
    return layers


def identity(ability: t.Static) -> int:
    """Equal abilities of one object apply together; different ones apart."""
    return id(ability)


#: whether a part of a tree looks at power or toughness, by the identity of the part, which is kept beside it
_LOOKING: dict[int, tuple[object, bool]] = {}


def looks_at_power(unit: Unit, layer: str) -> bool:
    """Whether what the effect applies to or does depends on anything's power or toughness."""
    parts = [unit.where, unit.condition, *unit.by_layer[layer]] if unit.ids is None else unit.by_layer[layer]
    return any(_names_power(part) for part in parts)


def _names_power(part: t.Node | None) -> bool:
    if part is None:
        return False
    known = _LOOKING.get(id(part))
    if known is None or known[0] is not part:
        if len(_LOOKING) > 10_000:
            _LOOKING.clear()
        found = any(
            getattr(node, spec.name) in _POWER_WORDS
            for node in walk(part)
            for spec in fields(node)
            if isinstance(getattr(node, spec.name), str)
        )
        known = _LOOKING[id(part)] = (part, found)
    return known[1]
