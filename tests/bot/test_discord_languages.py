"""What is written to somebody without their asking is in their language, also after a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from app_world import World
from walking import touring

from bot import i18n
from bot.discord_app import locales
from rulings.store import Scope


async def _answered(world: World) -> str:
    """What Bob's direct message is answered with: text comes without its writer's language."""
    await world.standin.say(world.bob, world.standin.dm_with(world.bob), "double-faced?")
    return str((await world.standin.until(lambda: world.standin.sent_to_dm(world.bob), "an answer"))[-1].text)


async def test_a_persons_language_is_known_after_a_restart(world: World) -> None:
    world.bob.locale = "es-ES"
    async with world.bot():
        await world.standin.slash(world.bob, "help", {}, channel=world.general)
    async with world.bot():
        assert "Otras respuestas" in await _answered(world)


async def test_a_language_is_kept_while_the_bot_runs_and_a_change_is_kept_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locales, "_PAUSE", 0.0)
    async with world.bot():
        for locale, language in (("es-ES", "es"), ("en-GB", "en")):
            world.bob.locale = locale
            await world.standin.slash(world.bob, "help", {}, channel=world.general)
            for _ in range(200):
                known = await world.store.languages.known(9)
                if known.get(Scope.direct(world.bob.id)) == language:
                    break
            assert known == {Scope.direct(world.bob.id): language, Scope.server(world.guild.id): "en"}


async def test_deleting_ones_data_deletes_the_language_also_one_that_was_met_just_before(world: World) -> None:
    world.bob.locale = "es-ES"
    async with world.bot() as client:
        shown = await world.standin.slash(world.bob, "privacy", {}, channel=world.general)
        await world.standin.press(world.bob, shown.original, "tj1:privacy.ask")
        await world.standin.press(world.bob, shown.original, "tj1:privacy.delete")
        assert client.locales.of_person(world.bob.id) is None
    assert Scope.direct(world.bob.id) not in await world.store.languages.known(9)


async def test_what_cannot_be_kept_now_is_kept_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    note, tries = world.store.languages.note, []

    async def failing(heard: dict[Scope, str]) -> None:
        tries.append(dict(heard))
        if len(tries) == 1:
            raise OSError("the disk is full")
        await note(heard)

    monkeypatch.setattr(world.store.languages, "note", failing)
    monkeypatch.setattr(locales, "_PAUSE", 0.0)
    async with world.bot():
        await world.standin.slash(world.bob, "help", {}, channel=world.general)
        await world.standin.until(lambda: tries, "the first try")
        await world.standin.slash(world.alice, "help", {}, channel=world.general)
    assert {Scope.direct(world.bob.id), Scope.direct(world.alice.id)} <= set(await world.store.languages.known(9))


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_a_posted_answer_says_of_itself_is_in_the_servers_language(tmp_path: Path, at_once: bool) -> None:
    """Its asker reads English; all others read Spanish, also what was not used and where it comes from."""
    async with touring("server", tmp_path) as tour:
        scope, here = Scope.server(tour.guild.id), (tour.where.id,)
        await tour.services.settings.update(
            scope, lambda now: replace(now, language="es", public_channels=here if at_once else ()), actor=1
        )
        asked = await tour.slash(tour.alice, "ask", question="does deathtouch work with trample on Moat")
        if not at_once:
            assert "Curated ruling" in asked.text
            await tour.press(tour.alice, asked, "Post to channel")
        posted = tour.posted().text
    assert [words for words in ("Curated", "written against", "I did not use") if words in posted] == []
    with i18n.speaking("es"):
        assert i18n._("Curated ruling") in posted
        assert not at_once or i18n._("I did not use: {names}").format(names="Moat") in posted
