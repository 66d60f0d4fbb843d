"""What gets lost on the way between the app and Discord: nothing that was played, and no name into the log."""

from __future__ import annotations

import asyncio
import gc

import pytest
from app_world import World
from discord_standin.interactions import MESSAGE

SECRET = "Delver of Secrets"


async def typed_and_lost(world: World, command: str, **options: str) -> None:
    """Alice types a command whose acknowledgement Discord has forgotten by the time it comes."""
    world.standin.rest.fail_next(r"POST /interactions/.*/callback", 404, code=10062)
    task = asyncio.create_task(world.standin.slash(world.alice, command, options, channel=world.general))
    faults = world.standin.rest.faults
    await world.standin.until(lambda: not faults[-1].times, "the refused acknowledgement")
    lost = world.standin.interactions.pop()
    assert lost.acknowledged is None
    lost.acknowledged = MESSAGE  # only to end the wait for it
    await task


async def test_what_was_played_is_on_the_board_even_if_its_player_could_not_be_told(world: World) -> None:
    async with world.bot():
        board = await world.table()
        next(iter(world.tables.all.values())).busy = 1.3
        await typed_and_lost(world, "sim manifest", card=SECRET)
        await world.standin.until(lambda: "#1" in board.text, "the board with what was played")
    assert SECRET not in board.text


async def test_what_was_refused_and_could_not_be_told_stays_out_of_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async with world.bot():
        await world.table()
        next(iter(world.tables.all.values())).busy = 1.3
        await typed_and_lost(world, "sim act", step=f"munches {SECRET}")
        await world.standin.settle()
        gc.collect()
        await asyncio.sleep(0)
    assert "gone before it could be answered" in caplog.text
    assert "never retrieved" not in caplog.text
    assert SECRET not in caplog.text


async def test_a_refusal_whose_answer_got_lost_is_told_once(world: World) -> None:
    async with world.bot():
        await world.table()
        world.standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        refused = await world.standin.slash(world.carol, "sim undo", channel=world.general)
        await world.standin.until(lambda: world.standin.refused, "the second try")
        await world.standin.settle()
    assert [message.text for message in refused.messages if "no seat" in message.text] == [refused.text]
    assert refused.private
    assert {refusal.code for _, refusal in world.standin.refused} == {40060}
    world.standin.refused.clear()


@pytest.mark.parametrize("code", [30046, 50083], ids=["edited too often after its first hour", "thread archived"])
async def test_a_board_that_takes_no_more_edits_is_posted_anew(world: World, code: int) -> None:
    async with world.bot():
        board = await world.table()
        await world.standin.until(lambda: "Accept" not in str(board.buttons()), "both seated")
        world.standin.rest.fail_next(r"PATCH /channels/", 400, code=code)
        done = await world.standin.slash(world.alice, "sim next-turn", channel=world.general)
        await world.standin.until(lambda: world.board() is not board, "a new board")
        fresh = world.board()
        await world.standin.press(world.bob, fresh, label="Next turn")
        await world.standin.until(lambda: "Turn 5" in fresh.text, "the new board in use")
    assert "could not be redrawn" not in done.text
