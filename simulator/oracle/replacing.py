"""Replacement effects on damage, graveyards, counters, tokens, draws and life (CR 614, 616)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import effect
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.nouns import Description
from simulator.oracle.settling import settle
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import reader

#: Recipients of damage: which objects, and which players.
Hit = tuple[t.Predicate, "t.PlayerRef | None"]
_OPPONENTS = t.EachOpponent()
_HITS: dict[str, Hit] = {
    "a permanent or player": (t.AllOf(), None),
    "a player or permanent": (t.AllOf(), None),
    "an opponent or a permanent an opponent controls": (t.ControlledBy(_OPPONENTS), _OPPONENTS),
    "you or a permanent you control": (t.ControlledBy(t.You()), t.You()),
    "an opponent": (t.AllOf(), _OPPONENTS),
    "a player": (t.AllOf(), t.EachPlayer()),
    "you": (t.AllOf(), t.You()),
}


@reader("victim")
def _victim(text: str, context: Context) -> Hit | None:
    if text in _HITS:
        return _HITS[text]
    found = re.match(r"an? ", text)
    described = describe_in(text[found.end() :], context) if found else None
    if described is None or described.plural or described.zone or "card" in described.words:
        return None
    return (described.where, None) if described.where != t.AllOf() else None


@reader("dealer")
def _dealer(text: str, context: Context) -> tuple[t.Predicate | None] | None:
    """A source of damage: in a tuple, because None is any source."""
    if text == "a source":
        return (None,)
    if text == "~":
        return (t.Is(t.Self()),)
    found = re.match(r"(another|an?) ", text)
    if found is None:
        return None
    # CR 609.7: a source may be a permanent, a spell, or a card elsewhere; its qualities are the same words
    described = describe_in(re.sub(r"\bsource\b", "permanent", text[found.end() :]), context)
    if described is None or described.plural or described.zone or "card" in described.words:
        return None
    return (t.AllOf((t.Other(), described.where)) if found.group(1) == "another" else described.where,)


_BACK = "[ to <back:that permanent or player|that player or permanent|that player|that creature|that permanent>]"


@STATICS(
    f"if {{by:dealer}} would deal <combat:combat >?damage to {{to:victim}}, (it|that source|that creature) deals "
    f"<how:double|triple> that damage{_BACK} instead",
    f"if {{by:dealer}} would deal <combat:combat >?damage to {{to:victim}}, (it|that source|that creature) deals "
    f"that much damage plus {{n:n}}{_BACK} instead",
)
def _more_damage(
    _: Context,
    by: tuple[t.Predicate | None],
    combat: str,
    to: Hit,
    how: str = "",
    n: t.Amount | None = None,
    back: str = "",
) -> Parts | None:
    if n is not None and not isinstance(n, t.Num):
        return None
    times = {"": 1, "double": 2, "triple": 3}[how]
    more = n.value if isinstance(n, t.Num) else 0
    event = t.ReplacedEvent("damage", to[0], to[1], by[0], multiply=times, add=more, combat=bool(combat))
    return (t.Replacement(event),)


@STATICS("prevent all <combat:combat >?damage that would be dealt to you[ by {by:sources}]")
def _prevent_to_you(_: Context, combat: str, by: t.Predicate | None = None) -> Parts:
    return (t.Replacement(t.ReplacedEvent("damage", player=t.You(), by=by, combat=bool(combat), prevent=True)),)


@STATICS("prevent all <combat:combat >?damage that would be dealt to {w:w} by {by:sources}")
def _prevent_to_by(_: Context, combat: str, w: t.Predicate, by: t.Predicate) -> Parts:
    return (t.Replacement(t.ReplacedEvent("damage", w, by=by, combat=bool(combat), prevent=True)),)


@reader("sources")
def _sources(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(re.sub(r"\bsources\b", "permanents", text), context)
    if described is None or not described.plural or described.zone or "card" in described.words:
        return None
    return described.where


# Graveyards (CR 614.1a)

_WHOSE: dict[str, t.PlayerRef | None] = {"a": None, "an opponent's": _OPPONENTS, "your": t.You()}


@reader("buried")
def _buried(text: str, context: Context) -> t.Predicate | None:
    """What would be put into a graveyard: "a card or token", "a card", "an instant or sorcery card"."""
    if text == "a card or token":
        return t.AllOf()
    if text == "a card":
        # CR 111.6: a token isn't a card
        return t.Not(t.IsToken())
    found = re.match(r"an? ", text)
    described = describe_in(text[found.end() :], context) if found else None
    if described is None or described.plural or described.zone or not text.endswith(" card"):
        return None
    return t.AllOf((t.Not(t.IsToken()), t.IsCard(described.where)))


@STATICS("if {what:buried} would be put into <whose:a|an opponent's|your> graveyard from anywhere, exile it instead")
def _exiled(_: Context, what: t.Predicate, whose: str) -> Parts:
    owner = _WHOSE[whose]
    where = what if owner is None else t.AllOf((what, t.OwnedBy(owner)))
    return (t.Replacement(t.ReplacedEvent("to graveyard", where, to_zone="exile")),)


@STATICS(
    "if ~ would be put into a graveyard from anywhere, reveal ~ and shuffle it into its owner's library instead",
    "if ~ would be put into a graveyard from anywhere, shuffle it into its owner's library instead",
)
def _shuffled(_: Context) -> t.Static:
    event = t.ReplacedEvent("to graveyard", t.Is(t.Self()), to_zone="library")
    return t.Static((t.Replacement(event),), zone="any")


# Counters and tokens (CR 614.16)


@STATICS(
    "if an effect would put one or more counters on a permanent you control, it puts twice that many of those counters "
    "on that permanent instead"
)
def _effect_doubles(_: Context) -> Parts:
    event = t.ReplacedEvent("counters", t.ControlledBy(t.You()), multiply=2, by_effect=True)
    return (t.Replacement(event),)


@STATICS(
    "if one or more {kind:counted_kind} counters would be put on {what:a}, "
    "<n:twice that many|that many plus one|that many> {same:counted_kind} counters <less:minus one >?are put on "
    "(it|that creature|that permanent) instead"
)
def _counters(_: Context, kind: str, what: Description, n: str, same: str, less: str) -> Parts | None:
    if what.zone or what.plural or kind != same or (n == "that many") != bool(less):
        return None
    add = {"twice that many": 0, "that many plus one": 1, "that many": -1}[n]
    event = t.ReplacedEvent("counters", what.where, multiply=2 if "twice" in n else 1, add=add, counter=kind)
    return (t.Replacement(event),)


@reader("counted_kind")
def _counted_kind(text: str, _: Context) -> str | None:
    return text if re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+", text) else None


@STATICS(
    "if one or more tokens would be created[ under <your:your> control], twice that many of those tokens are created "
    "instead"
)
def _tokens(_: Context, your: str = "") -> Parts:
    return (t.Replacement(t.ReplacedEvent("tokens", player=t.You() if your else None, multiply=2)),)


# Life (CR 119)


@STATICS("if you would gain life, you gain that much life plus {n:n} instead")
def _more_life(_: Context, n: t.Amount) -> Parts | None:
    if not isinstance(n, t.Num):
        return None
    return (t.Replacement(t.ReplacedEvent("life gain", player=t.You(), add=n.value)),)


@STATICS("if an opponent would lose life[ during <turn:your turn>], they lose twice that much life instead")
def _more_loss(_: Context, turn: str = "") -> t.Static:
    event = t.ReplacedEvent("life loss", player=_OPPONENTS, multiply=2)
    return t.Static((t.Replacement(event),), t.YourTurn() if turn else None)


# Draws (CR 121.6)

_DRAWERS: dict[str, t.PlayerRef] = {"you": t.You(), "an opponent": _OPPONENTS, "a player": t.EachPlayer()}
_DRAWS = (
    "if <who:you|an opponent|a player> would draw a card<but: except the first one (?:you|they) draw in each of "
    "(?:your|their) draw steps>?"
)


@STATICS(f"{_DRAWS}, {{e:instead}} instead", f"{_DRAWS}, instead {{e:instead}}",
         f"{_DRAWS}, instead that player skips that draw and {{e:instead}}")  # fmt: skip
def _draws(_: Context, who: str, but: str, e: str) -> Parts | None:
    return _instead_of_draw(who, bool(but), e)


@STATICS("if you would draw a card while your library has no cards in it, {e:instead} instead")
def _empty(_: Context, e: str) -> t.Static | None:
    found = _instead_of_draw("you", False, e)
    if found is None:
        return None
    return t.Static(found, t.AmountIs(t.PlayerStat("library"), "=", t.Num(0)))


def _instead_of_draw(who: str, not_first: bool, text: str) -> Parts | None:
    inner = Context("replacement")
    if who != "you":
        inner.name_player(t.ThatPlayer())
    optional = text.startswith("you may ")
    if optional and who != "you":
        return None
    done = effect(text.removeprefix("you may "), inner)
    if done is None or inner.targets:
        return None
    settled = settle(done, inner)
    if not isinstance(settled, t.Effect) or any(isinstance(node, t.That | t.EventAmount) for node in t.walk(settled)):
        return None
    event = t.ReplacedEvent("draw", player=_DRAWERS[who], not_first=not_first)
    return (t.Replacement(event, settled, optional=optional),)


@reader("instead")
def _instead(text: str, _: Context) -> str | None:
    return text if "instead" not in text else None
