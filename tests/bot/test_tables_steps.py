"""Tables in every step of a turn, and undo among announcements that are taken back."""

from __future__ import annotations

import pytest
from table_club import ALICE, BOB, Club

from bot.services.table_types import Refusal

SETUP = """players: Alice, Bob
Alice mana: lands
Alice battlefield: Hill Giant, Mountain
Alice hand: Lightning Strike
Alice library: Forest x9
Bob library: Forest x9
"""
STEPS = (
    "upkeep", "draw", "main", "combat", "attackers", "blockers", "damage", "end-of-combat", "second-main", "end",
)  # fmt: skip
AHEAD = [
    "combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "the postcombat main phase",
    "the end step",
]


async def test_what_may_be_done_is_listed_in_every_step(club: Club) -> None:
    """CR 500.1, 506.1: the steps of a turn in their order; those that are still ahead are offered."""
    both = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
    table = await club.table(SETUP, both)
    await table.next_turn(ALICE)
    fewer = len(AHEAD)
    for step in STEPS:
        await table.act(ALICE, "Alice", f"go to {step} of Alice" if step == "upkeep" else f"go to {step}")
        if step == "attackers":
            # CR 508.8: without attackers the steps up to the end of combat are skipped
            await table.act(ALICE, "Alice", "attacks with Hill Giant")
        offered = [move.label for move in (await table.moves(ALICE, "Alice"))[1]]
        ahead = [each for each in AHEAD if f"Go to {each}" in offered]
        assert ahead == AHEAD[len(AHEAD) - len(ahead) :], step
        assert len(ahead) <= fewer
        assert "Next turn" in offered
        fewer = len(ahead)
    assert fewer == 0


async def test_an_announcement_that_was_taken_back_can_be_gone_back_to_and_answered_again(club: Club) -> None:
    """CR 733.1: an action that can't be completed is taken back; undo then leads to where it waited."""
    table = await club.table(SETUP)
    for again in (table, None):
        played = again or await club.restarted(table)
        if again is not None:
            await played.act(ALICE, "Alice", "casts Lightning Strike")
        for _ in range(2):
            (asked,) = played.choices(ALICE)
            target = asked.options.index("Bob")
            with pytest.raises(Refusal, match="pay"):
                await played.answer(ALICE, "Alice", played.version, [target])
            assert played.choices(ALICE) == []
            await played.undo(ALICE)
        assert played.choices(ALICE)
    await played.undo(ALICE)
    assert played.choices(ALICE) == []
    await played.act(ALICE, "Alice", "go to combat")
    await (await club.restarted(played)).act(BOB, "Bob", "concedes")
