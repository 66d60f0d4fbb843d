"""Says why an entry was found, in words for the person who asked."""

from __future__ import annotations

from collections.abc import Iterable

from rulings.model import Ruling
from rulings.search.index import Segment, Statistics, card_term, name_patterns
from rulings.search.question import Question
from rulings.search.rank import Scored

# Only the words that told most are listed.
_MOST_WORDS = 6
# A phrasing less close than this isn't worth quoting.
_NEAR = 0.45


def matched_by(question: Question, scored: Scored, segment: Segment, statistics: Statistics) -> str:
    """What an entry shares with a question: the phrasing, words, cards and rule numbers, the most telling first."""
    ruling = segment.rulings[scored.entry]
    parts: list[str] = []
    if phrase := nearest_phrase(ruling, scored):
        parts.append(f"phrasing “{phrase}”")
    if shared := shared_words(question, scored.entry, segment, statistics):
        parts.append("words " + ", ".join(shared))
    if named := [card for card in question.cards if _is_about(ruling, card)]:
        parts.append("card " + ", ".join(named))
    if typed := [rule for rule in question.rules if rule in ruling.rules]:
        parts.append("rule " + ", ".join(typed))
    if question.corrected:
        parts.append("read as " + ", ".join(f"“{was}” → {now}" for was, now in question.corrected))
    return "; ".join(parts)


def nearest_phrase(ruling: Ruling, scored: Scored) -> str:
    """The phrasing of an entry that is closest to the question; empty if none is close."""
    if scored.nearest is None or scored.nearness < _NEAR:
        return ""
    return (ruling.question, *ruling.also_asked)[scored.nearest]


def unused_cards(question: Question, scored: Scored, segment: Segment) -> tuple[str, ...]:
    """The cards that a question names and that played no part in finding an entry.

    A card plays a part if the entry is about it or mentions it, or if what the card is stands in the entry's question
    or subjects: a double-faced card in a question whose answer is about double-faced cards.
    """
    ruling = segment.rulings[scored.entry]
    return tuple(
        card
        for card, evidence in question.evidence_by_card
        if not _is_about(ruling, card) and not _is_subject(evidence, scored.entry, segment)
    )


def _is_subject(terms: Iterable[str], entry: int, segment: Segment) -> bool:
    return any(
        posting.entry == entry and (posting.question or posting.subject)
        for term in terms
        for posting in segment.postings.get(term, ())
    )


def _is_about(ruling: Ruling, card: str) -> bool:
    if card in ruling.cards:
        return True
    text = " ".join((ruling.question, ruling.answer)).casefold()
    return any(name.casefold() in text for name in name_patterns(card))


def shared_words(question: Question, entry: int, segment: Segment, statistics: Statistics) -> list[str]:
    """The words that a question shares with an entry, the most telling first."""
    shared: list[tuple[float, int, str]] = []
    for place, word in enumerate(question.words):
        main = word.terms[0][0]
        if main.startswith(card_term("")):
            continue
        told = max(
            (
                weight * statistics.weight(term)
                for term, weight in word.terms
                if any(posting.entry == entry for posting in segment.postings.get(term, ()))
            ),
            default=0.0,
        )
        if told:
            shared.append((-told, place, word.surface))
    return list(dict.fromkeys(surface for _, _, surface in sorted(shared)[:_MOST_WORDS]))
