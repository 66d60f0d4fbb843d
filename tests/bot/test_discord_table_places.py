"""Where tables stand, and what is said and done where a board is gone, is brought twice, or is nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from app_world import World
from discord_standin.world import Channel, Message
from real_tables import Play

from bot.services.card_pool import load_pool
from bot.services.tables import TableService


@pytest.fixture
async def play(world: World) -> AsyncIterator[Play]:
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    played = Play(world)
    yield played
    played.within_limits()


def _boards(play: Play) -> list[Message]:
    posted = [each for each in play.standin.messages.values() if each.ephemeral_to is None and not each.deleted]
    return [each for each in posted if "My cards" in each.buttons()]


async def test_who_accepts_a_seat_several_times_at_once_gets_one_private_message(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        board = world.board()
        seat = board.buttons()["Accept the seat of Bob"]
        pressed = await asyncio.gather(*(play.standin.press(world.bob, board, seat) for _ in range(3)))
        await play.standin.settle()
    assert all("you play Bob" in each.text for each in pressed)
    assert len(play.standin.sent_to_dm(world.bob)) == 1


async def test_a_board_that_is_brought_twice_at_once_while_somebody_acts_is_one_board(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.start(cards="hand: Shock")
        page = (await play.standin.slash(world.alice, "sim board", channel=world.general)).original
        bring = page.buttons()["Bring board here"]
        await asyncio.gather(
            play.standin.press(world.alice, page, bring),
            play.standin.press(world.alice, page, bring),
            play.standin.slash(world.alice, "sim manifest", channel=world.general),
        )
        await play.standin.settle()
        (board,) = _boards(play)
        assert board.channel is world.general
        assert "#1" in board.text
    play.standin.refused.clear()  # an edit of a board that was just taken away may be refused


async def test_in_an_announcement_channel_the_board_has_a_thread_too(play: Play) -> None:
    world = play.world
    news = play.standin.add_channel(Channel(5, name="news", guild=world.guild))
    async with world.bot():
        started = await play.standin.slash(world.alice, "sim start", channel=news)
        assert "can't make a thread" not in started.text
        assert world.board().channel.parent_id == news.id


async def test_a_board_that_takes_no_more_edits_is_replaced(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards="hand: Shock")
        await play.standin.settle()
        play.standin.rest.fail_next(r"PATCH /channels/.*/messages/", 400, code=50083)
        await play.standin.slash(world.alice, "sim manifest", channel=world.general)
        await play.standin.until(lambda: board.deleted, "the old board taken away")
        (fresh,) = _boards(play)
        assert "#1" in fresh.text


async def test_where_the_thread_is_gone_it_is_said_how_the_board_comes_back(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards="hand: Shock")
        del play.standin.channels[board.channel.id]
        done = await play.standin.slash(world.alice, "sim manifest", channel=world.general)
        await play.standin.until(lambda: "channel is gone" in done.text, "what is said of the board")
        assert "type `/sim board` there" in done.text
        asked = await play.standin.slash(world.alice, "sim board", channel=world.general)
        await play.standin.press(world.alice, asked.original, label="Bring board here")
        fresh = await play.standin.until(lambda: next(iter(_boards(play)[1:]), None), "the board")
        assert "#1" in fresh.text
    play.standin.refused.clear()  # the thread that is gone was the point


async def test_in_the_direct_message_nobody_else_is_invited(play: Play) -> None:
    world = play.world
    async with world.bot():
        refused = await play.standin.slash(world.alice, "sim start", {"opponent": world.bob})
        assert "here you play all seats" in refused.text
        assert _boards(play) == []
        await play.standin.slash(world.alice, "sim start", {"mana": "lands"})
        (board,) = _boards(play)
        await play.standin.slash(world.alice, "sim leave", {"player": "Bob"})
        more = await play.standin.press(world.alice, board, label="More")
        assert "Invite" not in more.text
        refused = await play.standin.slash(world.alice, "sim invite", {"person": world.bob})
        assert "here you play all seats" in refused.text
        await play.standin.slash(world.alice, "sim invite", {"person": world.alice})
        await play.standin.until(lambda: "Accept the seat of Bob" in board.buttons(), "one's own seat")


async def test_onlookers_are_offered_nothing_that_only_players_may(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards="hand: Shock")
        assert list((await play.standin.press(world.carol, board, label="More")).original.buttons()) == ["Share"]
        assert "Bring board here" in (await play.standin.press(world.bob, board, label="More")).original.buttons()


async def test_a_table_has_one_name_also_where_one_has_several(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.start(cards="hand: Shock")
        await play.start(cards="hand: Shock")
        where = await play.standin.slash(world.alice, "sim board", channel=world.general)
    assert where.text.count("Table") == 1


async def test_where_only_time_went_on_it_is_said_how_far(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards="hand: Shock")
        done = await play.standin.slash(world.alice, "sim act", {"step": "go to combat"}, channel=board.channel)
    assert "Alice's beginning of combat" in done.text


async def test_who_is_unknown_to_discord_cannot_be_invited(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.standin.slash(world.alice, "sim start", channel=world.general)
        more = await play.standin.press(world.alice, world.board(), label="More")
        menu = next(part for part in more.original.components() if part["type"] == 5)
        play.standin.users.pop(world.carol.id)
        refused = await play.standin.select(world.alice, more.original, [world.carol], menu["custom_id"])
        assert "no such person" in refused.text
        play.standin.users[world.carol.id] = world.carol
    play.standin.refused.clear()  # the unknown person was the point
