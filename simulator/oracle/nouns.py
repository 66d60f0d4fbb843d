"""Reads descriptions of objects ("nonblack creature you control") into predicates, with `nouns.lark`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Transformer
from lark.exceptions import LarkError
from lark.lexer import Token

from simulator.abilities import tree as t
from simulator.abilities.subtypes import subtype_of
from simulator.oracle import noun_tables as tables


@dataclass(frozen=True, slots=True)
class Description:
    """A description of objects.

    Attributes:
        where: the predicate; zone: the zone that it names, "" if none ("battlefield" is then meant for permanents,
            "stack" for spells).
        words: the nouns by which the text may come back to them.
        plural: the last noun is a plural.
        about: placeholders in `where` that need the context: "target player", "that player".
    """

    where: t.Predicate
    zone: str
    words: frozenset[str]
    plural: bool
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Word:
    predicate: t.Predicate | None
    noun: str = ""
    plural: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Post:
    predicate: t.Predicate | None = None
    zone: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class _Element:
    words: tuple[_Word, ...]
    posts: tuple[_Post, ...]


class _Unread(Exception):
    """The description has no single reading."""


class _Builder(Transformer[Token, Any]):
    def word(self, children: list[Token]) -> _Word:
        token = children[0]
        return _read_word(token.type, str(token))

    def element(self, children: list[_Word | _Post]) -> _Element:
        words = tuple(c for c in children if isinstance(c, _Word))
        return _Element(words, tuple(c for c in children if isinstance(c, _Post)))

    def controlled(self, children: list[Token]) -> _Post:
        player, about = tables.CONTROL[str(children[0])]
        return _Post(player, about=about)

    def zoned(self, children: list[Token]) -> _Post:
        zone, predicate, about = tables.ZONES[str(children[0])]
        return _Post(predicate, zone, about)

    def with_keyword(self, children: list[Token]) -> _Post:
        words = [str(children[0])[5:], *(str(c) for c in children[1:] if c.type == "KEYWORD")]
        joins = [str(c) for c in children[1:] if c.type == "KEYWORD_JOIN"]
        parts = tuple(t.HasKeyword(word) for word in words)
        if len(parts) == 1:
            return _Post(parts[0])
        return _Post(t.AllOf(parts) if "and" in joins[-1] else t.AnyOf(parts))

    def without_keyword(self, children: list[Token]) -> _Post:
        return _Post(t.Not(t.HasKeyword(str(children[1]))))

    def with_stat(self, children: list[Token]) -> _Post:
        found = re.fullmatch(r"with (total |base )?(.+?) (\d+|X)(?: or (greater|less|more))?", str(children[0]))
        if found is None or found.group(1) == "total ":
            raise _Unread
        op = {"greater": ">=", "more": ">=", "less": "<=", None: "="}[found.group(4)]
        amount = t.X() if found.group(3) == "X" else t.Num(int(found.group(3)))
        return _Post(t.Compare((found.group(1) or "") + found.group(2), op, amount))

    def with_counter(self, children: list[Token]) -> _Post:
        text = str(children[0])
        found = re.search(r"with an? (\S+) counter", text)
        predicate = t.HasCounter(found.group(1) if found else "")
        return _Post(t.Not(predicate) if text.startswith("with no") else predicate)

    def clause(self, children: list[Token]) -> _Post:
        return _Post(tables.CLAUSES[str(children[0])])

    def named(self, children: list[Token]) -> _Post:
        return _Post(t.Named(str(children[0])[6:]))

    def not_self(self, children: list[Token]) -> _Post:
        return _Post(t.Other())

    def start(self, children: list[Any]) -> Description:
        return _combine(children)


def _read_word(kind: str, text: str) -> _Word:
    if kind == "COLOR":
        return _Word(tables.color(text), kind="adjective")
    if kind == "STATUS":
        return _Word(tables.STATUS[text], kind="adjective")
    if kind == "SUPERTYPE":
        return _Word(t.HasType(text.capitalize()), kind="adjective")
    if kind == "OTHER":
        return _Word(t.Other(), kind="other")
    if kind == "NON":
        return _Word(t.Not(_negated(text)), kind="non")
    if kind == "PT":
        power, toughness = text.split("/")
        return _Word(
            t.AllOf((t.Compare("power", "=", t.Num(int(power))), t.Compare("toughness", "=", t.Num(int(toughness))))),
            kind="adjective",
        )
    if kind == "TYPE":
        singular = {"sorceries": "sorcery"}.get(text, text.rstrip("s"))
        return _Word(t.HasType(singular.capitalize()), singular, text != singular, "type")
    if kind == "SUBTYPE":
        subtype = subtype_of(text)
        if subtype is None:
            raise _Unread
        return _Word(t.HasType(subtype), subtype, subtype != text, "type")
    singular = text.rstrip("s")
    return _Word(None, singular, text != singular, "thing")


def _negated(text: str) -> t.Predicate:
    word = text[4:] if text.startswith("non-") else text[3:]
    if word in tables.COLOR_WORDS:
        return tables.color(word)
    if word == "token":
        return t.IsToken()
    if word == "historic":
        return t.IsHistoric()
    if word.capitalize() in tables.TYPE_WORDS:
        return t.HasType(word.capitalize())
    subtype = subtype_of(word)
    if subtype is None:
        raise _Unread
    return t.HasType(subtype)


_OBJECT_WORDS = {"creature", "artifact", "enchantment", "land", "planeswalker", "battle", "permanent"}


def _combine(children: list[Any]) -> Description:
    elements = [c for c in children if isinstance(c, _Element)]
    joins = [str(c).strip(", ") for c in children if isinstance(c, Token)]
    merged = _merge_adjectives(elements, joins)
    elements, joins = merged
    things = {w.noun for w in elements[-1].words if w.kind == "thing"}
    if len(elements) > 1:
        _check_distribution(elements, joins)
        own = [bool({w.noun for w in e.words} & things) for e in elements]
        if things and not all(own) and not any(w.kind == "type" for w in elements[-1].words):
            # "artifacts, enchantments, and/or tokens": the last noun stands alone, the others aren't of it
            if any(e.posts for e in elements[:-1]):
                raise _Unread
            things = set()
    if _of_the_stack(elements) and "spell" not in things:
        # "spell or permanent", "spell or creature": in two zones
        raise _Unread
    last = elements[-1]
    alternatives: list[t.Predicate] = []
    zone = ""
    about: list[str] = []
    words: set[str] = set()
    lead = [w.predicate for w in elements[0].words if w.kind == "other" and w.predicate is not None]
    for element in elements:
        own_things = {w.noun for w in element.words if w.kind == "thing"}
        posts = element.posts or last.posts
        parts = [w.predicate for w in element.words if w.predicate is not None and w.kind != "other"]
        parts += [p.predicate for p in posts if p.predicate is not None]
        zones = {p.zone for p in posts if p.zone}
        if len(zones) > 1 or (zone and zones and zones != {zone}):
            raise _Unread
        zone = next(iter(zones), zone)
        about = [p.about for p in posts if p.about]
        kinds = own_things or things
        parts = [*_thing_predicates(kinds, element), *parts]
        words |= {w.noun for w in element.words if w.noun} | kinds
        alternatives.append(parts[0] if len(parts) == 1 else t.AllOf(tuple(parts)))
    body = alternatives[0] if len(alternatives) == 1 else t.AnyOf(tuple(alternatives))
    where = t.AllOf((*lead, body)) if lead else body
    if isinstance(where, t.AllOf):
        where = _flat(where)
    nouns = [w for w in last.words if w.noun]
    if not nouns:
        raise _Unread
    if any(subtype_of(w) for w in words):
        words.add("creature")
    if things & {"spell"} and zone not in ("", "stack"):
        raise _Unread
    if not zone and things - {"permanent"} == {"spell"}:
        zone = "stack"
    return Description(where, zone, frozenset(words), nouns[-1].plural, tuple(about))


def _of_the_stack(elements: list[_Element]) -> bool:
    return any(word.kind == "thing" and word.noun == "spell" for element in elements for word in element.words)


def _flat(where: t.AllOf) -> t.Predicate:
    parts: list[t.Predicate] = []
    for part in where.parts:
        parts.extend(part.parts if isinstance(part, t.AllOf) else (part,))
    return parts[0] if len(parts) == 1 else t.AllOf(tuple(parts))


def _thing_predicates(kinds: set[str], element: _Element) -> list[t.Predicate]:
    found: list[t.Predicate] = []
    if "spell" in kinds:
        found.append(t.IsSpell())
    if "token" in kinds:
        found.append(t.IsToken())
    if "commander" in kinds:
        raise _Unread
    if "permanent" in kinds and kinds & {"card", "spell"}:
        found.append(t.IsPermanentCard())
    return found


def _merge_adjectives(elements: list[_Element], joins: list[str]) -> tuple[list[_Element], list[str]]:
    """Elements without a noun of their own lend or borrow: "black or red creature", "noncreature, nonland card"."""
    result: list[_Element] = []
    kept: list[str] = []
    pending: list[_Element] = []
    final = joins[-1] if joins else ""
    for index, element in enumerate(elements):
        if any(w.noun for w in element.words) or element.posts:
            if pending:
                element = _absorb(pending, element, final)
                pending = []
            result.append(element)
            if index < len(joins):
                kept.append(joins[index])
        else:
            pending.append(element)
    if pending:
        raise _Unread
    return result, kept[: len(result) - 1]


def _absorb(pending: list[_Element], element: _Element, final: str) -> _Element:
    lead = [w for e in pending for w in e.words]
    split = 0
    while split < len(element.words) and element.words[split].kind in ("adjective", "non", "other"):
        split += 1
    own, rest = element.words[:split], element.words[split:]
    everything = (*lead, *own)
    if all(w.kind == "non" for w in everything) and final in ("", "and"):
        # "noncreature, nonland permanent": both hold
        return _Element((*everything, *rest), element.posts)
    if len(own) != 1 or any(len(e.words) != 1 for e in pending) or any(w.kind != "adjective" for w in everything):
        raise _Unread
    if final not in ("or", "and/or"):
        raise _Unread
    choice = t.AnyOf(tuple(w.predicate for w in everything if w.predicate is not None))
    return _Element((_Word(choice, kind="adjective"), *rest), element.posts)


def _check_distribution(elements: list[_Element], joins: list[str]) -> None:
    """Refuse lists in which it is open how far an adjective or a condition reaches."""
    if any(join not in ("or", "and/or", "and", "") for join in joins) or joins[-1] == "":
        raise _Unread
    first = elements[0]
    if any(w.kind in ("adjective", "non") for w in first.words) and not any(
        w.kind in ("adjective", "non") for e in elements[1:] for w in e.words
    ):
        # "legendary artifact or creature": does "legendary" reach the creature? Only a noun of its own cuts it off.
        raise _Unread
    if any(e.posts for e in elements[:-1]) and elements[-1].posts and not all(e.posts for e in elements):
        raise _Unread
    if any(e.posts for e in elements[:-1]) and not elements[-1].posts:
        last = {w.noun for w in elements[-1].words}
        if last & {"card"}:
            raise _Unread


def _grammar() -> str:
    text = Path(__file__).with_name("nouns.lark").read_text(encoding="utf-8")
    for name, words in tables.ALTERNATIONS.items():
        pattern = "|".join(re.escape(w).replace(r"\ ", " ").replace("/", r"\/") for w in words)
        text = text.replace(f"%{name}%", pattern)
    return text


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_grammar(), parser="lalr", lexer="basic", transformer=_Builder(), maybe_placeholders=False)


@lru_cache(maxsize=65536)
def describe(text: str) -> Description | None:
    """The description of objects that the whole text is, or None if it is none (or has several readings)."""
    try:
        result = _parser().parse(text)
    except (LarkError, _Unread):
        return None
    return result if isinstance(result, Description) else None


def with_predicate(description: Description, *extra: t.Predicate) -> Description:
    """The description with more conditions."""
    parts = (description.where, *extra)
    return replace(description, where=_flat(t.AllOf(parts)))
