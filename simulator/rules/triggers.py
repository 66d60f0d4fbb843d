"""Triggered abilities (CR 603): noticing events, and putting abilities on the stack."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening
from simulator.model.state import PendingTrigger
from simulator.rules import keywords
from simulator.rules.amounts import holds
from simulator.rules.battles import SIEGE
from simulator.rules.board_index import TRIGGERED
from simulator.rules.context import Context
from simulator.rules.events import attackers_that_fit, event_matches, recognised
from simulator.rules.layers import candidates
from simulator.rules.monarch import inherent_triggers, of_the_rules
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope
from simulator.rules.wording import name_for
from simulator.sentences import say

__all__ = ["event_matches", "notice", "put_on_stack", "recognised"]


def notice(ctx: Context, whole: Happening) -> None:
    """Let every triggered ability that can see it trigger (CR 603.2)."""
    watchers = _watchers(ctx, whole)
    ctx.spend(1 + len(watchers))
    for source, ability, happening in [(id, a, one) for id, a in watchers for one in _by_card(a.event, whole)]:
        you = _controller_of_trigger(ctx, source)
        if happening.kind == "lose control" and source == happening.object:
            you = happening.player  # CR 603.10d: it looks back to who controlled it
        scope = Scope(source=source, you=you, event=happening)
        if not event_matches(ctx, ability.event, happening, scope):
            continue
        if happening.word == "unlock this door" and not _own_door(ctx, source, ability, happening):
            continue
        # CR 603.4: an intervening "if" is checked as it would trigger
        if not holds(ctx, ability.condition, scope):
            continue
        if _batched(ability.event) and _already(ctx, source, ability, happening):
            continue
        if _silenced(ctx, source, happening):
            continue
        if ability.limit and not _use_limit(ctx, source, ability):
            continue
        told = _as_told(ctx, ability.event, happening, scope)
        for _ in range(1 + _extra_times(ctx, source, happening)):
            _trigger(ctx, PendingTrigger(ability, you, source, told))
    _notice_delayed(ctx, whole)
    for ability, you in inherent_triggers(ctx.state, whole):
        scope = Scope(source=0, you=you, event=whole)
        if event_matches(ctx, ability.event, whole, scope) and not _silenced(ctx, 0, whole):
            _trigger(ctx, of_the_rules(ability, you, _as_told(ctx, ability.event, whole, scope)))


def _by_card(event: t.Node, happening: Happening) -> tuple[Happening, ...]:
    """CR 712.21, 730.3: one permanent leaves, but each card of it is a card that is put into the graveyard.

    The card is judged where it is then: such an ability doesn't look back (CR 603.6c).
    """
    cards = isinstance(event, t.ZoneChange) and any(isinstance(node, t.IsCard) for node in t.walk(event.where))
    if not cards or happening.kind != "zone" or happening.to_zone != "graveyard":
        return (happening,)
    arrived = happening.several or ((happening.new,) if happening.new else ())
    return tuple(replace(happening, object=new, new=new) for new in arrived)


def _own_door(ctx: Context, source: int, ability: t.Triggered, happening: Happening) -> bool:
    """CR 709.5h: "when you unlock this door" speaks of the half that the ability is on."""
    return source == happening.object and ability in ctx.obj(source).card.faces[happening.amount].abilities


def _as_told(ctx: Context, event: t.Node, happening: Happening, scope: Scope) -> Happening:
    """What happened from the side of the event: "it" is what dealt the damage, not what was dealt it."""
    if isinstance(event, t.AnyEvent):
        event = next((part for part in event.parts if event_matches(ctx, part, happening, scope)), event)
    if isinstance(event, t.AttacksWith):
        fitting = attackers_that_fit(ctx, event, happening, scope)
        return replace(happening, several=fitting, amount=len(fitting))
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
    return sum(
        isinstance(part, t.EventDoubling)
        and fits(ctx, part.where, source, scope)
        and (part.event is None or event_matches(ctx, part.event, happening, scope))
        for part, scope in _about_triggers(ctx, happening)
    )


def _silenced(ctx: Context, source: int, happening: Happening) -> bool:
    """CR 101.2: effects that say that the event doesn't cause abilities to trigger; a source of 0 is no object."""
    return any(
        isinstance(part, t.NoTriggers)
        and (part.where == t.AllOf() or (source and fits(ctx, part.where, source, scope)))
        and event_matches(ctx, part.event, happening, scope)
        for part, scope in _about_triggers(ctx, happening)
    )


def _about_triggers(ctx: Context, happening: Happening) -> list[tuple[t.StaticPart, Scope]]:
    """What permanents say of how often abilities trigger."""
    found: list[tuple[t.StaticPart, Scope]] = []
    # CR 603.10a: what left at the same time looks back too
    gone = [
        event.object
        for event in ctx.state.happened
        if event.kind == "zone" and event.batch == happening.batch and event.from_zone == "battlefield"
    ]
    for id in [*ctx.permanents(), *(gone if happening.from_zone == "battlefield" else [])]:
        for ability in ctx.values(id).abilities:
            if isinstance(ability, t.Static):
                scope = Scope(source=id, you=ctx.values(id).controller)
                found += [(p, scope) for p in ability.parts if isinstance(p, t.EventDoubling | t.NoTriggers)]
    return found


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
    found = standing(ctx)
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
            if _on_battlefield(a) and not _from_anywhere(a, happening) and not _looks_after(a)
        ]
        if happening.kind == "zone" and happening.from_zone == "battlefield":
            return gone_first(_looking_back(ctx, found, happening), gone)
        if gone and happening.kind == "damage":
            return gone_first(found, gone)
    if happening.object and _of_the_card(happening):
        # CR 702.29c: these trigger from whatever zone the card is in afterwards
        itself = [(happening.object, a) for a in triggered_abilities(ctx, happening.object) if _about_itself(a)]
        if itself:
            return gone_first(found, itself)
    if happening.kind == "sacrifice":
        return gone_first(_looking_back(ctx, found, happening), gone if happening.batch else [])
    return found


def standing(ctx: Context) -> list[tuple[int, t.Triggered]]:
    """The triggered abilities that are there now, wherever they function, in timestamp order."""
    state = ctx.state
    found: list[tuple[int, t.Triggered]] | None = state.cache.get("watchers")
    if found is None:
        found = []
        ctx.spend(1 + len(state.battlefield))
        for id in candidates(ctx, TRIGGERED):
            found += [(id, a) for a in triggered_abilities(ctx, id) if _on_battlefield(a)]
        for name in state.order:
            for zone in ("graveyard", "hand"):
                for id in state.zone_list(zone, name):
                    found += [(id, a) for a in triggered_abilities(ctx, id) if zone in a.zone]
        for zone in ("exile", "stack", "command"):
            for id in state.zone_list(zone, ""):
                if state.objects[id].kind != "ability":
                    found += [(id, a) for a in triggered_abilities(ctx, id) if zone in a.zone]
        state.cache["watchers"] = found
    return found


def _looking_back(
    ctx: Context, found: list[tuple[int, t.Triggered]], happening: Happening
) -> list[tuple[int, t.Triggered]]:
    """CR 603.10a: abilities about leaving the battlefield, or a sacrifice, count as they were before the event."""
    batch, before = ctx.before
    if batch != happening.batch or not happening.batch:
        return found
    kind = happening.kind
    earlier = [(id, a) for id, a in before if _looks_back(a.event, kind) and ctx.exists(id)]
    return earlier + [(id, a) for id, a in found if not _looks_back(a.event, kind)]


def _looks_back(event: t.Node, kind: str) -> bool:
    if isinstance(event, t.AnyEvent):
        return any(_looks_back(part, kind) for part in event.parts)
    if kind == "sacrifice":
        return isinstance(event, t.Sacrifices)
    return isinstance(event, t.ZoneChange) and event.from_ == "battlefield"


#: CR 702.29c, 702.110b: deeds of an object that may have left the battlefield, or never was there.
_OF_ITSELF = ("cycle", "exploit")


def _of_the_card(happening: Happening) -> bool:
    """Whether something was done with a card that isn't on the battlefield: it was discarded or cycled."""
    return happening.kind == "discard" or (happening.kind == "does" and happening.word in _OF_ITSELF)


def _about_itself(ability: t.Triggered) -> bool:
    event = ability.event
    return isinstance(event, t.DiscardsCard | t.PlayerDoes) and _is_itself(event.where)


def _is_itself(where: t.Predicate) -> bool:
    """Whether an event speaks of the source alone, also with more said of it ("put into your graveyard")."""
    itself = t.Is(t.Self())
    return where == itself or (isinstance(where, t.AllOf) and itself in where.parts)


def _on_battlefield(ability: t.Triggered) -> bool:
    """Whether it functions there: where its zone says, and if it is about leaving the battlefield (CR 603.10a)."""
    event = ability.event
    leaves = isinstance(event, t.ZoneChange) and event.from_ == "battlefield" and _is_itself(event.where)
    return leaves or "battlefield" in ability.zone


def _from_anywhere(ability: t.Triggered, happening: Happening) -> bool:
    """CR 603.6c: "put into a graveyard from anywhere" is no leaves-the-battlefield ability: the new object has it."""
    event = ability.event
    return (
        isinstance(event, t.ZoneChange)
        and event.from_ != "battlefield"
        and event.to not in ("", "battlefield")
        and event.to == happening.to_zone
        and _is_itself(event.where)
    )


def _looks_after(ability: t.Triggered) -> bool:
    """CR 603.6c, 603.10: a zone change that isn't about leaving the battlefield isn't seen by what left with it."""
    event = ability.event
    return isinstance(event, t.ZoneChange) and "battlefield" not in event.from_.split("|")


def gone_first(
    found: list[tuple[int, t.Triggered]], gone: list[tuple[int, t.Triggered]]
) -> list[tuple[int, t.Triggered]]:
    """Both lists, without doubles."""
    return gone + [item for item in found if item not in gone]


def triggered_abilities(ctx: Context, id: int) -> list[t.Triggered]:
    """The triggered abilities of an object, those of its keywords included."""
    values = ctx.values(id)
    known: list[t.Triggered] | None = values.derived.get("triggered") if ctx.working is None else None
    if known is not None:
        return known
    found = []
    for ability in values.abilities:
        if isinstance(ability, t.Triggered):
            found.append(ability)
        elif isinstance(ability, t.Keyword):
            found += keywords.triggered(ability)
    if "Siege" in values.subtypes and "Battle" in values.types:
        found.append(SIEGE)
    if ctx.working is None:
        values.derived["triggered"] = found
    return found


def _notice_delayed(ctx: Context, happening: Happening) -> None:
    state = ctx.state
    for delayed in list(state.delayed):
        scope = Scope(source=delayed.source, you=delayed.controller, event=happening, bound=dict(delayed.bound))
        scope.x = delayed.x
        if not event_matches(ctx, delayed.event, happening, scope) or _silenced(ctx, 0, happening):
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
    options = tuple(
        Option("object", p.source, say("the ability of {object}", object=name_for(ctx, p.source, player))) for p in own
    )
    decision = Decision(
        player,
        "order",
        say("Put your triggered abilities on the stack, first one first."),
        options,
        len(own),
        len(own),
        ("603.3b",),
    )
    return [own[index] for index in ctx.ask(decision).chosen]


def check_states(ctx: Context) -> bool:
    """CR 603.8: state triggers: an ability triggers when its condition is true, and not again while it is pending.

    Returns:
        Whether any triggered.
    """
    state = ctx.state
    found = False
    for id in candidates(ctx, TRIGGERED):
        for ability in triggered_abilities(ctx, id):
            if not isinstance(ability.event, t.StateIs) or _waits(ctx, id, ability):
                continue
            scope = Scope(source=id, you=ctx.controller(id))
            if holds(ctx, ability.event.condition, scope) and holds(ctx, ability.condition, scope):
                _trigger(ctx, PendingTrigger(ability, scope.you, id, Happening("state", id, player=scope.you)))
                found = True
    return found and bool(state.triggered)


def _waits(ctx: Context, id: int, ability: t.Triggered) -> bool:
    if any(p.source == id and p.ability == ability for p in ctx.state.triggered):
        return True
    on_stack = [ctx.state.objects[other].stack for other in ctx.state.stack]
    return any(info is not None and info.source == id and info.ability == ability for info in on_stack)
