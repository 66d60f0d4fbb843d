"""Conditions: what stands after "if", "as long as", "unless" and "only if" (CR 603.4, 604, 602.5)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, needs_zone, placed
from simulator.oracle.nouns import Description, describe
from simulator.oracle.numbers import number
from simulator.oracle.template import Table, reader

_TWO: t.Amount = t.Num(2)
CONDITIONS = Table("conditions")


@reader("c")
def condition(text: str, context: Context) -> t.Condition | None:
    """A condition, or several joined by "and" or "or"."""
    found = CONDITIONS.parse(text, context)
    if found is not None:
        return found if isinstance(found, t.Condition) else None
    for joiner, node in ((" and ", t.AllTrue), (" or ", t.AnyTrue)):
        for at in re.finditer(joiner, text):
            mark = context.mark()
            left = CONDITIONS.parse(text[: at.start()], context)
            right = condition(text[at.end() :], context) if left is not None else None
            if left is not None and right is not None:
                return node((left, right))
            context.reset(mark)
    return None


def at_least(described: Description, op: str, count: t.Amount) -> t.Condition:
    """That so many of what is described are there; `op` as in `AmountIs`."""
    return t.AmountIs(t.Count(described.where, placed(described)), op, count)


def controlled(described: Description, who: t.PlayerRef) -> Description | None:
    """The description of permanents, controlled by a player; None where it is of cards or of another zone."""
    if described.zone not in ("", "battlefield") or needs_zone(described):
        return None
    where = t.AllOf((described.where, t.ControlledBy(who)))
    return Description(where, "battlefield", described.words, described.plural)


@reader("many")
def _many(text: str, context: Context) -> tuple[str, t.Amount, Description] | None:
    """How many of what: "three or more artifacts", "a creature with flying", "no cards"."""
    found = re.match(r"(?P<n>\w+) or (?P<way>more|fewer) ", text)
    if found is not None:
        count = number(found.group("n"))
        described = describe_in(text[found.end() :], context)
        if count is None or described is None:
            return None
        return (">=" if found.group("way") == "more" else "<="), count, described
    found = re.match(r"(an?|another|no|exactly (\w+)|at least (\w+)) ", text)
    if found is None:
        return None
    described = describe_in(text[found.end() :], context)
    if described is None:
        return None
    if found.group(1) == "no":
        return "=", t.Num(0), described
    if found.group(1) == "another":
        where = t.AllOf((t.Other(), described.where))
        return ">=", t.Num(1), Description(where, described.zone, described.words, described.plural)
    counted = number(found.group(2) or found.group(3) or "one")
    if counted is None:
        return None
    return ("=" if found.group(2) else ">="), counted, described


@CONDITIONS("you control {what:many}")
def _you_control(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    described = controlled(what[2], t.You())
    return None if described is None else at_least(described, what[0], what[1])


@CONDITIONS("you don't control {what:many}")
def _you_dont(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    described = controlled(what[2], t.You())
    return None if described is None else t.NotTrue(at_least(described, what[0], what[1]))


@CONDITIONS("defending player controls {what:many}")
def _defender_controls(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    described = controlled(what[2], t.DefendingPlayer())
    return None if described is None else at_least(described, what[0], what[1])


@CONDITIONS("an opponent controls {what:many}")
def _opponent_controls(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    # true of one and the same opponent: with a number it would count all opponents together
    if what[:2] != (">=", t.Num(1)):
        return None
    described = controlled(what[2], t.EachOpponent())
    return None if described is None else at_least(described, what[0], what[1])


@CONDITIONS("there (is|are) {what:many}", "{what:many} (is|are) on the battlefield")
def _there_are(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    return None if needs_zone(what[2]) else at_least(what[2], what[0], what[1])


@CONDITIONS("there are {n:n} or more <kind:card types|mana values|colors> among {what:d}")
def _distinct(_: Context, n: t.Amount, kind: str, what: Description) -> t.Condition | None:
    if needs_zone(what):
        return None
    distinct = {"card types": "card type", "mana values": "mana value", "colors": "color"}[kind]
    return t.AmountIs(t.Count(what.where, placed(what), distinct), ">=", n)


@CONDITIONS("{what:many} (is|are) in your graveyard", "you have {what:many} in your graveyard")
def _in_graveyard(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    if "card" not in what[2].words or what[2].zone:
        return None
    where = t.AllOf((what[2].where, t.OwnedBy(t.You())))
    return t.AmountIs(t.Count(where, "graveyard"), what[0], what[1])


@CONDITIONS("you have {n:n} or <way:more|less|fewer> <stat:life|cards in hand|cards in your graveyard>")
def _you_have(_: Context, n: t.Amount, way: str, stat: str) -> t.Condition:
    kind = {"life": "life", "cards in hand": "hand", "cards in your graveyard": "graveyard"}[stat]
    return t.AmountIs(t.PlayerStat(kind), ">=" if way == "more" else "<=", n)


@CONDITIONS("you have no cards in hand")
def _hellbent(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("hand"), "=", t.Num(0))


@CONDITIONS("an opponent has {n:n} or less life")
def _opponent_life(_: Context, n: t.Amount) -> t.Condition:
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.PlayerStat("life", t.ThatPlayer()), "<=", n))


@CONDITIONS("an opponent has more life than you")
def _behind(_: Context) -> t.Condition:
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.PlayerStat("life", t.ThatPlayer()), ">", t.PlayerStat("life")))


@CONDITIONS("an opponent controls more <kind:creatures|lands> than you")
def _more_things(_: Context, kind: str) -> t.Condition:
    what = t.HasType(kind.rstrip("s").capitalize())
    theirs = t.Count(t.AllOf((what, t.ControlledBy(t.ThatPlayer()))))
    yours = t.Count(t.AllOf((what, t.ControlledBy(t.You()))))
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(theirs, ">", yours))


@CONDITIONS("(it's|it is) <whose:your|not your> turn")
def _turn(_: Context, whose: str) -> t.Condition:
    return t.YourTurn() if whose == "your" else t.NotTrue(t.YourTurn())


@CONDITIONS("it isn't your turn")
def _not_turn(_: Context) -> t.Condition:
    return t.NotTrue(t.YourTurn())


@CONDITIONS("{what:o} <be:is|are|was|were|isn't|aren't|wasn't|weren't> {that:quality}")
def _is(context: Context, what: t.ObjectRef, be: str, that: t.Predicate) -> t.Condition:
    holds = t.Holds(what, _of_card(what, that, context))
    return t.NotTrue(holds) if be.endswith("n't") else holds


def _of_card(ref: t.ObjectRef, that: t.Predicate, context: Context) -> t.Predicate:
    # "if it's a creature card": of a permanent, or of what a permanent was, the card itself is asked about
    return t.IsCard(that) if context.said_card and isinstance(ref, (t.That, t.Target, t.Self)) else that


@CONDITIONS("(it's|it is|they're) {that:quality}")
def _its(context: Context, that: t.Predicate) -> t.Condition | None:
    from simulator.oracle.phrases import last_object

    ref = last_object(context, None, False)
    return None if ref is None else t.Holds(ref, _of_card(ref, that, context))


@CONDITIONS("{what:o} <has:has|have|doesn't have|had> {that:having}")
def _has(_: Context, what: t.ObjectRef, has: str, that: t.Predicate) -> t.Condition:
    holds = t.Holds(what, that)
    return t.NotTrue(holds) if "doesn't" in has else holds


@reader("having")
def _having(text: str, _: Context) -> t.Predicate | None:
    """What an object may have: keywords, counters, a power of some size."""
    found = re.fullmatch(r"(an?|no|\w+ or more) (?:([+-]\d+/[+-]\d+|[a-z]+) )?counters?(?: on (?:it|them))?", text)
    if found is not None:
        kind = found.group(2) or ""
        if found.group(1) == "no":
            return t.Not(t.HasCounter(kind))
        if found.group(1) in ("a", "an"):
            return t.HasCounter(kind)
        count = number(found.group(1).split()[0])
        return None if count is None else t.CounterCount(kind, ">=", count)
    described = describe("creature with " + text)
    if described is None or not isinstance(described.where, t.AllOf) or len(described.where.parts) != 2:
        return None
    return described.where.parts[1]


@CONDITIONS("{what:o}'s <stat:power|toughness|mana value> is {n:n} or <way:greater|less|more>")
def _stat(_: Context, what: t.ObjectRef, stat: str, n: t.Amount, way: str) -> t.Condition:
    return t.AmountIs(t.Stat(stat, what), "<=" if way == "less" else ">=", n)


@CONDITIONS("its <stat:power|toughness|mana value> is {n:n} or <way:greater|less|more>")
def _its_stat(context: Context, stat: str, n: t.Amount, way: str) -> t.Condition | None:
    from simulator.oracle.phrases import last_object

    ref = last_object(context, None, False)
    return None if ref is None else t.AmountIs(t.Stat(stat, ref), "<=" if way == "less" else ">=", n)


@CONDITIONS("{left:x} is <op:greater than or equal to|less than or equal to|greater than|less than|equal to> {right:x}")
def _amounts(_: Context, left: t.Amount, op: str, right: t.Amount) -> t.Condition:
    sign = {
        "greater than or equal to": ">=",
        "less than or equal to": "<=",
        "greater than": ">",
        "less than": "<",
        "equal to": "=",
    }[op]
    return t.AmountIs(left, sign, right)


@CONDITIONS("{left:x} is {n:n} or <way:greater|less|more>")
def _amount_size(_: Context, left: t.Amount, n: t.Amount, way: str) -> t.Condition:
    return t.AmountIs(left, "<=" if way == "less" else ">=", n)


_QUALITIES: dict[str, t.Predicate] = {
    "tapped": t.IsTapped(),
    "untapped": t.Not(t.IsTapped()),
    "attacking": t.IsAttacking(),
    "blocking": t.IsBlocking(),
    "attacking or blocking": t.AnyOf((t.IsAttacking(), t.IsBlocking())),
    "enchanted": t.IsAttached("enchanted"),
    "equipped": t.IsAttached("equipped"),
    "modified": t.IsAttached("modified"),
    "face down": t.IsFaceDown(),
    "face up": t.Not(t.IsFaceDown()),
    "on the battlefield": t.InZone("battlefield"),
    "in your graveyard": t.AllOf((t.InZone("graveyard"), t.OwnedBy(t.You()))),
    "a token": t.IsToken(),
    "historic": t.IsHistoric(),
    "renowned": t.IsDesignated("renowned"),
    "suspected": t.IsDesignated("suspected"),
    "monstrous": t.IsDesignated("monstrous"),
}


@reader("quality")
def quality(text: str, context: Context) -> t.Predicate | None:
    """What may stand after "is": "tapped", "red", "a creature", "an artifact card"."""
    context.said_card = text.endswith(" card")
    if text in _QUALITIES:
        return _QUALITIES[text]
    found = re.match(r"an? ", text)
    described = describe_in(text[found.end() :], context) if found else None
    if described is not None:
        return described.where if described.zone in ("", "stack") else None
    adjective = describe(text + " permanent")
    if adjective is not None and not adjective.zone and text.split()[0] not in ("other",):
        return adjective.where
    return None


@CONDITIONS("you cast it[ from your <zone:hand|graveyard>]", "you cast ~[ from your <zone:hand|graveyard>]")
def _you_cast(_: Context, zone: str = "") -> t.Condition:
    return t.WasCast(t.Self(), zone, by=t.You())


@CONDITIONS("you didn't cast it from your <zone:hand|graveyard>")
def _not_from(_: Context, zone: str) -> t.Condition:
    return t.NotTrue(t.WasCast(t.Self(), zone, by=t.You()))


@CONDITIONS("(~|it) was cast", "it was cast from your <zone:hand|graveyard>")
def _was_cast(_: Context, zone: str = "") -> t.Condition:
    return t.WasCast(t.Self(), zone)


@CONDITIONS("it wasn't cast", "~ wasn't cast")
def _not_cast(_: Context) -> t.Condition:
    return t.NotTrue(t.WasCast(t.Self()))


@CONDITIONS("(it|~) escaped")
def _escaped(_: Context) -> t.Condition:
    # CR 702.138b
    return t.WasCast(t.Self(), kicked="escape")


@CONDITIONS("(it|~) was kicked")
def _kicked(_: Context) -> t.Condition:
    return t.WasCast(t.Self(), kicked="kicker")


@CONDITIONS("your devotion to {c:devoted} is <way:less|greater> than {n:n}")
def _devotion(_: Context, c: t.Amount, way: str, n: t.Amount) -> t.Condition:
    return t.AmountIs(c, "<" if way == "less" else ">", n)


@reader("devoted")
def _devoted(text: str, context: Context) -> t.Amount | None:
    from simulator.oracle.amounts import amount

    return amount("your devotion to " + text, context)


@CONDITIONS("the creature has {k:kw}")
def _creature_has(_: Context, k: str) -> t.Condition:
    return t.Holds(t.That(), t.HasKeyword(k))


@reader("kw")
def _keyword(text: str, _: Context) -> str | None:
    """The name of a keyword."""
    from simulator.abilities.keywords import COST_KEYWORDS, PLAIN_KEYWORDS, VALUE_KEYWORDS

    return text if text in PLAIN_KEYWORDS | VALUE_KEYWORDS | COST_KEYWORDS else None
