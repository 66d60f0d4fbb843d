"""How well questions with known answers are answered.

A question is a mapping with ``question``, ``rules`` (the deciding one first), optionally ``accept`` (other rules that a
judge would take as the main citation), ``verdict``, ``area`` and ``id``; without rules it is one to be declined.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.services.asking import AskResult, AskService
from bot.services.verdicts import leading_verdict
from rulings.citations import is_within, same_rule
from rulings.model import Verdict
from rulings.search.engine import Status

_OPPOSITE = {Verdict.YES.value: Verdict.NO, Verdict.NO.value: Verdict.YES}


class BadQuestion(ValueError):
    """A line is no question; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Case:
    """A question with what its answer must cite; nothing if it is to be declined."""

    id: str
    question: str
    wanted: tuple[str, ...]
    area: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case.

    Attributes:
        case: The case.
        result: The service's result.
        elapsed: Milliseconds that it took.
        places: Places, from 0, of the answer and the alternatives that hit.
        exact: Whether the first of them cites the wanted rule itself or a subrule of it.
        opposite: Whether it was answered with a hit that begins with the opposite verdict.
        turned: Whether the hit's own question has the opposite verdict, said or not.
    """

    case: Case
    result: AskResult
    elapsed: float
    places: tuple[int, ...]
    exact: bool
    opposite: bool
    turned: bool = False

    @property
    def answered(self) -> bool:
        """Whether an answer was given."""
        return self.result.status is Status.ANSWERED

    @property
    def right(self) -> bool:
        """Answered with a hit, or declined where there is nothing to answer."""
        if not self.case.wanted:
            return self.result.status is Status.DECLINED
        return self.answered and 0 in self.places


@dataclass(slots=True)
class Figures:
    """Counts over some outcomes; the fields are numbers of questions."""

    questions: int = 0
    first: int = 0
    third: int = 0
    exact: int = 0
    answered_right: int = 0
    answered_wrong: int = 0
    opposite: int = 0
    turned: int = 0
    unsure: int = 0
    unsure_offered: int = 0
    declined_wrongly: int = 0
    to_decline: int = 0
    declined_rightly: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count an outcome."""
        self.milliseconds.append(outcome.elapsed)
        status = outcome.result.status
        if not outcome.case.wanted:
            self.to_decline += 1
            self.declined_rightly += status is Status.DECLINED
            self.answered_wrong += status is Status.ANSWERED
            return
        self.questions += 1
        self.first += 0 in outcome.places
        self.third += any(place < 3 for place in outcome.places)
        self.exact += outcome.exact
        self.answered_right += outcome.right
        self.answered_wrong += outcome.answered and not outcome.right
        self.opposite += outcome.opposite
        self.turned += outcome.turned
        self.unsure += status is Status.UNSURE
        self.unsure_offered += status is Status.UNSURE and bool(outcome.places)
        self.declined_wrongly += status is Status.DECLINED

    def quantile(self, share: float) -> float:
        """Milliseconds that this share of the questions took at most; 0 without questions."""
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def read_cases(lines: Iterable[str]) -> Iterator[Case]:
    """The cases of a JSONL file; blank lines are skipped.

    Raises:
        BadQuestion: A line isn't a question.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row: dict[str, Any] = json.loads(line)
            rules, accept = row.get("rules") or [], row.get("accept") or []
            # The deciding rule is the first; those after it only support it.
            yield Case(
                id=str(row.get("id", number)),
                question=str(row["question"]),
                wanted=tuple(dict.fromkeys([*map(str, rules[:1]), *map(str, accept)])),
                area=str(row.get("area", "")),
                verdict=str(row.get("verdict", "")),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadQuestion(f'line {number} is no {{"question", "rules", …}} object: {error}') from error


def evaluate_cases(service: AskService, cases: Iterable[Case]) -> Iterator[Outcome]:
    """Ask every question."""
    for case in cases:
        started = time.perf_counter()
        result = service.ask(case.question)
        elapsed = (time.perf_counter() - started) * 1000
        shown = [result.answer.rules] if result.answer else []
        shown += [other.rules for other in result.alternatives]
        places = tuple(place for place, rules in enumerate(shown) if hits(rules, case.wanted))
        exact = bool(shown) and any(is_within(cited, wanted) for cited in shown[0] for wanted in case.wanted)
        opposite = turned = False
        if result.answer is not None and 0 in places and case.verdict in _OPPOSITE:
            ruling = service.ruling(result.answer.id)
            other = _OPPOSITE[case.verdict]
            turned = ruling is not None and ruling.verdict is other
            opposite = leading_verdict(result.answer.text) == other.value
        yield Outcome(case, result, elapsed, places, exact, opposite, turned)


@dataclass(frozen=True, slots=True)
class Bin:
    """Questions whose first entry was given about the same confidence.

    Attributes:
        low, high: The confidences.
        number: How many questions.
        told: Their mean confidence, 0 to 1.
        right: Share of them whose first entry was right, 0 to 1.
    """

    low: float
    high: float
    number: int
    told: float
    right: float


def reliability(outcomes: Iterable[Outcome], bins: int = 10) -> list[Bin]:
    """How often the first entry, shown as the answer or as the first choice, was right where a confidence was told.

    Bins without a question are left out; of a question to be declined no entry is right.
    """
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for outcome in outcomes:
        first = outcome.result.answer or next(iter(outcome.result.alternatives), None)
        if first is not None:
            place = min(bins - 1, int(first.confidence * bins))
            sorted_in[place].append((first.confidence, 0 in outcome.places))
    return [
        Bin(
            low=place / bins,
            high=(place + 1) / bins,
            number=len(found),
            told=sum(confidence for confidence, _ in found) / len(found),
            right=sum(right for _, right in found) / len(found),
        )
        for place, found in enumerate(sorted_in)
        if found
    ]


def hits(cited: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether an answer's rules hold a wanted one, or a subrule of the same rule."""
    return any(is_within(rule, other) or same_rule(rule, other) for rule in cited for other in wanted)
