"""Costs in words: what is to be paid, what is asked of the player who pays, and what is said if it can't be."""

from __future__ import annotations

from collections.abc import Callable

from simulator.abilities import tree as t
from simulator.rules.keyword_nodes import TapForPower
from simulator.sentences import say
from simulator.terms import term

#: Parts of costs that aren't mana, life or a symbol.
COSTS: dict[type[t.Cost], str] = {
    t.ExertSelf: say("exert it"),
    t.SacrificeSelf: say("sacrifice it"),
    t.Sacrifice: say("sacrifice"),
    t.TapPermanents: say("tap permanents"),
    t.UntapPermanents: say("untap permanents"),
    TapForPower: say("tap creatures"),
    t.Discard: say("discard"),
    t.ExileCost: say("exile cards"),
    t.ReturnToHand: say("return to hand"),
    t.RemoveCounters: say("remove counters"),
    t.PutCounters: say("put counters"),
    t.Loyalty: say("loyalty counters"),
    t.RevealFromHand: say("reveal from hand"),
    t.MillCost: say("mill cards"),
    t.PayEnergy: say("energy"),
    t.EitherCost: say("one of several costs"),
}


def cost_text(cost: tuple[t.Cost, ...]) -> str:
    """A cost in words."""
    words: list[str] = []
    for part in cost:
        if isinstance(part, t.PayMana):
            words.append(part.mana)
        elif isinstance(part, t.PayLife):
            words.append(
                say("{number} life", number=part.amount.value) if isinstance(part.amount, t.Num) else term("life")
            )
        elif isinstance(part, t.TapSelf):
            words.append("{T}")
        elif isinstance(part, t.UntapSelf):
            words.append("{Q}")
        else:
            words.append(COSTS[type(part)])
    return say("{parts}", parts=tuple(words)) if words else say("nothing")


#: What is asked of a player who pays with objects, and what is said if there aren't enough.
CHOOSE = {
    "sacrifice": say("Choose what to sacrifice."),
    "tap": say("Choose what to tap."),
    "untap": say("Choose what to untap."),
    "exile": say("Choose what to exile."),
    "return": say("Choose what to return."),
    "reveal": say("Choose what to reveal."),
    "discard": say("Choose what to discard."),
    "remove a counter from": say("Choose what to remove a counter from."),
}
CANT: dict[str, Callable[[str], str]] = {
    "sacrifice": lambda player: say("{player} can't sacrifice.", player=player),
    "tap": lambda player: say("{player} can't tap.", player=player),
    "untap": lambda player: say("{player} can't untap.", player=player),
    "exile": lambda player: say("{player} can't exile.", player=player),
    "return": lambda player: say("{player} can't return.", player=player),
    "reveal": lambda player: say("{player} can't reveal.", player=player),
    "discard": lambda player: say("{player} can't discard.", player=player),
    "remove a counter from": lambda player: say("{player} has no counter to remove.", player=player),
}
