"""Merging and mutate (CR 730, 702.140)."""

from __future__ import annotations

from dataclasses import replace

from simulator.errors import Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import GameObject, Happening
from simulator.rules.context import Context
from simulator.rules.copiable import is_melded
from simulator.rules.entering import Entry, enter
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.rules.zones import component_of, leave
from simulator.sentences import say


def resolve_mutating_spell(ctx: Context, obj: GameObject, scope: Scope, legal: bool) -> None:
    """CR 702.140b–c: it merges with its target; with an illegal target it resolves as a creature spell."""
    info = obj.stack
    target = scope.targets[0].objects[0] if legal and scope.targets and scope.targets[0].objects else None
    if info is None or target is None:
        ctx.tell(
            say("{object} resolves as a creature spell: its target is illegal", object=public_name(ctx, obj.id)),
            "702.140b",
        )
        cast = (("zone", info.cast_from if info else ""), ("by", obj.controller), ("alternative", "mutate"))
        enter(ctx, Entry(obj.id, ctx.controller(obj.id), face=obj.face, cast=cast, rules=("702.140b",)))
        return
    over = info.over
    if over is None:
        options = (Option("yes", True, say("over")), Option("no", False, say("under")))
        decision = Decision(
            ctx.controller(obj.id), "choose", say("Put the card over or under?"), options, rules=("702.140c",)
        )
        over = bool(ctx.choose(decision)[0].value)
    merge(ctx, obj, target, over)


def merge(ctx: Context, spell: GameObject, target: int, over: bool) -> None:
    """CR 730.2: the card becomes part of the permanent, which stays the same object."""
    state = ctx.state
    name = public_name(ctx, target)
    if is_melded(state.objects[target]):
        raise Unsupported(say("merging with the melded permanent {name} isn't simulated yet", name=name))
    incoming = replace(component_of(spell), kind=_kind(spell), stamp=state.stamp())
    leave(ctx, spell.id)
    permanent = state.write(target)
    present = component_of(permanent)
    if over:
        # CR 730.2a: the topmost component gives the characteristics; CR 730.2d: a token only if the top one is
        permanent.card, permanent.face = incoming.card, incoming.face
        permanent.card_id, permanent.kind, permanent.top_stamp = incoming.card_id, incoming.kind, incoming.stamp
        permanent.token_of, permanent.token_faces = incoming.token_of, incoming.token_faces
        permanent.prototyped = incoming.prototyped
        permanent.merged = (present, *permanent.merged)
        # CR 730.2e: the topmost component decides the status; this isn't turning it face up
        permanent.face_down = incoming.face_down
    else:
        permanent.merged = (*permanent.merged, incoming)
    permanent.flags["mutations"] = permanent.flags.get("mutations", 0) + 1
    state.moved[spell.id] = target
    for player in state.order:
        state.write_player(player).seen[incoming.card_id] = target
    state.touch()
    told = (
        say("{card} mutates over {name}", card=incoming.card.front.name, name=name)
        if over
        else say("{card} mutates under {name}", card=incoming.card.front.name, name=name)
    )
    ctx.tell(told, "702.140c", "730.2")
    ctx.happen(Happening("mutate", target, player=ctx.controller(target)))


def _kind(spell: GameObject) -> str:
    return "token" if spell.kind == "copy" else spell.kind
