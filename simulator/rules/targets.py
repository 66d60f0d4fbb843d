"""Targets (CR 115): what may be chosen, choosing it, and whether it is still legal (608.2b)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.decisions import Decision
from simulator.model.objects import TargetChoice
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.protection import player_untargetable, untargetable
from simulator.rules.references import players, zone_objects
from simulator.rules.scope import Scope
from simulator.rules.wording import name_for, options_for
from simulator.sentences import say

#: What a player names as a target: an object's id or a player's name.
Given = int | str


def why_illegal(ctx: Context, spec: t.TargetSpec, target: Given, scope: Scope, source: int) -> str | None:
    """The rule by which something can't be a target of this specification, or None if it can."""
    if isinstance(target, str):
        # CR 800.4a, 608.2b: who has left the game can't be a target, and isn't a legal one any longer
        if ctx.state.players[target].lost:
            return "800.4a"
        if not _player_allowed(spec, target, scope):
            return "115.1"
        return player_untargetable(ctx, target, scope.you)
    obj = ctx.state.objects.get(target)
    if obj is None or spec.where is None:
        return "115.1"
    zone = obj.zone
    if zone not in spec.zone.split("|") or (zone == "battlefield" and obj.phased_out):
        return "115.1"
    if zone == "stack" and target == scope.stack_id:
        return "115.5"  # CR 115.5: a spell or ability can't target itself
    if not fits(ctx, spec.where, target, scope):
        return "115.1"
    if zone in ("battlefield", "stack"):
        return untargetable(ctx, target, source, scope.you)
    return None


def _player_allowed(spec: t.TargetSpec, name: str, scope: Scope) -> bool:
    if spec.players == "opponent":
        return name != scope.you
    return spec.players == "player"


def candidates(ctx: Context, spec: t.TargetSpec, scope: Scope, source: int) -> list[Given]:
    """All legal targets: objects by their zone's order, then players in turn order."""
    found: list[Given] = []
    if spec.where is not None:
        for zone in spec.zone.split("|"):
            listed = zone_objects(ctx, zone)
            ctx.spend(len(listed))
            found += [id for id in listed if why_illegal(ctx, spec, id, scope, source) is None]
    if spec.players:
        names = ctx.state.players_in_turn_order()
        found += [name for name in names if why_illegal(ctx, spec, name, scope, source) is None]
    return found


def choose_targets(
    ctx: Context,
    specs: tuple[t.TargetSpec, ...],
    scope: Scope,
    source: int,
    given: tuple[Given, ...] | None,
    x: int | None = None,
) -> tuple[TargetChoice, ...]:
    """CR 601.2c: choose targets; those named in advance are checked, the others asked for.

    Raises:
        IllegalAction: a named target isn't legal, or there aren't enough legal ones.
    """
    chosen: list[TargetChoice] = []
    rest = list(given) if given is not None else []
    named = given is not None and bool(given)
    for place, spec in enumerate(specs):
        later = sum(_minimum(s, x) for s in specs[place + 1 :])
        minimum, maximum = _minimum(spec, x), _maximum(spec, x)
        taken: list[Given] = []
        if named:
            room = len(rest) - later if maximum < 0 or maximum > 1 else min(1, len(rest))
            count = max(0, room if maximum < 0 else min(maximum, room))
            taken, rest = rest[:count], rest[count:]
        avoid = _others(chosen, spec)
        if taken:
            _check(ctx, spec, taken, avoid, scope, source)
        elif minimum > 0 or not named:
            taken = _ask(ctx, spec, minimum, maximum, avoid, scope, source)
        if len(taken) < minimum:
            raise IllegalAction(say("There aren't enough legal targets."), "601.2c", "115.1")
        chosen.append(_choice(taken))
    if rest:
        raise IllegalAction(say("It has fewer targets than that."), "601.2c", "115.1")
    return tuple(chosen)


def _minimum(spec: t.TargetSpec, x: int | None) -> int:
    return (x or 0) if spec.x and spec.minimum else spec.minimum


def _maximum(spec: t.TargetSpec, x: int | None) -> int:
    return (x or 0) if spec.x else spec.maximum


def _others(chosen: list[TargetChoice], spec: t.TargetSpec) -> list[Given]:
    return [item for index in spec.distinct_from if index < len(chosen) for item in _all(chosen[index])]


def _all(choice: TargetChoice) -> list[Given]:
    found: list[Given] = list(choice.objects)
    return found + list(choice.players)


def _check(ctx: Context, spec: t.TargetSpec, taken: list[Given], avoid: list[Given], scope: Scope, source: int) -> None:
    for target in taken:
        rule = why_illegal(ctx, spec, target, scope, source)
        if rule is not None:
            name = target if isinstance(target, str) else name_for(ctx, target, scope.you)
            raise IllegalAction(say("{name} isn't a legal target.", name=name), rule, "601.2c")
        if target in avoid or taken.count(target) > 1:
            raise IllegalAction(say("The same target can't be chosen twice here."), "115.3", "601.2c")


def _ask(
    ctx: Context, spec: t.TargetSpec, minimum: int, maximum: int, avoid: list[Given], scope: Scope, source: int
) -> list[Given]:
    legal = [target for target in candidates(ctx, spec, scope, source) if target not in avoid]
    if len(legal) < minimum:
        raise IllegalAction(say("There is no legal target."), "601.2c", "115.1")
    most = len(legal) if maximum < 0 else min(maximum, len(legal))
    options = options_for(ctx, legal, scope.you)
    chooser = scope.you
    if spec.chooser is not None:
        named = players(ctx, spec.chooser, scope)
        chooser = named[0] if named else scope.you
    decision = Decision(
        chooser, "target", say("Choose targets."), options, minimum, most, ("601.2c",), optional=minimum == 0
    )
    found: list[Given] = [option.value for option in ctx.choose(decision)]
    return found


def _choice(taken: list[Given]) -> TargetChoice:
    return TargetChoice(
        tuple(item for item in taken if isinstance(item, int)), tuple(item for item in taken if isinstance(item, str))
    )


def enough_targets(ctx: Context, specs: tuple[t.TargetSpec, ...], scope: Scope, source: int) -> bool:
    """Whether every required target could be chosen (CR 603.3d)."""
    return all(spec.minimum == 0 or len(candidates(ctx, spec, scope, source)) >= spec.minimum for spec in specs)


def still_legal(
    ctx: Context, specs: tuple[t.TargetSpec, ...], targets: tuple[TargetChoice, ...], scope: Scope, source: int
) -> tuple[TargetChoice, ...]:
    """CR 608.2b: the targets that are still legal."""
    kept = []
    for spec, choice in zip(specs, targets, strict=True):
        kept.append(
            TargetChoice(
                tuple(o for o in choice.objects if why_illegal(ctx, spec, o, scope, source) is None),
                tuple(p for p in choice.players if why_illegal(ctx, spec, p, scope, source) is None),
            )
        )
    return tuple(kept)


def specs_of(effect: t.Effect, specs: tuple[t.TargetSpec, ...], modes: tuple[int, ...]) -> tuple[t.TargetSpec, ...]:
    """The target specifications of an ability, of the chosen modes where it is modal."""
    if isinstance(effect, t.Modes):
        extra = tuple(spec for mode in modes if mode < len(effect.targets) for spec in effect.targets[mode])
        return specs + extra
    return specs
