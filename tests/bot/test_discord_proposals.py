"""A ruling's way through Discord: proposed, reviewed, published or rejected, by whoever may."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app_world import World
from discord_standin.interactions import Interaction

from bot.services.moderation import Actor, ModerationService
from rulings.store import Scope

DRAFT = {
    "Question": "Does a manifested land turn face up for free?",
    "Verdict": "no",
    "Answer": "No. Manifest lets only a creature card be turned face up, and a land has no mana cost to pay for it.",
    "Rules": "701.40b",
    "Other ways to ask it": "flip a manifested forest",
}


async def propose(world: World, values: dict[str, Any]) -> Interaction:
    opened = await world.standin.slash(world.mod, "ruling propose", channel=world.general)
    return await world.standin.submit_modal(opened, values)


async def test_a_ruling_is_proposed_reviewed_and_published(world: World) -> None:
    async with world.bot():
        kept = await propose(world, DRAFT)
        assert "Proposed" in kept.text
        queue = await world.standin.slash(world.mod, "ruling review", channel=world.general)
        assert "Proposal 1 of 1" in queue.text
        await world.standin.press(world.mod, queue.original, label="Approve")
        assert "Published" in queue.text
    published = await ModerationService(world.store).published(Scope.server(world.guild.id))
    assert [ruling.question for ruling in published.rulings] == [DRAFT["Question"]]
    assert world.standin.seen_by(world.alice) == ""


async def test_the_review_says_which_shipped_ruling_a_proposal_replaces(world: World) -> None:
    shipped = "manifest-dfc-turn-up"
    service = ModerationService(world.store, shipped_ids=[shipped])
    content = {"question": DRAFT["Question"], "verdict": "no", "answer": DRAFT["Answer"], "rules": ["701.40b"]}
    await service.propose(
        Scope.server(world.guild.id), Actor(world.mod.id, is_moderator=True), {**content, "replaces": shipped}
    )
    async with world.bot():
        queue = await world.standin.slash(world.mod, "ruling review", channel=world.general)
    assert f"Replaces the shipped ruling** `{shipped}`" in queue.text


async def test_a_proposal_is_rejected_with_a_reason(world: World) -> None:
    async with world.bot():
        await propose(world, DRAFT)
        queue = await world.standin.slash(world.mod, "ruling review", channel=world.general)
        opened = await world.standin.press(world.mod, queue.original, label="Reject…")
        await world.standin.submit_modal(opened, {"Reason": "wrong"})
        assert "Rejected" in queue.text
        assert "Nothing waits" in (await world.standin.slash(world.mod, "ruling review", channel=world.general)).text


async def test_what_is_wrong_with_a_proposal_is_said_and_nothing_typed_is_lost(world: World) -> None:
    async with world.bot():
        refused = await propose(world, {**DRAFT, "Rules": "999.99z"})
        assert "can't be kept" in refused.text
        again = await world.standin.press(world.mod, refused.original, label="Correct it")
        kept = await world.standin.submit_modal(again, {"Rules": "701.40b"})
        assert "Proposed" in refused.text + kept.text
    waiting = await world.store.rulings.waiting(Scope.server(world.guild.id))
    assert [each.content["answer"] for each in waiting] == [DRAFT["Answer"]]


async def test_the_permission_is_checked_when_the_command_runs_and_at_each_press_and_form(world: World) -> None:
    general, standin = world.general, world.standin
    async with world.bot():
        for command in ("ruling propose", "ruling review"):
            refused = await standin.slash(world.alice, command, channel=general)
            assert "Manage Server" in refused.text
            assert refused.modal is None
        await propose(world, DRAFT)
        opened = await standin.slash(world.mod, "ruling propose", channel=general)
        queue = await standin.slash(world.mod, "ruling review", channel=general)
        reject = await standin.press(world.mod, queue.original, label="Reject…")
        world.guild.join(world.mod)  # no longer a moderator
        refused = await standin.press(world.mod, queue.original, label="Approve")
        assert "Manage Server" in refused.text
        assert "Manage Server" in (await standin.submit_modal(reject, {"Reason": ""})).text
        lost = await standin.submit_modal(opened, DRAFT)
        assert "Manage Server" in lost.text
        assert DRAFT["Answer"] in lost.text
    assert (await world.store.rulings.published(Scope.server(world.guild.id))).rulings == ()


async def test_an_approval_of_what_was_decided_meanwhile_is_refused(world: World) -> None:
    async with world.bot():
        await propose(world, DRAFT)
        one = await world.standin.slash(world.mod, "ruling review", channel=world.general)
        two = await world.standin.slash(world.mod, "ruling review", channel=world.general)
        await world.standin.press(world.mod, one.original, label="Approve")
        late = await world.standin.press(world.mod, two.original, label="Approve")
    assert late.text
    assert "Published" not in late.text


async def test_a_question_as_long_as_the_form_takes_fits(world: World) -> None:
    async with world.bot():
        opened = await world.standin.slash(world.mod, "ruling propose", channel=world.general)
        [most] = [part["component"]["max_length"] for part in opened.modal["components"] if part["label"] == "Question"]
        kept = await world.standin.submit_modal(opened, {**DRAFT, "Question": "x" * most})
        assert "Proposed" in kept.text


async def test_what_somebody_else_changed_meanwhile_is_shown_and_can_be_replaced_knowingly(world: World) -> None:
    standin, general = world.standin, world.general
    async with world.bot():
        await propose(world, DRAFT)
        [slug] = [each.slug for each in await world.store.rulings.list(Scope.server(world.guild.id))]
        first = await standin.slash(world.mod, "ruling edit", {"ruling": slug}, channel=general)
        second = await standin.slash(world.mod, "ruling edit", {"ruling": slug}, channel=general)
        await standin.submit_modal(first, {"Answer": "No. A land has no mana cost."})
        refused = await standin.submit_modal(second, {"Answer": "No. It stays as it is."})
        assert "Meanwhile somebody changed it." in refused.text
        assert "A land has no mana cost" in refused.text
        again = await standin.press(world.mod, refused.original, label="Correct it")
        await standin.submit_modal(again, {})
        assert "**Changed.**" in refused.text
    stored = await world.store.rulings.get(Scope.server(world.guild.id), slug)
    assert (stored.content["answer"], stored.revision) == ("No. It stays as it is.", 3)


async def test_details_that_met_a_change_can_be_kept_too(world: World) -> None:
    standin = world.standin
    async with world.bot():
        kept = await propose(world, DRAFT)
        details = await standin.press(world.mod, kept.original, label="Proof and details…")
        edit = await standin.press(world.mod, kept.original, label="Edit…")
        await standin.submit_modal(edit, {"Answer": "No. A land has no mana cost."})
        refused = await standin.submit_modal(details, {"Topics": "lands"})
        assert "A land has no mana cost" in refused.text + kept.text
        again = await standin.press(world.mod, kept.original, label="Correct it")
        await standin.submit_modal(again, {})
    [stored] = await world.store.rulings.list(Scope.server(world.guild.id))
    assert (stored.content["answer"], stored.content["topics"]) == ("No. A land has no mana cost.", ["lands"])


async def test_the_ruling_that_is_in_the_way_is_shown_beside_what_was_typed(world: World) -> None:
    async with world.bot():
        await propose(world, DRAFT)
        refused = await propose(world, {**DRAFT, "Answer": "No. Never."})
        assert "waits for review" in refused.text
        other = await world.standin.press(world.mod, refused.original, label="Show that one")
        assert "Manifest lets only a creature card" in other.text
        assert "No. Never." in refused.text


async def test_a_ruling_is_named_by_words_of_its_question_and_a_shipped_one_is_told_apart(world: World) -> None:
    standin, general = world.standin, world.general
    async with world.bot():
        await propose(world, DRAFT)
        await propose(world, {**DRAFT, "Question": "Does a manifested land untap?"})
        found = await standin.slash(world.mod, "ruling history", {"ruling": "face up for free"}, channel=general)
        assert "History of" in found.text
        several = await standin.slash(world.mod, "ruling edit", {"ruling": "manifested land"}, channel=general)
        assert "Several rulings of this server fit" in several.text
        none = await standin.slash(world.mod, "ruling retire", {"ruling": "napkin"}, channel=general)
        assert "There is no ruling" in none.text


async def test_a_retired_ruling_says_so_before_anything_is_typed(world: World) -> None:
    scope, actor = Scope.server(world.guild.id), Actor(world.mod.id, is_moderator=True)
    async with world.bot():
        await propose(world, DRAFT)
        service = ModerationService(world.store)
        [slug] = [each.slug for each in await world.store.rulings.list(scope)]
        await service.approve(scope, actor, slug, seen=1)
        await service.retire(scope, actor, slug, seen=2)
        refused = await world.standin.slash(world.mod, "ruling edit", {"ruling": slug}, channel=world.general)
        assert refused.modal is None
        assert "/ruling revert" in refused.text


async def test_a_change_that_waits_is_shown_with_what_it_changes_and_its_ruling_can_be_retired(world: World) -> None:
    scope, standin = Scope.server(world.guild.id), world.standin
    service, writer = ModerationService(world.store), Actor(world.alice.id, is_moderator=True)
    async with world.bot():
        await propose(world, DRAFT)
        [slug] = [each.slug for each in await world.store.rulings.list(scope)]
        await service.approve(scope, writer, slug, seen=1)
        await world.store.settings.update(scope, lambda now: replace(now, four_eyes=True), actor=1)
        content = {**(await service.get(scope, writer, slug)).content, "answer": "No. Manifest lets nothing of it up."}
        await service.edit(scope, writer, slug, content, seen=2)
        queue = await standin.slash(world.mod, "ruling review", channel=world.general)
        assert "− answer: … lets only a creature card" in queue.text or "− answer: No. Manifest lets only" in queue.text
        assert "＋ answer: " in queue.text
        shown = await standin.slash(world.mod, "ruling retire", {"ruling": slug}, channel=world.general)
        reason = await standin.press(world.mod, shown.original, label="Retire…")
        await standin.submit_modal(reason, {"Reason": "Nobody plays it."})
        assert "**Retired.**" in shown.text
    assert (await world.store.rulings.get(scope, slug)).status == "retired"
