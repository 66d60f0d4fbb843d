"""Life totals (CR 119)."""

from __future__ import annotations

from simulator.errors import IllegalAction
from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.replacement import instead_of, multiplied, prohibited
from simulator.sentences import say


def gain_life(ctx: Context, player: str, number: int) -> int:
    """CR 119.3: gain life, unless an effect says that the player can't (119.7)."""
    if number <= 0 or prohibited(ctx, "gain life", player=player) is not None:
        return 0
    if instead_of(ctx, "life gain", player, number):
        return 0
    number = multiplied(ctx, "life gain", number, player=player)
    writable = ctx.state.write_player(player)
    writable.life += number
    writable.flags["life gained"] = writable.flags.get("life gained", 0) + number
    ctx.tell(
        say("{player} gains {number} life (now {life})", player=player, number=number, life=writable.life), "119.3"
    )
    ctx.state.touch()
    ctx.happen(Happening("life gain", player=player, amount=number))
    return number


def lose_life(ctx: Context, player: str, number: int, *rules: str) -> int:
    """CR 119.3: lose life; paying life is losing it too (119.4)."""
    if number <= 0 or prohibited(ctx, "lose life", player=player) is not None:
        return 0
    number = multiplied(ctx, "life loss", number, player=player)
    writable = ctx.state.write_player(player)
    writable.life -= number
    writable.flags["life lost"] = writable.flags.get("life lost", 0) + number
    ctx.tell(
        say("{player} loses {number} life (now {life})", player=player, number=number, life=writable.life),
        *(rules or ("119.3",)),
    )
    ctx.state.touch()
    ctx.happen(Happening("life loss", player=player, amount=number))
    return number


def pay_life(ctx: Context, player: str, number: int) -> None:
    """CR 119.4: paying life is losing that much of it.

    Raises:
        IllegalAction: the player can't lose life, so that the cost can't be paid (CR 119.8).
    """
    if number > 0 and prohibited(ctx, "lose life", player=player) is not None:
        raise IllegalAction(say("{player} can't lose life, so can't pay any.", player=player), "119.8", "118.3")
    lose_life(ctx, player, number, "119.4")
