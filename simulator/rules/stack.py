"""Putting abilities on the stack (CR 113.7, 602.2, 603.3) and announcing modes and targets."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.cards import UNKNOWN_CARD
from simulator.model.decisions import Decision, Option
from simulator.model.objects import GameObject, Happening, StackInfo, TargetChoice
from simulator.model.state import PendingTrigger
from simulator.rules.context import Context
from simulator.rules.dividing import announce
from simulator.rules.scope import Scope
from simulator.rules.targets import choose_targets, enough_targets, specs_of
from simulator.rules.wording import public_name
from simulator.rules.zones import leave, new_object
from simulator.sentences import say


def effect_of(ability: t.Ability) -> tuple[t.Effect, tuple[t.TargetSpec, ...]]:
    """The effect and targets of an ability that uses the stack."""
    if isinstance(ability, t.Spell | t.Activated | t.Triggered):
        return ability.effect, ability.targets
    raise AssertionError(f"{ability} doesn't use the stack")


def ability_on_stack(ctx: Context, source: int, controller: str, info: StackInfo) -> GameObject:
    """Create an ability on the stack (CR 113.1c, 405.1)."""
    obj = new_object(ctx, UNKNOWN_CARD, controller, "stack", "ability")
    obj.controller = controller
    obj.stack = info
    ctx.state.stack.append(obj.id)
    return obj


def split_second(ctx: Context) -> bool:
    """CR 702.61a: whether a spell with split second is on the stack."""
    objects = ctx.state.objects
    return any(objects[id].kind != "ability" and ctx.values(id).has("split second") for id in ctx.state.stack)


def choose_modes(
    ctx: Context, effect: t.Effect, player: str, given: tuple[int, ...] | None, scope: Scope, source: int
) -> tuple[int, ...]:
    """CR 700.2: announce modes; a mode without a legal target can't be chosen (700.2a).

    Raises:
        IllegalAction: an impossible or wrong number of modes.
    """
    if not isinstance(effect, t.Modes):
        if given:
            raise IllegalAction(say("It has no modes to choose from."), "700.2")
        return ()
    possible = [
        index
        for index in range(len(effect.modes))
        if index >= len(effect.targets) or enough_targets(ctx, effect.targets[index], scope, source)
    ]
    if given is not None:
        wrong = [m for m in given if m not in possible]
        if wrong or not effect.minimum <= len(given) <= effect.maximum:
            raise IllegalAction(say("Those modes can't be chosen."), "700.2a", "601.2b")
        if len(set(given)) != len(given) and not effect.repeated:
            raise IllegalAction(say("A mode can't be chosen twice."), "700.2d")
        return tuple(sorted(given)) if not effect.repeated else given
    if len(possible) < effect.minimum:
        raise IllegalAction(say("No mode has a legal target."), "700.2a")
    options = tuple(Option("mode", index, say("mode {number}", number=index + 1)) for index in possible)
    decision = Decision(
        player, "mode", say("Choose modes."), options, effect.minimum, min(effect.maximum, len(possible)), ("700.2",)
    )
    return tuple(sorted(int(option.value) for option in ctx.choose(decision)))


def put_trigger(ctx: Context, pending: PendingTrigger) -> None:
    """CR 603.3: put a triggered ability on the stack with modes and targets; without a legal target it is removed."""
    ability, you = pending.ability, pending.controller
    effect, specs = effect_of(ability)
    scope = Scope(source=pending.source, you=you, event=pending.event, bound=dict(pending.bound), x=pending.x)
    # CR 603.3c–603.3d: it is on the stack while modes and targets are chosen
    obj = ability_on_stack(ctx, pending.source, you, StackInfo(ability, pending.source, event=pending.event))
    scope.stack_id = obj.id
    try:
        modes = choose_modes(ctx, effect, you, None, scope, pending.source)
        wanted = specs_of(effect, specs, modes)
        if not enough_targets(ctx, wanted, scope, pending.source):
            raise IllegalAction(say("no legal target"), "603.3d")
        targets = choose_targets(ctx, wanted, scope, pending.source, None, pending.x)
    except IllegalAction:
        ctx.tell(
            say("The ability of {object} has no legal target and is removed", object=public_name(ctx, pending.source)),
            "603.3d",
        )
        leave(ctx, obj.id)
        return
    bound = (*pending.bound, *announce(ctx, effect, modes, targets, scope))
    info = StackInfo(ability, pending.source, targets, modes, pending.x, pending.event, bound=bound, specs=wanted)
    ctx.state.write(obj.id).stack = info
    ctx.tell(say("The ability of {object} goes on the stack", object=public_name(ctx, pending.source)), "603.3")
    note_targets(ctx, obj.id, targets, you, "ability")


def note_targets(ctx: Context, id: int, targets: tuple[TargetChoice, ...], player: str, word: str) -> None:
    """Objects and players have become targets (ward and others trigger)."""
    for choice in targets:
        for target in choice.objects:
            ctx.happen(Happening("target", target, other=id, player=player, word=word))
        for name in choice.players:
            ctx.happen(Happening("target player", 0, other=id, player=name, word=word))
    if _crime(ctx, targets, player):
        ctx.happen(Happening("does", player=player, word="commit a crime"))


def _crime(ctx: Context, targets: tuple[TargetChoice, ...], player: str) -> bool:
    """CR 700.13: targeting an opponent, what an opponent controls, or a card in an opponent's graveyard."""
    opponents = ctx.state.opponents(player)
    for choice in targets:
        if any(name in opponents for name in choice.players):
            return True
        for id in choice.objects:
            zone = ctx.obj(id).zone
            if zone in ("battlefield", "stack") and ctx.controller(id) in opponents:
                return True
            if zone == "graveyard" and ctx.obj(id).owner in opponents:
                return True
    return False
