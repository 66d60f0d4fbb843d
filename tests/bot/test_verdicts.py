"""An answer says yes or no only to the question that it was asked."""

from __future__ import annotations

import pytest

from bot.discord_app.ports import Entry
from bot.discord_app.render import entry_texts
from bot.i18n import speaking
from bot.services.asking import AskService
from bot.services.verdicts import leading_verdict, under_title, worded
from rulings.model import Verdict

TITLE = "Does a tapped creature stay tapped when it is turned face up?"
TEXT = "Yes. Tapped and face up are separate statuses."


@pytest.fixture(scope="module")
def service() -> AskService:
    return AskService.shipped()


def test_a_verdict_is_kept_where_the_rulings_own_question_was_asked() -> None:
    assert worded(TITLE, TEXT, Verdict.YES, as_asked=True) == (TEXT, "yes")


def test_otherwise_the_reason_comes_first_and_the_verdict_is_tied_to_its_question() -> None:
    text, verdict = worded(TITLE, TEXT, Verdict.YES, as_asked=False)
    assert text == "Tapped and face up are separate statuses. So to the question above: yes."
    assert verdict == ""


def test_a_reason_that_leans_on_its_verdict_is_told_with_the_question() -> None:
    text, _ = worded("Can I?", "No, unless it has flash.", Verdict.NO, as_asked=False)
    assert text == "To “Can I?”: no, unless it has flash."


def test_a_verdict_with_conditions_isnt_repeated() -> None:
    assert worded("Can I?", "Yes, if it fits.", Verdict.DEPENDS, as_asked=False).text == "If it fits."


@pytest.mark.parametrize("text", ["Nobody may look.", "Yesterday's rule is gone.", "The life is gained."])
def test_what_begins_with_no_verdict_is_left_alone(text: str) -> None:
    assert leading_verdict(text) == ""
    assert worded(TITLE, text, Verdict.EXPLAINS, as_asked=False).text == text


def test_no_shipped_answer_begins_with_a_verdict_unless_its_own_question_is_asked(service: AskService) -> None:
    for ruling in service.rulings:
        turned = worded(ruling.question, ruling.answer, ruling.verdict, as_asked=False)
        assert leading_verdict(turned.text) == "", ruling.id
        assert turned.text[0].isupper() or not turned.text[0].isalpha(), ruling.id


def test_the_asked_question_and_its_opposite_are_told_apart(service: AskService) -> None:
    asked = service.ask(next(r.question for r in service.rulings if r.id == "turned-up-keeps-tapped")).answer
    assert asked is not None
    assert asked.verdict == leading_verdict(asked.text) == "yes"
    other = service.ask("does a tapped morph become untapped when it is turned face up").answer
    assert other is None or other.verdict == leading_verdict(other.text) == ""


def test_what_ties_a_verdict_to_its_question_is_in_the_readers_language() -> None:
    with speaking("es"):
        assert under_title("No, not by that.", as_asked=False) == "A esta pregunta: no, not by that."
        text, _ = worded(TITLE, TEXT, Verdict.YES, as_asked=False)
        assert text.endswith(" Así que, a la pregunta de arriba: sí.")
        shown = Entry("x", "Q?", "A esta pregunta: no, not by that.", (), "Dictamen revisado", "2026-04-17")
        assert "**A esta pregunta: no**, not by that." in entry_texts(shown)[0]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("Sí: se gira.", "yes"), ("Oui, deux fois.", "yes"), ("Não.", "no"), ("Nein — nie.", "no"), ("いいえ。", "no")],
)
def test_a_verdict_in_another_language_is_tied_to_its_question_too(text: str, verdict: str) -> None:
    assert leading_verdict(text) == verdict
    assert under_title(text, as_asked=False) == f"To this question: {text[:1].lower()}{text[1:]}"


def test_si_without_its_accent_is_no_verdict() -> None:
    assert leading_verdict("Si la carta es una criatura, se gira.") == ""
