"""Changing targets and choosing new ones for spells and abilities on the stack (CR 115.7)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.decisions import Decision
from simulator.model.objects import StackInfo, TargetChoice
from simulator.rules.context import Context
from simulator.rules.effects.registry import handles, remember
from simulator.rules.references import objects
from simulator.rules.scope import Scope
from simulator.rules.stack import note_targets
from simulator.rules.targets import Given, candidates
from simulator.rules.wording import options_for, public_name
from simulator.sentences import say


@handles(t.ChangeTargets)
def _change_targets(ctx: Context, e: t.ChangeTargets, scope: Scope) -> None:
    if e.kind not in ("new", "change"):
        raise Unsupported(say("the simulator can't change targets in this way yet"))
    changed = []
    for id in objects(ctx, e.what, scope):
        obj = ctx.state.objects.get(id)
        if obj is None or obj.zone != "stack" or obj.stack is None or not obj.stack.targets:
            continue
        targets = _new_targets(ctx, id, obj.stack, scope.you, must=e.kind == "change")
        if targets is None or targets == obj.stack.targets:
            ctx.tell(
                say("The targets of {object} stay", object=public_name(ctx, id)),
                "115.7a" if e.kind == "change" else "115.7d",
            )
            continue
        ctx.state.write(id).stack = replace(obj.stack, targets=targets)
        ctx.tell(
            say("{object} has new targets", object=public_name(ctx, id)), "115.7a" if e.kind == "change" else "115.7d"
        )
        note_targets(ctx, id, targets, obj.controller, "ability" if obj.kind == "ability" else "spell")
        changed.append(id)
    remember(scope, "", changed)


def _new_targets(ctx: Context, id: int, info: StackInfo, you: str, must: bool) -> tuple[TargetChoice, ...] | None:
    """CR 115.7a: each target changes to another legal one, or none does; 115.7d: any number may stay."""
    obj = ctx.state.objects[id]
    source = info.source if obj.kind == "ability" else id
    own = Scope(source=source, you=obj.controller, x=info.x, event=info.event, stack_id=id)
    result = []
    for spec, choice in zip(info.specs, info.targets, strict=True):
        now: list[Given] = [*choice.objects, *choice.players]
        new: list[Given] = []
        for target in now:
            legal = [c for c in candidates(ctx, spec, own, source) if c not in now and c not in new]
            if not legal and must:
                return None
            new.append(_one(ctx, you, target, legal, must))
        result.append(
            TargetChoice(tuple(x for x in new if isinstance(x, int)), tuple(x for x in new if isinstance(x, str)))
        )
    return tuple(result)


def _one(ctx: Context, you: str, target: Given, legal: list[Given], must: bool) -> Given:
    if not legal:
        return target
    options = options_for(ctx, legal, you)
    least = 1 if must else 0
    decision = Decision(you, "target", say("Choose another target."), options, least, 1, ("115.7",), optional=not must)
    found = ctx.choose(decision)
    chosen: Given = found[0].value if found else target
    return chosen
