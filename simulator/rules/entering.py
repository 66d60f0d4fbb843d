"""Entering the battlefield (CR 110, 303.4f, 614.1c, 614.12): the permanent as it would exist there is judged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from simulator.abilities import tree as t
from simulator.model.objects import FaceDown, GameObject, Happening
from simulator.rules.as_enters import as_enters
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.predicates import fits
from simulator.rules.references import pick
from simulator.rules.replacement import parts_of, prohibited
from simulator.rules.wording import name_for, public_name
from simulator.rules.zones import MELDED, Move, component_of, leave, make_melded, move_all, new_object
from simulator.sentences import say


@dataclass(frozen=True)
class Entry:
    """One object on its way to the battlefield.

    Attributes:
        controller: under whose control. face: face index that is up. face_down: face down as.
        counters: (kind, number) that the effect adds. attached_to: object id or player name.
        melded_with: the object of the other card of a meld pair, which enters combined with it.
        x, cast: of the spell that it was. chosen_hosts: whether an Aura's host was already chosen.
    """

    id: int
    controller: str
    tapped: bool = False
    face: int = 0
    face_down: FaceDown | None = None
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | str | None = None
    x: int | None = None
    cast: tuple[tuple[str, Any], ...] = ()
    attacking: int | str | None = None
    quiet: bool = False
    rules: tuple[str, ...] = ()
    melded_with: int | None = None


def enter(ctx: Context, entry: Entry) -> int | None:
    """Put one object onto the battlefield; its new id, or None if it didn't enter."""
    found = enter_all(ctx, [entry])
    return found[0] if found else None


def enter_all(ctx: Context, entries: list[Entry]) -> list[int]:
    """Put objects onto the battlefield at the same time; the new ids of those that entered."""
    state = ctx.state
    entered: list[tuple[Entry, int, int]] = []
    for entry in entries:
        old = state.objects.get(entry.id)
        if old is None or not _may_enter(ctx, old, entry):
            continue
        index = state.zone_list(old.zone, old.owner).index(old.id) if old.zone != "" else 0
        with _unseen(ctx, [new_id for _, _, new_id in entered]):
            new = _provisional(ctx, old, entry)
            if _forbidden(ctx, new, old, index, entry):
                continue
            other = _elsewhere(ctx, new, old, entry)
            if other:
                continue
            if not _host(ctx, new, old, index, entry):
                continue
        entered.append((entry, old.id, new.id))
    for entry, old_id, new_id in entered:
        with _unseen(ctx, [other_id for _, _, other_id in entered if other_id != new_id]):
            as_enters(ctx, new_id, entry.counters, entry.face if entry.cast else None)
        _tell_enter(ctx, entry, old_id, new_id)
    batch = state.next_batch
    state.next_batch += 1
    ctx.happen_together(
        Happening(
            "zone",
            old_id,
            new=new_id,
            player=entry.controller,
            from_zone=ctx.obj(old_id).zone if old_id != new_id else "",
            to_zone="battlefield",
            batch=batch,
        )
        for entry, old_id, new_id in entered
        if new_id in state.objects
    )
    return [new_id for _, _, new_id in entered if new_id in state.objects]


@contextmanager
def _unseen(ctx: Context, newcomers: list[int]) -> Iterator[None]:
    """CR 614.12, 614.13a: only what exists already counts for how a permanent enters, not what enters with it."""
    state = ctx.state
    if not newcomers:
        yield
        return
    before = list(state.battlefield)
    state.battlefield = [id for id in before if id not in newcomers]
    state.touch()
    try:
        yield
    finally:
        there = [*state.battlefield, *newcomers]
        kept = [id for id in before if id in there]
        state.battlefield = kept + [id for id in state.battlefield if id not in kept]
        state.touch()


def _may_enter(ctx: Context, old: GameObject, entry: Entry) -> bool:
    """CR 304.4, 307.4: an instant or sorcery can't enter face up; it stays where it is."""
    if entry.face_down is not None or old.token_of is not None or entry.melded_with is not None:
        return True
    face = old.card.faces[entry.face] if entry.face < len(old.card.faces) else old.card.front
    if face.type_line.is_permanent or not face.type_line.types:
        return True
    rule = "304.4" if "Instant" in face.type_line.types else "307.4"
    ctx.tell(
        say("{object} can't enter the battlefield: it isn't a permanent card", object=public_name(ctx, old.id)), rule
    )
    return False


def _provisional(ctx: Context, old: GameObject, entry: Entry) -> GameObject:
    """The permanent as it would exist on the battlefield (CR 614.12)."""
    state = ctx.state
    if old.zone == "":  # a token that is being created (CR 111.1)
        new = state.write(old.id)
        new.zone = "battlefield"
    else:
        if old.zone == "battlefield":
            raise AssertionError("already on the battlefield")
        leave(ctx, old.id)
        new = new_object(ctx, old.card, old.owner, "battlefield", old.kind, old.card_id)
        new.token_of, new.token_faces = old.token_of, old.token_faces
        state.moved[old.id] = new.id
        if entry.melded_with is not None:
            other = state.objects[entry.melded_with]
            leave(ctx, other.id)
            state.moved[other.id] = new.id
            make_melded(new, component_of(other), other.id)
        if old.kind == "copy":
            # CR 707.10f: a copy of a permanent spell becomes a token as it resolves
            new.kind = "token"
        if old.zone == "stack":
            new.handle = old.handle
            new.merged = old.merged
            # CR 718.3b: the permanent that a prototyped spell becomes has its characteristics
            new.prototyped = old.prototyped
            _carry_effects(ctx, old.id, new.id)
    new.controller = new.held_by = entry.controller
    new.tapped = entry.tapped
    new.face = entry.face
    new.face_down = entry.face_down
    new.x = entry.x
    new.cast = dict(entry.cast)
    new.attached_to = entry.attached_to
    new.entered_turn = state.turn
    new.control_stamp = state.stamp()
    new.timestamp = state.stamp()
    if entry.face_down is not None and not new.handle:
        new.handle = state.next_handle
        state.next_handle += 1
    state.battlefield.append(new.id)
    state.touch()
    return new


def _carry_effects(ctx: Context, old_id: int, new_id: int) -> None:
    """CR 400.7a: effects that changed a permanent spell go on to apply to the permanent."""
    effects = ctx.state.effects
    for place, effect in enumerate(effects):
        if old_id in effect.objects:
            effects[place] = replace(effect, objects=(*effect.objects, new_id))


def _forbidden(ctx: Context, new: GameObject, old: GameObject, index: int, entry: Entry) -> bool:
    """CR 101.2, 701.40f: what is prohibited from entering stays where it was."""
    source = prohibited(ctx, "enter", new.id, entry.controller, zone=old.zone)
    if source is None:
        return False
    # CR 701.40f, 701.58f: for a face-down object its face-down characteristics count, and the card isn't shown
    rules = {"manifest": "701.40f", "cloak": "701.58f"}.get(entry.face_down.mode if entry.face_down else "", "101.2")
    _revert(ctx, new, old, index)
    ctx.tell(
        say(
            "{object} can't enter the battlefield because of {source}",
            object=public_name(ctx, old.id),
            source=public_name(ctx, source),
        ),
        rules,
    )
    return True


def _revert(ctx: Context, new: GameObject, old: GameObject, index: int) -> None:
    state = ctx.state
    state.battlefield.remove(new.id)
    del state.objects[new.id]
    if new.face_down is not None and new.handle == state.next_handle - 1 and not old.handle:
        state.next_handle -= 1
    if old.zone:
        state.objects[old.id] = old
        state.lki.pop(old.id, None)
        state.moved.pop(old.id, None)
        state.zone_list_for_writing(old.zone, old.owner).insert(index, old.id)
        if is_melded(new):
            # CR 701.42c: what can't be melded stays, both cards of it
            other = state.lki.pop(new.flags[MELDED]).object
            state.objects[other.id] = other
            state.moved.pop(other.id, None)
            state.zone_list_for_writing(other.zone, other.owner).append(other.id)
    state.touch()


def _elsewhere(ctx: Context, new: GameObject, old: GameObject, entry: Entry) -> bool:
    """Replacement effects that send it somewhere else instead (CR 614.6, 614.12)."""
    for source, _, part, scope in list(parts_of(ctx, t.Replacement)):
        if not isinstance(part, t.Replacement) or part.event.kind != "enter" or not part.event.to_zone:
            continue
        if part.event.from_zone and old.zone not in part.event.from_zone.split("|"):
            continue
        if part.event.uncast and entry.cast:
            continue  # it was cast: a permanent spell that resolves
        if source == new.id or not fits(ctx, part.event.where, new.id, scope):
            continue
        ctx.tell(
            say("{object} replaces it entering the battlefield", object=public_name(ctx, source)), "614.6", "614.12"
        )
        _revert(ctx, new, old, 0)
        if old.zone:
            # CR 712.21d: applied to one of two cards that would be melded, it affects both
            both = [old.id] if entry.melded_with is None else [old.id, entry.melded_with]
            move_all(ctx, [Move(id, part.event.to_zone, reason="put there instead", rules=("614.6",)) for id in both])
        return True
    return False


def _host(ctx: Context, new: GameObject, old: GameObject, index: int, entry: Entry) -> bool:
    """CR 303.4f–303.4g: an Aura that enters without being cast: its controller chooses what it enchants."""
    values = ctx.values(new.id)
    if entry.attached_to is not None or not values.is_type("Aura") or new.face_down is not None:
        return True
    from simulator.rules.attaching import legal_hosts

    hosts = legal_hosts(ctx, new.id)
    if not hosts:
        _revert(ctx, new, old, index)
        ctx.tell(
            say("{object} can't enter: there is nothing that it could enchant", object=public_name(ctx, old.id)),
            "303.4g",
        )
        return False
    chosen = pick(ctx, entry.controller, say("Choose what it enchants."), hosts, 1, 1, "303.4f")
    ctx.state.write(new.id).attached_to = chosen[0]
    return True


def _tell_enter(ctx: Context, entry: Entry, old_id: int, new_id: int) -> None:
    if entry.quiet or new_id not in ctx.state.objects:
        return
    new = ctx.state.objects[new_id]
    public = public_name(ctx, new_id)
    private = []
    if new.face_down is not None:
        known = [(name, name_for(ctx, new_id, name)) for name in ctx.state.order]
        private = [(viewer, _entered(new, name)) for viewer, name in known if name != public]
    rules = entry.rules or (("708.3",) if new.face_down is not None else ("110.1",))
    told = (
        say(
            "{object} enters the battlefield tapped under {controller}'s control",
            object=public,
            controller=new.controller,
        )
        if new.tapped
        else say(
            "{object} enters the battlefield under {controller}'s control", object=public, controller=new.controller
        )
    )
    ctx.tell(told, *rules, private=private)
    if new.face_down is None:
        for name in ctx.state.order:
            ctx.state.write_player(name).seen[new.card_id] = new_id


def _entered(new: GameObject, name: str) -> str:
    if new.tapped:
        return say("{object} enters the battlefield tapped", object=name)
    return say("{object} enters the battlefield", object=name)
