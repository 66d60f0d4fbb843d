"""Revealing cards until one fits, and taking several of the cards looked at (CR 701.20)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.clauses import JOINED
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description

_REST = (
    "(the rest|all other cards revealed this way) "
    "<rest:on the bottom of (?:your|their) library in (?:a random|any) order|into (?:your|their) graveyard>"
)
_UNTIL = "reveal cards from the top of your library until you reveal {what:a}. put (that card|it) "
_TO = "<to:onto the battlefield tapped|onto the battlefield|into (?:your|their) hand>"


@JOINED(
    f"{_UNTIL}{_TO} and {_REST}",
    f"{_UNTIL}{_TO}. put {_REST}",
    f"{_UNTIL}{_TO}, then put {_REST}",
)
def _reveal_until(_: Context, what: Description, to: str, rest: str) -> t.Effect | None:
    if "card" not in what.words or what.zone or what.plural:
        return None
    found = t.Prior("found")
    put: t.Effect = t.MoveTo(found, "hand")
    if "battlefield" in to:
        put = t.PutOntoBattlefield(found, t.You(), tapped="tapped" in to)
    others: t.Effect = t.MoveTo(t.Prior("rest"), "graveyard")
    if "bottom" in rest:
        others = t.MoveTo(t.Prior("rest"), "library", "bottom", order="random" if "random" in rest else "")
    return t.Sequence((t.RevealUntil(what.where), put, others))


@JOINED(
    "look at {top:top}. (you may )?put up to {n:n} {what:d} from among them <to:onto the battlefield|into your hand>. "
    "put the rest on the bottom of your library in <order:a random|any> order",
    "look at {top:top}. you may reveal up to {n:n} {what:d} from among them and put them <to:into your hand>. "
    "put the rest on the bottom of your library in <order:a random|any> order<shown:>",
)
def _take_several(
    _: Context, top: t.TopCards, n: t.Amount, what: Description, to: str, order: str, shown: str | None = None
) -> t.Effect | None:
    if what.zone or not what.plural or "card" not in what.words or top.player != t.You() or top.bottom:
        return None
    where = t.AllOf((t.Is(t.Prior("looked")), what.where))
    choose = t.ChooseObjects(t.Choose(where, "library", t.Num(0), n), save_as="chosen")
    rest = t.All(t.AllOf((t.Is(t.Prior("looked")), t.InZone("library"), t.Not(t.Is(t.Prior("chosen"))))), "library")
    put: t.Effect = t.MoveTo(t.Prior("chosen"), "hand")
    if "battlefield" in to:
        put = t.PutOntoBattlefield(t.Prior("chosen"))
    return t.Sequence(
        (
            t.LookAt(top, save_as="looked"),
            choose,
            *((t.Reveal(t.Prior("chosen")),) if shown is not None else ()),
            put,
            t.MoveTo(rest, "library", "bottom", order="random" if order == "a random" else ""),
        )
    )
