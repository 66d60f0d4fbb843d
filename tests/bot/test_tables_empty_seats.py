"""Tables at which a seat is empty: the game goes on without it."""

from __future__ import annotations

import pytest
from table_club import ALICE, BOB, Club

from bot.services.table_types import Refusal

FULL = """players: Alice, Bob
Alice library: Serra Angel, Elvish Visionary, Forest, Island
Bob hand: Grizzly Bears x7
Bob library: Hill Giant, Forest, Island, Mountain
"""
OPEN = {"Alice": (ALICE, True), "Bob": (None, False)}
KEPT = {"Alice": (ALICE, True), "Bob": (BOB, False)}


@pytest.mark.parametrize("seats", [OPEN, KEPT])
async def test_what_an_empty_seat_has_to_decide_is_taken_by_pass(club: Club, seats: object) -> None:
    """CR 514.1: who has more cards than the maximum hand size discards at cleanup, empty seat or not."""
    table = await club.table(FULL, seats)
    await table.next_turn(ALICE)
    await table.next_turn(ALICE)
    board = table.board()
    assert board.waiting_for.startswith("Bob has to decide. Nobody has that seat: Pass")
    with pytest.raises(Refusal, match="nobody has that seat: press"):
        await table.next_turn(ALICE)
    assert table.choices(ALICE) == []
    said = await table.pass_priority(ALICE)
    assert "Grizzly Bears is discarded" in said.events[0].text
    assert table.board().players[1].hand == 7
    await (await club.restarted(table)).next_turn(ALICE)


async def test_nobody_decides_for_a_seat_that_somebody_has(club: Club) -> None:
    table = await club.table(FULL)
    for user in (ALICE, BOB):
        await table.next_turn(user)
    assert table.board().waiting_for == "Bob has to decide."
    with pytest.raises(Refusal, match="Bob has to decide first"):
        await table.pass_priority(ALICE)


async def test_an_empty_seat_is_not_asked_whether_a_step_is_taken_back(club: Club) -> None:
    table = await club.table(FULL, OPEN)
    await table.act(ALICE, "Alice", "manifests")
    assert table.board().face_down
    said = await table.undo(ALICE)
    assert said.events[0].text == "The last step is taken back"
    assert not table.board().face_down


async def test_everybody_who_has_a_seat_still_is(club: Club) -> None:
    table = await club.table(FULL)
    await table.act(ALICE, "Alice", "manifests")
    assert "pressed for Bob" in (await table.undo(ALICE)).note
    assert table.board().face_down
    await table.undo(BOB)
    assert not table.board().face_down
