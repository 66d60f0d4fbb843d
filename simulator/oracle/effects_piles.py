"""Cards separated into a face-down and a face-up pile, one of which is chosen (CR 700.3)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.clauses import JOINED
from simulator.oracle.context import Context
from simulator.oracle.template import reader

_DOWN, _UP = "face-down pile", "face-up pile"


@JOINED(
    "[{p:p} ]look(s) at {top:top}( and|, then) separate(s) them into a face-down pile and a face-up pile. "
    "{chosen:pile_choice}"
)
def _separate(
    _: Context, top: t.TopCards, chosen: tuple[t.PlayerRef | None, str, str], p: t.PlayerRef | None = None
) -> t.Effect | None:
    chooser, first, second = chosen
    looker = t.You() if p is None else p
    looked = t.Is(t.Prior("looked"))
    # CR 700.3d: a pile may be empty
    down = t.ChooseObjects(t.Choose(looked, "library", t.Num(0), None, looker), save_as=_DOWN)
    rest = t.All(t.AllOf((looked, t.Not(t.Is(t.Prior(_DOWN))))), "library")
    options = tuple(
        t.Sequence((t.MoveTo(t.Prior(one), first), t.MoveTo(t.Prior(other), second)))
        for one, other in ((_DOWN, _UP), (_UP, _DOWN))
    )
    return t.Sequence(
        (t.LookAt(top, looker, save_as="looked"), down, t.Reveal(rest, _UP), t.ChooseOne(options, chooser))
    )


@reader("pile_choice")
def _pile_choice(text: str, _: Context) -> tuple[t.PlayerRef | None, str, str] | None:
    """Who chooses a pile, where it goes, and where the other one goes."""
    if text == "put one pile into your hand and the other into your graveyard":
        return None, "hand", "graveyard"
    if text in (
        "an opponent chooses one of those piles. put that pile into your hand and the other into your graveyard",
        "an opponent chooses one of the piles. put that pile into your hand and the other into your graveyard",
    ):
        return t.ChooseOpponent(), "hand", "graveyard"
    return None
