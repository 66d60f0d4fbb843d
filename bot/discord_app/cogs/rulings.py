"""`/ruling` and *Save as ruling*: moderators write, review, keep and retire their server's rulings.

The permission is checked at each command, press and form. The parts of the cog stand in modules of their own.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.rulings_drafts import Drafting
from bot.discord_app.cogs.rulings_files import Files
from bot.discord_app.cogs.rulings_official import Official
from bot.discord_app.cogs.rulings_past import Past
from bot.discord_app.cogs.rulings_queues import Queues
from bot.discord_app.cogs.rulings_reports import ReportQueue
from bot.discord_app.cogs.rulings_words import Words
from bot.discord_app.components import Interaction

_PARTS = (Drafting, Queues, Past, Official, Files, Words, ReportQueue)


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Rulings(
    Drafting,
    Queues,
    Past,
    Official,
    Files,
    Words,
    ReportQueue,
    commands.GroupCog,
    group_name="ruling",
    group_description="Moderate this server's rulings.",
):
    """Moderators' rulings."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__()
        self.bot = bot
        self.service = bot.services.moderation
        for part in _PARTS:
            part.register(self)
        menu = app_commands.ContextMenu(name="Save as ruling", callback=self._save)
        menu = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(menu)
        self._menu = app_commands.allowed_installs(guilds=True, users=False)(menu)

    async def cog_load(self) -> None:
        """Offer the message menu."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the message menu away."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    async def _save(self, interaction: Interaction, message: discord.Message) -> None:
        await self.save(interaction, message)
