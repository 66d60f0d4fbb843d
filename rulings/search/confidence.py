"""How sure the search is of its first hit, and whether the question is one about the rules at all.

Two logistic models over the same few features, fitted by `tests/benchmarks/fit_search.py` on the shipped rulings: each
phrasing left out in turn (is the first hit right?), each phrasing with its own ruling taken away (the first hit is
wrong, however close), and questions that are out of scope.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rulings.search.index import Segment, Statistics
from rulings.search.question import Question
from rulings.search.rank import Scored

# A phrase that no rules question holds counts as so many that make one less likely.
_SURE = 3.0


class Features(NamedTuple):
    """What is known about a question and its first hit.

    Attributes:
        one: Always 1.
        score: Score of the first hit.
        lead: By how much of its score it leads the best hit that another rule decides, 0 to 1.
        covered: Share of the question's words, by weight, that stand in the entry.
        nearness: How close its closest phrasing is.
        verbatim: Whether that is asked almost word for word, 0 to 1.
        mass: Logarithm of the weight of the question's words: short questions say little.
        strange: Share of the words that are known nowhere.
        hints: Signs that it is no rules question, sure ones counting for three; at most 4.
        terms: Logarithm of the number of words that the vocabulary of rules terms knows.
        typed: Whether the entry cites a rule that the asker typed.
        agreeing: Share of the next four hits that the entry's rules decide.
        cards: Number of cards that the question names, at most 3.
        about: Whether the entry is about one of them.
    """

    one: float
    score: float
    lead: float
    covered: float
    nearness: float
    verbatim: float
    mass: float
    strange: float
    hints: float
    terms: float
    typed: float
    agreeing: float
    cards: float
    about: float


#: Coefficients of `Features` for "the first hit is right". Nobody types rule numbers in phrasings, so that `typed`
#: can't be fitted: it is set.
RIGHT = Features(
    one=-6.166,
    score=0.209,
    lead=4.091,
    covered=1.607,
    nearness=0.344,
    verbatim=-0.109,
    mass=1.325,
    strange=-3.008,
    hints=-2.518,
    terms=-0.438,
    typed=1.0,
    agreeing=1.755,
    cards=-0.143,
    about=1.321,
)
#: Coefficients of `Features` for "it is a question about the rules".
IN_SCOPE = Features(
    one=-2.676,
    score=0.172,
    lead=0.952,
    covered=0.992,
    nearness=-0.552,
    verbatim=1.087,
    mass=0.838,
    strange=-4.316,
    hints=-4.789,
    terms=1.908,
    typed=4.0,
    agreeing=0.443,
    cards=1.333,
    about=-0.029,
)


def features(
    question: Question, ranked: Sequence[Scored], segments: Sequence[Segment], statistics: Statistics
) -> Features:
    """The features of a question for which `rank` found something (`ranked` isn't empty)."""
    first = ranked[0]
    words = question.words
    own = [word for word in words if not word.terms[0][0].startswith("card:")]
    ruling = segments[first.segment].rulings[first.entry]
    next_rules = [segments[hit.segment].rulings[hit.entry].rules[0] for hit in ranked[1:5]]
    mass = sum(statistics.weight(word.terms[0][0]) for word in own)
    return Features(
        one=1.0,
        score=first.score,
        lead=lead(ranked, segments),
        covered=first.covered,
        nearness=first.nearness,
        verbatim=min(1.0, first.measures.verbatim),
        mass=math.log1p(mass),
        strange=len(question.strange) / len(words) if words else 1.0,
        hints=min(4.0, sum(_SURE if scope.sure else 1.0 for scope in question.scopes)),
        terms=math.log1p(sum(1 for word in own if word.known)),
        typed=first.measures.rule,
        agreeing=sum(rule in ruling.rules[:4] for rule in next_rules) / 4,
        cards=min(3.0, float(len(question.cards))),
        about=float(any(card in ruling.cards for card in question.cards)),
    )


def lead(ranked: Sequence[Scored], segments: Sequence[Segment]) -> float:
    """By how much of its score the first hit leads the best one that another rule decides.

    Hits that the same rule decides are no rivals: whichever is shown, the answer cites the rule.
    """
    first = ranked[0]
    if first.score <= 0:
        return 0.0
    rules = segments[first.segment].rulings[first.entry].rules[:4]
    for other in ranked[1:]:
        if segments[other.segment].rulings[other.entry].rules[0] not in rules:
            return max(0.0, first.score - other.score) / first.score
    return 1.0


def probability(coefficients: Features, values: Features) -> float:
    """The logistic model's probability."""
    z = sum(coefficient * value for coefficient, value in zip(coefficients, values, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))
