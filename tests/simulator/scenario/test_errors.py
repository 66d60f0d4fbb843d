"""A line that can't be read: the place, what could stand there, the nearest valid word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario.ast import Statement
from simulator.scenario.errors import ScenarioError

Reader = Callable[..., Statement]


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("Alice cast Delver of Secrets", 7, "casts"),
        ("Alise casts Delver of Secrets", 1, "Alice"),
        ("Alice libary: Island", 7, "library"),
        ("Alice casts Delver of Secrets targetting secret", 31, "targeting"),
        ("Alice casts Delvr of Secrets targeting secret", 13, "Delver of Secrets"),
        ("Alice battlefield: Island (face down manifestd) as x", 38, "manifested"),
        ("expect secret: tapped, mannifested", 24, "manifested"),
        ("expect secret: face dwn", 16, "face down"),
        ("expect sercet: tapped", 8, "secret"),
        ("Alice chooses bear, giatn", 15, "giant"),
        ("go to ubkeep", 7, "upkeep"),
        ("expect Bob: see secret as Island", 13, "sees"),
        ("refuse Alice concede", 14, "concedes"),
        ("expect secret: has flyng", 20, ""),
    ],
)
def test_the_nearest_valid_word_is_offered(read: Reader, text: str, column: int, hint: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column, caught.value.hint) == (1, column, hint)
    assert caught.value.expected
    assert not hint or hint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("resolve everything", 9, ("[rule number]", "the end of the line")),
        ("put Island onto the battlefield", 32, ("face down", "transformed", "under")),
        ("Alice turns secret face up for", 31, ("its mana cost", "mana such as {2}{U}", "nothing")),
        ("Alice turns #1 face up for {U", 28, ("its mana cost", "mana such as {2}{U}", "nothing")),
        ("Alice casts", 12, ("a card",)),
        ("deal 99999999 damage to Bob", 6, ("a number",)),
    ],
)
def test_what_could_stand_there_is_listed(read: Reader, text: str, column: int, expected: tuple[str, ...]) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert (caught.value.column, caught.value.expected) == (column, expected)


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "what is this?",
        "@everyone",
        "with " * 390,
        "expect secret: " + "with, " * 300,
        "a b, c: " * 240,
        "{" * 1500,
    ],
)
def test_nonsense_is_refused_with_a_place(read: Reader, text: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(text)
    assert caught.value.column >= 1
    assert len(str(caught.value)) < 300


def test_an_error_is_printable_as_json(read: Reader) -> None:
    with pytest.raises(ScenarioError) as caught:
        read("go to ubkeep")
    assert caught.value.to_json() | {"expected": []} == {
        "line": 1,
        "column": 7,
        "message": "I can't read “ubkeep” here.",
        "expected": [],
        "hint": "upkeep",
    }


def test_two_cards_with_one_half_are_both_named(read: Reader) -> None:
    with pytest.raises(ScenarioError, match=r"Fire // Ice or Start // Fire"):
        read("Alice casts Fire")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Alice casts Island for {1} for {2}", "`for` stands only once"),
        ("Alice manifests as bob", "is a player"),
        ("Alice hand: Island as Alice", "is a player"),
    ],
)
def test_what_contradicts_itself_is_refused(read: Reader, text: str, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        read(text)
