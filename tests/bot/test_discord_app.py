"""The Discord app through the real discord.py against the stand-in: what each person reads, and nobody else does."""

from __future__ import annotations

import re

import discord
import pytest
from app_world import World
from discord_standin.commands import NotOffered
from discord_standin.interactions import ACKNOWLEDGE_WITHIN
from discord_standin.world import Channel
from fake_services import OTHER

from rulings.store import Scope

SECRET = "Delver of Secrets"


# --- commands ---------------------------------------------------------------------------------------------------------


async def test_commands_register_once_and_again_only_when_they_change(world: World) -> None:
    async with world.bot():
        names = {name for _, name in world.standin.commands[None]}
        assert {"ask", "card", "sim", "look", "ruling"} <= names
    async with world.bot():
        pass
    assert world.standin.command_syncs == 1
    (world.data_dir / "commands.json").write_text("{}")
    async with world.bot():
        pass
    assert world.standin.command_syncs == 2


async def test_a_failed_registration_does_not_stop_the_bot(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.standin.rest.fail_next(r"PUT .*/commands", 400, code=30034)
    async with world.bot():
        assert "could not be registered" in caplog.text
    async with world.bot():
        assert (await world.standin.slash(world.alice, "ask", {"question": "double-faced"})).text


async def test_no_privileged_intent_is_asked_for(world: World) -> None:
    async with world.bot():
        pass
    intents = discord.Intents._from_value(world.standin.gateway.identifies[0]["intents"])
    assert not any((intents.members, intents.presences, intents.message_content))


# --- asking -----------------------------------------------------------------------------------------------------------


async def test_an_answer_shows_title_text_rules_source_and_edition_in_private(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced?"}, channel=world.general)
    assert answer.private
    for part in ("double-faced card face up?", "**Yes**, for its front", "701.40b", "Curated ruling", "2026-04-17"):
        assert part in answer.text
    assert world.standin.seen_by(world.bob) == ""


async def test_an_answer_can_be_posted_to_the_channel_with_asker_and_question(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(
            world.alice, "ask", {"question": "double-faced *me*?"}, channel=world.general
        )
        posted = await world.standin.press(world.alice, answer.original, label="Post to channel")
    assert not posted.private
    assert f"<@{world.alice.id}> asked: double-faced \\*me\\*?" in posted.text
    assert "701.40b" in world.standin.seen_by(world.bob)


async def test_when_unsure_the_choices_are_buttons_that_answer_in_the_same_message(world: World) -> None:
    async with world.bot():
        unsure = await world.standin.slash(world.alice, "ask", {"question": "manifest?"}, channel=world.general)
        assert "not sure" in unsure.text
        # A phone shows some 34 characters of a button: the whole question stands in the text.
        assert "· Can I turn a manifested noncreature card face up?" in unsure.original.text
        await world.standin.press(world.alice, unsure.original, f"tj1:ask.show:{OTHER.id}")
    assert "**To this question: no**, not by manifest alone." in unsure.text
    assert "manifest?" in unsure.text


async def test_other_answers_are_offered_for_the_same_question(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        await world.standin.press(world.alice, answer.original, label="Other answers")
        await world.standin.press(world.alice, answer.original, f"tj1:ask.show:{OTHER.id}")
    assert "**To this question: no**, not by manifest alone." in answer.text


async def test_a_question_without_an_answer_says_so_and_is_filed_for_this_server(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "pizza?"}, channel=world.general)
    assert "don't have a ruling" in answer.text
    assert world.asking.unanswered == [(Scope.server(world.guild.id), "pizza?")]


async def test_an_overlong_question_gets_a_clear_answer(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "x" * 6000}, channel=world.general)
    assert "6000 characters" in answer.text


async def test_a_question_that_would_ping_everyone_pings_nobody_when_posted(world: World) -> None:
    async with world.bot():
        question = f"@everyone double-faced <@{world.bob.id}>"
        answer = await world.standin.slash(world.alice, "ask", {"question": question}, channel=world.general)
        posted = await world.standin.press(world.alice, answer.original, label="Post to channel")
    assert "@everyone" not in posted.text
    assert posted.original.pings == []


async def test_plain_text_is_answered_in_direct_messages_and_at_a_mention(world: World) -> None:
    async with world.bot():
        await world.standin.send_dm(world.alice, "double-faced?")
        await world.standin.until(lambda: world.standin.sent_to_dm(world.alice), "an answer")
        await world.standin.say(world.bob, world.general, "double-faced? (to nobody)")
        await world.standin.say(world.bob, world.general, f"<@{world.standin.bot.id}> double-faced?")
        said = await world.standin.until(
            lambda: [m for m in world.standin.public_messages(world.general) if m.author.bot], "an answer"
        )
    assert "701.40b" in world.standin.sent_to_dm(world.alice)[0].text
    assert len(said) == 1


async def test_slow_work_is_acknowledged_first_and_answered_later(world: World) -> None:
    world.asking.delay = 1.3
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
    assert answer.acknowledged == 5
    assert answer.private
    assert "701.40b" in answer.text
    assert answer.delay is not None
    assert answer.delay < ACKNOWLEDGE_WITHIN


# --- cards ------------------------------------------------------------------------------------------------------------


async def test_a_card_is_completed_shown_in_private_and_posted_on_request(world: World) -> None:
    async with world.bot():
        choices = await world.standin.autocomplete(world.alice, "card", "name", "delv", channel=world.general)
        assert [choice["value"] for choice in choices] == [SECRET]
        shown = await world.standin.slash(world.alice, "card", {"name": SECRET}, channel=world.general)
        assert SECRET not in world.standin.seen_by(world.bob)
        await world.standin.press(world.alice, shown.original, label="Post to channel")
    assert SECRET in world.standin.seen_by(world.bob)


async def test_an_unknown_card_is_said_to_be_unknown_with_what_may_be_meant(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "card", {"name": "Moatt"}, channel=world.general)
    assert "don't know a card" in answer.text
    assert "Moat" in answer.original.buttons()


# --- when things go wrong ---------------------------------------------------------------------------------------------


async def test_an_unforeseen_error_gives_a_reference_and_no_traceback_and_logs_no_message(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "explode"}, channel=world.general)
    assert "Something went wrong" in answer.text
    assert answer.private
    assert SECRET not in answer.text
    assert SECRET not in caplog.text
    assert "RuntimeError" in caplog.text


async def test_a_lost_answer_to_an_acknowledgement_is_made_up_for(world: World) -> None:
    async with world.bot():
        world.standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        assert "701.40b" in answer.text
        board = await world.table()
        world.standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        await world.standin.press(world.alice, board, label="Next turn")
        await world.standin.settle(1.5)
    assert world.tables.all["0000000000000001"].turn == 4, "it was done once"
    assert {refusal.code for _, refusal in world.standin.refused} == {40060}
    world.standin.refused.clear()


async def test_buttons_of_another_version_or_making_say_that_they_expired(world: World) -> None:
    async with world.bot():
        for custom_id in ("tj0:sim.next:1", "tj1:no.such", "something else"):
            body = {
                "components": [
                    {"type": 1, "components": [{"type": 2, "style": 2, "label": "Old", "custom_id": custom_id}]}
                ]
            }
            old = world.standin.post(world.general, body, {})
            pressed = await world.standin.press(world.alice, old, label="Old")
            assert "expired" in pressed.text
            assert pressed.private


async def test_a_button_of_this_version_that_cannot_be_read_says_what_to_do(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its arguments are: missing, no numbers, too large, too many. None gives an error's reference."""
    seen = 0
    faults: list[str] = []
    async with world.bot() as bot:
        monkeypatch.setattr(bot.arrivals, "take", lambda *_: None)
        actions = [name.removeprefix("press ") for name in bot.handlers() if name.startswith("press ")]
        for action in actions:
            for written in ("", ":", ":x:x", ":-1:x:y:z", ":99999999999999999999:99999999999999999999:a", ":1" * 9):
                button = {"type": 2, "style": 2, "label": "Odd", "custom_id": f"tj1:{action}{written}"}
                odd = world.standin.post(world.general, {"components": [{"type": 1, "components": [button]}]}, {})
                pressed = await world.standin.press(world.mod, odd, label="Odd")
                faults += [button["custom_id"]] if "went wrong" in pressed.text else []
                seen += "expired" in pressed.text
    world.standin.refused.clear()  # some name channels and messages that there never were
    assert faults == []
    assert len(actions) > 60
    assert seen > 100


async def test_a_reconnect_in_mid_game_loses_nothing(world: World) -> None:
    async with world.bot():
        board = await world.table()
        await world.standin.gateway.drop()
        await world.standin.slash(world.alice, "sim next-turn", channel=world.general)
        await world.standin.until(lambda: "Turn 4" in board.text, "the next turn")


async def test_completing_that_fails_offers_nothing_and_what_is_typed_still_gets_its_answer(world: World) -> None:
    async with world.bot():
        assert await world.standin.autocomplete(world.carol, "sim cast", "card", "x", channel=world.general) == []
        refused = await world.standin.slash(world.carol, "sim cast", {"card": "x"}, channel=world.general)
    assert "no seat" in refused.text


async def test_what_others_see_does_not_depend_on_which_card_is_hidden(world: World) -> None:
    """Non-interference: two games that differ in the hidden card alone look the same to everybody else."""
    seen = []
    async with world.bot():
        for card in (SECRET, "Moat"):
            channel = world.standin.add_channel(Channel(0, name=card[:3], guild=world.guild))
            await world.standin.gateway.dispatch("CHANNEL_CREATE", channel.payload())
            start = len(world.standin.exposures)
            await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=channel)
            await world.standin.press(world.bob, world.board(), label="Accept the seat of Bob")
            await world.standin.slash(world.alice, "sim manifest", {"card": card}, channel=channel)
            await world.standin.settle()
            await world.standin.slash(world.alice, "look", channel=channel)
            await world.standin.slash(world.bob, "look", channel=channel)
            await world.standin.slash(world.alice, "sim act", {"step": "misspelt"}, channel=channel)
            await world.standin.settle()
            shown = [each.text for each in world.standin.exposures[start:] if each.visible_to(world.bob)]
            table = list(world.tables.all.values())[-1]
            seen.append([re.sub(rf"{table.id}|{table.id[:6]}|\d{{17,}}", "ID", each) for each in shown])
            table.over = "done"
    assert seen[0] == seen[1]
    assert len(seen[0]) > 3


async def test_no_hidden_card_is_logged_even_at_debug(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with world.bot():
        await world.table()
        await world.standin.slash(world.alice, "sim manifest", {"card": SECRET}, channel=world.general)
        await world.standin.slash(world.alice, "look", channel=world.general)
        form = await world.standin.slash(world.mod, "ruling propose", channel=world.general)
        draft = {"Question": "Is a manifested land free?", "Verdict": "no", "Answer": "No.", "Rules": "701.40b"}
        assert "**Proposed.**" in (await world.standin.submit_modal(form, draft)).text
    assert SECRET not in caplog.text
    assert world.standin.token not in caplog.text


async def test_what_needs_no_server_works_in_a_server_without_the_bot(world: World) -> None:
    """User install: people take the app with them; of moderating there is nothing."""
    elsewhere = world.standin.add_guild("Elsewhere", world.alice, world.bob, has_bot=False)
    channel, standin = world.standin.general(elsewhere), world.standin
    standin.user_installs.add(world.alice.id)
    async with world.bot():
        answer = await standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=channel)
        assert "701.40b" in answer.text
        posted = await standin.press(world.alice, answer.original, label="Post to channel")
        assert "701.40b" in posted.text
        assert SECRET in (await standin.slash(world.alice, "card", {"name": SECRET}, channel=channel)).text
        assert "601.2a" in (await standin.slash(world.alice, "sim run", {"script": "x"}, channel=channel)).text
        assert "Put the board here" in (await standin.slash(world.alice, "sim start", channel=channel)).text
        with pytest.raises(NotOffered):
            await standin.slash(world.alice, "ruling review", channel=channel)
    assert standin.refused == [], "what can't be done isn't tried"


async def test_a_table_in_the_direct_message_is_played_from_its_buttons(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start")
        board = next(each for each in world.standin.sent_to_dm(world.alice) if "Manifest" in each.buttons())
        which = await world.standin.press(world.alice, board, label="Manifest")
        opened = await world.standin.press(world.alice, which.original, label="As Bob")
        await world.standin.submit_modal(opened, {"Card": SECRET})
        await world.standin.until(lambda: "Turn #1 face up" in board.buttons(), "the button")
        shown = await world.standin.press(world.alice, board, label="My cards")
        assert SECRET in shown.text
        await world.standin.press(world.alice, board, label="Turn #1 face up")
        await world.standin.until(lambda: SECRET in board.text, "the card turned up")
        asked = await world.standin.press(world.alice, board, label="End")
        await world.standin.press(world.alice, asked.original, label="End it and reveal")
        await world.standin.until(lambda: set(board.buttons()) == {"Share"}, "the last board")


async def test_a_rate_limited_board_is_drawn_late_and_with_the_newest_state(world: World) -> None:
    async with world.bot():
        board = await world.table()
        world.standin.rest.fail_next(r"PATCH /channels", 429, retry_after=0.3)
        for _ in range(3):
            await world.standin.slash(world.alice, "sim next-turn", channel=world.general)
        await world.standin.until(lambda: "Turn 6" in board.text, "the newest board")
