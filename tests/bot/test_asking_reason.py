"""Why a question has no answer: moderators hear of rules questions alone, and of every one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.services.asking import AskService
from bot.services.asking_reason import Reason
from rulings.search.engine import Status

QUESTIONS = Path(__file__).parent.parent / "rulings" / "questions"


@pytest.fixture(scope="module")
def service() -> AskService:
    return AskService.shipped()


def reasons(service: AskService, file: Path, *, none: bool) -> list[tuple[str, Reason]]:
    lines: Iterable[dict[str, str]] = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    chosen = [each["question"] for each in lines if (each["concept"] == "none") == none]
    return [(question, service.ask(question).reason) for question in chosen]


@pytest.mark.parametrize(
    "question",
    [
        "hello",
        "how much is Black Lotus",
        "how much is black lotus worth?",
        "price of sol ring",
        "should I play Sol Ring",
        "what deck should i build",
        "in yugioh can i chain ash blossom to pot of prosperity",
        "?!",
    ],
)
def test_what_asks_nothing_of_the_rules_is_off_topic(service: AskService, question: str) -> None:
    assert service.ask(question).reason is Reason.OFF_TOPIC


@pytest.mark.parametrize(
    "question", ["fling", "Fling?", "[Opt]", "lightnign bolt", "702.19", "rule 702.19", "CR 702.19?"]
)
def test_a_name_alone_asks_nothing(service: AskService, question: str) -> None:
    assert service.ask(question).reason is Reason.NAME


@pytest.mark.parametrize(
    "question",
    [
        "how much is ward",
        "how much is equip on Skullclamp",
        "is the shuffle on Expose the Culprit flavor text",
        "whats the penalty for slow play at regular vs competitive",
        "humility opalescence",
        "o que e prioridade? eles podem responder",
        "can uro count itself as one of the 5",
        "blorp the fnord into the wibble snark",
    ],
)
def test_in_doubt_it_is_a_rules_question(service: AskService, question: str) -> None:
    assert service.ask(question).reason in (Reason.NO_RULING, Reason.UNSURE)


def test_an_answered_question_has_no_reason_and_an_unsure_one_says_so(service: AskService) -> None:
    result = service.ask("Can I turn my manifested Delver of Secrets face up?")
    assert (result.status, result.reason) == (Status.ANSWERED, Reason.NONE)
    unsure = service.ask("tiered spells")
    assert (unsure.status, unsure.reason) == (Status.UNSURE, Reason.UNSURE)


@pytest.mark.parametrize("name", ["own.jsonl", "own2.jsonl", "own3.jsonl", "own4.jsonl"])
def test_no_rules_question_is_lost(service: AskService, name: str) -> None:
    found = reasons(service, QUESTIONS / name, none=False)
    assert [question for question, reason in found if reason is Reason.OFF_TOPIC] == []


def test_most_questions_that_are_none_of_the_rules_are_off_topic(service: AskService) -> None:
    found = reasons(service, QUESTIONS / "declined.jsonl", none=True)
    assert sum(reason is Reason.OFF_TOPIC for _, reason in found) >= 0.6 * len(found)


@pytest.mark.shared
def test_the_shared_questions_are_told_apart(service: AskService, shared_dir: Path) -> None:
    file = shared_dir / "cases" / "questions.jsonl"
    assert [question for question, why in reasons(service, file, none=False) if why is Reason.OFF_TOPIC] == []
    found = reasons(service, file, none=True)
    assert sum(reason is Reason.OFF_TOPIC for _, reason in found) >= 0.6 * len(found)
