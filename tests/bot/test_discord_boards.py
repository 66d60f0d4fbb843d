"""Tables in Discord: seats, boards and their buttons, and hidden cards that reach only who may know them."""

from __future__ import annotations

import asyncio

from app_world import World

SECRET = "Delver of Secrets"


async def test_a_seat_is_given_only_after_the_direct_message_arrived(world: World) -> None:
    world.bob.takes_dms = False
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        board = world.board()
        refused = await world.standin.press(world.bob, board, label="Accept the seat of Bob")
        assert "open my profile" in refused.text
        assert refused.private
        assert "invited" in board.text
        world.bob.takes_dms = True
        await world.standin.press(world.bob, board, label="Accept the seat of Bob")
        await world.standin.until(lambda: "invited" not in board.text, "the board with Bob seated")
    assert "Seat confirmed" in world.standin.sent_to_dm(world.bob)[0].text
    world.standin.refused.clear()  # the refused direct message was the point


async def test_a_kept_seat_is_not_given_to_somebody_else_and_an_open_one_is(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        board = world.board()
        refused = await world.standin.press(world.carol, board, label="Accept the seat of Bob")
        assert "somebody else" in refused.text
        await world.standin.slash(world.alice, "sim start", channel=world.general)
        board = world.board()
        taken = await world.standin.press(world.carol, board, label="Sit down as Bob")
        assert "you play Bob" in taken.text


async def test_a_hidden_card_reaches_only_its_controller_and_only_by_direct_message(world: World) -> None:
    async with world.bot():
        board = await world.table()
        done = await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        assert done.private
        assert "#1" in done.text
        await world.standin.until(lambda: "#1 face-down" in board.text, "the board")
        looked = await world.standin.slash(world.alice, "look", channel=world.general)
        assert "direct message" in looked.text
        await world.standin.press(world.alice, board, label="My cards")
        await world.standin.settle()
        assert SECRET not in world.standin.seen_in_public()
        assert SECRET not in world.standin.seen_by(world.bob)
        assert all(SECRET not in message.text for each in world.standin.interactions for message in each.messages)
        letters = [message.text for message in world.standin.sent_to_dm(world.alice)]
        assert f"#1: ||{SECRET}||" in letters[-1]
        await world.standin.slash(world.alice, "sim turn-up", {"permanent": "1"}, channel=world.general)
        await world.standin.until(lambda: SECRET in board.text, "the card turned up")


async def test_look_in_the_direct_message_answers_there(world: World) -> None:
    async with world.bot():
        await world.table()
        await world.standin.slash(world.bob, "sim manifest", {"card": SECRET}, channel=world.general)
        world.bob.takes_dms = False
        looked = await world.standin.slash(world.bob, "look")
    assert f"#1: ||{SECRET}||" in looked.text
    assert looked.channel is world.standin.dm_with(world.bob)
    assert SECRET not in world.standin.seen_by(world.alice)


async def test_look_without_a_way_to_write_says_what_to_do_and_loses_nothing(world: World) -> None:
    async with world.bot():
        await world.table()
        await world.standin.slash(world.bob, "sim manifest", {"card": SECRET}, channel=world.general)
        world.bob.takes_dms = False
        looked = await world.standin.slash(world.bob, "look", channel=world.general)
        assert "open my profile" in looked.text
        assert "/look" in looked.text
        assert looked.private
        assert SECRET not in looked.text
        world.bob.takes_dms = True
        await world.standin.slash(world.bob, "look", channel=world.general)
    assert SECRET in world.standin.sent_to_dm(world.bob)[-1].text
    world.standin.refused.clear()


async def test_look_in_a_group_chat_is_private_and_goes_by_direct_message(world: World) -> None:
    world.standin.user_installs.add(world.bob.id)
    group = world.standin.add_group(world.alice, world.bob)
    async with world.bot():
        await world.table()
        await world.standin.slash(world.bob, "sim manifest", {"card": SECRET}, channel=world.general)
        looked = await world.standin.slash(world.bob, "look", channel=group)
    assert SECRET not in looked.text
    assert looked.original.ephemeral_to is world.bob
    assert SECRET in world.standin.sent_to_dm(world.bob)[-1].text


async def test_the_buttons_of_a_board_act_for_whoever_presses(world: World) -> None:
    async with world.bot():
        board = await world.table()
        opened = await world.standin.press(world.bob, board, label="Manifest")
        assert opened.modal is not None
        done = await world.standin.submit_modal(opened, {"Card": SECRET})
        assert done.private
        await world.standin.until(lambda: "Turn #1 face up" in board.buttons(), "the button")
        refused = await world.standin.press(world.alice, board, label="Turn #1 face up")
        assert "who controls #1" in refused.text
        assert SECRET not in world.standin.seen_by(world.alice)
        await world.standin.press(world.bob, board, label="Turn #1 face up")
        await world.standin.until(lambda: SECRET in board.text, "the card turned up")
        stranger = await world.standin.press(world.carol, board, label="Next turn")
        assert "no seat" in stranger.text


async def test_a_button_drawn_before_the_last_action_does_nothing(world: World) -> None:
    async with world.bot():
        board = await world.table()
        await world.standin.until(lambda: "Accept" not in str(board.buttons()), "the board with Bob seated")
        pressed = board.buttons()["Next turn"]
        first, second = await asyncio.gather(*(world.standin.press(world.alice, board, pressed) for _ in range(2)))
        await world.standin.settle()
    assert world.tables.all["0000000000000001"].turn == 4
    assert "moved on" in first.text + second.text


async def test_one_step_at_a_time_so_that_nobody_acts_for_somebody_else(world: World) -> None:
    async with world.bot():
        await world.table()
        for step in ("passes; Bob passes", "passes\nBob passes"):
            refused = await world.standin.slash(world.alice, "sim act", {"step": step}, channel=world.general)
            assert "One step at a time" in refused.text


async def test_why_is_answered_in_private_without_the_hidden_card_and_draws_no_board(world: World) -> None:
    """CR 708.2: a face-down permanent has only the characteristics listed for it, whoever asks."""
    async with world.bot():
        board = await world.table()
        await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        await world.standin.until(lambda: "#1 face-down" in board.text, "the board")
        version = world.tables.all["0000000000000001"].version
        for person in (world.alice, world.bob):
            offered = await world.standin.autocomplete(person, "sim why", "reference", "", channel=world.general)
            assert next(choice["value"] for choice in offered) == "#1"
            assert SECRET not in str(offered)
            told = await world.standin.slash(person, "sim why", {"reference": "#1"}, channel=world.general)
            assert told.private
            assert "layer 1b" in told.text
            assert "`708.2`" in told.text
            assert "What happened to it" in told.text
            assert SECRET not in told.text
            assert ("/look" in told.text) is (person is world.alice)
        assert world.tables.all["0000000000000001"].version == version


async def test_why_is_refused_to_who_has_no_seat_and_for_what_is_not_there(world: World) -> None:
    async with world.bot():
        await world.table()
        for person, reference, reads in (
            (world.carol, "#1", "no seat"),
            (world.bob, "#1", "There is no #1"),
            (world.bob, "#1; Alice passes", "One step at a time"),
        ):
            told = await world.standin.slash(person, "sim why", {"reference": reference}, channel=world.general)
            assert told.private
            assert reads in told.text


async def test_an_undo_that_is_refused_says_why(world: World) -> None:
    async with world.bot():
        await world.table()
        refused = await world.standin.slash(world.alice, "sim undo", channel=world.general)
    assert "can't be taken back" in refused.text


async def test_ending_reveals_what_is_face_down_and_takes_the_buttons_away(world: World) -> None:
    async with world.bot():
        board = await world.table()
        await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        asked = await world.standin.slash(world.alice, "sim end", channel=world.general)
        assert SECRET not in world.standin.seen_in_public()
        await world.standin.press(world.alice, asked.original, label="End it and reveal")
        await world.standin.until(lambda: "It has ended" in board.text, "the last board")
    assert SECRET in board.text
    assert set(board.buttons()) == {"Share"}


async def test_alone_in_the_direct_message_one_plays_both_seats(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start")
        unclear = await world.standin.slash(world.alice, "sim manifest", {"card": SECRET})
        assert "several seats" in unclear.text
        choices = await world.standin.autocomplete(world.alice, "sim manifest", "player", "")
        assert [choice["value"] for choice in choices] == ["Alice", "Bob"]
        done = await world.standin.slash(world.alice, "sim manifest", {"card": SECRET, "player": "Bob"})
    assert "Bob puts #1 down" in done.text


async def test_a_board_that_was_deleted_is_posted_anew(world: World) -> None:
    async with world.bot():
        board = await world.table()
        board.deleted = True
        await world.standin.slash(world.alice, "sim next-turn", channel=world.general)
        await world.standin.until(lambda: world.board() is not board, "a new board")
    assert "Turn 4" in world.board().text
    world.standin.refused.clear()


async def test_without_permission_to_write_the_table_is_not_started(world: World) -> None:
    world.general.bot_permissions = 1 << 10
    async with world.bot():
        refused = await world.standin.slash(world.alice, "sim start", channel=world.general)
    assert "Send Messages" in refused.text
    world.standin.refused.clear()


async def test_a_script_is_played_in_public_and_a_long_one_comes_with_a_file(world: World) -> None:
    async with world.bot():
        played = await world.standin.slash(world.alice, "sim run", {"script": "x"}, channel=world.general)
        assert not played.private
        assert "601.2a" in played.text
        world.tables.script_steps = 300
        played = await world.standin.slash(world.alice, "sim run", {"script": "x"}, channel=world.general)
        assert b"step 300" in played.original.files["game.txt"]
        wrong = await world.standin.slash(world.alice, "sim run", {"script": "syntax error"}, channel=world.general)
        assert "column 7" in wrong.text


async def test_a_game_goes_on_after_a_restart_and_old_buttons_work(world: World) -> None:
    async with world.bot():
        board = await world.table()
        await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        await world.standin.until(lambda: "Turn #1 face up" in board.buttons(), "the button")
        opened = await world.standin.press(world.bob, board, label="Manifest")
    async with world.bot():
        await world.standin.press(world.alice, board, label="Turn #1 face up")
        await world.standin.until(lambda: SECRET in board.text, "the card turned up")
        done = await world.standin.submit_modal(opened, {"Card": "Moat"})
        assert "#2" in done.text
        await world.standin.until(lambda: "#2" in board.text, "the board")
        await world.standin.press(world.alice, board, label="Next turn")
        await world.standin.until(lambda: "Turn 4" in board.text, "the next turn")
