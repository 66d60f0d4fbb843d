"""Double-faced cards (CR 712): transforming."""

from __future__ import annotations

from dataclasses import replace

from simulator.model.objects import GameObject, Happening
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.replacement import prohibited
from simulator.rules.wording import public_name
from simulator.sentences import say


def is_double_faced(obj: GameObject) -> bool:
    """CR 712.1, 707.8a: a double-faced card or token; not a copy of one on a card or token with one face."""
    if obj.token_of is not None:
        return len(obj.token_faces) > 1
    return obj.card.is_double_faced


def can_transform(obj: GameObject) -> bool:
    """CR 712.9: represented by a double-faced token, or by a double-faced card that isn't a meld card."""
    return is_double_faced(obj) and (obj.token_of is not None or obj.card.can_transform)


def transform(ctx: Context, id: int) -> bool:
    """Turn a permanent's other face up (CR 701.27a, 712.18); the same permanent goes on. Whether it transformed."""
    state = ctx.state
    obj = state.objects[id]
    name = public_name(ctx, id)
    if obj.face_down is not None:
        # CR 712.15a: a face-down permanent can't transform
        ctx.tell(say("{name} can't transform: it is face down", name=name), "712.15a")
        return False
    if obj.merged and not is_melded(obj):
        return _transform_pile(ctx, id)
    if is_double_faced(obj) and not can_transform(obj):
        ctx.tell(say("{name} can't transform: it is a meld card", name=name), "712.4c", "701.27c")
        return False
    if not can_transform(obj):
        ctx.tell(say("{name} can't transform: it isn't a transforming double-faced permanent", name=name), "701.27c")
        return False
    other = 1 - obj.face
    kinds = obj.token_faces[other].types if obj.token_faces else obj.card.faces[other].type_line.types
    if "Instant" in kinds or "Sorcery" in kinds:
        # CR 712.10: nothing happens if the other face is an instant or sorcery
        ctx.tell(say("{name} doesn't transform: its other face isn't a permanent's", name=name), "712.10")
        return False
    if prohibited(ctx, "transform", id) is not None:
        ctx.tell(say("{name} can't transform", name=name), "101.2")
        return False
    obj = state.write(id)
    obj.face = other
    # CR 613.7g: a new timestamp each time it transforms
    obj.timestamp = state.stamp()
    ctx.tell(say("{name} transforms into {object}", name=name, object=public_name(ctx, id)), "701.27a", "712.18")
    ctx.happen(Happening("transform", id, player=ctx.controller(id)))
    return True


def _transform_pile(ctx: Context, id: int) -> bool:
    """CR 730.2i: each double-faced component that can transform turns so that its other face is up."""
    name = public_name(ctx, id)
    obj = ctx.state.objects[id]
    turned = [part for part in obj.merged if part.card.can_transform and part.token_of is None]
    if (not can_transform(obj) and not turned) or prohibited(ctx, "transform", id) is not None:
        ctx.tell(say("{name} can't transform: none of its components can", name=name), "701.27c", "730.2i")
        return False
    obj = ctx.state.write(id)
    if can_transform(obj):
        obj.face = 1 - obj.face
    # CR 613.7g: a new timestamp each time it transforms
    obj.timestamp = ctx.state.stamp()
    obj.merged = tuple(replace(part, face=1 - part.face) if part in turned else part for part in obj.merged)
    ctx.tell(say("{name} transforms into {object}", name=name, object=public_name(ctx, id)), "730.2i", "712.18")
    ctx.happen(Happening("transform", id, player=ctx.controller(id)))
    return True
