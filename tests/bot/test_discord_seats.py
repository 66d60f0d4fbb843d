"""Seats, and which of several tables is meant."""

from __future__ import annotations

import asyncio

from app_world import World

SECRET = "Delver of Secrets"


async def test_of_two_who_take_a_seat_at_once_only_one_is_told_that_they_sit(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", channel=world.general)
        board = world.board()
        seat = board.buttons()["Sit down as Bob"]
        pressed = await asyncio.gather(*(world.standin.press(who, board, seat) for who in (world.bob, world.carol)))
        letters = [world.standin.sent_to_dm(who) for who in (world.bob, world.carol)]
    assert sorted(len(each) for each in letters) == [0, 1]
    assert ["you play Bob" in each.text for each in pressed] == [bool(each) for each in letters]


async def test_who_gets_no_direct_messages_accepts_a_seat_in_the_one_that_they_open(world: World) -> None:
    world.bob.takes_dms = False
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        board = world.board()
        refused = await world.standin.press(world.bob, board, label="Accept the seat of Bob")
        assert "type `/look` there" in refused.text
        looked = await world.standin.slash(world.bob, "look")
        assert SECRET not in looked.text
        seated = await world.standin.press(world.bob, looked.original, label="Accept the seat of Bob")
        assert "Seat confirmed" in seated.text
        assert seated.channel is world.standin.dm_with(world.bob)
        await world.standin.until(lambda: "Accept" not in str(board.buttons()), "the board with Bob seated")
        await world.standin.slash(world.bob, "sim manifest", {"card": SECRET}, channel=world.general)
        assert SECRET in (await world.standin.slash(world.bob, "look")).text
        again = await world.standin.press(world.bob, looked.original, label="Accept the seat of Bob")
        assert "you play Bob" in again.text
    world.standin.refused.clear()  # the refused direct message was the point


async def test_an_invitation_is_for_the_invited_alone_and_in_the_direct_message_alone(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        here = await world.standin.slash(world.bob, "look", channel=world.general)
        carol = await world.standin.slash(world.carol, "look")
        theirs = await world.standin.slash(world.bob, "look")
        letter = world.standin.post(world.standin.dm_with(world.carol), theirs.original.body, {})
        refused = await world.standin.press(world.carol, letter, label="Accept the seat of Bob")
    assert "A seat is kept for you" in here.text
    assert "Accept the seat" not in str(here.original.buttons())
    assert "no confirmed seat" in carol.text
    assert "no such table" in refused.text


async def test_of_several_tables_the_last_one_is_played_and_named_and_another_can_be_chosen(world: World) -> None:
    async with world.bot():
        boards = [await world.table(), await world.table()]
        first, second = sorted(world.tables.all)
        offered = await world.standin.autocomplete(world.alice, "sim manifest", "table", "", channel=world.general)
        assert sorted(choice["value"] for choice in offered) == [first, second]
        done = await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        assert f"Table {first[:6]}" in done.text
        done = await world.standin.slash(
            world.alice, "sim manifest", {"card": SECRET, "table": second}, channel=world.general
        )
        assert f"Table {second[:6]}" in done.text
        await world.standin.until(lambda: all("#1" in board.text for board in boards), "both boards")
        for wanted in ("zzz", "", "0"):
            wrong = await world.standin.slash(world.alice, "sim undo", {"table": wanted}, channel=world.general)
            assert "none of your tables" in wrong.text


async def test_what_cannot_be_taken_back_asks_which_table(world: World) -> None:
    async with world.bot():
        await world.table()
        await world.table()
        for channel in (world.general, None):
            unclear = await world.standin.slash(world.alice, "sim end", channel=channel)
            assert "which in the option" in unclear.text
        assert not any(table.over for table in world.tables.all.values())
        _, second = sorted(world.tables.all)
        asked = await world.standin.slash(world.alice, "sim end", {"table": second}, channel=world.general)
        assert not any(table.over for table in world.tables.all.values())
        await world.standin.press(world.alice, asked.original, label="End it and reveal")
        assert [table.id for table in world.tables.all.values() if table.over] == [second]


async def test_look_shows_more_games_than_an_answer_may_have_follow_ups(world: World) -> None:
    """Of an app that somebody brought along Discord takes five: what is left goes as messages of its own."""
    async with world.bot():
        for _ in range(8):
            await world.standin.slash(world.alice, "sim start", {"alone": True}, channel=world.general)
        await world.standin.slash(world.alice, "look")
        await world.standin.settle()
        letters = [each for each in world.standin.sent_to_dm(world.alice) if "Log" in each.buttons()]
        assert len(letters) == 8
        assert len({each.buttons()["Log"] for each in letters}) == 8
    assert {refusal.code for _, refusal in world.standin.refused} == {40094}
    world.standin.refused.clear()  # that there are no more follow-ups was the point
