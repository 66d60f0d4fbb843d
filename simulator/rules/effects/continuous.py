"""Continuous effects from resolutions: the objects and numbers are fixed now (CR 611.2, 608.2h)."""

from __future__ import annotations

from dataclasses import fields, replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.control import note_changes
from simulator.rules.effects.registry import handles, remember
from simulator.rules.predicates import fits
from simulator.rules.references import objects, players
from simulator.rules.rewriting import rewritten
from simulator.rules.scope import Scope
from simulator.rules.support import RULE_EFFECTS, check_duration, missing_part, part_words
from simulator.sentences import say


def begin(ctx: Context, ids: list[int], mods: tuple[t.Node, ...], duration: str, scope: Scope) -> None:
    """Begin a continuous effect on those objects."""
    check_duration(duration)
    fixed = tuple(fix(ctx, mod, scope) for mod in mods if isinstance(mod, t.Modification))
    ctx.state.begin_effect(scope.you, scope.source, duration, tuple(ids), fixed, x=scope.x)
    if any(isinstance(mod, t.SetController) for mod in fixed):
        note_changes(ctx)


def fix(ctx: Context, mod: t.Modification, scope: Scope) -> t.Modification:
    """CR 608.2h: numbers, chosen words and players of an effect are determined once, as it begins."""
    changes: dict[str, object] = {}
    for spec in fields(mod):
        value = getattr(mod, spec.name)
        if isinstance(value, t.Amount) and not isinstance(value, t.Num):
            changes[spec.name] = t.Num(amount(ctx, value, scope))
        elif isinstance(value, t.PlayerRef) and not isinstance(value, t.PlayerId):
            named = players(ctx, value, scope)
            changes[spec.name] = t.PlayerId(named[0] if named else scope.you)
    if isinstance(mod, t.SetColors) and mod.chosen:
        chosen = scope.words.get("color") or ctx.obj(scope.source).chosen.get("color")
        return t.SetColors((chosen,) if chosen else (), mod.add)
    if isinstance(mod, t.SetTypes) and mod.chosen:
        word = scope.words.get(mod.chosen) or ctx.obj(scope.source).chosen.get(mod.chosen)
        return replace(mod, subtypes=(word,) if word else (), chosen="")
    if isinstance(mod, t.GainAbility):
        return t.GainAbility(_with_choices(ctx, mod.ability, scope))
    return replace(mod, **changes) if changes else mod


def _with_choices(ctx: Context, ability: t.Node, scope: Scope) -> t.Node:
    """A granted ability with the words that were chosen while the effect began ("protection from the chosen color")."""
    own = {node.kind for node in t.walk(ability) if isinstance(node, t.ChooseValue)}

    def chosen(node: t.Node) -> t.Node | None:
        if isinstance(node, t.OfChosen) and node.kind not in own:
            return _chosen_quality(ctx, node.kind, scope)
        return None

    fixed: t.Node = rewritten(ability, chosen)
    return fixed


def _chosen_quality(ctx: Context, kind: str, scope: Scope) -> t.Predicate:
    word = scope.words.get(kind) or ctx.obj(scope.source).chosen.get(kind)
    if word is None:
        return t.AnyOf(())
    if kind == "color":
        return t.HasColor(word)
    if kind == "name":
        return t.Named(word)
    if kind in ("player", "opponent"):
        return t.ControlledBy(t.PlayerId(word))
    return t.HasType(word)


@handles(t.Continuous)
def _continuous(ctx: Context, e: t.Continuous, scope: Scope) -> None:
    found = ctx.present(objects(ctx, e.what, scope))
    if found:
        begin(ctx, found, e.mods, e.duration, scope)
    remember(scope, "", found)


@handles(t.RuleEffect)
def _rule_effect(ctx: Context, e: t.RuleEffect, scope: Scope) -> None:
    from simulator.rules.effects.structure import fix_references

    if e.duration == "next untap step":
        _frozen(ctx, e.static, scope)
        return
    check_duration(e.duration)
    static = fix_references(ctx, e.static, scope)
    parts = static.parts if isinstance(static, t.Static) else (static,)
    for part in parts:
        ignored = missing_part(part) if type(part) in RULE_EFFECTS else [part_words(part)]
        if ignored:
            raise Unsupported(say("{ignored} isn't simulated yet", ignored=ignored[0]))
        ctx.state.begin_effect(scope.you, scope.source, e.duration, static=part, x=scope.x)


def _frozen(ctx: Context, static: t.Node, scope: Scope) -> None:
    """Doesn't untap during its controller's next untap step (CR 502.3)."""
    for part in static.parts if isinstance(static, t.Static) else (static,):
        if not isinstance(part, t.Cant) or part.what != "untap" or part.where is None:
            raise Unsupported(say("the simulator can't put this off to the next untap step yet"))
        for id in ctx.permanents():
            if fits(ctx, part.where, id, scope):
                ctx.state.write(id).flags["doesn't untap"] = True


@handles(t.GainControl)
def _gain_control(ctx: Context, e: t.GainControl, scope: Scope) -> None:
    found = ctx.present(objects(ctx, e.what, scope))
    named = players(ctx, e.player, scope)
    if found and named:
        begin(ctx, found, (t.SetController(t.PlayerId(named[0])),), e.duration, scope)
    remember(scope, "", found)


@handles(t.ExchangeControl)
def _exchange(ctx: Context, e: t.ExchangeControl, scope: Scope) -> None:
    """CR 701.12b: both change controllers, or nothing happens."""
    one = ctx.present(objects(ctx, e.first, scope))
    two = ctx.present(objects(ctx, e.second, scope))
    if not one or not two:
        return
    a, b = ctx.controller(one[0]), ctx.controller(two[0])
    if a != b:
        begin(ctx, one[:1], (t.SetController(t.PlayerId(b)),), "permanent", scope)
        begin(ctx, two[:1], (t.SetController(t.PlayerId(a)),), "permanent", scope)


@handles(t.RotateControl)
def _rotate(ctx: Context, e: t.RotateControl, scope: Scope) -> None:
    """Each player gains control of what fits and the next player in the chosen direction controls, all at once."""
    order = ctx.state.players_in_turn_order()
    # CR 101.4: turn order goes to the left
    step = -1 if scope.words.get("direction") == "right" else 1
    given = []
    for id in ctx.permanents():
        if fits(ctx, e.where, id, scope) and ctx.controller(id) in order:
            new = order[(order.index(ctx.controller(id)) - step) % len(order)]
            given.append((id, new))
    for id, new in given:
        begin(ctx, [id], (t.SetController(t.PlayerId(new)),), "permanent", scope)
    remember(scope, "", [id for id, _ in given])
