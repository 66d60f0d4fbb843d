"""Who and what is meant: evaluation of `ObjectRef` and `PlayerRef` nodes."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.keyword_nodes import MostLife
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope
from simulator.sentences import say


def zone_objects(ctx: Context, zone: str, players: list[str] | None = None) -> list[int]:
    """All objects of a zone in the engine's stated order: battlefield by arrival, players from the active one on."""
    state = ctx.state
    if zone == "battlefield":
        return ctx.permanents()
    if zone in ("stack", "exile", "command"):
        found = list(state.zone_list(zone, ""))
        if zone != "stack" and players is not None:
            found = [id for id in found if state.objects[id].owner in players]
        return found
    names = players if players is not None else state.players_in_turn_order()
    return [id for name in names for id in state.zone_list(zone, name)]


def matching(ctx: Context, where: t.Predicate, zone: str, scope: Scope) -> list[int]:
    """Objects of a zone that fit. A zone may be several, joined by `|`."""
    found = []
    for part in zone.split("|"):
        candidates = zone_objects(ctx, part)
        ctx.spend(len(candidates))
        found += [id for id in candidates if fits(ctx, where, id, scope)]
    return found


def objects(ctx: Context, ref: t.Node, scope: Scope) -> list[int]:
    """The objects that a reference means now (ids as they were; use `current` before moving them).

    Raises:
        Unsupported: the reference is of a kind that isn't implemented.
    """
    if isinstance(ref, t.Self):
        return [scope.source] if scope.source else []
    if isinstance(ref, t.ObjectId):
        return [ref.id]
    if isinstance(ref, t.Target):
        index = ref.index + scope.target_offset
        return list(scope.targets[index].objects) if index < len(scope.targets) else []
    if isinstance(ref, t.That):
        return _that(ref, scope)
    if isinstance(ref, t.Prior):
        return list(scope.bound.get(ref.key, ()))
    if isinstance(ref, t.FromGraveyard):
        # CR 113.6k: the source as a card in the graveyard
        now = current(ctx, scope.source)
        return [now] if now is not None and ctx.obj(now).zone == "graveyard" else []
    if isinstance(ref, t.InZoneRef):
        there = [now for id in objects(ctx, ref.ref, scope) for now in became(ctx, id)]
        return [id for id in there if ctx.obj(id).zone == ref.zone]
    if isinstance(ref, t.Linked):
        if f"linked {ref.key}" in scope.bound:
            # exiled by this very resolution, maybe after its source has left
            return [id for id in scope.bound[f"linked {ref.key}"] if id in ctx.state.objects]
        linked = ctx.obj(scope.source).linked.get(ref.key, ())
        return [id for id in ctx.state.exile if ctx.state.objects[id].card_id in linked]
    if isinstance(ref, t.AttachedTo):
        host = ctx.obj(scope.source).attached_to
        return [host] if isinstance(host, int) else []
    if isinstance(ref, t.All):
        return matching(ctx, ref.where, ref.zone, scope)
    if isinstance(ref, t.Choose):
        return choose_objects(ctx, ref, scope)
    if isinstance(ref, t.TopCards):
        count = amount(ctx, ref.amount, scope)
        cards = [c for name in players(ctx, ref.player, scope) for c in _end(ctx, name, count, ref.bottom)]
        return cards
    if isinstance(ref, t.Union):
        found: list[int] = []
        for part in ref.parts:
            found += [id for id in objects(ctx, part, scope) if id not in found]
        return found
    raise Unsupported(say("the simulator can't tell which objects this means yet"))


def _end(ctx: Context, player: str, count: int, bottom: bool) -> list[int]:
    library = ctx.state.players[player].library
    if count <= 0:
        return []
    return list(reversed(library[-count:])) if bottom else library[:count]


def _that(ref: t.That, scope: Scope) -> list[int]:
    event = scope.event
    if "that" in scope.bound:
        return list(scope.bound["that"])  # the object that a static ability modifies
    if event is None:
        return list(scope.bound.get("delayed", ()))
    if ref.role == "source":
        return [event.source] if event.source else []
    if event.kind == "attack together":
        return list(event.several)
    if ref.role == "other" and event.several:
        return list(event.several)
    if ref.role == "other":
        return [event.other] if event.other else []
    if event.kind == "zone" and event.to_zone == "battlefield" and event.new:
        return [event.new]  # CR 603.6a: what entered is spoken of as the permanent that it is
    return [event.object] if event.object else []


def current(ctx: Context, id: int) -> int | None:
    """The object that this one is now, or became by the one zone change that an effect may follow.

    CR 400.7: an object that changed zones is a new one; 400.7b–400.7k let effects find it once in a public zone.
    """
    if id in ctx.state.objects:
        return id
    new = ctx.state.moved.get(id)
    if new is not None and new in ctx.state.objects and ctx.state.objects[new].zone not in ("hand", "library"):
        return new
    return None


def became(ctx: Context, id: int) -> list[int]:
    """What an object is now, as `current`; all the cards that a melded or merged permanent became (CR 712.21c, 730.3c).

    The objects of a pile that parts are made one right after the other.
    """
    now = current(ctx, id)
    if now is None or now == id or id not in ctx.state.lki or not ctx.state.lki[id].object.merged:
        return [now] if now is not None else []
    parts = range(now, now + 1 + len(ctx.state.lki[id].object.merged))
    objects = ctx.state.objects
    return [part for part in parts if part in objects and objects[part].zone == objects[now].zone]


def players(ctx: Context, ref: t.Node, scope: Scope) -> list[str]:
    """The players that a reference means, in APNAP order.

    Raises:
        Unsupported: the reference is of a kind that isn't implemented.
    """
    state = ctx.state
    if isinstance(ref, t.You):
        return [scope.you]
    if isinstance(ref, t.PlayerId):
        return [ref.name]
    if isinstance(ref, t.EachPlayer):
        return state.players_in_turn_order()
    if isinstance(ref, t.EachOpponent):
        return [name for name in state.players_in_turn_order() if name != scope.you]
    if isinstance(ref, t.EachOtherPlayer):
        return [name for name in state.players_in_turn_order() if name != (scope.each_player or scope.you)]
    if isinstance(ref, t.TargetPlayer):
        index = ref.index + scope.target_offset
        return list(scope.targets[index].players) if index < len(scope.targets) else []
    if isinstance(ref, t.ControllerOf):
        return _unique([ctx.controller(id) for id in objects(ctx, ref.ref, scope)])
    if isinstance(ref, t.OwnerOf):
        return _unique([ctx.obj(id).owner for id in objects(ctx, ref.ref, scope)])
    if isinstance(ref, t.ThatPlayer):
        if scope.each_player:
            return [scope.each_player]
        return [scope.event.player] if scope.event is not None and scope.event.player else []
    if isinstance(ref, t.ActivePlayer):
        return [state.active]
    if isinstance(ref, t.DefendingPlayer):
        ids = objects(ctx, ref.ref, scope) if ref.ref is not None else [scope.source]
        return _unique([d for d in (_defender(ctx, id) for id in ids) if d])
    if isinstance(ref, t.ChosenPlayer):
        chosen = scope.chosen_player or ctx.obj(scope.source).chosen.get("player") or ""
        return [chosen] if chosen else []
    if isinstance(ref, MostLife):
        most = max(state.players[name].life for name in state.players_in_turn_order())
        return [name for name in state.players_in_turn_order() if state.players[name].life == most]
    if isinstance(ref, t.ChooseOpponent):
        return [choose_player(ctx, scope.you, state.opponents(scope.you))]
    raise Unsupported(say("the simulator can't tell which players this means yet"))


def _defender(ctx: Context, id: int) -> str:
    attacked = ctx.state.combat.attackers.get(id, "")
    from simulator.rules.battles import defending_player

    return defending_player(ctx, attacked)


def _unique(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def choose_player(ctx: Context, chooser: str, names: list[str], rules: tuple[str, ...] = ()) -> str:
    """One of the players, chosen by `chooser`.

    Raises:
        IllegalAction: there is none to choose.
    """
    if not names:
        raise IllegalAction(say("There is no player to choose."), *(rules or ("608.2d",)))
    options = tuple(Option("player", name, name) for name in names)
    picked = ctx.choose(Decision(chooser, "choose", say("Choose a player."), options, rules=rules))
    return str(picked[0].value)


def choose_objects(ctx: Context, ref: t.Choose, scope: Scope) -> list[int]:
    """Objects chosen without targeting while an instruction is carried out (CR 608.2d)."""
    # CR 614.12a, 614.13a: what is chosen as something enters is chosen before it is on the battlefield
    candidates = [id for id in matching(ctx, ref.where, ref.zone, scope) if id != ctx.entering]
    zones = ref.zone.split("|")
    least = amount(ctx, ref.minimum, scope) if ref.minimum is not None else (0 if ref.maximum is None else None)
    most = amount(ctx, ref.maximum, scope) if ref.maximum is not None else len(candidates)
    if ref.minimum is None and ref.maximum is None:
        least, most = 1, 1
    least = most if least is None else least
    most = min(most, len(candidates))
    least = min(least, most)
    chooser = players(ctx, ref.chooser, scope)[0] if ref.chooser is not None else scope.you
    if ref.at_random:
        return ctx.shuffle(candidates)[:most]
    secret = any(part in HIDDEN_ZONES and secretly(ctx, ref.where, zone_objects(ctx, part)) for part in zones)
    return pick(ctx, chooser, say("Choose."), candidates, least, most, hidden=secret)


#: CR 400.2: zones whose cards not all players may look at.
HIDDEN_ZONES = ("hand", "library")


def secretly(ctx: Context, where: t.Node, among: list[int]) -> bool:
    """Whether somebody may not see which of these cards fit: some are hidden, and it depends on what they are.

    CR 400.2, 402.3: only how many cards a hand or library has is known to all.
    """
    if not _about_the_card(where):
        return False
    from simulator.rules.wording import may_look

    return any(not may_look(ctx, id, name) for id in among for name in ctx.state.order)


def _about_the_card(where: t.Node) -> bool:
    """Whether a predicate asks for more than where the card is, whose it is, and whether it is one of some cards."""
    if isinstance(where, t.AllOf | t.AnyOf):
        return any(_about_the_card(part) for part in where.parts)
    if isinstance(where, t.Not):
        return _about_the_card(where.part)
    return not isinstance(where, t.OwnedBy | t.ControlledBy | t.InZone | t.Is | t.Other)


def pick(
    ctx: Context,
    player: str,
    prompt: str,
    candidates: list[int],
    minimum: int,
    maximum: int,
    *rules: str,
    kind: str = "choose",
    hidden: bool = False,
) -> list[int]:
    """Let a player choose some of the objects; `hidden`: which ones there are isn't known to all (see `Decision`)."""
    from simulator.rules.wording import options_for

    options = options_for(ctx, candidates, player)
    least, most = min(minimum, len(options)), min(maximum, len(options))
    if hidden and most == 0:
        options, least, most = (Option("no", False, say("nothing")),), 1, 1
    decision = Decision(
        player, kind, prompt, options, least, most, rules, optional=minimum == 0 and most > least, hidden=hidden
    )
    return [int(option.value) for option in ctx.choose(decision) if option.kind == "object"]
