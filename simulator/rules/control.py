"""Changes of control (CR 108.4, 613.1b): noticed wherever they come from, an effect, an Aura, or one that ended."""

from __future__ import annotations

from simulator.model.objects import Happening
from simulator.rules.board_index import HELD
from simulator.rules.context import Context
from simulator.rules.layers import candidates
from simulator.rules.wording import public_name
from simulator.sentences import say

#: Flag of a planeswalker or battle that was attacked and removed from combat, until the combat ends.
NOT_ATTACKED = "removed from combat"


def note_changes(ctx: Context) -> None:
    """What follows when permanents have other controllers than before.

    CR 302.6: it is new under the other one's control; CR 506.4: it is removed from combat; CR 708.5: its new
    controller may look at it if it is face down.
    """
    state = ctx.state
    changed = []
    for id in candidates(ctx, HELD):
        obj, now = state.objects[id], ctx.values(id).controller
        if obj.held_by != now:
            changed.append((id, obj.held_by, now))
    # CR 800.4c: what would be under the control of a player who has left the game is exiled as soon as control ends
    stray = [id for id, before, now in changed if before and state.players[now].lost and not state.over]
    changed = [entry for entry in changed if entry[0] not in stray]
    if stray:
        from simulator.rules.zones import Move, move_all

        move_all(ctx, [Move(id, "exile", reason="exiled", rules=("800.4c",)) for id in stray])
    for id, before, now in changed:
        obj = state.write(id)
        obj.held_by = now
        if not before:
            continue
        obj.control_stamp = state.stamp()
        remove_from_combat(ctx, id)
        ctx.tell(say("{now} gains control of {object}", now=now, object=public_name(ctx, id)), "613.1b")
        if obj.face_down is not None:
            state.write_player(now).seen[obj.card_id] = id
    _stopped_fighting(ctx)
    for id, before, _ in changed:
        if before:
            ctx.happen(Happening("lose control", id, player=before))


def _stopped_fighting(ctx: Context) -> None:
    """CR 506.4: what stops being a creature is removed from combat; so is what stops being a thing to attack."""
    combat = ctx.state.combat
    for id in [id for id in (*combat.attackers, *combat.blockers) if id in ctx.state.objects]:
        if not ctx.values(id).is_creature:
            remove_from_combat(ctx, id)
    for id in [id for id in combat.attackers.values() if isinstance(id, int) and id in ctx.state.objects]:
        if not {"Planeswalker", "Battle"} & set(ctx.values(id).types):
            ctx.state.write(id).flags[NOT_ATTACKED] = True


def remove_from_combat(ctx: Context, id: int) -> None:
    """CR 506.4: it stops being an attacking, blocking or blocked creature."""
    combat = ctx.state.combat
    if id in combat.attackers.values() and id in ctx.state.objects:
        # CR 506.4c: who attacked it goes on attacking, but nothing any longer
        ctx.state.write(id).flags[NOT_ATTACKED] = True
    if id in combat.attackers or id in combat.blockers:
        combat.attackers.pop(id, None)
        combat.blockers.pop(id, None)
        combat.blocked.pop(id, None)
        ctx.state.touch()
