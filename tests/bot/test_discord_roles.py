"""Who moderates and judges a server's rulings: by the roles that its settings name, at each command and each press."""

from __future__ import annotations

from dataclasses import replace

from app_world import World
from discord_standin.world import ADMINISTRATOR, MEMBER

from rulings.store import Scope


async def test_before_any_setting_managing_the_server_is_what_counts(world: World) -> None:
    async with world.bot():
        review = await world.standin.slash(world.mod, "ruling review", channel=world.general)
        other = await world.standin.slash(world.alice, "ruling review", channel=world.general)
    assert "Nothing waits" in review.text
    assert "Manage Server" in other.text


async def test_once_roles_are_set_they_count_and_administrators_always(world: World) -> None:
    role = world.guild.add_role("Rules team", world.alice)
    world.guild.join(world.carol, MEMBER | ADMINISTRATOR)
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda s: replace(s, moderator_roles=(role.id,)), actor=1)
    async with world.bot():
        for person, may in ((world.alice, True), (world.carol, True), (world.bob, False), (world.mod, False)):
            told = await world.standin.slash(person, "ruling review", channel=world.general)
            assert ("Nothing waits" if may else "one of the moderator roles") in told.text, person.name
            shown = await world.standin.slash(person, "help", channel=world.general)
            assert ("/ruling questions" in shown.text) is may, person.name


async def test_a_role_lost_between_opening_a_form_and_sending_it_is_noticed(world: World) -> None:
    role = world.guild.add_role("Rules team", world.alice)
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda s: replace(s, moderator_roles=(role.id,)), actor=1)
    async with world.bot():
        opened = await world.standin.slash(world.alice, "ruling propose", channel=world.general)
        world.guild.held[world.alice.id].clear()
        fields = {"question": "May I?", "answer": "No, you may not.", "rules": "100.1", "verdict": "no"}
        told = await world.standin.submit_modal(opened, fields)
    assert "one of the moderator roles" in told.text
    assert await world.store.rulings.list(scope) == []


async def test_a_board_is_in_the_servers_language_whoever_acts(world: World) -> None:
    world.alice.locale = "es-ES"
    async with world.bot():
        await world.standin.slash(world.alice, "sim start", {"opponent": world.bob}, channel=world.general)
        english = [each.text for each in world.standin.messages.values() if each.ephemeral_to is None]
        scope = Scope.server(world.guild.id)
        await world.store.settings.update(scope, lambda s: replace(s, language="es"), actor=1)
        await world.standin.slash(world.bob, "sim start", {"opponent": world.carol}, channel=world.general)
        every = [each.text for each in world.standin.messages.values() if each.ephemeral_to is None]
    assert not any("Aceptar" in each for each in english)
    assert any("Aceptar" in each for each in every[len(english) :])
