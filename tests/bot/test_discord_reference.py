"""Rules and glossary in Discord: by number, heading and words, with text after a sync and without it before one."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from app_world import World
from discord_standin.validate import check_message
from discord_standin.world import COMPONENTS_V2, readable
from reference_files import rules_text

from bot.discord_app import render_reference
from bot.services.reference import ReferenceService
from rulings.reference.database import Reference
from rulings.reference.importing import import_folder

RULES = (
    "100.1. A game has players.\n\n100.1a Two or more. See rule 100.2.\n\n"
    "100.2. Counting\n\n100.2a Count from one. See rule 900.7.\n\n100.3. Long one.\n\n"
    + "\n\n".join(f"100.3{letter} {'word ' * 120}" for letter in "abcdefghijkmnpqrstuvwxyz")
)


@pytest.fixture
def synced(world: World) -> World:
    """The world after a sync of an invented edition."""
    folder = world.data_dir / "in"
    folder.mkdir()
    (folder / "rules.txt").write_text(rules_text(RULES, glossary="Gadget\nA thing. See rule 100.1.\n\nGear\nAnother."))
    assert import_folder(world.data_dir / "reference.db", folder).ok
    return world


async def test_a_rule_is_read_in_private_with_its_edition_and_ways_on(synced: World) -> None:
    async with synced.bot():
        shown = await synced.standin.slash(synced.alice, "rule", {"query": "100.1"}, channel=synced.general)
        assert shown.private
        for part in ("A game has players.", "Two or more.", "2026-04-17"):
            assert part in shown.text
        await synced.standin.press(synced.alice, shown.original, label="100.2 ▶")
        assert "Count from one." in shown.text
        await synced.standin.press(synced.alice, shown.original, label="See 900.7")
        assert "Rule number 7" in shown.text
    assert synced.standin.seen_by(synced.bob) == ""


async def test_a_long_section_is_paged_with_the_edition_on_every_page_and_nothing_left_out(synced: World) -> None:
    async with synced.bot():
        shown = await synced.standin.slash(synced.alice, "rule", {"query": "100"}, channel=synced.general)
        seen = ""
        while True:
            assert "2026-04-17" in shown.text
            seen += shown.text
            if "Next ▶" not in shown.original.buttons():
                break
            await synced.standin.press(synced.alice, shown.original, label="Next ▶")
    assert all(f"100.3{letter}" in seen for letter in "abcdefghijkmnpqrstuvwxyz")
    assert seen.count("word") == 24 * 120


async def test_words_and_headings_and_wrong_numbers_are_understood(synced: World) -> None:
    async with synced.bot():
        words = await synced.standin.slash(synced.alice, "rule", {"query": "players game"})
        heading = await synced.standin.slash(synced.alice, "rule", {"query": "counting"})
        ranged = await synced.standin.slash(synced.alice, "rule", {"query": "100.3b-d"})
        wrong = await synced.standin.slash(synced.alice, "rule", {"query": "100.9"})
        near = await synced.standin.slash(synced.alice, "rule", {"query": "countign"})
        await synced.standin.press(synced.alice, near.original, label="Counting")
    assert "100.1" in words.text
    assert "Count from one." in heading.text
    assert "100.3c" in ranged.text
    assert "100.3e" not in ranged.text.replace("100.3e ▶", "")
    assert "have no 100.9." in wrong.text
    assert "Count from one." in near.text


async def test_a_glossary_entry_leads_to_its_rules_and_is_posted_on_request(synced: World) -> None:
    async with synced.bot():
        shown = await synced.standin.slash(synced.alice, "glossary", {"term": "gadget"}, channel=synced.general)
        assert shown.private
        assert "A thing." in shown.text
        posted = await synced.standin.press(synced.alice, shown.original, label="Post to channel")
        assert not posted.private
        again = await synced.standin.press(synced.alice, shown.original, label="Post to channel")
        assert "already" in again.text
        # Who presses below a public page reads on in private.
        read = await synced.standin.press(synced.bob, posted.original, label="See 100.1")
        unknown = await synced.standin.slash(synced.alice, "glossary", {"term": "gear shift"}, channel=synced.general)
    assert read.private
    assert "A game has players." in read.text
    assert "has no entry “gear shift”" in unknown.text


async def test_numbers_headings_and_terms_are_completed(synced: World) -> None:
    async with synced.bot():
        numbers = await synced.standin.autocomplete(synced.alice, "rule", "query", "100.2")
        headings = await synced.standin.autocomplete(synced.alice, "rule", "query", "count")
        terms = await synced.standin.autocomplete(synced.alice, "glossary", "term", "ga")
    assert [each["value"] for each in numbers] == ["100.2", "100.2a"]
    assert "100.2" in [each["value"] for each in headings]
    assert [each["value"] for each in terms] == ["Gadget"]


async def test_before_a_sync_numbers_and_headings_lead_to_the_official_page(world: World) -> None:
    async with world.bot():
        shown = await world.standin.slash(world.alice, "rule", {"query": "701.40b"}, channel=world.general)
        section = await world.standin.slash(world.alice, "rule", {"query": "708"}, channel=world.general)
        term = await world.standin.slash(world.alice, "glossary", {"term": "Permanent"}, channel=world.general)
        offered = await world.standin.autocomplete(world.alice, "rule", "query", "manif", channel=world.general)
    assert "Manifest" in shown.text
    assert "https://magic.wizards.com/en/rules" in shown.text
    assert "2026-04-17" in shown.text
    assert "708.2" in section.text
    assert "glossary isn't here yet, so it can't say what “Permanent” is" in term.text
    assert "whoever runs this bot can load it" in term.text
    assert "701.40" in [each["value"] for each in offered]


@pytest.mark.shared
def test_every_rule_section_and_glossary_entry_fits_on_its_pages(shared_dir: Any, tmp_path: Any) -> None:
    (tmp_path / "in").mkdir()
    name = "MagicCompRules_20260417.txt"
    (tmp_path / "in" / name).write_bytes((shared_dir / "data" / "cr" / name).read_bytes())
    assert import_folder(tmp_path / "reference.db", tmp_path / "in").ok
    service = ReferenceService(tmp_path)
    with closing(Reference.open(tmp_path / "reference.db")) as reference:
        numbers, terms = list(reference.numbers()), [entry.term for entry in reference.glossary]
    queries = [(service.rule, number) for number in numbers] + [(service.glossary, term) for term in terms]
    for look_up, query in queries:
        found = look_up(query)
        texts = render_reference.pages(found)
        for number in range(len(texts)):
            view = render_reference.rules(found, "Comprehensive Rules of 2026-04-17", number, postable=True)
            body = {"components": view.to_components(), "flags": COMPONENTS_V2}
            check_message(body)
            shown = readable(body)
            assert "2026-04-17" in shown
    service.close()


async def test_before_a_sync_a_term_that_is_a_heading_leads_to_its_rule(world: World) -> None:
    """CR 701.40: "manifest" is a heading, whose number is here without any text."""
    async with world.bot():
        term = await world.standin.slash(world.alice, "glossary", {"term": "manifest"}, channel=world.general)
        section = await world.standin.slash(world.alice, "rule", {"query": "702"}, channel=world.general)
        rule = await world.standin.slash(world.alice, "rule", {"query": "704.5"}, channel=world.general)
        nothing = await world.standin.slash(world.alice, "glossary", {"term": "blorp"}, channel=world.general)
    assert "701.40" in term.text
    # Without their texts a section's numbers are a way in, no list to scroll through.
    assert "702.19" in section.text
    assert "704.5a · 704.5b" in rule.text
    assert "can't say what “manifest” is" in term.text
    assert "702.19b" not in section.text
    assert "blorp" in nothing.text
    assert "tablejudge sync" not in term.text + nothing.text
