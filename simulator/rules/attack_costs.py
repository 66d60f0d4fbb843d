"""Costs to attack (CR 508.1h–508.1j)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.mana import Purpose, pay_mana
from simulator.rules.replacement import parts_of
from simulator.symbols import ManaCost, parse_mana_cost


def taxes(ctx: Context, defender: int | str) -> ManaCost:
    """What a creature's controller has to pay for it to attack that (CR 508.1h)."""
    total = ManaCost()
    for _, controller, part, scope in parts_of(ctx, t.AttackTax):
        if not isinstance(part, t.AttackTax):
            continue
        walker = part.planeswalkers and isinstance(defender, int) and "Planeswalker" in ctx.values(defender).types
        if defender == controller or (walker and ctx.controller(int(defender)) == controller):
            x = amount(ctx, part.x, scope) if part.x is not None else 0
            total = total.plus(parse_mana_cost(part.mana).with_x(x))
    return total


def pay_taxes(ctx: Context, player: str, attackers: dict[int, int | str]) -> None:
    """CR 508.1h-j: the total cost to attack is determined and paid.

    Raises:
        IllegalAction: it can't be paid.
    """
    total = ManaCost()
    for defender in attackers.values():
        total = total.plus(taxes(ctx, defender))
    if total.symbols:
        pay_mana(ctx, player, total, Purpose(0, "pay", ""))
