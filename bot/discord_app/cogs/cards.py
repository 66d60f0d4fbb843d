"""`/card`: a card's facts, and which of its abilities are simulated."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.discord_app import limits, render
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.completion import completion, labelled_choices
from bot.discord_app.cogs.places import in_server
from bot.discord_app.components import Interaction
from bot.discord_app.replies import Reply


class Cards(commands.Cog):
    """Cards."""

    def __init__(self, bot: TableJudge) -> None:
        self._bot = bot
        self._service = bot.services.cards
        bot.on_press("card.post", self.post)

    @app_commands.command(name="card", description="Show a card's facts.")
    @app_commands.describe(name="The card's name, in any printed language.")
    async def card(self, interaction: Interaction, name: str) -> None:
        """Answer in private: what somebody looks up during a game is nobody else's business."""
        private = in_server(interaction)
        reply = Reply(interaction, private=private)
        found = await reply.work(asyncio.to_thread(self._service.page, name))
        await reply.show(render.card(found, postable=private))

    @card.autocomplete("name")
    @completion
    async def complete(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Names that fit what was typed."""
        return labelled_choices(await asyncio.to_thread(self._service.complete, typed, limits.CHOICES))

    async def post(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the card to the channel."""
        reply = Reply(interaction, private=False)
        found = await reply.work(asyncio.to_thread(self._service.page, args[0]))
        with self._bot.posted.once(interaction, args[0]):
            await reply.show(render.card(found, postable=False))
