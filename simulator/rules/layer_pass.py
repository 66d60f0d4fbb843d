"""One application of the layers to all permanents (CR 613), from their values after layer 1 to characteristics."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.characteristics import Characteristics, Reason
from simulator.rules import keywords, modifications
from simulator.rules.amounts import amount, holds
from simulator.rules.board_index import COUNTERS, LANDS, PRESENT, STATIC, index_of
from simulator.rules.context import Context
from simulator.rules.effect_units import (
    POWER_LAYERS,
    Unit,
    could_depend,
    emblem_units,
    fixed_units,
    identity,
    is_local,
    looks_at_power,
    split,
)
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope

LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")
#: Layers in which one effect can change what another applies to or whether it exists (CR 613.8a).
_DEPENDENT_LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c")
#: With more possible dependencies in one layer than this, timestamps alone decide: a bound on work.
_MANY_PAIRS = 600


def _standing_for(ability: t.Ability) -> t.Ability:
    """The ability itself, or the static ability that a keyword stands for."""
    return (keywords.static(ability) or ability) if isinstance(ability, t.Keyword) else ability


class Pass:
    """One application of all layers to all permanents."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.state = ctx.state
        self.index = index_of(self.state)
        #: permanents that are phased in
        self.ids = self.index.lists[PRESENT]
        self.values: dict[int, Characteristics] = {}
        #: those whose values may differ from those in the index in more than what a land type gives
        self.changed: set[int] = set()
        #: copies that are this pass's own to change; whether effects are only applied on trial
        self.own: dict[int, Characteristics] = {}
        self.trial = False
        self.units: dict[tuple[int, int, int, int], Unit] = {}
        #: CR 613.7a: when each effect that grants it began, by the object and the ability that it was granted
        self.granted: dict[tuple[int, int], dict[tuple[int, int, int, int], int]] = {}

    def run(self) -> dict[int, Characteristics]:
        """Apply all layers in their order (CR 613.1)."""
        ctx, state = self.ctx, self.state
        ctx.spend(1 + len(state.battlefield))
        self.values.update(self.index.bases)
        for unit in fixed_units(state):
            self.units[unit.key] = unit
        for unit in emblem_units(state):
            self.units[unit.key] = unit
        previous = ctx.working
        ctx.working = self.values
        try:
            self._gather()
            for layer in LAYERS:
                if layer == "6":
                    self._keyword_counters()
                # CR 613.4c, 613.8a: what looks at power in this layer depends on the counters, never they on it
                counters_first = layer == "7c" and self._power_matters(layer)
                if counters_first:
                    self._counters()
                self._layer(layer)
                if layer == "7c" and not counters_first:
                    self._counters()
                if layer == "4":
                    self._intrinsic_mana_abilities()
                    self._gather()
        finally:
            ctx.working = previous
        return self.values

    def write(self, id: int) -> Characteristics:
        """The values of a permanent, ready to be changed."""
        values = self.values[id]
        self.changed.add(id)
        if values.shared:
            values = values.copy()
            self.values[id] = values
        return values

    def _among(self, topic: int) -> list[int]:
        """The permanents for which a topic holds, or whose values have been changed."""
        listed = self.index.lists[topic]
        if not self.changed:
            return listed
        wanted = self.changed.union(listed)
        return [id for id in self.ids if id in wanted]

    def _gather(self) -> None:
        """Find the static abilities that exist now and weren't known yet."""
        for id in self._among(STATIC):
            values = self.values[id]
            met: dict[int, int] = {}
            for place, written in enumerate(values.abilities):
                ability = _standing_for(written)
                if isinstance(ability, t.Static) and ability.zone in ("battlefield", "any"):
                    # an object may have the same ability twice, each with an effect of its own
                    again = met[identity(ability)] = met.get(identity(ability), -1) + 1
                    self._gather_ability(id, ability, again)
                elif isinstance(ability, t.Keyword) and ability.name == "devoid":
                    self._add((id, place, -1, 0), id, {"5": [t.SetColors()]}, t.Is(t.Self()), None, cda=True)

    def _gather_ability(self, id: int, ability: t.Static, again: int) -> None:
        for number, part in enumerate(ability.parts):
            if isinstance(part, t.Modify) and "battlefield" in part.zone:
                cda = any(isinstance(m, t.SetPT) and m.characteristic_defining for m in part.mods)
                key = (id, identity(ability), number, again)
                self._add(key, id, split(part.mods), part.where, ability.condition, cda)

    def _add(
        self,
        key: tuple[int, int, int, int],
        id: int,
        layers: dict[str, list[t.Modification]],
        where: t.Predicate,
        condition: t.Node | None,
        cda: bool = False,
    ) -> None:
        if key not in self.units:
            scope = Scope(source=id, you=self.values[id].controller)
            stamp = self.state.objects[id].timestamp
            grants = sorted(self.granted.get(key[:2], {}).values())
            if key[3] < len(grants):
                # CR 613.7a: the timestamp of the object or of the effect that created the ability, the later one
                stamp = max(stamp, grants[key[3]])
            self.units[key] = Unit(key, stamp, id, layers, scope, where, condition, is_cda=cda, order=len(self.units))

    def _exists(self, unit: Unit) -> bool:
        """Whether the ability is still there; one that has started goes on regardless (CR 613.6)."""
        if unit.ids is not None or unit.emblem:
            return True
        values = self.values.get(unit.source)
        if values is None:
            return False
        if unit.key[2] == -1:
            return "devoid" in values.keywords
        standing = map(_standing_for, values.abilities)
        return sum(identity(a) == unit.key[1] for a in standing if isinstance(a, t.Static)) > unit.key[3]

    def _affected(self, unit: Unit) -> list[int]:
        if unit.ids is not None:
            return unit.ids
        if not self._exists(unit):
            return []
        if not unit.emblem:
            unit.scope.you = self.values[unit.source].controller
        if not holds(self.ctx, unit.condition, unit.scope):
            return []
        assert unit.where is not None  # noqa: S101 - a static unit has one
        where = unit.where
        if isinstance(where, t.Is):
            # "this creature", "enchanted creature": no need to look at every permanent
            from simulator.rules.references import objects

            return [id for id in objects(self.ctx, where.ref, unit.scope) if id in self.values]
        self.ctx.spend(len(self.ids))
        return [id for id in self.ids if fits(self.ctx, where, id, unit.scope)]

    def _layer(self, layer: str) -> None:
        while True:
            waiting = [
                unit
                for unit in self.units.values()
                if layer in unit.by_layer and layer not in unit.done and self._exists(unit)
            ]
            if not waiting:
                return
            # CR 613.3: characteristic-defining abilities first; 613.7: then by timestamp
            waiting.sort(key=lambda unit: (not unit.is_cda, unit.timestamp, unit.order))
            unit = self._next(waiting, layer)
            unit.done.add(layer)
            self._apply(unit, layer)

    def _power_matters(self, layer: str) -> bool:
        return any(looks_at_power(unit, layer) for unit in self.units.values() if layer in unit.by_layer)

    def _next(self, waiting: list[Unit], layer: str) -> Unit:
        """CR 613.8b: an effect waits for those that it depends on, unless they form a loop."""
        if len(waiting) < 2 or layer not in _DEPENDENT_LAYERS:
            return waiting[0]
        pairs = [(unit, [o for o in waiting if o is not unit and could_depend(unit, o, layer)]) for unit in waiting]
        if sum(len(others) for _, others in pairs) > _MANY_PAIRS:
            return waiting[0]
        for unit, others in pairs:
            needs = [other for other in others if self._depends(unit, other, layer)]
            if all(self._depends(other, unit, layer) for other in needs):
                return unit
        return waiting[0]

    def _depends(self, unit: Unit, other: Unit, layer: str) -> bool:
        """CR 613.8a: applying `other` would change whether `unit` exists, what it applies to or what it does."""
        if not could_depend(unit, other, layer):
            return False
        before = (self._exists(unit), self._affected(unit), self._doing(unit, layer))
        saved, saved_ids, self.trial = dict(self.values), other.ids, True
        try:
            self._apply(other, layer)
            return (self._exists(unit), self._affected(unit), self._doing(unit, layer)) != before
        finally:
            self.trial = False
            self.values.clear()
            self.values.update(saved)
            other.ids = saved_ids

    def _doing(self, unit: Unit, layer: str) -> list[int]:
        """What the effect would do now to each object that it applies to, where that depends on others."""
        if layer not in POWER_LAYERS:
            return []
        found = []
        for id in self._affected(unit):
            unit.scope.bound["that"] = (id,)
            for mod in unit.by_layer[layer]:
                if isinstance(mod, t.SetPT | t.ModifyPT):
                    found += [amount(self.ctx, n, unit.scope) for n in (mod.power, mod.toughness) if n is not None]
        return found

    def _apply(self, unit: Unit, layer: str) -> None:
        unit.ids = self._affected(unit)
        mods = unit.by_layer[layer]
        changed = False
        for id in unit.ids:
            if id not in self.values:
                continue
            values = self.values[id]
            if self.trial or self.own.get(id) is not values:
                # a fresh copy each time on trial, so that it can be taken back
                values = self.values[id] = values.copy()
                self.changed.add(id)
                if not self.trial:
                    self.own[id] = values
            for mod in mods:
                modifications.apply(self.ctx, mod, id, values, unit.scope, layer)
                if isinstance(mod, t.GainAbility) and isinstance(mod.ability, t.Static):
                    self.granted.setdefault((id, identity(mod.ability)), {})[unit.key] = unit.timestamp
                reason = Reason(mod, layer, unit.source, values.power, values.toughness)
                values.reasons = (*values.reasons, reason)
            changed = True
        if changed and any(isinstance(mod, t.GainAbility | t.SetLandType | t.SetText) for mod in mods):
            self._gather()

    def _intrinsic_mana_abilities(self) -> None:
        """CR 305.6: a land with a basic land type has that mana ability, unless a layer 6 effect takes it."""
        for id in self._among(LANDS):
            if id in self.changed:
                modifications.with_intrinsic(id, self.write(id))
                continue
            base = self.values[id]
            known = self.index.landed.get(id)
            if known is None or known[0] is not base:
                # what nothing has changed so far has the same values until its base is another one
                known = self.index.landed[id] = (base, modifications.with_intrinsic(id, base.copy()))
                known[1].shared = True
            self.values[id] = known[1]

    def _keyword_counters(self) -> None:
        """CR 122.1b: keyword counters give their ability in layer 6, with the timestamp of the counter."""
        for id in self.index.lists[COUNTERS]:
            obj = self.state.objects[id]
            for kind, count in sorted(obj.counters.items()):
                if count and kind in modifications.KEYWORD_COUNTERS:
                    stamp = int(obj.flags.get(f"stamp {kind}", obj.timestamp))
                    mod = t.GainAbility(t.Keyword(kind))
                    scope = Scope(source=id, you=self.values[id].controller)
                    key = (id, -2, modifications.KEYWORD_COUNTERS.index(kind), 0)
                    self.units[key] = Unit(key, stamp, id, {"6": [mod]}, scope, ids=[id], order=len(self.units))

    def _counters(self) -> None:
        """CR 613.4c: counters that change power and toughness."""
        for id in self.index.lists[COUNTERS]:
            obj = self.state.objects[id]
            if obj.counters:
                power, toughness = modifications.counter_bonus(obj.counters)
                if power or toughness:
                    values = self.write(id)
                    values.power = (values.power or 0) + power
                    values.toughness = (values.toughness or 0) + toughness
                    reason = Reason("counters", "7c", id, values.power, values.toughness)
                    values.reasons = (*values.reasons, reason)

    def is_local(self) -> bool:
        """Whether the result follows from the index, the effects, attachments and counters alone (`layers`)."""
        sources = set(self.index.lists[STATIC])
        return all(
            is_local(unit) and (unit.key[0] < 0 or unit.emblem or unit.key[2] < -1 or unit.source in sources)
            for unit in self.units.values()
        )
