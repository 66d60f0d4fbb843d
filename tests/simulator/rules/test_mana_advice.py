"""A cost that automatic tapping can't pay: the refusal says what the player may do."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.runner import run_scenario

TAP_FIRST = "tap the permanents for mana first"
ACTIVATE = "mana abilities that cost more can be activated before"


def refusal(setup: str) -> str:
    script = f"Alice mana: lands\n{setup}\nAlice hand: Grizzly Bears\nrefuse Alice casts Grizzly Bears"
    result = run_scenario(script, load_pool())
    assert result.ok, result
    return result.steps[-1].message


@pytest.mark.parametrize(
    "more",
    ["Wild Growth (attached to f)", "Overgrowth (attached to f)", "Mana Flare", "Mirari's Wake", "Mana Reflection"],
)
def test_mana_that_other_abilities_add_is_counted_by_who_taps_first(more: str) -> None:
    """CR 601.2g, 605.1b, 106.12b."""
    assert TAP_FIRST in refusal(f"Alice battlefield: Forest as f, {more}")


def test_mana_abilities_that_cost_more_than_tapping_are_the_players_to_activate() -> None:
    """CR 601.2g."""
    assert ACTIVATE in refusal("Alice battlefield: Forest, Chromatic Star")


@pytest.mark.parametrize(
    "setup",
    [
        "Alice battlefield: Forest",
        # nothing is left to tap
        "Alice battlefield: Forest (tapped) as f, Wild Growth (attached to f)",
        # it adds for another player's land alone
        "Alice battlefield: Forest\nBob battlefield: Forest as g, Wild Growth (attached to g)",
        # it replaces what is produced, but adds nothing
        "Alice battlefield: Forest\nBob battlefield: Contamination",
    ],
)
def test_what_cant_help_isnt_advised(setup: str) -> None:
    assert refusal(setup) == "Alice can't pay {1}{G}."
