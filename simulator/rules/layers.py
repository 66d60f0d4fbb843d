"""The layers (CR 613): from copiable values to characteristics.

All permanents are computed in one pass and kept until something changes. Effects start to apply in the first layer
that they have a part in and then go on with the same set of objects (613.6); within a layer they apply in timestamp
order unless one depends on another (613.7, 613.8).
"""

from __future__ import annotations

from typing import NamedTuple

from simulator.abilities import tree as t
from simulator.model.characteristics import Characteristics
from simulator.model.objects import GameObject
from simulator.model.state import State
from simulator.rules import modifications
from simulator.rules.amounts import holds
from simulator.rules.board_index import COUNTERS, PRESENT, STATIC, ZONED, BoardIndex, base_values, index_of
from simulator.rules.context import Context
from simulator.rules.effect_units import Unit, fixed_units, split
from simulator.rules.layer_pass import LAYERS, Pass
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope


def characteristics(ctx: Context, id: int) -> Characteristics:
    """The characteristics of an object now, or as it last existed (CR 608.2h)."""
    state = ctx.state
    obj = state.objects.get(id)
    if obj is None:
        found: Characteristics = state.lki[id].values
        return found
    if obj.zone == "battlefield":
        table = board(ctx)
        if id in table:
            return table[id]
    others: dict[int, Characteristics] = state.cache.setdefault("others", {})
    values = others.get(id)
    if values is None:
        if ctx.working is not None:
            return base_values(state, obj)
        values = _elsewhere(ctx, obj)
        others = state.cache.setdefault("others", {})
        others[id] = values
    return values


def board(ctx: Context) -> dict[int, Characteristics]:
    """The characteristics of all permanents."""
    found: dict[int, Characteristics] | None = ctx.state.cache.get("board")
    if found is None:
        if ctx.working is not None:
            return ctx.working
        state = ctx.state
        known: _Layered | None = state.layered
        now = _seen(state)
        if known is not None and known.board is index_of(state) and known.seen == now:
            ctx.spend(known.work)
        else:
            before = ctx.work
            done = Pass(ctx)
            done.run()
            local = done.is_local()
            known = _Layered(done.index, now if local else None, done.values, done.changed, ctx.work - before)
            state.layered = known if local else None
        found = state.cache["board"] = known.values
        state.cache["changed"] = known.changed
    return found


class _Layered(NamedTuple):
    """The result of the layers, and what it follows from; it never changes, the copies of a state share it.

    Attributes:
        board: what each permanent is by itself. seen: see `_seen`. work: what it took.
    """

    board: BoardIndex
    seen: object
    values: dict[int, Characteristics]
    changed: set[int]
    work: int


def _seen(state: State) -> object:
    """What the layers look at beside the index, where no effect looks at more (`effect_units.is_local`).

    The effects from resolutions; emblems; the sources of static abilities: when they began, what they are attached to;
    counters and when those with keywords were put there.
    """
    lists, objects = index_of(state).lists, state.objects
    return (
        state.effects.copy(),
        tuple(state.command),
        [(id, objects[id].timestamp, objects[id].attached_to) for id in lists[STATIC]],
        [(id, dict(objects[id].counters), _stamps(objects[id])) for id in lists[COUNTERS]],
    )


def _stamps(obj: GameObject) -> tuple[object, ...]:
    """CR 613.7: when each kind of counter was put there."""
    return (obj.timestamp, *(obj.flags.get(f"stamp {kind}") for kind in obj.counters))


def candidates(ctx: Context, topic: int) -> list[int]:
    """Permanents for which a topic may hold, and all that the layers changed; in the order of the battlefield."""
    if ctx.working is not None:
        return ctx.permanents()
    index = index_of(ctx.state)
    listed = index.lists[topic]
    if not index.lists[PRESENT]:
        return listed
    board(ctx)
    changed: set[int] = ctx.state.cache["changed"]
    if not changed:
        return listed
    wanted = changed.union(listed)
    return [id for id in (index.bases if topic == ZONED else index.lists[PRESENT]) if id in wanted]


def _elsewhere(ctx: Context, obj: GameObject) -> Characteristics:
    """A spell, or a card outside the battlefield: characteristic-defining abilities and effects on it."""
    values = base_values(ctx.state, obj)
    # what effects for its zone apply to is judged by what it is without them
    ctx.state.cache.setdefault("others", {})[obj.id] = values
    units = fixed_units(ctx.state, only=obj.id) + [
        unit
        for unit in _zone_units(ctx, obj.zone)
        if unit.where is not None and fits(ctx, unit.where, obj.id, unit.scope)
    ]
    scope = Scope(source=obj.id, you=values.controller)
    own: list[t.Modification] | None = values.derived.get("own modifications")
    if own is None:
        own = values.derived["own modifications"] = [
            mod
            for ability in values.abilities
            if isinstance(ability, t.Static) and ability.zone == "any"
            for part in ability.parts
            if isinstance(part, t.Modify)
            for mod in part.mods
        ]
    if not own and not units and "devoid" not in values.keywords:
        return values
    values = values.copy()
    previous = ctx.working
    ctx.working = {**(previous or board(ctx)), obj.id: values}
    try:
        if "devoid" in values.keywords:
            values.colors = ()
        for layer in LAYERS:
            for mod in own:
                if modifications.layer_of(mod) == layer:
                    modifications.apply(ctx, mod, obj.id, values, scope, layer)
            for unit in sorted(units, key=lambda u: u.timestamp):
                for mod in unit.by_layer.get(layer, ()):
                    modifications.apply(ctx, mod, obj.id, values, unit.scope, layer)
    finally:
        ctx.working = previous
    return values


def _zone_units(ctx: Context, zone: str) -> list[Unit]:
    """Static abilities of permanents that modify objects of another zone."""
    if ctx.working is not None:
        return []
    board(ctx)
    found = []
    for id in candidates(ctx, ZONED):
        values = ctx.values(id)
        for ability in values.abilities:
            if isinstance(ability, t.Static):
                for part in ability.parts:
                    if isinstance(part, t.Modify) and zone in part.zone.split("|"):
                        scope = Scope(source=id, you=values.controller)
                        if holds(ctx, ability.condition, scope):
                            stamp = ctx.state.objects[id].timestamp
                            found.append(Unit((id, 0, 0, 0), stamp, id, split(part.mods), scope, part.where))
    return found
