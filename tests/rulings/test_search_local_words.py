"""A server's own words."""

from __future__ import annotations

import pytest

from bot.services.asking import AskService
from rulings.search.local_words import LONGEST_MEANING, LONGEST_WORD, BadWord, LocalWords, checked


def test_a_word_is_read_as_its_meaning_and_whole_words_only() -> None:
    words = LocalWords({"boop": "return to hand"})
    assert words.read("can I Boop a token?") == "can i return to hand a token?"
    assert words.read("is booping allowed") == "is booping allowed"


def test_the_longest_word_is_read_and_a_meaning_is_not_read_again() -> None:
    words = LocalWords({"yeet": "exile", "yeet it": "sacrifice it", "exile": "yeet"})
    assert words.read("yeet it or yeet") == "sacrifice it or exile"


def test_a_question_without_such_a_word_is_left_as_it_is() -> None:
    assert (
        LocalWords({"boop": "return to hand"}).read("Does ÜNMORPHING use the stack") == "Does ÜNMORPHING use the stack"
    )
    assert LocalWords({}).read("Boop?") == "Boop?"


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        ("", "exile"),
        ("!!", "exile"),
        ("yeet", " "),
        ("a" * (LONGEST_WORD + 1), "exile"),
        ("yeet", "b" * (LONGEST_MEANING + 1)),
        ("Yeet", "yeet"),
    ],
)
def test_what_can_not_be_a_word_is_refused(word: str, meaning: str) -> None:
    with pytest.raises(BadWord):
        checked(word, meaning)


def test_a_word_is_kept_as_it_is_compared() -> None:
    assert checked("  The  Böop ", "Return to  HAND") == ("the boop", "return to hand")


def test_a_servers_words_count_in_its_own_questions_alone() -> None:
    service = AskService.shipped()
    asked = "what happens when i snoodle my token"
    words = LocalWords(dict([checked("snoodle", "bounce")]))
    found = service.ask(asked, words=words)
    plain = service.ask("what happens when i bounce my token")
    assert found.question == asked
    assert (found.status, found.answer) == (plain.status, plain.answer)
    assert service.ask(asked).answer != plain.answer or plain.answer is None
