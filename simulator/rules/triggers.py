"""Triggered abilities (CR 603): noticing events, and putting abilities on the stack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.model.state import PendingTrigger
from simulator.rules import keywords
from simulator.rules.amounts import holds
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.scope import Scope
from simulator.rules.wording import name_for

Match = Callable[[Context, Any, Happening, Scope], bool]
_MATCHES: dict[type[t.Node], Match] = {}


def match_for(kind: type[t.Node]) -> Callable[[Match], Match]:
    """Register how an event node recognises what happened."""

    def register(function: Match) -> Match:
        _MATCHES[kind] = function
        return function

    return register


def event_matches(ctx: Context, event: t.Node, happening: Happening, scope: Scope) -> bool:
    """Whether what happened is what the event waits for.

    Raises:
        Unsupported: the event is of a kind that isn't implemented.
    """
    if isinstance(event, t.AnyEvent):
        return any(event_matches(ctx, part, happening, scope) for part in event.parts)
    match = _MATCHES.get(type(event))
    if match is None:
        raise Unsupported(f"the simulator can't wait for {type(event).__name__} yet")
    return match(ctx, event, happening, scope)


def notice(ctx: Context, happening: Happening) -> None:
    """Let every triggered ability that can see it trigger (CR 603.2)."""
    for source, ability in _watchers(ctx, happening):
        you = _controller_of_trigger(ctx, source)
        scope = Scope(source=source, you=you, event=happening)
        if not event_matches(ctx, ability.event, happening, scope):
            continue
        # CR 603.4: an intervening "if" is checked as it would trigger
        if not holds(ctx, ability.condition, scope):
            continue
        if _batched(ability.event) and _already(ctx, source, ability, happening):
            continue
        if ability.limit and not _use_limit(ctx, source, ability):
            continue
        told = _as_told(ctx, ability.event, happening, scope)
        for _ in range(1 + _extra_times(ctx, source, happening)):
            _trigger(ctx, PendingTrigger(ability, you, source, told))
    _notice_delayed(ctx, happening)


def _as_told(ctx: Context, event: t.Node, happening: Happening, scope: Scope) -> Happening:
    """What happened from the side of the event: "it" is what dealt the damage, not what was dealt it."""
    if isinstance(event, t.AnyEvent):
        event = next((part for part in event.parts if event_matches(ctx, part, happening, scope)), event)
    if isinstance(event, t.DealsDamage):
        return replace(happening, object=happening.source, other=happening.object)
    return happening


def _controller_of_trigger(ctx: Context, source: int) -> str:
    return ctx.controller(source) if ctx.exists(source) else ctx.values(source).controller


def _batched(event: t.Node) -> bool:
    return bool(getattr(event, "one_or_more", False)) and not isinstance(event, t.CountersPut)


def _already(ctx: Context, source: int, ability: t.Triggered, happening: Happening) -> bool:
    """CR 603.2c: "one or more" triggers once for things that happen at the same time."""
    return any(
        p.source == source and p.ability is ability and p.event.batch == happening.batch and happening.batch
        for p in ctx.state.triggered
    )


def _use_limit(ctx: Context, source: int, ability: t.Triggered) -> bool:
    if not ctx.exists(source):
        return True
    key = f"triggered {ability.limit} {hash_of(ability)}"
    used = ctx.state.objects[source].flags.get(key)
    if used is not None and used[0] == ctx.state.turn and used[1] >= ability.limit:
        return False
    count = used[1] + 1 if used is not None and used[0] == ctx.state.turn else 1
    ctx.state.write(source).flags[key] = (ctx.state.turn, count)
    return True


def hash_of(ability: t.Ability) -> str:
    """A short stable name for an ability of one object."""
    import hashlib
    import json

    return hashlib.sha256(json.dumps(t.to_json(ability)).encode()).hexdigest()[:8]


def _extra_times(ctx: Context, source: int, happening: Happening) -> int:
    """CR 603.2d: effects that make abilities trigger additional times."""
    extra = 0
    for id in ctx.permanents():
        for ability in ctx.values(id).abilities:
            if isinstance(ability, t.Static):
                for part in ability.parts:
                    if isinstance(part, t.EventDoubling):
                        scope = Scope(source=id, you=ctx.controller(id))
                        if fits(ctx, part.where, source, scope) and (
                            part.event is None or event_matches(ctx, part.event, happening, scope)
                        ):
                            extra += 1
    return extra


def _trigger(ctx: Context, pending: PendingTrigger) -> None:
    from simulator.rules.mana_abilities import is_triggered_mana_ability, resolve_triggered_mana_ability

    if is_triggered_mana_ability(pending):
        # CR 605.4a: it resolves at once, without the stack, after the mana ability that triggered it
        resolve_triggered_mana_ability(ctx, pending)
        return
    ctx.state.triggered.append(pending)
    ctx.state.trigger_log.append(pending.source)


def _watchers(ctx: Context, happening: Happening) -> list[tuple[int, t.Triggered]]:
    """The triggered abilities that could see what happened, in timestamp order.

    CR 603.10a: for leaving the battlefield (and others that look back), abilities of objects that left at the same
    time count as they were; CR 603.6a: else the game looks after the event.
    """
    state = ctx.state
    found: list[tuple[int, t.Triggered]] | None = state.cache.get("watchers")
    if found is None:
        found = []
        for id in ctx.permanents():
            found += [(id, a) for a in triggered_abilities(ctx, id) if "battlefield" in a.zone]
        for name in state.order:
            for zone in ("graveyard", "hand"):
                for id in state.zone_list(zone, name):
                    found += [(id, a) for a in triggered_abilities(ctx, id) if zone in a.zone]
        for zone in ("exile", "stack", "command"):
            for id in state.zone_list(zone, ""):
                if state.objects[id].kind != "ability":
                    found += [(id, a) for a in triggered_abilities(ctx, id) if zone in a.zone]
        state.cache["watchers"] = found
    if happening.kind in ("zone", "damage", "sacrifice") and happening.batch:
        anywhere = [(happening.new, a) for a in triggered_abilities(ctx, happening.new)] if happening.new else []
        anywhere = [(id, a) for id, a in anywhere if _from_anywhere(a, happening)]
        if anywhere:
            found = gone_first(found, anywhere)
        gone = [
            (event.object, a)
            for event in state.happened
            if event.kind == "zone" and event.batch == happening.batch and event.from_zone == "battlefield"
            for a in triggered_abilities(ctx, event.object)
            if "battlefield" in a.zone and not _from_anywhere(a, happening)
        ]
        if gone and happening.kind == "zone" and happening.from_zone == "battlefield":
            return gone_first(found, gone)
        if gone and happening.kind == "damage":
            return gone_first(found, gone)
    if happening.kind == "sacrifice" and not ctx.exists(happening.object):
        extra = [(happening.object, a) for a in triggered_abilities(ctx, happening.object) if "battlefield" in a.zone]
        return gone_first(found, extra)
    return found


def _from_anywhere(ability: t.Triggered, happening: Happening) -> bool:
    """CR 603.6c: "put into a graveyard from anywhere" is no leaves-the-battlefield ability: the new object has it."""
    event = ability.event
    return (
        isinstance(event, t.ZoneChange)
        and not event.from_
        and event.to not in ("", "battlefield")
        and event.to == happening.to_zone
        and event.where == t.Is(t.Self())
    )


def gone_first(
    found: list[tuple[int, t.Triggered]], gone: list[tuple[int, t.Triggered]]
) -> list[tuple[int, t.Triggered]]:
    """Both lists, without doubles."""
    return gone + [item for item in found if item not in gone]


def triggered_abilities(ctx: Context, id: int) -> list[t.Triggered]:
    """The triggered abilities of an object, those of its keywords included."""
    values = ctx.values(id)
    found = []
    for ability in values.abilities:
        if isinstance(ability, t.Triggered):
            found.append(ability)
        elif isinstance(ability, t.Keyword):
            found += keywords.triggered(ability)
    return found


def _notice_delayed(ctx: Context, happening: Happening) -> None:
    state = ctx.state
    for delayed in list(state.delayed):
        scope = Scope(source=delayed.source, you=delayed.controller, event=happening, bound=dict(delayed.bound))
        scope.x = delayed.x
        if not event_matches(ctx, delayed.event, happening, scope):
            continue
        ability = t.Triggered(event=delayed.event, effect=delayed.effect)
        told = _as_told(ctx, delayed.event, happening, scope)
        pending = PendingTrigger(ability, delayed.controller, delayed.source, told, delayed.bound, delayed.x)
        _trigger(ctx, pending)
        if delayed.once:
            state.delayed.remove(delayed)


def put_on_stack(ctx: Context) -> bool:
    """CR 603.3b: each player in APNAP order puts their triggered abilities on the stack in an order of their choice.

    Returns:
        Whether anything was put there.
    """
    from simulator.rules.stack import put_trigger

    state = ctx.state
    if not state.triggered:
        return False
    waiting = list(state.triggered)
    state.triggered = []
    for name in state.players_in_turn_order():
        own = [p for p in waiting if p.controller == name]
        for pending in _ordered(ctx, name, own):
            put_trigger(ctx, pending)
    return True


def _ordered(ctx: Context, player: str, own: list[PendingTrigger]) -> list[PendingTrigger]:
    if len(own) < 2 or all(p.ability == own[0].ability and p.source == own[0].source for p in own):
        return own
    options = tuple(Option("object", p.source, f"the ability of {name_for(ctx, p.source, player)}") for p in own)
    decision = Decision(
        player,
        "order",
        "Put your triggered abilities on the stack, first one first.",
        options,
        len(own),
        len(own),
        ("603.3b",),
    )
    return [own[index] for index in ctx.ask(decision).chosen]


# --- how each event recognises what happened ---------------------------------------------------------------


@match_for(t.ZoneChange)
def _zone_change(ctx: Context, e: t.ZoneChange, h: Happening, scope: Scope) -> bool:
    if h.kind != "zone":
        return False
    if e.from_ and h.from_zone not in e.from_.split("|"):
        return False
    if e.to and h.to_zone not in e.to.split("|"):
        return False
    # CR 603.6a: an entering permanent as it is on the battlefield; CR 603.10a: a leaving one as it was
    id = h.new if e.to == "battlefield" or (not e.from_ and h.to_zone == "battlefield") else h.object
    if id == scope.source or (isinstance(e.where, t.Is) and isinstance(e.where.ref, t.Self)):
        # the source itself moved: from anywhere it may know itself by its old or new id
        same = scope.source in (h.object, h.new)
        if isinstance(e.where, t.Is) and isinstance(e.where.ref, t.Self):
            return same
    return bool(id) and fits(ctx, e.where, id, scope)


@match_for(t.TurnedFaceUp)
def _turned_face_up(ctx: Context, e: t.TurnedFaceUp, h: Happening, scope: Scope) -> bool:
    return h.kind == "face up" and fits(ctx, e.where, h.object, scope)


@match_for(t.Transforms)
def _transforms(ctx: Context, e: t.Transforms, h: Happening, scope: Scope) -> bool:
    if h.kind != "transform" or not fits(ctx, e.where, h.object, scope):
        return False
    return e.into is None or fits(ctx, e.into, h.object, scope)


@match_for(t.Mutates)
def _mutates(ctx: Context, e: t.Mutates, h: Happening, scope: Scope) -> bool:
    return h.kind == "mutate" and fits(ctx, e.where, h.object, scope)


@match_for(t.Attacks)
def _attacks(ctx: Context, e: t.Attacks, h: Happening, scope: Scope) -> bool:
    if h.kind != "attack" or not fits(ctx, e.where, h.object, scope):
        return False
    if e.alone and len(ctx.state.combat.attackers) != 1:
        return False
    return e.defender is None or h.player in players(ctx, e.defender, scope)


@match_for(t.Blocks)
def _blocks(ctx: Context, e: t.Blocks, h: Happening, scope: Scope) -> bool:
    if h.kind != "block" or not fits(ctx, e.where, h.object, scope):
        return False
    return e.blocked is None or fits(ctx, e.blocked, h.other, scope)


@match_for(t.BecomesBlocked)
def _becomes_blocked(ctx: Context, e: t.BecomesBlocked, h: Happening, scope: Scope) -> bool:
    if h.kind != "blocked" or not fits(ctx, e.where, h.object, scope):
        return False
    if e.by is None:
        return not h.other
    return bool(h.other) and fits(ctx, e.by, h.other, scope)


@match_for(t.DealsDamage)
def _deals_damage(ctx: Context, e: t.DealsDamage, h: Happening, scope: Scope) -> bool:
    if h.kind != "damage" or (e.combat and h.word != "combat") or not fits(ctx, e.where, h.source, scope):
        return False
    if e.to_player is not None or e.to is not None:
        to_player = e.to_player is not None and bool(h.player) and h.player in players(ctx, e.to_player, scope)
        to_object = e.to is not None and bool(h.object) and fits(ctx, e.to, h.object, scope)
        return to_player or to_object
    return True


@match_for(t.IsDealtDamage)
def _is_dealt_damage(ctx: Context, e: t.IsDealtDamage, h: Happening, scope: Scope) -> bool:
    if h.kind != "damage" or not h.object or (e.combat and h.word != "combat"):
        return False
    return fits(ctx, e.where, h.object, scope)


@match_for(t.BeginningOf)
def _beginning_of(ctx: Context, e: t.BeginningOf, h: Happening, scope: Scope) -> bool:
    return h.kind == "step" and h.word == e.step and h.player in players(ctx, e.player, scope)


@match_for(t.TappedForMana)
def _tapped_for_mana(ctx: Context, e: t.TappedForMana, h: Happening, scope: Scope) -> bool:
    if h.kind != "mana" or not fits(ctx, e.where, h.object, scope):
        return False
    if h.player not in players(ctx, e.by, scope):
        return False
    if e.mana == "chosen color":
        return ctx.obj(scope.source).chosen.get("color") in h.detail
    return not e.mana or e.mana.strip("{}") in h.detail


@match_for(t.BecomesTapped)
def _becomes_tapped(ctx: Context, e: t.BecomesTapped, h: Happening, scope: Scope) -> bool:
    return h.kind == ("untap" if e.untapped else "tap") and fits(ctx, e.where, h.object, scope)


@match_for(t.CastsSpell)
def _casts_spell(ctx: Context, e: t.CastsSpell, h: Happening, scope: Scope) -> bool:
    if h.kind != "cast" or h.player not in players(ctx, e.player, scope):
        return False
    return (not e.nth or h.amount == e.nth) and fits(ctx, e.where, h.object, scope)


@match_for(t.ActivatesAbility)
def _activates(ctx: Context, e: t.ActivatesAbility, h: Happening, scope: Scope) -> bool:
    if h.kind != "activate" or h.player not in players(ctx, e.player, scope):
        return False
    return (e.mana or h.word != "mana") and fits(ctx, e.where, h.source, scope)


@match_for(t.BecomesTarget)
def _becomes_target(ctx: Context, e: t.BecomesTarget, h: Happening, scope: Scope) -> bool:
    if h.kind != "target" or not h.object or not fits(ctx, e.where, h.object, scope):
        return False
    if e.what == "spell" and h.word != "spell":
        return False
    if e.what == "ability" and h.word != "ability":
        return False
    return e.by is None or h.player in players(ctx, e.by, scope)


@match_for(t.DrawsCard)
def _draws(ctx: Context, e: t.DrawsCard, h: Happening, scope: Scope) -> bool:
    return h.kind == "draw" and h.player in players(ctx, e.player, scope) and (not e.nth or h.amount == e.nth)


@match_for(t.DiscardsCard)
def _discards(ctx: Context, e: t.DiscardsCard, h: Happening, scope: Scope) -> bool:
    return h.kind == "discard" and h.player in players(ctx, e.player, scope) and fits(ctx, e.where, h.object, scope)


@match_for(t.GainsLife)
def _gains_life(ctx: Context, e: t.GainsLife, h: Happening, scope: Scope) -> bool:
    return h.kind == ("life loss" if e.loses else "life gain") and h.player in players(ctx, e.player, scope)


@match_for(t.Sacrifices)
def _sacrifices(ctx: Context, e: t.Sacrifices, h: Happening, scope: Scope) -> bool:
    return h.kind == "sacrifice" and h.player in players(ctx, e.player, scope) and fits(ctx, e.where, h.object, scope)


@match_for(t.CountersPut)
def _counters_put(ctx: Context, e: t.CountersPut, h: Happening, scope: Scope) -> bool:
    return h.kind == "counters" and (not e.kind or h.word == e.kind) and fits(ctx, e.where, h.object, scope)


@match_for(t.PlayerDoes)
def _player_does(ctx: Context, e: t.PlayerDoes, h: Happening, scope: Scope) -> bool:
    if h.kind != "does" or h.word != e.action or h.player not in players(ctx, e.player, scope):
        return False
    return e.where == t.AllOf() or (bool(h.object) and fits(ctx, e.where, h.object, scope))


@match_for(t.BecomesAttached)
def _becomes_attached(ctx: Context, e: t.BecomesAttached, h: Happening, scope: Scope) -> bool:
    if h.kind != ("unattach" if e.un else "attach") or not fits(ctx, e.where, h.object, scope):
        return False
    return e.to is None or (bool(h.other) and fits(ctx, e.to, h.other, scope))
