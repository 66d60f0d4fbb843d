"""Exiling cards from a library until one may be cast, for nothing (CR 702.85 cascade, 701.57 discover)."""

from __future__ import annotations

from simulator.errors import Unsupported
from simulator.rules.announcement import Announcement
from simulator.rules.context import Context
from simulator.rules.effects.moving import could_cast
from simulator.rules.stats import stat
from simulator.rules.wording import name_for
from simulator.rules.zones import Move, move, move_all
from simulator.sentences import say


def exile_until(ctx: Context, player: str, most: int, rule: str) -> tuple[list[int], int | None]:
    """Exile the top card of a library again and again until a nonland card comes with at most that mana value.

    Returns:
        All cards that were exiled, and the one that ended it, if any did.
    """
    exiled: list[int] = []
    while library := ctx.state.players[player].library:
        ctx.spend()
        new = move(ctx, library[0], "exile", reason="exiled", by=player, rules=(rule,))
        if new is None:
            break
        exiled.append(new)
        if "Land" not in ctx.values(new).types and stat(ctx, new, "mana value") <= most:
            return exiled, new
    return exiled, None


def may_cast_free(ctx: Context, player: str, id: int, rule: str) -> bool:
    """Whether the player cast the card that was found, without paying its mana cost (CR 608.2g).

    Raises:
        Unsupported: the card has several faces or halves to choose from.
    """
    from simulator.rules.casting import cast

    if ctx.state.objects[id].card.layout in ("split", "adventure", "modal_dfc", "prototype"):
        raise Unsupported(say("casting one half or face while an effect resolves isn't simulated yet"))
    said = Announcement(during_resolution=True, free=True)
    wanted = could_cast(ctx, player, id, said) and ctx.may(
        player, say("Cast {object}?", object=name_for(ctx, id, player)), (rule, "608.2g")
    )
    if wanted:
        cast(ctx, player, id, Announcement(during_resolution=True, free=True))
    return wanted


def rest_to_bottom(ctx: Context, exiled: list[int], rule: str) -> list[int]:
    """Put those that are still exiled on the bottom of the library in a random order."""
    rest = [id for id in exiled if id in ctx.state.objects and ctx.state.objects[id].zone == "exile"]
    return move_all(ctx, [Move(id, "library", "bottom", reason="put", rules=(rule,)) for id in ctx.shuffle(rest)])
