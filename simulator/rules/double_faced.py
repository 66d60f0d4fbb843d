"""Double-faced cards (CR 712): transforming."""

from __future__ import annotations

from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.replacement import prohibited
from simulator.rules.wording import public_name


def transform(ctx: Context, id: int) -> bool:
    """Turn a permanent's other face up (CR 701.27a, 712.18); the same permanent goes on. Whether it transformed."""
    state = ctx.state
    obj = state.objects[id]
    name = public_name(ctx, id)
    if obj.face_down is not None:
        # CR 712.15a: a face-down permanent can't transform
        ctx.tell(f"{name} can't transform: it is face down", "712.15a")
        return False
    if not obj.card.can_transform or (obj.kind == "token" and obj.token_of is not None and len(obj.card.faces) < 2):
        ctx.tell(f"{name} can't transform: it isn't a transforming double-faced permanent", "701.27c")
        return False
    other = 1 - obj.face
    kinds = obj.card.faces[other].type_line.types
    if "Instant" in kinds or "Sorcery" in kinds:
        # CR 712.10: nothing happens if the other face is an instant or sorcery
        ctx.tell(f"{name} doesn't transform: its other face isn't a permanent's", "712.10")
        return False
    if prohibited(ctx, "transform", id) is not None:
        ctx.tell(f"{name} can't transform", "101.2")
        return False
    obj = state.write(id)
    obj.face = other
    ctx.tell(f"{name} transforms into {obj.card.faces[other].name}", "701.27a", "712.18")
    ctx.happen(Happening("transform", id, player=ctx.controller(id)))
    return True
