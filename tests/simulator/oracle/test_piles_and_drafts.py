"""Face-down and face-up piles, from the text to the game; abilities that function during a draft."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face
from simulator.playable import executes
from simulator.scenario.runner import run_scenario

START = """
players: Alice, Bob
card "Two Heaps" {U} Sorcery
    TEXT
Alice hand: Two Heaps
Alice library: Island, Swamp, Forest, Mountain
Alice casts Two Heaps TARGET
resolve
"""


def play(text: str, target: str, steps: str) -> None:
    result = run_scenario(START.replace("TEXT", text).replace("TARGET", target) + steps, load_pool())
    assert result.error is None, result.error
    assert (result.unsupported, result.failed, result.assumed) == ((), (), ())


def test_an_opponent_separates_and_you_choose() -> None:
    """CR 700.3: who separates chooses the piles, then one pile is chosen by whom the text names."""
    play(
        "Target opponent looks at the top three cards of your library and separates them into a face-down pile and a "
        "face-up pile. Put one pile into your hand and the other into your graveyard.",
        "targeting Bob",
        "Bob chooses Swamp\nexpect revealed: Island, Forest\nAlice chooses mode 1\n"
        "expect hand of Alice: exactly Swamp\nexpect graveyard of Alice: Island, Forest\n",
    )


def test_you_separate_and_an_opponent_chooses() -> None:
    """CR 700.3: the pile that the opponent chooses goes to the hand."""
    play(
        "Look at the top two cards of your library and separate them into a face-down pile and a face-up pile. An "
        "opponent chooses one of those piles. Put that pile into your hand and the other into your graveyard.",
        "",
        "Alice chooses Swamp\nBob chooses mode 2\n"
        "expect hand of Alice: exactly Island\nexpect graveyard of Alice: Swamp\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Draft this card face up.",
        "As you draft a card, you may reveal it. If you do, turn this card face down.",
        "During the draft, you may turn this card face down.",
    ],
)
def test_what_functions_during_a_draft_does_nothing_in_a_game(text: str) -> None:
    """CR 905.2: the ability is there, and there is nothing for it to do."""
    (ability,) = compile_face(FaceText("Drafty Drone", "{1}", "Artifact Creature — Construct", text))
    assert ability == t.Static((t.DuringDraft(),))
    assert executes(ability)


@pytest.mark.parametrize(
    "text",
    [
        "During the draft, you may turn this card face down. Draw a card.",
        "This creature has flying as you draft a card.",
        "As you draft a card, you may reveal it. This creature gets +1/+1.",
    ],
)
def test_a_text_that_also_speaks_of_the_game_is_no_ability_of_the_draft(text: str) -> None:
    (ability,) = compile_face(FaceText("Drafty Drone", "{1}", "Artifact Creature — Construct", text))
    assert isinstance(ability, t.UnsupportedAbility)
