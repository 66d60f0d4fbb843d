"""Asking from all sides: plain text, cards in brackets, posting, and text that would do harm where it is shown."""

from __future__ import annotations

import asyncio

import pytest
from app_world import World

from bot.discord_app import render_answers
from bot.discord_app.ports import Asked
from bot.services.asking_reason import Reason

SECRET = "Delver of Secrets"


async def test_a_reply_to_the_bot_that_asks_nothing_is_left_alone(world: World) -> None:
    """Discord counts whoever is replied to as mentioned; only a mention in the text is meant for the bot."""
    async with world.bot():
        answer = world.standin.post(world.general, {"content": "an answer"}, {})
        thanks = world.standin.post(world.general, {"content": "thanks!"}, {}, author=world.bob).payload()
        thanks |= {"type": 19, "message_reference": {"message_id": str(answer.id)}, "content": "thanks!"}
        thanks |= {"mentions": [world.standin.bot.payload()], "guild_id": str(world.guild.id)}
        await world.standin.gateway.dispatch(
            "MESSAGE_CREATE", thanks | {"member": world.guild.member_payload(world.bob)}
        )
        await world.standin.settle()
    assert world.asking.unanswered == []
    assert [each.text for each in world.standin.public_messages(world.general)] == ["an answer", "thanks!"]


async def test_plain_text_that_goes_wrong_gets_an_answer_all_the_same(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async with world.bot():
        await world.standin.send_dm(world.alice, "explode")
        await world.standin.until(lambda: world.standin.sent_to_dm(world.alice), "an answer")
    assert "Something went wrong" in world.standin.sent_to_dm(world.alice)[0].text
    assert SECRET not in caplog.text


async def test_cards_in_brackets_are_shown_where_nothing_else_is_asked_or_answered(world: World) -> None:
    async with world.bot():
        await world.standin.send_dm(world.alice, "[[moat]] [[Opt]] [[moat]] [[Moatt]]")
        await world.standin.until(lambda: world.standin.sent_to_dm(world.alice), "the cards")
        shown = world.standin.sent_to_dm(world.alice)[0].text
        pizza = await world.standin.slash(
            world.alice, "ask", {"question": "is [[Opt]] tasty on pizza?"}, channel=world.general
        )
        ruled = await world.standin.slash(
            world.alice, "ask", {"question": "[[Opt]]: double-faced?"}, channel=world.general
        )
    assert shown.count("### ") == 2
    assert "Did you mean: Moat?" in shown
    assert "### Opt" in pizza.text
    assert "701.40b" in ruled.text
    assert [question for _, question in world.asking.unanswered] == ["is Opt tasty on pizza?"]


async def test_an_ambiguous_card_in_brackets_alone_is_chosen_by_a_button(world: World) -> None:
    async with world.bot():
        which = await world.standin.slash(world.alice, "ask", {"question": "[[Jace]] <@123>"}, channel=world.general)
        assert "Which card do you mean" in which.text
        assert {"Jace Beleren", "Jace, Memory Adept"} <= set(which.original.buttons())
        # There may be more of them than there is room for.
        assert "full name" in which.text


async def test_pings_beside_cards_in_brackets_ask_nothing(world: World) -> None:
    async with world.bot():
        shown = await world.standin.slash(
            world.alice, "ask", {"question": f"[[Opt]] @here <@{world.bob.id}>"}, channel=world.general
        )
        assert shown.text.startswith("### Opt")
    assert world.asking.unanswered == []


def test_only_rules_that_there_are_can_be_opened() -> None:
    asked = render_answers.asked("is 999.9z or 704.5k right?", Asked("declined", None)).to_components()
    labels = [part["label"] for row in asked[0]["components"] if row["type"] == 1 for part in row["components"]]
    assert labels == ["704.5k"]


async def test_a_name_alone_is_opened_by_a_press_and_on_no_list(world: World) -> None:
    name = Asked("declined", None, hint="To read what you name.", reason=Reason.NAME, cards=("Opt", "Moat"))
    async with world.bot():
        texts = render_answers.asked("opt", name).to_components()
        assert "moderators' list" not in str(texts)
        labels = [part["label"] for row in texts[0]["components"] if row["type"] == 1 for part in row["components"]]
        assert labels == ["Opt", "Moat"]


async def test_only_a_server_has_moderators_who_hear_of_a_question(world: World) -> None:
    async with world.bot():
        here = await world.standin.slash(world.alice, "ask", {"question": "pizza?"}, channel=world.general)
        alone = await world.standin.slash(world.alice, "ask", {"question": "pizza?"})
        wordless = await world.standin.slash(world.alice, "ask", {"question": "?!"}, channel=world.general)
    assert "moderators' list" in here.text
    assert "moderators' list" not in alone.text + wordless.text


def test_what_is_off_topic_is_not_said_to_be_on_the_moderators_list() -> None:
    texts = {
        reason: str(render_answers.asked("hello", Asked("declined", None, reason=reason), filed=True).to_components())
        for reason in (Reason.OFF_TOPIC, Reason.NO_RULING)
    }
    assert "moderators' list" not in texts[Reason.OFF_TOPIC]
    assert "moderators' list" in texts[Reason.NO_RULING]


async def test_no_page_that_was_posted_before_a_restart_is_posted_again(world: World) -> None:
    shown = []
    async with world.bot():
        for command, options in (
            ("ask", {"question": "double-faced"}),
            ("card", {"name": "Opt"}),
            ("rule", {"query": "704.5"}),
        ):
            shown.append(await world.standin.slash(world.alice, command, options, channel=world.general))
            await world.standin.press(world.alice, shown[-1].original, label="Post to channel")
    posted = len(world.standin.public_messages(world.general))
    async with world.bot():
        for each in shown:
            pressed = await world.standin.press(world.alice, each.original, label="Post to channel")
            assert "already" in pressed.text
            assert pressed.private
    assert len(world.standin.public_messages(world.general)) == posted


async def test_pressed_twice_it_is_posted_once(world: World) -> None:
    async with world.bot():
        for command, options in (("ask", {"question": "double-faced"}), ("card", {"name": "Opt"})):
            before = len(world.standin.public_messages(world.general))
            shown = await world.standin.slash(world.alice, command, options, channel=world.general)
            pressed = await asyncio.gather(
                *(world.standin.press(world.alice, shown.original, label="Post to channel") for _ in range(2))
            )
            assert sum("already" in each.text and each.private for each in pressed) == 1
            assert len(world.standin.public_messages(world.general)) == before + 1


async def test_what_was_posted_before_a_restart_is_not_posted_again(world: World) -> None:
    async with world.bot():
        shown = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        await world.standin.press(world.alice, shown.original, label="Post to channel")
        await world.standin.settle()
    async with world.bot():
        before = len(world.standin.public_messages(world.general))
        again = await world.standin.press(world.alice, shown.original, label="Post to channel")
        assert again.private
        assert "already" in again.text
        assert len(world.standin.public_messages(world.general)) == before
        asked = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        await world.standin.press(world.alice, asked.original, label="Post to channel")
        assert len(world.standin.public_messages(world.general)) == before + 1


async def test_what_a_person_typed_is_harmless_in_a_refusal(world: World) -> None:
    typed = "[free](https://example.org) ||x|| @everyone <@1> \u202eback"
    async with world.bot():
        refused = await world.standin.slash(world.alice, "card", {"name": typed}, channel=world.general)
    for harmful in ("[free](", "||x", "@everyone", "<@1", "\u202e"):
        assert harmful not in refused.text


async def test_a_script_without_a_step_gets_an_example_in_private(world: World) -> None:
    async with world.bot():
        refused = await world.standin.slash(world.alice, "sim run", {"script": " ; "}, channel=world.general)
    assert refused.private
    assert "Alice manifests" in refused.text


async def test_a_rule_number_in_a_question_without_an_answer_can_be_read(world: World) -> None:
    async with world.bot():
        asked = await world.standin.slash(world.alice, "ask", {"question": "pizza and 701.40b?"}, channel=world.general)
        rule = await world.standin.press(world.alice, asked.original, label="701.40b")
    assert rule.private
    assert "Manifest" in rule.text
