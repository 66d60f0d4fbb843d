"""Searches by or of players other than you (CR 701.23), and where countered spells and graveyards go."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.amounts import count_word
from simulator.oracle.clauses import EFFECTS, JOINED
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.nouns import Description
from simulator.oracle.template import reader

_WHERE = {"onto the battlefield": "battlefield", "into their hand": "hand"}
_SEARCH = (
    "(search|searches) their library for {what:sought}, (put that card|put it|puts it|puts that card|put those cards|"
    "puts those cards|put them|puts them) <to:onto the battlefield|into their hand><tapped: tapped>?, then "
    "(shuffles|shuffle)"
)
Sought = tuple[t.Predicate, t.Amount, bool]


@reader("sought")
def _sought(text: str, context: Context) -> Sought | None:
    """What is searched for: which cards, how many, and whether fewer may be found on purpose."""
    found = re.match(r"(up to )?(\w+) ", text)
    count = count_word(found.group(2), context) if found else None
    described: Description | None = describe_in(text[found.end() :], context) if found else None
    if found is None or count is None or described is None or described.zone or "card" not in described.words:
        return None
    if described.plural == (count == t.Num(1)):
        return None
    return described.where, count, bool(found.group(1))


@EFFECTS("{p:p} may " + _SEARCH)
def _they_may(_: Context, p: t.PlayerRef, what: Sought, to: str, tapped: str) -> t.Effect | None:
    if isinstance(p, t.You):
        return None
    if isinstance(p, (t.EachPlayer, t.EachOpponent, t.EachOtherPlayer)):
        inner = _search(t.ThatPlayer(), what, to, tapped)
        return t.ForEachPlayer(p, t.May(inner, t.ThatPlayer()))
    return t.May(_search(p, what, to, tapped), p)


@EFFECTS("{p:p} " + _SEARCH)
def _they_search(_: Context, p: t.PlayerRef, what: Sought, to: str, tapped: str) -> t.Effect | None:
    if isinstance(p, t.You):
        return None
    if isinstance(p, (t.EachPlayer, t.EachOpponent, t.EachOtherPlayer)):
        return t.ForEachPlayer(p, _search(t.ThatPlayer(), what, to, tapped))
    return _search(p, what, to, tapped)


def _search(p: t.PlayerRef, what: Sought, to: str, tapped: str) -> t.Effect:
    search = t.Search(what[0], what[1], up_to=what[2], to=_WHERE[to], tapped=bool(tapped), player=p)
    return t.Sequence((search, t.Shuffle(p)))


@JOINED(
    "search {p:p}'s library for {what:sought} and put (that card|it) onto the battlefield under your control. "
    "then that player shuffles"
)
def _search_theirs(_: Context, p: t.PlayerRef, what: Sought) -> t.Effect | None:
    if isinstance(p, t.You) or what[1] != t.Num(1):
        return None
    found = t.Search(what[0], what[1], to="", library_of=p, save_as="found")
    return t.Sequence((found, t.PutOntoBattlefield(t.Prior("found"), t.You()), t.Shuffle(p)))


@JOINED(
    "counter {what:o}. if that spell is countered this way, put it "
    "<to:into its owner's hand|on top of its owner's library> instead of into that player's graveyard",
    "counter {what:o}. if that spell is countered this way, put it "
    "<to:into its owner's hand|on top of its owner's library> instead of into its owner's graveyard",
)
def _counter_elsewhere(context: Context, what: t.ObjectRef, to: str) -> t.Effect | None:
    if not isinstance(what, t.Target) or context.targets[what.index].zone != "stack":
        return None
    return t.CounterSpell(what, "hand" if "hand" in to else "library")


@EFFECTS("exile all graveyards")
def _all_graveyards(_: Context) -> t.Effect:
    return t.MoveTo(t.All(t.AllOf(), "graveyard"), "exile", linked="exiled")
