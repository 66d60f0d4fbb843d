"""The total cost of a spell (CR 601.2b, 601.2f, 118): base, additional costs, increases and reductions."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import GameObject
from simulator.rules import keywords
from simulator.rules.amounts import amount, holds
from simulator.rules.announcement import Announcement
from simulator.rules.context import Context
from simulator.rules.cost_words import cost_text
from simulator.rules.paying import tap
from simulator.rules.permissions import Permission
from simulator.rules.predicates import fits
from simulator.rules.references import matching, players
from simulator.rules.replacement import parts_of
from simulator.rules.scope import Scope
from simulator.rules.zones import Move, move_all
from simulator.sentences import say
from simulator.symbols import ManaCost, parse_mana_cost

#: Alternative costs that are paid only by casting it from where the same ability lets it be cast.
_FROM_ELSEWHERE = ("flashback", "foretell", "escape", "disturb")


@dataclass
class SpellCost:
    """The total cost as it is put together.

    Attributes:
        mana: the mana part. parts: everything else. alternative: the alternative cost used, "" for the mana cost.
        kicked: names of optional additional costs (each time it is paid). free: without paying its mana cost.
    """

    mana: ManaCost
    parts: list[t.Cost] = field(default_factory=list)
    alternative: str = ""
    kicked: list[str] = field(default_factory=list)
    free: bool = False


def base_cost(ctx: Context, spell: GameObject, said: Announcement, permission: Permission) -> SpellCost:
    """CR 601.2b, 118.9a: the mana cost, or one alternative cost, and the optional additional costs announced.

    Raises:
        IllegalAction: there is no such cost, or nothing lets it be cast without paying.
        Unsupported: the cost is of a kind that isn't implemented.
    """
    values = ctx.values(spell.id)
    if said.face_down:
        return _face_down_cost(spell, said, permission)
    alternative = ""
    additional: list[t.Keyword] = []
    for way in said.ways:
        named = [a for a in values.abilities if isinstance(a, t.Keyword) and a.name == way]
        if way in keywords.HELPS_TO_PAY and named:
            continue
        if way in keywords.DISCARDING and permission.kind == way:
            continue  # CR 702.81a, 702.133a: its mana cost is paid, and more
        if way == "disturb":
            # CR 702.146a: the ability is one of the front face
            named = [a for a in spell.card.front.abilities if isinstance(a, t.Keyword) and a.name == way]
        if way == "prototype" and named:
            continue  # CR 718.3b: the spell has another mana cost, which isn't an alternative cost
        if way in keywords.ADDITIONAL_COSTS and named:
            additional += named[:1] * _times(ctx, spell, said, named[0])
        elif way in keywords.OPTIONAL_ON_STACK and named and way not in keywords.ALTERNATIVE_COSTS:
            raise Unsupported(say("casting with {way} isn't simulated yet", way=way))
        elif not named or not named[0].cost:
            raise IllegalAction(say("It has no {way} cost.", way=way), "601.2b", "118.9")
        elif way not in keywords.ALTERNATIVE_COSTS:
            raise Unsupported(say("casting with {way} isn't simulated yet", way=way))
        else:
            alternative = way
    costs = _alternative(ctx, spell, said, permission, alternative)
    if permission.kind in keywords.DISCARDING:
        costs.parts.append(keywords.DISCARDING[permission.kind])
        costs.kicked.append(permission.kind)
    for keyword in additional:
        # CR 702.33c: a multikicker cost is a kicker cost
        costs.kicked.append("kicker" if keyword.name == "multikicker" else keyword.name)
        costs.parts += keyword.cost
    return costs


def _times(ctx: Context, spell: GameObject, said: Announcement, keyword: t.Keyword) -> int:
    """CR 601.2b, 702.33c, 702.157a: how often an additional cost is paid: as the announced total says, else asked."""
    if keyword.name not in keywords.REPEATABLE:
        return 1
    once = _mana_part(keyword.cost).mana_value
    printed = ctx.values(spell.id).mana_cost
    if said.for_cost is not None and printed is not None and once:
        return max(1, (said.for_cost.mana_value - printed.with_x(said.x or 0).mana_value) // once)
    options = tuple(Option("number", n, str(n)) for n in range(1, 21))
    prompt = say("How often do you pay {cost}?", cost=cost_text(keyword.cost))
    decision = Decision(spell.controller, "number", prompt, options, rules=("601.2b",))
    return int(ctx.choose(decision)[0].value)


def _alternative(
    ctx: Context, spell: GameObject, said: Announcement, permission: Permission, alternative: str
) -> SpellCost:
    values = ctx.values(spell.id)
    if not alternative and permission.kind in _FROM_ELSEWHERE:
        alternative = permission.kind
    if alternative:
        if alternative in _FROM_ELSEWHERE and permission.kind != alternative:
            raise IllegalAction(
                say("It can't be cast with {alternative} from there.", alternative=alternative), "601.3"
            )
        needed = keywords.ALTERNATIVE_IF.get(alternative)
        if not holds(ctx, needed, Scope(source=spell.id, you=spell.controller)):
            raise IllegalAction(
                say("Its {alternative} cost can't be paid now.", alternative=alternative), "118.9", "601.2b"
            )
        if alternative == "madness" and not said.during_resolution:
            raise IllegalAction(say("It can be cast for its madness cost only as it has been discarded."), "702.35a")
        abilities = spell.card.front.abilities if alternative == "disturb" else values.abilities
        keyword = next((a for a in abilities if isinstance(a, t.Keyword) and a.name == alternative), None)
        if keyword is not None:
            return SpellCost(ManaCost(), list(keyword.cost), alternative, [alternative])
    if said.free or permission.free:
        return SpellCost(ManaCost(), free=True)
    printed = values.mana_cost
    offers = _alternative_costs(ctx, spell)
    if said.for_nothing and not offers:
        raise IllegalAction(say("Nothing lets it be cast without paying its mana cost."), "118.9", "601.2b")
    if offers:
        chosen = _chosen_offer(ctx, spell, said, offers)
        if chosen is not None:
            return SpellCost(ManaCost(), list(chosen.cost), "alternative cost")
    if printed is None:
        # CR 202.1b, 118.6: an object without a mana cost can't be cast for it
        raise IllegalAction(say("It has no mana cost, so it can't be cast for it."), "118.6", "202.1b")
    return SpellCost(printed)


def _alternative_costs(ctx: Context, spell: GameObject) -> list[t.AlternativeCost]:
    """CR 118.9: what its own text offers to pay rather than its mana cost."""
    scope = Scope(source=spell.id, you=spell.controller)
    return [
        part
        for ability in ctx.values(spell.id).abilities
        if isinstance(ability, t.Static) and holds(ctx, ability.condition, scope)
        for part in ability.parts
        if isinstance(part, t.AlternativeCost) and holds(ctx, part.condition, scope)
    ]


def _chosen_offer(
    ctx: Context, spell: GameObject, said: Announcement, offers: list[t.AlternativeCost]
) -> t.AlternativeCost | None:
    """The alternative cost that the announced total or what is named to pay with means; else the player is asked."""
    printed = ctx.values(spell.id).mana_cost
    if said.for_cost is not None or said.for_nothing:
        total = (said.for_cost or ManaCost()).canonical()
        for offer in offers:
            if _mana_part(offer.cost).canonical() == total:
                return offer
        return None
    options = [Option("cost", -1, say("its mana cost {printed}", printed=str(printed)))] if printed is not None else []
    options += [Option("cost", place, cost_text(offer.cost)) for place, offer in enumerate(offers)]
    decision = Decision(
        spell.controller, "choose", say("Choose what to pay."), tuple(options), rules=("118.9", "601.2b")
    )
    chosen = int(ctx.choose(decision)[0].value)
    return offers[chosen] if chosen >= 0 else None


def _mana_part(cost: tuple[t.Cost, ...]) -> ManaCost:
    mana = ManaCost()
    for part in cost:
        if isinstance(part, t.PayMana):
            mana = mana.plus(parse_mana_cost(part.mana))
    return mana


def face_down_keyword(obj: GameObject, said: Announcement) -> str:
    """The keyword by which a card may be cast face down: "morph" (megamorph too) or "disguise", else ""."""
    names = [a.name for a in obj.card.front.abilities if isinstance(a, t.Keyword)]
    found = ["disguise" if name == "disguise" else "morph" for name in names if name in keywords.FACE_DOWN]
    wanted = [way for way in said.ways if way in ("morph", "disguise")]
    if wanted and wanted[0] in found:
        return wanted[0]
    return found[0] if found else ""


def _face_down_cost(spell: GameObject, said: Announcement, permission: Permission) -> SpellCost:
    """CR 702.37c, 702.168b: a card with morph or disguise may be cast face down for {3}."""
    keyword = face_down_keyword(spell, said)
    if not keyword and not permission.face_down:
        raise IllegalAction(say("It has no ability that lets it be cast face down."), "702.37d", "702.37c", "708.4")
    for way in said.ways:
        if ("morph" if way == "megamorph" else way) != keyword:
            # CR 702.37d, 702.168c: it is that ability that would allow it
            raise IllegalAction(
                say("It has no {way}.", way=way), "702.168c" if way == "disguise" else "702.37d", "708.4"
            )
    if said.for_nothing or said.free or (permission.free and not permission.face_down):
        # CR 118.9a: only one alternative cost; the {3} is one already
        raise IllegalAction(say("Casting it face down is an alternative cost itself."), "118.9a", "702.37c")
    return SpellCost(parse_mana_cost("{3}"), [], keyword or "face down")


def announced_x(ctx: Context, player: str, spell: GameObject, costs: SpellCost, said: Announcement) -> int | None:
    """CR 107.3a: X is announced; 107.3b: it is 0 if the mana cost isn't paid."""
    mana = costs.mana.plus(_mana_part(tuple(costs.parts)))
    printed = ctx.values(spell.id).mana_cost
    if costs.free:
        if printed is not None and printed.variables and said.x:
            raise IllegalAction(say("Without paying its mana cost X can only be 0."), "107.3b")
        return 0 if printed is not None and printed.variables else said.x
    if not mana.variables:
        if said.x is not None and not any(isinstance(n, t.X) for p in costs.parts for n in t.walk(p)):
            raise IllegalAction(say("It has no X."), "107.3a")
        return said.x
    if said.x is not None:
        return said.x
    if said.for_cost is not None:
        spare = said.for_cost.mana_value - mana.mana_value
        return max(0, spare // mana.variables)
    options = tuple(Option("number", n, str(n)) for n in range(21))
    decision = Decision(player, "number", say("Choose X."), options, rules=("107.3a", "601.2b"))
    return int(ctx.choose(decision)[0].value)


def total_cost(ctx: Context, player: str, id: int, costs: SpellCost, said: Announcement, was_zone: str) -> ManaCost:
    """CR 601.2f: the total mana cost: base, additional costs, increases, then reductions."""
    _additional(ctx, player, id, costs, said)
    mana = costs.mana.plus(_mana_part(tuple(costs.parts))).with_x(said.x or 0)
    changes = []
    values = ctx.values(id)
    info = ctx.state.objects[id].stack
    own = Scope(source=id, you=player, x=said.x, stack_id=id, targets=info.targets if info else ())
    for ability in values.abilities:
        if isinstance(ability, t.Static) and ability.zone == "stack" and holds(ctx, ability.condition, own):
            changes += [(p, own) for p in ability.parts if isinstance(p, t.CostChange)]
    for _, _, change, scope in parts_of(ctx, t.CostChange):
        if isinstance(change, t.CostChange) and change.kind == "cast":
            changes.append((change, scope))
    applicable = [(c, s) for c, s in changes if _change_applies(ctx, c, s, id, player, was_zone)]
    increases = [(c, s) for c, s in applicable if _raises(ctx, c, s)]
    for change, scope in increases + [item for item in applicable if item not in increases]:
        mana = changed(ctx, mana, change, scope)
    mana = mana.plus_generic(-_affinity(ctx, player, id))
    # CR 601.2f: effects that directly affect the total cost come last
    floors = [part.amount for _, _, part, _ in parts_of(ctx, t.CostFloor) if isinstance(part, t.CostFloor)]
    return mana.plus_generic(max(0, max(floors, default=0) - mana.mana_value))


def _raises(ctx: Context, change: t.CostChange, scope: Scope) -> bool:
    return bool(change.mana and change.mana[0] != "-") or (not change.mana and amount(ctx, change.amount, scope) > 0)


def changed(ctx: Context, mana: ManaCost, change: t.CostChange, scope: Scope) -> ManaCost:
    """A cost after one change: generic mana, or symbols as many times as the amount says (once if it says nothing)."""
    before = mana
    number = amount(ctx, change.amount, scope)
    if not change.mana:
        mana = mana.plus_generic(number)
    else:
        times = 1 if change.amount == t.Num(0) else max(0, number)
        for _ in range(times):
            if change.mana.startswith("-"):
                mana = _without(mana, parse_mana_cost(change.mana[1:]))
            else:
                mana = mana.plus(parse_mana_cost(change.mana))
    if change.minimum and mana.mana_value < change.minimum:
        return before if before.mana_value <= change.minimum else mana.plus_generic(change.minimum - mana.mana_value)
    return mana


def _change_applies(ctx: Context, change: t.CostChange, scope: Scope, id: int, player: str, was_zone: str) -> bool:
    if change.kind != "cast" or (scope.source != id and player not in players(ctx, change.player, scope)):
        return False
    if change.zone and was_zone not in change.zone.split("|"):
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


def _affinity(ctx: Context, player: str, id: int) -> int:
    """CR 702.41a, 702.125a: {1} less for each permanent with the quality, or for each opponent (undaunted)."""
    less = 0
    values = ctx.values(id)
    scope = Scope(source=id, you=player)
    for keyword in values.keyword_abilities("affinity"):
        if keyword.where is None:
            raise Unsupported(say("this affinity isn't simulated yet"))
        less += sum(1 for o in matching(ctx, keyword.where, "battlefield", scope) if ctx.controller(o) == player)
    less += len(values.keyword_abilities("undaunted")) * len(ctx.state.opponents(player))
    return less


def _additional(ctx: Context, player: str, id: int, costs: SpellCost, said: Announcement) -> None:
    """CR 601.2b: additional costs of the spell's own text; of several the player chooses."""
    for ability in ctx.values(id).abilities:
        if not isinstance(ability, t.Static):
            continue
        for part in ability.parts:
            if not isinstance(part, t.AdditionalCost):
                continue
            if part.optional:
                wanted = part.name in said.ways
                if wanted or ctx.may(player, say("Pay {cost}?", cost=cost_text(part.cost)), ("601.2b",)):
                    costs.parts += part.cost
                    costs.kicked.append(part.name)
            elif part.options:
                options = tuple(Option("cost", i, cost_text(o)) for i, o in enumerate(part.options))
                decision = Decision(player, "choose", say("Choose a cost."), options, rules=("601.2b",))
                costs.parts += part.options[int(ctx.choose(decision)[0].value)]
            else:
                costs.parts += part.cost


def helped(ctx: Context, player: str, id: int, mana: ManaCost, said: Announcement) -> tuple[ManaCost, tuple[int, ...]]:
    """What remains to be paid after convoke, improvise and delve, and what is left of the named objects.

    CR 702.51a, 702.126a, 702.66a: the named creatures and artifacts are tapped, the named cards exiled.
    """
    values = ctx.values(id)
    named = list(said.named)
    for other in said.named:
        obj = ctx.state.objects.get(other)
        if obj is None or obj.id == id:
            continue
        theirs = ctx.values(other)
        mine = obj.zone == "battlefield" and ctx.controller(other) == player and not obj.tapped
        helps = values.has("improvise") and mine and "Artifact" in theirs.types
        helps = helps or (values.has("delve") and obj.zone == "graveyard" and obj.owner == player)
        if values.has("convoke") and mine and theirs.is_creature:
            left = _convoked(mana, theirs.colors)
        else:
            left = mana.plus_generic(-1) if helps and mana.generic else None
        if left is None:
            continue
        mana = left
        named.remove(other)
        if obj.zone == "graveyard":
            move_all(ctx, [Move(other, "exile", reason="exiled", rules=("702.66a",))])
        else:
            tap(ctx, other, player)
    return mana, tuple(named)


def _convoked(mana: ManaCost, colors: tuple[str, ...]) -> ManaCost | None:
    for symbol in mana.symbols:
        if any(color in symbol.options for color in colors):
            left = list(mana.symbols)
            left.remove(symbol)
            return ManaCost(tuple(left))
    return mana.plus_generic(-1) if mana.generic else None


def check_announced(total: ManaCost, said: Announcement) -> None:
    """Refuse a total that isn't what the spell costs.

    Raises:
        IllegalAction: with the rule on total costs.
    """
    if said.for_nothing and total.mana_value:
        raise IllegalAction(say("It costs {total}.", total=str(total)), "601.2f")
    if said.for_cost is not None and said.for_cost.canonical() != total.canonical():
        rule = "702.37c" if said.face_down else "601.2f"
        raise IllegalAction(
            say("Its cost is {total}, not {for_cost}.", total=str(total), for_cost=str(said.for_cost)),
            rule,
            "118.9",
            "601.2h",
        )
