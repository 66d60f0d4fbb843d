"""Combat (CR 506–509, 511): declaring attackers and blockers."""

from __future__ import annotations

from functools import partial

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.decisions import Decision
from simulator.model.objects import Happening
from simulator.rules.attack_costs import pay_taxes, taxes
from simulator.rules.battles import defending_player, protector_of
from simulator.rules.block_requirements import Blocks, better_blocks
from simulator.rules.context import Context
from simulator.rules.control import NOT_ATTACKED
from simulator.rules.exerting import chosen_to_exert, exert
from simulator.rules.goading import badly_aimed, goaders, well_aimed
from simulator.rules.paying import tap
from simulator.rules.predicates import fits, is_summoning_sick
from simulator.rules.protection import protected
from simulator.rules.replacement import parts_of, prohibited
from simulator.rules.scope import Scope
from simulator.rules.wording import name_for, options_for, public_name
from simulator.sentences import say


def why_cant_attack(ctx: Context, id: int, player: str) -> str | None:
    """The rule by which a creature can't be declared as an attacker, or None."""
    obj = ctx.state.objects.get(id)
    if obj is None or obj.zone != "battlefield" or obj.phased_out:
        return "508.1a"
    values = ctx.values(id)
    if values.controller != player or not values.is_creature:
        return "508.1a"
    if obj.tapped:
        return "508.1a"
    if is_summoning_sick(ctx, obj) and not values.has("haste"):
        return "302.6"
    if values.has("defender") and not _as_though(ctx, "didn't have defender", id):
        return "702.3b"
    if prohibited(ctx, "attack", id, player) is not None:
        return "508.1c"
    return None


def _as_though(ctx: Context, what: str, id: int) -> bool:
    """CR 609.4: whether an effect lets it act as though something were otherwise."""
    return any(
        isinstance(part, t.AsThough) and part.what == what and fits(ctx, part.where, id, scope)
        for _, _, part, scope in parts_of(ctx, t.AsThough)
    )


def defenders(ctx: Context, player: str) -> list[int | str]:
    """What may be attacked (CR 506.2, 506.3): opponents, their planeswalkers, battles that they protect."""
    found: list[int | str] = list(ctx.state.opponents(player))
    for id in ctx.permanents():
        values = ctx.values(id)
        if "Battle" in values.types:
            # CR 310.8b: a battle is attacked by those against whom its protector defends, its controller included
            if protector_of(ctx, id) not in ("", player):
                found.append(id)
        elif values.controller != player and "Planeswalker" in values.types:
            found.append(id)
    return found


def check_declaration(ctx: Context, player: str, attackers: tuple[int, ...]) -> None:
    """Whether that player may declare attackers now, and each of those can attack at all (CR 508.1, 508.1a).

    Raises:
        IllegalAction: not now, or one of them can't.
    """
    state = ctx.state
    if state.active != player or state.step != "attackers" or state.combat.attack_declared:
        raise IllegalAction(say("Attackers are declared by the active player as that step begins."), "508.1")
    for id in attackers:
        rule = why_cant_attack(ctx, id, player)
        if rule is not None:
            raise IllegalAction(say("{object} can't attack.", object=name_for(ctx, id, player)), rule, "508.1")


def declare_attackers(ctx: Context, player: str, attackers: dict[int, int | str]) -> None:
    """CR 508.1: the active player declares attackers; they become tapped unless they have vigilance (508.1f).

    Raises:
        IllegalAction: one of them can't attack, or a requirement isn't obeyed.
    """
    state = ctx.state
    check_declaration(ctx, player, tuple(attackers))
    legal = defenders(ctx, player)
    for defender in attackers.values():
        if defender not in legal:
            raise IllegalAction(say("That can't be attacked."), "508.1b", "506.2")
    _check_alone(ctx, attackers)
    _check_must_attack(ctx, player, attackers)
    exerted = chosen_to_exert(ctx, player, list(attackers))
    state.combat.attack_declared = True
    for id, defender in attackers.items():
        if not ctx.values(id).has("vigilance"):
            tap(ctx, id, player)
        state.combat.attackers[id] = defender
        state.combat.attacked = True
        state.write(id).flags["attacked this turn"] = state.turn
    pay_taxes(ctx, player, attackers)
    state.touch()
    if attackers:
        names = tuple(public_name(ctx, id) for id in attackers)
        ctx.tell(say("{player} attacks with {names}", player=player, names=names), "508.1")
    batch = state.next_batch
    state.next_batch += 1
    if attackers:
        ctx.happen(Happening("attack together", player=player, several=tuple(attackers), batch=batch))
    for id, defender in attackers.items():
        target = defending_player(ctx, defender)
        other = defender if isinstance(defender, int) else 0
        ctx.happen(Happening("attack", id, other=other, player=target, batch=batch))
    for id in exerted:
        exert(ctx, player, id, linked=True)


def _check_alone(ctx: Context, attackers: dict[int, int | str]) -> None:
    if len(attackers) != 1:
        return
    id = next(iter(attackers))
    for _, _, part, scope in parts_of(ctx, t.Cant):
        if isinstance(part, t.Cant) and part.what == "attack" and part.alone:
            if part.where is not None and fits(ctx, part.where, id, scope):
                raise IllegalAction(say("It can't attack alone."), "508.1c")


def _check_must_attack(ctx: Context, player: str, attackers: dict[int, int | str]) -> None:
    """CR 508.1d: as many requirements as possible must be obeyed."""
    free = [defender for defender in defenders(ctx, player) if not taxes(ctx, defender).symbols]
    for id, defender in attackers.items():
        if badly_aimed(ctx, id, defender, free):
            raise IllegalAction(
                say("{object} must attack another player.", object=name_for(ctx, id, player)), "701.15b", "508.1d"
            )
    for id in _must_attack(ctx, player):
        if id in attackers or not free:
            continue  # CR 508.1d: nobody is required to pay a cost to attack
        if why_cant_attack(ctx, id, player) is None:
            raise IllegalAction(say("{object} must attack.", object=name_for(ctx, id, player)), "508.1d")


def _must_attack(ctx: Context, player: str) -> list[int]:
    found = []
    for _, _, part, scope in parts_of(ctx, t.Must):
        if isinstance(part, t.Must) and part.what == "attack":
            found += [id for id in ctx.permanents() if id not in found and fits(ctx, part.where, id, scope)]
    # CR 701.15b: a goaded creature attacks each combat if able
    found += [id for id in ctx.permanents() if id not in found and goaders(ctx, id)]
    return [id for id in found if ctx.controller(id) == player]


def why_cant_block(ctx: Context, blocker: int, attacker: int, player: str) -> str | None:
    """The rule by which a creature can't block an attacker, or None."""
    obj = ctx.state.objects.get(blocker)
    if obj is None or obj.zone != "battlefield" or obj.phased_out:
        return "509.1a"
    mine, theirs = ctx.values(blocker), ctx.values(attacker)
    if mine.controller != player or not mine.is_creature or obj.tapped:
        return "509.1a"
    if prohibited(ctx, "block", blocker, player, by=attacker) is not None:
        return "509.1b"
    if prohibited(ctx, "be blocked", attacker, by=blocker) is not None:
        return "509.1b"
    if theirs.has("flying") and not (mine.has("flying") or mine.has("reach")):
        return "702.9b"
    if theirs.has("shadow") != mine.has("shadow"):
        return "702.28b"
    if theirs.has("horsemanship") and not mine.has("horsemanship"):
        return "702.31b"
    if theirs.has("fear") and "Artifact" not in mine.types and "B" not in mine.colors:
        return "702.36b"
    if theirs.has("intimidate") and "Artifact" not in mine.types and not set(mine.colors) & set(theirs.colors):
        return "702.13b"
    if theirs.has("skulk") and (mine.power or 0) > (theirs.power or 0):
        return "702.118b"
    if protected(ctx, attacker, blocker):
        return "702.16f"
    for keyword in theirs.keyword_abilities("landwalk"):
        scope = Scope(source=attacker, you=theirs.controller)
        lands = [id for id in ctx.permanents() if ctx.controller(id) == player]
        if keyword.where is not None and any(fits(ctx, keyword.where, id, scope) for id in lands):
            return "702.14c"
    return None


def _most_blocked(ctx: Context, blocker: int) -> int:
    """CR 509.1a: one creature, or as many as effects let it block."""
    if _as_though(ctx, "can block any number", blocker):
        return len(ctx.state.combat.attackers)
    more = [
        part
        for _, _, part, scope in parts_of(ctx, t.AsThough)
        if isinstance(part, t.AsThough)
        and part.what == "can block an additional creature"
        and fits(ctx, part.where, blocker, scope)
    ]
    return 1 + len(more)


def declare_blockers(ctx: Context, said: dict[str, Blocks]) -> None:
    """CR 509.1, 802.4: each defending player declares all their blocks, in APNAP order.

    Args:
        said: what defending players declare: player -> blocker -> attackers that it blocks. Whoever says nothing makes
            only the blocks that must be made.

    Raises:
        IllegalAction: a block isn't legal.
    """
    state, combat = ctx.state, ctx.state.combat
    defending = state.opponents(state.active)
    if state.step != "blockers" or combat.block_declared or any(name not in defending for name in said):
        raise IllegalAction(say("Blockers are declared by the defending player as that step begins."), "509.1")
    combat.block_declared = True
    for name in defending:
        if name in said:
            _declare_blocks(ctx, name, said[name])
        else:
            # CR 509.1c: requirements hold for each defending player, also for one who would block with nothing
            _declare_blocks(ctx, name, _required_blocks(ctx, name))
    # CR 509.1h, 509.3g: what isn't blocked is known when the last defending player has declared
    _note_unblocked(ctx)


def _required_blocks(ctx: Context, player: str) -> Blocks:
    """CR 509.1c: the blocks without which a player's declaration would disobey more requirements than it must."""
    blocks: Blocks = {}
    possible = partial(_possible_blocks, ctx, player)
    while (found := better_blocks(ctx, blocks, possible, partial(_legal, ctx, player))) is not None:
        blocks = found
    return blocks


def _declare_blocks(ctx: Context, player: str, blocks: Blocks) -> None:
    """One defending player's declaration.

    Raises:
        IllegalAction: a block isn't legal.
    """
    state, combat = ctx.state, ctx.state.combat
    _check_blocks(ctx, player, blocks)
    better = better_blocks(ctx, blocks, partial(_possible_blocks, ctx, player), partial(_legal, ctx, player))
    if better is not None:
        blocker = next(id for id, attackers in better.items() if blocks.get(id, ()) != attackers)
        raise IllegalAction(say("{object} must block otherwise.", object=name_for(ctx, blocker, player)), "509.1c")
    by_attacker: dict[int, list[int]] = {}
    for blocker, attackers in blocks.items():
        combat.blockers[blocker] = attackers
        for attacker in attackers:
            by_attacker.setdefault(attacker, []).append(blocker)
    for attacker, blockers in by_attacker.items():
        combat.blocked[attacker] = tuple(blockers)
        names = tuple(public_name(ctx, b) for b in blockers)
        ctx.tell(say("{object} is blocked by {names}", object=public_name(ctx, attacker), names=names), "509.1h")
    state.touch()
    batch = state.next_batch
    state.next_batch += 1
    for blocker, attackers in blocks.items():
        for attacker in attackers:
            ctx.happen(Happening("block", blocker, other=attacker, player=player, batch=batch))
    for attacker, blockers in by_attacker.items():
        ctx.happen(Happening("blocked", attacker, player=player, batch=batch))
        for blocker in blockers:
            ctx.happen(Happening("blocked", attacker, other=blocker, player=player, batch=batch))


def _note_unblocked(ctx: Context) -> None:
    """CR 509.3g: the attackers for which no blockers were declared."""
    combat = ctx.state.combat
    batch = ctx.state.next_batch
    ctx.state.next_batch += 1
    for attacker, defender in list(combat.attackers.items()):
        if attacker not in combat.blocked:
            player = defending_player(ctx, defender)
            ctx.happen(Happening("not blocked", attacker, player=player, batch=batch))


def _defends(ctx: Context, player: str, attacker: int) -> bool:
    return defending_player(ctx, ctx.state.combat.attackers[attacker]) == player


def _check_numbers(ctx: Context, blocks: Blocks) -> None:
    """CR 702.111b: a creature with menace needs two or more blockers; 509.1b: effects may ask for other numbers."""
    counts: dict[int, int] = {}
    for attackers in blocks.values():
        for attacker in attackers:
            counts[attacker] = counts.get(attacker, 0) + 1
    for attacker, count in counts.items():
        if count == 1 and ctx.values(attacker).has("menace"):
            raise IllegalAction(say("{object} has menace.", object=public_name(ctx, attacker)), "702.111b", "509.1b")
        for _, _, part, scope in parts_of(ctx, t.BlockLimit):
            if isinstance(part, t.BlockLimit) and fits(ctx, part.where, attacker, scope):
                if count < part.minimum or (part.maximum and count > part.maximum):
                    raise IllegalAction(
                        say(
                            "{object} can't be blocked by {attackers}.",
                            object=public_name(ctx, attacker),
                            attackers=count,
                        ),
                        "509.1b",
                    )


def _check_blocks(ctx: Context, player: str, blocks: Blocks) -> None:
    """CR 509.1a, 509.1b: who can block whom, how many, and by how many.

    Raises:
        IllegalAction: a block isn't legal.
    """
    combat = ctx.state.combat
    for blocker, attackers in blocks.items():
        if len(attackers) > _most_blocked(ctx, blocker):
            raise IllegalAction(
                say("{object} can't block that many creatures.", object=name_for(ctx, blocker, player)), "509.1a"
            )
        for attacker in attackers:
            if attacker not in combat.attackers:
                raise IllegalAction(say("{object} isn't attacking.", object=name_for(ctx, attacker, player)), "509.1a")
            if ctx.controller(attacker) == player or not _defends(ctx, player, attacker):
                raise IllegalAction(
                    say("{object} doesn't attack {player}.", object=name_for(ctx, attacker, player), player=player),
                    "509.1a",
                    "802.4a",
                )
            rule = why_cant_block(ctx, blocker, attacker, player)
            if rule is not None:
                text = say(
                    "{blocker} can't block {attacker}.",
                    blocker=name_for(ctx, blocker, player),
                    attacker=name_for(ctx, attacker, player),
                )
                raise IllegalAction(text, rule, "509.1")
    _check_numbers(ctx, blocks)


def _legal(ctx: Context, player: str, blocks: Blocks) -> bool:
    try:
        _check_blocks(ctx, player, blocks)
    except IllegalAction:
        return False
    return True


def _possible_blocks(ctx: Context, player: str) -> list[tuple[int, int]]:
    attackers = [id for id in ctx.state.combat.attackers if _defends(ctx, player, id)]
    own = [id for id in ctx.permanents() if ctx.values(id).is_creature and ctx.controller(id) == player]
    return [(id, attacker) for id in own for attacker in attackers if why_cant_block(ctx, id, attacker, player) is None]


def undeclared(ctx: Context) -> None:
    """Nobody declares: nobody attacks or blocks but those that must, if they can (CR 508.1d, 509.1c)."""
    state, combat = ctx.state, ctx.state.combat
    if state.step == "attackers" and not combat.attack_declared:
        opponents = state.opponents(state.active)
        forced = [id for id in _must_attack(ctx, state.active) if why_cant_attack(ctx, id, state.active) is None]
        # CR 701.15b: of a goaded one, whom it has to attack
        attackers: dict[int, int | str] = {id: well_aimed(ctx, id, opponents) for id in forced if opponents}
        try:
            declare_attackers(ctx, state.active, attackers)
        except IllegalAction:
            combat.attack_declared = True
    elif state.step == "blockers" and not combat.block_declared:
        declare_blockers(ctx, {})


def put_attacking(ctx: Context, ids: list[int], against: str = "") -> None:
    """CR 508.4: they enter attacking what their controller chooses: of `against` (702.116a), else any. Undeclared."""
    state = ctx.state
    if not state.combat.attack_declared:
        return  # CR 506.3: outside combat there is nothing to attack
    for id in ids:
        controller = ctx.controller(id)
        if controller != state.active or not ctx.values(id).is_creature:
            continue  # CR 506.3a, 506.3b
        attackable = [x for x in defenders(ctx, controller) if against in ("", defending_player(ctx, x))]
        options = options_for(ctx, attackable, controller)
        decision = Decision(controller, "choose", say("Choose what it attacks."), options, rules=("508.4",))
        if options:
            state.combat.attackers[id] = ctx.choose(decision)[0].value
            state.combat.attacked = True
    state.touch()


def end_combat(ctx: Context) -> None:
    """CR 511.3: all creatures are removed from combat."""
    from simulator.model.state import Combat

    for id in ctx.state.battlefield:
        if ctx.state.objects[id].flags.get(NOT_ATTACKED):
            del ctx.state.write(id).flags[NOT_ATTACKED]
    ctx.state.combat = Combat()
    for declared in ("declared attackers", "declared blockers"):
        # CR 506.1: another combat phase of the turn has its own declarations
        ctx.state.turn_flags.pop(declared, None)
    ctx.state.touch()
