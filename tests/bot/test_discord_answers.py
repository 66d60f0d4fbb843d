"""An answer after it is given: why, wrong, marks, posted copies that are corrected, and who hears of changes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from app_world import World
from discord_standin.commands import NotOffered
from discord_standin.interactions import Interaction
from discord_standin.world import Channel, Message
from fake_services import MANIFEST

from bot import i18n
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.answers import Answers
from rulings.store import Scope


async def asked(world: World, question: str = "double-faced?") -> Interaction:
    return await world.standin.slash(world.alice, "ask", {"question": question}, channel=world.general)


async def posted(world: World) -> Message:
    answer = await asked(world)
    public = (await world.standin.press(world.alice, answer.original, label="Post to channel")).original
    scope = Scope.server(world.guild.id)
    while public.id not in [each.message_id for each in await world.store.posted.of(scope)]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return public


def answers_of(client: TableJudge) -> Answers:
    cog = client.get_cog("Answers")
    assert isinstance(cog, Answers)
    return cog


async def listed(world: World, **changed: object) -> None:
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda now: replace(now, **changed), actor=1)


# --- what is shown ----------------------------------------------------------------------------------------------------


async def test_the_first_row_holds_four_buttons_and_each_rule_opens_in_private(world: World) -> None:
    async with world.bot():
        answer = await asked(world)
        first = next(part for part in answer.original.components() if part["type"] == 1)
        assert [each["label"] for each in first["components"]] == ["Show me", "Other answers", "Why", "Wrong?"]
        public = await posted(world)
        rule = await world.standin.press(world.bob, public, label="701.40b")
    assert rule.private
    assert "Manifest" in rule.text
    assert "2026-04-17" in rule.text


async def test_why_says_what_was_matched_and_which_card_was_not_used(world: World) -> None:
    async with world.bot():
        answer = await asked(world)
        why = await world.standin.press(world.alice, answer.original, label="Why")
        assert why.private
        assert "words: double-faced" in why.text
        assert "I did not use: Moat" in why.text
        public = await world.standin.press(world.alice, answer.original, label="Post to channel")
        again = await world.standin.press(world.bob, public.original, label="Why")
    assert "words: double-faced" in again.text
    assert world.asking.unanswered == []


async def test_in_a_listed_channel_a_sure_answer_is_public_and_an_unsure_one_is_not(world: World) -> None:
    async with world.bot():
        await listed(world, public_channels=(world.general.id,))
        sure = await asked(world)
        unsure = await asked(world, "manifest?")
        declined = await asked(world, "pizza?")
        await world.standin.say(world.bob, world.general, f"<@{world.standin.bot.id}> double-faced?")
        said = await world.standin.until(
            lambda: [m for m in world.standin.public_messages(world.general) if f"<@{world.bob.id}> asked" in m.text],
            "an answer to the mention",
        )
    assert not sure.private
    assert f"<@{world.alice.id}> asked: double-faced?" in sure.text
    assert unsure.private
    assert declined.private
    assert "701.40b" in said[0].text
    assert len(await world.store.posted.of(Scope.server(world.guild.id))) == 2


async def test_a_mention_elsewhere_is_answered_to_whoever_presses_alone(world: World) -> None:
    async with world.bot():
        await world.standin.say(world.bob, world.general, f"<@{world.standin.bot.id}> double-faced?")
        said = await world.standin.until(
            lambda: [m for m in world.standin.public_messages(world.general) if m.author.bot], "a button"
        )
        assert "701.40b" not in said[0].text
        answer = await world.standin.press(world.bob, said[0], label="Read the answer")
    assert answer.private
    assert "701.40b" in answer.text


async def test_an_ambiguous_card_is_chosen_without_typing_again(world: World) -> None:
    async with world.bot():
        which = await asked(world, "double-faced [[Jace]]?")
        assert "Which card do you mean by “Jace”?" in which.text
        await world.standin.press(world.alice, which.original, label="Jace, Memory Adept")
    assert "701.40b" in which.text
    assert "Jace, Memory Adept" in which.text


async def test_a_message_is_taken_for_the_question(world: World) -> None:
    async with world.bot():
        message = await world.standin.say(world.bob, world.general, "so what of double-faced cards?")
        found = await world.standin.menu(world.alice, "Find a ruling", message)
        empty = await world.standin.say(world.bob, world.general, "")
        nothing = await world.standin.menu(world.alice, "Find a ruling", empty)
    assert found.private
    assert "701.40b" in found.text
    assert "no text" in nothing.text


# --- wrong? -----------------------------------------------------------------------------------------------------------


async def test_a_report_is_kept_and_goes_to_the_moderators_with_a_link(world: World) -> None:
    channel = world.standin.add_channel(Channel(0, name="mods", guild=world.guild))
    async with world.bot():
        await listed(world, moderator_channel=channel.id)
        public = await posted(world)
        form = await world.standin.press(world.bob, public, label="Wrong?")
        values = {"what": "Not so @everyone", "rule": "708.8", "scenario": "Alice draws 1"}
        sent = await world.standin.submit_modal(form, values)
        assert sent.private
        assert "Thank you" in sent.text
        told = (await world.standin.until(lambda: world.standin.public_messages(channel), "the report"))[-1]
    kept = (await world.store.feedback.open(Scope.server(world.guild.id)))[0]
    assert (kept.user_id, kept.answer_id, kept.answer_source) == (world.bob.id, MANIFEST.id, "curated")
    assert "CR 708.8" in kept.comment
    assert kept.question == "double-faced?"
    assert kept.link is not None
    assert kept.link.endswith(str(public.id))
    for part in ("Not so", "708.8", MANIFEST.title, kept.link, "played 1 lines"):
        assert part in told.text
    assert told.pings == []


async def test_a_report_on_a_private_answer_says_where_moderators_find_it(world: World) -> None:
    scope = Scope.server(world.guild.id)
    async with world.bot():
        answer = await asked(world)
        form = await world.standin.press(world.alice, answer.original, label="Wrong?")
        await world.standin.submit_modal(form, {"what": "Not so"})
        listed = await world.standin.slash(world.mod, "ruling reports", channel=world.general)
        for part in ("double-faced?", MANIFEST.id, f"Read in private in <#{world.general.id}>"):
            assert part in listed.text
        copy = await world.standin.press(world.alice, answer.original, label="Post to channel")
        await world.standin.settle()
        form = await world.standin.press(world.alice, answer.original, label="Wrong?")
        await world.standin.submit_modal(form, {"what": "Not so either"})
    private, posted_one = await world.store.feedback.open(scope)
    assert private.link == f"https://discord.com/channels/{world.guild.id}/{world.general.id}"
    assert posted_one.link == f"{private.link}/{copy.original.id}"


async def test_a_copy_where_the_bot_is_no_member_is_corrected_by_a_press_on_it(world: World) -> None:
    away = world.standin.add_guild("Away", world.alice, world.bob, has_bot=False)
    channel = world.standin.general(away)
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced?"}, channel=channel)
        copy = (await world.standin.press(world.alice, answer.original, label="Post to channel")).original
        same = await world.standin.press(world.bob, copy, label="Still right?")
        assert same.private
        assert "still what the ruling says" in same.text
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No. It stays as it is.")
        await world.standin.press(world.bob, copy, label="Still right?")
        assert "Corrected on" in copy.text
        assert "It stays as it is" in copy.text
        assert f"<@{world.alice.id}> asked: double-faced?" in copy.text
        again = await world.standin.press(world.bob, copy, label="Still right?")
        assert again.private
        del world.asking.entries[MANIFEST.id]
        await world.standin.press(world.bob, copy, label="Still right?")
    assert "Withdrawn on" in copy.text


async def test_without_a_moderators_channel_reports_wait_in_a_list_and_are_settled(world: World) -> None:
    """Before any setting whoever manages the server finds them: nothing that was reported is out of reach."""
    async with world.bot():
        public = await posted(world)
        for what in ("Not so @everyone", "Nor that"):
            form = await world.standin.press(world.bob, public, label="Wrong?")
            await world.standin.submit_modal(form, {"what": what})
        refused = await world.standin.slash(world.bob, "ruling reports", channel=world.general)
        assert "Not so" not in refused.text
        listed = await world.standin.slash(world.mod, "ruling reports", channel=world.general)
        assert listed.private
        for part in ("1 of 2", "Not so", MANIFEST.title, str(public.id)):
            assert part in listed.text
        await world.standin.press(world.mod, listed.original, label="Next ▶")
        assert "Nor that" in listed.text
        now = await world.standin.press(world.mod, listed.original, label="What it says now")
        assert now.private
        assert MANIFEST.text[:20] in now.text.replace("*", "")
        settle = listed.original.buttons()["Settled"]
        await world.standin.press(world.mod, listed.original, label="Settled")
        assert "1 of 1" in listed.text
        world.guild.members[world.mod.id] &= ~(1 << 5)
        refused = await world.standin.press(world.mod, listed.original, label="Settled")
        assert "Manage Server" in refused.text
        world.guild.members[world.mod.id] |= 1 << 5
        await world.standin.press(world.mod, listed.original, label="Settled")
        assert "No report is open" in listed.text
    assert settle.startswith("tj1:ruling.settle:")
    assert await world.store.feedback.open(Scope.server(world.guild.id)) == []


async def test_a_wrong_rule_number_is_said_and_nothing_typed_is_lost(world: World) -> None:
    async with world.bot():
        public = await posted(world)
        form = await world.standin.press(world.bob, public, label="Wrong?")
        refused = await world.standin.submit_modal(form, {"what": "Not *so*", "rule": "701.40zz"})
        assert "701.40" in refused.text
        assert await world.store.feedback.open(Scope.server(world.guild.id)) == []
        again = await world.standin.press(world.bob, refused.original, label="Correct it")
        assert again.modal is not None
        typed = {part["component"]["custom_id"]: part["component"].get("value") for part in again.modal["components"]}
        assert typed["what"] == "Not *so*"
        await world.standin.submit_modal(again, {"rule": "701.40b"})
    assert "Thank you" in refused.text
    kept = (await world.store.feedback.open(Scope.server(world.guild.id)))[0]
    assert "Not *so*" in kept.comment
    assert kept.question == "double-faced?"
    assert kept.link is not None
    assert kept.link.endswith(str(public.id))


# --- judges -----------------------------------------------------------------------------------------------------------


async def test_a_judge_marks_a_posted_answer_and_nobody_else_can(world: World) -> None:
    async with world.bot():
        public = await posted(world)
        plain = await world.standin.press(world.bob, public, label="More…")
        with pytest.raises(NotOffered):
            await world.standin.press(world.bob, plain.original, label="Under review")
        more = await world.standin.press(world.mod, public, label="More…")
        await world.standin.press(world.mod, more.original, label="Under review")
        assert more.private
        assert "Under review" in public.text
        assert "To this question: yes" in public.text
        more = await world.standin.press(world.mod, public, label="More…")
        await world.standin.press(world.mod, more.original, label="Endorse")
        assert "Endorsed" in public.text
        assert "Under review" not in public.text
        more = await world.standin.press(world.mod, public, label="More…")
        await world.standin.press(world.mod, more.original, label="Remove the mark")
        assert "Endorsed" not in public.text
    kinds = await world.store.feedback.open(Scope.server(world.guild.id), kind="endorsed")
    assert [each.answer_id for each in kinds] == [MANIFEST.id]


async def test_a_posted_answer_that_is_gone_is_forgotten_when_a_judge_marks_it(world: World) -> None:
    async with world.bot():
        public = await posted(world)
        more = await world.standin.press(world.mod, public, label="More…")
        public.deleted = True
        marked = await world.standin.press(world.mod, more.original, label="Endorse")
        assert "message is gone" in marked.text
    assert await world.store.posted.of(Scope.server(world.guild.id)) == []
    world.standin.refused.clear()


async def test_a_judges_role_is_enough(world: World) -> None:
    role = world.guild.add_role("Judges", world.bob)
    async with world.bot():
        await listed(world, judge_roles=(role.id,))
        public = await posted(world)
        more = await world.standin.press(world.bob, public, label="More…")
        await world.standin.press(world.bob, more.original, label="Endorse")
        plain = await world.standin.press(world.alice, public, label="More…")
    assert f"Endorsed** by <@{world.bob.id}>" in public.text
    assert "Endorse" not in plain.original.buttons()


async def test_who_lost_the_role_meanwhile_marks_nothing(world: World) -> None:
    async with world.bot():
        public = await posted(world)
        more = await world.standin.press(world.mod, public, label="More…")
        world.guild.members[world.mod.id] = world.guild.members[world.bob.id]
        refused = await world.standin.press(world.mod, more.original, label="Under review")
    assert "Under review" not in public.text
    assert "role" in refused.text or "permission" in refused.text


# --- changes ----------------------------------------------------------------------------------------------------------


async def test_posted_copies_say_that_they_were_corrected_and_who_asked_hears_of_it(world: World) -> None:
    async with world.bot() as client:
        public = await posted(world)
        more = await world.standin.press(world.alice, public, label="More…")
        await world.standin.press(world.alice, more.original, label="Tell me if this changes")
        assert "hear of it" in more.text
        assert len(world.standin.sent_to_dm(world.alice)) == 1
        await answers_of(client).compare()
        assert len(public.versions) == 1
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No, never.")
        answers_of(client)._answers.again(Scope.server(world.guild.id))
        await answers_of(client).compare()
        assert "Corrected on" in public.text
        assert "never." in public.text
        told = world.standin.sent_to_dm(world.alice)
        assert len(told) == 2
        assert "never." in told[1].text
        # Told once: nothing more comes of comparing again.
        answers_of(client)._answers.again(Scope.server(world.guild.id))
        await answers_of(client).compare()
        assert len(world.standin.sent_to_dm(world.alice)) == 2
        stopped = await world.standin.press(world.alice, told[1], label="Stop telling me")
    assert "won't hear" in stopped.text
    assert await world.store.posted.watchers(Scope.server(world.guild.id)) == []


async def test_a_ruling_that_is_withdrawn_is_withdrawn_where_it_was_posted(world: World) -> None:
    async with world.bot() as client:
        public = await posted(world)
        del world.asking.entries[MANIFEST.id]
        answers_of(client)._answers.again(Scope.server(world.guild.id))
        await answers_of(client).compare()
    assert "Withdrawn on" in public.text
    assert "front face's mana cost" not in public.text


async def test_a_copy_that_was_deleted_is_forgotten_and_one_that_fails_is_tried_again(world: World) -> None:
    scope = Scope.server(world.guild.id)
    async with world.bot() as client:
        first, second = await posted(world), await posted(world)
        first.deleted = True
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No, never.")
        world.standin.rest.fail_next(rf"PATCH .*/messages/{second.id}", 400, code=50035)
        answers_of(client)._answers.again(scope)
        await answers_of(client).compare()
        assert [each.message_id for each in await world.store.posted.of(scope)] == [second.id]
        assert "never." not in second.text
        await answers_of(client).compare()
        assert "never." in second.text
    world.standin.refused.clear()


async def test_copies_in_a_channel_that_is_closed_are_put_right_once_it_is_open(world: World) -> None:
    """One refusal tells of the whole channel: Discord counts them."""
    scope = Scope.server(world.guild.id)
    async with world.bot() as client:
        copies = [await posted(world) for _ in range(3)]
        world.general.bot_permissions = 0
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No, never.")
        answers_of(client)._answers.again(scope)
        await answers_of(client).compare()
        assert len(world.standin.refused) == 1
        await answers_of(client).compare()
        assert len(world.standin.refused) == 1
        world.general.bot_permissions = None
        answers_of(client)._answers.again(scope)
        await answers_of(client).compare()
        assert all("never." in each.text for each in copies)
    world.standin.refused.clear()


async def test_who_watches_reads_of_a_change_in_their_own_language_and_a_lost_account_is_left(world: World) -> None:
    scope = Scope.server(world.guild.id)
    world.alice.locale = "es-ES"
    async with world.bot() as client:
        answer = await asked(world)
        with i18n.speaking("es"):
            more, watch = i18n._("More…"), i18n._("Tell me if this changes")
            heading = i18n._("**A ruling that you asked me to watch has changed:**")
        opened = await world.standin.press(world.alice, answer.original, label=more)
        await world.standin.press(world.alice, opened.original, label=watch)
        await world.store.posted.watch(scope, MANIFEST.id, 12345, "old")
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No, never.")
        answers_of(client)._answers.again(scope)
        await answers_of(client).compare()
        [_note, told] = world.standin.sent_to_dm(world.alice)
        assert heading in told.text
        with i18n.speaking("es"):
            assert i18n._("Curated ruling") in told.text
        # Nobody is asked for again who is no longer there.
        asked_for = len(world.standin.refused)
        await answers_of(client).compare()
        assert len(world.standin.refused) == asked_for
    world.standin.refused.clear()


async def test_who_takes_no_direct_message_is_told_so_and_watches_nothing(world: World) -> None:
    world.alice.takes_dms = False
    async with world.bot():
        answer = await asked(world)
        more = await world.standin.press(world.alice, answer.original, label="More…")
        refused = await world.standin.press(world.alice, more.original, label="Tell me if this changes")
    assert "you couldn't hear of it" in refused.text
    assert "/look" not in refused.text
    assert await world.store.posted.watchers(Scope.server(world.guild.id)) == []
    world.standin.refused.clear()


async def test_what_everybody_reads_is_in_the_servers_language(world: World) -> None:
    async with world.bot() as client:
        await listed(world, language="es")
        with i18n.speaking("es"):
            asks = i18n._("<@{asker}> asked: {question}").format(asker=world.alice.id, question="double-faced?")
            corrected = i18n._("✎ **Corrected on {date}:** the ruling changed since this was posted.").split("{date}")[
                0
            ]
        public = await posted(world)
        assert asks in public.text
        with i18n.speaking("es"):
            assert i18n._("Curated ruling") in public.text
        world.asking.entries[MANIFEST.id] = replace(MANIFEST, text="No, never.")
        answers_of(client)._answers.again(Scope.server(world.guild.id))
        await answers_of(client).compare()
        assert corrected in public.text
        # The question is read back whatever the language.
        with i18n.speaking("es"):
            label = i18n._("Why")
        why = await world.standin.press(world.bob, public, label=label)
    assert "words: double-faced" in why.text
