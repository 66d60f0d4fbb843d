"""Players' words and the terms that they mean."""

from __future__ import annotations

from rulings.search.compiled import read_vocabulary
from rulings.search.text import tokens
from rulings.search.vocabulary import IMPLIES, MAYBE, Vocabulary

TABLE = {
    "stop": ["a", "the", "my", "it", "can", "i"],
    "word": [
        {
            "term": "turn-up",
            "says": ["turn face up", "turn * face up", "unmorph"],
            "maybe": ["flip"],
            "implies": ["face-down"],
        },
        {"term": "face-up", "says": ["face up"]},
        {"term": "coin", "says": ["flip a coin"]},
        {"term": "transform", "says": ["transform"], "maybe": ["flip"]},
    ],
    "scope": [
        {"reason": "price", "sure": ["market price"], "hints": ["price", "worth"]},
    ],
}
SMALL = Vocabulary(TABLE)


def terms(text: str, vocabulary: Vocabulary = SMALL) -> list[tuple[tuple[str, float], ...]]:
    """The terms of each word of a text."""
    return [word.terms for word in vocabulary.words(tokens(text))]


def test_a_phrase_stands_for_its_term_in_any_inflection() -> None:
    assert terms("turning face up") == [(("turn-up", 1.0), ("face-down", IMPLIES))]
    assert terms("unmorphed") == terms("unmorphs")


def test_a_phrase_may_have_words_in_between() -> None:
    [turn, morph] = terms("turn my morph face up")
    assert turn[0] == ("turn-up", 1.0)
    assert morph == (("morph", 1.0),)


def test_words_too_far_apart_are_no_phrase() -> None:
    assert terms("turn one two three four five face up")[0] == (("turn", 1.0),)


def test_the_longest_phrase_wins_wherever_it_starts() -> None:
    assert [word[0][0] for word in terms("flip a coin")] == ["coin"]
    assert [word[0][0] for word in terms("turn it face up")] == ["turn-up"]


def test_a_word_that_may_mean_something_keeps_its_own_meaning_first() -> None:
    [(own, *others)] = terms("flip")
    assert own == ("flip", 1.0)
    assert ("turn-up", MAYBE) in others
    assert ("transform", MAYBE) in others


def test_unknown_words_stand_for_their_stem_and_small_words_for_nothing() -> None:
    assert terms("can I manifest the dragons") == [(("manifest", 1.0),), (("dragon", 1.0),)]


def test_signs_of_another_subject_are_counted_once_a_word() -> None:
    found = SMALL.scopes(tokens("what is the market price and what is it worth"))
    assert [(scope.phrase, scope.sure) for scope in found] == [("market price", True), ("worth", False)]


def test_the_shipped_table_is_sound() -> None:
    vocabulary = read_vocabulary()
    for entry in vocabulary.table["word"]:
        assert set(entry) <= {"term", "says", "maybe", "implies"}, entry["term"]
        assert all(tokens(phrase) for phrase in [*entry["says"], *entry.get("maybe", ())]), entry["term"]
    for entry in vocabulary.table["scope"]:
        assert entry["reason"]
        assert entry["sure"] or entry["hints"]


def test_the_shipped_table_reads_players_words() -> None:
    vocabulary = read_vocabulary()

    def main(text: str) -> set[str]:
        return {word.terms[0][0] for word in vocabulary.words(tokens(text))}

    assert "turn-up" in main("can i unmorph it")
    assert "turn-up" in main("turn my guy face up")
    assert "double-faced" in main("a DFC")
    assert "modal-double-faced" in main("an MDFC")
    assert "enters" in main("does the ETB happen")
    assert "sacrifice" in main("i sac it")
    assert "mana-rock" in main("my mana rock")
    assert "mana-creature" in main("a mana dork")
    assert "board-wipe" in main("he casts a wrath")
    assert "mill" in main("i mill three")
    assert "bounce" in main("return it to hand")
    assert main("{T}") == {"tap"}
    assert main("{Q}") == {"untap"}


def test_no_rules_phrase_is_a_sure_sign_of_another_subject() -> None:
    vocabulary = read_vocabulary()
    for entry in vocabulary.table["word"]:
        for phrase in entry["says"]:
            assert not any(scope.sure for scope in vocabulary.scopes(tokens(phrase))), phrase
