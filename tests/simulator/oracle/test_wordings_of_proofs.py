"""Wordings found by proofs of rulings, from invented cards in their style through the compiler to the game."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face
from simulator.scenario.runner import run_scenario

SCENARIOS = {
    # CR 701.21a, 101.4: all of each player's, at once; what is colorless stays
    "all of each player's": """
card "Pale Dawn" {7} Sorcery
    Each player sacrifices all permanents they control that are one or more colors.
Alice battlefield: Hill Giant as giant, Memnite as memnite, Forest
Bob battlefield: Grizzly Bears as bear, Serra Angel (face down manifested) as angel
Alice hand: Pale Dawn
Alice casts Pale Dawn
resolve
expect graveyard of Alice: exactly Hill Giant, Pale Dawn
expect graveyard of Bob: exactly Grizzly Bears
expect angel: face down, 2/2
""",
    "all of a target player's": """
card "Small Dawn" {2} Sorcery
    Target player sacrifices all artifacts they control.
Alice battlefield: Memnite
Bob battlefield: Ornithopter, Grizzly Bears
Alice hand: Small Dawn
Alice casts Small Dawn targeting Bob
resolve
expect battlefield of Alice: Memnite
expect battlefield of Bob: exactly Grizzly Bears
""",
    # CR 614.15: the other amount is dealt to the same target
    "other damage if kicked": """
card "Spark" {R} Instant
    Kicker {4}
    Spark deals 2 damage to any target. If this spell was kicked, it deals 4 damage instead.
Alice hand: Spark x2
Alice casts Spark targeting Bob
resolve
expect Bob: life 18
Alice casts Spark with kicker targeting Bob
resolve
expect Bob: life 14
""",
    # CR 611.3a: only while the condition holds
    "it's something as long as": """
card "Rest Stone" {2} Artifact
    As long as this artifact is tapped, it's a land in addition to its other types.
Alice battlefield: Rest Stone as stone
expect stone: Artifact, not Land
tap stone
expect stone: Artifact, Land
""",
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_wording_is_played(name: str) -> None:
    result = run_scenario(SCENARIOS[name], load_pool())
    assert result.ok, result


def test_what_functions_off_the_battlefield_isnt_read_as_functioning_there() -> None:
    """CR 113.6b: such a static ability says where it functions."""
    text = "As long as Test Bug isn't on the battlefield, it's a 1/1 Insect creature in addition to its other types."
    found = compile_face(FaceText(name="Test Bug", type_line="Legendary Planeswalker", oracle_text=text))
    assert [type(ability) for ability in found] == [t.UnsupportedAbility]
