"""Questions to rulings: what the command line, the console and Discord share.

    service = AskService.shipped(cache=folder)
    result = service.ask("can I flip my manifested delver?")

The service is made once and is safe to share between threads; a call takes milliseconds, does no I/O after `warm`, and
gives the same result each time. Nothing here imports Discord or the database: a cold `tablejudge ask` must be quick.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.i18n import N_, _
from bot.services.asking_named import rule_numbers, where_to_read
from bot.services.asking_reason import Reason, reason_of
from bot.services.asking_reference import ReferenceSearch
from bot.services.verdicts import worded
from rulings.model import Ruling
from rulings.search.engine import Hit, Result, Search, Status

if TYPE_CHECKING:
    from rulings.curated import Problem
    from rulings.names import Names
    from rulings.search.index import Segment
    from rulings.search.local_words import LocalWords
    from rulings.search.rank import Scored

#: An answer cites at most so many rules, the deciding one first.
MOST_RULES = 4

#: What the bot can do, at the end of each refusal.
_OFFER = N_(
    "I answer rules questions about Magic: The Gathering from reviewed rulings, for instance "
    "“can I turn my manifested Delver face up?” or “does turning a morph face up use the stack?”."
)
_DECLINED = {
    "no words": N_("I found no words in that to look for."),
    "too long": N_("That is too long for me to read as one question. Please ask it in a sentence or two."),
    "another game": N_("That seems to be about another game; I know Magic: The Gathering only."),
    "prices, buying and collecting": N_("I don't know prices, shops or what a card is worth."),
    "deck building and strategy": N_("I don't give advice on decks, play or odds."),
    "story and people": N_("I don't know Magic's story, its art or the people behind it."),
    "events, formats and products": N_("I don't know about events, bans, formats, products or other programs."),
    "small talk": N_("I only talk about the rules of the game."),
    "another language": N_("I read questions in English; card names may be in any language they were printed in."),
    "instructions to a machine": N_("That isn't a question about the rules of the game."),
    "not found": N_("I found no ruling that fits this."),
}
_UNSURE = N_("I'm not sure which of these you mean:")
_NAMED = N_("I found no ruling on that. What you name says:")

#: The reasons for which what the question names can still be read.
_NOTHING_FOUND = ("no words", "not found")

# So many servers' indexes are kept ready.
_KEPT_SEGMENTS = 256


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling as it is shown.

    Attributes:
        id: Stable id of the ruling.
        title: The ruling's own question, so that a yes or no can't be read against the asker's wording.
        text: The answer. It begins with a yes or no only if that answers the question as it was asked
            (`bot.services.verdicts`).
        rules: At most `MOST_RULES` citations, the deciding one first.
        cards: English names of the cards that the ruling is about.
        source: ``server``, ``curated``, ``official`` or ``rules``.
        as_of: ISO date of the rules edition that it was written against.
        confidence: Probability that it answers the question, 0 to 1.
        matched_by: Why it was found.
        note: A change of the rules known to come after `as_of`; empty if none is.
        proof: The scenario that proves it; empty if it has none.
        verdict: ``yes`` or ``no`` where `text` begins with it, otherwise empty.
    """

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    source: str
    as_of: str
    confidence: float
    matched_by: str
    note: str = ""
    proof: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another entry that may be meant."""

    id: str
    title: str
    rules: tuple[str, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Why:
    """Why this answer, on demand.

    Attributes:
        phrase: The phrasing of the ruling that is closest to the question; empty if none is close.
        nearness: How close it is, 0 to 1.
        words: The words that the ruling shares with the question, the most telling first.
        cards: The cards of the question that it is about.
        score: What it was ranked by.
        runner_up: The best entry that another rule decides; None if there is none.
        runner_up_score: What that was ranked by.
        in_scope: Probability that the question is one about the rules.
        right: Probability that the first entry answers it.
    """

    phrase: str
    nearness: float
    words: tuple[str, ...]
    cards: tuple[str, ...]
    score: float
    runner_up: Alternative | None
    runner_up_score: float
    in_scope: float
    right: float

    def lines(self) -> list[str]:
        """As a person reads it."""
        told = []
        if self.phrase:
            near = _("closest phrasing: “{phrase}” ({nearness:.0%} alike)")
            told.append(near.format(phrase=self.phrase, nearness=self.nearness))
        if self.words:
            told.append(_("words: {words}").format(words=", ".join(self.words)))
        if self.cards:
            told.append(_("cards: {cards}").format(cards=", ".join(self.cards)))
        told.append(_("score {score:.2f}, {right:.0%} likely to be meant").format(score=self.score, right=self.right))
        if self.runner_up is not None:
            other = _("next: “{title}” with {score:.2f}")
            told.append(other.format(title=self.runner_up.title, score=self.runner_up_score))
        return told


@dataclass(frozen=True, slots=True)
class AskResult:
    """What came of a question; `to_json` gives the form of ``tablejudge ask --json``.

    Attributes:
        question: As it was put.
        status: ``answered``, ``unsure`` or ``declined``.
        answer: The answer, when answered.
        alternatives: Other entries, best first; the choices when unsure; none when declined.
        cards: English names of the cards that the question names.
        unused: Those that the answer isn't about: to be shown as "I did not use: X".
        message: What to tell the person when there is no answer; empty when answered.
        why: What the first entry was found by; None when declined.
        reason: Why there is no answer; `Reason.OFF_TOPIC` only where that is sure.
    """

    question: str
    status: Status
    answer: Answer | None
    alternatives: tuple[Alternative, ...]
    cards: tuple[str, ...]
    unused: tuple[str, ...]
    message: str
    why: Why | None = None
    reason: Reason = Reason.NONE

    def to_json(self) -> dict[str, Any]:
        """As JSON values, with the stable keys of the command line."""
        answer = self.answer
        return {
            "question": self.question,
            "status": self.status.value,
            "answer": None
            if answer is None
            else {
                "id": answer.id,
                "title": answer.title,
                "text": f"{answer.text}\n\n{answer.note}" if answer.note else answer.text,
                "rules": list(answer.rules),
                "cards": list(answer.cards),
                "source": answer.source,
                "as_of": answer.as_of,
                "confidence": answer.confidence,
                "matched_by": answer.matched_by,
            },
            "alternatives": [
                {"id": other.id, "title": other.title, "rules": list(other.rules), "confidence": other.confidence}
                for other in self.alternatives
            ],
            "cards": list(self.cards),
        }


class AskService:
    """Answers questions from the shipped rulings and, where given, a server's own.

    Args:
        search: The search over the shipped rulings.
        problems: Shipped entries that couldn't be read and were left out.
        reference: File of reference data; if it is there, official rulings and rules stand among the choices.
    """

    def __init__(self, search: Search, problems: Sequence[Problem] = (), reference: Path | None = None) -> None:
        self._search = search
        self._reference = None if reference is None else ReferenceSearch(reference, search)
        self.problems = tuple(problems)
        self._by_id = {ruling.id: ruling for ruling in search.base.rulings}
        self._segments: OrderedDict[tuple[Ruling, ...], Segment] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def shipped(
        cls, *, cache: Path | None = None, naming: Callable[[], Names] | None = None, reference: Path | None = None
    ) -> AskService:
        """The service over the rulings of the package.

        Args:
            cache: Folder in which the prebuilt index is kept; without it the index is built each time.
            naming: Gives the card names to look for in each question; by default those of the shipped catalogue.
            reference: File of reference data, which needn't be there (yet).
        """
        from rulings.search.cards import ShippedCards, shipped_cards
        from rulings.search.compiled import load

        shipped = load(cache=cache)
        cards = shipped_cards() if naming is None else ShippedCards(naming)
        return cls(Search(shipped.segment, shipped.vocabulary, cards, _is_english), shipped.problems, reference)

    @property
    def rulings(self) -> Sequence[Ruling]:
        """The shipped rulings."""
        return self._search.base.rulings

    def ruling(self, ruling_id: str, server_rulings: Iterable[Ruling] = ()) -> Ruling | None:
        """A ruling by id, a server's own before a shipped one, then an official text; None if there is none."""
        own = next((ruling for ruling in server_rulings if ruling.id == ruling_id), None)
        found = own or self._by_id.get(ruling_id)
        if found is None and self._reference is not None:
            return self._reference.ruling(ruling_id)
        return found

    def warm(self) -> None:
        """Read what is read at the first question, so that no later call waits for a file."""
        self._search.search("does lightnign bolt use the stack qqzzq")

    def cards_of(self, ruling_id: str) -> Sequence[str]:
        """The cards that have an official ruling; none before a sync."""
        return () if self._reference is None else self._reference.cards_of(ruling_id)

    def official(self, card: str) -> Sequence[Ruling]:
        """The official rulings on a card, by its full English name, newest first; none before a sync."""
        return () if self._reference is None else self._reference.of_card(card)

    def ask(
        self,
        question: str,
        server_rulings: Sequence[Ruling] = (),
        *,
        words: LocalWords | None = None,
        hidden: Collection[str] = (),
    ) -> AskResult:
        """Answer a question.

        Args:
            question: As typed, of any length and in any language.
            server_rulings: The asking server's published rulings. Their index is kept for the next call.
            words: The server's own words.
            hidden: Ids of official texts that the server doesn't use.
        """
        others = [self._segment(tuple(server_rulings))] if server_rulings else []
        result = self._search.search(question if words is None else words.read(question), others)
        if self._reference is not None:
            result = self._reference.add_to(result, hidden)
        if result.status is Status.DECLINED and result.reason in _NOTHING_FOUND:
            return self._named(question, result)
        return AskResult(
            question=question,
            status=result.status,
            answer=None if result.answer is None else _answer(result.answer, result.unused),
            alternatives=tuple(_alternative(hit) for hit in result.alternatives),
            cards=result.question.cards if result.question else (),
            unused=result.unused,
            message=_message(result),
            why=_why(result),
            reason=reason_of(result),
        )

    def _named(self, question: str, result: Result) -> AskResult:
        """Nothing was found: the rules that the question names are the choices if their texts are here."""
        cards = result.question.cards if result.question else ()
        numbers = rule_numbers(question)
        texts = [self._reference.ruling(f"rule:{each}") for each in numbers] if self._reference is not None else []
        choices = tuple(Alternative(each.id, each.question, each.rules, 0.0) for each in texts if each is not None)
        status = Status.UNSURE if choices else Status.DECLINED
        read = where_to_read(numbers, cards)
        message = _(_NAMED) if choices else " ".join(filter(None, (_(_DECLINED[result.reason]), read or _(_OFFER))))
        reason = Reason.UNSURE if choices else reason_of(result)
        return AskResult(question, status, None, choices, cards, (), message, reason=reason)

    def nearest(
        self, question: str, server_rulings: Sequence[Ruling] = (), *, limit: int = 5
    ) -> list[tuple[Ruling, Scored]]:
        """The rulings that share most with a question, best first, whatever the chance that they answer it.

        Args:
            question: As typed.
            server_rulings: The server's published rulings.
            limit: How many at most.
        """
        segments = [self._search.base, *([self._segment(tuple(server_rulings))] if server_rulings else [])]
        ranked = self._search.ranker.rank(self._search.analyse(question), segments, limit=limit)
        return [(segments[scored.segment].rulings[scored.entry], scored) for scored in ranked]

    def _segment(self, rulings: tuple[Ruling, ...]) -> Segment:
        with self._lock:
            segment = self._segments.get(rulings)
            if segment is not None:
                self._segments.move_to_end(rulings)
                return segment
        segment = self._search.segment(rulings)
        with self._lock:
            self._segments[rulings] = segment
            while len(self._segments) > _KEPT_SEGMENTS:
                self._segments.popitem(last=False)
        return segment


def _answer(hit: Hit, unused: Sequence[str]) -> Answer:
    ruling = hit.ruling
    wording = worded(ruling.question, ruling.answer, ruling.verdict, as_asked=hit.as_asked)
    why = hit.matched_by
    if unused:
        why = "; ".join(part for part in (why, f"I did not use: {', '.join(unused)}") if part)
    return Answer(
        id=ruling.id,
        title=ruling.question,
        text=wording.text,
        rules=ruling.rules[:MOST_RULES],
        cards=ruling.cards,
        source=ruling.source.value,
        as_of=ruling.as_of,
        confidence=hit.confidence,
        matched_by=why,
        note=_("Later change: {change}").format(change=ruling.later) if ruling.later else "",
        proof=ruling.proof,
        verdict=wording.verdict,
    )


def _alternative(hit: Hit) -> Alternative:
    return Alternative(hit.ruling.id, hit.ruling.question, hit.ruling.rules[:MOST_RULES], hit.confidence)


def _why(result: Result) -> Why | None:
    first = result.answer or next(iter(result.alternatives), None)
    if first is None:
        return None
    runner_up = result.runner_up
    return Why(
        phrase=first.phrase,
        nearness=round(first.nearness, 3),
        words=first.words,
        cards=tuple(card for card in (result.question.cards if result.question else ()) if card in first.ruling.cards),
        score=first.score,
        runner_up=None if runner_up is None else _alternative(runner_up),
        runner_up_score=0.0 if runner_up is None else runner_up.score,
        in_scope=round(result.in_scope, 3),
        right=round(result.right, 3),
    )


def _message(result: Result) -> str:
    if result.status is Status.ANSWERED:
        return ""
    if result.status is Status.UNSURE:
        return _(_UNSURE)
    return f"{_(_DECLINED.get(result.reason, _DECLINED['not found']))} {_(_OFFER)}"


def _is_english(word: str) -> bool:
    return word in _english_words()


@cache
def _english_words() -> frozenset[str]:
    from rulings.curated import DATA

    return frozenset((DATA / "english_words.txt").read_text(encoding="utf-8").split("\n"))
