"""Names for the log: what each viewer may call an object. Part of the hidden-information boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from simulator.abilities import tree as t
from simulator.model.decisions import Option
from simulator.model.objects import GameObject
from simulator.rules.board_index import STATIC
from simulator.rules.context import Context
from simulator.rules.layers import candidates
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope
from simulator.sentences import say

#: Flag of a card that comes from outside the game to be put down face down: only its owner knows which it is.
OUTSIDE = "from outside, face down"

#: What everybody may call a face-down object, by how it became so (CR 708.6).
_PERMANENTS: dict[str, Callable[[int], str]] = {
    "morph": lambda handle: say("#{handle} (face-down permanent, cast face down)", handle=handle),
    "disguise": lambda handle: say("#{handle} (face-down permanent, cast face down with disguise)", handle=handle),
    "manifest": lambda handle: say("#{handle} (face-down permanent, manifested)", handle=handle),
    "cloak": lambda handle: say("#{handle} (face-down permanent, cloaked)", handle=handle),
    "effect": lambda handle: say("#{handle} (face-down permanent, turned face down)", handle=handle),
}
_SPELLS: dict[str, Callable[[int], str]] = {
    "morph": lambda handle: say("#{handle} (face-down spell, cast face down)", handle=handle),
    "disguise": lambda handle: say("#{handle} (face-down spell, cast face down with disguise)", handle=handle),
    "manifest": lambda handle: say("#{handle} (face-down spell, manifested)", handle=handle),
    "cloak": lambda handle: say("#{handle} (face-down spell, cloaked)", handle=handle),
    "effect": lambda handle: say("#{handle} (face-down spell, turned face down)", handle=handle),
}


def options_for(ctx: Context, things: Iterable[int | str], viewer: str) -> tuple[Option, ...]:
    """Objects and players as options of a decision, named as the viewer may name them."""
    return tuple(
        Option("player", x, x) if isinstance(x, str) else Option("object", x, name_for(ctx, x, viewer)) for x in things
    )


def may_look(ctx: Context, id: int, player: str | None) -> bool:
    """Whether a player (None: a spectator) may look at an object's face right now.

    CR 708.5: the controller may look at a face-down spell or permanent; others need an effect. CR 400.2: hand and
    library are hidden; CR 401.2: nobody looks at a library, its owner included. CR 406.3: cards exiled face down
    can't be examined except by those whom an effect lets look.
    """
    obj = ctx.obj(id)
    if not ctx.exists(id):
        return obj.zone in ("battlefield", "stack", "graveyard", "exile", "command") and obj.face_down is None
    if obj.zone in ("battlefield", "stack"):
        if obj.face_down is None or obj.kind == "ability":
            return True
        return player is not None and (ctx.controller(id) == player or _allowed(ctx, id, player))
    if obj.zone == "hand":
        return obj.owner == player or player in obj.flags.get("looked", ())
    if obj.zone == "library":
        shown = obj.flags.get("looked", ())
        return player in shown or _top_visible(ctx, obj, player)
    if obj.zone == "exile" and obj.flags.get("exiled face down"):
        return player is not None and (
            player in obj.flags.get("lookers", ())
            or _allowed(ctx, id, player, "exiled cards")
            or _hidden_away(ctx, obj, player)
        )
    if obj.flags.get(OUTSIDE):
        return obj.owner == player
    return True


def _hidden_away(ctx: Context, obj: GameObject, player: str) -> bool:
    """CR 702.75a: the player who controls the permanent with hideaway that exiled the card may look at it."""
    return any(
        obj.card_id in ctx.state.objects[id].linked.get("exiled", ())
        and ctx.controller(id) == player
        and any(isinstance(a, t.Keyword) and a.name == "hideaway" for a in ctx.state.objects[id].card.front.abilities)
        for id in ctx.permanents()
        if ctx.state.objects[id].linked
    )


def _allowed(ctx: Context, id: int, player: str, what: str = "") -> bool:
    """Whether a static ability lets the player look: at permanents, or at exiled cards."""
    for source, part in looking_permissions(ctx):
        right = part.what == what if what else part.what not in ("top of library", "exiled cards")
        if right and ctx.controller(source) == player:
            scope = Scope(source=source, you=player)
            if fits(ctx, part.where, id, scope):
                return True
    return False


def _top_visible(ctx: Context, obj: GameObject, player: str | None) -> bool:
    library = ctx.state.players[obj.owner].library
    if not library or library[0] != obj.id:
        return False
    for source, part in looking_permissions(ctx):
        if part.what == "top of library" and ctx.controller(source) == obj.owner:
            if part.revealed or player == obj.owner:
                return True
    return False


def looking_permissions(ctx: Context) -> list[tuple[int, t.MayLook]]:
    """Static abilities that let somebody look at cards."""
    found: list[tuple[int, t.MayLook]] | None = ctx.state.cache.get("looking")
    if found is None:
        found = [
            (id, part)
            for id in candidates(ctx, STATIC)
            for ability in ctx.values(id).abilities
            if isinstance(ability, t.Static)
            for part in ability.parts
            if isinstance(part, t.MayLook)
        ]
        ctx.state.cache["looking"] = found
    return found


def true_name(ctx: Context, id: int) -> str:
    """The name of the card itself, as somebody who may look at it reads it."""
    obj = ctx.obj(id)
    if obj.token_of is not None:
        return " // ".join(obj.token_of.names) or say("a nameless token")
    if "melded" in obj.flags and obj.card.melds_into is not None:
        return obj.card.melds_into.name
    if obj.card.is_double_faced:
        return obj.card.faces[obj.face if obj.zone in ("battlefield", "stack") and not obj.face_down else 0].name
    return obj.card.name


def public_name(ctx: Context, id: int) -> str:
    """What everybody may call the object; 0: what has no object for a source (CR 725.2)."""
    if not id:
        return say("a rule")
    obj = ctx.obj(id)
    if obj.kind == "ability":
        source = obj.stack.source if obj.stack is not None else 0
        if not source:
            return say("an ability")
        return say("the ability of {object}", object=public_name(ctx, source))
    if obj.face_down is not None and obj.zone in ("battlefield", "stack"):
        return (_SPELLS if obj.zone == "stack" else _PERMANENTS)[obj.face_down.mode](obj.handle)
    if obj.zone in ("hand", "library") or obj.flags.get(OUTSIDE):
        return say("a card")
    if obj.zone == "exile" and obj.flags.get("exiled face down"):
        return say("a face-down card")
    if obj.zone in ("battlefield", "stack"):
        name = ctx.values(id).name
        if not name:
            return say("a nameless object #{handle}", handle=obj.handle) if obj.handle else say("a nameless object")
        return name
    return true_name(ctx, id)


def name_for(ctx: Context, id: int, viewer: str | None) -> str:
    """What that viewer may call the object."""
    public = public_name(ctx, id)
    if not id:
        return public
    obj = ctx.obj(id)
    hidden = obj.face_down is not None or obj.zone in ("hand", "library", "exile") or bool(obj.flags.get(OUTSIDE))
    if hidden and may_look(ctx, id, viewer):
        known = true_name(ctx, id)
        if obj.face_down is not None and obj.zone in ("battlefield", "stack"):
            return say("#{handle} ({card})", handle=obj.handle, card=known)
        return known
    return public
