"""Conditions about what happened, this turn or before, and about players and zones as a whole (CR 603.4, 608.2)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.conditions import CONDITIONS
from simulator.oracle.context import Context
from simulator.oracle.descriptions import needs_zone, placed
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import ONE

_TWO: t.Amount = t.Num(2)


@CONDITIONS("no spells were cast last turn")
def _no_spells(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("spells cast last turn", t.EachPlayer()), "=", t.Num(0))


@CONDITIONS("a player cast {n:n} or more spells last turn")
def _two_spells(_: Context, n: t.Amount) -> t.Condition:
    spells = t.PlayerStat("spells cast last turn", t.ThatPlayer())
    return t.AnyPlayer(t.EachPlayer(), t.AmountIs(spells, ">=", n))


@CONDITIONS("you('ve| have)? gained life this turn", "you gained {n:n} or more life this turn")
def _gained(_: Context, n: t.Amount = ONE) -> t.Condition:
    return t.AmountIs(t.PlayerStat("life gained"), ">=", n)


@CONDITIONS("you('ve| have)? lost life this turn")
def _lost(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("life lost"), ">=", t.Num(1))


@CONDITIONS("an opponent lost life this turn")
def _opponent_lost(_: Context) -> t.Condition:
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.PlayerStat("life lost", t.ThatPlayer()), ">=", t.Num(1)))


@CONDITIONS("a creature died this turn", "{n:n} or more creatures died this turn")
def _died(_: Context, n: t.Amount = ONE) -> t.Condition:
    return t.AmountIs(t.PlayerStat("creatures died", t.EachPlayer()), ">=", n)


@CONDITIONS("you('ve| have)? cast another spell this turn", "you('ve| have)? cast {n:n} or more spells this turn")
def _spells_cast(_: Context, n: t.Amount = _TWO) -> t.Condition:
    return t.AmountIs(t.PlayerStat("spells cast"), ">=", n)


@CONDITIONS("you('ve| have)? drawn {n:n} or more cards this turn")
def _drawn(_: Context, n: t.Amount) -> t.Condition:
    return t.AmountIs(t.PlayerStat("cards drawn"), ">=", n)


@CONDITIONS("you attacked this turn", "you attacked with a creature this turn", "you('ve| have) attacked this turn")
def _attacked(_: Context) -> t.Condition:
    return t.HappenedThisTurn(t.Attacks(t.ControlledBy(t.You())))


@CONDITIONS("{what:many} entered[ the battlefield] <down:face down >?under your control this turn")
def _entered(_: Context, what: tuple[str, t.Amount, Description], down: str) -> t.Condition | None:
    op, count, described = what
    if (op, count) != (">=", ONE) or described.zone or "card" in described.words:
        return None
    parts: tuple[t.Predicate, ...] = (described.where, t.ControlledBy(t.You()))
    if down:
        parts = (*parts, t.IsFaceDown())
    return t.HappenedThisTurn(t.ZoneChange(t.AllOf(parts), to="battlefield"))


@CONDITIONS("{what:many} left the battlefield under your control this turn")
def _left(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    if what[:2] != (">=", ONE) or what[2].zone or "card" in what[2].words:
        return None
    return t.HappenedThisTurn(t.ZoneChange(t.AllOf((what[2].where, t.ControlledBy(t.You()))), "battlefield"))


@CONDITIONS("you turned {what:many} face up this turn")
def _turned_up(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    if what[:2] != (">=", ONE) or what[2].zone:
        return None
    return t.HappenedThisTurn(t.TurnsFaceUp(what[2].where))


@CONDITIONS("{what:many} you control died this turn", "{what:many} died under your control this turn")
def _yours_died(_: Context, what: tuple[str, t.Amount, Description]) -> t.Condition | None:
    if what[:2] != (">=", ONE) or what[2].zone or "card" in what[2].words:
        return None
    where = t.AllOf((what[2].where, t.ControlledBy(t.You())))
    return t.HappenedThisTurn(t.ZoneChange(where, "battlefield", "graveyard"))


@CONDITIONS("{what:d} have total <stat:power|toughness> {n:n} or <way:greater|less>")
def _total(_: Context, what: Description, stat: str, n: t.Amount, way: str) -> t.Condition | None:
    if not what.plural or needs_zone(what) or placed(what) != "battlefield":
        return None
    return t.AmountIs(t.Stat(stat, t.All(what.where)), ">=" if way == "greater" else "<=", n)


@CONDITIONS("you control {n:n} or more creatures with different powers")
def _different_powers(_: Context, n: t.Amount) -> t.Condition:
    where = t.AllOf((t.HasType("Creature"), t.ControlledBy(t.You())))
    return t.AmountIs(t.Count(where, distinct="power"), ">=", n)


@CONDITIONS("each player has no cards in hand")
def _no_hands(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("hand", t.EachPlayer()), "=", t.Num(0))


@CONDITIONS("a library has {n:n} or fewer cards in it")
def _library_size(_: Context, n: t.Amount) -> t.Condition:
    return t.AnyPlayer(t.EachPlayer(), t.AmountIs(t.PlayerStat("library", t.ThatPlayer()), "<=", n))


@CONDITIONS("you attacked with {n:n} or more creatures this turn")
def _attacked_with(_: Context, n: t.Amount) -> t.Condition | None:
    if not isinstance(n, t.Num):
        return None
    return t.HappenedThisTurn(t.AttacksWith(t.AllOf((t.HasType("Creature"), t.ControlledBy(t.You()))), n.value))


@CONDITIONS("(it|~) was <how:bargained|foretold>")
def _optional_cost(_: Context, how: str) -> t.Condition:
    return t.WasCast(t.Self(), kicked={"bargained": "bargain", "foretold": "foretell"}[how])


@CONDITIONS("(it|~) was cast from <zone:exile|a graveyard|your hand|your graveyard|your library>")
def _cast_from(_: Context, zone: str) -> t.Condition:
    return t.WasCast(t.Self(), zone.split()[-1])


@CONDITIONS("you controlled {what:o}")
def _you_controlled(_: Context, what: t.ObjectRef) -> t.Condition:
    return t.Holds(what, t.ControlledBy(t.You()))


@CONDITIONS("an opponent has {n:n} or more <what:poison counters|cards in hand|cards in their graveyard>")
def _opponent_has(_: Context, n: t.Amount, what: str) -> t.Condition:
    kind = {"poison counters": "poison", "cards in hand": "hand", "cards in their graveyard": "graveyard"}[what]
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.PlayerStat(kind, t.ThatPlayer()), ">=", n))


@CONDITIONS("you('ve| have)? cast {n:n} or more {what:d} this turn")
def _cast_kind(_: Context, n: t.Amount, what: Description) -> t.Condition | None:
    if "spell" not in what.words or not what.plural:
        return None
    return t.AmountIs(t.CountEvents(t.CastsSpell(what.where)), ">=", n)


@CONDITIONS("you('ve| have)? cast {what:a} this turn")
def _cast_one(_: Context, what: Description) -> t.Condition | None:
    if "spell" not in what.words or what.plural:
        return None
    return t.HappenedThisTurn(t.CastsSpell(what.where))


@CONDITIONS("you('ve| have)? committed a crime this turn")
def _crime(_: Context) -> t.Condition:
    return t.HappenedThisTurn(t.PlayerDoes("commit a crime"))


@CONDITIONS("{what:o} entered this turn")
def _entered_this_turn(_: Context, what: t.ObjectRef) -> t.Condition:
    return t.Holds(what, t.EnteredThisTurn())


@CONDITIONS("there are cards exiled with it", "there are cards exiled with ~")
def _cards_exiled(context: Context) -> t.Condition:
    context.mention(t.Linked(), frozenset({"card"}), plural=True)
    return t.AmountIs(t.Count(t.Is(t.Linked()), "exile"), ">=", ONE)


@CONDITIONS("an opponent was dealt {n:n} or more damage this turn")
def _opponent_hurt(_: Context, n: t.Amount) -> t.Condition:
    return t.AnyPlayer(t.EachOpponent(), t.AmountIs(t.PlayerStat("damage taken", t.ThatPlayer()), ">=", n))


@CONDITIONS("you're the monarch", "you are the monarch")
def _monarch(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("monarch"), ">", t.Num(0))


@CONDITIONS("you aren't the monarch", "you're not the monarch")
def _no_monarch_you(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("monarch"), "=", t.Num(0))


@CONDITIONS("an opponent is the monarch")
def _opponent_monarch(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("monarch", t.EachOpponent()), ">", t.Num(0))


@CONDITIONS("there is no monarch")
def _no_monarch(_: Context) -> t.Condition:
    return t.AmountIs(t.PlayerStat("monarch", t.EachPlayer()), "=", t.Num(0))
