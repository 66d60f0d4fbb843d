"""Activating activated abilities (CR 602), mana abilities (605) and loyalty abilities (606) among them."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening, StackInfo
from simulator.rules.amounts import holds
from simulator.rules.context import Context
from simulator.rules.dividing import announce
from simulator.rules.mana_abilities import (
    UNREAD,
    activated_abilities,
    check_choice,
    is_mana_ability,
    mana_nodes,
    tapped_for_mana,
)
from simulator.rules.paying import Payment, mana_of, pay
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.replacement import parts_of, prohibited
from simulator.rules.scope import Scope
from simulator.rules.spell_costs import changed
from simulator.rules.stack import ability_on_stack, choose_modes, note_targets, split_second
from simulator.rules.targets import Given, choose_targets, specs_of
from simulator.rules.triggers import hash_of
from simulator.rules.wording import public_name
from simulator.sentences import say
from simulator.symbols import ManaCost


def find_ability(ctx: Context, player: str, id: int, index: int | None, for_mana: bool = False) -> int:
    """The index of the ability that is meant; asked if there are several.

    Raises:
        IllegalAction: it has no such ability.
    """
    found = activated_abilities(ctx, id)
    zone = ctx.state.objects[id].zone
    possible = [
        place
        for place, ability in enumerate(found)
        if ability.zone == zone and (not for_mana or _taps_for_mana(ability))
    ]
    if index is not None:
        if index not in range(len(found)):
            raise IllegalAction(say("It has no activated ability {number}.", number=index + 1), "602.1")
        return index
    if not possible:
        if for_mana:
            raise IllegalAction(say("It has no mana ability with the tap symbol."), "106.12", "605.1a")
        unread = any(isinstance(a, t.UnsupportedAbility) and a.kind == "activated" for a in ctx.values(id).abilities)
        if unread:
            raise Unsupported(say("{object}: its activated ability isn't simulated yet", object=public_name(ctx, id)))
        raise IllegalAction(say("It has no activated ability."), "602.1")
    if len(possible) == 1:
        return possible[0]
    options = tuple(Option("mode", place, say("ability {number}", number=place + 1)) for place in possible)
    decision = Decision(player, "mode", say("Which ability?"), options, rules=("602.2",))
    return int(ctx.choose(decision)[0].value)


def _taps_for_mana(ability: t.Activated) -> bool:
    # CR 106.12: to tap for mana is to activate a mana ability with {T} in its cost
    return is_mana_ability(ability) and any(isinstance(part, t.TapSelf) for part in ability.cost)


def check_allowed(ctx: Context, player: str, id: int, ability: t.Activated) -> None:
    """CR 602.2, 602.5: who may activate it, from where, and when.

    Raises:
        IllegalAction: not this player, or not now.
    """
    state = ctx.state
    obj = state.objects[id]
    if obj.zone != ability.zone:
        raise IllegalAction(say("It can't be activated from there."), "602.2")
    if obj.zone == "battlefield" and obj.phased_out:
        raise IllegalAction(say("It is phased out."), "702.26b")
    if ctx.controller(id) != player and not ability.any_player:
        raise IllegalAction(say("Only its controller may activate it."), "602.2")
    if ability.sorcery_speed or ability.loyalty:
        if state.active != player or state.step not in ("main", "second-main") or state.stack:
            raise IllegalAction(say("It can be activated only as a sorcery."), "606.3" if ability.loyalty else "602.5d")
    if ability.loyalty and obj.flags.get("loyalty used") == state.turn:
        raise IllegalAction(say("A loyalty ability of it was activated this turn."), "606.3")
    if not holds(ctx, ability.condition, Scope(source=id, you=player)):
        raise IllegalAction(say("Its condition for activating isn't met."), "602.5", "602.5b")
    if ability.limit:
        used = obj.flags.get(f"activated {hash_of(ability)}")
        if used is not None and used[0] == state.turn and used[1] >= ability.limit:
            raise IllegalAction(say("It was activated as often as it may be this turn."), "602.5b")
    if prohibited(ctx, "be activated", id, player, for_mana=is_mana_ability(ability)) is not None:
        raise IllegalAction(say("An effect says that its abilities can't be activated."), "101.2", "602.5")


def activate(
    ctx: Context,
    player: str,
    id: int,
    index: int | None = None,
    targets: tuple[Given, ...] | None = None,
    x: int | None = None,
    named: tuple[int, ...] = (),
    mana: str = "",
    for_mana: bool = False,
    modes: tuple[int, ...] | None = None,
) -> int | None:
    """Activate an ability; its id on the stack, None for a mana ability.

    Args:
        index: which of the activated abilities, in the order of the text. mana: what a mana ability is to add.
        for_mana: the player taps it for mana (CR 106.12).

    Raises:
        IllegalAction: the rules forbid it; the caller takes everything back (CR 733.1).
    """
    state = ctx.state
    index = find_ability(ctx, player, id, index, for_mana)
    ability = activated_abilities(ctx, id)[index]
    if ability.keyword == UNREAD.keyword:
        raise Unsupported(say("{object}: this activated ability isn't simulated yet", object=public_name(ctx, id)))
    check_allowed(ctx, player, id, ability)
    if split_second(ctx) and not is_mana_ability(ability):
        raise IllegalAction(say("A spell with split second is on the stack."), "702.61a")
    if for_mana and not _taps_for_mana(ability):
        raise IllegalAction(say("That isn't a mana ability with the tap symbol."), "106.12")
    scope = Scope(source=id, you=player, x=x)
    chosen_modes = choose_modes(ctx, ability.effect, player, modes, scope, id)
    specs = specs_of(ability.effect, ability.targets, chosen_modes)
    if x is None and mana_of(ability.cost, None).variables:
        x = _ask_x(ctx, player)
    scope.x = x
    chosen = choose_targets(ctx, specs, scope, id, targets, x)
    if mana:
        nodes = mana_nodes(ability.effect)
        if nodes:
            check_choice(ctx, ability, nodes[0], scope, mana)
    payment = Payment(player, id, x, list(named), kind="ability")
    if is_mana_ability(ability):
        _mana_ability(ctx, player, id, ability, payment, scope, mana)
        return None
    _note_use(ctx, id, ability)
    divisions = announce(ctx, ability.effect, chosen_modes, chosen, scope)
    info = StackInfo(ability, id, chosen, chosen_modes, x, specs=specs, bound=divisions)
    obj = ability_on_stack(ctx, id, player, info)
    total = _total(ctx, player, id, ability, x)
    pay(ctx, ability.cost, payment, total)
    from dataclasses import replace

    state.write(obj.id).stack = replace(info, paid=tuple(payment.paid), mana_spent=payment.spent)
    ctx.tell(say("{player} activates an ability of {object}", player=player, object=public_name(ctx, id)), "602.2")
    ctx.happen(Happening("activate", obj.id, player=player, source=id))
    if ability.keyword in ("cycling", "typecycling"):
        # CR 702.29c: cycling a card is discarding it to pay the cost of its cycling ability
        ctx.happen(Happening("does", ctx.state.moved.get(id, id), player=player, word="cycle"))
    note_targets(ctx, obj.id, chosen, player, "ability")
    return obj.id


def _ask_x(ctx: Context, player: str) -> int:
    options = tuple(Option("number", n, str(n)) for n in range(21))
    return int(ctx.choose(Decision(player, "number", say("Choose X."), options, rules=("107.3a",)))[0].value)


def _note_use(ctx: Context, id: int, ability: t.Activated) -> None:
    state = ctx.state
    if ability.loyalty:
        state.write(id).flags["loyalty used"] = state.turn
    if ability.limit:
        key = f"activated {hash_of(ability)}"
        used = state.objects[id].flags.get(key)
        count = used[1] + 1 if used is not None and used[0] == state.turn else 1
        state.write(id).flags[key] = (state.turn, count)


def _total(ctx: Context, player: str, id: int, ability: t.Activated, x: int | None) -> ManaCost:
    """CR 602.2b, 601.2f: the mana cost of the activation after increases and reductions."""
    total = mana_of(ability.cost, x)
    for _, _, change, scope in parts_of(ctx, t.CostChange):
        if not isinstance(change, t.CostChange) or change.kind not in ("activate", ability.keyword or "activate"):
            continue
        if player in players(ctx, change.player, scope) and fits(ctx, change.where, id, scope):
            total = changed(ctx, total, change, scope)
    return total


def _mana_ability(
    ctx: Context, player: str, id: int, ability: t.Activated, payment: Payment, scope: Scope, mana: str
) -> None:
    """CR 605.3: a mana ability resolves at once, without the stack; a permanent tapped for it is tapped for mana."""
    from simulator.rules.effects import run

    _note_use(ctx, id, ability)
    scope.words["mana"] = mana
    pay(ctx, ability.cost, payment)
    scope.bound["cost"] = tuple(payment.paid)
    before = len(ctx.state.players[player].pool)
    scope.words["tapped"] = "yes" if payment.tapped_self else ""
    ctx.rules = ("605.3b",)
    run(ctx, ability.effect, scope)
    ctx.rules = ()
    ctx.happen(Happening("activate", id, player=player, source=id, word="mana"))
    if payment.tapped_self:
        added = [unit.type for unit in ctx.state.players[player].pool[before:]]
        tapped_for_mana(ctx, id, player, added)
