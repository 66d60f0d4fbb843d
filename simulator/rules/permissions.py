"""Who may cast or play a card from where it is, and when (CR 601.3, 305, 117.1a)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.objects import GameObject
from simulator.rules import keywords
from simulator.rules.amounts import holds
from simulator.rules.announcement import Announcement
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.replacement import parts_of, player_rules
from simulator.rules.scope import Scope
from simulator.sentences import say

#: Card types that are cast only in one's own main phase with an empty stack, with the rule that says so.
_SORCERY_SPEED = (
    ("Creature", "302.1"),
    ("Sorcery", "307.1"),
    ("Planeswalker", "306.1"),
    ("Enchantment", "303.1"),
    ("Artifact", "301.1"),
    ("Battle", "310.1"),
)


@dataclass(frozen=True)
class Permission:
    """One reason why a card may be cast or played.

    Attributes:
        kind: "hand" | "effect" (of a resolution) | "static" | one of `FROM_GRAVEYARD` | "aftermath" | "foretell"
            | "plot".
        free: without paying its mana cost. face_down, flash: see `MayPlay`.
        any_mana: mana of any type can be spent to cast it (CR 609.4b).
        source: the permanent whose static ability it is. part: that ability's part.
    """

    kind: str
    free: bool = False
    face_down: bool = False
    flash: bool = False
    source: int = 0
    part: t.MayPlay | None = None
    any_mana: bool = False


def static_permissions(ctx: Context, player: str, id: int, judged: tuple[Context, int]) -> list[Permission]:
    """Permissions that permanents give for a card where it is.

    Args:
        judged: context and id of the object whose characteristics count: the card, or the spell that it would be.
    """
    obj = ctx.state.objects[id]
    found = []
    for source, _, part, scope in parts_of(ctx, t.MayPlay):
        if not isinstance(part, t.MayPlay) or not _right_zone(ctx, part, obj, player):
            continue
        if part.limit and uses(ctx, source) >= part.limit:
            continue
        if player in players(ctx, part.player, scope) and fits(judged[0], part.where, judged[1], scope):
            found.append(Permission("static", part.free, part.face_down, part.flash, source, part))
    return found


def _right_zone(ctx: Context, part: t.MayPlay, obj: GameObject, player: str) -> bool:
    for zone in part.zone.split("|"):
        if zone == "top of library":
            library = ctx.state.players[obj.owner].library
            if obj.zone == "library" and library[0] == obj.id and obj.owner == player:
                return True
        elif obj.zone == zone and (zone == "exile" or obj.owner == player):
            return True
    return False


def uses(ctx: Context, source: int) -> int:
    """How often this turn a permanent's permission with a limit was used."""
    used = ctx.state.objects[source].flags.get("permission used")
    return used[1] if used is not None and used[0] == ctx.state.turn else 0


def note_use(ctx: Context, permission: Permission) -> None:
    """Count the use of a permission with a limit."""
    if permission.part is not None and permission.part.limit and permission.source in ctx.state.objects:
        count = uses(ctx, permission.source) + 1
        ctx.state.write(permission.source).flags["permission used"] = (ctx.state.turn, count)


def own_permissions(ctx: Context, player: str, id: int, said: Announcement | None) -> list[Permission]:
    """Why a player may cast or play a card by its zone, its own text or what was done with it.

    Args:
        said: how it is cast; None: it is played as a land.
    """
    obj = ctx.state.objects[id]
    flags = obj.flags
    face = said.face if said is not None else 0
    found = []
    if obj.zone == "hand" and obj.owner == player and not _aftermath(obj, said):
        found.append(Permission("hand"))
    if flags.get("playable by") == player and _playable_face(obj, face):
        any_mana = bool(flags.get("playable any mana"))
        found.append(Permission("effect", free=bool(flags.get("playable free")), any_mana=any_mana))
    if said is None or obj.owner != player:
        return found
    found += _stated(ctx, player, id)
    if obj.zone == "graveyard" and not said.face_down:
        # CR 702.34a and others: the ability functions in the graveyard; 702.127a: the half with aftermath
        own = ctx.values(id)
        found += [Permission(name) for name in keywords.FROM_GRAVEYARD if own.keyword_abilities(name)]
        if _aftermath(obj, said):
            found.append(Permission("aftermath"))
    if obj.zone == "exile" and flags.get("foretold") and flags["foretold"] < ctx.state.turn:
        found.append(Permission("foretell"))  # CR 702.143a: after the turn has ended
    if obj.zone == "exile" and flags.get("plotted") and flags["plotted"] < ctx.state.turn:
        found.append(Permission("plot", free=True))  # CR 702.170d
    return found


def _stated(ctx: Context, player: str, id: int) -> list[Permission]:
    """CR 113.6f: what the card's own text says of the zones that it can be cast from."""
    obj = ctx.state.objects[id]
    scope = Scope(source=id, you=player)
    return [
        Permission("static", part.free, part.face_down, part.flash)
        for ability in ctx.values(id).abilities
        if isinstance(ability, t.Static) and obj.zone in ability.zone.split("|") and obj.zone != "battlefield"
        for part in ability.parts
        if isinstance(part, t.MayPlay) and part.where == t.Is(t.Self()) and holds(ctx, ability.condition, scope)
    ]


def _aftermath(obj: GameObject, said: Announcement | None) -> bool:
    if said is None or said.face_down or said.face >= len(obj.card.faces):
        return False
    return any(isinstance(a, t.Keyword) and a.name == "aftermath" for a in obj.card.faces[said.face].abilities)


def _playable_face(obj: GameObject, face: int) -> bool:
    """CR 715.3d: a card on an adventure can't be cast as an Adventure by that permission."""
    return not (obj.flags.get("on an adventure") and face)


def check_timing(ctx: Context, player: str, spell: GameObject, permission: Permission, said: Announcement) -> None:
    """CR 117.1a, 307.1 and others: instants and flash at any time with priority, the rest at sorcery speed.

    Raises:
        IllegalAction: not now.
    """
    values = ctx.values(spell.id)
    slow = _only_sorcery_times(ctx, player)
    if said.during_resolution and not slow:
        return
    quick = not slow and ("Instant" in values.types or values.has("flash") or permission.flash)
    if quick and permission.kind != "plot":
        return
    state = ctx.state
    # the spell itself is on the stack already
    if state.active != player or state.step not in ("main", "second-main") or state.stack != [spell.id]:
        rule = next((r for kind, r in _SORCERY_SPEED if kind in values.types), "117.1a")
        rule = "702.170d" if permission.kind == "plot" else rule
        raise IllegalAction(say("It can be cast only in your own main phase while the stack is empty."), rule, "117.1a")


def _only_sorcery_times(ctx: Context, player: str) -> bool:
    """CR 101.2, 307.5: whether an effect says that the player casts spells only when they could cast a sorcery."""
    return any(player_rules(ctx, player, "sorcery speed"))


def may_play_from(ctx: Context, player: str, id: int) -> bool:
    """Whether a player may play a land card from where it is (CR 305.1, 601.3)."""
    return bool(own_permissions(ctx, player, id, None) or static_permissions(ctx, player, id, (ctx, id)))
