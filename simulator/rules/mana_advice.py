"""What automatic tapping leaves to the player (CR 601.2g), for the refusal of a cost that it can't pay."""

from __future__ import annotations

from collections.abc import Iterator

from simulator.abilities import tree as t
from simulator.model.objects import Happening
from simulator.rules.context import Context
from simulator.rules.events import event_matches
from simulator.rules.mana_abilities import mana_abilities, tappable
from simulator.rules.predicates import fits
from simulator.rules.references import players
from simulator.rules.replacement import parts_of
from simulator.rules.scope import Scope
from simulator.sentences import say
from simulator.symbols import ManaCost, parse_mana_cost


def what_to_do(ctx: Context, player: str, cost: ManaCost, avoid: tuple[int, ...]) -> str:
    """Why automatic tapping can't pay a cost that the player might pay, and what to do; "" if nothing helps.

    Args:
        avoid: permanents that must not be tapped for it.
    """
    if any(_adds_more(ctx, player, happening) for happening in _tappings(ctx, player, avoid)):
        return say(
            "{player} can't pay {cost} by automatic tapping, which doesn't count on mana that other abilities add: "
            "tap the permanents for mana first.",
            player=player,
            cost=str(cost),
        )
    if _more_than_tapping(ctx, player, avoid):
        return say(
            "{player} can't pay {cost} by tapping alone; mana abilities that cost more can be activated before.",
            player=player,
            cost=str(cost),
        )
    return ""


def _more_than_tapping(ctx: Context, player: str, avoid: tuple[int, ...]) -> bool:
    """Whether the player has mana abilities that automatic tapping leaves alone: they cost more than {T}."""
    return any(
        ability.cost != (t.TapSelf(),) and not (ctx.state.objects[id].tapped and t.TapSelf() in ability.cost)
        for id in ctx.permanents()
        if id not in avoid and ctx.controller(id) == player
        for ability in mana_abilities(ctx, id)
    )


def _tappings(ctx: Context, player: str, avoid: tuple[int, ...]) -> Iterator[Happening]:
    """What would happen if the player tapped one of their sources for mana."""
    for id in ctx.permanents():
        for _, options in tappable(ctx, id, player) if id not in avoid else ():
            for text in options:
                kinds = tuple(str(symbol).strip("{}") for symbol in parse_mana_cost(text).symbols)
                yield Happening("mana", id, player=player, amount=len(kinds), detail=kinds, source=id)


def _adds_more(ctx: Context, player: str, tapping: Happening) -> bool:
    """Whether a triggered mana ability (CR 605.1b) or a replacement effect (106.12b) would add to what is produced."""
    added = Happening("mana added", tapping.object, player=player, amount=tapping.amount, detail=tapping.detail)
    for event, effect, scope in _waiting(ctx):
        if any(isinstance(node, t.AddMana) for node in t.walk(effect)):
            if any(event_matches(ctx, event, happening, scope) for happening in (tapping, added)):
                return True
    for _, _, part, scope in parts_of(ctx, t.Replacement):
        replaced = part.event if isinstance(part, t.Replacement) else None
        if replaced is None or replaced.kind != "mana" or not fits(ctx, replaced.where, tapping.object, scope):
            continue
        if replaced.player is None or player in players(ctx, replaced.player, scope):
            if not replaced.set_mana and (replaced.multiply > 1 or replaced.add):
                return True
    return False


def _waiting(ctx: Context) -> Iterator[tuple[t.Node, t.Effect, Scope]]:
    for id in ctx.permanents():
        for ability in ctx.values(id).abilities:
            if isinstance(ability, t.Triggered):
                yield ability.event, ability.effect, Scope(source=id, you=ctx.controller(id))
    for delayed in ctx.state.delayed:
        yield delayed.event, delayed.effect, Scope(source=delayed.source, you=delayed.controller)
