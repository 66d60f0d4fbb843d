"""Moderators at work in Discord: writing, reviewing, keeping and retiring rulings, and what a newer edition touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from app_world import World
from discord_standin.commands import NotOffered
from discord_standin.interactions import Interaction
from reference_files import card, lines, rules_text

from bot.services.after_sync import AfterSync, Notice
from bot.services.editions import Editions
from bot.services.moderation import Actor, Finding, ModerationService, Similar
from rulings.model import Ruling, Verdict
from rulings.reference.importing import import_folder
from rulings.store import Scope

MANIFEST = Ruling(
    id="manifest-dfc-turn-up",
    question="Can I turn a manifested double-faced card face up?",
    verdict=Verdict.YES,
    answer="Yes, for its front face's mana cost.",
    rules=("701.40b",),
    as_of="2026-04-17",
)
DRAFT = {
    "question": "Does a manifested land turn face up for free?",
    "verdict": "no",
    "answer": "No. Only a creature card turns up so, and a land has no mana cost.",
    "rules": "701.40b",
    "also_asked": "flip a manifested forest",
}
SLUG = "does-a-manifested-land-turn-face-up-for-free"
PROOF = "Alice manifests Forest as a\nexpect a: face down"


async def find(scope: Scope, ruling: Ruling, phrasings: Sequence[str]) -> Sequence[Finding]:
    known = {ruling.question, *ruling.also_asked}
    return [
        Finding(each, ruling.id, ruling.question, 0) if each in known else Finding(each, "other", "Another?", None)
        for each in phrasings
    ]


async def similar(scope: Scope, ruling: Ruling) -> Sequence[Similar]:
    return [Similar(MANIFEST.id, MANIFEST.question, "curated")]


async def play(scenario: str) -> Sequence[str]:
    return [] if scenario == PROOF else ["line 2: expected face up, but it is face down"]


class Desk:
    """The moderators' desk of a server: what they do, through Discord."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.scope = Scope.server(world.guild.id)
        self.actor = Actor(world.mod.id, is_moderator=True)
        self.service = ModerationService(
            world.store,
            shipped={MANIFEST.id: MANIFEST},
            find_similar=similar,
            find_phrasings=find,
            check_proof=play,
            editions=Editions(world.data_dir),
        )
        given = world.services()
        world.services = lambda: replace(given, moderation=self.service)  # type: ignore[method-assign]

    async def slash(self, command: str, **options: Any) -> Interaction:
        return await self.world.standin.slash(self.world.mod, f"ruling {command}", options, channel=self.world.general)

    async def press(self, on: Interaction, label: str) -> Interaction:
        return await self.world.standin.press(self.world.mod, message_of(on), label=label)

    async def choose(self, on: Interaction, value: str) -> Interaction:
        return await self.world.standin.select(self.world.mod, message_of(on), [value])

    async def submit(self, opened: Interaction, **values: str) -> Interaction:
        return await self.world.standin.submit_modal(opened, values)

    async def publish(self, **changed: Any) -> str:
        content = {**DRAFT, **changed}
        slug = (await self.service.propose(self.scope, self.actor, content)).ruling.slug
        await self.service.approve(self.scope, self.actor, slug, seen=1)
        return slug


def message_of(on: Interaction) -> Any:
    return on.messages[-1] if on.messages else on.source


def filled(opened: Interaction) -> dict[str, Any]:
    """What stands in the fields of a form that was opened."""
    assert opened.modal is not None
    fields = [part["component"] for part in opened.modal["components"]]
    return {
        field["custom_id"]: field.get("value")
        or next((option["value"] for option in field.get("options", []) if option.get("default")), "")
        for field in fields
    }


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world)


async def test_a_lone_moderator_proposes_and_publishes_in_two_presses(desk: Desk, world: World) -> None:
    async with world.bot():
        kept = await desk.submit(await desk.slash("propose"), **DRAFT)
        assert "Proposed" in kept.text
        # What it may repeat is said while it is proposed.
        assert f"It may repeat:** {MANIFEST.question} (`{MANIFEST.id}`)" in kept.text.replace("\\", "")
        done = await desk.press(kept, "Approve")
        assert "Published" in message_of(done).text
    assert [ruling.id for ruling in (await desk.service.published(desk.scope)).rulings] == [SLUG]
    assert world.standin.seen_by(world.alice) == ""


async def test_where_four_eyes_are_set_the_button_is_off_and_says_why(desk: Desk, world: World) -> None:
    await world.store.settings.update(desk.scope, lambda s: replace(s, four_eyes=True), actor=1)
    async with world.bot():
        kept = await desk.submit(await desk.slash("propose"), **DRAFT)
        assert "another moderator" in kept.text
        with pytest.raises(NotOffered):
            await desk.press(kept, "Approve")


async def test_a_shipped_ruling_is_replaced_by_naming_it_and_its_text_is_there_to_begin_with(
    desk: Desk, world: World
) -> None:
    async with world.bot():
        choices = await world.standin.autocomplete(
            world.mod, "ruling propose", "replaces", "double faced manifested"[-10:], channel=world.general
        )
        assert [each["value"] for each in choices] == [MANIFEST.id]
        opened = await desk.slash("propose", replaces=MANIFEST.id)
        assert filled(opened)["answer"] == MANIFEST.answer
        kept = await desk.submit(opened, answer="Yes, but at our tables it costs a cookie.")
        assert f"Replaces the shipped ruling** `{MANIFEST.id}`" in kept.text
        await desk.press(kept, "Approve")
        wrong = await desk.slash("propose", replaces="manifest")
        assert "no shipped ruling" in wrong.text
        assert MANIFEST.id in wrong.text.replace("\\", "")
    [ruling] = (await desk.service.published(desk.scope)).rulings
    assert ruling.replaces == MANIFEST.id


async def test_a_proof_is_played_before_it_is_kept_and_a_wrong_one_is_given_back_whole(
    desk: Desk, world: World
) -> None:
    async with world.bot():
        kept = await desk.submit(await desk.slash("propose"), **DRAFT)
        opened = await desk.press(kept, "Proof and details…")
        refused = await desk.submit(opened, proof=PROOF.replace("down", "up"), cards="Forest")
        assert "the proof doesn't hold: line 2" in message_of(refused).text
        # Nobody has to correct it: the ruling stands as it was.
        await desk.press(refused, "Leave it as it is")
        assert "Approve" in message_of(refused).buttons()
        refused = await desk.submit(opened, proof=PROOF.replace("down", "up"), cards="Forest")
        again = await desk.press(refused, "Correct it")
        assert filled(again)["proof"] == PROOF.replace("down", "up")
        assert filled(again)["cards"] == "Forest"
        changed = await desk.submit(again, proof=PROOF)
        assert "played and holds" in message_of(changed).text
    stored = await desk.service.get(desk.scope, desk.actor, SLUG)
    assert (stored.content["proof"], stored.content["cards"]) == (PROOF, ["Forest"])
    assert stored.content["answer"] == DRAFT["answer"]


async def test_an_edit_begins_with_what_is_there_and_what_is_wrong_loses_nothing(desk: Desk, world: World) -> None:
    slug = await desk.publish(proof=PROOF, cards=["Forest"])
    async with world.bot():
        opened = await desk.slash("edit", ruling=slug)
        assert filled(opened) == DRAFT
        refused = await desk.submit(opened, answer="No, never, nowhere.", rules="999.9")
        again = await desk.press(refused, "Correct it")
        assert filled(again)["answer"] == "No, never, nowhere."
        done = await desk.submit(again, rules="701.40b")
        assert "Changed" in message_of(done).text
        late = await desk.submit(opened, answer="No, too late.")
        assert "Meanwhile somebody changed it." in late.text
    [ruling] = (await desk.service.published(desk.scope)).rulings
    assert (ruling.answer, ruling.proof, ruling.cards) == ("No, never, nowhere.", PROOF, ("Forest",))


async def test_phrasings_too_long_for_the_form_stay_as_they_are(desk: Desk, world: World) -> None:
    many = [f"{number} {'a' * 150}" for number in range(10)]
    slug = await desk.publish(also_asked=many)
    async with world.bot():
        opened = await desk.slash("edit", ruling=slug)
        assert "also_asked" not in filled(opened)
        await desk.submit(opened, answer="No, changed.")
    [ruling] = (await desk.service.published(desk.scope)).rulings
    assert (ruling.answer, list(ruling.also_asked)) == ("No, changed.", many)


async def test_a_helpers_message_is_saved_with_question_answer_author_and_link(desk: Desk, world: World) -> None:
    standin = world.standin
    answer = await standin.say(world.alice, world.general, "No, see 701.40b: a land has no mana cost.")
    async with world.bot():
        with pytest.raises(NotOffered):
            await standin.menu(world.alice, "Save as ruling", await standin.send_dm(world.alice, "x"))
        refused = await standin.menu(world.alice, "Save as ruling", answer)
        assert "Manage Server" in refused.text
        opened = await standin.menu(world.mod, "Save as ruling", answer)
        fields = filled(opened)
        assert (fields["answer"], fields["rules"], fields["verdict"]) == (answer.body["content"], "701.40b", "no")
        # The form is refused once; who wrote it and where isn't lost.
        refused = await desk.submit(opened, question="May a land flip?", rules="999.9")
        kept = await desk.submit(await desk.press(refused, "Correct it"), rules="701.40b")
        link = f"https://discord.com/channels/{world.guild.id}/{world.general.id}/{answer.id}"
        assert link in message_of(kept).text
        # Who reviews it reads that too.
        assert link in (await desk.slash("review")).text
    [step] = await desk.service.history(desk.scope, desk.actor, "may-a-land-flip")
    assert step.revision.comment == f"Saved from a message of <@{world.alice.id}>: {link}"


async def test_phrasings_are_tested_before_the_ruling_is_published(desk: Desk, world: World) -> None:
    async with world.bot():
        kept = await desk.submit(await desk.slash("propose"), **DRAFT)
        opened = await desk.press(kept, "Test these phrasings…")
        assert filled(opened)["phrasings"] == f"{DRAFT['question']}\n{DRAFT['also_asked']}"
        shown = await desk.submit(opened, phrasings="flip a manifested forest\nsomething else\n")
        text = message_of(shown).text
        assert "1 of 2 phrasings" in text
        assert "✔ flip a manifested forest" in text
        assert "finds “Another?”" in text
        back = await desk.press(shown, "◀ Back")
        assert "waits for review" in message_of(back).text
    assert (await desk.service.published(desk.scope)).rulings == ()


async def test_the_history_shows_differences_and_brings_a_revision_back(desk: Desk, world: World) -> None:
    slug = await desk.publish()
    await desk.service.edit(desk.scope, desk.actor, slug, {**DRAFT, "answer": "No, wrong."}, seen=2)
    async with world.bot():
        shown = await desk.slash("history", ruling=slug)
        assert "3. edited" in shown.text
        assert "＋ answer: No, wrong." in shown.text
        await desk.choose(shown, "2")
        assert "Reverted" in shown.text
        asked = await desk.slash("revert", ruling=slug, revision=3)
        assert "answer: No, wrong." in asked.text
        await desk.press(asked, "Bring it back")
        assert "Reverted" in asked.text
        assert "none of number 99" in (await desk.slash("revert", ruling=slug, revision=99)).text
        trail = await desk.slash("history")
        for words in ("ruling proposed", "ruling approved", "ruling edited", "ruling reverted", f"<@{world.mod.id}>"):
            assert words in trail.text
    assert [ruling.answer for ruling in (await desk.service.published(desk.scope)).rulings] == ["No, wrong."]


async def test_a_ruling_is_retired_with_a_reason_and_found_in_no_list(desk: Desk, world: World) -> None:
    slug = await desk.publish()
    async with world.bot():
        listed = await desk.slash("list")
        assert slug in listed.text
        opened = await desk.choose(listed, slug)
        assert "a land has no mana cost" in message_of(opened).text
        shown = await desk.slash("retire", ruling=slug)
        form = await desk.press(shown, "Retire…")
        await desk.submit(form, reason="obsolete")
        assert "Retired" in shown.text
        assert "No ruling of this server" in (await desk.slash("list")).text
        history = await desk.slash("history", ruling=slug)
        assert "obsolete" in history.text


async def test_an_import_that_a_restart_forgot_says_that_the_file_is_to_be_sent_again(desk: Desk, world: World) -> None:
    await desk.publish()
    text, _ = await desk.service.exchange.export(desk.scope, desk.actor)
    async with world.bot():
        shown = await desk.slash("import", file=("rulings.toml", text.replace("No. Only", "No! Only").encode()))
    async with world.bot():
        pressed = await world.standin.press(world.mod, shown.original, label="Import 1 ruling")
    assert "Send the file again: `/ruling import`" in pressed.text
    [kept] = (await desk.service.published(desk.scope)).rulings
    assert "No. Only" in kept.answer


async def test_an_export_comes_as_a_file_and_an_import_shows_first_what_it_changes(desk: Desk, world: World) -> None:
    slug = await desk.publish(replaces=MANIFEST.id, proof=PROOF)
    async with world.bot():
        sent = await desk.slash("export")
        assert "1 ruling" in sent.text
        assert "rulings.toml" in str(message_of(sent).body)
        text, _ = await desk.service.exchange.export(desk.scope, desk.actor)
        changed = text.replace("No. Only", "No! Only") + text.replace(slug, "second").replace("for free", "so").replace(
            f'replaces = "{MANIFEST.id}"\n', ""
        )
        shown = await desk.slash("import", file=("rulings.toml", changed.encode()))
        assert "1 new, 1 changed" in shown.text
        assert "answer" in shown.text
        assert len((await desk.service.published(desk.scope)).rulings) == 1
        await desk.press(shown, "Import 2 rulings")
        assert "Imported 2" in shown.text
        assert [each.id for each in (await desk.service.published(desk.scope)).rulings] == [slug, "second"]
        upstream = await desk.slash("export", purpose="upstream")
        assert "2 rulings" in upstream.text
        refused = await desk.slash("import", file=("x.toml", changed.replace("701.40b", "999.99z").encode()))
        assert "second: CR 999.99z" in refused.text.replace("\\", "")


async def test_questions_without_an_answer_are_answered_or_dismissed(desk: Desk, world: World) -> None:
    for question in ("spam", "does a land flip", "does a land flip"):
        await world.store.questions.record(desk.scope, question)
    async with world.bot():
        listed = await desk.slash("questions")
        assert listed.text.index("2×") < listed.text.index("1×")
        await desk.choose(listed, "1× spam")
        await desk.press(listed, "Dismiss")
        assert "Dismissed: spam" in listed.text
        await desk.choose(listed, "2× does a land flip")
        opened = await desk.press(listed, "Answer this…")
        assert filled(opened)["question"] == "does a land flip"
        kept = await desk.submit(opened, **{**DRAFT, "question": "Does a land flip?"})
        assert "Proposed" in message_of(kept).text
        assert "No question waits" in (await desk.slash("questions")).text


SPIN = "Widgets spin whenever a player says so aloud, and they never stop."
OLD = f"100.1. A game has players.\n\n100.2. {SPIN}"
NEW = OLD.replace("never stop", "stop at once")


def sync(folder: Path, rules: str, edition: str) -> None:
    source = folder / f"files {edition}"
    source.mkdir()
    (source / "rules.txt").write_text(rules_text(rules, edition=edition))
    (source / "cards.jsonl.gz").write_bytes(lines(card(number) for number in range(1100)))
    assert import_folder(folder / "reference.db", source).ok


async def test_rulings_whose_rules_changed_are_reviewed_with_old_and_new_text(desk: Desk, world: World) -> None:
    sync(world.data_dir, OLD, "May 1, 2026")
    slugs = [
        await desk.publish(question=f"Widget {number}?", answer="No.", rules="100.2", id=f"widget-{number}")
        for number in range(4)
    ]
    sync(world.data_dir, NEW, "August 7, 2026")
    async with world.bot():
        shown = await desk.slash("outdated")
        for words in ("1 of 4 needs review since CR of 2026-08-07", "never stop", "stop at once"):
            assert words in shown.text
        await desk.press(shown, "Still right")
        assert f"✔ Still right: `{slugs[0]}`" in shown.text
        retire = await desk.press(shown, "Retire…")
        await desk.submit(retire, reason="")
        waiting = await desk.slash("review")
        await desk.press(waiting, "2 need review")
        assert "1 of 2" in waiting.text
        await desk.press(waiting, "Next ▶")
        await desk.press(waiting, "Several at once…")
        await desk.press(waiting, "All 2 still right")
        assert "Still right: 2" in waiting.text
        await desk.press(waiting, "What is left")
        assert "No ruling of this server needs review" in waiting.text
    assert [each.as_of for each in (await desk.service.published(desk.scope)).rulings] == ["2026-08-07"] * 3


async def test_an_outdated_ruling_is_edited_with_todays_numbers_and_leaves_the_queue(desk: Desk, world: World) -> None:
    sync(world.data_dir, f"{OLD}\n\n100.3. Gadgets hum softly until the end of the turn.", "May 1, 2026")
    await desk.publish(question="Widget?", answer="No, see 100.3.", rules="100.2, 100.3", id="widget")
    moved = NEW + "\n\n100.3. A new rule about something else.\n\n100.4. Gadgets hum softly until the end of the turn."
    sync(world.data_dir, moved, "August 7, 2026")
    async with world.bot():
        opened = await desk.press(await desk.slash("outdated"), "Edit…")
        assert (filled(opened)["rules"], filled(opened)["answer"]) == ("100.2, 100.4", "No, see 100.4.")
        done = await desk.submit(opened, answer="No, not any more.")
        assert "Changed" in message_of(done).text
        assert "No ruling of this server needs review" in (await desk.slash("outdated")).text
    [ruling] = (await desk.service.published(desk.scope)).rulings
    assert (ruling.as_of, ruling.rules) == ("2026-08-07", ("100.2", "100.4"))


async def test_where_four_eyes_are_set_the_moderators_channel_hears_of_a_proposal(desk: Desk, world: World) -> None:
    await world.store.settings.update(
        desk.scope, lambda s: replace(s, four_eyes=True, moderator_channel=world.general.id), actor=1
    )
    async with world.bot():
        await desk.submit(await desk.slash("propose"), **DRAFT)
        told = world.standin.public_messages(world.general)[-1]
        assert DRAFT["question"] in told.text
        opened = await world.standin.press(world.mod, told, label="Review")
        assert opened.private
        assert "Proposal 1 of 1" in opened.text


async def test_several_are_retired_together_but_only_as_they_were_shown(desk: Desk, world: World) -> None:
    sync(world.data_dir, OLD, "May 1, 2026")
    for number in range(3):
        await desk.publish(question=f"Widget {number}?", answer="No.", rules="100.2", id=f"widget-{number}")
    sync(world.data_dir, NEW, "August 7, 2026")
    async with world.bot():
        first, second = await desk.slash("outdated"), await desk.slash("outdated")
        await desk.press(first, "Several at once…")
        await desk.press(second, "Several at once…")
        await desk.press(first, "Retire all 3")
        assert "Retired: 3" in first.text
        late = await desk.press(second, "Retire all 3")
        assert "has changed since" in late.text
    assert (await desk.service.published(desk.scope)).rulings == ()


async def test_what_a_sync_brought_is_told_once_in_the_moderators_channel(desk: Desk, world: World) -> None:
    sync(world.data_dir, OLD, "May 1, 2026")
    await desk.publish(question="Widget?", answer="No.", rules="100.2", id="widget")
    await world.store.settings.update(desk.scope, lambda s: replace(s, moderator_channel=world.general.id), actor=1)

    def told() -> list[Any]:
        return [each for each in world.standin.public_messages(world.general) if "brought up to date" in each.text]

    async with world.bot():
        await world.standin.until(told, "the first news")
        sync(world.data_dir, NEW, "August 7, 2026")
        desk.service.synced.set()
        await world.standin.until(lambda: len(told()) == 2, "the news")
        news = told()[-1]
        assert "1 changed" in news.text
        assert "need review: 1 (widget)" in news.text.replace("\\", "")
        # Pressed in the channel, the queue is shown to who pressed alone.
        opened = await world.standin.press(world.mod, news, label="1 needs review")
        assert opened.private
        assert "never stop" in opened.text
        refused = await world.standin.press(world.alice, news, label="1 needs review")
        assert "Manage Server" in refused.text
    async with world.bot():
        desk.service.synced.set()
        await world.standin.settle()
    assert len(told()) == 2


async def test_news_that_were_told_just_before_a_crash_are_told_again_and_shown_once(
    desk: Desk, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync(world.data_dir, OLD, "May 1, 2026")
    await desk.publish(question="Widget?", answer="No.", rules="100.2", id="widget")
    await world.store.settings.update(desk.scope, lambda s: replace(s, moderator_channel=world.general.id), actor=1)
    tries: list[int] = []

    async def crashing(after: AfterSync, notice: Notice) -> None:
        tries.append(notice.id)
        raise RuntimeError("the process ends here")

    def told() -> list[Any]:
        return [each for each in world.standin.public_messages(world.general) if "brought up to date" in each.text]

    with monkeypatch.context() as patched:
        patched.setattr(AfterSync, "told", crashing)
        async with world.bot():
            await world.standin.until(lambda: tries, "the try")
    assert len(told()) == 1
    assert len(await world.store.news.waiting()) == 1
    mark = AfterSync.told
    marked: list[int] = []

    async def marking(after: AfterSync, notice: Notice) -> None:
        await mark(after, notice)
        marked.append(notice.id)

    monkeypatch.setattr(AfterSync, "told", marking)
    async with world.bot():
        await world.standin.until(lambda: marked, "the second try")
    assert marked == tries
    assert await world.store.news.waiting() == []
    assert len(told()) == 1


async def test_where_nobody_moderates_no_question_is_filed_and_the_answer_says_what_would_happen(
    world: World,
) -> None:
    elsewhere = world.standin.add_guild("Elsewhere", world.alice, has_bot=False)
    world.standin.user_installs.add(world.alice.id)
    question = {"question": "how do I bake a cheesecake"}
    async with world.bot():
        here = await world.standin.slash(world.alice, "ask", question, channel=world.general)
        assert "on the moderators' list now" in here.text
        for channel in (None, world.standin.general(elsewhere)):
            answer = await world.standin.slash(world.alice, "ask", question, channel=channel)
            assert "list now" not in answer.text
            assert "Asked in a server that has me, its moderators would hear of it" in answer.text


async def test_posted_answers_hear_at_once_that_rulings_changed(desk: Desk, world: World) -> None:
    heard: list[Scope] = []

    async def on_rulings_changed(scope: Scope) -> None:
        heard.append(scope)

    async with world.bot() as client:
        client.add_listener(on_rulings_changed)
        kept = await desk.submit(await desk.slash("propose"), **DRAFT)
        assert heard == []
        await desk.press(kept, "Approve")
        await desk.submit(await desk.slash("edit", ruling=SLUG), answer="No, changed.")
        await desk.choose(await desk.slash("history", ruling=SLUG), "2")
        await desk.submit(await desk.press(await desk.slash("retire", ruling=SLUG), "Retire…"), reason="")
        await world.standin.until(lambda: len(heard) == 4, "the fourth")
    assert set(heard) == {desk.scope}


async def test_a_shipped_ruling_is_told_from_the_servers_own(desk: Desk, world: World) -> None:
    async with world.bot():
        for command in ("ruling edit", "ruling retire", "ruling history"):
            refused = await world.standin.slash(world.mod, command, {"ruling": MANIFEST.id}, channel=world.general)
            assert f"`/ruling propose` with `replaces: {MANIFEST.id}`" in refused.text
