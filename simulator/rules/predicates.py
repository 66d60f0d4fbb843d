"""Does an object fit a phrase: evaluation of `Predicate` nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.characteristics import Characteristics
from simulator.model.objects import GameObject, StackInfo
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.rules.stats import compare, stat
from simulator.sentences import say

__all__ = ["compare", "fits", "is_summoning_sick", "stat"]

Test = Callable[[Context, Any, int, Scope], bool]
_TESTS: dict[type[t.Node], Test] = {}


def test_for(kind: type[t.Node]) -> Callable[[Test], Test]:
    """Register the evaluation of a predicate node."""

    def register(function: Test) -> Test:
        _TESTS[kind] = function
        return function

    return register


def fits(ctx: Context, predicate: t.Predicate, id: int, scope: Scope) -> bool:
    """Whether the object (or its last known information) fits.

    Raises:
        Unsupported: the predicate is of a kind that isn't implemented.
    """
    test = _TESTS.get(type(predicate))
    if test is None:
        raise Unsupported(say("the simulator can't tell yet which objects fit this description"))
    return test(ctx, predicate, id, scope)


@test_for(t.AllOf)
def _all_of(ctx: Context, p: t.AllOf, id: int, scope: Scope) -> bool:
    return all(fits(ctx, part, id, scope) for part in p.parts)


@test_for(t.AnyOf)
def _any_of(ctx: Context, p: t.AnyOf, id: int, scope: Scope) -> bool:
    return any(fits(ctx, part, id, scope) for part in p.parts)


@test_for(t.Not)
def _not(ctx: Context, p: t.Not, id: int, scope: Scope) -> bool:
    return not fits(ctx, p.part, id, scope)


@test_for(t.HasType)
def _has_type(ctx: Context, p: t.HasType, id: int, scope: Scope) -> bool:
    return ctx.values(id).is_type(p.word)


@test_for(t.IsPermanentCard)
def _is_permanent_card(ctx: Context, p: t.IsPermanentCard, id: int, scope: Scope) -> bool:
    return any(word in ctx.values(id).types for word in ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"))  # fmt: skip  # noqa: E501


@test_for(t.IsHistoric)
def _is_historic(ctx: Context, p: t.IsHistoric, id: int, scope: Scope) -> bool:
    values = ctx.values(id)
    return any(values.is_type(word) for word in ("Legendary", "Artifact", "Saga"))


@test_for(t.HasColor)
def _has_color(ctx: Context, p: t.HasColor, id: int, scope: Scope) -> bool:
    return p.color in ctx.values(id).colors


@test_for(t.ColorCount)
def _color_count(ctx: Context, p: t.ColorCount, id: int, scope: Scope) -> bool:
    count = len(ctx.values(id).colors)
    return {"colorless": count == 0, "mono": count == 1, "multi": count > 1}[p.kind]


@test_for(t.OfChosen)
def _of_chosen(ctx: Context, p: t.OfChosen, id: int, scope: Scope) -> bool:
    chosen = scope.words.get(p.kind) or ctx.obj(scope.source).chosen.get(p.kind)
    if chosen is None:
        return False
    values = ctx.values(id)
    if p.kind == "color":
        return chosen in values.colors
    if p.kind == "name":
        return chosen in values.names
    if p.kind == "player":
        return ctx.controller(id) == chosen
    return values.is_type(chosen)


@test_for(t.ControlledBy)
def _controlled_by(ctx: Context, p: t.ControlledBy, id: int, scope: Scope) -> bool:
    controller = ctx.controller(id)
    if isinstance(p.player, t.You):
        return controller == scope.you
    return controller in _players(ctx, p.player, scope)


@test_for(t.OwnedBy)
def _owned_by(ctx: Context, p: t.OwnedBy, id: int, scope: Scope) -> bool:
    return ctx.obj(id).owner in _players(ctx, p.player, scope)


def _players(ctx: Context, ref: t.Node, scope: Scope) -> list[str]:
    from simulator.rules.references import players

    return players(ctx, ref, scope)


def _objects(ctx: Context, ref: t.Node, scope: Scope) -> list[int]:
    from simulator.rules.references import objects

    return objects(ctx, ref, scope)


def _amount(ctx: Context, node: t.Node | None, scope: Scope) -> int:
    from simulator.rules.amounts import amount

    return amount(ctx, node, scope)


@test_for(t.IsTapped)
def _is_tapped(ctx: Context, p: t.IsTapped, id: int, scope: Scope) -> bool:
    return ctx.obj(id).tapped


@test_for(t.IsFaceDown)
def _is_face_down(ctx: Context, p: t.IsFaceDown, id: int, scope: Scope) -> bool:
    return ctx.obj(id).face_down is not None


@test_for(t.IsToken)
def _is_token(ctx: Context, p: t.IsToken, id: int, scope: Scope) -> bool:
    return ctx.obj(id).kind == "token"


@test_for(t.IsCard)
def _is_card(ctx: Context, p: t.IsCard, id: int, scope: Scope) -> bool:
    """CR 109.2a: the card as it is printed, whatever it is face down as and whatever effects say."""
    from simulator.rules.copiable import own_values

    obj = ctx.obj(id)
    ctx.values(id)  # so that what others are is known before
    printed = Context(ctx.state)
    printed.working = {**(ctx.working or {}), id: Characteristics(own_values(obj), obj.controller)}
    return obj.kind == "card" and fits(printed, p.where, id, scope)


@test_for(t.HasKeyword)
def _has_keyword(ctx: Context, p: t.HasKeyword, id: int, scope: Scope) -> bool:
    return ctx.values(id).has(p.keyword)


@test_for(t.HasAbilities)
def _has_abilities(ctx: Context, p: t.HasAbilities, id: int, scope: Scope) -> bool:
    abilities = ctx.values(id).abilities
    if not p.kind:
        return bool(abilities)
    kinds = {"activated": t.Activated, "triggered": t.Triggered, "static": t.Static, "keyword": t.Keyword}
    if p.kind not in kinds:
        raise Unsupported(say("the simulator can't tell yet which objects fit this description"))
    return any(isinstance(a, kinds[p.kind]) for a in abilities)


@test_for(t.Compare)
def _compare(ctx: Context, p: t.Compare, id: int, scope: Scope) -> bool:
    if p.stat in ("power", "toughness") and getattr(ctx.values(id), p.stat) is None:
        return False
    right = _amount(ctx, p.amount, scope) if p.amount is not None else 0
    return compare(stat(ctx, id, p.stat), p.op, right)


@test_for(t.HasCounter)
def _has_counter(ctx: Context, p: t.HasCounter, id: int, scope: Scope) -> bool:
    counters = ctx.obj(id).counters
    return bool(counters.get(p.kind)) if p.kind else any(counters.values())


@test_for(t.CounterCount)
def _counter_count(ctx: Context, p: t.CounterCount, id: int, scope: Scope) -> bool:
    counters = ctx.obj(id).counters
    have = counters.get(p.kind, 0) if p.kind else sum(counters.values())
    return compare(have, p.op, _amount(ctx, p.amount, scope))


@test_for(t.SingleTarget)
def _single_target(ctx: Context, p: t.SingleTarget, id: int, scope: Scope) -> bool:
    info = ctx.obj(id).stack
    return info is not None and sum(len(c.objects) + len(c.players) for c in info.targets) == 1


@test_for(t.Named)
def _named(ctx: Context, p: t.Named, id: int, scope: Scope) -> bool:
    return p.name in ctx.values(id).names


@test_for(t.SameNameAs)
def _same_name(ctx: Context, p: t.SameNameAs, id: int, scope: Scope) -> bool:
    # CR 201.2a: an object without a name shares its name with nothing
    names = ctx.values(id).names
    return any(set(names) & set(ctx.values(other).names) for other in _objects(ctx, p.ref, scope))


@test_for(t.SharesWith)
def _shares(ctx: Context, p: t.SharesWith, id: int, scope: Scope) -> bool:
    return any(_share(ctx, p.what, id, other) for other in _objects(ctx, p.ref, scope))


def _share(ctx: Context, what: str, one: int, two: int) -> bool:
    a, b = ctx.values(one), ctx.values(two)
    if what == "color":
        return bool(set(a.colors) & set(b.colors))
    if what == "card type":
        return bool(set(a.types) & set(b.types))
    if what == "creature type":
        from simulator.model.characteristics import is_creature_type

        if not (a.has_creature_types and b.has_creature_types):
            return False
        own = [w for w in a.subtypes if is_creature_type(w)]
        theirs = [w for w in b.subtypes if is_creature_type(w)]
        if a.all_creature_types and b.all_creature_types:
            return True
        return any(b.is_type(w) for w in own) or any(a.is_type(w) for w in theirs)
    if what == "name":
        return bool(set(a.names) & set(b.names))
    if what == "mana value":
        return stat(ctx, one, "mana value") == stat(ctx, two, "mana value")
    if what == "land type":
        return any(w in b.subtypes for w in a.subtypes)
    raise Unsupported(say("the simulator can't compare this yet"))


@test_for(t.Is)
def _is(ctx: Context, p: t.Is, id: int, scope: Scope) -> bool:
    if isinstance(p.ref, t.Self):
        return id == scope.source
    return id in _objects(ctx, p.ref, scope)


@test_for(t.Other)
def _other(ctx: Context, p: t.Other, id: int, scope: Scope) -> bool:
    return id != scope.source


@test_for(t.IsAttacking)
def _is_attacking(ctx: Context, p: t.IsAttacking, id: int, scope: Scope) -> bool:
    attackers = ctx.state.combat.attackers
    if id not in attackers:
        return False
    return p.player is None or attackers[id] in _players(ctx, p.player, scope)


@test_for(t.IsBlocking)
def _is_blocking(ctx: Context, p: t.IsBlocking, id: int, scope: Scope) -> bool:
    return id in ctx.state.combat.blockers


@test_for(t.IsBlocked)
def _is_blocked(ctx: Context, p: t.IsBlocked, id: int, scope: Scope) -> bool:
    return id in ctx.state.combat.blocked


@test_for(t.IsAttached)
def _is_attached(ctx: Context, p: t.IsAttached, id: int, scope: Scope) -> bool:
    attached = [o for o in ctx.permanents() if ctx.state.objects[o].attached_to == id]
    if p.word == "enchanted":
        return any(ctx.values(o).is_type("Aura") for o in attached)
    if p.word == "equipped":
        return any(ctx.values(o).is_type("Equipment") for o in attached)
    # CR 700.9: modified by a counter, an Equipment, or an Aura that its controller controls
    if any(ctx.obj(id).counters.values()):
        return True
    return any(
        ctx.values(o).is_type("Equipment")
        or (ctx.values(o).is_type("Aura") and ctx.controller(o) == ctx.controller(id))
        for o in attached
    )


@test_for(t.InZone)
def _in_zone(ctx: Context, p: t.InZone, id: int, scope: Scope) -> bool:
    return ctx.obj(id).zone == p.zone


@test_for(t.EnteredThisTurn)
def _entered(ctx: Context, p: t.EnteredThisTurn, id: int, scope: Scope) -> bool:
    return ctx.obj(id).entered_turn == ctx.state.turn


@test_for(t.IsSpell)
def _is_spell(ctx: Context, p: t.IsSpell, id: int, scope: Scope) -> bool:
    obj = ctx.obj(id)
    return obj.kind != "ability" and obj.zone == "stack"


@test_for(t.IsAbilityOnStack)
def _is_ability(ctx: Context, p: t.IsAbilityOnStack, id: int, scope: Scope) -> bool:
    obj = ctx.obj(id)
    if obj.kind != "ability" or obj.stack is None:
        return False
    wanted: dict[str, type[t.Ability]] = {"activated": t.Activated, "triggered": t.Triggered, "": t.Ability}
    return isinstance(obj.stack.ability, wanted[p.kind])


@test_for(t.SpellTargets)
def _spell_targets(ctx: Context, p: t.SpellTargets, id: int, scope: Scope) -> bool:
    info = ctx.obj(id).stack
    if info is None:
        return False
    return _targets_fit(ctx, info, p, scope)


def _targets_fit(ctx: Context, info: StackInfo, p: t.SpellTargets, scope: Scope) -> bool:
    objects = [o for choice in info.targets for o in choice.objects]
    named = [name for choice in info.targets for name in choice.players]
    if isinstance(p.what, t.Predicate):
        hits = [o for o in objects if fits(ctx, p.what, o, scope)]
        return bool(hits) and (not p.only or (len(hits) == len(objects) and not named))
    wanted = _players(ctx, p.what, scope)
    return any(name in wanted for name in named)


@test_for(t.IsAttachedTo)
def _is_attached_to(ctx: Context, p: t.IsAttachedTo, id: int, scope: Scope) -> bool:
    host = ctx.obj(id).attached_to
    return isinstance(host, int) and host in _objects(ctx, p.ref, scope)


@test_for(t.IsBlockingIt)
def _is_blocking_it(ctx: Context, p: t.IsBlockingIt, id: int, scope: Scope) -> bool:
    blocked = ctx.state.combat.blockers.get(id, ())
    return any(attacker in blocked for attacker in _objects(ctx, p.ref, scope))


@test_for(t.IsBlockedByIt)
def _is_blocked_by_it(ctx: Context, p: t.IsBlockedByIt, id: int, scope: Scope) -> bool:
    blockers = ctx.state.combat.blockers
    return any(id in blockers.get(blocker, ()) for blocker in _objects(ctx, p.ref, scope))


@test_for(t.TurnedFaceUpThisTurn)
def _turned_up(ctx: Context, p: t.TurnedFaceUpThisTurn, id: int, scope: Scope) -> bool:
    return any(event.kind == "face up" and event.object == id for event in ctx.state.happened)


@test_for(t.IsDesignated)
def _is_designated(ctx: Context, p: t.IsDesignated, id: int, scope: Scope) -> bool:
    # CR 702.112b: a face-down permanent, and one whose copiable values change, keeps its designations
    return bool(ctx.obj(id).flags.get(p.word))


@test_for(t.FromSource)
def _from_source(ctx: Context, p: t.FromSource, id: int, scope: Scope) -> bool:
    obj = ctx.obj(id)
    return obj.kind == "ability" and obj.stack is not None and fits(ctx, p.where, obj.stack.source, scope)


@test_for(t.DealtDamageThisTurn)
def _dealt_damage(ctx: Context, p: t.DealtDamageThisTurn, id: int, scope: Scope) -> bool:
    for event in ctx.state.happened:
        if event.kind == "damage" and event.object == id and (p.by is None or fits(ctx, p.by, event.source, scope)):
            return True
    return False


def is_summoning_sick(ctx: Context, obj: GameObject) -> bool:
    """CR 302.6: not under its controller's control continuously since that player's most recent turn began."""
    player = ctx.state.players.get(ctx.values(obj.id).controller)
    return player is not None and obj.control_stamp > player.turn_stamp
