"""Continuous effects while the layers are applied (CR 613): what each of them is, and what it looks at."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from simulator.abilities import tree as t
from simulator.abilities.node import walk
from simulator.model.state import State
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


def fixed_units(state: State, only: int | None = None) -> list[Unit]:
    """Effects from resolutions (CR 611.2): their objects and numbers were fixed when they began."""
    units = []
    for effect in state.effects:
        if not effect.mods or (only is not None and only not in effect.objects):
            continue
        scope = Scope(source=effect.source, you=effect.controller, x=effect.x)
        units.append(
            Unit(
                (-effect.id, 0, 0, 0),
                effect.timestamp,
                effect.source,
                split(effect.mods),
                scope,
                ids=list(effect.objects),
            )
        )
    return units


def emblem_units(state: State) -> list[Unit]:
    """CR 114.4: static abilities of emblems function in the command zone."""
    units = []
    for id in state.command:
        obj = state.objects[id]
        if obj.kind != "emblem":
            continue
        for place, ability in enumerate(obj.card.front.abilities):
            for number, part in enumerate(ability.parts if isinstance(ability, t.Static) else ()):
                if isinstance(part, t.Modify):
                    assert isinstance(ability, t.Static)  # noqa: S101 - only those have parts
                    scope, key = Scope(source=id, you=obj.owner), (id, place, number, 0)
                    condition = ability.condition
                    unit = Unit(key, obj.timestamp, id, split(part.mods), scope, part.where, condition, emblem=True)
                    units.append(unit)
    return units


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


#: Conditions on an object that look at nothing but characteristics, what its source is attached to, and who "you" is.
_LOCAL = (
    t.AllOf, t.AnyOf, t.Not, t.HasType, t.HasColor, t.HasKeyword, t.HasAbilities, t.IsPermanentCard, t.IsHistoric,
    t.Other, t.ControlledBy, t.You, t.Is, t.Self, t.AttachedTo,
)  # fmt: skip
#: Changes that are the same wherever they are made.
_LOCAL_CHANGES = (
    t.SetName, t.SetLandType, t.RemoveTypes, t.LoseAbilities, t.CantHave, t.SwitchPT,
)  # fmt: skip


def is_local(unit: Unit) -> bool:
    """Whether what the effect applies to and does follows from characteristics, attachments and itself alone."""
    if unit.condition is not None or not all(_changes_locally(mod) for mods in unit.by_layer.values() for mod in mods):
        return False
    return unit.where is None or _only_local(unit.where)


def _changes_locally(mod: t.Modification) -> bool:
    if isinstance(mod, t.SetPT | t.ModifyPT):
        return all(n is None or isinstance(n, t.Num) for n in (mod.power, mod.toughness))
    if isinstance(mod, t.SetTypes | t.SetColors):
        return not mod.chosen
    if isinstance(mod, t.GainAbility):
        return not isinstance(mod.ability, t.Static)
    return isinstance(mod, _LOCAL_CHANGES)


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


#: whether a condition is made of `_LOCAL` nodes only, by its identity, which is kept beside it
_LOCALS: dict[int, tuple[object, bool]] = {}


def _only_local(where: t.Predicate) -> bool:
    known = _LOCALS.get(id(where))
    if known is None or known[0] is not where:
        if len(_LOCALS) > 10_000:
            _LOCALS.clear()
        known = _LOCALS[id(where)] = (where, all(type(node) in _LOCAL for node in walk(where)))
    return known[1]
