"""Goaded creatures (CR 701.15): who goaded them, and whom they have to attack."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.replacement import parts_of


def goaders(ctx: Context, id: int) -> frozenset[str]:
    """The players who have goaded a creature; each of them once (CR 701.15c, 701.15d)."""
    return frozenset(
        scope.you
        for _, _, part, scope in parts_of(ctx, t.Goaded)
        if isinstance(part, t.Goaded) and fits(ctx, part.where, id, scope)
    )


def badly_aimed(ctx: Context, id: int, defender: int | str, choices: list[int | str]) -> bool:
    """CR 701.15b, 508.1d: whether another of the choices would obey more of its requirements on whom to attack.

    Each goading player is to be left alone for another player; a planeswalker or battle isn't a player.
    """
    by = goaders(ctx, id)

    def obeyed(choice: int | str) -> int:
        return len(by - {choice}) if isinstance(choice, str) else 0

    return bool(by) and any(obeyed(choice) > obeyed(defender) for choice in choices)


def well_aimed(ctx: Context, id: int, players: list[str]) -> str:
    """The first of the players whom it may attack without disobeying more requirements than it must."""
    return next(name for name in players if not badly_aimed(ctx, id, name, list(players)))
