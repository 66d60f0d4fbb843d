"""Casting spells (CR 601): permission, announcement, payment."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import FaceDown, GameObject, Happening, StackInfo
from simulator.rules import keywords
from simulator.rules.amounts import amount
from simulator.rules.announcement import Announcement
from simulator.rules.bestowing import bestow
from simulator.rules.context import Context
from simulator.rules.cost_words import cost_text
from simulator.rules.dividing import announce
from simulator.rules.overloading import overloaded
from simulator.rules.paying import Payment, pay
from simulator.rules.permissions import Permission, check_timing, note_use, own_permissions, static_permissions
from simulator.rules.predicates import fits
from simulator.rules.replacement import parts_of, player_rules, prohibited
from simulator.rules.scope import Scope
from simulator.rules.spell_costs import (
    SpellCost,
    announced_x,
    base_cost,
    check_announced,
    face_down_keyword,
    helped,
    total_cost,
)
from simulator.rules.stack import choose_modes, note_targets, split_second
from simulator.rules.targets import choose_targets, specs_of
from simulator.rules.wording import public_name
from simulator.rules.zones import face_down_as, leave, new_object
from simulator.sentences import say
from simulator.symbols import ManaCost, ManaSymbol, parse_mana_cost
from simulator.terms import term


def cast(ctx: Context, player: str, id: int, said: Announcement) -> int:
    """Cast a spell (CR 601.2); its id on the stack.

    Raises:
        IllegalAction: the rules forbid it at some point; the caller takes everything back (CR 733.1).
    """
    state = ctx.state
    obj = state.objects[id]
    permission = _permission(ctx, player, id, said)
    if permission.kind == "disturb":
        # CR 702.146a, 712.8c: cast transformed
        said.face, said.transformed = 1, True
    _check_castable(obj, said)
    if split_second(ctx):
        raise IllegalAction(say("A spell with split second is on the stack."), "702.61a")
    was_zone = obj.zone
    _choose_prototype(ctx, player, obj, said)
    spell = to_stack(ctx, player, obj, said)
    if "bestow" in said.ways and ctx.values(spell.id).has("bestow"):
        # CR 702.103d: from here on only what it is as a bestowed spell counts
        bestow(ctx, spell.id, player)
    check_timing(ctx, player, spell, permission, said)
    if prohibited(ctx, "be cast", spell.id, player, zone=was_zone) is not None:
        raise IllegalAction(say("An effect says that it can't be cast."), "101.2", "601.3")
    _check_limit(ctx, player)
    _check_supported(ctx, spell)
    scope = Scope(source=spell.id, you=player, x=said.x, stack_id=spell.id)
    costs = base_cost(ctx, spell, said, permission)
    said.x = announced_x(ctx, player, spell, costs, said)
    scope.x = said.x
    effect, specs = spell_text(ctx, spell, costs.alternative)
    if isinstance(effect, t.Modes) and "entwine" in costs.kicked:
        said.modes = tuple(range(len(effect.modes)))  # CR 702.42a
        effect = replace(effect, maximum=len(effect.modes))
    modes = choose_modes(ctx, effect, player, said.modes, scope, spell.id) if effect is not None else ()
    wanted = specs_of(effect, specs, modes) if effect is not None else specs
    try:
        targets = choose_targets(ctx, wanted, scope, spell.id, said.targets, said.x)
    except IllegalAction as error:
        if costs.alternative == "mutate":  # CR 702.140a says what a mutating creature spell may target
            raise IllegalAction(str(error), "702.140a", *error.rules) from None
        raise
    over = said.over if costs.alternative == "mutate" else None
    divisions = announce(ctx, effect, modes, targets, scope)
    info = StackInfo(
        targets=targets,
        modes=modes,
        x=said.x,
        alternative=costs.alternative,
        over=over,
        cast_from=was_zone,
        specs=wanted,
        bound=divisions,
    )
    state.write(spell.id).stack = info
    total = total_cost(ctx, player, spell.id, costs, said, was_zone)
    check_announced(total, said)
    rest, named = helped(ctx, player, spell.id, total, said)
    payment = Payment(player, spell.id, said.x, list(named), kind="spell")
    pay(ctx, tuple(costs.parts), payment, _of_any_color(rest) if permission.any_mana else rest)
    info = replace(
        info, kicked=tuple(costs.kicked), paid=tuple(payment.paid), mana_spent=payment.spent, free=costs.free
    )
    state.write(spell.id).stack = info
    note_use(ctx, permission)
    _cast_happened(ctx, player, spell.id, total, costs)
    note_targets(ctx, spell.id, targets, player, "spell")
    return spell.id


def _of_any_color(cost: ManaCost) -> ManaCost:
    """CR 609.4b: a cost that mana of any type may be spent on: what is paid with is free, not how much."""
    symbols = tuple(
        ManaSymbol(generic=1) if s.options and "S" not in s.options and not s.phyrexian else s for s in cost.symbols
    )
    return ManaCost(symbols)


def _permission(ctx: Context, player: str, id: int, said: Announcement) -> Permission:
    """Why the player may cast it from where it is; the choice of several that fits what was said.

    Raises:
        IllegalAction: there is no reason.
    """
    if said.during_resolution:
        return Permission("effect", free=said.free, any_mana=said.any_mana)
    found = own_permissions(ctx, player, id, said)
    if any(True for _ in _may_play_parts(ctx)):
        # CR 601.3, 708.4: what counts is the spell that it would be, face down if it is cast so
        trial = Context(ctx.state.clone())
        would = to_stack(trial, player, trial.state.objects[id], said)
        found += static_permissions(ctx, player, id, (trial, would.id))
    if ctx.state.objects[id].zone == "hand":
        # a permission for cards in hand adds flash, a cost or the face-down way to what is allowed anyway
        found = [replace(p, kind="hand") for p in found[1:]] + found[:1] if found else []
    if not found:
        _check_known_permission(ctx, id)
        raise IllegalAction(say("{player} can't cast it from there.", player=player), "601.3")
    if _any_color(ctx, player, id):
        found = [replace(p, any_mana=True) for p in found]
    ways = [p for p in found if p.kind in said.ways]
    if said.face_down:
        down = [p for p in found if p.face_down]
        found = (down if not face_down_keyword(ctx.state.objects[id], said) else []) + found
    elif not said.for_nothing:
        found = [p for p in found if not (p.face_down and p.part is not None)] or found
        found.sort(key=lambda p: not p.flash)
        if said.for_cost is not None or said.x:
            # CR 118.9: casting it without paying its mana cost is the player's choice
            found.sort(key=lambda p: p.free)
    return (ways or found)[0]


def _any_color(ctx: Context, player: str, id: int) -> bool:
    """CR 609.4b: whether a permanent of the player lets mana be spent on the card as though it were of any color."""
    return any(
        isinstance(part, t.AsThough)
        and part.what == "mana of any color"
        and scope.you == player
        and fits(ctx, part.where, id, scope)
        for _, _, part, scope in parts_of(ctx, t.AsThough)
    )


def _check_known_permission(ctx: Context, id: int) -> None:
    """A keyword that lets a card be cast from the graveyard in a way that isn't implemented."""
    if ctx.state.objects[id].zone != "graveyard":
        return
    for name in keywords.UNPLAYED_FROM_GRAVEYARD:
        if ctx.values(id).keyword_abilities(name):
            raise Unsupported(say("casting with {name} isn't simulated yet", name=name))


def _may_play_parts(ctx: Context) -> list[object]:
    return list(parts_of(ctx, t.MayPlay))


def _check_castable(obj: GameObject, said: Announcement) -> None:
    face = obj.card.faces[said.face]
    if said.face_down:
        return
    if "Land" in face.type_line.types:
        raise IllegalAction(say("Lands can't be cast."), "305.9", "305.1")
    if said.face and not said.transformed and obj.card.is_double_faced and obj.card.layout != "modal_dfc":
        # CR 712.8c, 712.11: such a card is cast with its front face up unless an effect says otherwise
        raise IllegalAction(say("It is cast with its front face up."), "712.11", "712.8c")
    if said.face and obj.card.layout in ("flip", "meld", "prototype"):
        raise IllegalAction(say("That isn't a spell of its own."), "710.1", "601.3")


def to_stack(ctx: Context, player: str, obj: GameObject, said: Announcement) -> GameObject:
    """CR 601.2a: the card becomes the top object of the stack, face down first if it is cast so (708.4)."""
    state = ctx.state
    leave(ctx, obj.id)
    spell = new_object(ctx, obj.card, obj.owner, "stack", obj.kind, obj.card_id)
    spell.token_of, spell.token_faces = obj.token_of, obj.token_faces
    spell.controller = player
    spell.face = said.face
    # CR 718.3a: from here on only the alternative characteristics are looked at
    spell.prototyped = "prototype" in said.ways
    spell.flags["was"] = obj.id
    state.moved[obj.id] = spell.id
    state.stack.append(spell.id)
    state.touch()
    if said.face_down:
        mode = face_down_keyword(spell, said)
        spell.face_down = face_down_as(mode) if mode else FaceDown("morph", t.FaceDownAs("morph"))
        spell.handle = state.next_handle
        state.next_handle += 1
    return spell


def _choose_prototype(ctx: Context, player: str, obj: GameObject, said: Announcement) -> None:
    """CR 718.3: as a prototype card is cast its player chooses whether it is a prototyped spell; 601.2b, if not said.

    Another way to cast it, or the total that was announced, says it already.
    """
    keyword = next((a for a in obj.card.front.abilities if isinstance(a, t.Keyword) and a.name == "prototype"), None)
    if keyword is None or said.face_down or said.ways or said.for_nothing:
        return
    cost = cost_text(keyword.cost)
    if said.for_cost is not None:
        if said.for_cost.canonical() == parse_mana_cost(cost).canonical():
            said.ways = ("prototype",)
        return
    words = (say("normally"), say("as a prototyped spell ({cost})", cost=cost))
    options = tuple(Option("mode", index, word) for index, word in enumerate(words))
    decision = Decision(player, "mode", say("How do you cast it?"), options, rules=("718.3", "601.2b"))
    if ctx.choose(decision)[0].value:
        said.ways = ("prototype",)


def _check_limit(ctx: Context, player: str) -> None:
    """CR 101.2: effects that limit how many spells a player can cast each turn.

    Raises:
        IllegalAction: the player has cast that many.
    """
    for part, scope in player_rules(ctx, player, "spells each turn"):
        if ctx.state.players[player].flags.get("spells cast", 0) >= amount(ctx, part.amount, scope):
            raise IllegalAction(say("{player} can't cast more spells this turn.", player=player), "101.2", "601.3")


def _check_supported(ctx: Context, spell: GameObject) -> None:
    """Refuse to play a spell whose own text isn't understood, rather than playing it wrongly."""
    values = ctx.values(spell.id)
    permanent = any(word in values.types for word in ("Creature", "Artifact", "Enchantment", "Planeswalker", "Battle"))
    for ability in values.abilities:
        if isinstance(ability, t.UnsupportedAbility) and ability.kind in ("spell", "static", "keyword"):
            raise Unsupported(say("{object}: its text isn't simulated yet", object=public_name(ctx, spell.id)))
        if not isinstance(ability, t.Keyword):
            continue
        if ability.name in keywords.UNPLAYED_ON_STACK or not (permanent or keywords.known_on_spells(ability.name)):
            raise Unsupported(
                say("{object}: {name} isn't simulated yet", object=public_name(ctx, spell.id), name=ability.name)
            )


def spell_text(ctx: Context, spell: GameObject, alternative: str) -> tuple[t.Effect | None, tuple[t.TargetSpec, ...]]:
    """What has to be chosen for a spell: its effect (for modes) and its targets."""
    values = ctx.values(spell.id)
    if alternative == "mutate":
        # CR 702.140a: it targets a non-Human creature with the same owner
        where = t.AllOf((t.HasType("Creature"), t.Not(t.HasType("Human")), t.OwnedBy(t.OwnerOf(t.Self()))))
        return None, (t.TargetSpec(where),)
    if alternative == "overload":
        # CR 702.96b: it has no targets
        for ability in values.abilities:
            if isinstance(ability, t.Spell):
                return overloaded(ability.effect, ability.targets), ()
    if values.is_type("Aura"):
        return None, tuple(_aura_target(k) for k in values.keyword_abilities("enchant")[:1])
    for ability in values.abilities:
        if isinstance(ability, t.Spell):
            return ability.effect, ability.targets
    return None, ()


def _aura_target(keyword: t.Keyword) -> t.TargetSpec:
    """CR 303.4a: an Aura spell targets what its enchant ability names."""
    if keyword.quality in ("player", "opponent"):
        return t.TargetSpec(None, players=keyword.quality)
    return t.TargetSpec(
        keyword.where or t.AllOf(), zone="graveyard" if keyword.quality == "graveyard" else "battlefield"
    )


def _cast_happened(ctx: Context, player: str, id: int, total: ManaCost, costs: SpellCost) -> None:
    """CR 601.2i: the spell becomes cast."""
    obj = ctx.state.objects[id]
    rules = ("601.2i", "708.4") if obj.face_down is not None else ("601.2i",)
    name, cost, private = public_name(ctx, id), str(total), []
    if obj.face_down is not None:
        private = [
            (
                player,
                say(
                    "{player} casts {card} face down as #{handle} for {cost}",
                    player=player,
                    card=obj.card.front.name,
                    handle=obj.handle,
                    cost=cost,
                ),
            )
        ]
    if costs.alternative and obj.face_down is None:
        way = term(costs.alternative)
        told = say("{player} casts {object} ({way}) for {cost}", player=player, object=name, way=way, cost=cost)
    else:
        told = say("{player} casts {object} for {cost}", player=player, object=name, cost=cost)
    ctx.tell(told, *rules, private=private)
    writable = ctx.state.write_player(player)
    count = writable.flags.get("spells cast", 0) + 1
    writable.flags["spells cast"] = count
    if obj.face_down is None:
        for name in ctx.state.order:
            ctx.state.write_player(name).seen[obj.card_id] = id
    else:
        writable.seen[obj.card_id] = id
    from_zone = obj.stack.cast_from if obj.stack is not None else ""
    ctx.happen(Happening("cast", id, player=player, amount=count, from_zone=from_zone))
