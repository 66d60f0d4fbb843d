"""Costs as the text words them, before a colon or after "as an additional cost" (CR 118)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.amounts import count_word
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.nouns import Description
from simulator.oracle.numbers import NUMBER_PATTERN, number
from simulator.oracle.template import Table, reader

COSTS = Table("costs")
_MANA = re.compile(r"(?:\{[^{}]+\})+")
_LOYALTY = re.compile(r"([+-]?)(\d+|X)")


def _amount_and(text: str, context: Context) -> tuple[t.Amount, t.Predicate, str] | None:
    """Two other creatures: the number, the predicate, and the zone named."""
    found = re.match(rf"(an?|another|any number of|{NUMBER_PATTERN}) ", text)
    if found is None:
        return None
    word = found.group(1)
    described = describe_in(text[found.end() :], context)
    if described is None or word == "any number of":
        return None
    amount = t.Num(1) if word == "another" else number(word)
    if amount is None or described.plural == (amount == t.Num(1)):
        return None
    where = described.where
    if word == "another":
        where = t.AllOf((t.Other(), where))
    context.mention(t.Prior("cost"), described.words, plural=amount != t.Num(1))
    return amount, where, described.zone


@reader("what")
def _what(text: str, context: Context) -> tuple[t.Amount, t.Predicate, str] | None:
    return _amount_and(text, context)


@COSTS("sacrifice {what:what}")
def _sacrifice(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    return None if zone not in ("", "battlefield") else t.Sacrifice(where, amount)


@COSTS("sacrifice (~|it)")
def _sacrifice_self(context: Context) -> t.Cost:
    # "it" of the effect is then the source, as it was (CR 608.2h)
    context.mention(t.Self(), source=True)
    return t.SacrificeSelf()


@COSTS("(exert|Exert) ~")
def _exert(_: Context) -> t.Cost:
    return t.ExertSelf()


@COSTS("tap {what:what}")
def _tap(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    parts = where.parts if isinstance(where, t.AllOf) else (where,)
    yours, untapped = t.ControlledBy(t.You()), t.Not(t.IsTapped())
    if zone not in ("", "battlefield") or yours not in parts or untapped not in parts:
        return None
    # the cost itself says "untapped permanents you control"
    return t.TapPermanents(t.AllOf(tuple(p for p in parts if p not in (yours, untapped))), amount)


@COSTS("tap an untapped {what:d}")
def _tap_either(context: Context, what: Description) -> t.Cost | None:
    # "an untapped artifact or creature you control": the cost says "untapped" of whatever is tapped (CR 107.5)
    if what.plural or what.zone or t.ControlledBy(t.You()) not in t.walk(what.where):
        return None
    context.mention(t.Prior("cost"), what.words)
    return t.TapPermanents(what.where)


@COSTS("untap {what:what}")
def _untap(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    parts = where.parts if isinstance(where, t.AllOf) else (where,)
    yours = t.ControlledBy(t.You())
    if zone not in ("", "battlefield") or yours not in parts or t.IsTapped() not in parts:
        return None
    # the cost itself says "tapped permanents you control"
    return t.UntapPermanents(t.AllOf(tuple(p for p in parts if p not in (yours, t.IsTapped()))), amount)


@COSTS("discard {what:what}")
def _discard(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    return None if zone else t.Discard(where, amount)


@COSTS("discard {what:what} at random")
def _discard_random(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    return None if zone else t.Discard(where, amount, at_random=True)


@COSTS("discard ~")
def _discard_self(_: Context) -> t.Cost:
    return t.Discard(self_only=True)


@COSTS("discard your hand")
def _discard_hand(_: Context) -> t.Cost:
    return t.Discard(amount=t.PlayerStat("hand"))


@COSTS("exile {what:what}")
def _exile(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost:
    amount, where, zone = what
    return t.ExileCost(where, zone or "battlefield", amount)


@COSTS("exile a face-down permanent you control face up")
def _exile_face_down(context: Context) -> t.Cost:
    # CR 406.3: cards in exile are face up unless an effect says otherwise
    context.mention(t.Prior("cost"), frozenset({"permanent", "card"}))
    return t.ExileCost(t.AllOf((t.IsFaceDown(), t.ControlledBy(t.You()))), "battlefield")


@COSTS("exile ~[ from your <zone:graveyard|hand>]")
def _exile_self(_: Context, zone: str = "") -> t.Cost:
    return t.ExileCost(zone=zone or "battlefield", self_only=True)


@COSTS("return {what:what} to (its|their) owner's hand")
def _return(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    return None if zone not in ("", "battlefield") else t.ReturnToHand(where, amount)


@COSTS("return ~ to its owner's hand")
def _return_self(_: Context) -> t.Cost:
    return t.ReturnToHand(self_only=True)


@COSTS("pay {n:n} life")
def _life(_: Context, n: t.Amount) -> t.Cost:
    return t.PayLife(n)


@COSTS("remove {n:n} <kind:[+-]\\d+/[+-]\\d+|[a-z]+> counter(s) from {me:me}")
def _remove(_: Context, me: t.ObjectRef, n: t.Amount, kind: str) -> t.Cost:
    return t.RemoveCounters(kind, n)


@COSTS("remove any number of <kind:[+-]\\d+/[+-]\\d+|[a-z]+> counters from {me:me}")
def _remove_any(_: Context, me: t.ObjectRef, kind: str) -> t.Cost:
    # CR 601.2b: the number is announced, as X is
    return t.RemoveCounters(kind, t.X())


@COSTS("put {n:n} <kind:[+-]\\d+/[+-]\\d+|[a-z]+> counter(s) on {me:me}")
def _put(_: Context, me: t.ObjectRef, n: t.Amount, kind: str) -> t.Cost:
    return t.PutCounters(kind, n)


@COSTS("reveal {what:what}")
def _reveal(_: Context, what: tuple[t.Amount, t.Predicate, str]) -> t.Cost | None:
    amount, where, zone = what
    return None if zone != "hand" else t.RevealFromHand(_unowned(where), amount)


def _unowned(where: t.Predicate) -> t.Predicate:
    # a card in your hand is owned by you: the cost says so itself
    parts = where.parts if isinstance(where, t.AllOf) else (where,)
    kept = tuple(p for p in parts if p != t.OwnedBy(t.You()))
    return kept[0] if len(kept) == 1 else t.AllOf(kept)


@COSTS("mill {n:n} card(s)")
def _mill(_: Context, n: t.Amount) -> t.Cost:
    return t.MillCost(n)


def one_cost(text: str, context: Context) -> tuple[t.Cost, ...] | None:
    """One part of a cost."""
    if text == "{T}":
        return (t.TapSelf(),)
    if text == "{Q}":
        return (t.UntapSelf(),)
    energy = re.fullmatch(r"(?:[Pp]ay )?((?:\{E\})+)", text)
    if energy is not None:
        return (t.PayEnergy(t.Num(energy.group(1).count("E"))),)
    found = re.fullmatch(r"(?:pay )?((?:\{[^{}]+\})+)", text)
    if found is not None:
        return None if "{T}" in text or "{Q}" in text or "{E}" in text else (t.PayMana(found.group(1)),)
    if not text:
        return None
    cost = COSTS.parse(text[0].lower() + text[1:], context)
    return None if cost is None else (cost,)


@reader("cost")
def costs(text: str, context: Context) -> tuple[t.Cost, ...] | None:
    """A whole cost: its parts are joined by commas and "and"."""
    loyalty = _LOYALTY.fullmatch(text)
    if loyalty is not None and text != "X":
        sign, value = loyalty.groups()
        if value == "X":
            return (t.Loyalty(-1 if sign == "-" else 1, x=True),)
        return (t.Loyalty(-int(value) if sign == "-" else int(value)),)
    mark = context.mark()
    whole = one_cost(text, context)
    if whole is not None:
        return whole
    context.reset(mark)
    for found in re.finditer(r", and |, | and ", text):
        first = one_cost(text[: found.start()], context)
        if first is not None:
            rest = costs(text[found.end() :], context)
            if rest is not None:
                return (*first, *rest)
        context.reset(mark)
    return None


@reader("mana")
def mana_symbols(text: str, _: Context) -> str | None:
    """Mana symbols that can be added or paid."""
    return text if _MANA.fullmatch(text) and not re.search(r"\{[TQE]\}", text) else None


@reader("count")
def any_count(text: str, context: Context) -> t.Amount | None:
    """A number word."""
    return count_word(text, context)
