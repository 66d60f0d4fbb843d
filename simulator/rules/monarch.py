"""The monarch (CR 725): a designation of one player, with two triggered abilities that have no source."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.model.state import PendingTrigger, State
from simulator.rules.context import Context
from simulator.sentences import say

#: Flag of a player that is kept from turn to turn.
MONARCH = "monarch"
#: CR 725.2: the monarch draws a card in their end step; the title goes with combat damage.
_DRAWS = t.Triggered(t.BeginningOf("end", t.You()), t.Draw())
_LOSES_IT = t.Triggered(
    t.DealsDamage(t.HasType("Creature"), to_player=t.You(), combat=True),
    t.KeywordAction("become the monarch", t.ControllerOf(t.That())),
)


def monarch_of(state: State) -> str:
    """The monarch, "" if there is none (CR 725.1)."""
    return next((name for name in state.order if state.players[name].flags.get(MONARCH)), "")


def become_monarch(ctx: Context, player: str) -> None:
    """CR 725.3: a player becomes the monarch, and the one who was it isn't any longer."""
    if ctx.state.players[player].lost:
        return
    before = monarch_of(ctx.state)
    if before and before != player:
        ctx.state.write_player(before).flags.pop(MONARCH)
    ctx.state.write_player(player).flags[MONARCH] = True
    ctx.state.touch()
    ctx.tell(say("{player} becomes the monarch", player=player), "725.3")
    ctx.happen(Happening("does", player=player, word="become the monarch"))


def pass_on(ctx: Context, leaving: str) -> None:
    """CR 725.4: the active player, else the next one in turn order, becomes the monarch as the monarch leaves."""
    state = ctx.state
    if not state.players[leaving].flags.get(MONARCH):
        return
    state.write_player(leaving).flags.pop(MONARCH)
    start = state.order.index(state.active)
    heirs = [state.order[(start + step) % len(state.order)] for step in range(len(state.order))]
    heir = next((name for name in heirs if name != leaving and not state.players[name].lost), "")
    if heir:
        become_monarch(ctx, heir)


def inherent_triggers(state: State, happening: Happening) -> list[tuple[t.Triggered, str]]:
    """The abilities of CR 725.2 that what happened might trigger, with their controller."""
    if happening.kind == "step" and happening.word == "end":
        ability = _DRAWS
    elif happening.kind == "damage" and happening.word == "combat" and happening.player:
        ability = _LOSES_IT
    else:
        return []
    # CR 725.2: who was the monarch as it triggered controls it
    monarch = monarch_of(state)
    return [(ability, monarch)] if monarch and happening.player == monarch else []


def of_the_rules(ability: t.Triggered, controller: str, told: Happening) -> PendingTrigger:
    """One of those abilities that has triggered: it has no source."""
    return PendingTrigger(ability, controller, 0, told)
