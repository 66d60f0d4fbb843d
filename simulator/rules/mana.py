"""Mana pools and paying mana costs (CR 106, 118, 601.2g–h), with automatic tapping where the player named no source."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from simulator.abilities import tree as t
from simulator.errors import IllegalAction, Unsupported
from simulator.model.objects import ManaUnit
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.scope import Scope
from simulator.sentences import say
from simulator.symbols import ManaCost, ManaSymbol


def pays(unit_type: str, snow: bool, symbol: ManaSymbol) -> bool:
    """Whether one mana of that type can pay for a symbol (CR 107.4)."""
    if not symbol.options:
        return symbol.generic > 0
    return unit_type in symbol.options or ("S" in symbol.options and snow)


@dataclass(frozen=True)
class Purpose:
    """What a payment is for (CR 106.6).

    Attributes:
        object: id of the spell, or of the source of the ability, or of the permanent to be turned up; 0 for none.
        kind: "spell" | "ability" | "turn face up" | another action in words ("unlock a door", "foretell", "pay").
        way: with "turn face up": "morph", "megamorph", "disguise" or "mana cost".
    """

    object: int = 0
    kind: str = "pay"
    way: str = ""


def usable(ctx: Context, unit: ManaUnit, purpose: Purpose, player: str) -> bool:
    """CR 106.6: whether restricted mana may be spent on that."""
    only = unit.restriction
    if only is None:
        return True
    scope = Scope(source=unit.source, you=player)
    id = purpose.object
    if isinstance(only, t.Predicate):
        return purpose.kind == "spell" and fits(ctx, only, id, scope)
    if not isinstance(only, t.SpendOnly):
        raise Unsupported(say("the simulator doesn't know what this mana may be spent on yet"))
    if purpose.kind == "spell":
        return only.spells is not None and fits(ctx, only.spells, id, scope)
    if purpose.kind == "ability":
        return only.abilities is not None and fits(ctx, only.abilities, id, scope)
    if purpose.kind == "turn face up":
        if only.turning is not None and fits(ctx, only.turning, id, scope):
            return True
        if purpose.way == "mana cost":
            return only.manifested is not None and fits(ctx, only.manifested, id, scope)
        return purpose.way in only.morph_costs
    return purpose.kind in only.actions


@lru_cache(maxsize=4096)
def expand(cost: ManaCost) -> tuple[ManaSymbol, ...]:
    """The symbols one mana at a time: colored ones first, then generic ones."""
    colored = [s for s in cost.symbols if s.options]
    colored.sort(key=lambda s: (len(s.options), s.generic > 0, s.phyrexian))
    return tuple(colored) + (ManaSymbol(generic=1),) * cost.generic


def assign(units: list[ManaUnit], cost: ManaCost, life: int) -> tuple[list[int], int] | None:
    """Which mana of a pool pays a cost.

    Args:
        life: how much life may go for Phyrexian symbols (CR 107.4f).

    Returns:
        Indices of the mana spent and the life paid, or None if the pool can't pay.
    """
    symbols = expand(cost)
    colored = [symbol for symbol in symbols if symbol.options]
    generic = len(symbols) - len(colored)
    if len(units) < least_mana(cost, life):
        return None
    kinds = [(unit.type, unit.snow, unit.restriction is None) for unit in units]
    # keep colored and unrestricted mana for later: spend restricted and colorless mana first
    order = sorted(range(len(units)), key=lambda i: (units[i].restriction is None, units[i].type != "C", i))
    used: list[int] = []
    #: what was tried in vain: from which symbol on, with how much life, after which kinds of mana
    hopeless: set[tuple[object, ...]] = set()

    def place(number: int, life_left: int) -> int | None:
        if number == len(colored):
            # any mana pays for generic mana
            free = [index for index in order if index not in used][:generic]
            used.extend(free if len(free) == generic else ())
            return 0 if len(free) == generic else None
        tried_before = (number, life_left, *sorted(kinds[index] for index in used))
        if tried_before in hopeless:
            return None
        symbol = colored[number]
        tried: list[tuple[str, bool, bool]] = []
        for index in order:
            if index in used or kinds[index] in tried or not pays(units[index].type, units[index].snow, symbol):
                continue
            tried.append(kinds[index])
            used.append(index)
            rest = place(number + 1, life_left)
            if rest is not None:
                return rest
            used.remove(index)
        if symbol.generic:  # {2/W} paid with two generic mana
            free = [i for i in order if i not in used][: symbol.generic]
            if len(free) == symbol.generic:
                used.extend(free)
                rest = place(number + 1, life_left)
                if rest is not None:
                    return rest
                del used[-len(free) :]
        if symbol.phyrexian and life_left >= 2:
            rest = place(number + 1, life_left - 2)
            if rest is not None:
                return rest + 2
        hopeless.add(tried_before)
        return None

    paid = place(0, life)
    return None if paid is None else (used, paid)


def least_mana(cost: ManaCost, life: int) -> int:
    """How much mana a cost takes at least, whatever its types.

    Args:
        life: how much life may go for Phyrexian symbols (CR 107.4f).
    """
    symbols = expand(cost)
    return len(symbols) - min(sum(symbol.phyrexian for symbol in symbols), life // 2)


def pay_mana(ctx: Context, player: str, cost: ManaCost, purpose: Purpose, avoid: tuple[int, ...] = ()) -> int:
    """Pay a mana cost (CR 601.2h).

    Args:
        purpose: what it is for.
        avoid: permanents that must not be tapped for it (they pay another part of the cost).

    Returns:
        How much mana was spent.

    Raises:
        IllegalAction: the player can't pay.
    """
    from simulator.rules.life import pay_life
    from simulator.rules.mana_abilities import plan_tapping, tap_for
    from simulator.rules.mana_advice import what_to_do

    if not cost.symbols or (cost.mana_value == 0 and not cost.variables):
        return 0
    state = ctx.state
    me = state.players[player]
    if me.mana_mode == "free":
        ctx.tell(say("{player} pays {cost} (costs not paid)", player=player, cost=str(cost)), "601.2h")
        return cost.mana_value
    for _ in range(200):
        pool = state.players[player].pool
        indices = [i for i, unit in enumerate(pool) if usable(ctx, unit, purpose, player)]
        found = assign([pool[i] for i in indices], cost, state.players[player].life)
        if found is not None:
            spent, life = found
            _note_uncounterable(ctx, [pool[indices[i]] for i in spent], purpose)
            _spend(ctx, player, sorted(indices[i] for i in spent))
            if life:
                pay_life(ctx, player, life)  # CR 107.4f, 119.4: it is losing life, which others may see
            told = (
                say("{player} pays {cost} and {life} life", player=player, cost=str(cost), life=life)
                if life
                else say("{player} pays {cost}", player=player, cost=str(cost))
            )
            ctx.tell(told, "601.2h")
            return len(spent)
        if me.mana_mode != "lands":
            break
        step = plan_tapping(ctx, player, cost, purpose, avoid)
        if step is None:
            break
        tap_for(ctx, player, *step)
    # CR 601.2g: what costs more than tapping, or makes others add mana, is the player's to activate before
    advice = what_to_do(ctx, player, cost, avoid) if me.mana_mode == "lands" else ""
    raise IllegalAction(advice or say("{player} can't pay {cost}.", player=player, cost=str(cost)), "601.2h", "118.3")


def _note_uncounterable(ctx: Context, spent: list[ManaUnit], purpose: Purpose) -> None:
    """CR 106.6: mana may add an effect to the spell that it is spent on ("that spell can't be countered")."""
    if purpose.kind == "spell" and any(
        isinstance(unit.restriction, t.SpendOnly) and unit.restriction.uncounterable for unit in spent
    ):
        ctx.state.write(purpose.object).flags["can't be countered"] = True


def _spend(ctx: Context, player: str, indices: list[int]) -> None:
    pool = ctx.state.write_player(player).pool
    for index in reversed(indices):
        del pool[index]


def empty_pools(ctx: Context) -> None:
    """CR 106.4, 500.5: unspent mana empties as each step and phase ends; a fixed pool of a scenario stays."""
    from simulator.rules.replacement import player_rules

    for name in ctx.state.order:
        me = ctx.state.players[name]
        if not me.pool or me.mana_mode == "pool":
            continue
        keeps = any(player_rules(ctx, name, "mana doesn't empty"))
        kept = [unit for unit in me.pool if keeps or unit.persists]
        if len(kept) != len(me.pool):
            ctx.state.write_player(name).pool = kept
