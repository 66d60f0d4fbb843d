"""Keyword lines: "Flying, first strike", "Ward—Pay 3 life.", "Protection from black and from red" (CR 702)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.abilities.keywords import COST_KEYWORDS, PLAIN_KEYWORDS, VALUE_KEYWORDS
from simulator.abilities.subtypes import subtype_of
from simulator.oracle.amounts import for_each
from simulator.oracle.context import Context
from simulator.oracle.costs import costs
from simulator.oracle.nouns import describe
from simulator.symbols import COLOR_BY_NAME

_COST_NAMES = "|".join(sorted(map(re.escape, COST_KEYWORDS), key=len, reverse=True))
_VALUE_NAMES = "|".join(sorted(map(re.escape, VALUE_KEYWORDS), key=len, reverse=True))
_COST = re.compile(rf"(?P<name>{_COST_NAMES})(?: (?P<mana>(?:\{{[^{{}}]+\}})+)|—(?P<other>.+?))\.?")
_VALUE = re.compile(rf"(?P<name>{_VALUE_NAMES}) (?P<value>\d+|X)")
_REDUCTION = re.compile(
    r"(?P<keyword>.+?\})\. this (?:cost is reduced by|ability costs) \{(?P<by>\d+)\}(?: less to activate)? "
    r"for each (?P<each>.+)\."
)
_LANDWALK = re.compile(r"(?P<what>.+?)walk")
_CYCLING = re.compile(r"(?P<what>[\w ]+?)cycling (?P<mana>(?:\{[^{}]+\})+)")


def keyword_line(line: str) -> tuple[t.Keyword, ...] | None:
    """The keyword abilities of a line that holds nothing else; None if it isn't such a line.

    The cost of a keyword is an own cost (CR 118); reductions of it stay in `reduction`.
    """
    if line in ("choose a Background", "Doctor's companion", "For Mirrodin!", "for Mirrodin!"):
        line = line.lower()
    whole = one_keyword(line)
    if whole is not None:
        return whole
    found: list[t.Keyword] = []
    for piece in _pieces(line):
        one = one_keyword(piece)
        if one is None:
            return None
        found.extend(one)
    return tuple(found) if found else None


def _starts_with_subtype(piece: str) -> bool:
    words = piece.split()
    return bool(words) and subtype_of(words[0]) is not None


def _pieces(line: str) -> list[str]:
    pieces: list[str] = []
    for piece in re.split(r"[,;] (?![^{]*\})", line.rstrip(".")):
        piece = piece.strip().removeprefix("and ")
        # "protection from Demons, from Dragons" goes on with the piece before
        if piece.startswith("from ") and pieces:
            pieces[-1] += ", " + piece
        else:
            pieces.append(piece[:1].lower() + piece[1:] if not _starts_with_subtype(piece) else piece)
    return pieces


def one_keyword(text: str) -> tuple[t.Keyword, ...] | None:
    """One keyword; protection from two qualities is two abilities (CR 702.16g)."""
    if text in PLAIN_KEYWORDS or text.rstrip(".") in PLAIN_KEYWORDS:
        return _plain(text if text in PLAIN_KEYWORDS else text.rstrip("."))
    if text.startswith(("protection from ", "hexproof from ")):
        return _protection(text)
    reduced = _REDUCTION.fullmatch(text)
    if reduced is not None:
        return _reduced(reduced)
    for read_one in (_with_cost, _with_value, _with_quality):
        result = read_one(text)
        if result is not None:
            return (result,)
    return None


def _plain(name: str) -> tuple[t.Keyword, ...]:
    found = _LANDWALK.fullmatch(name)
    if found is not None:
        subtype = subtype_of(found.group("what").capitalize())
        if subtype is not None:
            return (t.Keyword("landwalk", where=t.HasType(subtype)),)
    if name == "totem armor":
        return (t.Keyword("umbra armor"),)
    return (t.Keyword(name),)


def _reduced(found: re.Match[str]) -> tuple[t.Keyword, ...] | None:
    base = one_keyword(found.group("keyword"))
    each = for_each(found.group("each"), Context("keyword"))
    if base is None or each is None or len(base) != 1:
        return None
    by = int(found.group("by"))
    reduction = each if by == 1 else t.Times(by, each)
    return (t.Keyword(base[0].name, base[0].cost, base[0].value, base[0].where, base[0].quality, reduction),)


def _with_cost(text: str) -> t.Keyword | None:
    found = _COST.fullmatch(text)
    if found is None:
        return None
    name = found.group("name")
    if found.group("mana"):
        return t.Keyword(name, (t.PayMana(found.group("mana")),))
    cost = costs(found.group("other"), Context("keyword"))
    return None if cost is None else t.Keyword(name, cost)


def _with_value(text: str) -> t.Keyword | None:
    found = _VALUE.fullmatch(text.rstrip("."))
    if found is None:
        # CR 702.63b: vanishing without a number
        return t.Keyword("vanishing") if text.rstrip(".") == "vanishing" else None
    value = found.group("value")
    return t.Keyword(found.group("name"), value=-1 if value == "X" else int(value))


def _with_quality(text: str) -> t.Keyword | None:
    text = text.rstrip(".")
    for start, name in (("enchant ", "enchant"), ("affinity for ", "affinity"), ("champion ", "champion")):
        if text.startswith(start):
            return _quality(name, text[len(start) :])
    found = re.fullmatch(r"equip (?P<what>[A-Za-z ]+?) (?P<mana>(?:\{[^{}]+\})+)", text)
    if found is not None:
        described = describe(found.group("what"))
        return (
            None if described is None else t.Keyword("equip", (t.PayMana(found.group("mana")),), where=described.where)
        )
    found = re.fullmatch(r"(suspend|reinforce|awaken|impending) (\d+|X)—((?:\{[^{}]+\})+)", text)
    if found is not None:
        value = -1 if found.group(2) == "X" else int(found.group(2))
        return t.Keyword(found.group(1), (t.PayMana(found.group(3)),), value=value)
    found = re.fullmatch(r"prototype ((?:\{[^{}]+\})+) — (\d+/\d+)", text)
    if found is not None:
        # CR 702.160a: the alternative mana cost, power and toughness
        return t.Keyword("prototype", (t.PayMana(found.group(1)),), quality=found.group(2))
    found = _CYCLING.fullmatch(text)
    if found is not None:
        # "basic land" and one-word qualities; a subtype may stand in lower case at the start of the word
        what = found.group("what").strip()
        described = describe(subtype_of(what.capitalize()) or what)
        return (
            None
            if described is None
            else t.Keyword("typecycling", (t.PayMana(found.group("mana")),), where=described.where)
        )
    found = re.fullmatch(r"(?:kicker) ((?:\{[^{}]+\})+) and/or ((?:\{[^{}]+\})+)", text)
    if found is not None:
        return None
    found = re.fullmatch(r"splice onto Arcane ((?:\{[^{}]+\})+)", text)
    if found is not None:
        return t.Keyword("splice", (t.PayMana(found.group(1)),), where=t.HasType("Arcane"))
    found = _LANDWALK.fullmatch(text)
    if found is not None:
        return _landwalk(found.group("what"))
    return None


def _quality(name: str, what: str) -> t.Keyword | None:
    if name == "enchant" and what in ("player", "opponent"):
        return t.Keyword(name, quality=what)
    if name == "champion":
        what = re.sub(r"^an? ", "", what)
    described = describe(what)
    if described is None or described.about:
        return None
    if name == "enchant" and described.zone not in ("", "battlefield"):
        # an Aura that enchants a card in a graveyard
        return None
    return t.Keyword(name, where=described.where)


def _landwalk(what: str) -> t.Keyword | None:
    plain = {
        "nonbasic land": t.Not(t.HasType("Basic")),
        "legendary land": t.HasType("Legendary"),
        "artifact land": t.HasType("Artifact"),
        "snow land": t.HasType("Snow"),
    }
    if what in plain:
        return t.Keyword("landwalk", where=plain[what])
    words = what.split()
    if len(words) == 2 and words[0] == "snow" and subtype_of(words[1].capitalize()):
        subtype = str(subtype_of(words[1].capitalize()))
        return t.Keyword("landwalk", where=t.AllOf((t.HasType("Snow"), t.HasType(subtype))))
    return None


_EACH_COLOR = {"each color", "all colors"}


def _protection(text: str) -> tuple[t.Keyword, ...] | None:
    name, _, rest = text.rstrip(".").partition(" from ")
    found: list[t.Keyword] = []
    for piece in re.split(r", and from |, from | and from | and (?=from )", rest):
        one = _protected(name, piece.strip())
        if one is None:
            return None
        found.extend(one)
    return tuple(found)


def _protected(name: str, what: str) -> tuple[t.Keyword, ...] | None:
    if what in COLOR_BY_NAME:
        return (t.Keyword(name, where=t.HasColor(COLOR_BY_NAME[what])),)
    if what in _EACH_COLOR:
        return tuple(t.Keyword(name, where=t.HasColor(letter)) for letter in COLOR_BY_NAME.values())
    if what in ("everything", "each of your opponents", "your opponents"):
        quality = "everything" if what == "everything" else "opponents"
        return (t.Keyword(name, quality=quality),)
    if what in ("the chosen color", "the color of your choice"):
        return (t.Keyword(name, where=t.OfChosen("color")),) if "chosen" in what else None
    if what in ("monocolored", "multicolored", "colorless"):
        kind = {"monocolored": "mono", "multicolored": "multi", "colorless": "colorless"}[what]
        return (t.Keyword(name, where=t.ColorCount(kind)),)
    if what in ("instants", "sorceries"):
        return (t.Keyword(name, where=t.HasType({"instants": "Instant", "sorceries": "Sorcery"}[what])),)
    described = describe(what)
    if described is None or described.about or described.zone not in ("", "stack", "battlefield"):
        return None
    return (t.Keyword(name, where=described.where),)
