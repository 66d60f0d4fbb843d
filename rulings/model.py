"""What a ruling is, wherever it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    """Where a ruling comes from, best first when two match about equally well."""

    SERVER = "server"
    CURATED = "curated"
    OFFICIAL = "official"
    RULES = "rules"

    @property
    def precedence(self) -> int:
        """0 for the source that wins a near tie, 3 for the one that loses it."""
        return _PRECEDENCE[self]


_PRECEDENCE = {source: place for place, source in enumerate(Source)}


class Verdict(StrEnum):
    """The answer to a ruling's own question as it stands there."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    EXPLAINS = "explains"


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question with its answer, in our own words (or a server's), and the rules that decide it.

    Attributes:
        id: Stable, kebab-case; unique among its source.
        question: The question as the answer reads it; shown as the answer's title.
        verdict: The answer to `question` as it stands.
        answer: The verdict in the first 200 characters, then conditions and result. Makes sense beside `question`.
        rules: Comprehensive Rules numbers or policy citations, the deciding one first.
        as_of: ISO date of the Comprehensive Rules edition that it was checked against.
        also_asked: Other ways in which people put the question.
        cards: Exact English card names, when the ruling is about those cards.
        topics: Kebab-case subjects, the main one first.
        see: Ids of related rulings.
        later: A change known to come after `as_of`, shown with the answer.
        proof: A scenario that shows the answer when it is played.
        source: Where it comes from.
        replaces: Id of the shipped ruling that a server's ruling stands in for.
        origin: File that it was read from, for error messages; empty if none.
    """

    id: str
    question: str
    verdict: Verdict
    answer: str
    rules: tuple[str, ...]
    as_of: str
    also_asked: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    later: str = ""
    proof: str = ""
    source: Source = Source.CURATED
    replaces: str = ""
    origin: str = ""
