"""The abilities that meld a pair (CR 712.4a): what they ask for, and what they do."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS
from simulator.oracle.conditions import CONDITIONS
from simulator.oracle.context import Context
from simulator.oracle.template import reader

#: The word under which the other card of a pair is mentioned.
PAIR = "meld pair"
_PARTNER = re.compile(r"an? (?P<type>artifact|creature|land) named (?P<name>[A-Z].+)")


@reader("meld_partner")
def _partner(text: str, _: Context) -> t.Predicate | None:
    found = _PARTNER.fullmatch(text)
    if found is None:
        return None
    return t.AllOf((t.HasType(found.group("type").capitalize()), t.Named(found.group("name"))))


@reader("melded")
def _melded(text: str, _: Context) -> str | None:
    return text if re.fullmatch(r"[A-Z~][^.]*", text) else None


def _own(where: t.Predicate) -> t.Condition:
    mine = t.AllOf((where, t.OwnedBy(t.You()), t.ControlledBy(t.You())))
    return t.AmountIs(t.Count(mine, "battlefield"), ">=", t.Num(1))


@CONDITIONS("you both own and control ~ and {what:meld_partner}")
def _both(context: Context, what: t.Predicate) -> t.Condition:
    context.mention(t.All(what), frozenset((PAIR,)), plural=True)
    return t.AllTrue((_own(t.Is(t.Self())), _own(what)))


@EFFECTS("exile them, then meld them into {into:melded}")
def _exile_and_meld(context: Context, into: str) -> t.Effect | None:
    pairs = [mention.ref for mention in context.mentions if PAIR in mention.words]
    return t.Meld(pairs[-1].where) if pairs and isinstance(pairs[-1], t.All) else None
