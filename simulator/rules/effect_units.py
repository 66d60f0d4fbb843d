"""Continuous effects while the layers are applied (CR 613): what each of them is, and what it looks at."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from simulator.abilities import tree as t
from simulator.abilities.node import walk
from simulator.rules import modifications
from simulator.rules.scope import Scope

_POWER_WORDS = frozenset(("power", "toughness", "total power and toughness"))
#: In layer 7 only an effect that looks at power or toughness can depend on another (CR 613.8a).
POWER_LAYERS = ("7a", "7b", "7c")
#: What an effect has to look at in order to depend on what another does in that layer; in layers 2-4 anything may be.
_SEEN: dict[str, tuple[tuple[type[t.Node], ...], frozenset[str]]] = {
    "5": ((t.HasColor, t.ColorCount, t.SharesWith, t.OfChosen), frozenset(("color", "colors"))),
    "6": ((t.HasKeyword, t.HasAbilities, t.SharesWith), frozenset(("keyword", "ability"))),
}
_ANYTHING: tuple[tuple[type[t.Node], ...], frozenset[str]] = ((t.Node,), frozenset(("",)))


@dataclass
class Unit:
    """One continuous effect while the layers are applied.

    Attributes:
        ids: the affected objects, once it has started to apply (CR 613.6) or from a resolution (611.2c).
        by_layer: its modifications by layer. emblem: it is of an emblem, which loses no abilities (CR 114).
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
    emblem: bool = False
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


def could_depend(unit: Unit, other: Unit, layer: str) -> bool:
    """Whether one effect might depend on another in that layer (CR 613.8a), judged by what both are made of."""
    if unit.is_cda != other.is_cda:
        return False
    if layer in POWER_LAYERS:
        return looks_at_power(unit, layer)
    if unit.ids is not None:
        return False  # CR 613.6: it goes on with the same objects
    if layer == "6" and any(isinstance(mod, t.LoseAbilities | t.CantHave) for mod in other.by_layer.get(layer, ())):
        return True
    kinds, words = _SEEN.get(layer, _ANYTHING)
    return any(_looks_at(part, kinds, words) for part in (unit.where, unit.condition))


def looks_at_power(unit: Unit, layer: str) -> bool:
    """Whether what the effect applies to or does depends on anything's power or toughness."""
    parts = [unit.where, unit.condition, *unit.by_layer[layer]] if unit.ids is None else unit.by_layer[layer]
    return any(_looks_at(part, (), _POWER_WORDS) for part in parts)


#: whether a part of a tree looks at something, by the identity of the part, which is kept beside it
_LOOKING: dict[tuple[int, int], tuple[object, bool]] = {}


def _looks_at(part: t.Node | None, kinds: tuple[type[t.Node], ...], words: frozenset[str]) -> bool:
    if part is None:
        return False
    key = (id(part), id(words))
    known = _LOOKING.get(key)
    if known is None or known[0] is not part:
        if len(_LOOKING) > 10_000:
            _LOOKING.clear()
        found = any(
            isinstance(node, kinds)
            or any(value in words for spec in fields(node) if isinstance(value := getattr(node, spec.name), str))
            for node in walk(part)
        )
        known = _LOOKING[key] = (part, found)
    return known[1]
