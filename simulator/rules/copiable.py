"""Copiable values (CR 707.2, layer 1): printed values, copy effects, merging, and face-down status."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.model.cards import CardDefinition, Face
from simulator.model.objects import Component, Copiable, FaceDown, GameObject
from simulator.model.state import State
from simulator.symbols import parse_mana_cost


def face_values(face: Face, mana_value: int | None = None) -> Copiable:
    """The copiable values of one printed face."""
    line = face.type_line
    changeling = any(isinstance(a, t.Keyword) and a.name == "changeling" for a in face.abilities)
    return Copiable(
        names=(face.name,) if face.name else (),
        mana_cost=face.mana_cost,
        supertypes=line.supertypes,
        types=line.types,
        subtypes=line.subtypes,
        colors=face.colors,
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        defense=face.defense,
        abilities=face.abilities,
        # CR 702.73a: changeling is characteristic-defining, in every zone
        all_creature_types=changeling,
        mana_value=mana_value,
    )


def printed_values(card: CardDefinition, face: int, zone: str) -> Copiable:
    """What the printed card gives in that zone with that face up.

    CR 709.4: a split card off the stack has both halves' characteristics. CR 712.8a: a double-faced card outside
    battlefield and stack has only its front face's. CR 712.8e: a back face's mana value is the front's.
    CR 715.4, 720.4: an adventurer or omen card off the stack is only its normal self.
    """
    key = f"printed {face} {zone if zone in ('stack', 'battlefield') else 'other'}"
    cached = card._cache.get(key)
    if cached is not None:
        return cached  # type: ignore[no-any-return]
    found = _printed_values(card, face, zone)
    card.keep(key, found)
    return found


def _printed_values(card: CardDefinition, face: int, zone: str) -> Copiable:
    on_board = zone in ("stack", "battlefield")
    if card.layout == "split" and zone != "stack":
        halves = [face_values(half) for half in card.faces]
        merged = halves[0]
        for half in halves[1:]:
            cost = merged.mana_cost.plus(half.mana_cost) if merged.mana_cost and half.mana_cost else merged.mana_cost
            merged = replace(
                merged,
                names=merged.names + half.names,
                mana_cost=cost,
                types=merged.types + tuple(w for w in half.types if w not in merged.types),
                subtypes=merged.subtypes + tuple(w for w in half.subtypes if w not in merged.subtypes),
                colors=tuple(c for c in "WUBRG" if c in merged.colors or c in half.colors),
                abilities=merged.abilities + half.abilities,
            )
        return merged
    if card.is_double_faced:
        if not on_board or face == 0:
            return face_values(card.front)
        # CR 712.8f, 202.3b: a modal face has its own mana value; 712.8e: another back face has the front's
        own = card.layout in ("modal_dfc", "reversible_card")
        return face_values(card.faces[face], None if own else face_values(card.front).mana_cost_value)
    if card.layout == "flip" and len(card.faces) > 1:
        return _flip_values(card, zone)
    if on_board and face < len(card.faces):
        return face_values(card.faces[face])
    return face_values(card.front)


def _flip_values(card: CardDefinition, zone: str) -> Copiable:
    """CR 710.2: the normal characteristics; the alternative ones wait for the permanent to flip."""
    normal = face_values(card.front)
    if zone not in ("stack", "battlefield"):
        return normal
    # CR 710.1c: color and mana cost don't change
    flipped = replace(face_values(card.faces[1]), mana_cost=normal.mana_cost, colors=normal.colors)
    return replace(normal, flips_to=flipped)


def room_values(card: CardDefinition, unlocked: tuple[int, ...]) -> Copiable:
    """CR 709.5: a permanent doesn't have the name, mana cost and rules text of its locked halves."""
    shared = face_values(card.front)
    open_halves = [face_values(card.faces[half]) for half in sorted(unlocked)]
    costs = [half.mana_cost for half in open_halves if half.mana_cost is not None]
    cost = costs[0] if costs else None
    for other in costs[1:]:
        cost = cost.plus(other) if cost is not None else other
    return replace(
        shared,
        names=tuple(name for half in open_halves for name in half.names),
        mana_cost=cost,
        colors=tuple(c for c in "WUBRG" if any(c in half.colors for half in open_halves)),
        abilities=tuple(ability for half in open_halves for ability in half.abilities),
    )


#: CR 406.3a: a card exiled face down has no characteristics.
NOTHING = Copiable((), None, (), (), (), (), None, None, None, None, ())


def face_down_values(face_down: FaceDown) -> Copiable:
    """CR 708.2, 708.2a: the characteristics listed by the rule or effect, and no others."""
    as_ = face_down.as_
    return Copiable(
        names=(as_.name,) if as_.name else (),
        mana_cost=None,
        supertypes=as_.supertypes,
        types=as_.types,
        subtypes=as_.subtypes,
        colors=as_.colors,
        power=as_.power if "Creature" in as_.types else None,
        toughness=as_.toughness if "Creature" in as_.types else None,
        loyalty=None,
        defense=None,
        abilities=tuple(a for a in as_.abilities if isinstance(a, t.Ability)),
    )


def prototype_values(values: Copiable) -> Copiable:
    """CR 718.3b: only the alternative power, toughness, mana cost and its colors; 718.5: everything else stays."""
    for ability in values.abilities:
        if isinstance(ability, t.Keyword) and ability.name == "prototype":
            power, toughness = (int(number) for number in ability.quality.split("/"))
            (pay,) = (part for part in ability.cost if isinstance(part, t.PayMana))
            cost = parse_mana_cost(pay.mana)
            return replace(values, mana_cost=cost, colors=cost.colors, power=power, toughness=toughness)
    return values


def is_melded(obj: GameObject) -> bool:
    """Whether it is a melded permanent (CR 712.8g), represented by two cards."""
    return "melded" in obj.flags


def own_values(obj: GameObject) -> Copiable:
    """Values before copy effects: printed, or those of the token."""
    if obj.token_faces:
        return obj.token_faces[obj.face]
    if obj.token_of is not None:
        return obj.token_of
    if is_melded(obj) and obj.card.melds_into is not None:
        # CR 712.8g, 202.3c: the combined back face, with the mana values of both front faces together
        fronts = [obj.card.front, *(part.card.front for part in obj.merged)]
        return face_values(obj.card.melds_into, sum(face_values(front).mana_cost_value for front in fronts))
    if obj.zone == "battlefield" and obj.card.layout == "split":
        return room_values(obj.card, tuple(obj.flags.get("unlocked", ())))
    values = printed_values(obj.card, obj.face, obj.zone)
    return prototype_values(values) if obj.prototyped else values


def copiable_values(state: State, id: int, ignore_face_down: bool = False) -> Copiable:
    """The copiable values of an object (layer 1).

    Args:
        ignore_face_down: what it would have face up (CR 708.8, 702.37e), for procedures and reveals.
    """
    obj = state.objects[id]
    if obj.zone == "exile" and obj.flags.get("exiled face down") and not ignore_face_down:
        return NOTHING
    # CR 613.2a: copy effects and merging apply in timestamp order in layer 1a
    copies = [e for e in state.effects if e.copy is not None and id in e.objects]
    if obj.merged and not is_melded(obj):
        steps = [(e.timestamp, e.copy) for e in copies if e.copy is not None]
        # CR 730.2h: each component that is a flip card uses its alternative characteristics if the permanent is flipped
        values, flipped = _merged_values(obj, steps), _merged_values(obj, steps, flipped=True)
        values = replace(values, flips_to=flipped if flipped != values else None)
    else:
        values = own_values(obj)
        if copies and copies[-1].copy is not None:
            values = copies[-1].copy
    # CR 613.2b: face-down status applies after them, so that a copy effect shows only once it is turned up
    if obj.face_down is not None and not ignore_face_down:
        return face_down_values(obj.face_down)
    return values


def current_values(state: State, id: int) -> Copiable:
    """What the layers begin with: the copiable values, of a flip card those that its status chooses (CR 710.2).

    CR 110.5a, 110.5b: the status stays with the permanent, whatever it is a copy of, and isn't copied.
    """
    values = copiable_values(state, id)
    return as_flipped(values) if state.objects[id].flipped else values


def as_flipped(values: Copiable) -> Copiable:
    """The values of a flipped permanent; one that isn't a flip card stays as it is."""
    return values.flips_to or values


def _component_values(part: Component) -> Copiable:
    """What one component gives: a face-down one has what it is face down as (CR 708.2)."""
    if part.face_down is not None:
        return face_down_values(part.face_down)
    if part.token_faces:
        return part.token_faces[part.face]
    if part.token_of is not None:
        return part.token_of
    values = printed_values(part.card, part.face, "battlefield")
    return prototype_values(values) if part.prototyped else values


def _merged_values(obj: GameObject, copies: list[tuple[int, Copiable]], flipped: bool = False) -> Copiable:
    """CR 730.2a, 702.140e: the topmost component's characteristics, with the abilities of all of them.

    Each merge and each copy effect changes what was there before it, in timestamp order (613.2a).
    """
    top = Component(
        obj.card, obj.face, obj.card_id, obj.owner, obj.kind, obj.token_of, obj.token_faces, None, obj.top_stamp,
        obj.prototyped,
    )  # fmt: skip
    under = obj.merged
    if obj.face_down is not None:
        # CR 730.2f: turned face up, it is so with each of its components; face down, nothing of this shows
        under = tuple(replace(part, face_down=None) for part in under)
    pile = list(enumerate((top, *under)))
    # the permanent that the others merged with came first; of a pile that was set up, the lowest
    (height, first), *others = sorted(pile, key=lambda item: (item[1].stamp, -item[0]))
    values = _chosen(_component_values(first), flipped)
    for _, copy, place, part in sorted(
        [(stamp, copy, 0, None) for stamp, copy in copies]
        + [(part.stamp, None, place, part) for place, part in others],
        key=lambda step: (step[0], -step[2]),
    ):
        if copy is not None:
            values = _chosen(copy, flipped)
        elif part is not None and place < height:
            height = place
            new = _chosen(_component_values(part), flipped)
            values = replace(new, abilities=new.abilities + values.abilities)
        elif part is not None:
            values = replace(values, abilities=values.abilities + _chosen(_component_values(part), flipped).abilities)
    return values


def _chosen(values: Copiable, flipped: bool) -> Copiable:
    return as_flipped(values) if flipped else replace(values, flips_to=None)
