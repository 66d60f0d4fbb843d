"""Ranks the entries of one or more segments for a question.

The score is a weighted sum of a few measures, each between 0 and about 2.5 (BM25 saturates), whose weights were fitted
on the shipped rulings with every phrasing left out in turn (`tests/benchmarks/fit_search.py`):

* how well the question's terms are covered by an entry's phrasings and answer together (BM25);
* by its answer alone; by its own question; by its topics and the headings of its rules;
* how close its three closest phrasings are, one by one, and whether one is asked almost word for word;
* which share of what its phrasings keep naming is in the question;
* what the named cards are evidence of;
* which share of the question's words stand in the entry at all; whether it cites a rule number that the asker typed;
* BM25 over the plain words, the vocabulary and the stop list apart, as a share of the best entry's: where the
  vocabulary misreads a word, this still has it.

Measured with every phrasing left out in turn, ranking by the closest phrasing alone finds the right ruling first for
27 of 100, by phrasings together for 32, by phrasings and answers together for 45, by all measures for 48: people who
ask about one thing use words of several phrasings and of the answer.
"""

from __future__ import annotations

import math
import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rulings.model import Source
from rulings.search.index import Posting, Segment, Statistics, Terms
from rulings.search.plain import PlainScores
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
# Only this many entries, the best by their terms, are measured; of these only so many are compared by phrasings.
_ROUGH, _COMPARED = 100, 40
# A term that more entries than this hold isn't read through once so many entries were found by more telling ones.
_COMMON, _ENOUGH = 2000, 500
# Of two hits whose scores differ by less than this, for each step of precedence, the better source goes first.
_NEAR_TIE = 0.01
# Evidence of cards is divided by its own weight and this, so that a card with one rare keyword doesn't decide.
_EVIDENCE_REST = 3.0
# The fewer words the asker has used beside the cards, the more the cards tell: up to so many times more, falling with
# the weight of the words.
_CARDS_ALONE, _CARDS_FALL = 2.0, 20.0


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
    plain: float = 1.0


class Measures(NamedTuple):
    """What an entry has in common with a question, each measure before its weight."""

    everything: float = 0.0
    answer: float = 0.0
    question: float = 0.0
    subject: float = 0.0
    closest: float = 0.0
    core: float = 0.0
    cards: float = 0.0
    held: float = 0.0
    verbatim: float = 0.0
    rule: float = 0.0
    plain: float = 0.0


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
        alike: Likeness of the phrasing that is most alike, what either has beside the other counted the same, 0 to 1.
    """

    segment: int
    entry: int
    score: float
    measures: Measures
    nearest: int | None
    nearness: float
    covered: float
    alike: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether the entry is asked word for word."""
        return self.measures.verbatim >= _EXACTLY


def question_terms(question: Question, segments: Sequence[Segment]) -> dict[str, float]:
    """The terms of a question with their weight, those that stand in any segment."""
    terms: dict[str, float] = {}
    for word in question.words:
        for term, weight in word.terms:
            if weight > terms.get(term, 0.0) and any(term in segment.postings for segment in segments):
                terms[term] = weight
    return terms


class Ranker:
    """Ranks entries by one set of weights. Safe to share between threads.

    What a term adds to the score of each entry that holds it doesn't depend on the question but for a factor: it is
    worked out when the term is first asked for, and kept with the segment.
    """

    def __init__(self, statistics: Statistics, weights: Weights | None = None) -> None:
        """Take the weights of terms and of measures."""
        self.statistics = statistics
        self.weights = weights or Weights()
        self._mean_answer = statistics.answer_length
        self._mean_all = statistics.asked_length + statistics.answer_length
        self._kept: WeakKeyDictionary[Segment, dict[str, tuple[array[int], array[float]]]] = WeakKeyDictionary()
        self._phrasings: WeakKeyDictionary[Segment, dict[int, list[tuple[float, float]]]] = WeakKeyDictionary()
        self._plain = PlainScores(statistics)
        self._lock = threading.Lock()

    def rank(
        self,
        question: Question,
        segments: Sequence[Segment],
        *,
        hidden: Iterable[tuple[int, int]] = (),
        limit: int = _COMPARED,
    ) -> list[Scored]:
        """The entries that share anything with a question, best first.

        Args:
            question: The analysed question.
            segments: What is searched.
            hidden: Entries left out, as pairs of segment number and entry.
            limit: How many are returned at most.
        """
        terms = question_terms(question, segments)
        left_out = set(hidden)
        found: list[Scored] = []
        plain = self._plain.shares(question.plain, segments)
        for number, segment in enumerate(segments):
            out = {entry for at, entry in left_out if at == number}
            found += self._of_segment(question, terms, number, segment, out, plain[number])
        worst = len(Source) - 1

        def place(scored: Scored) -> tuple[float, int, int]:
            precedence = segments[scored.segment].rulings[scored.entry].source.precedence
            return -scored.score * (1 + _NEAR_TIE * (worst - precedence)), scored.segment, scored.entry

        found.sort(key=place)
        return found[:limit]

    def _of_segment(
        self,
        question: Question,
        terms: dict[str, float],
        number: int,
        segment: Segment,
        out: set[int],
        plain: dict[int, float],
    ) -> list[Scored]:
        """The best entries of one segment, not sorted; `plain` is each one's share of the best plain score."""
        asked_so = segment.by_key.get(question.key, [])
        rough = self._rough(question, terms, segment)
        for entry in asked_so:
            rough[entry] = rough.get(entry, 0.0) + self.weights.verbatim * _EXACTLY
        best = nsmallest(_ROUGH, ((-score, entry) for entry, score in rough.items() if entry not in out))
        measured = []
        tells = self._tells(question, terms)
        for _, entry in best:
            measures, covered = self._measure(question, tells, segment, entry, asked_so)
            measured.append((entry, measures._replace(plain=plain.get(entry, 0.0)), covered))
        measured.sort(key=lambda each: (-self._weighted(each[1]), each[0]))
        # Who names a card has said what it is, too: no phrasing without a card is word for word the same.
        unsaid = min(_EVIDENCE_REST, sum(weight * self.statistics.weight(term) for term, weight in question.evidence))
        found: list[Scored] = []
        for entry, measures, covered in measured[:_COMPARED]:
            near = _compare(
                terms, segment.entries[entry].phrasings, self._said(segment, entry), self.statistics, unsaid
            )
            nearest, nearness = near.nearest, near.nearness
            if entry in asked_so:
                nearest, nearness = segment.entries[entry].keys.index(question.key), 1.0
            almost = max(0.0, (near.alike - _ALMOST) / (1 - _ALMOST))
            whole = measures._replace(closest=near.closest, core=near.core, verbatim=max(measures.verbatim, almost))
            found.append(Scored(number, entry, self._weighted(whole), whole, nearest, nearness, covered, near.alike))
        return found

    def _weighted(self, measures: Measures) -> float:
        return sum(weight * measure for weight, measure in zip(self.weights, measures, strict=True))

    def _rough(self, question: Question, terms: dict[str, float], segment: Segment) -> dict[int, float]:
        """Entry -> score by the terms and the rules typed, without what is measured for the best only."""
        statistics = self.statistics
        known = self._known(terms)
        gains = sorted(
            ((weight * statistics.weight(term) / known, term) for term, weight in terms.items()), reverse=True
        )
        scores: dict[int, float] = {}
        for gain, term in gains:
            entries, impacts = self._impacts(segment, term)
            if len(entries) > _COMMON and len(scores) > _ENOUGH:
                # A common term that tells less than those before finds nothing new; it is looked up where they stand.
                for entry in scores:
                    at = bisect_left(entries, entry)
                    if at < len(entries) and entries[at] == entry:
                        scores[entry] += gain * impacts[at]
                continue
            for entry, impact in zip(entries, impacts, strict=True):
                scores[entry] = scores.get(entry, 0.0) + gain * impact
        for rule in question.rules:
            for entry in segment.by_rule.get(rule, ()):
                scores[entry] = scores.get(entry, 0.0) + self.weights.rule * _rule(segment, entry, rule)
        return scores

    def _known(self, terms: dict[str, float]) -> float:
        return sum(weight * self.statistics.weight(term) for term, weight in terms.items()) or 1.0

    def _impacts(self, segment: Segment, term: str) -> tuple[array[int], array[float]]:
        """The entries that hold a term, in order, and what it adds to the score of each."""
        kept = self._kept.get(segment)
        if kept is None:
            with self._lock:
                kept = self._kept.setdefault(segment, {})
        found = kept.get(term)
        if found is None:
            postings = segment.postings.get(term, ())
            impacts = (self._weighted(self._of_posting(segment, posting, 1.0)) for posting in postings)
            found = kept[term] = (array("l", [posting.entry for posting in postings]), array("d", impacts))
        return found

    def _of_posting(self, segment: Segment, posting: Posting, gain: float) -> Measures:
        """What one term adds to the measures of one entry."""
        entry, stands = posting.entry, posting.asked + posting.answer
        answer = everything = 0.0
        if stands:
            norm = 1 - _B + _B * (segment.asked_lengths[entry] + segment.answer_lengths[entry]) / self._mean_all
            everything = stands * (_K1 + 1) / (stands + _K1 * norm)
        if posting.answer:
            norm = 1 - _B + _B * segment.answer_lengths[entry] / self._mean_answer
            answer = posting.answer * (_K1 + 1) / (posting.answer + _K1 * norm)
        return Measures(gain * everything, gain * answer, gain * posting.question, gain * posting.subject)

    def _tells(self, question: Question, terms: dict[str, float]) -> _Tells:
        """What each term of a question adds to an entry that holds it."""
        weigh = self.statistics.weight
        known = self._known(terms)
        evidence = sum(weight * weigh(term) for term, weight in question.evidence) + _EVIDENCE_REST
        own = sum(weight * weigh(term) for term, weight in terms.items() if not term.startswith("card:"))
        return _Tells(
            [(term, weight * weigh(term) / known) for term, weight in terms.items()],
            [(term, weight * weigh(term) / evidence) for term, weight in question.evidence],
            1 + _CARDS_ALONE * math.exp(-own / _CARDS_FALL),
        )

    def _said(self, segment: Segment, entry: int) -> list[tuple[float, float]]:
        """How much each phrasing of an entry says: with its means alone, and with all but its cards."""
        kept = self._phrasings.get(segment)
        if kept is None:
            with self._lock:
                kept = self._phrasings.setdefault(segment, {})
        said = kept.get(entry)
        if said is None:
            said = kept[entry] = [self._says(phrasing) for phrasing in segment.entries[entry].phrasings]
        return said

    def _says(self, phrasing: Terms) -> tuple[float, float]:
        weigh = self.statistics.weight
        own = sum(weigh(term) for term, tenths in phrasing if tenths >= 10)
        said = sum(weigh(term) * tenths / 10 for term, tenths in phrasing if not term.startswith("card:"))
        return own, said

    def _measure(
        self, question: Question, tells: _Tells, segment: Segment, entry: int, asked_so: Sequence[int]
    ) -> tuple[Measures, float]:
        """The measures of an entry but those of its phrasings, and the share of the question that it covers."""
        everything = answer = in_question = subject = 0.0
        for term, gain in tells.terms:
            posting = segment.posting(term, entry)
            if posting is not None:
                added = self._of_posting(segment, posting, gain)
                everything += added.everything
                answer += added.answer
                in_question += added.question
                subject += added.subject
        cards = 0.0
        for term, gain in tells.evidence:
            posting = segment.posting(term, entry)
            if posting is not None:
                cards += self._of_posting(segment, posting, gain).everything
        cards *= tells.alone
        held, covered = self._cover(question, segment, entry)
        measures = Measures(
            everything=everything,
            answer=answer,
            question=in_question,
            subject=subject,
            cards=cards,
            held=held,
            verbatim=_EXACTLY if entry in asked_so else 0.0,
            rule=max((_rule(segment, entry, rule) for rule in question.rules), default=0.0),
        )
        return measures, covered

    def _cover(self, question: Question, segment: Segment, entry: int) -> tuple[float, float]:
        """Which share of a question's words stand in an entry: a word counts once, by its best term.

        Returns:
            The share by number, without words that are known nowhere, and the share by weight with them.
        """
        mass = held = covered = 0.0
        number = 0
        for word in question.words:
            main = word.terms[0][0]
            if main.startswith("card:"):
                continue
            whole = self.statistics.weight(main)
            mass += whole
            number += self.statistics.knows(main) or main in segment.postings
            best = 0.0
            for term, weight in word.terms:
                posting = segment.posting(term, entry) if weight > best else None
                if posting is not None:
                    best = max(best, min(1.0, posting.asked + posting.answer) * weight)
            held += best
            covered += whole * best
        return min(1.0, held / (number or 1)), covered / (mass or 1.0)


def _rule(segment: Segment, entry: int, rule: str) -> float:
    """How much a rule that the asker typed speaks for an entry: most as its deciding rule."""
    rules = segment.rulings[entry].rules
    return 0.0 if rule not in rules else 1.0 if rules[0] == rule else 0.6


class _Tells(NamedTuple):
    """What the terms of a question add to entries that hold them.

    Attributes:
        terms: Each term and its share of what all of them tell.
        evidence: Likewise for those that its cards are evidence of.
        alone: How much more the cards count where the question says little beside them.
    """

    terms: list[tuple[str, float]]
    evidence: list[tuple[str, float]]
    alone: float


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


def _compare(
    terms: dict[str, float],
    phrasings: Sequence[Terms],
    says: Sequence[tuple[float, float]],
    statistics: Statistics,
    unsaid: float,
) -> _Nearness:
    """Compare a question with each phrasing of an entry.

    Args:
        terms: What the question says.
        phrasings: The entry's.
        says: How much each of them says; see `Ranker._said`.
        statistics: How much a term tells.
        unsaid: The weight of what the question's cards are evidence of.
    """
    asked = sum(statistics.weight(term) for term, weight in terms.items() if weight >= MEANS) or 1.0
    near: list[float] = []
    alike = all_shared = all_said = 0.0
    for phrasing, (own, said) in zip(phrasings, says, strict=True):
        shared = 0.0
        all_said += said
        for term, tenths in phrasing:
            weight = terms.get(term)
            if weight:
                both = statistics.weight(term) * tenths / 10 * weight
                shared += both
                if not term.startswith("card:"):
                    all_shared += both
        question_rest, phrasing_rest = max(0.0, asked - shared), max(0.0, own - shared)
        rest = _QUESTION_REST * question_rest + _PHRASING_REST * phrasing_rest
        near.append(shared / (shared + rest) if shared else 0.0)
        if shared:
            alike = max(alike, shared / (shared + 0.5 * (question_rest + unsaid) + 0.5 * phrasing_rest))
    best = sorted(near, reverse=True)[:_CLOSEST]
    top = max(near, default=0.0)
    return _Nearness(
        closest=sum(best) / _CLOSEST,
        core=all_shared / (all_said + len(phrasings)) if phrasings else 0.0,
        nearest=near.index(top) if top else None,
        nearness=top,
        alike=alike,
    )
