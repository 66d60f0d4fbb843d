"""Cards in Discord: all of a card on as many pages as it needs, every page within every limit."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from app_world import World
from discord_standin.validate import check_message
from discord_standin.world import COMPONENTS_V2, readable
from fake_services import MANIFEST
from reference_files import card, ruling

from bot.discord_app import limits, render_cards
from bot.discord_app.ports import CardPage, Refusal, Suggestion
from bot.discord_app.wiring import CatalogueCards
from bot.services.card_pool import load_pool
from bot.services.reference import ReferenceService
from rulings.reference.importing import import_folder

#: Every so many-th card is looked at.
_STRIDE = 7
LONG = CardPage(
    "Delver of Secrets",
    ("{U} · Creature",),
    (("Oracle text", ("a",)), ("Official rulings (40), newest first", tuple("word " * 60 for _ in range(40)))),
    (("Printed names", ("French: Sondeur de secrets",)),),
    "Rulings data to 2026-01-02",
    "https://scryfall.com/card/x",
)


class LongCards:
    """One card with many rulings; another name is ambiguous."""

    def complete(self, typed: str, limit: int) -> list[tuple[str, str]]:
        return []

    def page(self, name: str, hidden: Mapping[str, str] | None = None) -> CardPage:
        if name == "Jace":
            raise Refusal("“Jace” could be 2 cards.", choices=("Jace Beleren", "Delver of Secrets"))
        return LONG

    def unclear(self, question: str) -> list[tuple[str, list[str]]]:
        return []


@pytest.fixture
def long_cards(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr("app_world.FakeCards", LongCards)
    return world


async def test_a_long_card_is_paged_with_the_datas_date_on_every_page(long_cards: World) -> None:
    world = long_cards
    async with world.bot():
        shown = await world.standin.slash(world.alice, "card", {"name": "delver"}, channel=world.general)
        assert shown.private
        seen = ""
        while True:
            for part in ("Rulings data to 2026-01-02", "[Scryfall](https://scryfall.com/card/x)", "Delver of Secrets"):
                assert part in shown.text
            seen += shown.text
            if "Next ▶" not in shown.original.buttons():
                break
            await world.standin.press(world.alice, shown.original, label="Next ▶")
        posted = await world.standin.press(world.alice, shown.original, label="Post to channel")
        # Whoever turns the page of a posted card reads on in private.
        turned = await world.standin.press(world.bob, posted.original, label="◀ Back")
    assert seen.count("word") == 40 * 60
    # In a channel ten languages of a name would only push other people's messages away.
    assert "Sondeur" in seen
    assert "Sondeur" not in posted.text
    assert not posted.private
    assert turned.private


async def test_a_ruling_about_the_card_opens_beside_it_in_private(long_cards: World) -> None:
    async with long_cards.bot():
        shown = await long_cards.standin.slash(long_cards.alice, "card", {"name": "delver"}, channel=long_cards.general)
        # A phone shows only the beginning of a button: the whole question stands above.
        assert "· Can I turn a manifested double-faced card face up?" in shown.original.text
        read = await long_cards.standin.press(long_cards.alice, shown.original, f"tj1:card.ruling:{MANIFEST.id}")
        posted = await long_cards.standin.press(long_cards.alice, read.original, label="Post to channel")
    assert read.private
    assert "701.40b" in read.text
    assert "701.40b" in posted.text


def test_where_no_ruling_names_a_card_it_says_that_general_ones_hold() -> None:
    def shown(about: tuple[Suggestion, ...]) -> str:
        return readable({"components": render_cards.card(CardPage("Opt", ()), about, postable=True).to_components()})

    assert "No ruling here names this card" in shown(())
    assert "No ruling here names this card" not in shown((Suggestion("one", "Is one right?"),))


async def test_an_ambiguous_name_is_chosen_in_the_same_message(long_cards: World) -> None:
    async with long_cards.bot():
        shown = await long_cards.standin.slash(long_cards.alice, "card", {"name": "Jace"}, channel=long_cards.general)
        assert "could be 2 cards" in shown.text
        await long_cards.standin.press(long_cards.alice, shown.original, label="Delver of Secrets")
        assert "{U} · Creature" in shown.text


# --- with the shipped catalogue ---------------------------------------------------------------------------------------


def accepted(found: CardPage, about: list[Suggestion]) -> str:
    """Every page as Discord takes it; returns the words of all of them."""
    seen = ""
    for number in range(len(render_cards.pages(found))):
        view = render_cards.card(found, about, number, postable=True)
        body = {"components": view.to_components(), "flags": COMPONENTS_V2}
        check_message(body)
        seen += readable(body)
    return seen


def test_before_a_sync_it_says_what_is_missing_and_links_to_the_card(tmp_path: Path) -> None:
    cards = CatalogueCards(load_pool(), ReferenceService(tmp_path))
    shown = accepted(cards.page("delver of secrets"), [])
    for part in ("Delver of Secrets", "Insectile Aberration", "Abilities simulated", "aren't here yet", "scryfall.com"):
        assert part in shown
    assert "German: " in shown


def test_after_a_sync_wording_and_official_rulings_are_there_the_old_ones_folded(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    name = "Delver of Secrets // Insectile Aberration"
    faces = [
        {
            "name": "Delver of Secrets",
            "mana_cost": "{U}",
            "type_line": "Creature",
            "oracle_text": "An *invented* text.",
        },
        {"name": "Insectile Aberration", "mana_cost": "", "type_line": "Creature", "oracle_text": "Flying"},
    ]
    objects = [card(number) for number in range(1, 40)] + [card(0, name=name, layout="transform", card_faces=faces)]
    rules = [
        ruling(0, "The gizmo turns over at once, always and everywhere.", "2019-01-01"),
        ruling(0, "The gizmo turns over at once, always and anywhere.", "2024-05-05"),
        *(ruling(number) for number in range(1, 40)),
    ]
    for file, rows in (("cards.jsonl.gz", objects), ("rulings.jsonl.gz", rules)):
        (folder / file).write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode()))
    result = import_folder(tmp_path / "reference.db", folder)
    assert result.ok, result
    reference = ReferenceService(tmp_path)
    shown = accepted(CatalogueCards(load_pool(), reference).page("Delver of Secrets"), [])
    reference.close()
    assert "An \\*invented\\* text." in shown
    assert "**2024-05-05** The gizmo turns over at once, always and anywhere." in shown
    assert "replaces the wording of 2019-01-01: ||The gizmo turns over at once, always and everywhere.||" in shown
    assert "Rulings data to 2024-05-05" in shown


def test_every_card_of_the_catalogue_fits_on_its_pages(tmp_path: Path) -> None:
    """A sample by the hundred, and all with the longest names and the most faces."""
    pool = load_pool()
    cards = CatalogueCards(pool, ReferenceService(tmp_path))
    names = sorted(pool.catalogue.names())
    chosen = {*names[::100], *sorted(names, key=len)[-40:]}
    about: list[Any] = [Suggestion(f"id-{n}", "x" * 200) for n in range(9)]
    for name in chosen:
        facts = pool.catalogue.facts(name)
        assert facts is not None
        accepted(cards._page(facts, (), {}), about)


@pytest.mark.shared
def test_every_card_with_its_wording_and_rulings_fits_on_its_pages(shared_dir: Path, tmp_path: Path) -> None:
    """With the real data: a sample of all cards, and those with the longest pages."""
    assert import_folder(tmp_path / "reference.db", shared_dir / "data" / "scryfall").ok
    pool, reference = load_pool(), ReferenceService(tmp_path)
    cards = CatalogueCards(pool, reference)
    longest: list[tuple[int, str]] = []
    for name in list(pool.catalogue.names())[::_STRIDE]:
        facts = pool.catalogue.facts(name)
        assert facts is not None
        found = cards._page(facts, ("facts",), {})
        texts = render_cards.pages(found)
        longest.append((len(texts), name))
        said = "\n".join(texts)
        assert all(len(text) <= limits.PAGE_TEXT for text in texts)
        assert all(line.strip() in said for _, lines in found.more for line in lines if len(line) < 2000), name
    for _, name in sorted(longest, reverse=True)[:300]:
        accepted(cards.page(name), [])
    reference.close()
