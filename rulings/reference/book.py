"""The rules that are at hand: those of the reference data with their text, or the shipped numbers and headings."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache

from rulings import rules_index
from rulings.citations import parent, section
from rulings.reference.database import Reference
from rulings.reference.rules_text import GlossaryEntry, Rule
from rulings.remarks import Remark

#: At most so many rules that hold the words are listed.
MOST_MATCHES = 10


def spellings(term: str) -> list[str]:
    """The terms that an entry of the glossary stands for.

    >>> spellings("Remove from the Game, Removed (Obsolete)")
    ['Remove from the Game', 'Removed', 'Remove from the Game, Removed']
    """
    plain = re.sub(r"\s*\([^)]*\)$", "", term)
    parts = [part.strip('“”" ,') for part in re.split(r",\s*", plain)]
    return list(dict.fromkeys([*(part for part in parts if part), plain]))


def fold(text: str) -> str:
    """A heading or term as it is compared: letters and digits in lower case, single blanks."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold().replace("’", "").replace("'", "")))


class Book(ABC):
    """The rules that are at hand: numbers and headings at least."""

    edition: str
    has_text: bool
    headings: Mapping[str, str]
    glossary: tuple[GlossaryEntry, ...] = ()

    @abstractmethod
    def rule(self, number: str) -> Rule | None:
        """A rule, subrule, section or chapter by its number."""

    @abstractmethod
    def within(self, number: str) -> list[Rule]:
        """What stands below a number."""

    @abstractmethod
    def between(self, first: str, last: str) -> list[Rule]:
        """The rules from one number to another, both included; empty if one is missing."""

    @abstractmethod
    def neighbours(self, number: str) -> tuple[str, str]:
        """The numbers before and behind one, of the same kind; empty where there is none."""

    @abstractmethod
    def numbers(self) -> Iterable[str]:
        """All numbers, in the document's order."""

    def search(self, text: str) -> list[Rule]:
        """The rules that hold the words, best first: at most `MOST_MATCHES`; none without the text."""
        return []

    def formerly(self, number: str) -> str:
        """A sentence on what the number meant in an older edition; empty if it always meant the same."""
        return ""

    def terms(self, term: str) -> tuple[GlossaryEntry, ...]:
        """The entries of the glossary that a term names by one of its spellings."""
        wanted = fold(term)
        return tuple(entry for entry in self.glossary if wanted in map(fold, spellings(entry.term)))

    def title(self, number: str) -> str:
        """The headings above a number and its own, the outermost first."""
        path = dict.fromkeys((number[:1], section(number), parent(number)))
        return " › ".join(self.headings[each] for each in path if each in self.headings)


class _Imported(Book):
    """The rules of the reference data."""

    has_text = True

    def __init__(self, reference: Reference) -> None:
        self._reference = reference
        self.edition = reference.edition
        self.headings = reference.headings
        self.glossary = reference.glossary

    def rule(self, number: str) -> Rule | None:
        return self._reference.rule(number)

    def within(self, number: str) -> list[Rule]:
        return self._reference.within(number)

    def between(self, first: str, last: str) -> list[Rule]:
        return self._reference.between(first, last)

    def neighbours(self, number: str) -> tuple[str, str]:
        return self._reference.neighbours(number)

    def numbers(self) -> Iterable[str]:
        return self._reference.numbers()

    def formerly(self, number: str) -> str:
        age = self._reference.formerly(number)
        if age is None:
            return ""
        heading = self.headings.get(age.new) or self.headings.get(parent(age.new)) or self.headings[section(age.new)]
        return Remark(
            "In the CR of {edition}, {number} was what is {new} ({heading}) now.",
            edition=age.edition,
            number=number,
            new=age.new,
            heading=heading,
        )

    def search(self, text: str) -> list[Rule]:
        return self._reference.search_rules(text, MOST_MATCHES)


class _Shipped(Book):
    """The shipped index: numbers and headings, no text."""

    has_text = False

    def __init__(self) -> None:
        self._index = rules_index.load()
        self._numbers = list(self._index.hashes)
        self.edition = self._index.edition
        self.headings = self._index.headings
        self._below: dict[str, list[str]] = {}
        for each in self._numbers:
            for above in dict.fromkeys((parent(each), section(each))):
                if above != each:
                    self._below.setdefault(above, []).append(each)
        self._beside = {
            number: (before, behind)
            for same in _by_kind(self._numbers)
            for before, number, behind in zip(["", *same], same, [*same[1:], ""], strict=False)
        }

    def rule(self, number: str) -> Rule | None:
        return Rule(number, self.headings.get(number, "")) if number in self._index else None

    def within(self, number: str) -> list[Rule]:
        return [Rule(each, self.headings.get(each, "")) for each in self._below.get(number, ())]

    def between(self, first: str, last: str) -> list[Rule]:
        if first not in self._index or last not in self._index:
            return []
        start, end = self._numbers.index(first), self._numbers.index(last)
        return [Rule(each, self.headings.get(each, "")) for each in self._numbers[start : end + 1]]

    def neighbours(self, number: str) -> tuple[str, str]:
        return self._beside[number]

    def numbers(self) -> Iterable[str]:
        return self._numbers


@cache
def _shipped() -> _Shipped:
    return _Shipped()


def _by_kind(numbers: Iterable[str]) -> Iterable[list[str]]:
    kinds: dict[str, list[str]] = {}
    for number in numbers:
        kinds.setdefault(Rule(number, "").kind, []).append(number)
    return kinds.values()


def book_of(reference: Reference | None) -> Book:
    """The rules of the reference data; the shipped ones before a sync.

    Args:
        reference: The reference data; None, or one without rules, before a sync.
    """
    return _Imported(reference) if reference is not None and reference.edition else _shipped()
