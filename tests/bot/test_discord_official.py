"""Official rulings that a server doesn't use: hidden by its moderators from `/ask` and `/card`, and shown again."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from reference_files import card, ruling
from walking import Tour, touring

from rulings.reference.importing import import_folder
from rulings.store import Scope

CARD = "Doubling Season"
WRONG = "A walker enters with twice its usual loyalty counters on it, always."
QUESTION = "does doubling season give a planeswalker twice the loyalty counters when it enters"


def _synced(folder: Path) -> None:
    source = folder / "source"
    source.mkdir()
    objects = [card(number) for number in range(1, 1101)] + [card(0, name=CARD)]
    rules = [ruling(0, WRONG, "2020-08-07"), ruling(0, "Tokens get doubled as well.", "2019-01-01")]
    # One text on two cards.
    rules += [ruling(7, WRONG, "2020-08-07"), *(ruling(number) for number in range(1, 40))]
    for file, rows in (("cards.jsonl.gz", objects), ("rulings.jsonl.gz", rules)):
        (source / file).write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    assert import_folder(folder / "reference.db", source).ok


@pytest.fixture
async def tour(tmp_path: Path) -> AsyncIterator[Tour]:
    _synced(tmp_path)
    async with touring("server", tmp_path) as made:
        yield made


async def _official_choice(tour: Tour, user: Any) -> Any:
    asked = await tour.slash(user, "ask", question=QUESTION)
    return await tour.press(user, asked, "Other answers")


async def _hide(tour: Tour, reason: str = "The rules of 2024 say otherwise.") -> Any:
    shown = await tour.slash(tour.mod, "ruling official", card=CARD)
    [menu] = [each for each in shown.messages[-1].components() if each["type"] == 3]
    chosen = next(each["value"] for each in menu["options"] if "always" in each["label"])
    await tour.choose(tour.mod, shown, [chosen], "ruling.text")
    form = await tour.press_action(tour.mod, shown, "ruling.hide")
    await tour.submit(form, reason=reason)
    return shown


async def test_a_moderator_hides_one_of_a_card_and_nobody_in_the_server_meets_it(tour: Tour) -> None:
    assert WRONG in (await tour.slash(tour.alice, "card", name=CARD)).text
    assert "official ruling of 2020-08-07" in (await _official_choice(tour, tour.alice)).source.text
    shown = await _hide(tour)
    assert "Hidden here." in shown.text
    assert "The rules of 2024 say otherwise." in shown.text
    assert f"This text stands on 2 cards, and is hidden for all of them: {CARD}, Gizmo 7" in shown.text
    page = (await tour.slash(tour.alice, "card", name=CARD)).text
    assert WRONG not in page
    assert "Official rulings (1), newest first" in page
    assert "The one of 2020-08-07 isn't used in this server: The rules of 2024 say otherwise." in page
    assert "official ruling of 2020-08-07" not in (await _official_choice(tour, tour.alice)).source.text
    trail = await tour.slash(tour.mod, "ruling history")
    assert "official ruling hidden" in trail.text
    assert "The rules of 2024 say otherwise." in trail.text


async def test_it_comes_back_for_whoever_asks_once_a_moderator_shows_it_again(tour: Tour) -> None:
    await _hide(tour)
    listed = await tour.slash(tour.mod, "ruling official")
    assert "1 official ruling isn't used here" in listed.text
    [menu] = [each for each in listed.messages[-1].components() if each["type"] == 3]
    await tour.choose(tour.mod, listed, [menu["options"][0]["value"]], "ruling.text")
    await tour.press_action(tour.mod, listed, "ruling.unhide")
    assert "Used here again." in listed.text
    assert WRONG in (await tour.slash(tour.alice, "card", name=CARD)).text


async def test_only_moderators_hide_and_it_is_checked_at_each_step(tour: Tour) -> None:
    refused = await tour.slash(tour.alice, "ruling official", card=CARD)
    assert "Manage Server" in refused.text
    assert await tour.complete(tour.alice, "ruling official", "card", "Doubl") == []
    assert CARD in await tour.complete(tour.mod, "ruling official", "card", "Doubl")
    shown = await tour.slash(tour.mod, "ruling official", card=CARD)
    [menu] = [each for each in shown.messages[-1].components() if each["type"] == 3]
    await tour.choose(tour.mod, shown, [menu["options"][0]["value"]], "ruling.text")
    form = await tour.press_action(tour.mod, shown, "ruling.hide")
    tour.guild.members[tour.mod.id] = tour.guild.members[tour.alice.id]
    late = await tour.submit(form, reason="I am no moderator any more.")
    assert "Manage Server" in late.text
    assert await tour.services.moderation.official.hidden(Scope.server(tour.guild.id)) == {}


async def test_a_posted_copy_of_a_hidden_one_is_withdrawn_and_old_buttons_say_why(tour: Tour) -> None:
    others = await _official_choice(tour, tour.alice)
    private = others.source
    labels = [each for each in private.buttons() if "official" in each]
    await tour.press(tour.alice, private, labels[0])
    await tour.press(tour.alice, private, "Post to channel")
    posted = tour.posted()
    assert "always" in posted.text
    more = await tour.press(tour.mod, posted, "More…")
    form = await tour.press(tour.mod, more, "Not here…")
    await tour.submit(form, reason="The rules of 2024 say otherwise.")
    await tour.standin.until(lambda: "Withdrawn on" in posted.text, "the correction")
    assert "always" not in posted.text
    again = await tour.press(tour.alice, private, "Why")
    assert "don't use that official ruling: The rules of 2024 say otherwise." in again.text
    player = await tour.press(tour.alice, private, "More…")
    assert "Not here…" not in player.text


async def test_a_reported_one_is_hidden_beside_the_report_which_is_then_settled(tour: Tour) -> None:
    private = (await _official_choice(tour, tour.alice)).source
    await tour.press(tour.alice, private, next(each for each in private.buttons() if "official" in each))
    form = await tour.press(tour.alice, private, "Wrong?")
    await tour.submit(form, what="The newer rules say otherwise.")
    queue = await tour.slash(tour.mod, "ruling reports")
    form = await tour.press(tour.mod, queue, "Not here…")
    hidden = await tour.submit(form, reason="As reported.")
    assert "Hidden here." in hidden.text
    assert "Report 1 of 1" in queue.text
    await tour.press(tour.mod, queue, "Settled")
    assert "No report is open." in queue.text
