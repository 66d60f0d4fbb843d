"""Effects that move objects: destroy, exile, return, put onto the battlefield, counter, search (CR 701)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import FaceDown, Happening
from simulator.rules.amounts import amount
from simulator.rules.announcement import Announcement
from simulator.rules.battles import CastTransformed
from simulator.rules.combat import put_attacking
from simulator.rules.context import Context, Pause
from simulator.rules.destroying import destroy
from simulator.rules.double_faced import can_transform
from simulator.rules.effects.registry import handles, remember
from simulator.rules.entering import Entry, enter_all
from simulator.rules.keyword_nodes import CastForMadness
from simulator.rules.paying import sacrifice_together
from simulator.rules.predicates import fits
from simulator.rules.references import became, matching, objects, pick, players, secretly
from simulator.rules.replacement import prohibited
from simulator.rules.revealing import note_seen, reveal, shuffle_library
from simulator.rules.scope import Scope
from simulator.rules.support import PLAY_DURATIONS, check_duration
from simulator.rules.wording import may_look, name_for, public_name, true_name
from simulator.rules.zones import Move, face_down_as, move, move_all
from simulator.sentences import say


def _current(ctx: Context, ids: list[int]) -> list[int]:
    """The objects as they are now, those that can't be found left out (CR 400.7)."""
    return [now for id in ids for now in became(ctx, id)]


@handles(t.Destroy)
def _destroy(ctx: Context, e: t.Destroy, scope: Scope) -> None:
    found = [id for id in objects(ctx, e.what, scope) if id in ctx.state.objects]
    remember(scope, e.save_as, found)
    scope.done = bool(destroy(ctx, found, regenerate=not e.no_regeneration))


@handles(t.SacrificeEffect)
def _sacrifice(ctx: Context, e: t.SacrificeEffect, scope: Scope) -> None:
    chosen: list[tuple[str, list[int]]] = []
    for name in players(ctx, e.player, scope):
        before, scope.each_player = scope.each_player, name
        chosen.append((name, objects(ctx, e.what, scope)))
        scope.each_player = before
    # CR 101.4: all have chosen before anything is sacrificed
    remember(scope, e.save_as, sacrifice_together(ctx, chosen))


@handles(t.MoveTo)
def _move_to(ctx: Context, e: t.MoveTo, scope: Scope) -> None:
    ids = _current(ctx, objects(ctx, e.what, scope))
    if e.order == "random":
        ids = ctx.shuffle(ids)
    elif e.zone == "library" and e.position != "shuffle" and not _order_was_given(ctx, e.what, ids, scope):
        ids = _arranged(ctx, ids, scope)
    reason = {"exile": "exiled", "hand": "returned", "graveyard": "put", "library": "put"}[e.zone]
    position = e.position
    if e.zone == "library" and position == "top":
        ids = list(reversed(ids))  # the first one named ends up on top
    moves = []
    for id in ids:
        # CR 406.3: who looked at the card as part of exiling it face down may go on looking at it
        lookers = tuple(ctx.obj(id).flags.get("looked", ())) if e.face_down else ()
        moves.append(Move(id, e.zone, position, e.face_down, reason, scope.you, lookers))
    moved = move_all(ctx, moves)
    if e.linked:
        scope.bound[f"linked {e.linked}"] = tuple(moved)
        if scope.source:
            _link(ctx, scope.source, e.linked, moved)
    remember(scope, e.save_as, moved)


def _order_was_given(ctx: Context, what: t.Node, ids: list[int], scope: Scope) -> bool:
    """Whether the cards were chosen one by one just now: the order of that choice is their order."""
    return isinstance(what, t.Choose) and len(matching(ctx, what.where, what.zone, scope)) > len(ids)


def _arranged(ctx: Context, ids: list[int], scope: Scope) -> list[int]:
    """CR 401.4: several cards put into one place of a library at once are arranged, in secret.

    Who carries out the instruction arranges cards of a library that they looked at; else each owner arranges theirs.
    What nobody has looked at stays in its order.

    Returns:
        The objects, for each library from the topmost to the lowest.
    """
    state = ctx.state
    arranged: list[int] = []
    for owner in dict.fromkeys(state.objects[id].owner for id in ids):
        own = [id for id in ids if state.objects[id].owner == owner]
        secret = any(state.objects[id].zone in ("hand", "library") for id in own)
        chooser = scope.you if all(state.objects[id].zone == "library" for id in own) else owner
        known = all(id in ctx.shown or may_look(ctx, id, chooser) for id in own)
        if len(own) > 1 and known and not state.players[chooser].lost:
            options = tuple(Option("object", id, true_name(ctx, id)) for id in own)
            prompt = say("Put these into the library, the first one uppermost.")
            decision = Decision(chooser, "order", prompt, options, len(own), len(own), ("401.4",), hidden=secret)
            own = [int(option.value) for option in ctx.choose(decision)]
        arranged += own
    return arranged


def _link(ctx: Context, source: int, key: str, moved: list[int]) -> None:
    """CR 607.2a: the source's linked ability will find these cards."""
    if source in ctx.state.objects:
        obj = ctx.state.write(source)
        obj.linked[key] = obj.linked.get(key, ()) + tuple(ctx.obj(id).card_id for id in moved)


@handles(t.PutOntoBattlefield)
def _put_onto(ctx: Context, e: t.PutOntoBattlefield, scope: Scope) -> None:
    ids = [id for id in _current(ctx, objects(ctx, e.what, scope)) if ctx.obj(id).zone != "battlefield"]
    controller = players(ctx, e.controller, scope)[0] if e.controller is not None else None
    counters = tuple((c.kind, amount(ctx, c.amount, scope)) for c in e.counters if isinstance(c, t.EnterCounters))
    face_down: FaceDown | None = None
    if isinstance(e.face_down, t.FaceDownAs):
        listed = e.face_down.abilities or e.face_down.subtypes or e.face_down.types != ("Creature",)
        face_down = FaceDown(e.face_down.mode, e.face_down) if listed else face_down_as(e.face_down.mode)
    hosts = objects(ctx, e.attached_to, scope) if e.attached_to is not None else []
    entries = []
    for id in ids:
        face = 0
        if e.transformed:
            if not can_transform(ctx.obj(id)):
                # CR 712.14a: a card that isn't double-faced stays where it is
                ctx.tell(say("{object} has no back face to enter with", object=public_name(ctx, id)), "712.14a")
                continue
            face = 1
        owner = controller or ctx.obj(id).owner
        entries.append(Entry(id, owner, e.tapped, face, face_down, counters, attached_to=hosts[0] if hosts else None))
    entered = enter_all(ctx, entries)
    if e.attacking:
        put_attacking(ctx, entered)
    remember(scope, e.save_as, entered)


@handles(t.Blink)
def _blink(ctx: Context, e: t.Blink, scope: Scope) -> None:
    ids = [id for id in objects(ctx, e.what, scope) if id in ctx.state.objects]
    exiled = move_all(ctx, [Move(id, "exile", reason="exiled", by=scope.you) for id in ids])
    exiled = [id for id in exiled if ctx.obj(id).zone == "exile"]
    if e.end_step:
        back = t.PutOntoBattlefield(
            t.Prior("delayed"), controller=None if e.controller == "owner" else t.You(), tapped=e.tapped
        )
        from simulator.rules.effects.registry import run

        scope.bound[""] = tuple(exiled)
        run(ctx, t.Delayed(t.BeginningOf("end"), back, t.Prior("")), scope)
        remember(scope, e.save_as, exiled)
        return
    entries = [
        Entry(id, ctx.obj(id).owner if e.controller == "owner" else scope.you, e.tapped)
        for id in exiled
        if ctx.obj(id).kind != "token"  # CR 111.7: a token that left can't come back
    ]
    remember(scope, e.save_as, enter_all(ctx, entries))
    scope.done = bool(exiled)


@handles(t.ExileUntilLeaves)
def _exile_until(ctx: Context, e: t.ExileUntilLeaves, scope: Scope) -> None:
    """CR 610.3: until the source leaves; if it has left already, nothing is exiled (610.3c)."""
    if scope.source not in ctx.state.objects:
        remember(scope, e.save_as, [])
        return
    ids = [id for id in objects(ctx, e.what, scope) if id in ctx.state.objects]
    moved = move_all(ctx, [Move(id, "exile", reason="exiled", by=scope.you) for id in ids])
    ctx.state.until_leaves.append((scope.source, tuple(moved)))
    _link(ctx, scope.source, "exiled", moved)
    remember(scope, e.save_as, moved)


@handles(t.CounterSpell)
def _counter(ctx: Context, e: t.CounterSpell, scope: Scope) -> None:
    done = False
    for id in objects(ctx, e.what, scope):
        obj = ctx.state.objects.get(id)
        if obj is None or obj.zone != "stack":
            continue
        if prohibited(ctx, "be countered", id, by=scope.source or None) is not None or _uncounterable(ctx, id):
            ctx.tell(say("{object} can't be countered", object=public_name(ctx, id)), "101.2")
            continue
        done = True
        ctx.tell(say("{object} is countered", object=public_name(ctx, id)), "701.6a")
        if obj.kind == "ability":
            from simulator.rules.zones import leave

            leave(ctx, id)
        else:
            move(ctx, id, e.to_zone, reason="put", rules=("701.6a",))
    scope.done = done


def _uncounterable(ctx: Context, id: int) -> bool:
    """Its own text says that it can't be countered."""
    obj = ctx.state.objects[id]
    if obj.kind == "ability":
        return False
    if obj.flags.get("can't be countered"):
        return True
    for ability in ctx.values(id).abilities:
        if isinstance(ability, t.Static):
            for part in ability.parts:
                if isinstance(part, t.Cant) and part.what == "be countered":
                    own = Scope(source=id, you=obj.controller)
                    if part.where is None or fits(ctx, part.where, id, own):
                        return True
    return False


@handles(t.Search)
def _search(ctx: Context, e: t.Search, scope: Scope) -> None:
    found_all: list[int] = []
    for name in players(ctx, e.player, scope):
        owner = players(ctx, e.library_of, scope)[0] if e.library_of is not None else name
        if prohibited(ctx, "search", player=name) is not None:
            ctx.tell(say("{name} can't search", name=name), "101.2")
            continue
        library = list(ctx.state.players[owner].library)
        for id in library:
            note_seen(ctx, id, name)
        legal = [id for id in library if fits(ctx, e.where, id, scope)]
        most = min(amount(ctx, e.amount, scope), len(legal))
        # CR 701.23b: with a stated quality the player needn't find anything
        least = 0 if e.up_to or e.where != t.AllOf() else most
        ctx.tell(say("{name} searches {owner}'s library", name=name, owner=owner), "701.23a")
        # CR 701.23b: nobody else may know whether there is anything to be found
        secret = secretly(ctx, e.where, library)
        found = pick(ctx, name, say("Search: choose cards."), legal, least, most, "701.23a", hidden=secret)
        if e.reveal:
            reveal(ctx, found)
        found_all += _found_go(ctx, e, name, found)
        ctx.happen(Happening("does", player=name, word="search"))
    remember(scope, e.save_as, found_all)


def _found_go(ctx: Context, e: t.Search, player: str, found: list[int]) -> list[int]:
    if e.to == "battlefield":
        return enter_all(ctx, [Entry(id, player, e.tapped) for id in found])
    if e.to in ("hand", "graveyard", "exile"):
        return move_all(ctx, [Move(id, e.to, reason="put") for id in found])
    if e.to == "top":
        shuffled = [id for id in found if id in ctx.state.objects]
        for id in shuffled:
            ctx.state.write(id)
        return shuffled
    return found


@handles(t.Shuffle)
def _shuffle(ctx: Context, e: t.Shuffle, scope: Scope) -> None:
    for name in players(ctx, e.player, scope):
        shuffle_library(ctx, name)


@handles(t.CastCard)
def _cast_card(ctx: Context, e: t.CastCard, scope: Scope) -> None:
    """CR 608.2g: cast or play it now, while the effect resolves, or permission to do so later."""
    check_duration(e.duration, PLAY_DURATIONS)
    if not e.duration:
        _cast_now(ctx, e, scope)
        return
    for name in players(ctx, e.player, scope):
        for id in _current(ctx, objects(ctx, e.what, scope)):
            obj = ctx.state.write(id)
            obj.flags["playable by"] = name
            obj.flags["playable until"] = (e.duration, ctx.state.turn)
            obj.flags["playable free"] = e.free
            obj.flags["playable any mana"] = e.any_mana


def _cast_now(ctx: Context, e: t.CastCard, scope: Scope) -> None:
    """CR 608.2g: the player casts it as the effect is carried out; no timing rules apply."""
    from simulator.rules.casting import cast

    done = False
    for name in players(ctx, e.player, scope):
        for id in _current(ctx, objects(ctx, e.what, scope)):
            obj = ctx.state.objects[id]
            front = obj.card.front
            known = name_for(ctx, id, name)
            if "Land" in front.type_line.types and e.play:
                done = _play_now(ctx, name, id, e.may) or done
                continue
            said = Announcement(during_resolution=True, free=e.free, any_mana=e.any_mana)
            if "Land" in front.type_line.types or not could_cast(ctx, name, id, said):
                if e.may:
                    _refrain(ctx, name, id, say("Cast {known}?", known=known))
                continue
            if e.may and not ctx.may(name, say("Cast {known}?", known=known), ("608.2g",)):
                continue
            if obj.card.layout in ("split", "adventure", "modal_dfc"):
                raise Unsupported(say("casting one half or face while an effect resolves isn't simulated yet"))
            cast(ctx, name, id, Announcement(during_resolution=True, free=e.free, any_mana=e.any_mana))
            done = True
    scope.done = done


def _refrain(ctx: Context, player: str, id: int, prompt: str) -> None:
    """CR 400.2: that a card can't be cast or played says something about it to those who don't see it."""
    if any(not may_look(ctx, id, name) for name in ctx.state.order):
        ctx.refrain(player, prompt, ("608.2g",))


def _play_now(ctx: Context, player: str, id: int, may: bool) -> bool:
    """Play a land while an effect resolves: only in one's own turn, and one of that turn's plays (CR 305.2b, 305.3)."""
    from simulator.rules.special_actions import lands_allowed

    state = ctx.state
    prompt = say("Play {object}?", object=name_for(ctx, id, player))
    full = state.active != player or state.players[player].lands_played >= lands_allowed(ctx, player)
    if full or prohibited(ctx, "play lands", player=player) is not None:
        if may:
            _refrain(ctx, player, id, prompt)
        return False
    if may and not ctx.may(player, prompt, ("608.2g",)):
        return False
    state.write_player(player).lands_played += 1
    zone = state.objects[id].zone
    for new in enter_all(ctx, [Entry(id, player, rules=("305.1",))]):
        ctx.happen(Happening("play land", new, player=player, from_zone=zone))
    return True


@handles(CastForMadness)
def _cast_for_madness(ctx: Context, e: CastForMadness, scope: Scope) -> None:
    from simulator.rules.casting import cast

    for id in _current(ctx, [scope.source]):
        if ctx.obj(id).zone != "exile":
            continue
        name = ctx.obj(id).owner
        said = Announcement(during_resolution=True, ways=("madness",))
        if could_cast(ctx, name, id, said) and ctx.may(
            name, say("Cast {object}?", object=name_for(ctx, id, name)), ("702.35a",)
        ):
            cast(ctx, name, id, Announcement(during_resolution=True, ways=("madness",)))
        else:
            move(ctx, id, "graveyard", reason="put", rules=("702.35a",))


@handles(CastTransformed)
def _cast_transformed(ctx: Context, e: CastTransformed, scope: Scope) -> None:
    """CR 310.11b, 712.11a: the exiled Siege may be cast with its back face up, for nothing."""
    from simulator.rules.casting import cast

    done = False
    for id in _current(ctx, objects(ctx, e.what, scope)):
        if not can_transform(ctx.state.objects[id]):
            continue
        back = ctx.state.objects[id].card.faces[1].name
        said = Announcement(face=1, during_resolution=True, free=True, transformed=True)
        if could_cast(ctx, scope.you, id, said) and ctx.may(scope.you, say("Cast {back}?", back=back), ("310.11b",)):
            cast(ctx, scope.you, id, Announcement(face=1, during_resolution=True, free=True, transformed=True))
            done = True
    scope.done = done


def could_cast(ctx: Context, player: str, id: int, said: Announcement) -> bool:
    """Whether the card could be cast at all, as far as that is known before any choice."""
    from simulator.rules.casting import cast

    try:
        cast(Context(ctx.state.clone()), player, id, said)
    except IllegalAction:
        return False
    except Pause:
        return True
    return True
