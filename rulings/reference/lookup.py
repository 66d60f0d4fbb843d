"""Finds rules by what a person typed: a number, a range, a heading, a glossary term, or words.

    704.5   704.5a   708   7   702.37a-702.37e   702.37a-e   708-710   State-Based Actions   unearth   what is ward

A number gives exactly that rule or says that there is none; never a neighbour. Before the first sync the shipped index
of numbers and headings answers, with a link to the official page.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz import fuzz, process

from rulings.citations import is_rule, parent, section, typed_by_asker
from rulings.reference.book import MOST_MATCHES, Book, book_of, fold, spellings
from rulings.reference.database import Reference
from rulings.reference.rules_text import GlossaryEntry, Rule
from rulings.remarks import Remark, in_turn

#: Where the rules are published.
OFFICIAL_PAGE = "https://magic.wizards.com/en/rules"
#: At most so many numbers of one query are looked up.
MOST_NUMBERS = 5
#: What is longer can be no query for a rule.
LONGEST_QUERY = 300
_SUGGESTIONS = 5
_LEAST_LIKENESS = 75

_PREFIX = re.compile(r"^(?:please\s+)?(?:cr|rules?|section|chapter|§)[\s:#]*(?=\d)", re.IGNORECASE)
_RANGE = re.compile(
    r"(?P<first>[1-9]\d{2}\.\d{1,3}[a-z]{0,2})\.?\s*(?:-|–|—|\bto\b|\bthrough\b|\.\.)\s*"
    r"(?P<last>[1-9]\d{2}\.\d{1,3}[a-z]{0,2}|[a-z]{1,2}|\d{1,3})\.?",
    re.IGNORECASE,
)
_SECTIONS = re.compile(
    r"(?P<first>[1-9](?:\d{2})?)\.?\s*(?:-|–|—|\bto\b|\bthrough\b|\.\.)\s*(?P<last>[1-9](?:\d{2})?)\.?",
    re.IGNORECASE,
)
#: A number as it is typed alone; letters that the rules leave out (l, o) too.
_ALONE = re.compile(r"([1-9]\d{2}\.\d{1,3})\s?\.?\s?\(?([a-z]{0,2})\)?\.?", re.IGNORECASE)
#: What may stand before a heading or a term.
_ASKING = re.compile(
    r"(?:what(?:['’]s|s| is| are| does)|define|explain|glossary|look up)\s+(?:(?:an?|the)\s+)?", re.IGNORECASE
)
_WHOLE = re.compile(r"[1-9](?:\d{2})?")
_SECTION_NAMED = re.compile(r"\b(?:rule|section|cr)\s+([1-9]\d{2})\b(?!\.\d)", re.IGNORECASE)


class Status(StrEnum):
    """What came of a query."""

    FOUND = "found"
    MATCHES = "matches"
    GLOSSARY = "glossary"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown for a number or a range.

    Attributes:
        number: The number, or ``702.37a–702.37e``.
        title: The heading that it stands under, and its own: ``Additional Rules › State-Based Actions``.
        rules: The rule itself first, then what stands below it; or the rules of the range. Without the rules' text
            (before a sync) they have headings at most.
        parent: The number that it stands under; empty for a chapter.
        previous, next: The numbers of the same kind before and behind it; empty where there is none.
        see: The numbers that it points to.
    """

    number: str
    title: str
    rules: tuple[Rule, ...]
    parent: str = ""
    previous: str = ""
    next: str = ""
    see: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a query.

    Attributes:
        query: As typed.
        status: How it was understood.
        edition: ISO date of the edition that everything here is of.
        has_text: Whether the rules' text is at hand; if not, headings are all there is.
        pages: By number, heading or range.
        matches: Rules that hold the words, best first.
        glossary: Entries of the glossary.
        suggestions: Headings and terms that read nearly so, to be offered.
        message: What to say besides; why there is nothing. Empty if what was found says all.
    """

    query: str
    status: Status
    edition: str
    has_text: bool
    pages: tuple[Page, ...] = ()
    matches: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    suggestions: tuple[str, ...] = ()
    message: str = ""

    @property
    def advice(self) -> str:
        """The message, and before a sync what to do for the rules' text: for whoever may run commands."""
        return in_turn([each for each in (self.message, "" if self.has_text else NO_TEXT) if each])


NO_TEXT = Remark(
    "The rules' text isn't here yet: run `tablejudge sync` once (or `tablejudge sync --from FOLDER` with the text from "
    "{page}). Until then read it there.",
    page=OFFICIAL_PAGE,
)


def look_up(query: str, reference: Reference | None) -> Found:
    """Find what a query means.

    Args:
        query: As typed.
        reference: The reference data; None, or one without rules, before a sync.
    """
    book = book_of(reference)
    text = " ".join(query.split())
    if not text or len(text) > LONGEST_QUERY:
        what = Remark("Type a rule number such as 704.5, a heading such as Manifest, or a few words.")
        return _unknown(query, book, what)
    asked = _PREFIX.sub("", text).rstrip("?!,;:")
    if ranged := _RANGE.fullmatch(asked.strip()):
        return _range(query, ranged, book)
    if ranged := _SECTIONS.fullmatch(asked.strip()):
        return _sections(query, ranged["first"], ranged["last"], book)
    if _WHOLE.fullmatch(asked.rstrip(".")):
        return _numbers(query, [asked.rstrip(".")], book)
    if alone := _ALONE.fullmatch(asked.strip()):
        return _numbers(query, [f"{alone[1]}{alone[2]}".lower()], book)
    numbers = [*typed_by_asker(text), *_SECTION_NAMED.findall(text)]
    if numbers:
        return _numbers(query, list(dict.fromkeys(numbers)), book)
    return _by_name(query, text, book)


def define(term: str, reference: Reference | None) -> Found:
    """Find a term in the glossary: by the whole term, by one of its spellings, else near ones are offered."""
    book = book_of(reference)
    named = _shortened(term)
    if not book.has_text:
        return _unknown(
            term, book, Remark("The glossary isn't here yet, so it can't say what “{term}” is.", term=named)
        )
    entries = book.terms(term)
    if entries:
        return Found(term, Status.GLOSSARY, book.edition, True, glossary=entries)
    words = [word for entry in book.glossary for word in spellings(entry.term)]
    reason = Remark("The glossary of {edition} has no entry “{term}”.", edition=book.edition, term=named)
    return replace(_unknown(term, book, reason), suggestions=_near(term, words))


def _range(query: str, ranged: re.Match[str], book: Book) -> Found:
    first, last = ranged["first"].lower(), ranged["last"].lower()
    if "." not in last:
        last = f"{parent(first)}{last}" if last.isalpha() else f"{first[:3]}.{last}"
    rules = book.between(first, last)
    name = f"{first}–{last}"
    if not rules:
        missing = [number for number in (first, last) if book.rule(number) is None]
        backwards = Remark("{last} stands before {first}.", last=last, first=first)
        reason = _no_rule(missing[0], book) if missing else backwards
        return _unknown(query, book, reason)
    shared = parent(first) if parent(first) == parent(last) else section(first)
    before, behind = book.neighbours(first)[0], book.neighbours(last)[1]
    page = Page(name, book.title(shared), tuple(rules), shared, before, behind, _see(rules, book))
    return _found(query, (page,), book)


def _sections(query: str, first: str, last: str, book: Book) -> Found:
    """The sections (or chapters) from one to another, a page for each."""
    if len(first) != len(last) or int(last) < int(first):
        wrong = Remark(
            "{first} to {last} is no range: both are sections (708-710) or chapters (7-8).", first=first, last=last
        )
        return _unknown(query, book, wrong)
    between = [str(number) for number in range(int(first), int(last) + 1)]
    # the ends are missed where they don't exist, numbers between them aren't
    return _numbers(query, [each for each in between if each in (first, last) or book.rule(each) is not None], book)


def _numbers(query: str, numbers: list[str], book: Book) -> Found:
    pages = tuple(_page(number, book) for number in numbers[:MOST_NUMBERS] if book.rule(number) is not None)
    missing = [number for number in numbers if book.rule(number) is None]
    said = [_no_rule(number, book) for number in missing[:MOST_NUMBERS]]
    said += filter(None, map(book.formerly, numbers[:MOST_NUMBERS]))
    if len(numbers) > MOST_NUMBERS:
        said.append(Remark("Only {count} numbers are looked up at once.", count=MOST_NUMBERS))
    message = in_turn(said)
    return _found(query, pages, book, message) if pages else _unknown(query, book, message)


def _page(number: str, book: Book) -> Page:
    rule = book.rule(number)
    below = book.within(number)
    rules = [*([rule] if rule else []), *below]
    previous, following = book.neighbours(number)
    above = ""
    if rule is not None and rule.kind != "chapter":
        above = {"subrule": parent(number), "rule": section(number), "section": number[:1]}[rule.kind]
        above = above if book.rule(above) is not None else ""
    see = _see(rules[:1] if rule is None or rule.kind in ("chapter", "section") else rules, book)
    return Page(number, book.title(number), tuple(rules), above, previous, following, see)


def _see(rules: list[Rule], book: Book) -> tuple[str, ...]:
    own = {rule.number for rule in rules}
    named = dict.fromkeys(number for rule in rules for number in rule.references)
    return tuple(number for number in named if number not in own and book.rule(number) is not None)


def _no_rule(number: str, book: Book) -> str:
    text = Remark("The rules of {edition} have no {number}.", edition=book.edition, number=number)
    for above in (number.rstrip(string.ascii_letters), number[:3]):
        if above != number and book.rule(above) is not None:
            own = [rule.number for rule in book.within(above) if rule.kind == Rule(number, "").kind]
            if len(own) > 1:
                has = Remark("{above} has {first} to {last}.", above=above, first=own[0], last=own[-1])
                return in_turn([text, has])
            if own:
                return in_turn([text, Remark("{above} has {only}.", above=above, only=own[0])])
    return text


def _by_name(query: str, text: str, book: Book) -> Found:
    text = text.strip("“”\"'?!.,;:")
    plain = _ASKING.sub("", text, count=1) if _ASKING.match(text) else text
    if plain != text and (book.terms(plain) or fold(plain) in map(fold, book.headings.values())):
        text = plain
    wanted = fold(text)
    exact = [number for number, heading in book.headings.items() if fold(heading) == wanted]
    terms = book.terms(text)
    # a heading that many sections have (“General”) is listed, a chapter gives way to a section of its name
    if exact and len(exact) <= MOST_NUMBERS:
        pages = tuple(_page(number, book) for number in exact if len(number) > 1 or len(exact) == 1)
        return replace(_found(query, pages, book), glossary=terms)
    if terms:
        return Found(query, Status.GLOSSARY, book.edition, book.has_text, matches=_matches(text, book), glossary=terms)
    listed = [rule for number in exact if (rule := book.rule(number)) is not None] or _matches(text, book)
    if listed:
        return Found(query, Status.MATCHES, book.edition, book.has_text, matches=tuple(listed))
    named = [word for entry in book.glossary for word in spellings(entry.term)]
    said = {"edition": book.edition, "text": _shortened(text)}
    reason = (
        Remark("Nothing in the rules of {edition} is called “{text}” or holds these words.", **said)
        if book.has_text
        else Remark("No heading in the rules of {edition} is “{text}” or holds these words.", **said)
    )
    return replace(_unknown(query, book, reason), suggestions=_near(text, [*book.headings.values(), *named]))


def _matches(text: str, book: Book) -> tuple[Rule, ...]:
    found = book.search(text)
    if not found and not book.has_text:
        words = set(fold(text).split())
        below = (number for number, heading in book.headings.items() if words & set(fold(heading).split()))
        found = [rule for number in below if (rule := book.rule(number)) is not None][:MOST_MATCHES]
    return tuple(found)


def _shortened(text: str) -> str:
    return " ".join(text.split())[:80]


def _near(text: str, names: list[str]) -> tuple[str, ...]:
    found = process.extract(fold(text), {name: fold(name) for name in names}, scorer=fuzz.ratio, limit=_SUGGESTIONS)
    return tuple(name for _, likeness, name in found if likeness >= _LEAST_LIKENESS)


def _found(query: str, pages: tuple[Page, ...], book: Book, message: str = "") -> Found:
    return Found(query, Status.FOUND, book.edition, book.has_text, pages, message=message)


def _unknown(query: str, book: Book, message: str) -> Found:
    return Found(query, Status.UNKNOWN, book.edition, book.has_text, message=message)


def complete(typed: str, reference: Reference | None, limit: int = 25) -> Iterator[tuple[str, str]]:
    """Completions of a number, heading or term: what is shown, and the query that it stands for.

    Args:
        typed: What was typed so far.
        reference: The reference data, if there is any.
        limit: At most so many; Discord shows 25.
    """
    book = book_of(reference)
    text = _PREFIX.sub("", typed.strip())
    found: dict[str, str] = {}
    if text[:1].isdigit():
        for number in book.numbers():
            if number.startswith(text.lower()) and is_rule(number):
                heading = book.headings.get(number) or book.headings.get(parent(number)) or ""
                heading = heading or book.headings.get(section(number), "")
                found.setdefault(number, f"{number} {heading}")
    elif wanted := fold(text):
        named = [(fold(heading), f"{number} {heading}", number) for number, heading in book.headings.items()]
        named += [(fold(word), "", word) for entry in book.glossary for word in spellings(entry.term)]
        named.sort(key=lambda each: (not each[0].startswith(wanted), len(each[0])))
        for key, label, value in named:
            if wanted in key:
                found.setdefault(value, label or Remark("{term} (glossary)", term=value))
    for value, label in list(found.items())[:limit]:
        yield label, value
