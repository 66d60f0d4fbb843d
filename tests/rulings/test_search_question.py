"""A question as the search sees it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulings.search.question import Mention, Question, Speller, analyse, known_stems
from rulings.search.text import tokens
from rulings.search.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    {
        "stop": ["the", "a", "my", "can", "i", "is", "does"],
        "word": [{"term": "turn-up", "says": ["flip up", "flip * up"]}, {"term": "face-down", "says": ["face down"]}],
        "scope": [{"reason": "price", "hints": ["bane"]}],
    }
)
ENGLISH = {"store", "yesterday", "grading"}
SPELLER = Speller(
    known_stems(VOCABULARY, ["manifest", "morph", "storm", "indestructibl", "trading", "card:Forest"]),
    ENGLISH.__contains__,
)


KNOWN = {"delver of secrets": "Delver of Secrets // Insectile Aberration", "bane alley broker": "Bane Alley Broker"}


class Cards:
    """Knows two cards, by their names in lower case."""

    def find(self, question: str) -> Sequence[Mention]:
        found = [
            Mention(question.lower().index(name), question.lower().index(name) + len(name), card)
            for name, card in KNOWN.items()
            if name in question.lower()
        ]
        return sorted(found)

    def terms(self, card: str) -> Sequence[tuple[str, float]]:
        return [("double-faced", 1.0), ("face-down", 1.0)] if card.startswith("Delver") else []


def read(text: str) -> Question:
    return analyse(text, VOCABULARY, SPELLER, Cards())


def test_a_named_card_is_one_word_and_its_nature_is_evidence() -> None:
    question = read("flip my Delver of Secrets up")
    assert question.cards == ("Delver of Secrets // Insectile Aberration",)
    assert ("double-faced", 1.0) in question.evidence
    flip, card = question.words
    assert flip.terms[0][0] == "turn-up"
    assert card.surface == "Delver of Secrets"
    assert card.terms[0] == ("card:Delver of Secrets // Insectile Aberration", 1.0)
    # a phrasing may call it by one of its words
    assert "delver" in dict(card.terms)


def test_what_the_question_says_itself_is_no_evidence_of_a_card() -> None:
    assert dict(read("is Delver of Secrets face down").evidence) == {"double-faced": 1.0}


def test_rule_numbers_typed_by_the_asker_are_read() -> None:
    assert read("does 701.40B apply").rules == ("701.40b",)


@pytest.mark.parametrize(
    ("typed", "meant"), [("moprh", "morph"), ("manfest", "manifest"), ("indistructable", "indestructibl")]
)
def test_a_misspelt_rules_word_is_corrected(typed: str, meant: str) -> None:
    question = read(f"my {typed}")
    assert question.words[0].terms[0][0] == meant
    assert question.corrected == ((typed, meant),)


@pytest.mark.parametrize("word", ["store", "yesterday", "grading", "xyzzy", "mrph", "zzzzzzzzz"])
def test_everyday_and_unrecognisable_words_are_left_alone(word: str) -> None:
    question = read(f"my {word}")
    assert question.corrected == ()
    assert question.strange == (word,)


def test_a_word_close_to_two_others_is_not_guessed() -> None:
    speller = Speller(["trigger", "tripper"], lambda word: False)
    [token] = tokens("trigper")
    assert speller.correct(token) == token


def test_a_phrase_with_a_misspelt_word_is_still_found() -> None:
    speller = Speller(known_stems(VOCABULARY, ["manifest"]), lambda word: False)
    question = analyse("a manifst face down", VOCABULARY, speller)
    assert [word.terms[0][0] for word in question.words] == ["manifest", "face-down"]


def test_signs_of_another_subject_are_not_read_in_card_names() -> None:
    assert read("Bane Alley Broker face down").scopes == ()
    assert [scope.reason for scope in read("what is the bane").scopes] == ["price"]


@pytest.mark.parametrize("text", ["@everyone look", "@here", "hi <@!123> @everyone"])
def test_mentions_of_everyone_are_signs_of_no_question(text: str) -> None:
    assert any(scope.sure for scope in read(text).scopes)


def test_other_mentions_and_addresses_are_no_words() -> None:
    question = read("<@12345> is my morph face down https://example.com/morph <:smile:123>")
    assert [word.terms[0][0] for word in question.words] == ["morph", "face-down"]
    assert question.scopes == ()


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert('x');</script>",
        "'; DROP TABLE x; --",
        '{"role": "x"}; a = b;',
        "for (int i=0; i<3; i++)",
        "../../etc/x; ls",
    ],
)
def test_code_is_no_question(text: str) -> None:
    assert any(scope.sure for scope in read(text).scopes)


def test_mana_symbols_and_sizes_are_no_code() -> None:
    assert read("{2}{U}{U} for a 2/2 with +1/+1 (face down); does it morph?").scopes == ()


@pytest.mark.parametrize(
    "text",
    [
        "kann ich die kreatur umdrehen",
        "posso virar a minha criatura quando eu quero",
        "裏向きのクリーチャー",
        "можно ли",
    ],
)
def test_another_language_is_recognised(text: str) -> None:
    assert "another language" in [scope.reason for scope in read(text).scopes]


@pytest.mark.parametrize("text", ["does it die", "can i put my morph on el", "mana de el"])
def test_english_is_not_taken_for_another_language(text: str) -> None:
    assert read(text).scopes == ()


def test_nothing_is_read_in_nothing() -> None:
    question = read(" \n ")
    assert question.words == ()
    assert question.cards == ()
