"""Becoming copies, token copies, copies of spells (CR 707)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.model.objects import Copiable, Happening, StackInfo
from simulator.rules.amounts import amount
from simulator.rules.bestowing import copy_bestowed
from simulator.rules.combat import put_attacking
from simulator.rules.context import Context
from simulator.rules.copiable import copiable_values, printed_values
from simulator.rules.copying import become_copy, with_exceptions
from simulator.rules.double_faced import can_transform
from simulator.rules.effects.permanents import create_tokens
from simulator.rules.effects.registry import handles, remember
from simulator.rules.references import objects, players
from simulator.rules.replacement import multiplied
from simulator.rules.rooms import check_copy
from simulator.rules.scope import Scope
from simulator.rules.targets import choose_targets
from simulator.rules.wording import public_name
from simulator.rules.zones import new_object
from simulator.sentences import say


def values_to_copy(ctx: Context, id: int) -> Copiable | None:
    """The copiable values of an object, also of one that is gone (CR 707.2, 608.2h)."""
    check_copy(ctx.obj(id))
    if id in ctx.state.objects:
        # CR 202.3b, 712.8e: a copy of a back face has mana value 0, not that of the front face
        return replace(copiable_values(ctx.state, id), mana_value=None)
    known = ctx.state.lki.get(id)
    if known is None:
        return None
    trial = Context(ctx.state.clone())
    trial.state.objects[id] = known.object
    return replace(copiable_values(trial.state, id), mana_value=None)


def faces_to_copy(ctx: Context, id: int) -> tuple[Copiable, ...]:
    """CR 707.8a: the copiable values of both faces of a double-faced permanent or card, copy effects included.

    () for one that a token copies as it is: a face-down, merged, melded or one-faced object.
    """
    obj = ctx.obj(id)
    if obj.face_down is not None or obj.merged or not can_transform(obj):
        return ()
    if obj.zone not in ("battlefield", "stack"):
        # CR 712.8a: elsewhere the card shows only its front face, but the token has both
        return tuple(printed_values(obj.card, face, "battlefield") for face in (0, 1))
    trial = Context(ctx.state.clone())
    trial.state.objects[id] = obj
    found = []
    for face in (0, 1):
        trial.state.write(id).face = face
        found.append(copiable_values(trial.state, id))
    return tuple(found)


@handles(t.BecomeCopy)
def _become_copy(ctx: Context, e: t.BecomeCopy, scope: Scope) -> None:
    originals = objects(ctx, e.of, scope)
    changed = ctx.present(objects(ctx, e.what, scope))
    if not originals:
        remember(scope, "", [])
        return
    values = values_to_copy(ctx, originals[0])
    if values is None:
        remember(scope, "", [])
        return
    for id in changed:
        become_copy(ctx, id, values, e.except_, scope, e.duration)
        ctx.tell(
            say(
                "{object} becomes a copy of {original}",
                object=public_name(ctx, id),
                original=public_name(ctx, originals[0]),
            ),
            "707.2",
            "707.4",
        )
    remember(scope, "", changed)


@handles(t.CreateCopyToken)
def _copy_token(ctx: Context, e: t.CreateCopyToken, scope: Scope) -> None:
    created: list[int] = []
    for original in objects(ctx, e.of, scope):
        values = values_to_copy(ctx, original)
        if values is None:
            continue
        values = with_exceptions(ctx, values, e.except_, scope)
        for name in players(ctx, e.player, scope):
            number = multiplied(ctx, "tokens", amount(ctx, e.amount, scope), player=name)
            # CR 110.5b, 708.2: status isn't copied: the token of a face-down permanent is face up, a nameless 2/2
            faces = tuple(with_exceptions(ctx, face, e.except_, scope) for face in faces_to_copy(ctx, original))
            face = ctx.obj(original).face if faces else 0
            created += create_tokens(ctx, values, number, name, e.tapped, face=face, faces=faces)
    if e.attacking:
        put_attacking(ctx, created)
    remember(scope, e.save_as, created)


def _spell_values(ctx: Context, id: int) -> Copiable:
    """The copiable values of a spell, also of one that is gone, without being face down, which is copied apart."""
    if id in ctx.state.objects:
        return copiable_values(ctx.state, id, ignore_face_down=True)
    trial = Context(ctx.state.clone())
    trial.state.objects[id] = ctx.obj(id)
    return copiable_values(trial.state, id, ignore_face_down=True)


@handles(t.CopySpell)
def _copy_spell(ctx: Context, e: t.CopySpell, scope: Scope) -> None:
    """CR 707.10: a copy of a spell or ability is put onto the stack; it isn't cast or activated."""
    made: list[int] = []
    for original in objects(ctx, e.what, scope):
        # CR 608.2h: one that was countered meanwhile is copied as it last was on the stack
        obj = ctx.obj(original)
        if obj.zone != "stack":
            continue
        if obj.kind != "ability":
            check_copy(obj)
        info = obj.stack or StackInfo()
        you = players(ctx, e.player, scope)[0]
        for _ in range(amount(ctx, e.amount, scope)):
            kind = "ability" if obj.kind == "ability" else "copy"
            copy = new_object(ctx, obj.card, you, "stack", kind)
            copy.controller = you
            copy.face = obj.face
            copy.face_down = obj.face_down
            copy.stack = replace(info)
            if kind == "copy":
                copy.token_of = _spell_values(ctx, original)
                copy.token_faces = faces_to_copy(ctx, original)
            ctx.state.stack.append(copy.id)
            copy_bestowed(ctx, original, copy.id)
            ctx.tell(say("{object} is copied", object=public_name(ctx, original)), "707.10")
            if e.new_targets and info.targets and ctx.may(you, say("Choose new targets for the copy?"), ("707.10c",)):
                own = Scope(source=info.source or copy.id, you=you, x=info.x, stack_id=copy.id)
                targets = choose_targets(ctx, info.specs, own, copy.id, None, info.x)
                ctx.state.write(copy.id).stack = replace(info, targets=targets)
            made.append(copy.id)
            if kind == "copy":
                ctx.happen(Happening("copy spell", copy.id, player=you))
    remember(scope, "", made)
