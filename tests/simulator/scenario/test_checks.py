"""Checks hold when they are so, and fail when they aren't: each kind of property both ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario.result import ScenarioResult
from simulator.sentences import Sentence

Play = Callable[[str], ScenarioResult]

TABLE = """\
card Warded Wall {W} Artifact Creature - Wall 0/4
    Defender
    Ward {2}
card Glory Banner {1} Artifact
    Creatures you control get +1/+1.
card Bell Ringer {U} Creature - Elf 1/1
    When Bell Ringer enters, draw a card.
Alice mana: {U}{U}{2}
Bob life: 7
Alice battlefield: Grizzly Bears (tapped, 2 charge counters) as bear, Warded Wall as wall, Delver of Secrets (back face up) as bug
Alice battlefield: Hill Giant (face down manifested) as secret, Island (face down) as land, Hill Giant (owned by Bob) as lent
Alice hand: Island x2, Bell Ringer
Alice graveyard: Fire // Ice
Bob battlefield: Hill Giant (summoning sick, token) as giant
"""  # noqa: E501

OBJECT = [
    # what holds; what doesn't
    ("bear: face up", "bear: face down"),
    ("bear: tapped", "bear: untapped"),
    ("wall: untapped", "wall: tapped"),
    ("bear: 2/2", "bear: 2/3"),
    ("bear: named Grizzly Bears", "bear: named Hill Giant"),
    ("bear: mana value 2", "bear: mana value 3"),
    ("bear: mana cost {G}{1}", "bear: mana cost {2}{G}"),
    ("bear: creature", "bear: artifact"),
    ("bear: green", "bear: red"),
    ("bear: green Bear creature", "bear: green Giant creature"),
    ("bear: not artifact", "bear: not creature"),
    ("bear: 2 charge counters", "bear: 1 charge counters"),
    ("bear: 0 +1/+1 counters", "bear: 1 +1/+1 counters"),
    ("bear: controlled by Alice", "bear: controlled by Bob"),
    ("lent: owned by Bob", "bear: owned by Bob"),
    ("lent: controlled by Alice", "lent: controlled by Bob"),
    ("bear: unattached", "bear: attached to wall"),
    ("bear: in battlefield", "bear: in hand"),
    ("bear: in battlefield of Alice", "bear: in battlefield of Bob"),
    ("bear: damage 0", "bear: damage 1"),
    ("bear: no abilities", "wall: no abilities"),
    ("wall: has defender", "bear: has defender"),
    ("wall: has ward", "wall: lacks ward"),
    ("wall: has ward {2}", "wall: has ward {3}"),
    ("wall: lacks flying", "wall: lacks defender"),
    ("giant: token", "bear: token"),
    ("giant: summoning sick", "bear: summoning sick"),
    ("bear: not summoning sick", "giant: not summoning sick"),
    ("bug: transformed", "bear: transformed"),
    ("bug: 3/2", "bug: 1/1"),
    ("bug: no mana cost", "bear: no mana cost"),
    ("bug: mana value 1", "bug: mana value 0"),
    ("secret: face down", "secret: face up"),
    ("secret: manifested", "secret: cloaked"),
    ("secret: origin manifest", "secret: origin morph"),
    ("secret: no name", "bear: no name"),
    ("secret: colorless", "bear: colorless"),
    ("secret: no subtypes", "bear: no subtypes"),
    ("land: origin effect", "land: manifested"),
    ("bear: not phased out", "bear: phased out"),
    ("bear: not gone", "bear: gone"),
    ("Grizzly Bears: tapped", "Grizzly Bears: untapped"),
    ("#1: manifested", "#1: face up"),
    ("Hill Giant#2: token", "Hill Giant#1: token"),
    ("Fire // Ice: in graveyard of Alice", "Fire // Ice: in hand"),
    ("Ice: in graveyard", "Ice: in exile"),
]
PLAYER = [
    ("Bob: life 7", "Bob: life 20"),
    ("Alice: hand 3", "Alice: hand 2"),
    ("Alice: library 0", "Alice: library 1"),
    ("Alice: pool {U}{2}{U}", "Alice: pool {U}{2}"),
    ("Bob: pool empty", "Alice: pool empty"),
    ("Alice: sees secret as Hill Giant", "Bob: sees secret as Hill Giant"),
    ("Bob: cannot see secret", "Alice: cannot see secret"),
    ("Bob: sees bear as Grizzly Bears", "Bob: sees bear as Hill Giant"),
    ("Alice: cannot turn secret face up", "Alice: can turn secret face up"),
    ("Alice: cannot turn land face up", "Alice: can turn land face up"),
    ("Alice: can cast Bell Ringer", "Bob: can cast Bell Ringer"),
    ("Alice: cannot cast Hill Giant", "Alice: cannot cast Island"),
]
ZONES = [
    ("hand of Alice: Island", "hand of Alice: Hill Giant"),
    ("hand of Alice: Island x2", "hand of Alice: Island x3"),
    ("hand of Alice: exactly Bell Ringer, Island x2", "hand of Alice: exactly Island x2"),
    ("hand of Bob: empty", "hand of Alice: empty"),
    ("graveyard of Alice: Fire // Ice", "graveyard of Bob: Fire // Ice"),
    ("graveyard of Alice: Ice", "graveyard of Alice: Fire, Ice"),
    ("battlefield of Bob: exactly Hill Giant", "battlefield of Bob: exactly Grizzly Bears"),
    ("battlefield of Alice: Insectile Aberration", "battlefield of Alice: Delver of Secrets"),
    ("triggered: nothing", "triggered: 1"),
    ("stack: empty", "stack: 1"),
    ("revealed: nothing", "revealed: Island"),
]


@pytest.mark.parametrize(("so", "not_so"), OBJECT + PLAYER + ZONES)
def test_a_check_tells_what_is_so_from_what_is_not(play: Play, so: str, not_so: str) -> None:
    held = play(f"{TABLE}expect {so}")
    assert (held.exit_code, held.passed) == (0, 1), held
    failed = play(f"{TABLE}expect {not_so}")
    assert (failed.exit_code, failed.passed, len(failed.failed)) == (1, 0, 1), failed
    line = len(TABLE.splitlines()) + 1
    assert failed.failed[0].line == line
    assert failed.failed[0].expected != failed.failed[0].actual


@pytest.mark.parametrize("not_so", [not_so for _, not_so in OBJECT + PLAYER + ZONES])
def test_what_is_so_instead_is_made_of_sentences(play: Play, not_so: str) -> None:
    """What was expected stays as a script says it; what is so can be told in another language."""
    failure = play(f"{TABLE}expect {not_so}").failed[0]
    assert not isinstance(failure.expected, Sentence)
    assert isinstance(failure.actual, Sentence)
    assert _plain_words(failure.actual) <= {"defender", "ward {2}"} | set(failure.expected.split(": "))


def _plain_words(text: object) -> set[str]:
    """The words that were put into a sentence as plain text and begin with a small letter."""
    if isinstance(text, Sentence):
        return set().union(*map(_plain_words, text.values.values()))
    if isinstance(text, list | tuple):
        return set().union(*map(_plain_words, text))
    return {text} if isinstance(text, str) and text[:1].islower() else set()


def test_each_property_of_a_line_counts(play: Play) -> None:
    result = play(f"{TABLE}expect bear: 2/2, blue, tapped, artifact")
    assert result.passed == 2
    assert [failure.expected for failure in result.failed] == ["bear: blue", "bear: Artifact"]
    assert result.failed[0].actual == "bear: green Creature Bear"


def test_triggers_count_since_the_last_step_that_was_no_check(play: Play) -> None:
    result = play(
        f"{TABLE}Alice casts Bell Ringer for {{U}}\n"
        "resolve\n"
        "expect triggered: Bell Ringer\n"
        "refuse Alice plays Island\n"
        "expect triggered: 1\n"
        "expect stack: Bell Ringer\n"
        "resolve\n"
        "expect triggered: nothing\n"
    )
    assert result.passed == 5, result.failed + result.steps


def test_reveals_count_since_the_last_step(play: Play) -> None:
    result = play("Alice hand: Island, Hill Giant\nreveal Island\nexpect revealed: Island\nreveal Hill Giant\n"
                  "expect revealed: Hill Giant\nexpect revealed: Island")  # fmt: skip
    assert [failure.line for failure in result.failed] == [6]
    assert result.passed == 2
