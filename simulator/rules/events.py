"""Events (CR 603.2): how each node of a triggered ability recognises what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.scope import Scope

Match = Callable[[Context, Any, Happening, Scope], bool]
_MATCHES: dict[type[t.Node], Match] = {}


def match_for(kind: type[t.Node]) -> Callable[[Match], Match]:
    """Register how an event node recognises what happened."""

    def register(function: Match) -> Match:
        _MATCHES[kind] = function
        return function

    return register


def event_matches(ctx: Context, event: t.Node, happening: Happening, scope: Scope) -> bool:
    """Whether what happened is what the event waits for."""
    if isinstance(event, t.AnyEvent):
        return any(event_matches(ctx, part, happening, scope) for part in event.parts)
    match = _MATCHES.get(type(event))
    # an event that isn't recognised is reported for the permanent that waits for it (`support.missing`)
    return match is not None and match(ctx, event, happening, scope)


def recognised(event: t.Node) -> bool:
    """Whether the engine can tell when an event happens."""
    return type(event) in _MATCHES or isinstance(event, t.StateIs)


@match_for(t.NotBlocked)
def _not_blocked(ctx: Context, e: t.NotBlocked, h: Happening, scope: Scope) -> bool:
    return h.kind == "not blocked" and fits(ctx, e.where, h.object, scope)


@match_for(t.CopiesSpell)
def _copies(ctx: Context, e: t.CopiesSpell, h: Happening, scope: Scope) -> bool:
    return h.kind == "copy spell" and h.player in players(ctx, e.player, scope) and fits(ctx, e.where, h.object, scope)


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
    itself = t.Is(t.Self())
    if isinstance(e.where, t.AllOf) and itself in e.where.parts:
        # the source, and more is said of it ("put into your graveyard")
        rest = t.AllOf(tuple(part for part in e.where.parts if part != itself))
        return bool(id) and scope.source in (h.object, h.new) and fits(ctx, rest, id, scope)
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


@match_for(t.ChapterReached)
def _chapter(ctx: Context, e: t.ChapterReached, h: Happening, scope: Scope) -> bool:
    # CR 714.2b: the number of lore counters was less than the chapter's and became at least that
    if h.kind != "counters" or h.word != "lore" or h.object != scope.source:
        return False
    now = ctx.obj(h.object).counters.get("lore", 0)
    return now - h.amount < e.number <= now


@match_for(t.ManaAdded)
def _mana_added(ctx: Context, e: t.ManaAdded, h: Happening, scope: Scope) -> bool:
    if h.kind != "mana added" or h.player not in players(ctx, e.player, scope) or not h.object:
        return False
    if not fits(ctx, e.where, h.object, scope):
        return False
    wanted = ctx.obj(scope.source).chosen.get("color") if e.mana == "chosen color" else e.mana.strip("{}")
    return not e.mana or wanted in h.detail


@match_for(t.TurnsFaceUp)
def _turns_face_up(ctx: Context, e: t.TurnsFaceUp, h: Happening, scope: Scope) -> bool:
    return h.kind == "face up" and h.detail[0] in players(ctx, e.player, scope) and fits(ctx, e.where, h.object, scope)


@match_for(t.PlaysCard)
def _plays_card(ctx: Context, e: t.PlaysCard, h: Happening, scope: Scope) -> bool:
    if h.kind not in ("cast", "play land") or (e.land_only and h.kind == "cast"):
        return False
    if h.player not in players(ctx, e.player, scope) or (e.zone and h.from_zone != e.zone):
        return False
    return fits(ctx, e.where, h.object, scope)


@match_for(t.AttacksWith)
def _attacks_with(ctx: Context, e: t.AttacksWith, h: Happening, scope: Scope) -> bool:
    if h.kind != "attack together" or (e.source_too and scope.source not in h.several):
        return False
    return len(attackers_that_fit(ctx, e, h, scope)) >= e.number


def attackers_that_fit(ctx: Context, e: t.AttacksWith, h: Happening, scope: Scope) -> tuple[int, ...]:
    """Those of the creatures that were declared together which the ability is about."""
    return tuple(id for id in h.several if fits(ctx, e.where, id, scope))


@match_for(t.LosesControl)
def _loses_control(ctx: Context, e: t.LosesControl, h: Happening, scope: Scope) -> bool:
    return h.kind == "lose control" and h.player == scope.you and fits(ctx, e.where, h.object, scope)


@match_for(t.PutsCounters)
def _puts_counters(ctx: Context, e: t.PutsCounters, h: Happening, scope: Scope) -> bool:
    if h.kind != "counters" or (e.kind and h.word != e.kind):
        return False
    return h.detail[0] in players(ctx, e.player, scope) and fits(ctx, e.where, h.object, scope)
