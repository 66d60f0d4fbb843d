"""Official rulings and the rules' own text in one ranking with the entries, as far as reference data is at hand.

They are measured as entries are, by the same terms and weights. Whether an answer is given is decided by the reviewed
entries alone, whose confidence is calibrated: an official ruling cites no rule, and a rule's text answers no question.
So both stand among the choices, labelled and dated, where their score puts them. Of a card that the question names all
official rulings are looked at, an older wording as the history of the newer one; of the rules the few that share most
words with the question.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from rulings.model import Ruling, Source, Verdict
from rulings.remarks import Remark, in_lines
from rulings.search.engine import CHOICES_FROM, MOST_CHOICES, Hit, Result, Search, Status
from rulings.search.index import EntryTerms, Segment, analyse, card_term, merged
from rulings.search.question import Question
from rulings.search.text import key

if TYPE_CHECKING:
    from rulings.reference.database import OfficialRuling
    from rulings.reference.official import ShownRuling
    from rulings.reference.rules_text import Rule

#: What the ids of official rulings and of rules begin with.
OFFICIAL_ID, RULE_ID = "official:", "rule:"
# So many rules are looked at, and so many texts of each kind stand among the choices.
_MOST_RULES, _MOST_SHOWN = 8, 2
# A choice must hold this share of the question's words, by weight.
_LEAST_COVERED = 0.4
# By so much must an official text be closer than the closest entry to be the first choice.
_CLEARLY = 1.2
# A title is a line.
_TITLE = 90
# So many cards' and rules' terms are kept.
_KEPT = 512
_TENTHS = 10


class Texts(Protocol):
    """The reference data (`rulings.reference.database.Reference`)."""

    @property
    def edition(self) -> str:
        """The newest edition of the rules, an ISO date; empty if none is loaded."""
        ...

    def rulings(self, name: str) -> list[OfficialRuling]:
        """The official rulings on a card, newest first."""
        ...

    def cards_with(self, ruling: int) -> tuple[str, ...]:
        """The cards that have an official ruling."""
        ...

    def search_rules(self, text: str, limit: int = 10) -> list[Rule]:
        """The rules that share words with a text, best first."""
        ...

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        """A rule by its number."""
        ...


class OfficialTexts:
    """Searches reference data beside the entries.

    One reader at a time: the caller guards it, as it does the reference data's connection.

    Args:
        search: The search over the entries.
        texts: The reference data.
    """

    def __init__(self, search: Search, texts: Texts) -> None:
        self._search = search
        self._texts = texts
        self._cards: OrderedDict[str, Segment] = OrderedDict()
        self._rules: OrderedDict[str, tuple[Ruling, EntryTerms]] = OrderedDict()

    def add_to(self, result: Result, hidden: Collection[str] = ()) -> Result:
        """A result with official rulings and rules among its choices, where they share enough with the question.

        What was declined stays declined.

        Args:
            result: What the entries alone gave.
            hidden: Ids of texts that aren't used where it was asked.
        """
        question = result.question
        if question is None or result.status is Status.DECLINED:
            return result
        first = result.answer or result.alternatives[0]
        found = [
            replace(hit, confidence=round(result.right * min(1.0, hit.score / max(first.score, hit.score)), 3))
            for hit in self._hits(question, hidden, least=0.0 if first.as_asked else CHOICES_FROM * first.score)
        ]
        # As stable sorts go: on equal scores the reviewed entries come first.
        choices = sorted([*result.alternatives, *found], key=lambda hit: -hit.score)[:MOST_CHOICES]
        if result.answer is None and choices[0].score < _CLEARLY * first.score:
            # The reviewed entry that was closest stays the first choice unless an official text is clearly closer.
            choices = [first, *(hit for hit in choices if hit is not first)][:MOST_CHOICES]
        return replace(result, alternatives=tuple(choices))

    def ruling(self, identity: str) -> Ruling | None:
        """An official ruling or a rule by the id of a choice; None if it is gone."""
        if identity.startswith(RULE_ID):
            rule = self._texts.rule(identity.removeprefix(RULE_ID))
            return None if rule is None else _of_rule(rule, self._texts.edition)
        number = identity.removeprefix(OFFICIAL_ID)
        if identity == number or not number.isdecimal():
            return None
        for card in self._texts.cards_with(int(number)):
            for ruling in self._of_card(card).rulings:
                if ruling.id == identity:
                    return ruling
        return None

    def cards_of(self, identity: str) -> tuple[str, ...]:
        """The cards that have an official ruling, by the id of a choice: one text may stand on many."""
        number = identity.removeprefix(OFFICIAL_ID)
        return self._texts.cards_with(int(number)) if identity != number and number.isdecimal() else ()

    def of_card(self, card: str) -> Sequence[Ruling]:
        """The official rulings on a card, newest first, older wordings folded under them."""
        return self._of_card(card).rulings

    def _hits(self, question: Question, hidden: Collection[str], least: float) -> list[Hit]:
        segments = [*(self._of_card(card) for card in question.cards), self._of_rules(question)]
        segments = [segment for segment in segments if segment.rulings]
        shown: dict[Source, int] = {}
        hits: list[Hit] = []
        for scored in self._search.ranker.rank(question, segments) if segments else ():
            ruling = segments[scored.segment].rulings[scored.entry]
            if scored.covered < _LEAST_COVERED or scored.score < least or shown.get(ruling.source, 0) >= _MOST_SHOWN:
                continue
            if ruling.id in hidden:
                continue
            shown[ruling.source] = shown.get(ruling.source, 0) + 1
            why = "official ruling on a card that you named" if ruling.cards else "words of the rule's text"
            hits.append(Hit(ruling, 0.0, why, round(scored.score, 3), nearness=scored.nearness))
        return hits

    def _of_card(self, card: str) -> Segment:
        kept = self._cards.get(card)
        if kept is None:
            from rulings.reference.official import with_history

            rulings = [_official(card, shown) for shown in with_history(self._texts.rulings(card))]
            kept = Segment(rulings, [self._terms(ruling) for ruling in rulings])
            self._cards[card] = kept
        self._cards.move_to_end(card)
        _forget(self._cards)
        return kept

    def _of_rules(self, question: Question) -> Segment:
        wanted = " ".join(
            dict.fromkeys(
                part
                for word in question.words
                if not word.terms[0][0].startswith(card_term(""))
                for part in (*word.surface.split(), *word.terms[0][0].split("-"))
            )
        )
        entries: list[tuple[Ruling, EntryTerms]] = []
        for rule in self._texts.search_rules(wanted, _MOST_RULES) if wanted else ():
            kept = self._rules.get(rule.number)
            if kept is None:
                ruling = _of_rule(rule, self._texts.edition)
                kept = self._rules[rule.number] = (ruling, self._terms(ruling))
            self._rules.move_to_end(rule.number)
            entries.append(kept)
        _forget(self._rules)
        return Segment([ruling for ruling, _ in entries], [terms for _, terms in entries])

    def _terms(self, ruling: Ruling) -> EntryTerms:
        """What is asked of such a text is what it says: it has no phrasings of its own."""
        words = merged(analyse(ruling.answer, self._search.vocabulary, ruling.cards))
        about = tuple((card_term(card), _TENTHS) for card in ruling.cards)
        return EntryTerms(phrasings=(words,), answer=words, subject=about, keys=(key(ruling.question),))


def _forget(kept: OrderedDict[str, Segment] | OrderedDict[str, tuple[Ruling, EntryTerms]]) -> None:
    while len(kept) > _KEPT:
        kept.popitem(last=False)


def _official(card: str, shown: ShownRuling) -> Ruling:
    ruling = shown.ruling
    said = [ruling.comment]
    if ruling.gone_since:
        said.append(Remark("(No longer published since {date}.)", date=ruling.gone_since))
    said += [
        Remark("(Older wording of {date}, replaced: {text})", date=older.published_at, text=older.comment)
        for older in shown.replaced
    ]
    return Ruling(
        id=f"{OFFICIAL_ID}{ruling.id}",
        question=Remark(
            "{card}, official ruling of {date}: {text}", card=card, date=ruling.published_at, text=_line(ruling.comment)
        ),
        verdict=Verdict.EXPLAINS,
        answer=in_lines(said),
        rules=tuple(_cited(ruling.comment)),
        as_of=ruling.published_at,
        cards=(card,),
        source=Source.OFFICIAL,
    )


def _of_rule(rule: Rule, edition: str) -> Ruling:
    return Ruling(
        id=f"{RULE_ID}{rule.number}",
        question=Remark("Rule {number}: {text}", number=rule.number, text=_line(rule.text)),
        verdict=Verdict.EXPLAINS,
        answer=in_lines((rule.text, *(Remark("Example: {text}", text=example) for example in rule.examples))),
        rules=(rule.number,),
        as_of=edition,
        source=Source.RULES,
    )


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TITLE else f"{line[: _TITLE - 1].rstrip()}…"


def _cited(text: str) -> Sequence[str]:
    """The rules that a text names itself, which few do."""
    numbers: Iterable[str] = re.findall(r"\b\d{3}\.\d+[a-z]?\b", text)
    return list(dict.fromkeys(numbers))
