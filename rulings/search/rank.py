"""Ranks the entries of one or more segments for a question.

The score is a weighted sum of a few measures, each between 0 and about 2.5 (BM25 saturates), whose weights were fitted
on the shipped rulings with every phrasing left out in turn (`tests/benchmarks/fit_search.py`):

* how well the question's terms are covered by an entry's phrasings and answer together (BM25);
* by its answer alone; by its own question; by its topics and the headings of its rules;
* how close its three closest phrasings are, one by one;
* what the named cards are evidence of;
* which share of the question's words stand in the entry at all; whether it cites a rule number that the asker typed.

Measured against the alternatives (see the closing note of the search): phrasing by phrasing alone finds far fewer,
since people who ask about one thing use words from several phrasings and from the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulings.search.index import Segment, Statistics, Terms, card_term
from rulings.search.question import Question
from rulings.search.vocabulary import MEANS

# BM25: saturation of repeated terms, and how much the length of an entry counts.
_K1, _B = 1.2, 0.75
# A phrasing is compared by what it shares with the question (m): m / (m + a (question - m) + b (phrasing - m)).
_QUESTION_REST, _PHRASING_REST = 0.5, 0.2
# How many of an entry's closest phrasings count.
_CLOSEST = 3
# Only this many entries, the best by the other measures, are compared phrasing by phrasing.
_COMPARED = 40
# Evidence of cards is divided by its own weight and this, so that a card with one rare keyword doesn't decide.
_EVIDENCE_REST = 3.0


class Weights(NamedTuple):
    """Weights of the measures; see the module's text."""

    everything: float = 3.0
    answer: float = 0.6
    question: float = 0.95
    subject: float = 2.55
    closest: float = 1.5
    cards: float = 2.0
    held: float = 0.6
    rule: float = 8.0


class Measures(NamedTuple):
    """What an entry has in common with a question, each measure before its weight."""

    everything: float
    answer: float
    question: float
    subject: float
    closest: float
    cards: float
    held: float
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


class _Tally:
    """Sums for one entry while the postings are read."""

    __slots__ = ("answer", "cards", "covered", "everything", "held", "question", "rule", "subject")

    def __init__(self) -> None:
        self.everything = self.answer = self.question = self.subject = 0.0
        self.cards = self.held = self.covered = self.rule = 0.0


def question_terms(question: Question, statistics: Statistics) -> dict[str, float]:
    """The terms of a question with their weight; a card that no entry of the base collection holds isn't one."""
    terms: dict[str, float] = {}
    for word in question.words:
        for term, weight in word.terms:
            if statistics.knows(term) or not term.startswith("card:"):
                terms[term] = max(terms.get(term, 0.0), weight)
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
    terms = question_terms(question, statistics)
    known = sum(weight * statistics.weight(term) for term, weight in terms.items() if statistics.knows(term)) or 1.0
    evidence_mass = sum(weight * statistics.weight(term) for term, weight in question.evidence) + _EVIDENCE_REST
    left_out = set(hidden)
    found: list[Scored] = []
    for number, segment in enumerate(segments):
        tallies = _tally(question, terms, segment, statistics, known, evidence_mass)
        rough: list[tuple[float, int, Measures]] = []
        for entry, tally in tallies.items():
            if (number, entry) not in left_out:
                measures = Measures(
                    everything=tally.everything,
                    answer=tally.answer,
                    question=tally.question,
                    subject=tally.subject,
                    closest=0.0,
                    cards=tally.cards,
                    held=tally.held,
                    rule=tally.rule,
                )
                rough.append((_weighted(measures, weights), entry, measures))
        rough.sort(key=lambda item: (-item[0], item[1]))
        for score, entry, measures in rough[:_COMPARED]:
            closest, nearest, nearness = _closest(terms, segment.entries[entry].phrasings, statistics)
            found.append(
                Scored(
                    segment=number,
                    entry=entry,
                    score=score + weights.closest * closest,
                    measures=measures._replace(closest=closest),
                    nearest=nearest,
                    nearness=nearness,
                    covered=tallies[entry].covered,
                )
            )
    found.sort(
        key=lambda scored: (
            -scored.score,
            segments[scored.segment].rulings[scored.entry].source.precedence,
            scored.segment,
            scored.entry,
        )
    )
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
        number += statistics.knows(main)
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


def _closest(
    terms: dict[str, float], phrasings: Sequence[Terms], statistics: Statistics
) -> tuple[float, int | None, float]:
    """Mean closeness of the closest phrasings, which is the closest, and how close that is."""
    asked = sum(statistics.weight(term) for term, weight in terms.items() if weight >= MEANS) or 1.0
    near: list[float] = []
    for phrasing in phrasings:
        shared = own = 0.0
        for term, tenths in phrasing:
            idf = statistics.weight(term)
            if tenths >= 10:
                own += idf
            weight = terms.get(term)
            if weight:
                shared += idf * weight * tenths / 10
        rest = _QUESTION_REST * max(0.0, asked - shared) + _PHRASING_REST * max(0.0, own - shared)
        near.append(shared / (shared + rest) if shared else 0.0)
    best = sorted(near, reverse=True)[:_CLOSEST]
    top = max(near, default=0.0)
    return sum(best) / _CLOSEST, (near.index(top) if top else None), top


def names_card(segment: Segment, entry: int, card: str) -> bool:
    """Whether an entry is about a card or names it."""
    ruling = segment.rulings[entry]
    term = card_term(card)
    return card in ruling.cards or any(term in dict(phrasing) for phrasing in segment.entries[entry].phrasings)
