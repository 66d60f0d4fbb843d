"""Why a question has no answer: what moderators are to hear of is told from what is no rules question.

Doubt speaks for a rules question: one listed too much is dismissed with a press, one left out is lost.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.search.engine import Result
    from rulings.search.question import Question

# Terms that advice on decks and prices is full of: beside signs that it is no rules question they say nothing for one.
_SAY_NOTHING = frozenset({"deck", "play", "commander", "how-much"})
# A language that can't be read says nothing on the subject.
_LANGUAGE = "another language"


class Reason(StrEnum):
    """Why there is no answer."""

    #: There is one.
    NONE = ""
    #: Several entries may be meant.
    UNSURE = "unsure"
    #: It may be a rules question, and no ruling fits it.
    NO_RULING = "no ruling"
    #: It asks nothing of the rules: prices, deck advice, small talk, another game.
    OFF_TOPIC = "off topic"
    #: It names a card or a rule and asks nothing: that is to be read, not to be answered.
    NAME = "a name"


#: Of these moderators hear nothing.
UNFILED = frozenset({Reason.OFF_TOPIC, Reason.NAME})


def reason_of(result: Result) -> Reason:
    """Why a search has no answer.

    Off topic is only what is surely so: what shows a sure sign of it; what shows more signs of it than words of the
    rules; cards' names with nothing but *how much*; and what has no word at all that carries a subject.
    """
    if result.answer is not None:
        return Reason.NONE
    question, declined = result.question, result.status.value == "declined"
    if question is not None and declined and _is_a_name(question):
        return Reason.NAME
    if question is not None and (_off_topic(question, result.reason) if declined else _asks_a_price(question)):
        return Reason.OFF_TOPIC
    return Reason.NO_RULING if declined else Reason.UNSURE


def _off_topic(question: Question, reason: str) -> bool:
    signs = [scope for scope in question.scopes if scope.reason != _LANGUAGE]
    if any(sign.sure for sign in signs):
        return True
    if question.rules:
        return False
    seen = {word for sign in signs for word in sign.phrase.split()}
    return reason == "no words" or len(signs) > len(_rules_words(question) - seen)


def _is_a_name(question: Question) -> bool:
    words = [word for word in question.words if word.surface.casefold() not in ("rule", "cr")]
    return len(words) == 1 and (words[0].surface in question.rules or words[0].terms[0][0].startswith("card:"))


def _asks_a_price(question: Question) -> bool:
    terms = [word.terms[0][0] if word.known and word.terms else "" for word in question.words]
    return (
        bool(question.cards)
        and not question.rules
        and "how-much" in terms
        and all(term == "how-much" or term.startswith("card:") for term in terms)
    )


def _rules_words(question: Question) -> set[str]:
    """The words of the rules in a question, in small letters; names of cards are none."""
    means = {word.surface.casefold(): word.terms[0][0] for word in question.words if word.known and word.terms}
    return {word for word, term in means.items() if not term.startswith("card:") and term not in _SAY_NOTHING}
