"""How sure the search is of its first hit, and whether the question is one about the rules at all.

Two logistic models over the same few features, fitted by `tests/benchmarks/fit_search.py` on the shipped rulings: each
phrasing left out in turn (is the first hit right?), each phrasing with its own ruling taken away (the first hit is
wrong, however close), and questions that are out of scope.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from rulings.citations import parent
from rulings.search.explain import unused_cards
from rulings.search.index import Segment, Statistics
from rulings.search.question import Question
from rulings.search.rank import Scored
from rulings.search.vocabulary import Scope

# A phrase that no rules question holds counts as so many that make one less likely.
_SURE = 3.0
# From so many words of the rules on, what else there is tells less.
_SETTING = 4.0
# More words than a question has don't make it one.
_MOST_MASS = 60.0
# A hit whose score is less by so much counts for 1/e of the first one.
_FALL = 0.6


class Features(NamedTuple):
    """What is known about a question and its first hit.

    Attributes:
        one: Always 1.
        score: Score of the first hit.
        lead: By how much of its score it leads the best hit that another rule decides, 0 to 1.
        covered: Share of the question's words, by weight, that stand in the entry.
        nearness: How close its closest phrasing is.
        verbatim: Whether that is asked almost word for word, 0 to 1.
        mass: Logarithm of the weight of the question's words, up to `_MOST_MASS`: short questions say little.
        strange: Share of the words that are known nowhere.
        hints: Signs that it is no rules question, sure ones counting for three, the others less the more rules words
            stand beside them; at most 4.
        terms: Logarithm of the number of words that the vocabulary of rules terms knows.
        density: Share of the words that it knows.
        typed: Whether the entry cites a rule that the asker typed.
        agreeing: Share of the next four hits that the entry's rules decide.
        cards: Number of cards that the question names, at most 3.
        about: Whether the entry is about one of them.
        apart: Share of the named cards that have nothing to do with the entry.
        core: Which share of what the entry's phrasings keep naming is asked (`Measures.core`).
        missed: Weight of the most telling word of the question that the entry lacks.
        asks: How much the text is put as a question of what may be done or what happens.
        share: Share of all hits' scores, the more the closer to the first hit's (`_FALL`), that belongs to hits whose
            deciding rule the first one cites: neighbours that cite the same rule are no rivals.
        closest_agrees: Whether the hit whose phrasings are closest is decided by a rule that the first one cites.
        alike_agrees: The same of the hit with the one phrasing that is most alike.
        held: Share of the question's words, by number, that the entry holds (`Measures.held`).
        closest: Mean closeness of its closest phrasings (`Measures.closest`).
        plain: Its plain words' BM25, as a share of the best entry's (`Measures.plain`).
        plain_agrees: Whether the hit that plain words alone would put first is decided by a rule that the first cites.
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
    density: float
    typed: float
    agreeing: float
    cards: float
    about: float
    apart: float
    core: float
    missed: float
    asks: float
    share: float
    closest_agrees: float
    alike_agrees: float
    held: float
    closest: float
    plain: float
    plain_agrees: float


#: Coefficients of `Features` for "the first hit is right". Nobody types rule numbers in phrasings, so that `typed`
#: can't be fitted: it is set.
RIGHT = Features(
    one=-6.832,
    score=0.006,
    lead=1.689,
    covered=0.203,
    nearness=-0.396,
    verbatim=2.376,
    mass=0.275,
    strange=-4.685,
    hints=-3.277,
    terms=1.057,
    density=-1.728,
    typed=1.0,
    agreeing=0.922,
    cards=1.134,
    about=-0.618,
    apart=-0.953,
    core=1.291,
    missed=0.195,
    asks=0.326,
    share=2.065,
    closest_agrees=0.189,
    alike_agrees=0.554,
    held=2.273,
    closest=1.305,
    plain=2.345,
    plain_agrees=0.287,
)
#: Coefficients of `Features` for "it is a question about the rules".
IN_SCOPE = Features(
    one=-5.305,
    score=0.015,
    lead=-1.232,
    covered=0.095,
    nearness=1.266,
    verbatim=0.464,
    mass=0.894,
    strange=-8.866,
    hints=-4.979,
    terms=1.591,
    density=-0.026,
    typed=4.0,
    agreeing=-0.902,
    cards=1.475,
    about=0.224,
    apart=0.045,
    core=3.474,
    missed=0.02,
    asks=0.135,
    share=1.418,
    closest_agrees=0.471,
    alike_agrees=0.073,
    held=2.457,
    closest=0.011,
    plain=0.437,
    plain_agrees=-0.018,
)


def features(
    question: Question, ranked: Sequence[Scored], segments: Sequence[Segment], statistics: Statistics
) -> Features:
    """The features of a question for which `rank` found something (`ranked` isn't empty)."""
    first = ranked[0]
    words = question.words
    own = [word for word in words if not word.terms[0][0].startswith("card:")]
    segment = segments[first.segment]
    ruling = segment.rulings[first.entry]
    next_rules = [segments[hit.segment].rulings[hit.entry].rules[0] for hit in ranked[1:5]]
    mass = sum(statistics.weight(word.terms[0][0]) for word in own)
    known = sum(1 for word in own if word.known)
    lacking = [
        word.terms[0][0] for word in own if not any(segment.posting(term, first.entry) for term, _ in word.terms)
    ]
    agreeing = _agreeing(ranked, segments)
    weights = [math.exp((hit.score - first.score) / _FALL) for hit in ranked]
    return Features(
        one=1.0,
        score=first.score,
        lead=lead(ranked, segments),
        covered=first.covered,
        nearness=first.nearness,
        verbatim=min(1.0, first.measures.verbatim),
        mass=math.log1p(min(_MOST_MASS, mass)),
        strange=len(question.strange) / len(words) if words else 1.0,
        hints=_hints(question.scopes, known),
        terms=math.log1p(known),
        density=known / len(own) if own else 0.0,
        typed=first.measures.rule,
        agreeing=sum(rule in ruling.rules[:4] for rule in next_rules) / 4,
        cards=min(3.0, float(len(question.cards))),
        about=float(any(card in ruling.cards for card in question.cards)),
        apart=len(unused_cards(question, first, segment)) / (len(question.cards) or 1),
        core=first.measures.core,
        missed=max((statistics.weight(term) for term in lacking), default=0.0),
        asks=question.asks,
        share=sum(weight for weight, agrees in zip(weights, agreeing, strict=True) if agrees) / sum(weights),
        closest_agrees=float(agreeing[_best([hit.measures.closest for hit in ranked])]),
        alike_agrees=float(agreeing[_best([hit.alike for hit in ranked])]),
        held=first.measures.held,
        closest=first.measures.closest,
        plain=first.measures.plain,
        plain_agrees=float(agreeing[_best([hit.measures.plain for hit in ranked])]),
    )


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


def _hints(scopes: Sequence[Scope], known: int) -> float:
    """A story from the shop that is full of rules words is a rules question: where it happened is the setting."""
    sure = sum(1 for scope in scopes if scope.sure)
    return min(4.0, _SURE * sure + (len(scopes) - sure) * min(1.0, _SETTING / (1 + known)))


def _agreeing(ranked: Sequence[Scored], segments: Sequence[Segment]) -> list[bool]:
    """Which hits are decided by a rule that the first one cites, or by a subrule of the same rule."""
    rules = segments[ranked[0].segment].rulings[ranked[0].entry].rules[:4]
    exact, whole = set(rules), {parent(rule) for rule in rules}
    deciding = [segments[hit.segment].rulings[hit.entry].rules[0] for hit in ranked]
    return [rule in exact or parent(rule) in whole for rule in deciding]


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
