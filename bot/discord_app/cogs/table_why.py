"""`/sim why`: what made an object of a table what it is, for the person who asks alone.

Visibility: acknowledged in private wherever it is typed, as one's own hand may be in it; which card is face down is
said by `/look` alone. It changes nothing, so no board is drawn.
"""

from __future__ import annotations

from discord import app_commands

from bot.discord_app import render
from bot.discord_app.cogs.seats import slot
from bot.discord_app.cogs.table_base import TableBase
from bot.discord_app.cogs.table_completion import TableCompletion
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Explained
from bot.discord_app.replies import Reply


class TableWhy(TableBase):
    """The command; the cog of the tables is one."""

    @app_commands.command(name="why", description="Why a card at the table is what it is, by layer and rule.")
    @app_commands.describe(
        reference="Which one: its number on the board, such as #1, or its name (only you see it).",
        table="Which of your tables, if there are several here. Without one: the last one played.",
    )
    async def why(self, interaction: Interaction, reference: str, table: str | None = None) -> None:
        """Explain an object."""
        reply = Reply(interaction)

        async def work() -> tuple[Explained, str]:
            played, name = await self._meant(interaction, table)
            return await played.why(interaction.user.id, slot(reference)), name

        found, name = await reply.work(work())
        await reply.show(render.explained(found, name))

    why.autocomplete("reference")(TableCompletion.complete_reference)
    why.autocomplete("table")(TableCompletion.complete_table)
