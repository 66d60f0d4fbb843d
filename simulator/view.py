"""The hidden-information boundary: what one viewer sees, constructed field by field.

CR 400.2: library and hand are hidden zones. CR 708.5: the controller may look at face-down spells and permanents.
CR 708.6: face-down permanents stay distinguishable, hence their numbers. Nothing here is made by copying a state and
taking things away: a new field of the state is invisible until somebody adds it below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simulator.abilities import tree as t
from simulator.model.decisions import Decision
from simulator.model.events import Event
from simulator.rules.context import Context
from simulator.rules.face_down import procedures, why_not
from simulator.rules.predicates import is_summoning_sick
from simulator.rules.reading import keyword_text
from simulator.rules.wording import may_look, name_for, public_name, true_name
from simulator.sentences import say
from simulator.terms import term

#: How an object became face down, as everybody may know it (CR 708.6).
ORIGIN_WORDS = {
    "morph": say("cast face down with morph"),
    "disguise": say("cast face down with disguise"),
    "manifest": say("manifested"),
    "cloak": say("cloaked"),
    "effect": say("turned face down by an effect"),
}


@dataclass(frozen=True)
class ObjectView:
    """A permanent or an object on the stack as a viewer sees it.

    Attributes:
        label: what the viewer may call it; "#1 (…)" for face-down ones.
        handle: its number among face-down objects, 0 for none; it stays when it is turned up.
        origin: how it became face down, in words; "" if it is face up.
        size: "2/2", or "" if it isn't a creature. type_line: types after all effects.
        attached_to: label of what it is attached to, or "". states: "tapped", "attacking", ... in words.
        card: the name of the card under it, only for those who may look (CR 708.5).
    """

    label: str
    handle: int
    controller: str
    owner: str
    type_line: str
    size: str
    colors: tuple[str, ...]
    keywords: tuple[str, ...]
    counters: tuple[tuple[str, int], ...]
    damage: int
    attached_to: str
    states: tuple[str, ...]
    origin: str
    card: str


@dataclass(frozen=True)
class SeatView:
    """A player as a viewer sees them: hidden zones as counts, the viewer's own hand by name."""

    name: str
    life: int
    poison: int
    pool: str
    mana: str
    hand: int
    library: int
    graveyard: tuple[str, ...]
    exile: tuple[str, ...]
    own_hand: tuple[str, ...]
    top_of_library: str
    in_game: bool


@dataclass(frozen=True)
class FaceDownView:
    """A face-down permanent that the viewer may look at, with what it takes to turn it up.

    Attributes:
        handle: its number. card: its name. origin: how it became face down, in words.
        costs: each way to turn it face up, in words. why_not: why it can't be turned up by this viewer, or "".
    """

    handle: int
    card: str
    origin: str
    controller: str
    costs: tuple[str, ...]
    why_not: str


@dataclass(frozen=True)
class DecisionView:
    """What the game waits for: the options only for the player who decides."""

    player: str
    prompt: str
    options: tuple[str, ...]
    minimum: int
    maximum: int


@dataclass(frozen=True)
class PlayerView:
    """The whole board for one viewer (None: a spectator)."""

    viewer: str | None
    turn: int
    active: str
    step: str
    priority: str | None
    over: bool
    seats: tuple[SeatView, ...]
    battlefield: tuple[ObjectView, ...]
    stack: tuple[ObjectView, ...]
    face_down: tuple[FaceDownView, ...]
    decision: DecisionView | None
    won: tuple[str, ...]


@dataclass(frozen=True)
class LogLine:
    """One event as a viewer reads it."""

    seq: int
    text: str
    rules: tuple[str, ...]


def view_for(ctx: Context, viewer: str | None, pending: Decision | None) -> PlayerView:
    """Build the view of one viewer."""
    state = ctx.state
    return PlayerView(
        viewer=viewer,
        turn=state.turn,
        active=state.active,
        step="damage" if state.step == "first-damage" else state.step,
        priority=state.priority,
        over=state.over,
        seats=tuple(_seat(ctx, name, viewer) for name in state.order),
        battlefield=tuple(_object(ctx, id, viewer) for id in ctx.permanents()),
        stack=tuple(_object(ctx, id, viewer) for id in reversed(state.stack)),
        face_down=tuple(_face_down(ctx, viewer)),
        decision=_decision(pending, viewer),
        won=tuple(name for name in state.order if state.players[name].won),
    )


def _seat(ctx: Context, name: str, viewer: str | None) -> SeatView:
    player = ctx.state.players[name]
    exile = [id for id in ctx.state.exile if ctx.state.objects[id].owner == name]
    top = player.library[0] if player.library else None
    return SeatView(
        name=name,
        life=player.life,
        poison=player.counters.get("poison", 0),
        pool="".join("{" + unit.type + "}" for unit in sorted(player.pool, key=lambda u: "WUBRGC".index(u.type))),
        mana=player.mana_mode,
        hand=len(player.hand),
        library=len(player.library),
        graveyard=tuple(true_name(ctx, id) for id in player.graveyard),
        exile=tuple(name_for(ctx, id, viewer) for id in exile),
        own_hand=tuple(true_name(ctx, id) for id in player.hand) if viewer == name else (),
        top_of_library=true_name(ctx, top) if top is not None and may_look(ctx, top, viewer) else "",
        in_game=not player.lost,
    )


def _object(ctx: Context, id: int, viewer: str | None) -> ObjectView:
    obj = ctx.state.objects[id]
    if obj.kind == "ability":
        return ObjectView(public_name(ctx, id), 0, obj.controller, obj.owner, "", "", (), (), (), 0, "", (), "", "")
    values = ctx.values(id)
    line = " ".join(values.supertypes + values.types)
    if values.subtypes:
        line += " — " + " ".join(values.subtypes)
    host = obj.attached_to
    return ObjectView(
        label=public_name(ctx, id),
        handle=obj.handle,
        controller=values.controller,
        owner=obj.owner,
        type_line=line,
        size=f"{values.power}/{values.toughness}" if values.is_creature else "",
        colors=values.colors,
        keywords=tuple(keyword_text(a) for a in values.abilities if isinstance(a, t.Keyword)),
        counters=tuple(sorted((kind, count) for kind, count in obj.counters.items() if count)),
        damage=obj.damage,
        attached_to="" if host is None else host if isinstance(host, str) else public_name(ctx, host),
        states=_states(ctx, id),
        origin=ORIGIN_WORDS[obj.face_down.mode] if obj.face_down is not None else "",
        card=true_name(ctx, id) if obj.face_down is not None and may_look(ctx, id, viewer) else "",
    )


def _states(ctx: Context, id: int) -> tuple[str, ...]:
    obj, combat = ctx.state.objects[id], ctx.state.combat
    words = []
    if obj.zone == "battlefield":
        if obj.tapped:
            words.append(term("tapped"))
        if ctx.values(id).is_creature and is_summoning_sick(ctx, obj):
            words.append(term("summoning sick"))
        if id in combat.attackers:
            words.append(term("attacking"))
        if id in combat.blockers:
            words.append(term("blocking"))
    return tuple(words)


def _face_down(ctx: Context, viewer: str | None) -> Iterator[FaceDownView]:
    """The face-down permanents and spells at which the viewer may look, in the order of their numbers."""
    if viewer is None:
        return
    ids = [id for id in [*ctx.permanents(), *ctx.state.stack] if ctx.state.objects[id].face_down is not None]
    for id in sorted(ids, key=lambda id: ctx.state.objects[id].handle):
        obj = ctx.state.objects[id]
        if not may_look(ctx, id, viewer) or obj.face_down is None:
            continue
        reason = why_not(ctx, id, viewer)
        costs = (
            tuple(say("{way}: {cost}", way=term(p.name), cost=str(p.mana)) for p in procedures(ctx, id))
            if ctx.controller(id) == viewer
            else ()
        )
        yield FaceDownView(
            handle=obj.handle,
            card=true_name(ctx, id),
            origin=ORIGIN_WORDS[obj.face_down.mode],
            controller=ctx.controller(id),
            costs=costs,
            why_not=say("{reason} ({rule})", reason=reason[0], rule=reason[1]) if reason is not None else "",
        )


def _decision(pending: Decision | None, viewer: str | None) -> DecisionView | None:
    if pending is None:
        return None
    if viewer != pending.player:
        return DecisionView(pending.player, "", (), 0, 0)
    labels = tuple(option.label for option in pending.options)
    return DecisionView(pending.player, pending.prompt, labels, pending.minimum, pending.maximum)


def log_lines(events: Iterable[Event], viewer: str | None) -> Iterator[LogLine]:
    """The events as a viewer reads them; those that say nothing to the viewer are left out."""
    for event in events:
        text = event.text_for(viewer)
        if text is not None:
            yield LogLine(event.seq, text, event.rules)
