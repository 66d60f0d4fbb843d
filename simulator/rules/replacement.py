"""Replacement effects on zone changes, counters and other events (CR 614–616)."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.abilities import tree as t
from simulator.model.decisions import Decision, Option
from simulator.model.objects import GameObject, Happening
from simulator.rules import keywords
from simulator.rules.amounts import holds
from simulator.rules.board_index import STATIC
from simulator.rules.context import Context
from simulator.rules.layers import candidates
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.scope import Scope
from simulator.rules.wording import public_name
from simulator.sentences import say
from simulator.terms import term


def static_parts(ctx: Context) -> list[tuple[int, str, t.StaticPart, Scope]]:
    """All parts of static abilities that apply now, those of temporary rule effects included.

    Each is (source id, controller, part, scope); conditions have been judged.
    """
    found: list[tuple[int, str, t.StaticPart, Scope]] | None = ctx.state.cache.get("static parts")
    if found is not None:
        return found
    found = []
    for id in candidates(ctx, STATIC):
        values = ctx.values(id)
        for written in values.abilities:
            ability = keywords.static(written) if isinstance(written, t.Keyword) else written
            if isinstance(ability, t.Static) and ability.zone in ("battlefield", "any"):
                scope = Scope(source=id, you=values.controller)
                if any(not isinstance(p, t.Modify) for p in ability.parts) and holds(ctx, ability.condition, scope):
                    found += [(id, values.controller, p, scope) for p in ability.parts if not isinstance(p, t.Modify)]
    found += _of_emblems(ctx)
    for effect in ctx.state.effects:
        if effect.static is not None:
            scope = Scope(source=effect.source, you=effect.controller, x=effect.x)
            scope.bound[""] = effect.objects
            found.append((effect.source, effect.controller, effect.static, scope))
    ctx.state.cache["static parts"] = found
    return found


def _of_emblems(ctx: Context) -> list[tuple[int, str, t.StaticPart, Scope]]:
    """CR 114.4: what the abilities of emblems say."""
    found: list[tuple[int, str, t.StaticPart, Scope]] = []
    for id in ctx.state.command:
        obj = ctx.state.objects[id]
        if obj.kind == "emblem":
            scope = Scope(source=id, you=obj.owner)
            for ability in obj.card.front.abilities:
                if isinstance(ability, t.Static) and holds(ctx, ability.condition, scope):
                    found += [(id, obj.owner, p, scope) for p in ability.parts if not isinstance(p, t.Modify)]
    return found


def parts_of(ctx: Context, kind: type[t.StaticPart]) -> Iterator[tuple[int, str, t.StaticPart, Scope]]:
    """The static parts of one kind."""
    for item in static_parts(ctx):
        if isinstance(item[2], kind):
            yield item


def player_rules(ctx: Context, player: str, *rules: str) -> Iterator[tuple[t.PlayerRule, Scope]]:
    """What effects say of a player (CR 101.2, 611.3): those of these rules, in the order of `static_parts`."""
    for _, _, part, scope in parts_of(ctx, t.PlayerRule):
        if isinstance(part, t.PlayerRule) and part.rule in rules and player in players(ctx, part.player, scope):
            yield part, scope


def prohibited(
    ctx: Context,
    what: str,
    id: int | None = None,
    player: str = "",
    by: int | None = None,
    zone: str = "",
    for_mana: bool = False,
) -> int | None:
    """CR 101.2: whether an effect says that this can't happen; the id of its source, or None.

    Args:
        what: see `Cant`. id: the object concerned. player: the player concerned. by: the other object.
        zone: the zone that it would come from. for_mana: it is a mana ability.
    """
    for source, _, part, scope in parts_of(ctx, t.Cant):
        assert isinstance(part, t.Cant)  # noqa: S101 - parts_of gives that kind
        if part.what != what or (part.except_mana and for_mana):
            continue
        if part.zone and zone and zone not in part.zone.split("|"):
            continue
        if part.where is not None and (id is None or not fits(ctx, part.where, id, scope)):
            continue
        if part.by is not None and (by is None or not fits(ctx, part.by, by, scope)):
            continue
        if part.player is not None and player not in players(ctx, part.player, scope):
            continue
        if part.unless is not None and holds(ctx, part.unless, scope):
            continue
        return source
    return None


def _own_parts(ctx: Context, id: int) -> list[tuple[int, str, t.StaticPart, Scope]]:
    """Replacement parts of an object outside the battlefield about itself ("if this would be put into a graveyard")."""
    obj = ctx.state.objects[id]
    if obj.zone == "battlefield":
        return []
    scope = Scope(source=id, you=ctx.controller(id))
    return [
        (id, scope.you, part, scope)
        for ability in ctx.values(id).abilities
        if isinstance(ability, t.Static) and ability.zone in (obj.zone, "any", "stack")
        for part in ability.parts
        if isinstance(part, t.Replacement)
    ]


#: CR 122.1h: what finality counters do; CR 702.84a: what unearth does.
_FINALITY = t.Replacement(t.ReplacedEvent("die", t.Is(t.Self()), to_zone="exile"))
_FROM_STACK = t.Replacement(t.ReplacedEvent("leave stack", t.Is(t.Self()), to_zone="exile"))
_UNEARTHED = t.Replacement(t.ReplacedEvent("leave", t.Is(t.Self()), to_zone="exile"))


def exiled_from_stack(obj: GameObject) -> bool:
    """CR 702.34a, 702.127a, 702.133a, 702.180a: cast that way the card is exiled whenever it would leave the stack."""
    if obj.stack is None:
        return False
    if obj.stack.alternative in ("flashback", "harmonize") or "jump-start" in obj.stack.kicked:
        return True
    half = obj.card.faces[obj.face].abilities if obj.face < len(obj.card.faces) else ()
    aftermath = any(isinstance(a, t.Keyword) and a.name == "aftermath" for a in half)
    return aftermath and obj.stack.cast_from == "graveyard"


def _by_rule(ctx: Context, id: int) -> list[tuple[int, str, t.StaticPart, Scope]]:
    """Replacement effects that the rules give an object itself."""
    obj = ctx.state.objects[id]
    scope = Scope(source=id, you=ctx.controller(id))
    found: list[tuple[int, str, t.StaticPart, Scope]] = []
    if obj.zone == "battlefield" and obj.counters.get("finality"):
        found.append((id, scope.you, _FINALITY, scope))
    if obj.zone == "stack" and obj.kind == "card" and exiled_from_stack(obj):
        found.append((id, scope.you, _FROM_STACK, scope))
    if obj.zone == "battlefield" and obj.flags.get("unearthed"):
        found.append((id, scope.you, _UNEARTHED, scope))
    return found


def replaced_zone(ctx: Context, id: int, zone: str) -> str:
    """Where an object goes after replacement effects on its zone change ("" if it stays).

    CR 616.1: if several apply, the affected object's controller (or owner) chooses; each applies once (614.5).
    """
    obj = ctx.state.objects[id]
    used: list[tuple[int, t.StaticPart]] = []
    by_rule = _by_rule(ctx, id)
    while True:
        found = [
            (source, part)
            for source, _, part, scope in [*parts_of(ctx, t.Replacement), *_own_parts(ctx, id), *by_rule]
            if isinstance(part, t.Replacement)
            and part.event.to_zone
            and (source, part) not in used
            and _zone_event(part.event, obj.zone, zone)
            and fits(ctx, part.event.where, id, scope)
            # an effect that puts it where it goes anyway changes nothing
            and part.event.to_zone != zone
        ]
        if not found:
            return zone
        chosen = found[0]
        if len(found) > 1 and any(item[1].event.to_zone != found[0][1].event.to_zone for item in found):
            player = ctx.controller(id)
            options = tuple(
                Option("object", s, say("{object}: {zone}", object=public_name(ctx, s), zone=term(p.event.to_zone)))
                for s, p in found
            )
            decision = Decision(
                player, "choose", say("Which replacement effect applies first?"), options, rules=("616.1",)
            )
            chosen = found[ctx.ask(decision).chosen[0]]
        used.append(chosen)
        zone = chosen[1].event.to_zone
        ctx.tell(
            say("{object} replaces where it goes: {zone}", object=public_name(ctx, chosen[0]), zone=term(zone)), "614.6"
        )


def _zone_event(event: t.ReplacedEvent, from_zone: str, to_zone: str) -> bool:
    if event.from_zone and event.from_zone != from_zone:
        return False
    if event.kind == "die":
        return from_zone == "battlefield" and to_zone == "graveyard"
    if event.kind == "leave stack":
        return from_zone == "stack"
    if event.kind == "leave":
        return from_zone == "battlefield" and to_zone != "battlefield"
    if event.kind in ("to graveyard", "graveyard"):
        return to_zone == "graveyard"
    return event.kind == "discard" and from_zone == "hand" and to_zone == "graveyard"


def multiplied(
    ctx: Context,
    kind: str,
    number: int,
    id: int | None = None,
    player: str = "",
    counter: str = "",
    effect: bool = True,
) -> int:
    """A number of counters, tokens, life or damage after replacement effects that change it (CR 614.16)."""
    if number <= 0:
        return number
    found: list[tuple[int, t.ReplacedEvent]] = []
    for source, _, part, scope in parts_of(ctx, t.Replacement):
        assert isinstance(part, t.Replacement)  # noqa: S101 - parts_of gives that kind
        event = part.event
        if event.kind != kind or part.instead is not None:
            continue
        if (event.counter and event.counter != counter) or (event.by_effect and not effect):
            continue
        if id is not None and not fits(ctx, event.where, id, scope):
            continue
        if event.player is not None and player not in players(ctx, event.player, scope):
            continue
        found.append((source, event))
    chooser = player or (ctx.controller(id) if id is not None else ctx.state.active)
    return in_chosen_order(ctx, chooser, found, number)


def in_chosen_order(ctx: Context, chooser: str, found: list[tuple[int, t.ReplacedEvent]], number: int) -> int:
    """CR 616.1: the affected player, or the affected object's controller, chooses which effect applies first."""
    found = list(found)
    while found and number > 0:
        place = 0
        if len({(event.multiply, event.add) for _, event in found}) > 1 and _order_matters(found):
            options = tuple(Option("object", source, public_name(ctx, source)) for source, _ in found)
            decision = Decision(chooser, "choose", say("Which effect applies first?"), options, rules=("616.1e",))
            place = ctx.ask(decision).chosen[0]
        _, event = found.pop(place)
        number = number * event.multiply + event.add
    return number


def _order_matters(found: list[tuple[int, t.ReplacedEvent]]) -> bool:
    multiplies = any(event.multiply != 1 for _, event in found)
    return multiplies and any(event.add for _, event in found)


def instead_of(ctx: Context, kind: str, player: str, number: int) -> bool:
    """Whether something else happens instead of a player drawing a card or gaining life (CR 614.6); it is done here.

    CR 614.5: an effect that is being carried out doesn't replace what happens in it again.
    """
    from simulator.rules.effects import run

    for source, _, part, scope in list(parts_of(ctx, t.Replacement)):
        if not isinstance(part, t.Replacement) or part.event.kind != kind or part.instead is None:
            continue
        if (source, part) in ctx.replacing:
            continue
        if part.event.player is not None and player not in players(ctx, part.event.player, scope):
            continue
        if part.event.not_first and _first_of_draw_step(ctx, player):
            continue
        name = public_name(ctx, source)
        if part.optional and not ctx.may(player, say("Apply the effect of {name}?", name=name), ("614.6",)):
            continue
        own = Scope(source=source, you=scope.you, event=Happening(kind, player=player, amount=number))
        ctx.tell(say("{name} replaces it", name=name), "614.6")
        before, ctx.replacing = ctx.replacing, (*ctx.replacing, (source, part))
        run(ctx, part.instead, own)
        ctx.replacing = before
        return True
    return False


#: Flag of a turn: how many cards the active player had drawn in it before the draw step began.
DRAWN_BEFORE = "drawn before the draw step"


def _first_of_draw_step(ctx: Context, player: str) -> bool:
    """Whether a card that the player draws now is the first one in their draw step."""
    state = ctx.state
    before = state.turn_flags.get(DRAWN_BEFORE)
    drawn = state.players[player].flags.get("cards drawn", 0)
    return state.step == "draw" and state.active == player and drawn == before
