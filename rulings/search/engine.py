"""The search as others use it: a question in, a result out. No I/O, no clock; safe to share between threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rulings.model import Ruling, Source
from rulings.search.confidence import IN_SCOPE, RIGHT, features, probability
from rulings.search.explain import matched_by, nearest_phrase, shared_words, unused_cards
from rulings.search.index import Segment, Statistics
from rulings.search.question import Cards, Question, Speller, analyse, known_stems
from rulings.search.rank import Ranker, Scored
from rulings.search.text import stem
from rulings.search.vocabulary import Vocabulary

#: Longer texts aren't read: a question isn't longer than a message.
LONGEST_QUESTION = 2000
#: An answer needs at least this probability of being right.
ANSWER_FROM = 0.91
#: The same for a question in another language, of which only some words were read.
FOREIGN_ANSWER_FROM = 0.95
#: A question is declined below this probability of being about the rules, and not answered below the second.
IN_SCOPE_FROM, SURELY_IN_SCOPE_FROM = 0.7, 0.9
#: A hit that isn't shown as the answer is offered as a choice down to this share of the best one's score.
CHOICES_FROM = 0.35
# Among the choices, an entry that a rule shown before decides counts for this share of the best score less.
_SAME_RULE = 0.08
# A single word names a subject; it asks nothing.
_LEAST_WORDS = 2
# Confidence is never told as more than this, and this only of what was asked word for word.
_CERTAIN = 0.99
#: At most so many other entries are offered, and at least so many when unsure.
MOST_CHOICES, LEAST_CHOICES = 5, 3


class Status(StrEnum):
    """What came of a question."""

    ANSWERED = "answered"
    UNSURE = "unsure"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found.

    Attributes:
        ruling: The entry.
        confidence: Probability that it answers the question, 0 to 1.
        matched_by: Why it was found, for people.
        score: What it was ranked by.
        as_asked: Whether the question is one that the entry names, word for word, so that its verdict answers it.
        phrase: The closest phrasing, empty if none is close.
        nearness: How close that is, 0 to 1.
        words: The words that it shares with the question, the most telling first.
    """

    ruling: Ruling
    confidence: float
    matched_by: str
    score: float
    as_asked: bool = False
    phrase: str = ""
    nearness: float = 0.0
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a question.

    Attributes:
        question: The question as it was analysed; None if it was too long to be read.
        status: Answered, unsure or declined.
        answer: The answer, when answered.
        alternatives: Other entries, best first; the choices when unsure.
        unused: Cards that the question names and the answer doesn't.
        reason: Why it was declined, as a key of `bot.services.asking`'s texts; empty otherwise.
        runner_up: The best entry that another rule decides.
        in_scope: Probability that the question is one about the rules.
        right: Probability that the first hit answers it.
    """

    question: Question | None
    status: Status
    answer: Hit | None = None
    alternatives: tuple[Hit, ...] = ()
    unused: tuple[str, ...] = ()
    reason: str = ""
    runner_up: Hit | None = None
    in_scope: float = 0.0
    right: float = 0.0


class Search:
    """Searches the shipped rulings, together with other segments that the caller passes.

    Args:
        base: The shipped rulings' index.
        vocabulary: Players' words.
        cards: Card names and what they are evidence of; None searches by words alone.
        is_english: Whether a word is an everyday English word, which is never taken for a misspelt rules word.
    """

    def __init__(
        self, base: Segment, vocabulary: Vocabulary, cards: Cards | None, is_english: Callable[[str], bool]
    ) -> None:
        self.base = base
        self.vocabulary = vocabulary
        self.statistics = Statistics(base, vocabulary)
        self.ranker = Ranker(self.statistics)
        self._cards = cards
        self._speller = Speller(known_stems(vocabulary, base.postings), is_english)

    def segment(self, rulings: Sequence[Ruling]) -> Segment:
        """Index further rulings, a server's for one, to be passed to `search`."""
        return Segment.of(rulings, self.vocabulary)

    def analyse(self, text: str) -> Question:
        """A question's words, cards and rule numbers."""
        return analyse(text, self.vocabulary, self._speller, self._cards)

    def search(self, text: str, others: Sequence[Segment] = ()) -> Result:
        """Answer a question.

        Args:
            text: As typed.
            others: Further segments; an entry that `replaces` a shipped one hides it.
        """
        if len(text) > LONGEST_QUESTION:
            return Result(None, Status.DECLINED, reason="too long")
        question = self.analyse(text)
        segments = (self.base, *others)
        if others:
            # Words that only a server's rulings hold aren't strange there.
            known = [word for word in question.strange if any(stem(word) in other.postings for other in others)]
            question = replace(question, strange=tuple(word for word in question.strange if word not in known))
        ranked = self.ranker.rank(question, segments, hidden=self._replaced(others))
        if not ranked:
            return Result(question, Status.DECLINED, reason=_reason(question))
        exact = ranked[0].exact
        values = features(question, ranked, segments, self.statistics)
        # What a server's own ruling foresees with all the same words is in scope there, whatever it is elsewhere.
        own = segments[ranked[0].segment].rulings[ranked[0].entry].source is Source.SERVER
        foreseen = exact or (own and ranked[0].measures.verbatim >= 1.0)
        in_scope = 1.0 if foreseen else probability(IN_SCOPE, values)
        if in_scope < IN_SCOPE_FROM:
            return Result(question, Status.DECLINED, reason=_reason(question))
        right = _CERTAIN if exact else probability(RIGHT, values)
        vague = len(question.words) < _LEAST_WORDS and not exact and not question.rules
        # A word-for-word hit's score is beyond all others: these are compared with the best of themselves.
        best = ranked[1].score if exact and len(ranked) > 1 else ranked[0].score
        shown = varied(ranked, segments, MOST_CHOICES + 1, best)
        hits = [
            self._hit(question, scored, segments, right if place == 0 else right * min(1.0, scored.score / best))
            for place, scored in enumerate(shown)
            if place < LEAST_CHOICES or scored.score >= CHOICES_FROM * best
        ]
        bar = FOREIGN_ANSWER_FROM if question.foreign and not exact else ANSWER_FROM
        if right < bar or in_scope < SURELY_IN_SCOPE_FROM or vague:
            return Result(
                question,
                Status.UNSURE,
                alternatives=tuple(hits[:MOST_CHOICES]),
                runner_up=self._runner_up(hits),
                in_scope=in_scope,
                right=right,
            )
        answer = hits[0]
        return Result(
            question,
            Status.ANSWERED,
            answer=answer,
            alternatives=tuple(hits[1:]),
            unused=unused_cards(question, ranked[0], segments[ranked[0].segment]),
            runner_up=self._runner_up(hits),
            in_scope=in_scope,
            right=right,
        )

    def _runner_up(self, hits: Sequence[Hit]) -> Hit | None:
        return next((hit for hit in hits[1:] if hit.ruling.rules[0] not in hits[0].ruling.rules[:4]), None)

    def _replaced(self, others: Sequence[Segment]) -> Collection[tuple[int, int]]:
        names = {ruling.replaces for segment in others for ruling in segment.rulings if ruling.replaces}
        return [(0, entry) for entry, ruling in enumerate(self.base.rulings) if ruling.id in names] if names else []

    def _hit(self, question: Question, scored: Scored, segments: Sequence[Segment], confidence: float) -> Hit:
        segment = segments[scored.segment]
        why = matched_by(question, scored, segment, self.statistics)
        ruling = segment.rulings[scored.entry]
        return Hit(
            ruling,
            round(min(confidence, _CERTAIN), 3),
            why,
            round(scored.score, 3),
            as_asked=scored.exact,
            phrase=nearest_phrase(ruling, scored),
            nearness=scored.nearness,
            words=tuple(shared_words(question, scored.entry, segment, self.statistics)),
        )


def varied(ranked: Sequence[Scored], segments: Sequence[Segment], most: int, best: float) -> list[Scored]:
    """The first hits; those that repeat a rule shown before stand a little later: choices should differ."""
    left = list(ranked[: 2 * most])
    chosen: list[Scored] = []
    cited: set[str] = set()
    while left and len(chosen) < most:
        values = [
            scored.score - (_SAME_RULE * best if _rules(scored, segments)[0] in cited else 0.0) for scored in left
        ]
        place = 0 if not chosen else values.index(max(values))
        scored = left.pop(place)
        chosen.append(scored)
        cited.update(_rules(scored, segments)[:4])
    return chosen


def _rules(scored: Scored, segments: Sequence[Segment]) -> tuple[str, ...]:
    return segments[scored.segment].rulings[scored.entry].rules


def _reason(question: Question) -> str:
    """Why nothing was found for a question, or why it is none."""
    if not question.words and not question.cards and not question.rules:
        return "no words"
    if question.scopes:
        sure = [scope for scope in question.scopes if scope.sure]
        return (sure or question.scopes)[0].reason
    return "not found"
