"""Resolving the top object of the stack (CR 608)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import GameObject, StackInfo, TargetChoice
from simulator.rules.amounts import holds
from simulator.rules.bestowing import end_bestowed
from simulator.rules.context import Context
from simulator.rules.effects import run
from simulator.rules.entering import Entry, enter
from simulator.rules.keyword_entering import LATER
from simulator.rules.overloading import overloaded
from simulator.rules.replacement import exiled_from_stack
from simulator.rules.scope import Scope
from simulator.rules.stack import effect_of
from simulator.rules.targets import still_legal
from simulator.rules.wording import public_name
from simulator.rules.zones import leave, move
from simulator.sentences import say


def scope_for(ctx: Context, obj: GameObject) -> Scope:
    """The point of view of a spell or ability on the stack."""
    info = obj.stack or StackInfo()
    is_ability = obj.kind == "ability"
    scope = Scope(
        source=info.source if is_ability else obj.id,
        you=ctx.controller(obj.id),
        targets=info.targets,
        x=info.x,
        event=info.event,
        bound=dict(info.bound),
        kicked=info.kicked,
        stack_id=obj.id,
    )
    scope.bound["cost"] = info.paid
    return scope


def resolve_top(ctx: Context) -> None:
    """Resolve the top object of the stack."""
    id = ctx.state.stack[-1]
    obj = ctx.state.objects[id]
    if obj.kind == "ability":
        _resolve_ability(ctx, obj)
    else:
        _resolve_spell(ctx, obj)


def _checked_targets(ctx: Context, obj: GameObject, scope: Scope) -> bool:
    """CR 608.2b: False if it had targets and all of them are illegal now."""
    info = obj.stack
    if info is None or not any(choice.objects or choice.players for choice in info.targets):
        return True
    source = info.source if obj.kind == "ability" else obj.id
    legal = still_legal(ctx, info.specs, info.targets, scope, source)
    scope.targets = legal
    return any(choice.objects or choice.players for choice in legal)


def _resolve_ability(ctx: Context, obj: GameObject) -> None:
    info = obj.stack
    if info is None or info.ability is None:
        raise AssertionError("an ability on the stack carries what it does")
    scope = scope_for(ctx, obj)
    name = public_name(ctx, info.source) if info.source else say("an effect")
    if isinstance(info.ability, t.Triggered) and not holds(ctx, info.ability.condition, scope):
        # CR 603.4: the intervening "if" is checked again as it resolves
        ctx.tell(say("The ability of {name} does nothing: its condition isn't true any more", name=name), "603.4")
    elif not _checked_targets(ctx, obj, scope):
        ctx.tell(say("The ability of {name} doesn't resolve: its targets are illegal", name=name), "608.2b")
    else:
        ctx.tell(say("The ability of {name} resolves", name=name), "608.1")
        effect, _ = effect_of(info.ability)
        run_modes(ctx, effect, info.modes, scope)
    if obj.id in ctx.state.objects:
        leave(ctx, obj.id)


def run_modes(ctx: Context, effect: t.Effect, modes: tuple[int, ...], scope: Scope) -> None:
    """Carry out an effect, of a modal one the chosen modes in the order of the text (CR 700.2)."""
    if not isinstance(effect, t.Modes):
        run(ctx, effect, scope)
        return
    offset = 0
    for mode in modes:
        scope.target_offset = offset
        run(ctx, effect.modes[mode], scope)
        offset += len(effect.targets[mode]) if mode < len(effect.targets) else 0
    scope.target_offset = 0


def _resolve_spell(ctx: Context, obj: GameObject) -> None:
    info = obj.stack or StackInfo()
    scope = scope_for(ctx, obj)
    values = ctx.values(obj.id)
    name = public_name(ctx, obj.id)
    legal = _checked_targets(ctx, obj, scope)
    if info.alternative == "mutate":
        from simulator.rules.merging import resolve_mutating_spell

        resolve_mutating_spell(ctx, obj, scope, legal)
        return
    if not legal and end_bestowed(ctx, obj.id, "702.103e"):
        # CR 608.3b: it goes on resolving as a creature spell
        legal, values = True, ctx.values(obj.id)
    if not legal:
        ctx.tell(say("{name} doesn't resolve: its targets are illegal", name=name), "608.2b")
        move(ctx, obj.id, "exile" if exiled_from_stack(obj) else "graveyard", reason="put")
        return
    if any(kind in values.types for kind in ("Creature", "Artifact", "Enchantment", "Planeswalker", "Land", "Battle")):
        _resolve_permanent(ctx, obj, info, scope)
        return
    ctx.tell(say("{name} resolves", name=name), "608.2")
    for ability in values.abilities:
        if isinstance(ability, t.Spell) and info.alternative == "overload":
            run(ctx, overloaded(ability.effect, ability.targets), scope)
        elif isinstance(ability, t.Spell):
            run_modes(ctx, ability.effect, info.modes, scope)
        elif isinstance(ability, t.UnsupportedAbility) and ability.kind == "spell":
            run(ctx, ability, scope)
    if obj.id in ctx.state.objects:
        _put_away(ctx, obj, info)


def _put_away(ctx: Context, obj: GameObject, info: StackInfo) -> None:
    """CR 608.2n: as the last step it goes to its owner's graveyard, unless its own rules say otherwise."""
    subtypes = ctx.values(obj.id).subtypes
    zone = "exile" if exiled_from_stack(obj) else "graveyard"
    if zone == "graveyard" and "buyback" in info.kicked:
        move(ctx, obj.id, "hand", reason="returned", rules=("702.27a",))
    elif zone == "graveyard" and info.cast_from == "hand" and obj.kind == "card" and ctx.values(obj.id).has("rebound"):
        _rebound(ctx, obj)
    elif zone == "graveyard" and "Omen" in subtypes:
        move(ctx, obj.id, "library", position="shuffle", reason="put", rules=("720.3d",))
    elif zone == "graveyard" and "Adventure" in subtypes:
        new = move(ctx, obj.id, "exile", reason="exiled", rules=("715.3d",))
        if new is not None and ctx.obj(new).zone == "exile":
            flags = ctx.state.write(new).flags
            flags["playable by"], flags["on an adventure"] = obj.controller, True
    else:
        move(ctx, obj.id, zone, reason="put", rules=("608.2n",))


def _rebound(ctx: Context, obj: GameObject) -> None:
    """CR 702.88a: exiled, and in its controller's next upkeep it may be cast from there for nothing."""
    you = ctx.controller(obj.id)
    new = move(ctx, obj.id, "exile", reason="exiled", rules=("702.88a",))
    if new is not None and ctx.obj(new).zone == "exile":
        again = t.CastCard(t.Prior("delayed"), free=True)
        run(ctx, t.Delayed(t.BeginningOf("upkeep", t.You()), again, t.ObjectId(new)), Scope(source=new, you=you))


def _resolve_permanent(ctx: Context, obj: GameObject, info: StackInfo, scope: Scope) -> None:
    """CR 608.3: the spell becomes a permanent under its controller's control."""
    ctx.tell(say("{object} resolves", object=public_name(ctx, obj.id)), "608.3a")
    attached: int | str | None = None
    if ctx.values(obj.id).is_type("Aura") and scope.targets:
        choice: TargetChoice = scope.targets[0]
        attached = choice.objects[0] if choice.objects else choice.players[0] if choice.players else None
    entered = enter(
        ctx,
        Entry(
            obj.id,
            ctx.controller(obj.id),
            face=obj.face,
            face_down=obj.face_down,
            attached_to=attached,
            x=info.x,
            cast=(
                ("zone", info.cast_from),
                ("by", obj.controller),
                ("kicked", info.kicked),
                ("alternative", info.alternative),
            ),
            rules=("608.3a",),
        ),
    )
    later = LATER.get(info.alternative)
    if entered is not None and later is not None:
        # the spell's own ability does it, whatever abilities the permanent has
        run(ctx, later, Scope(source=entered, you=ctx.controller(entered)))
