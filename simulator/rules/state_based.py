"""State-based actions (CR 704): checked whenever a player would get priority, all at once, until none applies."""

from __future__ import annotations

from simulator.model.objects import Happening
from simulator.rules.attaching import can_attach, unattach
from simulator.rules.battles import choose_protector, possible_protectors, protector_of
from simulator.rules.bestowing import is_bestowed
from simulator.rules.board_index import CHECKED
from simulator.rules.context import Context
from simulator.rules.layers import candidates
from simulator.rules.monarch import pass_on
from simulator.rules.references import pick
from simulator.rules.replacement import prohibited
from simulator.rules.sagas import final_chapter, is_waiting
from simulator.rules.wording import public_name
from simulator.rules.zones import Move, leave, move_all
from simulator.sentences import say


def check(ctx: Context) -> bool:
    """Perform all applicable state-based actions at once; whether any was performed (CR 704.3)."""
    performed = [_players(ctx), _vanished(ctx), _permanents(ctx)]
    return any(performed)


def _players(ctx: Context) -> bool:
    """CR 704.5a–704.5c."""
    state = ctx.state
    losing: list[tuple[str, str]] = []
    for name in state.players_in_turn_order():
        player = state.players[name]
        if player.life <= 0:
            losing.append((name, "704.5a"))
        elif player.drew_from_empty:
            losing.append((name, "704.5b"))
        elif player.counters.get("poison", 0) >= 10:
            losing.append((name, "704.5c"))
        if player.drew_from_empty:
            state.write_player(name).drew_from_empty = False
    return lose_together(ctx, losing)


def lose(ctx: Context, name: str, rule: str) -> bool:
    """A player loses and leaves the game (CR 104.3, 800.4a); whether they did."""
    return lose_together(ctx, [(name, rule)])


def lose_together(ctx: Context, losing: list[tuple[str, str]]) -> bool:
    """Players lose at the same time, each for a rule; whether anybody did."""
    state = ctx.state
    # CR 104.3a: no effect keeps a player who concedes in the game
    out = [
        (name, rule)
        for name, rule in losing
        if not state.players[name].lost and (rule == "104.3a" or prohibited(ctx, "lose", player=name) is None)
    ]
    for name, rule in out:
        state.write_player(name).lost = True
        ctx.tell(say("{name} loses the game", name=name), rule)
    left = [name for name in state.order if not state.players[name].lost]
    if not out or state.over:
        return bool(out)
    if len(left) > 1:
        for name, _ in out:
            _leave_game(ctx, name)
    elif left:
        win(ctx, left[0], "104.2a")
    else:
        ctx.tell(say("All players lose at the same time: the game is a draw"), "104.4a")
        end_game(ctx)
    return True


def win(ctx: Context, name: str, *rules: str) -> None:
    """A player wins and the game ends (CR 104.1, 104.2)."""
    if ctx.state.over:
        return
    ctx.state.write_player(name).won = True
    ctx.tell(say("{name} wins the game", name=name), *(rules or ("104.2b",)))
    end_game(ctx)


def end_game(ctx: Context) -> None:
    """CR 708.9, 702.143f: at the end of the game all face-down permanents, spells and foretold cards are revealed."""
    from simulator.rules.revealing import reveal_face_down, reveal_foretold

    state = ctx.state
    state.over = True
    reveal_face_down(ctx, [*state.battlefield, *state.stack])
    reveal_foretold(ctx)
    state.priority = None


def _leave_game(ctx: Context, name: str) -> None:
    """CR 800.4a: all objects that the player owns leave the game, effects that give control end, the rest is exiled.

    CR 708.9, 702.143f: face-down permanents and spells and foretold cards of that player are revealed.
    """
    from simulator.rules.revealing import reveal_face_down, reveal_foretold

    state = ctx.state
    reveal_face_down(ctx, [id for id in [*state.battlefield, *state.stack] if state.objects[id].owner == name])
    reveal_foretold(ctx, name)
    for id in list(state.objects):
        if state.objects[id].owner == name and id in state.objects:
            leave(ctx, id)
    state.effects = [
        effect
        for effect in state.effects
        if not any(getattr(getattr(mod, "player", None), "name", "") == name for mod in effect.mods)
    ]
    state.touch()
    stray = [id for id in state.battlefield if ctx.values(id).controller == name]
    move_all(ctx, [Move(id, "exile", reason="exiled", rules=("800.4a",)) for id in stray])
    for id in [i for i in state.stack if state.objects[i].controller == name]:
        if state.objects[id].kind == "card":
            # CR 800.4a: a spell that is another player's card is exiled
            move_all(ctx, [Move(id, "exile", reason="exiled", rules=("800.4a",))])
        else:
            leave(ctx, id)  # objects on the stack that aren't cards cease to exist
    pass_on(ctx, name)
    if state.active == name:
        state.turn_flags["active left"] = True


def _vanished(ctx: Context) -> bool:
    """CR 704.5d, 704.5e: tokens outside the battlefield and copies of spells outside the stack cease to exist."""
    gone = [
        obj.id
        for obj in ctx.state.objects.values()
        if obj.kind != "card"
        and (
            (obj.kind == "token" and obj.zone not in ("battlefield", "", "stack"))
            or (obj.kind == "copy" and obj.zone != "stack")
        )
    ]
    for id in gone:
        leave(ctx, id)
    return bool(gone)


def _permanents(ctx: Context) -> bool:
    """CR 704.5f–704.5q and others, found first, then performed together."""
    state = ctx.state
    from simulator.rules.destroying import destroy

    to_graveyard: list[tuple[int, str]] = []
    to_destroy: list[tuple[int, str]] = []
    to_unattach: list[int] = []
    annihilate: list[int] = []
    to_sacrifice: list[int] = []
    ctx.spend(1 + len(state.battlefield))
    battles = legends = worlds = roles = False
    for id in candidates(ctx, CHECKED):
        values, obj = ctx.values(id), state.objects[id]
        battles = battles or "Battle" in values.types
        roles = roles or "Role" in values.subtypes
        if values.supertypes:
            legends = legends or "Legendary" in values.supertypes
            worlds = worlds or "World" in values.supertypes
        if values.is_creature:
            toughness = values.toughness or 0
            if toughness <= 0:
                to_graveyard.append((id, "704.5f"))
            elif obj.damage >= toughness:
                to_destroy.append((id, "704.5g"))
            elif obj.deathtouched and obj.damage > 0:
                to_destroy.append((id, "704.5h"))
        if "Planeswalker" in values.types and not obj.counters.get("loyalty"):
            to_graveyard.append((id, "704.5i"))
        if "Battle" in values.types and not obj.counters.get("defense") and not is_waiting(ctx, id):
            to_graveyard.append((id, "704.5v"))
        if "Saga" in values.subtypes and not is_waiting(ctx, id):
            final = final_chapter(ctx, id)
            if final and obj.counters.get("lore", 0) >= final:
                to_sacrifice.append(id)
        if values.subtypes and values.is_type("Aura"):
            host = obj.attached_to
            if host is not None and is_bestowed(ctx, id) and can_attach(ctx, id, host) is not None:
                to_unattach.append(id)  # CR 702.103f: an exception to 704.5m
            elif host is None or can_attach(ctx, id, host) is not None:
                to_graveyard.append((id, "704.5m"))
        elif obj.attached_to is not None and can_attach(ctx, id, obj.attached_to) is not None:
            to_unattach.append(id)
        if obj.counters.get("+1/+1") and obj.counters.get("-1/-1"):
            annihilate.append(id)
    done = False
    for id in candidates(ctx, CHECKED):
        if state.objects[id].deathtouched:
            # CR 704.5h: only damage since the last check counts
            state.write(id).deathtouched = False
    done = (battles and _protectors(ctx, to_graveyard)) or done
    legend = _legend_rule(ctx) if legends else []
    legend += (_world_rule(ctx) if worlds else []) + (_roles(ctx) if roles else [])
    leaving = dict(reversed(to_graveyard + legend))
    moves = [Move(id, "graveyard", reason="put", rules=(rule,)) for id, rule in leaving.items()]
    moves += [Move(id, "graveyard", reason="sacrificed", rules=("704.5s",)) for id in to_sacrifice if id not in leaving]
    destroyed = [id for id, _ in to_destroy if id not in [m.id for m in moves]]
    batch, players = state.next_batch, {id: ctx.controller(id) for id in to_sacrifice if id not in leaving}
    if moves and destroyed:
        done = True
        _together(ctx, moves, destroyed)
    elif moves:
        done = bool(move_all(ctx, moves)) or done
    elif destroyed:
        rules = tuple(dict.fromkeys(rule for _, rule in to_destroy))
        regenerating = [id for id in destroyed if state.objects[id].flags.get("regeneration")]
        done = bool(destroy(ctx, destroyed, True, *rules, by_effect=False)) or bool(regenerating) or done
    for id, player in players.items():
        if id not in state.objects:
            # CR 704.5s: its controller sacrifices it
            ctx.happen(Happening("sacrifice", id, player=player, batch=batch))
    return _counters_and_attachments(ctx, annihilate, to_unattach) or done


def _counters_and_attachments(ctx: Context, annihilate: list[int], to_unattach: list[int]) -> bool:
    """CR 704.5n, 704.5p, 704.5q, of those that are still there.

    CR 704.3: all is performed at once: what leaves in the same event was last as it was before, with its counters.
    """
    state = ctx.state
    annihilate = [id for id in annihilate if id in state.objects]
    to_unattach = [id for id in to_unattach if id in state.objects and state.objects[id].attached_to is not None]
    for id in annihilate:
        obj = state.write(id)
        number = min(obj.counters["+1/+1"], obj.counters["-1/-1"])
        for kind in ("+1/+1", "-1/-1"):
            obj.counters[kind] -= number
            if not obj.counters[kind]:
                del obj.counters[kind]
        ctx.tell(
            say(
                "{number} +1/+1 and -1/-1 counters are removed from {object}",
                number=number,
                object=public_name(ctx, id),
            ),
            "704.5q",
        )
    for id in to_unattach:
        ctx.tell(
            say("{object} becomes unattached", object=public_name(ctx, id)),
            "704.5n" if "Equipment" in ctx.values(id).subtypes else "704.5p",
        )
        unattach(ctx, id)
    return bool(annihilate or to_unattach)


def _together(ctx: Context, moves: list[Move], destroyed: list[int]) -> None:
    """CR 704.3: everything happens at once, so that what dies together sees it (603.10a)."""
    from simulator.rules.destroying import destroyable

    dying = destroyable(ctx, destroyed, by_effect=False)
    move_all(ctx, moves + [Move(id, "graveyard", reason="destroyed", rules=("704.5g",)) for id in dying])


def _protectors(ctx: Context, to_graveyard: list[tuple[int, str]]) -> bool:
    """CR 704.5w, 704.5x: a battle that isn't attacked and has no fit protector gets one, or goes."""
    done = False
    for id in ctx.permanents():
        if "Battle" not in ctx.values(id).types or id in ctx.state.combat.attackers.values():
            continue
        if protector_of(ctx, id) not in possible_protectors(ctx, id):
            if choose_protector(ctx, id):
                done = True
            else:
                to_graveyard.append((id, "704.5w"))
    return done


def _world_rule(ctx: Context) -> list[tuple[int, str]]:
    """CR 704.5k: of permanents with the supertype world only the newest stays."""
    worlds = [id for id in ctx.permanents() if "World" in ctx.values(id).supertypes]
    if len(worlds) < 2:
        return []
    newest = max(worlds, key=lambda id: ctx.state.objects[id].timestamp)
    return [(id, "704.5k") for id in worlds if id != newest]


def _roles(ctx: Context) -> list[tuple[int, str]]:
    """CR 704.5y: of a player's Roles on one permanent only the newest stays."""
    newest: dict[tuple[object, str], int] = {}
    gone: list[tuple[int, str]] = []
    objects = ctx.state.objects
    for id in sorted(ctx.permanents(), key=lambda id: objects[id].timestamp):
        if "Role" in ctx.values(id).subtypes and objects[id].attached_to is not None:
            key = (objects[id].attached_to, ctx.values(id).controller)
            if key in newest:
                gone.append((newest[key], "704.5y"))
            newest[key] = id
    return gone


def _legend_rule(ctx: Context) -> list[tuple[int, str]]:
    """CR 704.5j: of legendary permanents with the same name its controller keeps one; nameless ones share no name."""
    groups: dict[tuple[str, str], list[int]] = {}
    for id in ctx.permanents():
        values = ctx.values(id)
        if "Legendary" in values.supertypes and prohibited(ctx, "legend rule", id) is None:
            for name in values.names:
                groups.setdefault((values.controller, name), []).append(id)
    gone: list[tuple[int, str]] = []
    for (controller, name), ids in groups.items():
        left = [id for id in ids if id not in [g[0] for g in gone]]
        if len(left) > 1:
            kept = pick(
                ctx, controller, say("Legend rule: keep one {name}.", name=name), left, 1, 1, "704.5j", kind="legend"
            )
            gone += [(id, "704.5j") for id in left if id not in kept]
    return gone
