"""Interface texts: which catalogue serves whom, a language that is only a file, commands' texts, nothing left out."""

from __future__ import annotations

import ast
import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from app_world import World
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import bot
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
        if not strings or not all(strings) or (found is not None and found.fuzzy):
            missing.append(text.id)
    assert missing == []


def test_no_marked_text_is_overlooked() -> None:
    """What is written inside an f-string isn't extracted."""
    wanted, overlooked = messages.extracted(), []
    for file in sorted(Path(bot.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            marked = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "N_", "ngettext", "say")
            text = node.args[0] if marked and node.args else None  # type: ignore[attr-defined]
            if isinstance(text, ast.Constant) and text.value and not wanted.get(str(text.value)):
                overlooked.append(f"{file.name}:{text.lineno}: {text.value}")
    assert overlooked == []


def test_no_translation_loses_a_placeholder_or_is_of_a_text_that_is_gone() -> None:
    known, wanted = _catalogue(), messages.extracted()
    for text in (each for each in known if each.id):
        sources = text.id if isinstance(text.id, tuple) else (text.id,)
        strings = text.string if isinstance(text.string, tuple) else (text.string,)
        places = [set(re.findall(r"\{\w+[^}]*\}", each)) for each in (sources[-1], *strings)]
        # A symbol such as {U} is a placeholder to this eye too: it has to be there as well.
        assert all(each == places[0] for each in places), text.id
        assert wanted.get(text.id) is not None, f"{text.id!r} is no longer used"


async def test_each_person_at_a_table_reads_their_own_language_and_the_board_the_servers(world: World) -> None:
    world.bob.locale = "es-ES"
    async with world.bot():
        board = await world.table()
        assert board.channel.name.startswith("Table ")
        await world.standin.slash(world.bob, "look", channel=world.general)
        await world.standin.slash(world.alice, "look", channel=world.general)
        await world.standin.slash(world.bob, "sim manifest", {"card": "Opt"}, channel=board.channel)
        await world.standin.settle()
        letters = {each.name: world.standin.sent_to_dm(each)[-1].text for each in (world.alice, world.bob)}
        assert "You have nothing face down." in letters["Alice"]
        await world.standin.slash(world.alice, "sim manifest", {"card": "Moat"}, channel=board.channel)
        await world.standin.settle()
        # Alice acted, Bob reads on in Spanish
        assert "### [Mesa" in world.standin.sent_to_dm(world.bob)[-1].text
        assert "### [Table" in world.standin.sent_to_dm(world.alice)[-1].text
        assert "### Table" in world.board().text
        refused = await world.standin.slash(world.mod, "sim pass", channel=board.channel)
        assert "You have no seat" in refused.text
        world.mod.locale = "es-ES"
        refused = await world.standin.slash(world.mod, "sim pass", channel=board.channel)
        assert "Aquí no tienes asiento" in refused.text


async def test_a_table_of_a_spanish_server_is_spanish_for_whoever_started_it(world: World) -> None:
    world.guild.locale = "es-ES"
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        [board] = [each for each in world.standin.messages.values() if "Mis cartas" in each.buttons()]
        assert board.channel.name.startswith("Mesa ")
        assert "### Mesa" in board.text


async def test_a_table_is_named_and_found_in_the_readers_language(world: World) -> None:
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"alone": True}, channel=world.general)
        await world.standin.slash(world.alice, "sim start", {"alone": True}, channel=world.general)
        world.alice.locale = "es-ES"
        names = await world.standin.autocomplete(world.alice, "sim end", "table", "mesa", {}, channel=world.general)
        assert len(names) == 2
        assert all(each["name"].startswith("Mesa ") for each in names)
        for typed in (names[0]["name"].split(" · ")[0], f"Table {names[0]['value'][:6]}", names[0]["value"]):
            shown = await world.standin.slash(world.alice, "sim end", {"table": typed}, channel=world.general)
            assert names[0]["value"][:6] in shown.text


async def test_a_server_that_brought_the_app_along_gets_posts_in_its_language(world: World) -> None:
    """The app is no member there: only interactions say which language the server has."""
    from bot.discord_app.cogs.posting import post_language
    from rulings.store import Scope

    away = world.standin.add_guild("Away", world.alice, has_bot=False)
    away.locale = "es-ES"
    world.standin.user_installs.add(world.alice.id)
    async with world.bot() as client:
        assert await post_language(client, Scope.server(away.id)) == "en"
        await world.standin.slash(world.alice, "help", channel=world.standin.general(away))
        assert await post_language(client, Scope.server(away.id)) == "es"
        assert await post_language(client, Scope.direct(world.alice.id)) == "en"
        world.alice.locale = "es-419"
        await world.standin.slash(world.alice, "help", channel=world.standin.general(away))
        assert await post_language(client, Scope.direct(world.alice.id)) == "es"
