"""Turn structure (CR 500–514): steps, their turn-based actions, and the end of durations."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.model.state import STEPS, ContinuousEffect
from simulator.rules.cards import choose_discard, draw_cards
from simulator.rules.combat import end_combat
from simulator.rules.combat_damage import combat_damage, needs_first_strike
from simulator.rules.context import Context
from simulator.rules.control import note_changes
from simulator.rules.exerting import stays_tapped
from simulator.rules.keywords import LAST_UPKEEP
from simulator.rules.mana import empty_pools
from simulator.rules.monarch import MONARCH
from simulator.rules.paying import untap
from simulator.rules.phasing import phase_in_and_out
from simulator.rules.predicates import fits
from simulator.rules.references import pick
from simulator.rules.replacement import DRAWN_BEFORE, parts_of, player_rules, prohibited
from simulator.rules.sagas import final_chapter
from simulator.rules.wording import public_name
from simulator.sentences import say

#: Steps in which no player gets priority (CR 502.4, 514.3).
NO_PRIORITY = ("untap", "cleanup")
#: Flag of a turn: players got priority in this cleanup step, so that another one begins (CR 514.3a).
ANOTHER_CLEANUP = "another cleanup"
#: Flag of a player: when the latest of their upkeeps began.
UPKEEP = "upkeep began"

_STEP_EVENT = {
    "combat": "combat",
    "end-of-combat": "end of combat",
    "end": "end",
    "upkeep": "upkeep",
    "draw": "draw",
    "main": "main",
    "second-main": "second-main",
}


def next_step(ctx: Context) -> str:
    """The step after this one; those that don't happen are left out (CR 508.8, 510.4)."""
    state = ctx.state
    index = STEPS.index(state.step)
    while True:
        index += 1
        if index == len(STEPS):
            return "next turn"
        step = STEPS[index]
        if step == "draw" and (_skips(ctx, state.active, "draw step") or _never(ctx, "skip draw")):
            ctx.tell(say("{player} skips the draw step", player=state.active), "614.10")
            continue
        if step == "combat" and _skips(ctx, state.active, "combat phase"):
            ctx.tell(say("{player} skips the combat phase", player=state.active), "614.10")
            index = STEPS.index("second-main") - 1
            continue
        if step in ("blockers", "damage", "first-damage") and not state.combat.attacked:
            continue  # CR 508.8: nobody attacked: no blockers and damage steps, however many attackers are left now
        if step == "first-damage" and not needs_first_strike(ctx):
            continue
        return step


def _skips(ctx: Context, player: str, what: str) -> bool:
    """CR 614.10: a skip effect of the player for that is used up, if there is one."""
    waiting = (player, what)
    if waiting not in ctx.state.skips:
        return False
    ctx.state.skips.remove(waiting)
    return True


def _never(ctx: Context, rule: str) -> bool:
    return any(player_rules(ctx, ctx.state.active, rule))


def end_step(ctx: Context) -> None:
    """CR 500.5: unspent mana empties as a step or phase ends, and effects until then end."""
    state = ctx.state
    empty_pools(ctx)
    if state.step == "end-of-combat":
        end_combat(ctx)
        _expire(ctx, lambda e: e.duration == "end of combat")


def begin_step(ctx: Context, step: str) -> None:
    """Begin a step: its turn-based actions, then its "beginning of" triggers."""
    state = ctx.state
    state.step = step
    state.priority = None if step in NO_PRIORITY else state.active
    state.passed = ()
    state.turn_flags.pop(ANOTHER_CLEANUP, None)
    state.touch()
    if step == "untap":
        _untap_step(ctx)
    elif step == "upkeep":
        own = state.write_player(state.active).flags
        own[LAST_UPKEEP], own[UPKEEP] = own.get(UPKEEP, 0), state.stamp()
    elif step == "draw":
        state.turn_flags[DRAWN_BEFORE] = state.players[state.active].flags.get("cards drawn", 0)
        draw_cards(ctx, state.active, 1)  # CR 504.1
    elif step == "first-damage":
        combat_damage(ctx, first=True)
    elif step == "damage":
        combat_damage(ctx, first=False)
    elif step == "cleanup":
        _cleanup(ctx)
    word = _STEP_EVENT.get(step)
    if word is not None:
        ctx.happen(Happening("step", player=state.active, word=word))
    if step == "main":
        _saga_counters(ctx)


def _saga_counters(ctx: Context) -> None:
    """CR 714.3c: as the precombat main phase begins, a lore counter on each Saga of the active player."""
    from simulator.rules.counters import add_counters

    for id in ctx.permanents():
        values = ctx.values(id)
        if values.controller == ctx.state.active and values.is_type("Saga") and final_chapter(ctx, id):
            add_counters(ctx, id, "lore", 1, effect=False)


def begin_turn(ctx: Context, player: str) -> None:
    """A new turn begins (CR 500.1); per-turn facts start anew."""
    state = ctx.state
    state.turn += 1
    state.active = player
    state.turn_flags = {}
    state.happened = []
    state.happened_digest = (0, "")
    for name in state.order:
        writable = state.write_player(name)
        kept = {key: writable.flags[key] for key in (UPKEEP, LAST_UPKEEP, MONARCH) if key in writable.flags}
        writable.flags = {"spells cast last turn": writable.flags.get("spells cast", 0), **kept}
        writable.lands_played = 0
    state.write_player(player).turn_stamp = state.stamp()
    state.touch()
    ctx.tell(say("{player}'s turn begins", player=player), "500.1")
    _expire(ctx, lambda e: e.duration == "your next turn" and e.controller == player and e.turn < state.turn)


def next_player(ctx: Context) -> str:
    """Who takes the next turn (CR 103.1, 500.7)."""
    state = ctx.state
    while state.extra_turns:
        name = state.extra_turns.pop(0)
        # CR 614.10: an extra turn may be the next turn of a player who skips it
        if state.players[name].lost or _skips_turn(ctx, name):
            continue
        state.turns_go_on_after = state.turns_go_on_after or state.active
        return name
    order = state.order
    # CR 500.7: extra turns are added directly after a turn; the turn order goes on from there as if they weren't
    index = order.index(state.turns_go_on_after or state.active)
    state.turns_go_on_after = ""
    # CR 614.10: a skipped turn is as if it weren't there; each skip is used up by one turn
    for offset in range(1, len(order) * (len(state.skips) + 1) + 1):
        name = order[(index + offset) % len(order)]
        if not state.players[name].lost and not _skips_turn(ctx, name):
            return name
    return state.active


def _skips_turn(ctx: Context, player: str) -> bool:
    if not _skips(ctx, player, "turn"):
        return False
    ctx.tell(say("{player} skips a turn", player=player), "614.10")
    return True


def _untap_step(ctx: Context) -> None:
    """CR 502: phasing, then the active player's permanents untap at the same time."""
    state = ctx.state
    if _skips(ctx, state.active, "untap step") or _never(ctx, "skip untap"):
        # CR 614.10, 702.26m: nothing of it happens, phasing in neither
        ctx.tell(say("{player} skips the untap step", player=state.active), "614.10")
        return
    phase_in_and_out(ctx, state.active)
    wanted: list[int] = []
    # CR 701.43a, 701.43b: also of what is untapped or controlled by another the effect ends now
    exerted = [id for id in ctx.permanents() if stays_tapped(ctx, id)]
    for id in ctx.permanents():
        if not state.objects[id].tapped or ctx.controller(id) != state.active or id in exerted:
            continue
        frozen = state.objects[id].flags.get("doesn't untap")
        if frozen:
            state.write(id).flags.pop("doesn't untap")
            continue
        if prohibited(ctx, "untap", id, state.active) is None and not _kept_tapped(ctx, id):
            wanted.append(id)
    for _, _, part, scope in list(parts_of(ctx, t.UntapLimit)):
        if isinstance(part, t.UntapLimit):
            limited = [id for id in wanted if fits(ctx, part.where, id, scope)]
            if len(limited) > part.amount:
                prompt = say("Choose {amount} to untap.", amount=part.amount)
                kept = pick(ctx, state.active, prompt, limited, part.amount, part.amount, "502.3")
                wanted = [id for id in wanted if id not in limited or id in kept]
    for id in wanted:
        untap(ctx, id)
    for _, controller, part, scope in list(parts_of(ctx, t.UntapsToo)):
        # it isn't the untap step of their controller: what keeps them tapped there doesn't matter
        if isinstance(part, t.UntapsToo) and controller != state.active:
            for id in [id for id in ctx.permanents() if state.objects[id].tapped and fits(ctx, part.where, id, scope)]:
                untap(ctx, id)


def _kept_tapped(ctx: Context, id: int) -> bool:
    """CR 502.3: effects may let its controller choose not to untap it."""
    may = any(
        isinstance(part, t.MayNotUntap) and fits(ctx, part.where, id, scope)
        for _, _, part, scope in parts_of(ctx, t.MayNotUntap)
    )
    return may and ctx.may(ctx.state.active, say("Keep {object} tapped?", object=public_name(ctx, id)), ("502.3",))


def _cleanup(ctx: Context) -> None:
    """CR 514.1–514.2: discard to hand size; damage wears off and "until end of turn" effects end, at the same time."""
    state = ctx.state
    limit = None if any(player_rules(ctx, state.active, "no maximum hand size")) else 7
    hand = state.players[state.active].hand
    if limit is not None and len(hand) > limit:
        choose_discard(ctx, state.active, len(hand) - limit)
    for id in list(state.battlefield):
        obj = state.objects[id]
        if obj.damage or obj.deathtouched or obj.flags.get("regeneration"):
            obj = state.write(id)
            obj.damage = 0
            obj.deathtouched = False
            obj.flags.pop("regeneration", None)
    _expire(
        ctx,
        lambda e: (
            e.duration in ("end of turn", "this turn")
            or (e.duration == "end of your next turn" and e.controller == state.active and e.turn < state.turn)
        ),
    )
    state.delayed = [d for d in state.delayed if d.until != "end of turn"]
    state.shields = []
    _end_permissions(ctx)


def _end_permissions(ctx: Context) -> None:
    """CR 514.2: permissions to play cards until the end of a turn end."""
    state = ctx.state
    for id, obj in list(state.objects.items()):
        until = obj.flags.get("playable until")
        if until is None:
            continue
        duration, turn = until
        own = state.active == obj.flags.get("playable by")
        if duration == "end of turn" or (duration == "end of your next turn" and own and turn < state.turn):
            flags = state.write(id).flags
            for key in ("playable by", "playable until", "playable free", "playable any mana"):
                flags.pop(key, None)


def _expire(ctx: Context, ended) -> None:  # type: ignore[no-untyped-def]
    state = ctx.state
    kept = [effect for effect in state.effects if not ended(effect)]
    if len(kept) == len(state.effects):
        return
    state.effects = kept
    state.touch()
    note_changes(ctx)


def expire_sources(ctx: Context) -> None:
    """End effects that last "for as long as" something is true (CR 611.2b)."""
    state = ctx.state

    def ended(effect: ContinuousEffect) -> bool:
        source = state.objects.get(effect.source)
        gone = source is None or source.zone != "battlefield"
        if effect.duration == "while source":
            return gone
        if effect.duration == "while tapped":
            return gone or source is None or not source.tapped
        if effect.duration == "while untapped":
            return gone or source is None or source.tapped
        if effect.duration == "while controlled":
            return gone or ctx.controller(effect.source) != effect.controller
        if effect.duration == "while face down":
            # of what it affects: a permanent that was turned up isn't affected again (CR 611.2b)
            affected = [state.objects.get(id) for id in effect.objects]
            return not any(obj is not None and obj.face_down is not None for obj in affected)
        return False

    if any(effect.duration.startswith("while") for effect in state.effects):
        _expire(ctx, ended)
