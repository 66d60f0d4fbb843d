"""Cards in the brackets of a question that has no answer: what the person reads, and what the moderators hear of it."""

from __future__ import annotations

import re
from pathlib import Path

from app_world import World
from walking import touring


async def test_cards_in_place_of_an_answer_say_that_there_is_none(world: World) -> None:
    async with world.bot():
        asked = await world.standin.slash(
            world.alice, "ask", {"question": "is [[Opt]] tasty on pizza?"}, channel=world.general
        )
        cards = await world.standin.slash(world.alice, "ask", {"question": "[[Opt]]"}, channel=world.general)
    assert re.search(r"tasty on pizza\?.*I don't have a ruling on that.*### Opt", asked.text, re.DOTALL)
    assert "ruling" not in cards.text


async def test_cards_in_place_of_an_answer_fit_a_page_below_the_longest_question(world: World) -> None:
    question = "pizza [[Opt]] [[Moat]] [[Fling]] [[Lightform]] [[Moatt]] " + "*" * 440
    async with world.bot():
        asked = await world.standin.slash(world.alice, "ask", {"question": question}, channel=world.general)
    assert all(name in asked.text for name in ("### Opt", "### Moat", "### Fling", "### Lightform", "Did you mean"))


async def test_a_question_without_an_answer_is_filed_once_its_card_is_chosen(tmp_path: Path) -> None:
    """Before its card was chosen nothing had been looked for; without an answer moderators must hear of it then."""
    question = "how many xyzzy does [[Jace]] give to plugh each turn?"
    async with touring("server", tmp_path) as tour:
        which = await tour.slash(tour.alice, "ask", question=question)
        assert "Which card do you mean" in which.text
        await tour.press_action(tour.alice, which, "ask.card")
        assert "I don't have a ruling on that" in which.text
        listed = await tour.slash(tour.mod, "ruling questions")
    assert re.search(r"how many xyzzy does Jace, .* give to plugh each turn\?", listed.text)
