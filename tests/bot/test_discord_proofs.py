"""*Show me* in Discord: a stepper with views, changed in one thing, run with one's own cards."""

from __future__ import annotations

import re

from app_world import World
from discord_standin.interactions import Interaction
from discord_standin.validate import check_message
from discord_standin.world import COMPONENTS_V2
from fake_services import MANIFEST

from bot.discord_app import render_answers, render_scenes
from bot.discord_app.ports import Entry
from bot.services.asking import AskService
from bot.services.card_pool import load_pool
from bot.services.scenes import play
from bot.services.tables import TableService
from bot.services.what_if import variants


async def shown(world: World) -> Interaction:
    answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
    return await world.standin.press(world.alice, answer.original, label="Show me")


async def test_show_me_begins_with_the_position_and_turns_its_pages_in_place(world: World) -> None:
    async with world.bot():
        stepper = await shown(world)
        assert stepper.private
        assert "The position" in stepper.text
        await world.standin.press(world.alice, stepper.original, label="Next ▶")
        assert "Step 1 of 2" in stepper.text
        assert "701.40a" in stepper.text
        rule = await world.standin.press(world.alice, stepper.original, label="701.40a")
        assert "Manifest" in rule.text
        await world.standin.press(world.alice, stepper.original, label="Next ▶")
        assert "Step 2 of 2" in stepper.text
        assert "Next ▶" not in stepper.original.buttons()
    assert len(stepper.original.versions) == 3


async def test_it_is_viewed_as_a_player_or_a_judge(world: World) -> None:
    async with world.bot():
        stepper = await shown(world)
        await world.standin.press(world.alice, stepper.original, label="Next ▶")
        text = lambda: re.sub(r"“.*?”|\*\*.*?\*\*", "", stepper.text)  # noqa: E731 - without the step as written
        assert "#1 is Delver of Secrets" in text()
        await world.standin.press(world.alice, stepper.original, label="View as Bob")
        assert "#1 is Delver" not in text()
        assert "Step 1 of 2" in stepper.text
        await world.standin.press(world.alice, stepper.original, label="View as Alice")
        assert "#1 is Delver of Secrets" in text()


async def test_what_if_plays_the_example_with_one_thing_changed(world: World) -> None:
    async with world.bot():
        stepper = await shown(world)
        offered = await world.standin.press(world.alice, stepper.original, label="What if…")
        assert "It is a noncreature card" in offered.original.buttons()
        assert "It is a double-faced card" not in offered.original.buttons()
        changed = await world.standin.press(world.alice, offered.original, label="It is a noncreature card")
        assert "Opt instead of Delver of Secrets" in changed.text
        for _ in range(2):
            await world.standin.press(world.alice, changed.original, label="Next ▶")
        assert "The rules refuse it" in changed.text
        assert "701.40b" in changed.text or "701.40g" in changed.text


async def test_the_example_is_run_with_other_cards(world: World) -> None:
    async with world.bot():
        stepper = await shown(world)
        form = await world.standin.press(world.alice, stepper.original, label="Run with my cards")
        assert form.modal is not None
        assert MANIFEST.proof.strip() in str(form.modal["components"][0]["component"]["value"])
        played = await world.standin.submit_modal(form, {"script": "Alice manifests Moat"})
    assert played.private
    assert "step 1" in played.text


async def test_a_changed_example_is_run_as_it_was_changed(world: World) -> None:
    async with world.bot():
        stepper = await shown(world)
        offered = await world.standin.press(world.alice, stepper.original, label="What if…")
        changed = await world.standin.press(world.alice, offered.original, label="It is a noncreature card")
        form = await world.standin.press(world.alice, changed.original, label="Run with my cards")
        script = str((form.modal or {})["components"][0]["component"]["value"])
    assert "Opt" in script
    assert "Delver of Secrets" not in script


async def test_a_script_that_cannot_be_read_is_shown_to_be_mended(world: World) -> None:
    typed = "Alice manifests Delver of Secrets\n@everyone ```munches``` <@1> `x` ||y||"
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    async with world.bot():
        stepper = await shown(world)
        form = await world.standin.press(world.alice, stepper.original, label="Run with my cards")
        refused = await world.standin.submit_modal(form, {"script": typed})
        assert refused.private
        assert "Line 2" in refused.text
        assert "A line says who does what" in refused.text
        form = await world.standin.press(world.alice, refused.original, label="Edit it")
        assert (form.modal or {})["components"][0]["component"]["value"] == typed.replace("```", "'''")
        played = await world.standin.submit_modal(form, {"script": "Alice manifests Delver of Secrets"})
        assert "#1 (Delver of Secrets)" in played.text
        for script in ("I manifest a card", "x " * 2900):
            said = await world.standin.slash(world.alice, "sim run", {"script": script}, channel=world.general)
            assert said.private
            assert ("Edit it" in said.original.buttons()) == (len(script) < 3000)
        old = world.standin.post(
            world.general, {**said.original.body, "components": refused.original.body["components"]}, {}
        )
        part = next(each for each in old.components() if str(each.get("content")).startswith("```"))
        part["content"] = ""
        emptied = await world.standin.press(world.alice, old, label="Edit it")
    assert "expired" in emptied.text


async def test_an_old_button_of_an_example_still_works(world: World) -> None:
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        for part in answer.original.components():
            if part.get("label") == "Show me":
                part["custom_id"] = f"tj1:ask.proof:0:{MANIFEST.id}"
        stepper = await world.standin.press(world.alice, answer.original, label="Show me")
    assert "The position" in stepper.text


def accepted(view: object) -> None:
    check_message({"components": view.to_components(), "flags": COMPONENTS_V2})  # type: ignore[attr-defined]


def test_every_shipped_answer_and_every_moment_of_its_example_fits_a_message() -> None:
    pool = load_pool()
    for ruling in AskService.shipped().rulings:
        entry = Entry(
            ruling.id,
            ruling.question,
            ruling.answer,
            ruling.rules,
            "Curated ruling",
            ruling.as_of,
            "x" * 200,
            ruling.proof,
        )
        accepted(render_answers.entry(render_answers.question_line("?" * 500), entry, postable=True))
        if not ruling.proof:
            continue
        scene = play(ruling.proof, pool)
        for number in range(len(scene.frames)):
            for viewer in scene.viewers:
                turn = ("ask.proof", (ruling.id,))
                accepted(render_scenes.scene(scene, number, viewer, turn, entry_id=ruling.id))
        accepted(render_scenes.what_ifs(ruling.question, variants(ruling.proof, pool), ruling.id))


async def test_examples_count_with_the_scripts_that_a_person_may_have_under_way(world: World) -> None:
    async with world.bot() as client:
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced"}, channel=world.general)
        with client.work_limits.one_more(world.alice.id, world.guild.id):
            refused = await world.standin.press(world.alice, answer.original, label="Show me")
            assert "still being played" in refused.text
            assert refused.private
        assert "The position" in (await world.standin.press(world.alice, answer.original, label="Show me")).text


async def test_a_refusal_for_another_rule_is_a_check_that_failed(world: World) -> None:
    """CR 701.40b: the step is refused as the script expects, for another rule than it says."""
    world.tables = TableService(world.store, load_pool())  # type: ignore[assignment]
    script = "Alice manifests Opt; refuse Alice turns #1 face up [701.40c]"
    async with world.bot():
        ran = await world.standin.slash(world.alice, "sim run", {"script": script}, channel=world.general)
    assert "1 of 1 checks failed" in ran.text
    assert "The rules refused a step" not in ran.text
