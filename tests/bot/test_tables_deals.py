"""Tables whose cards are dealt again because a seat was opened before the first action."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from table_club import ALICE, BOB, CHANNEL, HERE, Club

from bot.services.table_live import LiveTable
from bot.services.table_types import Refusal

SEATS = {"Alice": (ALICE, True), "Bob": (BOB, True)}


async def _table(club: Club) -> LiveTable:
    return await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, cards="hand: Shock, Island")


async def test_a_menu_of_the_deal_before_makes_no_move_in_this_one(club: Club) -> None:
    table = await _table(club)
    version, moves = await table.moves(ALICE, "Alice")
    number = [move.label for move in moves].index("Play Island")
    assert not table.begun
    table = await club.tables.open_seat(HERE, table.id, actor=ALICE)
    assert not table.begun
    for again in (table, await club.restarted(table)):
        with pytest.raises(Refusal, match="moved on"):
            await again.play(ALICE, "Alice", version, number)
        assert not again.begun


async def test_who_acts_while_a_seat_is_opened_acts_on_one_deal(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The action comes before the deal or after it: the game can be played on, by another process too."""
    table = await _table(club)
    games = club.store.games
    append, asked = games.append, asyncio.Event()

    async def slowly(*args: Any) -> int:
        asked.set()
        await asyncio.sleep(0.2)
        return await append(*args)

    monkeypatch.setattr(games, "append", slowly)
    acting = asyncio.create_task(table.act(ALICE, "Alice", "plays Island"))
    await asyncio.wait_for(asked.wait(), 10)
    with pytest.raises(Refusal, match="begun"):
        await club.tables.open_seat(HERE, table.id, actor=ALICE)
    await acting
    assert await club.tables.get(HERE, table.id) is table
    again = await club.restarted(table)
    assert again.over == ""
    assert again.board() == table.board()
    await again.act(BOB, "Bob", "concedes")


async def test_a_seat_that_is_opened_twice_at_once_is_there_once(club: Club) -> None:
    table = await _table(club)
    done = await asyncio.gather(
        *(club.tables.open_seat(HERE, table.id, actor=ALICE) for _ in range(3)), return_exceptions=True
    )
    assert [type(each) for each in done].count(LiveTable) == 1
    assert all(isinstance(each, LiveTable | Refusal) for each in done)
    assert [seat.player for seat in table.seats] == ["Alice", "Bob", "Carol"]


async def test_mana_between_people_is_paid_whatever_the_host_sets_up(club: Club) -> None:
    """CR 118.3: a player can't pay a cost without the resources to pay it."""
    for cards in ("mana: free", "hand: Shock; Alice  MANA:  Free"):
        with pytest.raises(Refusal, match="Between people"):
            await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, cards=cards)
    alone = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
    table = await club.tables.start(HERE, host=ALICE, seats=alone, channel_id=CHANNEL, cards="Alice mana: free")
    assert table.board().costs_not_paid
    with pytest.raises(Refusal, match="Between people"):
        await club.tables.open_seat(HERE, table.id, actor=ALICE)


async def test_a_table_with_free_mana_stays_with_one_person(club: Club) -> None:
    """CR 118.3; who plays all seats may hand all of them on."""
    alone = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
    table = await club.tables.start(HERE, host=ALICE, seats=alone, channel_id=CHANNEL)
    await table.free_seat("Bob", actor=ALICE)
    for again in (table, await club.restarted(table)):
        for take in (again.invite, again.sit):
            with pytest.raises(Refusal, match="one person plays all"):
                await take("Bob", BOB)
    await table.free_seat("Alice", actor=ALICE)
    await table.sit("Bob", BOB)
