"""Exerting permanents (CR 701.43), and doing so as they attack (508.1g)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.wording import name_for, public_name
from simulator.sentences import say

#: Flag of a permanent: the players in whose next untap step it doesn't untap.
EXERTED_BY = "exerted by"
#: The deed that the linked ability waits for (CR 607.2h), beside "exert".
AS_IT_ATTACKS = "exert as it attacks"


def exert(ctx: Context, player: str, id: int, linked: bool = False) -> None:
    """CR 701.43a, 701.43c: a permanent won't untap in the player's next untap step.

    Args:
        linked: the static ability of the creature lets the player do so as it attacks.
    """
    obj = ctx.state.objects.get(id)
    if obj is None or obj.zone != "battlefield":
        return
    by = obj.flags.get(EXERTED_BY, ())
    # CR 701.43b: several times before the same untap step are no more than once
    ctx.state.write(id).flags[EXERTED_BY] = (*(name for name in by if name != player), player)
    ctx.tell(say("{player} exerts {object}", player=player, object=public_name(ctx, id)), "701.43a")
    for word in ("exert", AS_IT_ATTACKS) if linked else ("exert",):
        ctx.happen(Happening("does", id, player=player, word=word))


def chosen_to_exert(ctx: Context, player: str, attackers: list[int]) -> list[int]:
    """CR 508.1g, 701.43d: the attackers that the player exerts as they attack; each as often as abilities let."""
    chosen = []
    for id in attackers:
        for ability in ctx.values(id).abilities:
            if isinstance(ability, t.Static) and any(isinstance(part, t.MayExert) for part in ability.parts):
                if ctx.may(player, say("Exert {object}?", object=name_for(ctx, id, player)), ("508.1g", "701.43d")):
                    chosen.append(id)
    return chosen


def stays_tapped(ctx: Context, id: int) -> bool:
    """Whether it was exerted by the player whose untap step it is; that ends with this step."""
    by = ctx.state.objects[id].flags.get(EXERTED_BY, ())
    if ctx.state.active not in by:
        return False
    ctx.state.write(id).flags[EXERTED_BY] = tuple(name for name in by if name != ctx.state.active)
    return True
