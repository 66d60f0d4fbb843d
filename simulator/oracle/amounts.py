"""Phrases for numbers: "three", "X", "that much", "the number of creatures you control", "its power" (CR 107)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, needs_zone, placed
from simulator.oracle.numbers import number
from simulator.oracle.phrases import last_object, reference
from simulator.oracle.players import player
from simulator.oracle.template import read, reader

_STAT = re.compile(r"(?:(?P<its>its|their)|(?P<whose>.+?)(?:'s|s')) (?P<stat>power|toughness|mana value|loyalty)")
_GREATEST = re.compile(
    r"the (?P<which>greatest|highest|least|lowest) (?P<stat>power|toughness|mana value) among (?P<of>.+)"
)
_TOTAL = re.compile(r"the total (?P<stat>power|toughness|mana value) of (?P<of>.+)")
_COUNTERS = re.compile(r"(?:the number of )?(?P<kind>[+-]\d+/[+-]\d+ |[a-z]+ )?counters? on (?P<on>.+)")
_DISTINCT = {
    "color": "colors",
    "card type": "card types",
    "basic land type": "basic land types",
    "mana value": "different mana values",
    "name": "differently named",
    "power": "different powers",
}
_PLAYER_STATS: dict[str, t.Amount] = {
    "your life total": t.PlayerStat("life"),
    "half your life total, rounded up": t.Half(t.PlayerStat("life"), up=True),
    "half your life total, rounded down": t.Half(t.PlayerStat("life")),
    "the number of cards in your hand": t.PlayerStat("hand"),
    "the number of cards in your library": t.PlayerStat("library"),
    "the number of cards in your graveyard": t.PlayerStat("graveyard"),
    "the amount of life you gained this turn": t.PlayerStat("life gained"),
    "the amount of life you've gained this turn": t.PlayerStat("life gained"),
    "the amount of life you lost this turn": t.PlayerStat("life lost"),
    "the number of spells you've cast this turn": t.PlayerStat("spells cast"),
    "the number of cards you've drawn this turn": t.PlayerStat("cards drawn"),
    "the number of opponents you have": t.CountPlayers(t.EachOpponent()),
    "the chosen number": t.ChosenNumber(),
    "the number of times it was kicked": t.TimesPaid("kicker"),
    "the number of times ~ was kicked": t.TimesPaid("kicker"),
    "the number of times ~ has mutated": t.Stat("times mutated"),
    "the total number of cards in all players' hands": t.PlayerStat("hand", t.EachPlayer()),
    "the number of creatures that died this turn": t.PlayerStat("creatures died", t.EachPlayer()),
}
_FOR_EACH: dict[str, t.Amount] = {
    "opponent": t.CountPlayers(t.EachOpponent()),
    "time it was kicked": t.TimesPaid("kicker"),
    "time ~ was kicked": t.TimesPaid("kicker"),
    "opponent you have": t.CountPlayers(t.EachOpponent()),
    "player": t.CountPlayers(t.EachPlayer()),
    "card in your hand": t.PlayerStat("hand"),
    "card in your graveyard": t.PlayerStat("graveyard"),
    "card in your library": t.PlayerStat("library"),
    "1 life you gained this turn": t.PlayerStat("life gained"),
    "1 life you've gained this turn": t.PlayerStat("life gained"),
    "spell you've cast this turn": t.PlayerStat("spells cast"),
    "card you've drawn this turn": t.PlayerStat("cards drawn"),
    "creature that died this turn": t.PlayerStat("creatures died", t.EachPlayer()),
}


@reader("n")
def count_word(text: str, context: Context) -> t.Amount | None:
    """A number before a noun: "a", "two", "X", "that many", "twice that many"."""
    plain = number(text)
    if plain == t.X() and isinstance(context.x_meaning, t.Amount):
        return context.x_meaning
    if plain is not None:
        return plain
    if text in ("that much", "that many"):
        return that_much(context)
    found = re.fullmatch(r"twice (that (?:much|many)|X)", text)
    if found is not None:
        part = count_word(found.group(1), context)
        return None if part is None else t.Times(2, part)
    found = re.fullmatch(r"half (that (?:much|many)|X)( \w+)?, rounded (up|down)", text)
    if found is not None and not found.group(2):
        part = count_word(found.group(1), context)
        return None if part is None else t.Half(part, found.group(3) == "up")
    found = re.fullmatch(r"(that (?:much|many)|X) (plus|minus) (\w+)", text)
    if found is not None:
        part, more = count_word(found.group(1), context), number(found.group(3))
        if part is None or not isinstance(more, t.Num):
            return None
        return t.Plus((part, t.Num(more.value if found.group(2) == "plus" else -more.value)))
    return None


def that_much(context: Context) -> t.Amount | None:
    """That much": the number of the instruction before, else of the event that triggered."""
    if context.prior_amount:
        return t.PriorAmount()
    if context.event_amount:
        return t.EventAmount()
    last = context.mentions[-1] if context.mentions else None
    if last is not None and last.plural and isinstance(last.ref, t.Prior):
        # as many as the objects that the instruction before acted on
        return t.CountRef(last.ref)
    return None


@reader("x")
def amount(text: str, context: Context) -> t.Amount | None:
    """A number after "equal to" or "where X is"."""
    plain = count_word(text, context)
    if plain is not None:
        return plain
    if text in _PLAYER_STATS:
        return _PLAYER_STATS[text]
    found = re.fullmatch(r"(twice|three times) (.+)", text)
    if found is not None:
        part = amount(found.group(2), context)
        return None if part is None else t.Times({"twice": 2, "three times": 3}[found.group(1)], part)
    found = re.fullmatch(r"half (.+), rounded (up|down)", text)
    if found is not None:
        part = amount(found.group(1), context)
        return None if part is None else t.Half(part, found.group(2) == "up")
    found = re.fullmatch(r"(\w+) plus (.+)", text) or re.fullmatch(r"(.+) (plus|minus) (\w+)", text)
    if found is not None:
        return _sum(text, context)
    found = re.fullmatch(r"your devotion to (.+)", text)
    if found is not None:
        return _devotion(found.group(1))
    return _counted(text, context) or _of_object(text, context)


def _sum(text: str, context: Context) -> t.Amount | None:
    for found in re.finditer(r" (plus|minus) ", text):
        mark = context.mark()
        left = amount(text[: found.start()], context)
        right = amount(text[found.end() :], context) if left is not None else None
        if left is not None and right is not None:
            return t.Plus((left, right if found.group(1) == "plus" else t.Times(-1, right)))
        context.reset(mark)
    return None


def _devotion(text: str) -> t.Amount | None:
    from simulator.symbols import COLOR_BY_NAME

    names = text.split(" and ")
    if not all(name in COLOR_BY_NAME for name in names):
        return None
    return t.Devotion(tuple(COLOR_BY_NAME[name] for name in names))


_ELSEWHERE = "graveyard|library|exile|command"
_HAPPENED = (
    (re.compile(r"(.+) (?:that|which) died this turn"), ""),
    (re.compile(r"(.+) you've cast this turn from anywhere other than your hand"), _ELSEWHERE),
    (re.compile(r"(.+) you've cast from anywhere other than your hand this turn"), _ELSEWHERE),
)


def _happened(text: str, context: Context, plural: bool) -> t.Amount | None:
    """Creatures that died this turn, spells cast this turn: how often it happened."""
    for pattern, zone in _HAPPENED:
        found = pattern.fullmatch(text)
        described = describe_in(found.group(1), context) if found else None
        if described is None or described.plural != plural or "card" in described.words:
            continue
        if zone:
            return t.CountEvents(t.PlaysCard(described.where, zone=zone)) if "spell" in described.words else None
        if described.zone in ("", "battlefield"):
            return t.CountEvents(t.ZoneChange(described.where, "battlefield", "graveyard"))
    return None


def _counted(text: str, context: Context) -> t.Amount | None:
    found = _COUNTERS.fullmatch(text)
    if found is not None and text.startswith("the number of"):
        return _counters(found, context)
    found = re.fullmatch(r"the number of (.+)", text)
    if found is None:
        return None
    what = found.group(1)
    happened = _happened(what, context, plural=True)
    if happened is not None:
        return happened
    for kind, words in _DISTINCT.items():
        among = re.fullmatch(rf"{words} among (.+)", what)
        if among is not None:
            described = describe_in(among.group(1), context)
            if described is None or needs_zone(described):
                return None
            return t.Count(described.where, placed(described), distinct=kind)
    hand = re.fullmatch(r"cards in (.+) (hand|graveyard|library)", what)
    if hand is not None and hand.group(1) not in ("your", "all"):
        whose = {"their": "that player"}.get(hand.group(1), re.sub(r"'s$", "", hand.group(1)))
        who = player(whose, context)
        return None if who is None else t.PlayerStat(hand.group(2), who)
    return _count(what, context, plural=True)


def _counters(found: re.Match[str], context: Context) -> t.Amount | None:
    ref = reference(found.group("on"), context)
    return None if ref is None else t.Counters((found.group("kind") or "").strip(), ref)


def _count(text: str, context: Context, plural: bool) -> t.Amount | None:
    described = describe_in(text, context)
    if described is None or described.plural != plural:
        return None
    if needs_zone(described):
        return None
    return t.Count(described.where, placed(described))


def _of_object(text: str, context: Context) -> t.Amount | None:
    found = _STAT.fullmatch(text)
    if found is not None:
        if found.group("its"):
            own = last_object(context, None, False, possessive=True) if found.group("its") == "its" else None
            return None if own is None else t.Stat(found.group("stat"), own)
        whose = found.group("whose")
        sacrificed = re.fullmatch(r"the (?:sacrificed|exiled|discarded|revealed) \w+", whose)
        ref = read("o", whose, context)
        if ref is None and sacrificed is not None:
            return None
        return None if ref is None else t.Stat(found.group("stat"), ref)
    found = _GREATEST.fullmatch(text) or _TOTAL.fullmatch(text)
    if found is not None:
        ref = reference(found.group("of"), context)
        if ref is None:
            return None
        which = found.groupdict().get("which")
        combine = {None: "sum", "greatest": "max", "highest": "max", "least": "min", "lowest": "min"}[which]
        return t.Stat(found.group("stat"), ref, combine)
    return None


@reader("f")
def for_each(text: str, context: Context) -> t.Amount | None:
    """What stands after "for each": how many there are of it."""
    if text in _FOR_EACH:
        return _FOR_EACH[text]
    happened = _happened(text, context, plural=False)
    if happened is not None:
        return happened
    found = _COUNTERS.fullmatch(text)
    if found is not None and "counters" not in text:
        return _counters(found, context)
    for kind, words in (
        ("color", "color"),
        ("card type", "card type"),
        ("basic land type", "basic land type"),
    ):
        among = re.fullmatch(rf"{words} among (.+)", text)
        if among is not None:
            described = describe_in(among.group(1), context)
            if described is None or needs_zone(described):
                return None
            return t.Count(described.where, placed(described), distinct=kind)
    hand = re.fullmatch(r"card in (.+) (hand|graveyard|library)", text)
    if hand is not None:
        whose = {"their": "that player"}.get(hand.group(1), re.sub(r"'s$", "", hand.group(1)))
        who = player(whose, context)
        return None if who is None else t.PlayerStat(hand.group(2), who)
    return _count(text, context, plural=False)
