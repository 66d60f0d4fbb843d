"""The stand-in where an app is no member (a group chat, a server that people brought it to): what it can do there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from discord import app_commands
from discord_standin.server import StandIn
from discord_standin.world import Channel, User
from launch import point_at

Handler = Callable[[discord.Interaction], Awaitable[Any]]


class Guest(discord.Client):
    """A client with one command that posts a message with a button, which does what the test says."""

    def __init__(self, pressed: Handler) -> None:
        super().__init__(intents=discord.Intents.none(), max_messages=None)
        self.tree = app_commands.CommandTree(
            self,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        )
        self.pressed = pressed

        @self.tree.command(name="do", description="Do it.")
        async def do(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Press", custom_id="press"))
            await interaction.response.send_message("board", view=view)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.pressed(interaction)


@asynccontextmanager
async def running(standin: StandIn, pressed: Handler) -> AsyncIterator[None]:
    point_at(standin.api_url, standin.gateway_url)
    client = Guest(pressed)
    task = asyncio.create_task(client.start(standin.token))
    try:
        await standin.bot_ready()
        yield
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn() as server:
        yield server


@pytest.fixture
def alice(standin: StandIn) -> User:
    return standin.add_user("Alice")


@pytest.fixture(params=["group", "chat", "server"])
def channel(request: pytest.FixtureRequest, standin: StandIn, alice: User) -> Channel:
    bob = standin.add_user("Bob")
    if request.param == "group":
        return standin.add_group(alice, bob)
    if request.param == "chat":
        return standin.add_chat(alice, bob)
    return standin.general(standin.add_guild("Club", alice, bob, has_bot=False))


async def test_messages_are_written_and_edited_by_interactions_alone(
    standin: StandIn, alice: User, channel: Channel
) -> None:
    codes: list[int] = []

    async def pressed(interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        await interaction.response.defer()
        await interaction.followup.send("for one", ephemeral=True)
        await interaction.edit_original_response(content="changed")
        there = interaction.client.get_partial_messageable(channel.id)
        for attempt in (there.send("x"), there.get_partial_message(interaction.message.id).edit(content="x")):
            try:
                await attempt
            except discord.Forbidden as error:
                codes.append(error.code)

    async with running(standin, pressed):
        board = (await standin.slash(alice, "do", channel=channel)).original
        done = await standin.press(alice, board, label="Press")
        await standin.settle()
    assert codes == [50001, 50001]
    assert board.body["content"] == "changed"
    assert [each.ephemeral_to for each in done.followups] == [alice]


async def test_a_token_ends_after_its_time_and_a_fresh_press_brings_another(
    standin: StandIn, alice: User, channel: Channel
) -> None:
    old: list[discord.Interaction] = []
    codes: list[int] = []

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        old.append(interaction)
        for each in old:
            try:
                await each.edit_original_response(content=f"by press {len(old)}")
            except discord.HTTPException as error:
                codes.append(error.code)

    async with running(standin, pressed):
        board = (await standin.slash(alice, "do", channel=channel)).original
        await standin.press(alice, board, label="Press")
        standin.expire()
        await standin.press(alice, board, label="Press")
        await standin.settle()
    assert codes == [50027]
    assert board.body["content"] == "by press 2"


async def test_a_press_takes_five_follow_ups(standin: StandIn, alice: User, channel: Channel) -> None:
    codes: list[int] = []

    async def pressed(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        for number in range(6):
            try:
                await interaction.followup.send(str(number), ephemeral=True)
            except discord.HTTPException as error:
                codes.append(error.code)

    async with running(standin, pressed):
        board = (await standin.slash(alice, "do", channel=channel)).original
        await standin.press(alice, board, label="Press")
        await standin.until(lambda: codes, "the refusal")
    assert codes == [40094]


async def test_where_external_apps_are_off_an_answer_for_everybody_is_shown_to_one_person(
    standin: StandIn, alice: User
) -> None:
    guild = standin.add_guild("Club", alice, has_bot=False)
    guild.external_apps = False

    async def pressed(_: discord.Interaction) -> None: ...

    async with running(standin, pressed):
        done = await standin.slash(alice, "do", channel=standin.general(guild))
    assert done.original.ephemeral_to is alice
    assert standin.seen_in_public() == ""
