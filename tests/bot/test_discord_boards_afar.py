"""Boards where the app is no member: answers to presses, changed by presses.

The stand-in refuses every request to such a channel (50001), and what a press allowed after its quarter of an hour.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from afar_tables import BEHIND, HAND, SECRET, SERVER, Afar
from app_world import World
from discord_standin.interactions import MESSAGE

from bot.discord_app import replies, transports
from bot.services.card_pool import load_pool
from bot.services.tables import TableService


async def test_a_board_that_cannot_be_changed_says_so_in_private_and_the_next_press_on_it_draws_it(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        with monkeypatch.context() as late:
            late.setattr(transports, "LIFE", timedelta(0))
            done = await afar.slash(world.alice, "sim manifest")
            assert done.text.count(BEHIND) == 1
            assert "Bring board here" in done.original.buttons()
            await standin.settle()
            assert "#1" not in board.text
        standin.expire()
        looked = await afar.press(world.carol, board, "Why?")
        assert "no seat" in looked.text
        await afar.shows(board, "#1 (face-down")
        standin.expire()
        # Where the app's clock is behind Discord's, Discord says so.
        done = await afar.slash(world.alice, "sim next-turn")
        await standin.until(lambda: BEHIND in done.text, "that the board is behind")
        assert "Bring board here" in done.messages[-1].buttons()
        await afar.press(world.bob, board, "My cards")
        await afar.shows(board, "Turn 2" if "Turn 1" in board.versions[0] else "Turn")
    assert [refusal.code for _line, refusal in standin.refused] == [50027]
    standin.refused.clear()


async def test_after_a_restart_a_press_on_the_old_board_works_and_draws_it(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        opened = await afar.press(world.alice, board, "Manifest")
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    async with world.bot():
        done = await afar.slash(world.alice, "sim manifest")
        assert BEHIND in done.text
        await standin.settle()
        assert "#1" not in board.text
        acted = await afar.press(world.alice, board, "Act")
        assert "Cast Shock" in acted.text
        await afar.shows(board, "#1 (face-down")
        await standin.submit_modal(opened, {"Card": "Lightform"})
        await afar.shows(board, "#2 (face-down")
    afar.hidden_from(world.bob, SECRET, "Lightform")


async def test_the_board_is_brought_to_the_end_of_the_chat_and_the_old_one_goes(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        first = await afar.start(cards=HAND)
        page = await afar.press(world.bob, first, "More")
        second = await afar.put(page, world.bob)
        assert first.deleted
        await afar.slash(world.alice, "sim manifest")
        await afar.shows(second, "#1 (face-down")
        with monkeypatch.context() as late:
            late.setattr(transports, "LIFE", timedelta(0))
            asked = await afar.slash(world.alice, "sim board")
            assert str(second.id) in asked.text
            third = await afar.put(asked)
        await standin.settle()
        assert afar.boards() == [second, third], "the old one can't be taken away now"
        acted = await afar.press(world.alice, second, "Act")
        assert "Cast Shock" in acted.text, "what is pressed there counts"
        await standin.until(lambda: second.deleted, "the old board gone by the press on it")
        await afar.press(world.alice, third, "Turn #1 face up")
        await afar.shows(third, SECRET)


class Held:
    """Edits of boards, each of which waits until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._quick = transports._Held.edit
        monkeypatch.setattr(transports._Held, "edit", lambda press, view: self._edit(press, view))

    async def _edit(self, press: Any, view: Any) -> None:
        self.begun.set()
        await self.go.wait()
        await self._quick(press, view)


async def test_a_board_is_brought_in_time_while_discord_is_slow_to_draw_it(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        page = (await afar.press(world.bob, board, "More")).messages[-1]
        slow = Held(monkeypatch)
        acting = asyncio.create_task(afar.slash(world.alice, "sim manifest"))
        await slow.begun.wait()
        pressed = asyncio.create_task(standin.press(world.bob, page, label="Bring board here"))
        try:
            await standin.until(
                lambda: (last := standin.interactions[-1]).source is page and last.acknowledged, "the acknowledgement"
            )
        finally:
            slow.go.set()
            await asyncio.gather(acting, pressed)
        await standin.until(lambda: board.deleted, "the old board gone")
        (fresh,) = afar.boards()
        assert "#1 (face-down" in fresh.text


async def test_a_press_that_comes_while_the_one_before_it_is_refused_draws_the_board(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        standin.expire()
        slow = Held(monkeypatch)
        acting = asyncio.create_task(afar.slash(world.alice, "sim manifest"))
        await slow.begun.wait()
        await afar.press(world.bob, board, "My cards")
        slow.go.set()
        done = await acting
        await afar.shows(board, "#1 (face-down")
        await standin.settle()
        assert BEHIND not in done.text
    assert [refusal.code for _line, refusal in standin.refused] == [50027]
    standin.refused.clear()


async def test_a_board_that_somebody_deleted_is_brought_back(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        board.deleted = True
        done = await afar.slash(world.alice, "sim manifest")
        await standin.until(lambda: "Bring board here" in done.messages[-1].buttons(), "the offer of a new board")
        assert "brings a new one" in done.text
        assert BEHIND not in done.text
        fresh = await afar.put(done)
        assert "#1 (face-down" in fresh.text
        await afar.press(world.alice, fresh, "Turn #1 face up")
        await afar.shows(fresh, SECRET)
    standin.refused.clear()  # the edit of the deleted message was the point


async def test_of_a_board_that_takes_no_more_changes_it_is_said_that_a_new_one_helps(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        standin.rest.fail_next(r"PATCH /webhooks/", 400, code=30046)
        done = await afar.slash(world.alice, "sim manifest")
        await standin.until(lambda: "brings a new one" in done.text, "what helps")
        assert BEHIND not in done.text
        assert "Bring board here" in done.messages[-1].buttons()
        # It took too many of them for a while.
        await afar.press(world.bob, board, "My cards")
        await afar.shows(board, "#1 (face-down")
        done = await afar.slash(world.alice, "sim next-turn")
        await standin.settle()
        assert "brings a new one" not in done.text


async def test_an_end_that_the_board_cannot_show_is_posted_anew(afar: Afar, monkeypatch: pytest.MonkeyPatch) -> None:
    """CR 708.9: what is face down is revealed to everybody at the end of the game."""
    world = afar.world
    async with world.bot():
        await afar.start(cards=HAND)
        await afar.slash(world.alice, "sim manifest")
        with monkeypatch.context() as late:
            late.setattr(transports, "LIFE", timedelta(0))
            asked = await afar.slash(world.alice, "sim end")
            ended = await afar.press(world.alice, asked.original, "End it and reveal")
            assert BEHIND in asked.text
            afar.hidden_from(world.bob, SECRET)
            brought = await afar.press(world.alice, asked.original, "Bring board here")
    assert ended.private
    assert SECRET in brought.text
    assert not brought.private


async def test_a_board_whose_answer_got_lost_is_the_board_all_the_same(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        asked = await afar.slash(world.alice, "sim start", opponent=world.bob, cards=HAND)
        standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        board = await afar.put(asked)
        await afar.press(world.bob, board, "Accept the seat of Bob")
        await afar.shows(board, "Pass", without="invited")
        await afar.slash(world.alice, "sim manifest")
        await afar.shows(board, "#1 (face-down")
    assert len(afar.boards()) == 1
    standin.refused.clear()  # the second acknowledgement was the point


async def test_a_press_whose_acknowledgement_got_lost_is_answered_once_and_draws_the_board(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        standin.expire()
        standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        done = await afar.press(world.alice, board, "Next turn")
        await afar.shows(board, "Bob's precombat main phase")
        assert len(done.messages) == 1
        assert done.private
    assert {refusal.code for _line, refusal in standin.refused} == {40060}
    standin.refused.clear()  # the second acknowledgement was the point


async def test_a_press_that_came_too_late_for_discord_plays_nothing(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        before = board.text
        standin.rest.fail_next(r"POST /interactions/.*/callback", 404, code=10062)
        task = asyncio.create_task(standin.press(world.alice, board, label="Next turn"))
        await standin.until(lambda: not standin.rest.faults[-1].times, "the refused acknowledgement")
        await standin.settle()
        standin.interactions[-1].acknowledged = MESSAGE  # only to end the wait for it
        await task
        assert board.text == before
        await afar.press(world.alice, board, "Next turn")
        await afar.shows(board, "Bob's precombat main phase")


async def test_a_board_that_was_posted_just_before_a_restart_is_found_by_a_press(afar: Afar) -> None:
    world = afar.world
    async with world.bot():
        board = await afar.start(cards=HAND)
        (table,) = await world.tables.of_person(world.alice.id)
        await world.store.games.place(table.scope, table.id, channel_id=afar.channel.id, message_id=None)
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    async with world.bot():
        done = await afar.slash(world.alice, "sim manifest")
        assert "isn't posted yet" in done.text
        await afar.press(world.bob, board, "Act")
        await afar.shows(board, "#1 (face-down")
        assert BEHIND not in (await afar.slash(world.alice, "sim turn-up", permanent="#1")).text
        await afar.shows(board, SECRET)


async def test_a_table_that_takes_long_to_load_is_put_there_for_everybody_all_the_same(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = afar.world
    monkeypatch.setattr(replies, "PATIENCE", 0)
    quick = world.tables.get

    async def slow(*given: Any) -> Any:
        await asyncio.sleep(0.02)
        return await quick(*given)

    world.tables.get = slow  # type: ignore[method-assign]
    async with world.bot():
        board = await afar.start(cards=HAND)
        assert board.ephemeral_to is None
        await afar.slash(world.alice, "sim manifest")
        await afar.shows(board, "#1 (face-down")
        opened = await afar.press(world.alice, board, "Manifest")
        assert opened.modal is None
        assert "As Alice" in opened.text


async def test_where_apps_may_not_post_for_everybody_the_board_is_not_left_with_one(world: World) -> None:
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    afar = Afar(world, SERVER)
    guild = afar.channel.guild
    assert guild is not None
    guild.external_apps = False
    async with world.bot():
        asked = await afar.slash(world.alice, "sim start", cards=HAND)
        told = await afar.press(world.alice, asked.original, "Put the board here")
        assert "Use External Apps" in told.text
        assert [each.deleted for each in told.messages if "My cards" in each.buttons()] == [True]
        guild.external_apps = True
        board = await afar.put(await afar.slash(world.alice, "sim board"))
        assert board.ephemeral_to is None


async def test_a_board_stays_in_its_chat(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        await afar.start(cards=HAND)
        asked = await standin.slash(world.alice, "sim board")
        told = await afar.press(world.alice, asked.messages[-1], "Bring board here")
        assert "A board stays in its" in told.text


async def test_a_server_that_gets_the_app_and_loses_it_again_keeps_its_table(world: World) -> None:
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    afar = Afar(world, SERVER)
    guild = afar.channel.guild
    assert guild is not None
    async with world.bot():
        board = await afar.start(cards=HAND)
    guild.has_bot = True
    guild.join(world.standin.bot)
    async with world.bot():
        done = await afar.slash(world.alice, "sim manifest")
        assert BEHIND not in done.text
        await afar.shows(board, "#1 (face-down")
    guild.has_bot = False
    async with world.bot():
        assert BEHIND in (await afar.slash(world.alice, "sim turn-up", permanent="#1")).text
        assert SECRET not in board.text
        await afar.press(world.bob, board, "Act")
        await afar.shows(board, SECRET)


async def test_a_table_whose_board_was_never_put_there_offers_it_again(afar: Afar) -> None:
    world = afar.world
    async with world.bot():
        await afar.slash(world.alice, "sim start", cards=HAND)
        done = await afar.slash(world.alice, "sim manifest")
        assert "isn't posted yet" in done.text
        asked = await afar.slash(world.alice, "sim board")
        assert "Put the board here" in asked.original.buttons()
        board = await afar.put(asked)
        assert "#1 (face-down" in board.text


async def test_of_two_presses_on_the_same_button_at_once_one_counts(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        pressed = board.buttons()["Next turn"]
        done = await asyncio.gather(*(standin.press(world.alice, board, pressed) for _ in range(2)))
        await standin.settle()
        assert sum("moved on" in each.text for each in done) == 1
        assert "Bob's precombat main phase" in board.text


async def test_what_lets_a_board_be_changed_is_neither_stored_nor_logged(
    afar: Afar, caplog: pytest.LogCaptureFixture
) -> None:
    world, standin = afar.world, afar.standin
    caplog.set_level("INFO")
    async with world.bot():
        board = await afar.start(cards=HAND)
        await afar.slash(world.alice, "sim manifest")
        await afar.shows(board, "#1 (face-down")
        standin.rest.fail_next(r"PATCH /webhooks/", 400, code=50035)
        told = await afar.press(world.alice, board, "Turn #1 face up")
        assert "could not be redrawn" in told.text
        await afar.press(world.bob, board, "My cards")
        await afar.shows(board, SECRET)
    kept = b"".join(each.read_bytes() for each in world.data_dir.iterdir() if each.is_file())
    for each in standin.interactions:
        assert each.token not in caplog.text
        assert each.token.encode() not in kept
