"""The engine: carries out operations one at a time until the agenda is empty or a player must decide.

An operation is plain data, so that a state with its agenda can be stored. Each is atomic: it runs from a checkpoint.
"""

from __future__ import annotations

from typing import Any

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, InvalidAction, Unsupported
from simulator.model import actions as a
from simulator.rules import combat, state_based, turn
from simulator.rules.activating import activate
from simulator.rules.announcement import Announcement
from simulator.rules.casting import cast
from simulator.rules.context import Context
from simulator.rules.control import note_changes
from simulator.rules.instructions import instruct
from simulator.rules.resolving import resolve_top
from simulator.rules.revealing import keep_looks, look
from simulator.rules.special_actions import exile_specially, play_land, turn_up, unlock
from simulator.rules.triggers import check_states, put_on_stack
from simulator.rules.wording import may_look
from simulator.sentences import say
from simulator.symbols import ManaCost, parse_mana_cost

#: Turns that `go to` passes at most before it says that the step isn't reached.
TURN_LIMIT = 8


def perform(ctx: Context, operation: tuple[Any, ...]) -> None:
    """Carry out one operation; it may put further ones at the front of the agenda."""
    kind = operation[0]
    agenda = ctx.state.agenda
    if kind == "act":
        act(ctx, operation[1], operation[2])
        agenda.insert(0, ("settle",))
    elif kind == "instruct":
        ids, nothing = instruct(ctx, operation[1])
        ctx.state.turn_flags["outcome"] = (tuple(ids), nothing)
        agenda.insert(0, ("settle",))
    elif kind == "settle":
        settle(ctx)
    elif kind == "resolve":
        if not ctx.state.stack:
            raise IllegalAction(say("The stack is empty: nothing to resolve."), "608.1")
        open_step(ctx)
        resolve_top(ctx)
        after_resolution(ctx)
        agenda.insert(0, ("settle",))
    elif kind == "advance":
        _advance(ctx, *operation[1:])
    else:
        raise AssertionError(f"unknown operation {kind}")


def after_resolution(ctx: Context) -> None:
    """CR 117.3b: after a resolution the active player gets priority; looks of that resolution end."""
    state = ctx.state
    state.priority = None if state.over else state.active
    state.passed = ()
    for name in state.order:
        for id in [*state.players[name].library, *state.players[name].hand]:
            if state.objects[id].flags.get("looked"):
                flags = state.write(id).flags
                flags.pop("looked", None)


def settle(ctx: Context) -> None:
    """CR 117.5, 704.3: state-based actions until none applies, then triggers go on the stack, again and again."""
    state = ctx.state
    for _ in range(1000):
        if state.over:
            return
        ctx.spend(10)
        turn.expire_sources(ctx)
        note_changes(ctx)
        keep_looks(ctx)
        _return_exiled(ctx)
        if state.step == "untap" and not state.stack:
            # CR 502.4, 704.3: nobody would get priority: abilities that triggered wait until somebody does
            return
        if state_based.check(ctx):
            _priority_in_cleanup(ctx)
            continue
        check_states(ctx)
        if not put_on_stack(ctx):
            return
        _priority_in_cleanup(ctx)
    raise IllegalAction(say("This is a loop of mandatory actions: the game would be a draw."), "104.4b", "732.4")


def _priority_in_cleanup(ctx: Context) -> None:
    """CR 514.3a: there was something to do in the cleanup step: the active player gets priority, another follows."""
    state = ctx.state
    if state.step == "cleanup" and not state.over and not state.turn_flags.get(turn.ANOTHER_CLEANUP):
        state.turn_flags[turn.ANOTHER_CLEANUP] = True
        state.priority = state.active
        state.passed = ()


def _return_exiled(ctx: Context) -> None:
    """CR 610.3: cards exiled until a permanent leaves come back right after it has left."""
    from simulator.rules.entering import Entry, enter_all

    state = ctx.state
    gone = [item for item in state.until_leaves if item[0] not in state.objects]
    if not gone:
        return
    state.until_leaves = [item for item in state.until_leaves if item not in gone]
    exiled = [id for _, ids in gone for id in ids]
    waiting = [id for id in state.exile if id in exiled]
    if waiting:
        enter_all(ctx, [Entry(id, state.objects[id].owner, rules=("610.3",)) for id in waiting])


def open_step(ctx: Context) -> None:
    """Let a declaration that nobody made be made: nobody attacks or blocks (CR 508.8, 509.1)."""
    combat.undeclared(ctx)


def give_priority(ctx: Context, player: str) -> None:
    """Let a player act if the rules could give them priority now (CR 117.3); the others pass.

    Raises:
        IllegalAction: nobody gets priority in this step, or the player isn't in the game.
    """
    state = ctx.state
    if state.over:
        raise IllegalAction(say("The game is over."), "104.1")
    if state.players[player].lost:
        raise IllegalAction(say("{player} has left the game.", player=player), "800.4a")
    if state.step in turn.NO_PRIORITY and not state.stack and not state.turn_flags.get(turn.ANOTHER_CLEANUP):
        raise IllegalAction(say("No player gets priority in this step."), "502.4" if state.step == "untap" else "514.3")
    open_step(ctx)
    if state.triggered and state.step not in turn.NO_PRIORITY:
        settle(ctx)
    if state.priority != player:
        state.priority = player
        state.passed = ()


def act(ctx: Context, player: str, action: a.PlayerAction) -> None:
    """One player's action."""
    if isinstance(action, a.Concede):
        if not state_based.lose(ctx, player, "104.3a"):
            raise IllegalAction(say("{player} isn't in the game.", player=player), "104.3a")
        return
    if isinstance(action, a.Look):
        _look(ctx, player, action.object)
        return
    if isinstance(action, a.DeclareAttackers):
        _attack(ctx, player, action)
        return
    if isinstance(action, a.DeclareBlockers):
        _block(ctx, player, action)
        return
    half = action.half if isinstance(action, a.Unlock) else getattr(action, "face", None)
    if half is not None and half not in range(len(ctx.state.objects[action.object].card.faces)):  # type: ignore[union-attr]
        raise InvalidAction(say("That card has no such face or half."))
    give_priority(ctx, player)
    if isinstance(action, a.Pass):
        _pass(ctx, player)
    elif isinstance(action, a.Cast):
        cast(ctx, player, action.object, announcement(ctx, action))
    elif isinstance(action, a.Play):
        face = action.face or 0
        if action.face is None and ctx.state.objects[action.object].card.is_double_faced:
            face = 0
        play_land(ctx, player, action.object, face)
    elif isinstance(action, a.Activate):
        index = action.ability - 1 if action.ability is not None else None
        activate(ctx, player, action.object, index, action.targets or None, action.x, action.paying)
    elif isinstance(action, a.TapForMana):
        _tap_for_mana(ctx, player, action)
    elif isinstance(action, a.TurnFaceUp):
        way, cost = _price(action.way or "", action.price)
        turn_up(ctx, player, action.object, way, cost, action.x)
    elif isinstance(action, a.Special):
        exile_specially(ctx, player, action.kind, action.object)
    elif isinstance(action, a.Unlock):
        unlock(ctx, player, action.object, action.half)
    else:
        raise Unsupported(say("the simulator doesn't know this action yet"))


def _price(way: str, price: a.PriceTag | None) -> tuple[str, ManaCost | None]:
    if price is None:
        return way, None
    if price.kind == "mana cost":
        return "mana cost", None
    return way, parse_mana_cost(price.mana) if price.kind == "mana" else ManaCost()


def announcement(ctx: Context, action: a.Cast) -> Announcement:
    """What a cast action announces, in the terms of the rules."""
    obj = ctx.state.objects[action.object]
    cost = parse_mana_cost(action.price.mana) if action.price is not None and action.price.kind == "mana" else None
    free = action.price is not None and action.price.kind == "nothing"
    way = action.ways[0] if action.ways else ""
    face = action.face if action.face is not None else 0
    if action.face is None and obj.card.layout == "split" and not action.face_down:
        face = _ask_half(ctx, obj.id)
    targets = action.targets or None
    if way == "mutate" and targets is None and action.merge_with is not None:
        targets = (action.merge_with,)
    face_down = action.face_down or way in ("morph", "megamorph", "disguise")
    return Announcement(
        face=face,
        face_down=face_down,
        ways=action.ways,
        for_cost=cost,
        for_nothing=free,
        x=action.x,
        modes=tuple(m - 1 for m in action.modes) if action.modes else None,
        targets=targets,
        named=action.paying,
        over=action.over,
    )


def _ask_half(ctx: Context, id: int) -> int:
    from simulator.model.decisions import Decision, Option

    obj = ctx.state.objects[id]
    options = tuple(Option("word", i, face.name) for i, face in enumerate(obj.card.faces))
    return int(ctx.choose(Decision(obj.owner, "mode", say("Which half?"), options, rules=("709.3",)))[0].value)


def _look(ctx: Context, player: str, id: int) -> None:
    obj = ctx.state.objects[id]
    if not may_look(ctx, id, player):
        raise IllegalAction(say("{player} may not look at it.", player=player), "708.5")
    if obj.face_down is not None or obj.flags.get("exiled face down"):
        look(ctx, [id], player, "708.5")


def _attack(ctx: Context, player: str, action: a.DeclareAttackers) -> None:
    combat.check_declaration(ctx, player, action.attackers)
    choices = combat.defenders(ctx, player)
    defender = action.defender
    if defender is None:
        opponents = [d for d in choices if isinstance(d, str)]
        if len(opponents) == 1:
            defender = opponents[0]
        else:
            from simulator.rules.references import choose_player

            defender = choose_player(ctx, player, opponents, ("508.1b",))
    wanted: dict[int, int | str] = dict(ctx.state.turn_flags.get("declared attackers", ()))
    wanted.update(dict.fromkeys(action.attackers, defender))
    combat.declare_attackers(ctx, player, wanted)
    ctx.state.turn_flags["declared attackers"] = tuple(wanted.items())


def _block(ctx: Context, player: str, action: a.DeclareBlockers) -> None:
    said: dict[str, dict[int, tuple[int, ...]]] = {
        name: dict(blocks) for name, blocks in ctx.state.turn_flags.get("declared blockers", ())
    }
    own = said.setdefault(player, {})
    for blocker in action.blockers:
        own[blocker] = (*own.get(blocker, ()), action.attacker)
    combat.declare_blockers(ctx, said)
    ctx.state.turn_flags["declared blockers"] = tuple((name, tuple(blocks.items())) for name, blocks in said.items())


def _pass(ctx: Context, player: str) -> None:
    """CR 117.3d, 117.4: when all pass in succession, the top of the stack resolves or the step ends."""
    state = ctx.state
    state.passed = (*state.passed, player)
    ctx.tell(say("{player} passes", player=player), "117.3d")
    order = state.players_in_turn_order(player)
    waiting = [name for name in order if name not in state.passed]
    if waiting:
        state.priority = waiting[0]
        return
    if state.stack:
        state.agenda.insert(0, ("resolve",))
    else:
        state.agenda.insert(0, ("advance", "", None, state.turn, 0))


_COLOR_WORDS = {"white": "{W}", "blue": "{U}", "black": "{B}", "red": "{R}", "green": "{G}", "colorless": "{C}"}


def _tap_for_mana(ctx: Context, player: str, action: a.TapForMana) -> None:
    mana = ""
    if action.choices:
        first = action.choices[0]
        mana = _COLOR_WORDS.get(first.lower(), first)
    from simulator.rules.mana_abilities import activated_abilities, is_mana_ability, mana_nodes, offered
    from simulator.rules.scope import Scope

    index = None
    if mana:
        scope = Scope(source=action.object, you=player)
        for place, ability in enumerate(activated_abilities(ctx, action.object)):
            taps = is_mana_ability(ability) and any(isinstance(part, t.TapSelf) for part in ability.cost)
            if taps and any(mana in offered(ctx, ability, node, scope) for node in mana_nodes(ability.effect)):
                index = place
                break
    activate(ctx, player, action.object, index, mana=mana, for_mana=True)


# --- going on ---------------------------------------------------------------------------------------------------


def _reached(ctx: Context, goal: str, player: str | None, turn_from: int) -> bool:
    state = ctx.state
    if player is not None and state.active != player:
        return False
    if state.turn < turn_from:
        return False
    return state.step == goal or (goal == "damage" and state.step == "first-damage")


def _advance(ctx: Context, goal: str, player: str | None, turn_from: int, moved: int) -> None:
    """All pass: resolve the top of the stack, or end the step and begin the next; until the goal is reached.

    Args:
        goal: the step to stop in; "" for just one step.
    """
    state = ctx.state
    if state.over:
        return
    open_step(ctx)
    if state.triggered and state.step not in turn.NO_PRIORITY:
        # CR 508.2, 509.2: what triggered on the declaration goes on the stack before anybody gets priority
        state.agenda[:0] = [("settle",), ("advance", goal, player, turn_from, moved)]
        return
    if state.stack:
        resolve_top(ctx)
        after_resolution(ctx)
        state.agenda[:0] = [("settle",), ("advance", goal, player, turn_from, moved)]
        return
    turn.end_step(ctx)
    step = turn.next_step(ctx)
    if state.turn_flags.get(turn.ANOTHER_CLEANUP):
        step = "cleanup"  # CR 514.3a: once the stack is empty and all have passed, another cleanup step begins
    elif state.step == "cleanup" or step == "next turn":
        name = turn.next_player(ctx)
        turn.begin_turn(ctx, name)
        moved += 1
        if moved > TURN_LIMIT:
            raise IllegalAction(say("That step isn't reached within {number} turns.", number=TURN_LIMIT), "500.1")
        step = "untap"
    turn.begin_step(ctx, step)
    state.agenda.insert(0, ("settle",))
    if goal and not _reached(ctx, goal, player, turn_from):
        state.agenda.insert(1, ("advance", goal, player, turn_from, moved))
