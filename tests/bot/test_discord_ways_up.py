"""A permanent that can be turned face up in several ways: whoever turns it up is asked, with buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from app_world import World
from discord_standin.world import Message
from real_tables import Play

from bot.services.card_pool import load_pool
from bot.services.tables import TableService

#: It can be turned up with morph and, manifested, for its mana cost (CR 701.40b, 702.37e).
SECRET = "Exalted Angel"
WAYS = ["With morph", "With disguise", "For its mana cost"]


@pytest.fixture
async def play(world: World) -> AsyncIterator[Play]:
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    played = Play(world)
    yield played
    played.within_limits()


async def _manifested(play: Play, card: str = SECRET) -> Message:
    board = await play.start(cards="battlefield: Plains x8; hand: Shock; library: Island x9")
    await play.standin.slash(play.world.alice, "sim manifest", {"card": card}, channel=board.channel)
    await play.standin.until(lambda: "Turn #1 face up" in board.buttons(), "the permanent")
    return board


async def test_the_button_on_the_board_asks_and_the_answer_turns_it_up(play: Play) -> None:
    """CR 702.37e: for its morph cost. CR 701.40b: for its mana cost, as it is a creature card."""
    alice = play.world.alice
    async with play.world.bot():
        board = await _manifested(play)
        asked = await play.standin.press(alice, board, label="Turn #1 face up")
        assert asked.private
        assert list(asked.original.buttons()) == WAYS
        play.hidden_from(play.world.bob, SECRET)
        assert SECRET not in asked.text
        wrong = await play.standin.press(alice, asked.original, label="With disguise")
        assert "can't be turned face up with its disguise" in wrong.text + asked.original.text
        again = await play.standin.press(alice, board, label="Turn #1 face up")
        done = await play.standin.press(alice, again.original, label="For its mana cost")
        assert "Alice pays {4}{W}{W}" in done.text + again.original.text
        await play.standin.until(lambda: SECRET in board.text, "the card face up")


async def test_the_menu_and_the_command_ask_too(play: Play) -> None:
    alice = play.world.alice
    async with play.world.bot():
        board = await _manifested(play)
        page = await play.standin.press(alice, board, label="Act")
        asked = await play.choose(alice, page, "Turn #1 face up")
        assert list(page.original.buttons()) == WAYS or list(asked.original.buttons()) == WAYS
        typed = await play.standin.slash(alice, "sim turn-up", {"permanent": "1"}, channel=board.channel)
        assert list(typed.original.buttons()) == WAYS
        offered = await play.standin.autocomplete(alice, "sim turn-up", "cost", "mor", channel=board.channel)
        assert [each["value"] for each in offered] == ["morph"]
        done = await play.standin.slash(
            alice, "sim turn-up", {"permanent": "#1", "cost": "morph"}, channel=board.channel
        )
        assert "face up (morph: {2}{W}{W})" in done.text


async def test_who_does_not_control_it_is_told_so_whichever_card_it_is(play: Play) -> None:
    """CR 708.5: what others are told doesn't depend on the card."""
    told = []
    async with play.world.bot():
        for card in (SECRET, "Delver of Secrets", "Island"):
            board = await _manifested(play, card)
            pressed = await play.standin.press(play.world.bob, board, label="Turn #1 face up")
            typed = await play.standin.slash(play.world.bob, "sim turn-up", {"permanent": "1"}, channel=board.channel)
            told.append((pressed.text, typed.text))
    assert len(set(told)) == 1
    assert "Only Alice" in told[0][0]


async def test_what_can_be_turned_up_in_one_way_is_turned_up_at_once(play: Play) -> None:
    async with play.world.bot():
        board = await _manifested(play, "Serra Angel")
        done = await play.standin.press(play.world.alice, board, label="Turn #1 face up")
        assert "is turned face up: Serra Angel" in done.text
