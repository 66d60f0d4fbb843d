"""What the log says of zone changes."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.runner import run_scenario


def said(script: str) -> list[tuple[str | None, dict[str, str]]]:
    """The events of the last step: what all read, and what some read instead."""
    return [(event.public, dict(event.private)) for event in run_scenario(script, load_pool()).steps[-1].events]


@pytest.mark.parametrize(
    ("setup", "step", "words"),
    [
        ("Alice battlefield: Shivan Reef", "destroy Shivan Reef", "is destroyed and put into Alice's graveyard"),
        ("Alice battlefield: Forest (owned by Bob)", "sacrifice Forest", "is sacrificed and put into Bob's graveyard"),
        ("Alice battlefield: Hill Giant", "exile Hill Giant", "is exiled"),
        ("Alice battlefield: Hill Giant", "return Hill Giant to hand", "is returned to Alice's hand"),
        ("Alice battlefield: Hill Giant", "return Hill Giant to library", "is put on top of Alice's library"),
        ("Alice library: Hill Giant", "Alice mills", "is milled and put into Alice's graveyard"),
        ("Alice library: Hill Giant\nBob battlefield: Rest in Peace", "Alice mills", "is milled and exiled"),
        ("Alice hand: Hill Giant", "Alice discards", "is discarded and put into Alice's graveyard"),
    ],
)
def test_it_says_what_happens_and_where_it_goes(setup: str, step: str, words: str) -> None:
    assert any(str(text).endswith(words) for text, _ in said(f"{setup}\n{step}"))


def test_a_counterspell_is_said_once() -> None:
    setup = "Alice hand: Shock\nBob hand: Cancel\nAlice casts Shock targeting Bob\nBob casts Cancel targeting Shock"
    texts = [text for text, _ in said(f"{setup}\nresolve")]
    assert texts[1:] == [
        "Shock is countered",
        "Shock is put into Alice's graveyard",
        "Cancel is put into Bob's graveyard",
    ]


def test_only_its_owner_reads_which_card_was_foretold() -> None:
    """CR 702.143a, 406.3."""
    text, private = said("Alice hand: Saw It Coming\nAlice foretells Saw It Coming")[-1]
    assert (text, private) == ("A card is exiled face down", {"Alice": "Saw It Coming is exiled face down"})
