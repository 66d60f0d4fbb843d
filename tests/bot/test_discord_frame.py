"""`/settings`, `/privacy`, `/about`, `/help`: each choice is kept at once, data is seen and deleted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from app_world import World
from discord_standin.commands import NotOffered
from discord_standin.world import Channel, Message

from rulings.store import Scope, ServerSettings


def select_of(message: Message, action: str) -> str:
    return next(part["custom_id"] for part in message.components() if f":{action}" in part.get("custom_id", ""))


async def settings(world: World) -> ServerSettings:
    return await world.store.settings.get(Scope.server(world.guild.id))


async def test_every_setting_is_kept_when_it_is_chosen_and_shown(world: World) -> None:
    rules = world.guild.add_role("Rules team")
    judges = world.guild.add_role("Judges")
    async with world.bot():
        shown = await world.standin.slash(world.mod, "settings", channel=world.general)
        page = shown.original
        for action, chosen in {
            "settings.moderators": [rules],
            "settings.judges": [judges, rules],
            "settings.public": [world.general],
            "settings.channel": [world.general],
            "settings.language": ["es"],
        }.items():
            await world.standin.select(world.mod, page, chosen, select_of(page, action))
        await world.standin.press(world.mod, page, label="Four eyes on")
        assert f"<@&{rules.id}>" in page.text
        assert "español" in page.text
    assert shown.private
    here = world.general.id
    assert await settings(world) == ServerSettings(
        moderator_roles=(rules.id,), four_eyes=True, public_channels=(here,), moderator_channel=here,
        judge_roles=(judges.id, rules.id), language="es",
    )  # fmt: skip


async def test_a_moderators_channel_that_cannot_be_written_in_is_not_kept(world: World) -> None:
    """Else reports and news would go nowhere, and nobody would notice."""
    quiet = world.standin.add_channel(Channel(0, name="mods", guild=world.guild, bot_permissions=1 << 10))
    async with world.bot():
        shown = await world.standin.slash(world.mod, "settings", channel=world.general)
        select = select_of(shown.original, "settings.channel")
        refused = await world.standin.select(world.mod, shown.original, [quiet], select)
        assert "Send Messages" in refused.text
        assert (await settings(world)).moderator_channel is None
        quiet.bot_permissions = None
        await world.standin.select(world.mod, shown.original, [quiet], select)
        assert (await settings(world)).moderator_channel == quiet.id
        assert f"<#{quiet.id}>" in shown.text
    assert "reports" in world.standin.public_messages(quiet)[-1].text
    # The one refusal is what the test is about.
    assert [refusal.code for _request, refusal in world.standin.refused] == [50013]
    world.standin.refused.clear()


async def test_settings_say_that_the_moderators_channel_took_no_post(world: World) -> None:
    """A report is in the list all the same; that nobody heard of it is noticed where it can be mended."""
    mods = world.standin.add_channel(Channel(0, name="mods", guild=world.guild))
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda now: replace(now, moderator_channel=mods.id), actor=1)
    async with world.bot():
        answer = await world.standin.slash(world.alice, "ask", {"question": "double-faced?"}, channel=world.general)
        for lost in (True, False):
            mods.bot_permissions = 1 << 10 if lost else None
            form = await world.standin.press(world.alice, answer.original, label="Wrong?")
            await world.standin.submit_modal(form, {"what": "Not so"})
            await world.standin.settle()
            shown = await world.standin.slash(world.mod, "settings", channel=world.general)
            assert ("couldn't write there the last time" in shown.text) is lost
    world.standin.refused.clear()


async def test_a_setting_is_taken_back_by_choosing_nothing(world: World) -> None:
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda s: replace(s, moderator_roles=(5,), language="es"), actor=1)
    async with world.bot():
        page = (await world.standin.slash(world.mod, "settings", channel=world.general)).original
        await world.standin.select(world.mod, page, [], select_of(page, "settings.moderators"))
        await world.standin.select(world.mod, page, ["-"], select_of(page, "settings.language"))
    assert await settings(world) == ServerSettings()


async def test_settings_are_for_who_manages_the_server_when_the_button_is_pressed_too(world: World) -> None:
    role = world.guild.add_role("Rules team", world.alice)
    scope = Scope.server(world.guild.id)
    await world.store.settings.update(scope, lambda s: replace(s, moderator_roles=(role.id,)), actor=1)
    async with world.bot():
        with pytest.raises(NotOffered):
            await world.standin.slash(world.alice, "settings", channel=world.general)
        with pytest.raises(NotOffered):
            await world.standin.slash(world.mod, "settings")
        told = await world.standin.slash(world.alice, "settings", channel=world.general, overridden=True)
        assert "Manage Server" in told.text
        page = (await world.standin.slash(world.mod, "settings", channel=world.general)).original
        world.guild.join(world.mod)
        told = await world.standin.press(world.mod, page, label="Four eyes on")
        assert "Manage Server" in told.text
    assert not (await settings(world)).four_eyes


async def test_everybody_is_no_role_for_moderators(world: World) -> None:
    everyone = world.guild.add_role("@everyone")
    world.guild.roles.pop(everyone.id)
    everyone.id = world.guild.id
    async with world.bot():
        page = (await world.standin.slash(world.mod, "settings", channel=world.general)).original
        told = await world.standin.select(world.mod, page, [everyone], select_of(page, "settings.moderators"))
    assert "everybody" in told.text
    assert (await settings(world)).moderator_roles == ()


async def test_a_person_gets_their_data_as_a_private_file_and_can_delete_it(world: World) -> None:
    scope, person = Scope.server(world.guild.id), world.alice.id
    await world.store.posted.watch(scope, "some-answer", person, "digest")
    async with world.bot():
        about = await world.standin.slash(world.alice, "privacy", channel=world.general)
        seen = await world.standin.press(world.alice, about.original, label="See my data")
        [content] = seen.original.files.values()
        assert [each["answer_id"] for each in json.loads(content)["answers watched"]] == ["some-answer"]
        await world.standin.press(world.alice, about.original, label="Delete my data…")
        assert "can't be undone" in about.text
        assert len((await world.store.privacy.of_person(person))["answers watched"]) == 1
        await world.standin.press(world.alice, about.original, label="Delete my data")
        assert "Deleted: 1" in about.text
    assert about.private
    assert seen.private
    assert (await world.store.privacy.of_person(person))["answers watched"] == []
    assert world.standin.seen_by(world.bob) == ""


async def test_deleting_frees_the_seats_at_running_tables(world: World) -> None:
    async with world.bot():
        await world.table()
        about = await world.standin.slash(world.bob, "privacy", channel=world.general)
        await world.standin.press(world.bob, about.original, label="Delete my data…")
        await world.standin.press(world.bob, about.original, label="Delete my data")
    [table] = world.tables.all.values()
    assert world.bob.id not in [seat.user_id for seat in table.seats]
    assert world.alice.id in [seat.user_id for seat in table.seats]


async def test_about_names_edition_sources_and_the_fan_content_notice(world: World) -> None:
    async with world.bot():
        about = await world.standin.slash(world.alice, "about", channel=world.general)
    for words in ("Table Judge 0", "2026-04-17", "Scryfall", "unofficial Fan Content", "Wizards of the Coast"):
        assert words in about.text


async def test_help_says_what_can_be_typed_in_this_place(world: World) -> None:
    async with world.bot():
        member = await world.standin.slash(world.alice, "help", channel=world.general)
        moderator = await world.standin.slash(world.mod, "help", channel=world.general)
        alone = await world.standin.slash(world.alice, "help")
        group = world.standin.add_group(world.alice, world.bob)
        guest = await world.standin.slash(world.alice, "help", channel=group)
    assert "Find a ruling" in member.text
    assert "/ruling review" not in member.text
    assert "/ruling review" in moderator.text
    # How rulings get added is told to everybody where somebody moderates them, and nowhere else.
    assert "moderators see it, and add rulings with `/ruling propose`" in member.text
    assert "/ruling" not in alone.text + guest.text
    assert "just write it here" in alone.text
    assert "/sim start" in member.text
    # Nobody reads messages where a person brought the app along; tables there are.
    assert "/ask" in guest.text
    assert "mention me" not in guest.text + alone.text
    assert "/sim start" in guest.text
