"""What can be said of each permanent by itself, kept from change to change: where the rules need to look at all.

An index holds, for each permanent, its characteristics after layer 1 and what follows from them and from its own
state alone. `State.write` notes which objects are written; only those are looked at anew, all others are as they were,
because an object is never changed but through `write`. An index itself never changes: the copies of a state share it.

The layers may change a permanent's characteristics afterwards; `layers.candidates` adds those that they changed.
"""

from __future__ import annotations

from typing import NamedTuple

from simulator.abilities import tree as t
from simulator.model.characteristics import Characteristics
from simulator.model.objects import GameObject
from simulator.model.state import State
from simulator.rules import keywords
from simulator.rules.copiable import NOTHING, current_values

#: Topics: numbers of the lists of an index, and of the bits of what holds for a permanent.
PRESENT, STATIC, ZONED, TRIGGERED, LANDS, COUNTERS, CHECKED, HELD, UNREAD = range(9)


class BoardIndex(NamedTuple):
    """The permanents of one moment, phased-out ones included, in the order of the battlefield.

    Attributes:
        bases: their characteristics after layer 1. topics: what holds for each, a bit for each topic.
        lists: by topic those for which it holds: PRESENT: phased in. Only of those that are phased in: STATIC: static
            abilities, or devoid; TRIGGERED: triggered abilities; LANDS: lands with a land type; COUNTERS: counters;
            CHECKED: state-based actions might concern it; HELD: its controller isn't the one last noticed; UNREAD:
            something of it isn't simulated. ZONED (of all): static abilities for objects of other zones.
        copied: permanents and others that a copy effect is on. landed: a memo of the layers.
    """

    bases: dict[int, Characteristics]
    topics: dict[int, int]
    lists: tuple[list[int], ...]
    copied: frozenset[int]
    landed: dict[int, tuple[Characteristics, Characteristics]]


def index_of(state: State) -> BoardIndex:
    """The index of the permanents as they are now; looked for once after each change (`State.touch`)."""
    found: BoardIndex | None = state.cache.get("index")
    if found is None:
        found = state.cache["index"] = state.index = _renewed(state)
    return found


def _renewed(state: State) -> BoardIndex:
    known: BoardIndex | None = state.index
    copied = copied_objects(state)
    if known is None:
        known = BoardIndex({}, {}, tuple([] for _ in range(UNREAD + 1)), frozenset(), {})
    bases, topics = known.bases, known.topics
    stale = state.written | state.unindexed
    if copied or known.copied:
        # a copy effect may have begun, ended or given way to another one
        stale |= copied | known.copied
    state.unindexed = frozenset()
    battlefield = state.battlefield
    differing = 0
    if len(bases) != len(battlefield) or list(bases) != battlefield:
        stale.update(id for id in battlefield if id not in bases)
        there = set(battlefield)
        for id in bases:
            if id not in there:
                differing |= topics[id]
        if [id for id in battlefield if id in bases] != [id for id in bases if id in there]:
            differing = -1  # in another order
        bases = {id: bases.get(id, _UNKNOWN) for id in battlefield}
        topics = {id: topics.get(id, 0) for id in battlefield}
    stale = {id for id in stale if id in bases}
    for id in stale:
        obj = state.objects[id]
        base, before = base_values(state, obj), bases[id]
        if base is not before and base.same_as(before):
            base = before
        base.shared = True
        topic = _topics(obj, base)
        if base is before and topic == topics[id]:
            continue
        if bases is known.bases:
            bases, topics = bases.copy(), topics.copy()
        bases[id] = base
        differing |= topic ^ topics[id]
        topics[id] = topic
    if bases is known.bases and copied == known.copied:
        return known
    lists = known.lists
    if differing:
        lists = tuple(
            [id for id, topic in topics.items() if topic >> number & 1] if differing >> number & 1 else listed
            for number, listed in enumerate(lists)
        )
    return BoardIndex(bases, topics, lists, copied, known.landed)


def copied_objects(state: State) -> frozenset[int]:
    """The objects that a copy effect is on (CR 707.2)."""
    found: frozenset[int] | None = state.cache.get("copied")
    if found is None:
        found = frozenset(id for effect in state.effects if effect.copy is not None for id in effect.objects)
        state.cache["copied"] = found
    return found


def base_values(state: State, obj: GameObject) -> Characteristics:
    """The values after layer 1, shared between equal objects where nothing special applies."""
    plain = (
        obj.face_down is None
        and not obj.flipped
        and not obj.prototyped
        and obj.token_of is None
        and not obj.merged
        and obj.zone != "exile"
        and obj.card.layout != "split"
    )
    on_board = obj.zone in ("battlefield", "stack")
    controller = obj.controller if on_board else obj.owner
    if plain and obj.id not in copied_objects(state):
        key = (obj.face, obj.zone if on_board else "other", controller)
        cached = obj.card._cache.get(key)
        if cached is None:
            cached = Characteristics(current_values(state, obj.id), controller)
            cached.shared = True
            obj.card.keep(key, cached)
        found: Characteristics = cached
        return found
    return Characteristics(current_values(state, obj.id), controller)


def is_triggering(values: Characteristics) -> bool:
    """Whether it has triggered abilities, those of its keywords and of a Siege (CR 310.11b) included."""
    return ("Siege" in values.subtypes and "Battle" in values.types) or any(
        isinstance(a, t.Triggered) or (isinstance(a, t.Keyword) and bool(keywords.triggered(a)))
        for a in values.abilities
    )


def is_checked(values: Characteristics) -> bool:
    """Whether a state-based action might concern it for what it is (`state_based`), undamaged and unattached."""
    return bool(
        (values.is_creature and (values.toughness or 0) <= 0)
        or any(word in ("Legendary", "World") for word in values.supertypes)
        or any(word in ("Planeswalker", "Battle") for word in values.types)
        or any(word in ("Aura", "Saga", "Role") for word in values.subtypes)
    )


def _topics(obj: GameObject, base: Characteristics) -> int:
    """What holds for a permanent, by topic (`BoardIndex`)."""
    found: int | None = base.derived.get("topics")
    if found is None:
        found = base.derived["topics"] = _topics_of(base)
    if obj.phased_out:
        return found & 1 << ZONED
    found |= 1 << PRESENT
    if obj.counters:
        found |= 1 << COUNTERS | 1 << CHECKED
    if obj.damage or obj.deathtouched or obj.attached_to is not None:
        found |= 1 << CHECKED
    if obj.held_by != base.controller:
        found |= 1 << HELD
    return found


def _static_keywords(values: Characteristics) -> bool:
    return any(isinstance(a, t.Keyword) and keywords.static(a) is not None for a in values.abilities)


def _topics_of(values: Characteristics) -> int:
    """What holds for every permanent with these characteristics."""
    from simulator.rules.reading import ignored_of

    statics = [a for a in values.abilities if isinstance(a, t.Static)]
    elsewhere = any(isinstance(p, t.Modify) and p.zone != "battlefield" for a in statics for p in a.parts)
    return (
        bool(statics or "devoid" in values.keywords or _static_keywords(values)) << STATIC
        | elsewhere << ZONED
        | is_triggering(values) << TRIGGERED
        | ("Land" in values.types and bool(values.subtypes)) << LANDS
        | is_checked(values) << CHECKED
        | bool(ignored_of(values)) << UNREAD
    )


#: What a permanent is before it was looked at.
_UNKNOWN = Characteristics(NOTHING, "")
