"""Tables where the app is no member (a group chat, a server that people brought it to); the simulator is real."""

from __future__ import annotations

from datetime import timedelta

import pytest
from afar_tables import BEHIND, CHAT, GROUP, HAND, SECRET, SERVER, Afar
from app_world import World

from bot.discord_app import transports


async def test_a_whole_face_down_table_is_played_by_two(afar: Afar) -> None:
    """CR 708.2, 708.5: others see a nameless 2/2, its controller may look; CR 708.9: it is revealed at the end."""
    world, standin = afar.world, afar.standin
    async with world.bot():
        asked = await afar.slash(world.alice, "sim start", opponent=world.bob, cards=HAND)
        assert asked.private
        assert "you play Alice" in asked.text
        assert f"Bob: kept for <@{world.bob.id}>" in asked.text
        assert "Seat confirmed" in standin.sent_to_dm(world.alice)[-1].text
        assert standin.public_messages(afar.channel) == []
        board = await afar.put(asked)
        assert "Accept the seat of Bob" in board.buttons()
        accepted = await afar.press(world.bob, board, "Accept the seat of Bob")
        assert accepted.private
        assert "you play Bob" in accepted.text
        assert "Seat confirmed" in standin.sent_to_dm(world.bob)[-1].text
        await afar.shows(board, "Pass", without="invited")

        done = await afar.slash(world.alice, "sim manifest")
        assert done.private
        assert BEHIND not in done.text
        await afar.shows(board, "#1 (face-down")
        looked = await afar.press(world.alice, board, "My cards")
        assert looked.private
        assert "direct message" in looked.text
        (letter,) = [each for each in standin.sent_to_dm(world.alice) if "Log" in each.buttons()]
        assert f"#1: ||{SECRET}||" in letter.text
        assert str(board.id) in letter.text, "the link back to the board"
        assert all(SECRET not in each.text for each in looked.messages)

        page = await afar.press(world.alice, board, "Act")
        asked = await afar.choose(world.alice, page, "Cast Shock")
        await afar.choose(world.alice, asked, "Bob")
        await afar.shows(board, "Alice casts Shock")
        assert "It is for Alice" in (await afar.press(world.bob, board, "Pass")).text
        await afar.press(world.alice, board, "Pass")
        await afar.shows(board, "Bob has priority")
        await afar.press(world.bob, board, "Pass")
        await afar.shows(board, "18 life")
        page = await afar.press(world.bob, board, "Why?")
        told = await afar.choose(world.bob, page, "#1")
        assert "layer 1b" in (told.text + page.text)
        assert "Only Alice" in (await afar.press(world.bob, board, "Turn #1 face up")).text
        assert "no seat" in (await afar.press(world.carol, board, "Act")).text

        opened = await afar.press(world.alice, board, "Manifest")
        done = await standin.submit_modal(opened, {"Card": "Lightform"})
        assert done.private
        await afar.shows(board, "#2 (face-down")
        afar.hidden_from(world.bob, SECRET, "Lightform", "Exalted Angel", "Opt")
        await afar.press(world.alice, board, "Turn #1 face up")
        await afar.shows(board, SECRET)
        afar.hidden_from(world.bob, "Lightform")
        undone = await afar.press(world.alice, board, "Undo")
        assert "One player can't take that back" in undone.text

        asked = await afar.press(world.bob, board, "End")
        assert asked.private
        await afar.press(world.bob, asked.messages[-1], "End it and reveal")
        await afar.shows(board, "708.9")
        assert "Lightform" in board.text
        shared = await afar.press(world.carol, board, "Share")
        assert shared.private
        assert SECRET.encode() in next(iter(shared.messages[-1].files.values()))
    assert afar.boards() == []
    assert standin.public_messages(afar.channel) == [board]
    own = [each for each in standin.exposures if each.is_public and each.channel is afar.channel]
    assert all("Exalted Angel" not in each.text for each in own), "what was typed into /sim start"


async def test_who_cannot_be_written_to_is_told_how_to_mend_it_and_gets_no_seat(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    dave = standin.add_user("Dave")
    afar.channel.recipients += (dave,) if afar.channel.guild is None else ()
    if afar.channel.guild is not None:
        afar.channel.guild.join(dave)
    async with world.bot():
        board = await afar.put(await afar.slash(world.alice, "sim start", cards=HAND))
        refused = await afar.press(dave, board, "Sit down as Bob")
        assert refused.private
        assert f"client_id={standin.application_id}&integration_type=1" in refused.text
        await afar.shows(board, "invited")
        assert "no seat" in (await afar.press(dave, board, "Act")).text
        standin.user_installs.add(dave.id)
        assert "you play Bob" in (await afar.press(dave, board, "Accept the seat of Bob")).text
        await afar.shows(board, "Pass", without="invited")
        standin.user_installs.remove(dave.id)
        looked = await afar.press(dave, board, "My cards")
        assert "integration_type=1" in looked.text
    assert {refusal.code for _line, refusal in standin.refused} == {50278}
    standin.refused.clear()


async def test_a_host_who_takes_no_direct_messages_is_told_and_sits_down_later(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    world.alice.takes_dms = False
    async with world.bot():
        asked = await afar.slash(world.alice, "sim start", cards=HAND)
        assert "I can't send you a direct message" in asked.text
        board = await afar.put(asked)
        assert "Accept the seat of Alice" in board.buttons()
        looked = await standin.slash(world.alice, "look")
        await afar.press(world.alice, looked.messages[-1], "Accept the seat of Alice")
        await afar.shows(board, "Pass", without="invited")
    standin.refused.clear()  # the direct message was the point


async def test_a_host_whose_direct_message_fails_for_a_moment_has_the_table_all_the_same(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        standin.rest.fail_next(r"POST /channels/\d+/messages", 503)
        asked = await afar.slash(world.alice, "sim start", cards=HAND)
        assert "Discord has trouble" in asked.text
        board = await afar.put(asked)
        accepted = await afar.press(world.alice, board, "Accept the seat of Alice")
        assert "Seat confirmed" in accepted.text
        assert len(await world.tables.of_person(world.alice.id)) == 1


async def test_seats_are_invited_opened_freed_and_left(afar: Afar) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.put(await afar.slash(world.alice, "sim start"))
        page = await afar.press(world.alice, board, "More")
        more = page.messages[-1]
        await afar.press(world.alice, more, "Open another seat")
        await afar.shows(board, "Carol")
        menus = [part for part in more.components() if part["type"] == 5]
        await standin.select(world.alice, more, [world.carol], menus[1]["custom_id"])
        await standin.until(lambda: "Accept the seat of Carol" in board.buttons(), "the invitation")
        refused = await afar.press(world.bob, board, "Accept the seat of Carol")
        assert "somebody else" in refused.text
        await afar.press(world.carol, board, "Accept the seat of Carol")
        await afar.slash(world.alice, "sim invite", person=world.bob)
        await standin.until(lambda: "Accept the seat of Bob" in board.buttons(), "the second invitation")
        await afar.press(world.bob, board, "Accept the seat of Bob")
        host = (await afar.press(world.alice, board, "More")).messages[-1]
        await afar.press(world.alice, host, "Free the seat of Carol")
        await standin.until(lambda: "Sit down as Carol" in board.buttons(), "the free seat")
        await afar.slash(world.bob, "sim leave")
        await standin.until(lambda: "Sit down as Bob" in board.buttons(), "the other free seat")


async def test_the_direct_message_acts_too_and_says_if_the_board_is_behind(
    afar: Afar, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, standin = afar.world, afar.standin
    async with world.bot():
        board = await afar.start(cards=HAND)
        await afar.slash(world.alice, "sim manifest")
        looked = await standin.slash(world.alice, "look")
        letter = looked.messages[-1]
        page = await afar.press(world.alice, letter, "Act")
        await afar.choose(world.alice, page, "Turn #1 face up")
        await afar.shows(board, SECRET)
        monkeypatch.setattr(transports, "LIFE", timedelta(0))
        page = await afar.press(world.alice, letter, "Act")
        done = await afar.choose(world.alice, page, "Cast Shock")
        done = await afar.choose(world.alice, done, "Bob")
        told = done.text + "".join(each.text for each in standin.sent_to_dm(world.alice))
        assert BEHIND in told
        assert "Bring board here" not in told


async def test_a_table_that_was_left_is_closed_and_the_next_press_on_its_board_says_so(afar: Afar) -> None:
    world = afar.world
    async with world.bot():
        board = await afar.start(cards=HAND)
        await afar.slash(world.alice, "sim manifest")
        await afar.shows(board, "#1 (face-down")
        tables = world.tables
        kept = tables.close_idle
        tables.close_idle = lambda: kept(left_for=timedelta(0))  # type: ignore[method-assign,assignment,misc]
    async with world.bot() as client:
        await client.get_cog("Tables").close_idle()  # type: ignore[union-attr]
        assert "Nobody played on" not in board.text
        pressed = await afar.press(world.bob, board, "Pass")
        assert "nobody played on" in pressed.text
        await afar.shows(board, "Nobody played on")
        assert set(board.buttons()) == {"Share"}
        shared = await afar.press(world.bob, board, "Share")
        assert "unknown (face down" in next(iter(shared.messages[-1].files.values())).decode()
    afar.hidden_from(world.bob, SECRET)


@pytest.mark.parametrize("place", [GROUP, CHAT, SERVER])
async def test_nothing_that_lies_face_down_is_in_anything_that_another_person_gets(world: World, place: str) -> None:
    """CR 708.5: only its controller may look at a face-down permanent; the fixture looks through all that was sent."""
    afar = Afar(world, place)
    async with world.bot():
        board = await afar.start()
        await afar.slash(world.alice, "sim manifest", card=SECRET)
        opened = await afar.press(world.bob, board, "Manifest")
        await afar.standin.submit_modal(opened, {"Card": "Lightform"})
        await afar.shows(board, "#2 face-down")
        onlookers = [world.carol] if place != CHAT else []
        for person in (world.alice, world.bob, *onlookers):
            for label in ("My cards", "Act", "Why?", "More", "Turn #1 face up"):
                if label != "Turn #1 face up" or person is world.bob:
                    await afar.press(person, board, label)
        shared = await afar.press(world.bob, board, "More")
        await afar.press(world.bob, shared.messages[-1], "Share")
        await afar.press(world.bob, shared.messages[-1], "Bring board here")
        world.check_secrets()
        assert SECRET not in world.standin.seen_in_public()
        await afar.press(world.alice, afar.boards()[-1], "Turn #1 face up")
        await afar.shows(afar.boards()[-1], SECRET)
