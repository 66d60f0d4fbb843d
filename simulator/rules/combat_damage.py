"""Combat damage (CR 510): assigning it, dealing it at the same time, first strike, trample."""

from __future__ import annotations

from simulator.errors import IllegalAction
from simulator.model.decisions import Decision
from simulator.rules.context import Context
from simulator.rules.control import NOT_ATTACKED
from simulator.rules.damage import Hit, deal
from simulator.rules.wording import options_for
from simulator.sentences import say


def needs_first_strike(ctx: Context) -> bool:
    """CR 510.4: an additional damage step if a creature in combat has first or double strike."""
    combat = ctx.state.combat
    return any(
        ctx.values(id).has("first strike") or ctx.values(id).has("double strike")
        for id in [*combat.attackers, *combat.blockers]
        if id in ctx.state.objects
    )


def combat_damage(ctx: Context, first: bool) -> None:
    """CR 510.1–510.2: all combat damage of the step is assigned, then dealt at the same time."""
    state = ctx.state
    combat = state.combat
    hits: list[Hit] = []
    strikers = []
    for id in [*combat.attackers, *combat.blockers]:
        if id not in state.objects or not ctx.values(id).is_creature:
            continue
        values = ctx.values(id)
        fast = values.has("first strike") or values.has("double strike")
        # CR 510.4: in the second step those that haven't dealt damage in the first, and double strikers
        deals = fast if first else id not in combat.dealt_first or values.has("double strike")
        if deals:
            strikers.append(id)
    # CR 702.19b: what others assign in the same step counts for trample: those with trample assign last
    attacking = [id for id in strikers if id in combat.attackers]
    for id in sorted(attacking, key=lambda id: ctx.values(id).has("trample")):
        hits += _attacker_damage(ctx, id, hits)
    for id in strikers:
        if id not in combat.attackers:
            hits += _blocker_damage(ctx, id)
    if first:
        combat.dealt_first = tuple(strikers)
    deal(ctx, hits, combat=True)


def _power(ctx: Context, id: int) -> int:
    return max(0, ctx.values(id).power or 0)  # CR 510.1a


def _attacker_damage(ctx: Context, id: int, assigned: list[Hit]) -> list[Hit]:
    combat = ctx.state.combat
    power, defender = _power(ctx, id), combat.attackers[id]
    there = _is_attacked(ctx, defender)
    if power == 0:
        return []
    if id not in combat.blocked:
        return [Hit(id, defender, power)] if there else []
    blockers = [b for b in combat.blocked[id] if b in combat.blockers and b in ctx.state.objects]
    trample = ctx.values(id).has("trample")
    if not blockers:
        # CR 510.1c, 702.19d: blocked without blockers left: only trample assigns to what it attacks
        return [Hit(id, defender, power)] if trample and there else []
    targets: list[int | str] = list(blockers)
    if trample and there:
        targets.append(defender)
    if len(targets) == 1:
        return [Hit(id, targets[0], power)]
    return _divide(ctx, id, power, targets, trample, assigned)


def _is_attacked(ctx: Context, defender: int | str) -> bool:
    """Whether what a creature was declared to attack is still there to be assigned damage."""
    if isinstance(defender, str):
        return not ctx.state.players[defender].lost  # CR 800.4e
    # CR 506.4c, 510.1b: it isn't attacking anything if that was removed from combat
    return defender in ctx.state.objects and not ctx.state.objects[defender].flags.get(NOT_ATTACKED)


def _lethal(ctx: Context, source: int, target: int, assigned: list[Hit]) -> int:
    """CR 702.19b, 702.2c: damage already marked or assigned by others counts; deathtouch makes any amount lethal."""
    others = [hit for hit in assigned if hit.to == target and hit.amount > 0]
    if any(ctx.values(hit.source).has("deathtouch") for hit in others):
        return 0
    damage = ctx.state.objects[target].damage + sum(hit.amount for hit in others)
    missing = max(0, (ctx.values(target).toughness or 0) - damage)
    return min(1, missing) if ctx.values(source).has("deathtouch") else missing


def _divide(
    ctx: Context, id: int, power: int, targets: list[int | str], trample: bool, assigned: list[Hit]
) -> list[Hit]:
    player = ctx.controller(id)
    options = options_for(ctx, targets, player)
    decision = Decision(
        player,
        "divide",
        say("Divide {power} combat damage.", power=power),
        options,
        len(options),
        len(options),
        ("510.1c",),
        power,
    )
    answer = ctx.ask(decision)
    shares = {targets[i]: n for i, n in zip(answer.chosen, answer.amounts, strict=True)}
    if trample:
        # CR 702.19b: the rest only after lethal damage to all its blockers
        defender = targets[-1]
        short = [x for x in targets[:-1] if isinstance(x, int) and shares.get(x, 0) < _lethal(ctx, id, x, assigned)]
        if shares.get(defender, 0) and short:
            raise IllegalAction(say("All blockers must be assigned lethal damage first."), "702.19b")
    return [Hit(id, target, number) for target, number in shares.items() if number]


def _blocker_damage(ctx: Context, id: int) -> list[Hit]:
    """CR 510.1d."""
    attackers = [a for a in ctx.state.combat.blockers[id] if a in ctx.state.combat.attackers]
    power = _power(ctx, id)
    if not attackers or not power:
        return []
    if len(attackers) > 1:
        return _divide(ctx, id, power, list(attackers), trample=False, assigned=[])
    return [Hit(id, attackers[0], power)]
