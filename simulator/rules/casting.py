"""Casting spells (CR 601): permission, announcement, total cost, payment."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import FaceDown, GameObject, Happening, StackInfo
from simulator.rules import keywords
from simulator.rules.amounts import amount, holds
from simulator.rules.context import Context
from simulator.rules.paying import Payment, cost_text, pay
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.replacement import parts_of, prohibited
from simulator.rules.scope import Scope
from simulator.rules.stack import choose_modes, note_targets
from simulator.rules.targets import Given, choose_targets, specs_of
from simulator.rules.wording import public_name
from simulator.rules.zones import face_down_as, leave, new_object
from simulator.symbols import ManaCost, parse_mana_cost


@dataclass
class Announcement:
    """What the player said while casting.

    Attributes:
        face: the face or half that is cast. face_down: cast face down. with_: the keyword whose alternative or
            additional cost is used. for_cost: the announced total; for_nothing: without paying its mana cost.
        targets, modes: None where they are to be asked. named: what pays other costs. over: mutate onto the top.
    """

    face: int = 0
    face_down: bool = False
    with_: str = ""
    for_cost: ManaCost | None = None
    for_nothing: bool = False
    x: int | None = None
    modes: tuple[int, ...] | None = None
    targets: tuple[Given, ...] | None = None
    named: tuple[int, ...] = ()
    over: bool | None = None
    during_resolution: bool = False


@dataclass
class _Costs:
    """The total cost as it is put together (CR 601.2f)."""

    mana: ManaCost
    parts: list[t.Cost] = field(default_factory=list)
    alternative: str = ""
    kicked: list[str] = field(default_factory=list)
    free: bool = False


def permissions(ctx: Context, player: str, id: int) -> list[t.MayPlay]:
    """Static permissions to play a card from where it is."""
    obj = ctx.state.objects[id]
    found = []
    for _, _, part, scope in parts_of(ctx, t.MayPlay):
        assert isinstance(part, t.MayPlay)  # noqa: S101 - parts_of gives that kind
        zone = part.zone
        if zone == "top of library":
            library = ctx.state.players[obj.owner].library
            right_zone = obj.zone == "library" and library[0] == id and obj.owner == player
        else:
            right_zone = obj.zone in zone.split("|")
        if right_zone and player in players(ctx, part.player, scope) and fits(ctx, part.where, id, scope):
            found.append(part)
    return found


def playable_from(ctx: Context, player: str, id: int, land: bool = False) -> bool:
    """Whether a player may play a card from its zone (CR 601.3, 305.1)."""
    obj = ctx.state.objects[id]
    if obj.zone == "hand":
        return obj.owner == player
    if obj.flags.get("playable by") == player:
        return True
    if any(not p.flash or p.zone != "hand" for p in permissions(ctx, player, id)):
        return True
    if obj.zone == "graveyard" and obj.owner == player:
        # CR 702.34a: flashback lets it be cast from there
        return any(a.name == "flashback" for a in ctx.values(id).keyword_abilities("flashback"))
    return False


def _spell_types(obj: GameObject, said: Announcement) -> tuple[str, ...]:
    if said.face_down:
        return ("Creature",)
    return obj.card.faces[said.face].type_line.types


def check_timing(ctx: Context, player: str, id: int, said: Announcement) -> None:
    """CR 117.1a, 307.1 and others: instants and flash at any time with priority, the rest at sorcery speed.

    Raises:
        IllegalAction: not now.
    """
    state = ctx.state
    obj = state.objects[id]
    types = _spell_types(obj, said)
    face = obj.card.faces[said.face]
    flash = not said.face_down and any(isinstance(a, t.Keyword) and a.name == "flash" for a in face.abilities)
    flash = flash or any(p.flash for p in permissions(ctx, player, id))
    if "Instant" in types or flash or said.during_resolution:
        return
    if state.active != player or state.step not in ("main", "second-main") or state.stack:
        rule = next((r for kind, r in _TIMING_RULES if kind in types), "117.1a")
        raise IllegalAction("It can be cast only in your own main phase while the stack is empty.", rule, "117.1a")


_TIMING_RULES = (
    ("Creature", "302.1"),
    ("Sorcery", "307.1"),
    ("Planeswalker", "306.1"),
    ("Enchantment", "303.1"),
    ("Artifact", "301.1"),
    ("Battle", "310.1"),
)


def cast(ctx: Context, player: str, id: int, said: Announcement) -> int:
    """Cast a spell (CR 601.2); its id on the stack.

    Raises:
        IllegalAction: the rules forbid it at some point; the caller takes everything back (CR 733.1).
    """
    state = ctx.state
    obj = state.objects[id]
    if not said.during_resolution and not playable_from(ctx, player, id):
        raise IllegalAction(f"{player} can't cast it from there.", "601.3")
    _check_castable(obj, said)
    check_timing(ctx, player, id, said)
    permission = permissions(ctx, player, id)
    was_zone = obj.zone
    spell = _to_stack(ctx, player, obj, said)
    if prohibited(ctx, "be cast", spell.id, player, zone=was_zone) is not None:
        raise IllegalAction("An effect says that it can't be cast.", "101.2", "601.3")
    _check_supported(ctx, spell)
    scope = Scope(source=spell.id, you=player, x=said.x, stack_id=spell.id)
    costs = _base_cost(ctx, spell, said, permission, was_zone)
    said.x = _announced_x(ctx, player, spell, costs, said)
    scope.x = said.x
    effect, specs = _spell_text(ctx, spell, costs.alternative)
    modes = choose_modes(ctx, effect, player, said.modes, scope, spell.id) if effect is not None else ()
    wanted = specs_of(effect, specs, modes) if effect is not None else specs
    try:
        targets = choose_targets(ctx, wanted, scope, spell.id, said.targets, said.x)
    except IllegalAction as error:
        if costs.alternative == "mutate":  # CR 702.140a says what a mutating creature spell may target
            raise IllegalAction(str(error), "702.140a", *error.rules) from None
        raise
    over = _over(ctx, player, costs.alternative, said)
    info = StackInfo(
        targets=targets,
        modes=modes,
        x=said.x,
        alternative=costs.alternative,
        over=over,
        cast_from=was_zone,
        specs=wanted,
    )
    state.write(spell.id).stack = info
    total = _total(ctx, player, spell.id, costs, said, was_zone)
    _check_announced(total, costs, said)
    payment = Payment(player, spell.id, said.x, list(said.named), kind="spell")
    pay(ctx, tuple(costs.parts), payment, total)
    from dataclasses import replace

    state.write(spell.id).stack = replace(
        info, kicked=tuple(costs.kicked), paid=tuple(payment.paid), mana_spent=payment.spent, free=costs.free
    )
    _cast_happened(ctx, player, spell.id, total, costs)
    note_targets(ctx, spell.id, targets, player, "spell")
    return spell.id


def _check_castable(obj: GameObject, said: Announcement) -> None:
    face = obj.card.faces[said.face]
    if "Land" in face.type_line.types and not said.face_down:
        raise IllegalAction("Lands can't be cast.", "305.9", "305.1")


def _to_stack(ctx: Context, player: str, obj: GameObject, said: Announcement) -> GameObject:
    """CR 601.2a: the card becomes the top object of the stack, face down first if it is cast so (708.4)."""
    state = ctx.state
    leave(ctx, obj.id)
    spell = new_object(ctx, obj.card, obj.owner, "stack", "card", obj.card_id)
    spell.controller = player
    spell.face = said.face
    spell.flags["was"] = obj.id
    state.moved[obj.id] = spell.id
    state.stack.append(spell.id)
    state.touch()
    if said.face_down:
        mode = said.with_ if said.with_ in ("morph", "disguise") else _face_down_keyword(obj, said)
        spell.face_down = face_down_as(mode) if mode else FaceDown("morph", t.FaceDownAs("morph"))
        spell.handle = state.next_handle
        state.next_handle += 1
    return spell


def _face_down_keyword(obj: GameObject, said: Announcement) -> str:
    for ability in obj.card.faces[said.face].abilities:
        if isinstance(ability, t.Keyword) and ability.name in ("morph", "megamorph", "disguise"):
            return "disguise" if ability.name == "disguise" else "morph"
    return ""


def _check_supported(ctx: Context, spell: GameObject) -> None:
    """Refuse to play a spell whose own text isn't understood, rather than playing it wrongly."""
    for ability in ctx.values(spell.id).abilities:
        if isinstance(ability, t.UnsupportedAbility) and ability.kind in ("spell", "static", "keyword"):
            raise Unsupported(f"{public_name(ctx, spell.id)}: its text isn't simulated yet")
        if isinstance(ability, t.Keyword) and ability.name in keywords.UNPLAYED_ON_STACK:
            raise Unsupported(f"{public_name(ctx, spell.id)}: {ability.name} isn't simulated yet")


def _base_cost(
    ctx: Context, spell: GameObject, said: Announcement, permission: list[t.MayPlay], was_zone: str
) -> _Costs:
    """CR 601.2b, 601.2f: the mana cost, or one alternative cost (118.9a)."""
    values = ctx.values(spell.id)
    if said.face_down:
        return _face_down_cost(ctx, spell, said, permission)
    printed = values.mana_cost
    costs = _Costs(printed if printed is not None else ManaCost())
    named = [a for a in values.abilities if isinstance(a, t.Keyword) and a.name == said.with_]
    if said.with_ in ("kicker", "buyback", "entwine") and named:
        costs.kicked.append(said.with_)
        costs.parts += named[0].cost
    elif said.with_:
        if not named or not named[0].cost:
            raise IllegalAction(f"It has no {said.with_} cost.", "601.2b", "118.9")
        if said.with_ not in keywords.ALTERNATIVE_COSTS:
            raise Unsupported(f"casting with {said.with_} isn't simulated yet")
        costs = _Costs(ManaCost(), list(named[0].cost), said.with_, [said.with_])
        return costs
    elif was_zone == "graveyard" and not permission and spell.flags.get("playable by") is None:
        flashback = [a for a in values.abilities if isinstance(a, t.Keyword) and a.name == "flashback"]
        if flashback:
            return _Costs(ManaCost(), list(flashback[0].cost), "flashback")
    if said.for_nothing or any(p.free for p in permission):
        if said.for_nothing and not said.during_resolution and not any(p.free for p in permission):
            raise IllegalAction("Nothing lets it be cast without paying its mana cost.", "118.9", "601.2b")
        costs.mana = ManaCost()
        costs.free = True
        return costs
    if printed is None and not costs.parts:
        # CR 202.1b, 118.6: an object without a mana cost can't be cast for it
        raise IllegalAction("It has no mana cost, so it can't be cast for it.", "118.6", "202.1b")
    return costs


def _face_down_cost(ctx: Context, spell: GameObject, said: Announcement, permission: list[t.MayPlay]) -> _Costs:
    """CR 702.37c, 702.168b: a card with morph or disguise may be cast face down for {3}."""
    keyword = _face_down_keyword(spell, said)
    allowed = any(p.face_down for p in permission)
    if not keyword and not allowed:
        raise IllegalAction("It has no ability that lets it be cast face down.", "702.37c", "708.4")
    if said.with_ and said.with_ != keyword:
        raise IllegalAction(f"It has no {said.with_}.", "702.37c", "708.4")
    if said.for_nothing:
        # CR 118.9a: only one alternative cost; the {3} is one already
        raise IllegalAction("Casting it face down is an alternative cost itself.", "118.9a", "702.37c")
    return _Costs(parse_mana_cost("{3}"), [], keyword or "face down")


def _announced_x(ctx: Context, player: str, spell: GameObject, costs: _Costs, said: Announcement) -> int | None:
    """CR 107.3a: X is announced; 107.3b: it is 0 if the mana cost isn't paid."""
    mana = costs.mana
    for part in costs.parts:
        if isinstance(part, t.PayMana):
            mana = mana.plus(parse_mana_cost(part.mana))
    printed = ctx.values(spell.id).mana_cost
    if costs.free:
        if printed is not None and printed.variables and said.x:
            raise IllegalAction("Without paying its mana cost X can only be 0.", "107.3b")
        return 0 if printed is not None and printed.variables else said.x
    if not mana.variables:
        if said.x is not None and not any(isinstance(n, t.X) for p in costs.parts for n in t.walk(p)):
            raise IllegalAction("It has no X.", "107.3a")
        return said.x
    if said.x is not None:
        return said.x
    if said.for_cost is not None:
        spare = said.for_cost.mana_value - mana.mana_value
        return max(0, spare // mana.variables)
    options = tuple(Option("number", n, str(n)) for n in range(21))
    decision = Decision(player, "number", "Choose X.", options, rules=("107.3a", "601.2b"))
    return int(ctx.choose(decision)[0].value)


def _spell_text(ctx: Context, spell: GameObject, alternative: str) -> tuple[t.Effect | None, tuple[t.TargetSpec, ...]]:
    """What has to be chosen for a spell: its effect (for modes) and its targets."""
    values = ctx.values(spell.id)
    if alternative == "mutate":
        # CR 702.140a: it targets a non-Human creature with the same owner
        where = t.AllOf((t.HasType("Creature"), t.Not(t.HasType("Human")), t.OwnedBy(t.OwnerOf(t.Self()))))
        return None, (t.TargetSpec(where),)
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


def _over(ctx: Context, player: str, alternative: str, said: Announcement) -> bool | None:
    return said.over if alternative == "mutate" else None


def _total(ctx: Context, player: str, id: int, costs: _Costs, said: Announcement, was_zone: str) -> ManaCost:
    """CR 601.2f: the total cost: base, additional costs, increases, then reductions."""
    mana = costs.mana
    _additional(ctx, player, id, costs, said)
    for part in costs.parts:
        if isinstance(part, t.PayMana):
            mana = mana.plus(parse_mana_cost(part.mana))
    mana = mana.with_x(said.x or 0)
    changes = []
    values = ctx.values(id)
    own = Scope(source=id, you=player, x=said.x, stack_id=id)
    own.targets = ctx.state.objects[id].stack.targets if ctx.state.objects[id].stack else ()  # type: ignore[union-attr]
    for ability in values.abilities:
        if isinstance(ability, t.Static) and ability.zone == "stack" and holds(ctx, ability.condition, own):
            changes += [(p, own) for p in ability.parts if isinstance(p, t.CostChange)]
    for _, _, change, scope in parts_of(ctx, t.CostChange):
        if isinstance(change, t.CostChange) and change.kind == "cast":
            changes.append((change, scope))
    applicable = [
        (change, scope) for change, scope in changes if _cost_change_applies(ctx, change, scope, id, player, was_zone)
    ]
    increases = [(c, s) for c, s in applicable if amount(ctx, c.amount, s) > 0 or (c.mana and c.mana[0] != "-")]
    reductions = [(c, s) for c, s in applicable if (c, s) not in increases]
    for change, scope in increases + reductions:
        before = mana
        mana = mana.plus_generic(amount(ctx, change.amount, scope))
        if change.mana.startswith("-"):
            mana = _without(mana, parse_mana_cost(change.mana[1:]))
        elif change.mana:
            mana = mana.plus(parse_mana_cost(change.mana))
        if change.minimum and mana.mana_value < change.minimum:
            mana = (
                before if before.mana_value <= change.minimum else mana.plus_generic(change.minimum - mana.mana_value)
            )
    return mana


def _cost_change_applies(ctx: Context, change: t.CostChange, scope: Scope, id: int, player: str, was_zone: str) -> bool:
    if change.kind != "cast" or (scope.source != id and player not in players(ctx, change.player, scope)):
        return False
    if change.zone and change.zone != was_zone:
        return False
    if change.nth and ctx.state.players[player].flags.get("spells cast", 0) + 1 != change.nth:
        return False
    info = ctx.state.objects[id].stack
    if change.targets is not None:
        targets = [o for choice in (info.targets if info else ()) for o in choice.objects]
        if not any(fits(ctx, change.targets, o, scope) for o in targets):
            return False
    return scope.source == id or fits(ctx, change.where, id, scope)


def _without(mana: ManaCost, less: ManaCost) -> ManaCost:
    """CR 118.7b: a reduction by colored mana takes matching symbols away."""
    symbols = list(mana.symbols)
    for symbol in less.symbols:
        if symbol in symbols and symbol.options:
            symbols.remove(symbol)
    return ManaCost(tuple(symbols)).plus_generic(-less.generic)


def _additional(ctx: Context, player: str, id: int, costs: _Costs, said: Announcement) -> None:
    """CR 601.2b: additional costs of the spell's own text; of several the player chooses."""
    for ability in ctx.values(id).abilities:
        if not isinstance(ability, t.Static):
            continue
        for part in ability.parts:
            if isinstance(part, t.AdditionalCost):
                if part.optional:
                    if said.with_ == part.name or ctx.may(player, f"Pay {cost_text(part.cost)}?", ("601.2b",)):
                        costs.parts += part.cost
                        costs.kicked.append(part.name)
                elif part.options:
                    options = tuple(Option("cost", i, cost_text(o)) for i, o in enumerate(part.options))
                    decision = Decision(player, "choose", "Choose a cost.", options, rules=("601.2b",))
                    costs.parts += part.options[int(ctx.choose(decision)[0].value)]
                else:
                    costs.parts += part.cost


def _check_announced(total: ManaCost, costs: _Costs, said: Announcement) -> None:
    if said.for_nothing and total.mana_value:
        raise IllegalAction(f"It costs {total}.", "601.2f")
    if said.for_cost is not None and said.for_cost.canonical() != total.canonical():
        rule = "702.37c" if said.face_down else "601.2f"
        raise IllegalAction(f"Its cost is {total}, not {said.for_cost}.", rule, "118.9", "601.2h")


def _cast_happened(ctx: Context, player: str, id: int, total: ManaCost, costs: _Costs) -> None:
    """CR 601.2i: the spell becomes cast."""
    obj = ctx.state.objects[id]
    how = f" ({costs.alternative})" if costs.alternative and obj.face_down is None else ""
    rules = ("601.2i", "708.4") if obj.face_down is not None else ("601.2i",)
    private = []
    if obj.face_down is not None:
        private = [(player, f"{player} casts {obj.card.front.name} face down as #{obj.handle} for {total}")]
    ctx.tell(f"{player} casts {public_name(ctx, id)}{how} for {total}", *rules, private=private)
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
