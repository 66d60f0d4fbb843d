"""A game from a position: objects in their zones, as they have been since before this turn."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.objects import Component, FaceDown, GameObject, ManaUnit
from simulator.model.position import Placed, Position
from simulator.model.state import State
from simulator.rules import layers, triggers
from simulator.rules.battles import possible_protectors
from simulator.rules.context import Context, Hooks
from simulator.rules.zones import check_card, face_down_as, make_melded, new_object
from simulator.sentences import say
from simulator.symbols import COLORS, SUBTYPE_OWNER, parse_mana_cost

# the context knows these two only through its hooks, so that nothing is imported in a circle
Hooks.characteristics = layers.characteristics
Hooks.notice = triggers.notice


def state_from(position: Position, seed: bytes) -> tuple[State, tuple[int, ...]]:
    """The state of a position, and the ids of its cards in the order written."""
    state = State(tuple(seat.name for seat in position.seats), seed)
    ctx = Context(state)
    for seat in position.seats:
        player = state.write_player(seat.name)
        player.life = seat.life
        player.mana_mode = seat.mana
        if seat.poison:
            player.counters["poison"] = seat.poison
        for symbol in parse_mana_cost(seat.pool).symbols:
            kinds = list(symbol.options) or ["C"] * symbol.generic
            player.pool += [ManaUnit(kind) for kind in kinds]
        player.turn_stamp = state.stamp()
    state.active = position.active
    state.step = position.step
    state.priority = position.active
    ids: list[int] = []
    for placed in position.cards:
        ids.append(_place(ctx, placed, ids).id)
    for id in ids:
        _finish(ctx, id)
    state.touch()
    for id in ctx.permanents():
        state.write(id).held_by = ctx.values(id).controller
    return state, tuple(ids)


def _place(ctx: Context, placed: Placed, ids: list[int]) -> GameObject:
    state = ctx.state
    owner = placed.owner or placed.player
    pair = placed.card.melded_from if placed.zone == "battlefield" and not placed.token and not placed.face_down else ()
    obj = new_object(ctx, pair[0] if pair else placed.card, owner, placed.zone, "token" if placed.token else "card")
    if pair:
        # CR 712.8g: what a meld pair is together is represented by both cards
        other = state.new_id()
        make_melded(obj, Component(pair[1], 0, other, owner, "card"), other)
    obj.controller = placed.player
    if placed.card.layout == "flip":
        # CR 710.1b: the alternative name is that of a flipped permanent
        obj.flipped = placed.zone == "battlefield" and placed.face == 1
    else:
        obj.face = placed.face
    obj.tapped = placed.tapped
    obj.x = placed.x
    obj.counters = {kind: number for kind, number in placed.counters if number}
    if placed.token:
        from simulator.rules.copiable import printed_values

        obj.token_of = printed_values(placed.card, placed.face, "battlefield")
        if placed.card.can_transform:  # CR 707.8a
            obj.token_faces = tuple(printed_values(placed.card, face, "battlefield") for face in (0, 1))
    if placed.face_down is not None:
        mode = placed.face_down
        as_ = face_down_as(mode) if mode != "effect" else FaceDown("effect", t.FaceDownAs())
        if placed.zone == "exile":
            obj.flags["exiled face down"] = True
            obj.flags["lookers"] = ()
        else:
            obj.face_down = as_
            if obj.card.is_double_faced:
                obj.face = 0  # CR 712.15a: turned face up, it has its front face up
            obj.handle = state.next_handle
            state.next_handle += 1
    if placed.under:
        parts = []
        for card in placed.under:
            check_card(card)
            parts.append(Component(card, 0, state.new_id(), owner, "card"))
        obj.merged = tuple(parts)
    if placed.attached_to is not None:
        obj.attached_to = ids[placed.attached_to]
    if placed.unlocked:
        obj.flags["unlocked"] = placed.unlocked
    if placed.choice is not None:
        _choose(obj, placed.choice, state)
    # CR 302.6: without a word it has been under that control since before the turn
    obj.control_stamp = state.stamp() if placed.summoning_sick else 0
    if placed.summoning_sick:
        obj.entered_turn = state.turn
    listed = state.zone_list(placed.zone, owner)
    if placed.zone == "graveyard":
        listed.insert(0, obj.id)
    else:
        listed.append(obj.id)
    return obj


def _choose(obj: GameObject, choice: str | int, state: State) -> None:
    """Which kind of choice an answer is: the one that the card asks for as it enters, else by its form."""
    kinds = [
        node.kind
        for face in obj.card.faces
        for ability in face.abilities
        for node in t.walk(ability)
        if isinstance(node, t.ChooseValue)
    ]
    value = str(choice)
    for kind in kinds:
        if kind == "color" and value not in COLORS:
            continue
        # kept as what a resolving choice keeps it as: whatever reads it asks for a player or a name
        obj.chosen[{"opponent": "player", "nonland name": "name"}.get(kind, kind)] = value
        return
    if value in COLORS:
        obj.chosen["color"] = value
    elif value in state.players:
        obj.chosen["player"] = value
    elif value.isdigit():
        obj.chosen["number"] = value
    elif SUBTYPE_OWNER.get(value, "Creature") == "Creature":
        obj.chosen["creature type"] = value
    else:
        obj.chosen["name"] = value


def _finish(ctx: Context, id: int) -> None:
    """Printed counters where none were given, and who knows the card."""
    state = ctx.state
    obj = state.objects[id]
    if obj.zone == "battlefield" and obj.face_down is None:
        values = ctx.values(id)
        if "Planeswalker" in values.types and "loyalty" not in obj.counters and values.loyalty is not None:
            state.write(id).counters["loyalty"] = values.loyalty
        if "Battle" in values.types and "defense" not in obj.counters:
            if values.defense is None:
                # CR 310.4b: not a battle without defense, which would be put into the graveyard (704.5v)
                name = values.name or "this battle"
                raise Unsupported(
                    say("the defense of {name} isn't known: say how many defense counters it has", name=name)
                )
            state.write(id).counters["defense"] = values.defense
        if "Battle" in values.types and "protector" not in obj.chosen:
            # set up without a choice: the first player who could have been chosen (CR 310.8a)
            possible = possible_protectors(ctx, id)
            state.write(id).chosen["protector"] = possible[0] if possible else ""
    if obj.zone in ("battlefield", "graveyard", "exile", "command") and obj.face_down is None:
        if not obj.flags.get("exiled face down"):
            for name in state.order:
                state.write_player(name).seen[obj.card_id] = id
    elif obj.zone == "hand":
        state.write_player(obj.owner).seen[obj.card_id] = id
    elif obj.zone == "battlefield":
        state.write_player(obj.controller).seen[obj.card_id] = id
