"""The stand-in against a real discord.py client: what Discord accepts it accepts, what Discord refuses it refuses."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from discord_standin.commands import NotOffered
from discord_standin.server import StandIn
from launch import point_at

Handler = Callable[[discord.Interaction], Awaitable[Any]]


class Echo(discord.Client):
    """A client whose one command does what the test says."""

    def __init__(self, handler: Handler | None = None, intents: discord.Intents | None = None) -> None:
        super().__init__(intents=intents or discord.Intents.none(), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        tree = self.tree

        @tree.command(name="do", description="Do it.")
        async def do(interaction: discord.Interaction, word: str = "") -> None:
            assert handler is not None
            await handler(interaction)

        @do.autocomplete("word")
        async def complete(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{typed}{n}", value=f"{typed}{n}") for n in range(3)]

        @tree.command(name="secret", description="For moderators.")
        @app_commands.default_permissions(manage_guild=True)
        @app_commands.guild_only()
        async def secret(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("ok")

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)


@asynccontextmanager
async def running(standin: StandIn, client: discord.Client) -> AsyncIterator[None]:
    point_at(standin.api_url, standin.gateway_url)
    task = asyncio.create_task(client.start(standin.token))
    try:
        waiting = asyncio.create_task(standin.bot_ready())
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        await waiting
        yield
    finally:
        await client.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def standin() -> AsyncIterator[StandIn]:
    async with StandIn(lawful=False) as server:
        yield server


@pytest.fixture
def people(standin: StandIn) -> tuple[Any, Any, Any]:
    alice, bob = standin.add_user("Alice"), standin.add_user("Bob")
    guild = standin.add_guild("Club", alice, moderators=(bob,))
    return alice, bob, standin.general(guild)


async def test_a_public_reply_is_seen_by_everyone_and_a_private_one_by_one_person(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    alice, bob, general = people

    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("for all")
        await interaction.followup.send("for one", ephemeral=True)

    async with running(standin, Echo(handler)):
        outcome = await standin.slash(alice, "do", {"word": "typed"}, channel=general)
        await standin.settle()
    assert outcome.acknowledged == 4
    assert "for all" in standin.seen_by(bob)
    assert "typed" in standin.seen_by(bob), "a public reply shows the options"
    assert "for one" not in standin.seen_by(bob)
    assert "for one" in standin.seen_by(alice)


async def test_a_follow_up_after_a_public_deferral_stays_public(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    alice, bob, general = people

    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send("leaked", ephemeral=True)

    async with running(standin, Echo(handler)):
        await standin.slash(alice, "do", channel=general)
    assert "leaked" in standin.seen_by(bob)


async def test_a_private_deferral_keeps_every_edit_private(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    alice, bob, general = people

    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.edit_original_response(content="one")
        await interaction.edit_original_response(content="two")

    async with running(standin, Echo(handler)):
        outcome = await standin.slash(alice, "do", channel=general)
        await standin.until(lambda: outcome.text == "two", "the second edit")
    assert [version["content"] for version in outcome.original.versions] == ["one", "two"]
    assert standin.seen_by(bob) == ""


@pytest.mark.parametrize(
    ("send", "code"),
    [
        ({"content": "x" * 2001}, 50035),
        ({"content": ""}, 50006),
        ({"embed": discord.Embed(description="x" * 4097)}, 50035),
        ({"embeds": [discord.Embed(description="x" * 3500) for _ in range(2)]}, 50035),
    ],
)
async def test_bodies_that_discord_refuses_are_refused(
    standin: StandIn, people: tuple[Any, Any, Any], send: dict[str, Any], code: int
) -> None:
    codes: list[int] = []

    async def handler(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message(**send)
        except discord.HTTPException as error:
            codes.append(error.code)
        await interaction.response.send_message("done")

    async with running(standin, Echo(handler)):
        await standin.slash(people[0], "do", channel=people[2])
    assert codes == [code]


def _layout(*items: discord.ui.Item[Any]) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


@pytest.mark.parametrize(
    "view",
    [
        lambda: _layout(discord.ui.TextDisplay("x" * 2500), discord.ui.TextDisplay("y" * 1501)),
        lambda: _layout(discord.ui.TextDisplay("")),
        lambda: _layout(
            discord.ui.ActionRow(
                discord.ui.Button(label="a", custom_id="same"), discord.ui.Button(label="b", custom_id="same")
            )
        ),
        lambda: _layout(discord.ui.ActionRow(discord.ui.Button(label="x" * 81, custom_id="long"))),
        lambda: _layout(discord.ui.ActionRow(discord.ui.Button(custom_id="no-label"))),
        lambda: _layout(discord.ui.ActionRow(discord.ui.Button(label="link", url="https://e.org/" + "x" * 512))),
    ],
)
async def test_components_that_discord_refuses_are_refused_with_the_path(
    standin: StandIn, people: tuple[Any, Any, Any], view: Callable[[], discord.ui.LayoutView]
) -> None:
    errors: list[discord.HTTPException] = []

    async def handler(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message(view=view())
        except discord.HTTPException as error:
            errors.append(error)
        await interaction.response.send_message("done")

    async with running(standin, Echo(handler)):
        await standin.slash(people[0], "do", channel=people[2])
    assert errors[0].code == 50035
    assert "components" in errors[0].text


async def test_components_v2_can_be_pressed_and_updated_in_place(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    alice, _, general = people

    class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<n>\d+)"):
        def __init__(self, n: int) -> None:
            super().__init__(discord.ui.Button(label=f"+{n}", custom_id=f"count:{n}"))
            self.n = n

        @classmethod
        async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> Counter:
            return cls(int(match["n"]))

        async def callback(self, interaction: discord.Interaction) -> None:
            view = _layout(discord.ui.TextDisplay(f"now {self.n}"), discord.ui.ActionRow(Counter(self.n + 1)))
            await interaction.response.edit_message(view=view)

    async def handler(interaction: discord.Interaction) -> None:
        view = _layout(discord.ui.Container(discord.ui.TextDisplay("start"), discord.ui.ActionRow(Counter(1))))
        await interaction.response.send_message(view=view)

    client = Echo(handler)
    client.add_dynamic_items(Counter)
    async with running(standin, client):
        outcome = await standin.slash(alice, "do", channel=general)
        await standin.press(alice, outcome.original, label="+1")
        await standin.press(alice, outcome.original, "count:2")
        with pytest.raises(NotOffered):
            await standin.press(alice, outcome.original, "count:1")
    assert outcome.text.startswith("now 2")
    assert len(outcome.original.versions) == 3


async def test_a_modal_is_filled_in_and_comes_back(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    class Form(discord.ui.Modal, title="Form"):
        answer: Any = discord.ui.Label(text="Answer", component=discord.ui.TextInput(max_length=10, custom_id="answer"))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(self.answer.component.value, ephemeral=True)

    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    async with running(standin, Echo(handler)):
        opened = await standin.slash(people[0], "do", channel=people[2])
        with pytest.raises(NotOffered):
            await standin.submit_modal(opened, {"Answer": "x" * 11})
        outcome = await standin.submit_modal(opened, {"Answer": "forty-two"})
    assert outcome.text == "forty-two"
    assert outcome.private


async def test_autocomplete_returns_choices(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async with running(standin, Echo()):
        choices = await standin.autocomplete(people[0], "do", "word", "ab", channel=people[2])
    assert [choice["value"] for choice in choices] == ["ab0", "ab1", "ab2"]


async def test_a_second_acknowledgement_is_refused(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        interaction.response._response_type = None
        with pytest.raises(discord.HTTPException, match="40060"):
            await interaction.response.send_message("second")
        await interaction.edit_original_response(content="checked")

    async with running(standin, Echo(handler)):
        outcome = await standin.slash(people[0], "do", channel=people[2])
        await standin.until(lambda: outcome.text == "checked", "the refusal")


async def test_a_lost_answer_to_an_applied_callback_makes_the_retry_meet_40060(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    codes: list[int] = []

    async def handler(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("applied")
        except discord.HTTPException as error:
            codes.append(error.code)

    async with running(standin, Echo(handler)):
        standin.rest.fail_next(r"POST /interactions/.*/callback", 502, after_applying=True)
        outcome = await standin.slash(people[0], "do", channel=people[2])
        await standin.until(lambda: codes, "the retry")
    assert outcome.text == "applied"
    assert codes == [40060]


async def test_a_rate_limit_is_waited_out_by_the_library(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("after all")

    async with running(standin, Echo(handler)):
        standin.rest.fail_next(r"callback", 429, retry_after=0.01)
        outcome = await standin.slash(people[0], "do", channel=people[2])
    assert outcome.text == "after all"


async def test_a_person_who_refuses_direct_messages_gives_50007(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    alice, _, general = people
    codes: list[int] = []

    async def handler(interaction: discord.Interaction) -> None:
        try:
            await interaction.user.send("psst")
        except discord.Forbidden as error:
            codes.append(error.code)
        await interaction.response.send_message("done")

    async with running(standin, Echo(handler)):
        alice.takes_dms = False
        await standin.slash(alice, "do", channel=general)
        alice.takes_dms = True
        await standin.slash(alice, "do", channel=general)
    assert codes == [50007]
    assert [message.text for message in standin.sent_to_dm(alice)] == ["psst"]
    assert "psst" not in standin.seen_by(people[1])


async def test_files_and_threads_arrive(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            "file", file=discord.File(io.BytesIO(b"Alice manifests"), filename="game.scn")
        )
        thread = await interaction.channel.create_thread(name="Table", type=discord.ChannelType.public_thread)
        await thread.send("board")

    async with running(standin, Echo(handler, discord.Intents(guilds=True))):
        outcome = await standin.slash(people[0], "do", channel=people[2])
        await standin.until(lambda: "board" in standin.seen_by(people[1]), "the thread")
    assert outcome.original.files == {"game.scn": b"Alice manifests"}


async def test_a_dropped_connection_resumes_and_misses_nothing(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    async with running(standin, Echo(handler)):
        await standin.slash(people[0], "do", channel=people[2])
        await standin.gateway.ask_reconnect()
        outcome = await standin.slash(people[0], "do", channel=people[2])
        assert outcome.text == "here"
        await standin.until(lambda: standin.gateway.resumes == 1, "a resume")
        await standin.gateway.drop()
        assert (await standin.slash(people[0], "do", channel=people[2])).text == "here"
    assert standin.gateway.resumes == 2
    assert len(standin.gateway.identifies) == 1


async def test_an_invalid_session_identifies_anew(standin: StandIn, people: tuple[Any, Any, Any]) -> None:
    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    client = Echo(handler)
    async with running(standin, client):
        client.ws._max_heartbeat_timeout = 5
        await standin.gateway.invalidate(resumable=False)
        await standin.until(lambda: len(standin.gateway.identifies) == 2, "a second IDENTIFY")
        await standin.bot_ready()
        assert (await standin.slash(people[0], "do", channel=people[2])).text == "here"


async def test_heartbeats_are_acknowledged() -> None:
    async with StandIn(heartbeat_ms=100) as standin, running(standin, Echo()):
        await standin.until(lambda: len(standin.gateway.heartbeats) >= 3, "heartbeats")


async def test_privileged_intents_are_refused(standin: StandIn) -> None:
    client = Echo(intents=discord.Intents(message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(standin, client):
            pass


async def test_commands_are_hidden_from_people_without_the_permission(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    alice, bob, general = people
    async with running(standin, Echo()):
        with pytest.raises(NotOffered):
            await standin.slash(alice, "secret", channel=general)
        with pytest.raises(NotOffered):
            await standin.slash(bob, "secret")
        assert (await standin.slash(bob, "secret", channel=general)).text == "ok"
        assert (await standin.slash(alice, "secret", channel=general, overridden=True)).text == "ok"


async def test_message_content_comes_only_by_direct_message_or_mention(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    alice, _, general = people
    client = Echo(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True))
    async with running(standin, client):
        # Nothing comes of places where the bot is no member, whatever the intents.
        await standin.say(alice, standin.add_group(alice), f"<@{standin.bot.id}> hello from a group")
        await standin.say(alice, general, "private talk")
        await standin.say(alice, general, f"<@{standin.bot.id}> hello")
        await standin.send_dm(alice, "direct")
        await standin.until(lambda: len(client.heard) == 3, "three messages")
    assert [message.content for message in client.heard] == ["", f"<@{standin.bot.id}> hello", "direct"]


@pytest.mark.parametrize(
    "command",
    [
        {"name": "Upper", "description": "x"},
        {"name": "ok", "description": ""},
        {"name": "ok", "description": "x" * 101},
        {"name": "ok", "description": "x", "options": [{"type": 3, "name": "o", "description": ""}]},
        {
            "name": "ok",
            "description": "x",
            "options": [
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": True},
            ],
        },
        {"name": "ok", "description": "x", "contexts": [7]},
    ],
)
async def test_commands_that_discord_refuses_are_refused(standin: StandIn, command: dict[str, Any]) -> None:
    client = Echo()
    async with running(standin, client):
        with pytest.raises(discord.HTTPException, match="50035"):
            await client.http.bulk_upsert_global_commands(standin.application_id, [command])


async def test_pings_are_counted_unless_mentions_are_switched_off(
    standin: StandIn, people: tuple[Any, Any, Any]
) -> None:
    alice, _, general = people

    async def handler(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("@everyone", allowed_mentions=discord.AllowedMentions.none())
        await interaction.followup.send("@everyone", allowed_mentions=discord.AllowedMentions.all())

    async with running(standin, Echo(handler)):
        outcome = await standin.slash(alice, "do", channel=general)
        await standin.until(lambda: outcome.followups, "the follow-up")
    assert outcome.original.pings == []
    assert outcome.followups[0].pings == ["@everyone"]


async def test_what_breaks_the_limits_or_pings_fails_at_the_end_even_if_it_was_handled() -> None:
    """Whatever a test of the app asserts: no body that Discord refuses, no custom_id over 100 bytes, no ping."""
    for bad in (
        {"content": "x" * 2001},
        {"content": "@everyone"},
        {"components": [{"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": "é" * 51}]}]},
    ):
        with pytest.raises(AssertionError):  # noqa: PT012 - it comes when the stand-in closes
            async with StandIn() as standin:
                channel = standin.general(standin.add_guild("Club"))
                async with aiohttp.ClientSession(headers={"Authorization": f"Bot {standin.token}"}) as session:
                    await session.post(f"{standin.api_url}/channels/{channel.id}/messages", json=bad)
