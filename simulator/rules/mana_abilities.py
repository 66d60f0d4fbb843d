"""Mana abilities (CR 605): what they would produce, tapping for mana, triggered ones, "could produce" (106.7)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.decisions import Decision, Option
from simulator.model.objects import Happening, ManaUnit
from simulator.model.state import PendingTrigger
from simulator.rules import keywords
from simulator.rules.amounts import amount, holds
from simulator.rules.context import Context
from simulator.rules.mana import Purpose, assign, least_mana, usable
from simulator.rules.predicates import fits, is_summoning_sick
from simulator.rules.references import matching, players
from simulator.rules.replacement import parts_of
from simulator.rules.scope import Scope
from simulator.sentences import say
from simulator.symbols import COLORS, MANA_TYPES, ManaCost, parse_mana_cost

#: Stands for an activated ability that isn't understood.
UNREAD = t.Activated(cost=(), effect=t.Nothing(), keyword="unread")


def is_mana_ability(ability: t.Ability) -> bool:
    """CR 605.1a: activated, no target, could add mana, not a loyalty ability."""
    return (
        isinstance(ability, t.Activated)
        and not ability.targets
        and not ability.loyalty
        and any(isinstance(node, t.AddMana | t.DoubleMana) for node in t.walk(ability.effect))
    )


def is_triggered_mana_ability(pending: PendingTrigger) -> bool:
    """CR 605.1b: triggers from a mana ability or from mana being added, no target, could add mana."""
    ability = pending.ability
    return (
        not ability.targets
        and pending.event.kind in ("mana", "mana added")
        and any(isinstance(node, t.AddMana) for node in t.walk(ability.effect))
    )


def resolve_triggered_mana_ability(ctx: Context, pending: PendingTrigger) -> None:
    """CR 605.4a: it resolves at once, without the stack."""
    from simulator.rules.effects import run

    scope = Scope(source=pending.source, you=pending.controller, event=pending.event, bound=dict(pending.bound))
    run(ctx, pending.ability.effect, scope)


def activated_abilities(ctx: Context, id: int) -> list[t.Activated]:
    """The activated abilities of an object in the order of its text, those of its keywords included."""
    found: list[t.Activated] = []
    for ability in ctx.values(id).abilities:
        if isinstance(ability, t.Activated):
            found.append(ability)
        elif isinstance(ability, t.UnsupportedAbility) and ability.kind == "activated":
            found.append(UNREAD)  # it keeps its place, so that the others keep their numbers
        elif isinstance(ability, t.Keyword):
            written = keywords.activated(ability)
            if written is not None:
                found.append(written)
            elif ability.name in keywords.UNPLAYED_ACTIVATED:
                found.append(replace(UNREAD, zone=keywords.UNPLAYED_ACTIVATED[ability.name]))
    return found


def mana_abilities(ctx: Context, id: int) -> list[t.Activated]:
    """The mana abilities among an object's activated abilities."""
    return [ability for ability in activated_abilities(ctx, id) if is_mana_ability(ability)]


def mana_nodes(effect: t.Effect) -> list[t.AddMana]:
    """The instructions to add mana of an effect."""
    return [node for node in t.walk(effect) if isinstance(node, t.AddMana)]


# --- producing -----------------------------------------------------------------------------------------------


def options_of(ctx: Context, node: t.AddMana, scope: Scope) -> list[str]:
    """The kinds of mana (strings of symbols) that one instruction could add now, in stated order; [] for none."""
    if amount(ctx, node.amount, scope) <= 0:
        return []
    if node.mana:
        return [node.mana]
    choice = node.choice
    if choice == "options":
        return list(node.options)
    if choice == "combination":
        return list(node.options) or ["{" + c + "}" for c in COLORS]
    if choice == "any color":
        return ["{" + c + "}" for c in COLORS]
    if choice == "any type":
        return ["{" + c + "}" for c in MANA_TYPES]
    if choice == "chosen color":
        chosen = scope.words.get("color") or ctx.obj(scope.source).chosen.get("color")
        return ["{" + chosen + "}"] if chosen else []
    if choice == "same type":
        produced = scope.event.detail if scope.event is not None else ()
        return ["{" + c + "}" for c in MANA_TYPES if c in produced]
    if choice == "could produce":
        types = could_produce_by(ctx, node, scope)
        # CR 106.1a, 106.1b: colorless is a type of mana and no color
        wanted = COLORS if node.types == "color" else MANA_TYPES
        return ["{" + c + "}" for c in wanted if c in types]
    if choice == "colors among":
        where = node.where or t.AllOf()
        colors = {c for id in matching(ctx, where, node.zone, scope) for c in ctx.values(id).colors}
        return ["{" + c + "}" for c in COLORS if c in colors]
    raise Unsupported(say("the simulator can't tell which mana this adds yet"))


def offered(ctx: Context, ability: t.Activated, node: t.AddMana, scope: Scope) -> list[str]:
    """What a mana ability offers for one of its instructions, a color that it lets choose included."""
    chooses = any(isinstance(part, t.ChooseValue) and part.kind == "color" for part in t.walk(ability.effect))
    if node.choice == "chosen color" and chooses:
        return ["{" + c + "}" for c in COLORS] if amount(ctx, node.amount, scope) > 0 else []
    return options_of(ctx, node, scope)


def unread_activated(ctx: Context, id: int) -> bool:
    """Whether a permanent has an activated ability that isn't understood (it might be a mana ability)."""
    return any(isinstance(a, t.UnsupportedAbility) and a.kind == "activated" for a in ctx.values(id).abilities)


def add_mana(ctx: Context, node: t.AddMana, scope: Scope, tapped: bool) -> None:
    """Carry out one instruction to add mana (CR 106.3–106.5)."""
    for player in players(ctx, node.player, scope):
        choices = options_of(ctx, node, scope)
        if not choices:
            # CR 106.5: no type can be defined, so no mana is added
            ctx.tell(say("No mana is added for {player}: none can be defined", player=player), "106.5")
            continue
        count = amount(ctx, node.amount, scope)
        picks: list[str] = []
        if node.choice == "combination" or not node.one_color:
            picks = [_pick(ctx, player, choices) for _ in range(count)]
        else:
            picks = [_pick(ctx, player, choices)] * count
        types = [
            _letter(str(symbol)) for text in picks for symbol in parse_mana_cost(text).symbols for _ in _times(symbol)
        ]
        give(ctx, player, types, node, scope, tapped)


def _times(symbol: object) -> range:
    generic = getattr(symbol, "generic", 0)
    return range(generic if generic and not getattr(symbol, "options", ()) else 1)


def _letter(text: str) -> str:
    body = text.strip("{}")
    return "C" if body.isdigit() else body


def _pick(ctx: Context, player: str, choices: list[str]) -> str:
    options = tuple(Option("mana", text, text) for text in choices)
    decision = Decision(player, "mana", say("Choose the mana to add."), options, rules=("106.1",))
    return str(ctx.choose(decision)[0].value)


def give(ctx: Context, player: str, types: list[str], node: t.AddMana, scope: Scope, tapped: bool) -> None:
    """Put mana into a pool, after replacement effects if a permanent was tapped for it (CR 106.12b)."""
    if tapped:
        types = _replaced(ctx, scope.source, player, types)
    snow = "Snow" in ctx.values(scope.source).supertypes if scope.source else False
    pool = ctx.state.write_player(player).pool
    pool += [ManaUnit(kind, node.restriction, snow, scope.source, node.until_end_of_turn) for kind in types]
    shown = "".join("{" + kind + "}" for kind in types) or say("no mana")
    ctx.tell(say("{player} adds {shown}", player=player, shown=shown), "106.4")
    if types:
        detail = tuple(dict.fromkeys(types))
        ctx.happen(Happening("mana added", scope.source, player=player, amount=len(types), detail=detail))


def _replaced(ctx: Context, source: int, player: str, types: list[str]) -> list[str]:
    """CR 106.12b: effects that replace the mana produced by tapping a permanent."""
    found = []
    for _, _, part, scope in parts_of(ctx, t.Replacement):
        assert isinstance(part, t.Replacement)  # noqa: S101 - parts_of gives that kind
        event = part.event
        if event.kind != "mana" or not fits(ctx, event.where, source, scope):
            continue
        if event.player is not None and player not in players(ctx, event.player, scope):
            continue
        found.append(event)
    # CR 616.1: the producer would choose; setting the type after multiplying or before gives the same kinds
    found.sort(key=lambda event: bool(event.set_mana))
    for event in found:
        if event.set_mana:
            # the type alone, or one mana of that type instead of any other type and amount
            count = len(types) if event.keep_amount else min(1, len(types))
            types = [_letter(event.set_mana)] * count
        else:
            types = types * event.multiply
            types += types[:1] * event.add
    return types


def could_produce(ctx: Context, id: int) -> tuple[str, ...]:
    """CR 106.7: the types of mana that a permanent could produce: a least fixpoint, without doing anything."""
    table: dict[int, tuple[str, ...]] | None = ctx.state.cache.get("could produce")
    if table is None:
        table = {}
        ctx.state.cache["could produce"] = table
        while True:
            before = dict(table)
            for permanent in ctx.permanents():
                table[permanent] = _could_produce_once(ctx, permanent)
            if table == before:
                break
    if id in table:
        return table[id]
    return _could_produce_once(ctx, id)


def _could_produce_once(ctx: Context, id: int) -> tuple[str, ...]:
    types: list[str] = []
    for ability in mana_abilities(ctx, id):
        scope = Scope(source=id, you=ctx.controller(id))
        for node in mana_nodes(ability.effect):
            found = [
                _letter(str(s)) for text in offered(ctx, ability, node, scope) for s in parse_mana_cost(text).symbols
            ]
            if any(isinstance(part, t.TapSelf) for part in ability.cost):
                found = [k for kind in found for k in _replaced(ctx, id, scope.you, [kind])]
            types += found
    return tuple(kind for kind in MANA_TYPES if kind in types)


def could_produce_by(ctx: Context, node: t.AddMana, scope: Scope) -> tuple[str, ...]:
    """The types that the permanents named by a "could produce" instruction could produce."""
    where = node.where or t.AllOf()
    if "could produce" not in ctx.state.cache:
        could_produce(ctx, scope.source)
    # while the fixpoint is being computed this is what is known so far
    table: dict[int, tuple[str, ...]] = ctx.state.cache.get("could produce") or {}
    found = matching(ctx, where, "battlefield", scope)
    for id in found:
        if unread_activated(ctx, id):
            raise Unsupported(
                say("what that permanent could produce isn't known: an ability of it isn't simulated yet")
            )
    types = [kind for id in found for kind in table.get(id, ())]
    return tuple(kind for kind in MANA_TYPES if kind in types)


# --- automatic tapping ----------------------------------------------------------------------------------------


def tappable(ctx: Context, id: int, player: str, purpose: Purpose | None = None) -> list[tuple[int, list[str]]]:
    """The mana abilities of a permanent that cost only tapping it, with what they would add.

    Args:
        purpose: what the mana is for; abilities whose mana may not be spent on that are left out (CR 106.6).
    """
    obj = ctx.state.objects[id]
    if obj.tapped or ctx.controller(id) != player:
        return []
    if ctx.values(id).is_creature and is_summoning_sick(ctx, obj) and not ctx.values(id).has("haste"):
        return []
    found = []
    for index, ability in enumerate(activated_abilities(ctx, id)):
        if is_mana_ability(ability) and ability.cost == (t.TapSelf(),):
            scope = Scope(source=id, you=player)
            if not holds(ctx, ability.condition, scope):
                continue
            nodes = mana_nodes(ability.effect)
            unit = ManaUnit("C", nodes[0].restriction, source=id) if nodes else None
            if purpose is not None and unit is not None and not usable(ctx, unit, purpose, player):
                continue
            if len(nodes) == 1:
                options = offered(ctx, ability, nodes[0], scope)
                if options:
                    found.append((index, options))
    return found


def plan_tapping(
    ctx: Context, player: str, cost: ManaCost, purpose: Purpose, avoid: tuple[int, ...]
) -> tuple[int, int, str] | None:
    """The next source to tap so that a cost can be paid in the end: (permanent, ability index, what it adds).

    The source with the fewest alternatives that is part of a full payment comes first: flexible ones are kept.
    """
    state = ctx.state
    sources: list[tuple[int, int, str, int]] = []
    for id in ctx.permanents():
        if id in avoid:
            continue
        choices = [(index, text) for index, options in tappable(ctx, id, player, purpose) for text in options]
        sources += [(id, index, text, len(choices)) for index, text in choices]
    pool = [u for u in state.players[player].pool if usable(ctx, u, purpose, player)]
    plan = _cover(ctx, player, cost, pool, sources)
    return plan


def _cover(
    ctx: Context, player: str, cost: ManaCost, pool: list[ManaUnit], sources: list[tuple[int, int, str, int]]
) -> tuple[int, int, str] | None:
    ids = list(dict.fromkeys(source[0] for source in sources))
    by_id: dict[int, list[tuple[int, int, str, int]]] = {id: [s for s in sources if s[0] == id] for id in ids}
    ids.sort(key=lambda id: (len(by_id[id]), id))
    need = max(0, cost.mana_value - len(pool))
    chosen: list[tuple[int, int, str, int]] = []
    units_of = {source: _made(ctx, source) for source in sources}
    #: how much mana the sources from a place on add at most
    left = [0] * (len(ids) + 1)
    for place in reversed(range(len(ids))):
        left[place] = left[place + 1] + max(len(units_of[source]) for source in by_id[ids[place]])
    least = least_mana(cost, 0)
    #: what was tried in vain: from which source on, with which mana
    hopeless: set[tuple[object, ...]] = set()

    def search(place: int, units: list[ManaUnit]) -> bool:
        ctx.spend(1)
        if len(units) + left[place] < least:
            return False
        if assign(units, cost, 0) is not None:
            return True
        if place == len(ids):
            return False
        tried_before = (place, *sorted((unit.type, unit.snow) for unit in units))
        if tried_before in hopeless:
            return False
        for source in by_id[ids[place]]:
            chosen.append(source)
            if search(place + 1, units + units_of[source]):
                return True
            chosen.pop()
        if len(ids) - place > need and search(place + 1, units):
            return True
        hopeless.add(tried_before)
        return False

    if not search(0, pool) or not chosen:
        return None
    # CR 601.2g: the player taps what the payment needs; what was tried on the way and isn't part of it stays untapped
    for source in list(chosen):
        rest = [each for each in chosen if each is not source]
        ctx.spend(1)
        if rest and assign([*pool, *(unit for each in rest for unit in units_of[each])], cost, 0) is not None:
            chosen.remove(source)
    first = chosen[0]
    return first[0], first[1], first[2]


def _made(ctx: Context, source: tuple[int, int, str, int]) -> list[ManaUnit]:
    # CR 107.4h: what the mana of a snow source can pay
    snow = "Snow" in ctx.values(source[0]).supertypes
    return [ManaUnit(_letter(str(s)), None, snow) for s in parse_mana_cost(source[2]).symbols]


def tap_for(ctx: Context, player: str, id: int, index: int, wanted: str) -> None:
    """Activate a mana ability of a permanent, choosing what it adds."""
    from simulator.rules.activating import activate

    activate(ctx, player, id, index, mana=wanted)


def check_choice(ctx: Context, ability: t.Activated, node: t.AddMana, scope: Scope, wanted: str) -> None:
    """Refuse a choice of mana that isn't offered.

    Raises:
        IllegalAction: it can't add that mana.
    """
    choices = offered(ctx, ability, node, scope)
    if wanted not in choices:
        rule = (
            "106.7"
            if node.choice.startswith("could produce")
            else "106.5"
            if node.choice == "colors among"
            else "106.3"
        )
        raise IllegalAction(say("It can't add {wanted} now.", wanted=wanted), rule)


def tapped_for_mana(ctx: Context, id: int, player: str, types: list[str]) -> None:
    """CR 106.12a: a permanent was tapped for mana and mana was produced."""
    if types:
        detail = tuple(dict.fromkeys(types))
        ctx.happen(Happening("mana", id, player=player, amount=len(types), detail=detail, source=id))
