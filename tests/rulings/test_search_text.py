"""Words as they are compared: normalising, tokens, stems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.search.text import normalise, stem, tokens


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Æther Vial", "aether vial"),
        ("Jötun Grunt", "jotun grunt"),
        ("can’t", "can't"),
        ("non-creature", "noncreature"),
        ("morph w/o mana", "morph without mana"),
        ("drum w/ kinnan", "drum with  kinnan"),
        ("FACE–DOWN", "face-down"),
        ("don`t", "don't"),
    ],
)
def test_accents_ligatures_quotes_and_short_forms_are_made_plain(text: str, plain: str) -> None:
    assert normalise(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a +1/+1 counter on a 2/2", ["a", "+1/+1", "counter", "on", "a", "2/2"]),
        ("{T}: add {C}{C}", ["{t}", "add", "{c}", "{c}"]),
        ("rule 701.40b, please", ["rule", "701.40b", "please"]),
        ("face-down creature's ward", ["face", "down", "creature", "ward"]),
        ("players' hands doesn't", ["players", "hands", "doesnt"]),
        ("x=3?!", ["x", "3"]),
        ("", []),
    ],
)
def test_symbols_sizes_and_rule_numbers_are_one_token(text: str, words: list[str]) -> None:
    assert [token.word for token in tokens(text)] == words


@pytest.mark.parametrize(
    "family",
    [
        ["manifest", "manifests", "manifested", "manifesting"],
        ["flip", "flips", "flipped", "flipping"],
        ["copy", "copies", "copied", "copying"],
        ["die", "dies", "died", "dying", "death"],
        ["activate", "activates", "activated", "activating", "activation"],
        ["resolve", "resolves", "resolved", "resolving", "resolution"],
        ["ability", "abilities"],
        ["sacrifice", "sacrifices", "sacrificed", "sacrificing"],
        ["phase", "phases", "phased", "phasing"],
        ["pay", "pays", "paid", "paying"],
        ["tap", "taps", "tapped", "tapping"],
    ],
)
def test_forms_of_a_word_have_one_stem(family: list[str]) -> None:
    assert len({stem(word) for word in family}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("ward", "warden"), ("sacrifice", "sacred"), ("turn", "return"), ("counter", "encounter"), ("dread", "dreams")],
)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(max_size=200))
def test_any_text_is_read_and_offsets_point_at_the_tokens(text: str) -> None:
    plain = normalise(text)
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(plain)
        end = token.end


@given(st.text(alphabet="abcdeghilnorstuy'", min_size=1, max_size=15))
def test_a_stem_is_never_empty(word: str) -> None:
    assert stem(word)
