"""Ranks the entries of one or more segments for a question.

The score is a weighted sum of a few measures, each between 0 and about 2.5 (BM25 saturates), whose weights were fitted
on the shipped rulings with every phrasing left out in turn (`tests/benchmarks/fit_search.py`):

* how well the question's terms are covered by an entry's phrasings and answer together (BM25);
* by its answer alone; by its own question; by its topics and the headings of its rules;
* how close its three closest phrasings are, one by one, and whether one is asked almost word for word;
* which share of what its phrasings keep naming is in the question;
* what the named cards are evidence of;
* which share of the question's words stand in the entry at all; whether it cites a rule number that the asker typed.

Measured with every phrasing left out in turn, ranking by the closest phrasing alone finds the right ruling first for
27 of 100, by phrasings together for 32, by phrasings and answers together for 45, by all measures for 48: people who
ask about one thing use words of several phrasings and of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulings.model import Source
from rulings.search.index import Segment, Statistics, Terms
from rulings.search.question import Question
from rulings.search.vocabulary import MEANS

# BM25: saturation of repeated terms, and how much the length of an entry counts.
_K1, _B = 1.2, 0.75
# A phrasing is compared by what it shares with the question (m): m / (m + a (question - m) + b (phrasing - m)).
_QUESTION_REST, _PHRASING_REST = 0.5, 0.2
# How many of an entry's closest phrasings count.
_CLOSEST = 3
# From this closeness on a phrasing counts as asked almost word for word.
_ALMOST = 0.85
# The measure of an entry that is asked word for word: no other measure outweighs it.
_EXACTLY = 100.0
# Only this many entries, the best by the other measures, are compared phrasing by phrasing.
_COMPARED = 40
# Of two hits whose scores differ by less than this, for each step of precedence, the better source goes first.
_NEAR_TIE = 0.01
# Evidence of cards is divided by its own weight and this, so that a card with one rare keyword doesn't decide.
_EVIDENCE_REST = 3.0


class Weights(NamedTuple):
    """Weights of the measures; see the module's text."""

    everything: float = 2.1
    answer: float = 0.8
    question: float = 0.8
    subject: float = 2.25
    closest: float = 0.3
    core: float = 3.0
    cards: float = 1.0
    held: float = 1.4
    verbatim: float = 2.0
    rule: float = 8.0


class Measures(NamedTuple):
    """What an entry has in common with a question, each measure before its weight."""

    everything: float
    answer: float
    question: float
    subject: float
    closest: float
    core: float
    cards: float
    held: float
    verbatim: float
    rule: float


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry with its score.

    Attributes:
        segment: Number of its segment.
        entry: Place in the segment.
        score: Weighted sum of the measures.
        measures: The measures.
        nearest: Place of its closest phrasing (0 is its question), or None if none shares a term.
        nearness: How close that one is, 0 to 1.
        covered: Share of the question's words, by weight, that stand anywhere in the entry, 0 to 1.
    """

    segment: int
    entry: int
    score: float
    measures: Measures
    nearest: int | None
    nearness: float
    covered: float

    @property
    def exact(self) -> bool:
        """Whether the entry is asked word for word."""
        return self.measures.verbatim >= _EXACTLY


class _Tally:
    """Sums for one entry while the postings are read."""

    __slots__ = ("answer", "cards", "covered", "everything", "held", "question", "rule", "subject")

    def __init__(self) -> None:
        self.everything = self.answer = self.question = self.subject = 0.0
        self.cards = self.held = self.covered = self.rule = 0.0


def question_terms(question: Question, segments: Sequence[Segment]) -> dict[str, float]:
    """The terms of a question with their weight, those that stand in any segment."""
    terms: dict[str, float] = {}
    for word in question.words:
        for term, weight in word.terms:
            if weight > terms.get(term, 0.0) and any(term in segment.postings for segment in segments):
                terms[term] = weight
    return terms


def rank(
    question: Question,
    segments: Sequence[Segment],
    statistics: Statistics,
    *,
    weights: Weights = Weights(),  # noqa: B008 - immutable
    hidden: Iterable[tuple[int, int]] = (),
    limit: int = _COMPARED,
) -> list[Scored]:
    """The entries that share anything with a question, best first.

    Args:
        question: The analysed question.
        segments: What is searched.
        statistics: Weights of terms.
        weights: Weights of measures.
        hidden: Entries left out, as pairs of segment number and entry.
        limit: How many are returned at most.
    """
    terms = question_terms(question, segments)
    known = sum(weight * statistics.weight(term) for term, weight in terms.items()) or 1.0
    evidence_mass = sum(weight * statistics.weight(term) for term, weight in question.evidence) + _EVIDENCE_REST
    left_out = set(hidden)
    found: list[Scored] = []
    for number, segment in enumerate(segments):
        tallies = _tally(question, terms, segment, statistics, known, evidence_mass)
        asked_so = segment.by_key.get(question.key, ())
        for entry in asked_so:
            tallies.setdefault(entry, _Tally())
        rough: list[tuple[float, int, Measures]] = []
        for entry, tally in tallies.items():
            if (number, entry) not in left_out:
                measures = Measures(
                    everything=tally.everything,
                    answer=tally.answer,
                    question=tally.question,
                    subject=tally.subject,
                    closest=0.0,
                    core=0.0,
                    cards=tally.cards,
                    held=tally.held,
                    verbatim=_EXACTLY if entry in asked_so else 0.0,
                    rule=tally.rule,
                )
                rough.append((_weighted(measures, weights), entry, measures))
        rough.sort(key=lambda item: (-item[0], item[1]))
        for _, entry, measures in rough[:_COMPARED]:
            near = _compare(terms, segment.entries[entry].phrasings, statistics)
            nearest, nearness = near.nearest, near.nearness
            if entry in asked_so:
                nearest, nearness = segment.entries[entry].keys.index(question.key), 1.0
            almost = max(0.0, (near.alike - _ALMOST) / (1 - _ALMOST))
            measures = measures._replace(closest=near.closest, core=near.core, verbatim=max(measures.verbatim, almost))
            found.append(
                Scored(
                    segment=number,
                    entry=entry,
                    score=_weighted(measures, weights),
                    measures=measures,
                    nearest=nearest,
                    nearness=nearness,
                    covered=tallies[entry].covered,
                )
            )
    worst = len(Source) - 1

    def place(scored: Scored) -> tuple[float, int, int]:
        precedence = segments[scored.segment].rulings[scored.entry].source.precedence
        return -scored.score * (1 + _NEAR_TIE * (worst - precedence)), scored.segment, scored.entry

    found.sort(key=place)
    return found[:limit]


def _weighted(measures: Measures, weights: Weights) -> float:
    return sum(weight * measure for weight, measure in zip(weights, measures, strict=True))


def _tally(
    question: Question,
    terms: dict[str, float],
    segment: Segment,
    statistics: Statistics,
    known: float,
    evidence_mass: float,
) -> dict[int, _Tally]:
    tallies: dict[int, _Tally] = {}
    mean_all = statistics.asked_length + statistics.answer_length
    mean_answer = statistics.answer_length
    asked_lengths, answer_lengths = segment.asked_lengths, segment.answer_lengths
    for term, weight in terms.items():
        gain = weight * statistics.weight(term) / known
        for posting in segment.postings.get(term, ()):
            entry = posting.entry
            tally = tallies.get(entry)
            if tally is None:
                tally = tallies[entry] = _Tally()
            stands = posting.asked + posting.answer
            if stands:
                norm = 1 - _B + _B * (asked_lengths[entry] + answer_lengths[entry]) / mean_all
                tally.everything += gain * stands * (_K1 + 1) / (stands + _K1 * norm)
            if posting.answer:
                norm = 1 - _B + _B * answer_lengths[entry] / mean_answer
                tally.answer += gain * posting.answer * (_K1 + 1) / (posting.answer + _K1 * norm)
            tally.question += gain * posting.question
            tally.subject += gain * posting.subject
    for term, weight in question.evidence:
        gain = weight * statistics.weight(term) / evidence_mass
        for posting in segment.postings.get(term, ()):
            tally = tallies.get(posting.entry)
            stands = posting.asked + posting.answer
            # Evidence of a card alone finds nothing: it supports what the question's own words found.
            if tally is not None and stands:
                norm = 1 - _B + _B * (asked_lengths[posting.entry] + answer_lengths[posting.entry]) / mean_all
                tally.cards += gain * stands * (_K1 + 1) / (stands + _K1 * norm)
    for rule in question.rules:
        for place, entry in enumerate(segment.by_rule.get(rule, ())):
            tally = tallies.setdefault(entry, _Tally())
            # The rule that decides tells more than one that is cited beside others.
            first = segment.rulings[entry].rules[0] == rule
            tally.rule = max(tally.rule, 1.0 if first else 0.6 - 0.001 * place)
    _cover(question, segment, statistics, tallies)
    return tallies


def _cover(question: Question, segment: Segment, statistics: Statistics, tallies: dict[int, _Tally]) -> None:
    """Fill in which share of the question's words stand in each entry; a word counts once, by its best term.

    `covered` is the share by weight, words that are known nowhere included; `held` the share by number, without them.
    """
    mass, number = 0.0, 0
    for word in question.words:
        main = word.terms[0][0]
        if main.startswith("card:"):
            continue
        whole = statistics.weight(main)
        mass += whole
        number += statistics.knows(main) or main in segment.postings
        best: dict[int, float] = {}
        for term, weight in word.terms:
            for posting in segment.postings.get(term, ()):
                held = min(1.0, posting.asked + posting.answer) * weight
                if held > best.get(posting.entry, 0.0):
                    best[posting.entry] = held
        for entry, held in best.items():
            tally = tallies[entry]
            tally.covered += whole * held
            tally.held += held
    for tally in tallies.values():
        tally.covered /= mass or 1.0
        tally.held = min(1.0, tally.held / (number or 1))


class _Nearness(NamedTuple):
    """How close the phrasings of an entry are to a question.

    Attributes:
        closest: Mean closeness of the closest few.
        core: Which share of what all its phrasings say is asked: an entry whose phrasings keep naming something that
            the question doesn't is about something more special.
        nearest: The closest phrasing, None if none shares a term.
        nearness: How close that is.
        alike: Likeness of the one that is most alike, for which what the phrasing has beside counts as much as what
            the question has beside.
    """

    closest: float
    core: float
    nearest: int | None
    nearness: float
    alike: float


def _compare(terms: dict[str, float], phrasings: Sequence[Terms], statistics: Statistics) -> _Nearness:
    """Compare a question with each phrasing of an entry."""
    asked = sum(statistics.weight(term) for term, weight in terms.items() if weight >= MEANS) or 1.0
    near: list[float] = []
    alike = all_shared = all_said = 0.0
    for phrasing in phrasings:
        shared = own = 0.0
        for term, tenths in phrasing:
            idf = statistics.weight(term)
            said = idf * tenths / 10
            if tenths >= 10:
                own += idf
            both = said * terms.get(term, 0.0)
            shared += both
            if not term.startswith("card:"):
                all_said += said
                all_shared += both
        question_rest, phrasing_rest = max(0.0, asked - shared), max(0.0, own - shared)
        rest = _QUESTION_REST * question_rest + _PHRASING_REST * phrasing_rest
        near.append(shared / (shared + rest) if shared else 0.0)
        if shared:
            alike = max(alike, shared / (shared + 0.5 * question_rest + 0.5 * phrasing_rest))
    best = sorted(near, reverse=True)[:_CLOSEST]
    top = max(near, default=0.0)
    return _Nearness(
        closest=sum(best) / _CLOSEST,
        core=all_shared / (all_said + len(phrasings)) if phrasings else 0.0,
        nearest=near.index(top) if top else None,
        nearness=top,
        alike=alike,
    )
