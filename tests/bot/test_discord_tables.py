"""Tables on Discord with the real simulator: threads, *Act*, seats, sharing, lists of cards, what stays hidden."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest
from app_world import World
from discord_standin.world import Message, User
from real_tables import Play

from bot.services.card_pool import load_pool
from bot.services.table_game import begin
from bot.services.tables import TableService

SECRET = "Delver of Secrets"
HAND = "hand: Exalted Angel, Shock, Island, Cryptic Command"


@pytest.fixture(scope="module")
def pool():  # type: ignore[no-untyped-def]
    return load_pool()


@pytest.fixture
async def play(world: World, pool) -> AsyncIterator[Play]:  # type: ignore[no-untyped-def]
    world.tables = TableService(world.store, pool)  # type: ignore[assignment]
    played = Play(world)
    yield played
    played.within_limits()


def _list_of(play: Play, user: User) -> Message | None:
    sent = play.standin.sent_to_dm(user)
    return next((each for each in sent if "Log" in each.buttons() and not each.deleted), None)


async def test_a_table_stands_in_a_thread_of_its_own(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start()
        assert board.channel.type == 11
        assert board.channel.parent_id == world.general.id
        assert "costs are announced, not paid" not in board.text
        assert {"Act", "My cards", "Pass", "Undo", "Why?"} <= set(board.buttons())


async def test_where_no_thread_can_be_made_the_board_is_in_the_channel_and_that_is_said(play: Play) -> None:
    world = play.world
    world.general.bot_permissions = (1 << 10) | (1 << 11)
    async with world.bot():
        started = await play.standin.slash(world.alice, "sim start", channel=world.general)
        assert "can't make a thread" in started.text
        assert world.board().channel is world.general
    play.standin.refused.clear()  # the refused thread was the point


async def test_act_offers_the_legal_actions_of_whoever_presses_in_private(play: Play) -> None:
    """CR 601.2c: targets are announced as part of casting; what is asked comes next in the same private message."""
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        mine = await play.standin.press(world.alice, board, label="Act")
        assert mine.private
        assert "Cast Shock" in mine.text
        theirs = await play.standin.press(world.bob, board, label="Act")
        assert "Exalted Angel" not in theirs.text
        asked = await play.choose(world.alice, mine, "Cast Shock")
        done = await play.choose(world.alice, asked, "Bob")
        assert "Alice casts Shock" in (done.text + mine.text)
        await play.standin.until(lambda: "Alice has priority" in board.text, "the spell on the board")
        await play.standin.press(world.alice, board, label="Pass")
        await play.standin.until(lambda: "Bob has priority" in board.text, "Bob's priority")
        refused = await play.standin.press(world.alice, board, label="Pass")
        assert "It is for Bob" in refused.text
        await play.standin.press(world.bob, board, label="Pass")
        await play.standin.until(lambda: "18 life" in board.text, "the damage")
        play.hidden_from(world.bob, "Exalted Angel", "Cryptic Command")
        stranger = await play.standin.press(world.carol, board, label="Act")
        assert "no seat" in stranger.text


async def test_a_menu_from_before_says_that_the_table_has_moved_on(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        old = await play.standin.press(world.alice, board, label="Act")
        before = {label: custom for label, custom in board.buttons().items() if label == "Pass"}
        await play.standin.slash(world.alice, "sim play", {"card": "Island"}, channel=world.general)
        late = await play.choose(world.alice, old, "Cast Shock")
        assert "moved on" in late.text
        await play.standin.until(lambda: board.buttons()["Pass"] != before["Pass"], "the board")


async def test_the_whole_turn_is_played_by_slash_commands_too(play: Play) -> None:
    """CR 508.1, 509.1: attackers and blockers are declared by command."""
    world = play.world
    cards = "battlefield: Hill Giant, Llanowar Elves, Island x4; hand: Shock"
    async with world.bot():
        board = await play.start(cards=cards)

        async def do(user: object, command: str, **options: object) -> str:
            given = {name.replace("_", "-"): value for name, value in options.items()}
            return (await play.standin.slash(user, f"sim {command}", given, channel=world.general)).text  # type: ignore[arg-type]

        offered = await play.standin.autocomplete(
            world.alice, "sim attack", "creatures", "Hill Giant, lla", channel=world.general
        )
        assert [each["value"] for each in offered] == ["Hill Giant, Llanowar Elves"]
        assert "adds" in await do(world.alice, "activate", permanent="Llanowar Elves")
        await do(world.alice, "act", step="go to attackers")
        assert "attacks with Hill Giant" in await do(world.alice, "attack", creatures="Hill Giant")
        assert "press Pass" in (await do(world.alice, "act", step="go to damage")).replace("*", "")
        for person in (world.alice, world.bob) * 2:
            await do(person, "pass")
        await play.standin.until(lambda: "17 life" in board.text, "the damage on the board")
        assert "nothing to decide" in await do(world.bob, "choose", answer="yes")
        assert "It is for Alice" in await do(world.bob, "pass")
        assert "It is for Alice" in await do(world.bob, "act", step="passes")
        assert "no Emrakul" in await do(world.bob, "block", attacker="Hill Giant", creatures="Emrakul, the Aeons Torn")
        conceded = await do(world.bob, "concede")
        assert "104.3a" in conceded
        await play.standin.until(lambda: "Alice won" in board.text, "the end")


async def test_my_cards_is_one_message_a_game_that_is_kept_up_to_date(play: Play) -> None:
    """CR 708.5: only its controller may look at a face-down permanent; CR 116.2b: when it may be turned up."""
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        looked = await play.standin.slash(world.alice, "look", channel=world.general)
        assert SECRET not in looked.text
        (letter,) = [each for each in play.standin.sent_to_dm(world.alice) if "Log" in each.buttons()]
        assert f"#1: ||{SECRET}||" in letter.text
        assert "manifested" in letter.text
        assert "you may turn it up now" in letter.text
        assert str(board.id) in letter.text, "the link back to the table"
        await play.standin.slash(
            world.alice, "sim cast", {"card": "Exalted Angel", "face-down": True}, channel=world.general
        )
        await play.standin.until(lambda: "#2: ||Exalted Angel||" in letter.text, "the list with the spell")
        await play.standin.slash(world.alice, "look", channel=world.general)
        await play.standin.press(world.alice, board, label="My cards")
        assert [each for each in play.standin.sent_to_dm(world.alice) if "Log" in each.buttons()] == [letter]
        play.hidden_from(world.bob, SECRET, "Exalted Angel")
        letter.deleted = True
        for person in (world.alice, world.bob):
            await play.standin.slash(person, "sim pass", channel=world.general)
        fresh = await play.standin.until(
            lambda: next(
                (e for e in play.standin.sent_to_dm(world.alice) if "Log" in e.buttons() and not e.deleted), None
            ),
            "a new list",
        )
        log = await play.standin.press(world.alice, fresh, label="Log")
        assert SECRET in log.text
        acted = await play.standin.press(world.alice, fresh, label="Act")
        await play.choose(world.alice, acted, "Turn #1 face up")
        await play.standin.until(lambda: SECRET in board.text, "the card turned up from the direct message")
        await play.standin.until(lambda: SECRET not in fresh.text, "the list without it")
    play.standin.refused.clear()  # the edit of the message that was deleted was the point


async def test_look_in_the_direct_message_keeps_games_apart_and_moves_the_list_there(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.start(cards="hand: Shock")
        await play.start(cards="hand: Exalted Angel")
        await play.standin.slash(world.alice, "look", channel=world.general)
        old = [each for each in play.standin.sent_to_dm(world.alice) if "Log" in each.buttons()]
        assert len(old) == 2
        looked = await play.standin.slash(world.alice, "look")
        await play.standin.until(lambda: len(looked.messages) == 2, "a list for each game")
        texts = [each.text for each in looked.messages]
        assert ["Shock" in text for text in texts].count(True) == 1
        await play.standin.until(lambda: all(each.deleted for each in old), "the old lists gone")


async def test_seats_are_invited_opened_freed_and_left(play: Play) -> None:
    world = play.world
    async with world.bot():
        await play.standin.slash(world.alice, "sim start", channel=world.general)
        board = world.board()
        page = await play.standin.press(world.alice, board, label="More")
        await play.standin.press(world.alice, page.original, label="Open another seat")
        await play.standin.until(lambda: "Carol" in board.text, "a third player")
        menus = [part for part in page.original.components() if part["type"] == 5]
        assert len(menus) == 2
        await play.standin.select(world.alice, page.original, [world.carol], menus[1]["custom_id"])
        await play.standin.until(lambda: "Accept the seat of Carol" in board.buttons(), "the invitation")
        refused = await play.standin.press(world.bob, board, label="Accept the seat of Carol")
        assert "somebody else" in refused.text
        await play.standin.press(world.carol, board, label="Accept the seat of Carol")
        await play.standin.slash(world.alice, "sim invite", {"person": world.bob}, channel=board.channel)
        await play.standin.until(lambda: "Accept the seat of Bob" in board.buttons(), "the second invitation")
        nobody = await play.standin.slash(world.alice, "sim invite", {"person": world.mod}, channel=board.channel)
        assert "no such free seat" in nobody.text
        await play.standin.press(world.bob, board, label="Accept the seat of Bob")
        stranger = await play.standin.press(world.bob, board, label="More")
        assert "Free the seat of Carol" not in stranger.original.buttons()
        host = await play.standin.press(world.alice, board, label="More")
        forged = play.standin.post(board.channel, host.original.body, {})
        denied = await play.standin.press(world.bob, forged, label="Free the seat of Carol")
        assert "Only the host" in denied.text
        freed = await play.standin.press(world.mod, forged, label="Free the seat of Carol")
        assert "is free" in freed.text
        await play.standin.until(lambda: "Sit down as Carol" in board.buttons(), "the free seat")
        await play.standin.slash(world.bob, "sim leave", channel=board.channel)
        await play.standin.until(lambda: "Sit down as Bob" in board.buttons(), "the other free seat")
        spy = await play.standin.press(world.alice, board, label="Sit down as Bob")
        assert "somebody new" in spy.text


async def test_a_board_is_shared_and_brought_here_without_what_is_hidden(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        page = await play.standin.press(world.bob, board, label="More")
        shared = await play.standin.press(world.bob, page.original, label="Share")
        script = next(iter(shared.original.files.values())).decode()
        assert "unknown (face down manifested" in script
        asked = await play.standin.slash(world.alice, "sim board", channel=world.general)
        await play.standin.press(world.alice, asked.original, label="Bring board here")
        fresh = await play.standin.until(lambda: world.board() if world.board() is not board else None, "the board")
        assert fresh.channel is world.general
        assert board.deleted
        await play.standin.press(world.alice, fresh, label="Turn #1 face up")
        await play.standin.until(lambda: SECRET in fresh.text, "the new board in use")


async def test_ending_asks_first_and_then_reveals(play: Play) -> None:
    """CR 708.9: what is face down is revealed at the end of the game."""
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        asked = await play.standin.press(world.bob, board, label="End")
        play.hidden_from(world.bob, SECRET)
        await play.standin.press(world.bob, asked.original, label="End it and reveal")
        await play.standin.until(lambda: SECRET in board.text and "708.9" in board.text, "what was face down")


async def test_a_table_that_was_left_is_closed_with_its_file_and_reveals_nothing(play: Play) -> None:
    world = play.world
    async with world.bot() as client:
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        await play.standin.settle()
        tables = world.tables
        kept = tables.close_idle
        tables.close_idle = lambda: kept(left_for=timedelta(0))  # type: ignore[method-assign,assignment,misc]
        await client.get_cog("Tables").close_idle()  # type: ignore[union-attr]
        last: Message = play.standin.public_messages(board.channel)[-1]
        assert "unknown (face down" in next(iter(last.files.values())).decode()
        assert "Nobody played on" in board.text
    play.hidden_from(world.bob, SECRET)
    assert SECRET not in str(last.files)


async def test_why_explains_what_is_chosen_from_a_menu(play: Play) -> None:
    """CR 708.2: a face-down permanent has only the characteristics listed for it."""
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        await play.standin.until(lambda: "#1" in board.text, "the permanent")
        for person in (world.alice, world.bob):
            page = await play.standin.press(person, board, label="Why?")
            told = await play.choose(person, page, "#1")
            assert "701.40a" in told.text + page.text
        play.hidden_from(world.bob, SECRET, "Exalted Angel")


async def test_a_board_fits_whatever_the_game(play: Play) -> None:
    world = play.world
    many = ", ".join(["Serra Angel (3 +1/+1 counters)", "Hill Giant (tapped)", "Island", "Forest"] * 25)
    async with world.bot():
        await play.standin.slash(
            world.alice,
            "sim start",
            {"alone": True, "players": 4, "cards": f"Alice battlefield: {many}; Bob battlefield: {many}"},
            channel=world.general,
        )
        board = world.board()
        assert "more" in board.text
        assert "costs are announced, not paid" in board.text
        assert "Alice may act" in board.text
        for player in ("Alice", "Bob", "Carol", "Dave"):
            assert player in board.text


async def test_what_others_are_sent_does_not_depend_on_the_hidden_card(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Non-interference: boards, buttons, menus, autocomplete and refusals that reach others or go through a server."""
    world = play.world
    monkeypatch.setattr("bot.services.tables.begin", lambda pool, setup, _, own: begin(pool, setup, b"s" * 32, own))
    monkeypatch.setattr("bot.services.table_setup.secrets.SystemRandom", lambda: Random(1))
    seen = []
    async with world.bot():
        for card in (SECRET, "Forest", "Exalted Angel"):
            start, done = len(play.standin.exposures), len(play.standin.interactions)
            await play.standin.slash(
                world.alice,
                "sim start",
                {"opponent": world.bob, "cards": "hand: Shock; library: Island, Forest, Island"},
                channel=world.general,
            )
            board = world.board()
            await play.standin.press(world.bob, board, label="Accept the seat of Bob")
            await play.standin.slash(world.alice, "sim manifest", {"card": card}, channel=board.channel)
            await play.standin.settle()
            for person in (world.alice, world.bob):
                page = await play.standin.press(person, board, label="Act")
                await play.standin.press(person, board, label="Why?")
                await play.standin.press(person, board, label="More")
                for command, option in (("turn-up", "permanent"), ("activate", "permanent"), ("act", "step")):
                    await play.standin.autocomplete(person, f"sim {command}", option, "", channel=board.channel)
                if person is world.alice:
                    assert "Turn #1 face up" in page.text
            await play.standin.press(world.bob, board, label="Turn #1 face up")
            await play.standin.slash(world.alice, "look", channel=board.channel)
            await play.standin.settle()
            private = [
                message.text for each in play.standin.interactions[done:] for message in each.messages if each.private
            ]
            assert not any(card in text for text in private if card != "Forest")
            shown = [each.text for each in play.standin.exposures[start:] if each.visible_to(world.bob)]
            seen.append([re.sub(r"\d{17,}|[0-9a-f]{16}|\b[0-9a-f]{6}\b", "ID", each) for each in shown])
            asked = await play.standin.slash(world.alice, "sim end", channel=board.channel)
            await play.standin.press(world.alice, asked.original, label="End it and reveal")
            await play.standin.settle()
    assert seen[0] == seen[1] == seen[2]


async def test_what_was_announced_by_mistake_is_taken_back_where_its_target_is_asked(play: Play) -> None:
    """CR 601.2c: targets come after the announcement; the page that asks for them says each thing once."""
    world = play.world
    async with world.bot():
        board = await play.start(
            cards="hand: Shock; battlefield: Mountain, Island x3; library: Delver of Secrets, Forest"
        )
        await play.standin.slash(world.alice, "sim manifest", channel=board.channel)
        asked = await play.choose(world.alice, await play.standin.press(world.alice, board, label="Act"), "Cast Shock")
        page = asked.source
        assert page is not None
        assert page.text.count("Choose targets") == 1
        assert "chooses …" not in page.text
        assert "1. #1" in page.text
        await play.standin.press(world.alice, page, label="Undo")
        assert "taken back" in page.text
        await play.standin.until(lambda: "1 in hand" in board.text, "the card in the hand again")


async def test_a_board_tells_what_was_paid_and_not_each_land_that_was_tapped(play: Play) -> None:
    world = play.world
    async with world.bot():
        board = await play.start(cards="hand: Grizzly Bears; battlefield: Forest x2")
        done = await play.standin.slash(world.alice, "sim cast", {"card": "Grizzly Bears"}, channel=board.channel)
        assert done.text.count("becomes tapped") == 2
        await play.standin.until(lambda: "casts Grizzly Bears" in board.text, "the spell")
        assert "becomes tapped" not in board.text
        assert "Alice pays {1}{G}" in board.text


async def test_somebody_elses_button_says_whose_it_is(play: Play) -> None:
    """CR 116.2b: a face-down permanent is turned up by its controller; CR 117.4: nobody passes for somebody else."""
    world = play.world
    async with world.bot():
        board = await play.start(cards=HAND)
        await play.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=board.channel)
        await play.standin.until(lambda: "#1" in board.text, "the permanent")
        assert "Only Alice" in (await play.standin.press(world.bob, board, label="Turn #1 face up")).text
        assert "the turn of Alice" in (await play.standin.press(world.bob, board, label="Next turn")).text
        assert "no seat" in (await play.standin.press(world.carol, board, label="Turn #1 face up")).text


async def test_a_script_that_ends_before_a_decision_says_what_is_asked(play: Play) -> None:
    world = play.world
    async with world.bot():
        ran = await play.standin.slash(
            world.alice, "sim run", {"script": "Alice hand: Shock; Alice casts Shock"}, channel=world.general
        )
        assert "Choose targets" in ran.text
        assert "PLAYER chooses" in ran.text
