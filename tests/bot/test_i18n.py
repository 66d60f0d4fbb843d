"""Interface texts: which catalogue serves whom, a language that is only a file, commands' texts, nothing left out."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from app_world import World
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot import i18n
from deploy import messages

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An empty folder that is looked in after the package's."""
    monkeypatch.setattr(i18n, "_folders", [i18n.SHIPPED, tmp_path])
    for each in (i18n.languages, i18n.catalogue):
        each.cache_clear()
    yield tmp_path
    for each in (i18n.languages, i18n.catalogue):
        each.cache_clear()


def write(folder: Path, language: str, texts: str) -> None:
    file = folder / language / "LC_MESSAGES" / "tablejudge.po"
    file.parent.mkdir(parents=True)
    file.write_text(HEADER + texts, "utf-8")


def test_a_language_is_added_by_a_file_and_what_it_lacks_is_english(folder: Path) -> None:
    write(folder, "tlh", 'msgid "Yes"\nmsgstr "HIja’"\n\nmsgid "No"\nmsgstr ""\n')
    i18n.languages.cache_clear()
    assert "tlh" in i18n.languages()
    with i18n.speaking("tlh"):
        assert (i18n._("Yes"), i18n._("No"), i18n._("Perhaps")) == ("HIja’", "No", "Perhaps")
    assert i18n._("Yes") == "Yes"


def test_counts_use_the_plural_forms_of_the_catalogue(folder: Path) -> None:
    write(folder, "tlh", 'msgid "one card"\nmsgid_plural "{n} cards"\nmsgstr[0] "wa’"\nmsgstr[1] "law’ {n}"\n')
    i18n.languages.cache_clear()
    with i18n.speaking("tlh"):
        assert [i18n.ngettext("one card", "{n} cards", n) for n in (1, 2)] == ["wa’", "law’ {n}"]


def test_an_unreadable_catalogue_is_logged_and_leaves_english(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(folder, "tlh", "hello\n")
    i18n.languages.cache_clear()
    with caplog.at_level(logging.ERROR), i18n.speaking("tlh"):
        assert i18n._("Yes") == "Yes"
    assert "tablejudge.po" in caplog.text


@pytest.mark.parametrize(
    ("locale", "language"),
    [("es-ES", "es"), ("es-419", "es"), ("en-GB", "en"), ("xx", "en"), (None, "en"), ("../../etc", "en")],
)
def test_a_locale_is_served_by_its_language_else_in_english(locale: str | None, language: str) -> None:
    assert i18n.language_of(locale) == language


async def test_languages_of_tasks_at_the_same_time_are_apart() -> None:
    async def task(language: str) -> str:
        i18n.speak(language)
        await asyncio.sleep(0)
        return i18n.spoken()

    assert await asyncio.gather(*(asyncio.create_task(task(each)) for each in ("es", "en", "es"))) == ["es", "en", "es"]
    assert i18n.spoken() == "en"


async def test_commands_carry_their_descriptions_in_every_language(world: World) -> None:
    async with world.bot():
        ask = world.standin.commands[None][(1, "ask")]
    assert ask["description"] == "Ask a rules question in your own words."
    assert ask["description_localizations"]["es-ES"] == ask["description_localizations"]["es-419"]
    assert ask["description_localizations"]["es-ES"] != ask["description"]
    assert not ask.get("name_localizations")


async def test_an_answer_is_in_the_readers_language(world: World) -> None:
    world.alice.locale = "es-419"
    async with world.bot():
        refused = await world.standin.slash(world.alice, "ruling review", channel=world.general)
        assert "Gestionar servidor" in refused.text
        refused = await world.standin.slash(world.bob, "ruling review", channel=world.general)
        assert "Manage Server" in refused.text


def _catalogue() -> Catalog:
    with (i18n.SHIPPED / "es" / "LC_MESSAGES" / "tablejudge.po").open("rb") as file:
        return read_po(file, locale="es")


def test_every_text_of_the_interface_has_its_spanish() -> None:
    """`make messages` brings the catalogue up to date; then translate what is empty."""
    known, wanted = _catalogue(), messages.extracted()
    missing = []
    for text in (each for each in wanted if each.id):
        found = known.get(text.id)
        strings = () if found is None else found.string if isinstance(found.string, tuple) else (found.string,)
        if not strings or not all(strings):
            missing.append(text.id)
    assert missing == []


def test_no_translation_loses_a_placeholder_or_is_of_a_text_that_is_gone() -> None:
    known, wanted = _catalogue(), messages.extracted()
    for text in (each for each in known if each.id):
        sources = text.id if isinstance(text.id, tuple) else (text.id,)
        strings = text.string if isinstance(text.string, tuple) else (text.string,)
        places = [set(re.findall(r"\{\w+[^}]*\}", each)) for each in (sources[-1], *strings)]
        # A symbol such as {U} is a placeholder to this eye too: it has to be there as well.
        assert all(each == places[0] for each in places), text.id
        assert wanted.get(text.id) is not None, f"{text.id!r} is no longer used"
