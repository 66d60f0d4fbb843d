"""`/look`: what a person may look at, in their direct messages and nowhere else.

Visibility: typed in the direct message with the bot it is answered there. Anywhere else it is acknowledged in private,
the cards go by direct message, and the private answer only says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, render
from bot.discord_app.app import TableJudge
from bot.discord_app.boards import link
from bot.discord_app.cogs.places import is_private, scope_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal, Table
from bot.discord_app.replies import Reply


class Look(commands.Cog):
    """Looking at one's own face-down cards."""

    def __init__(self, bot: TableJudge) -> None:
        self._tables = bot.services.tables
        bot.on_press("sim.look", self.press)

    @app_commands.command(name="look", description="Look at your face-down cards, by direct message.")
    async def look(self, interaction: Interaction) -> None:
        """Show every running game in which the person has a seat."""
        reply = Reply(interaction, private=not is_private(interaction))
        tables = await reply.work(self._tables.of_person(interaction.user.id))
        await show(interaction, reply, tables, invitations(interaction, tables))

    async def press(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*My cards* on a board."""
        reply = Reply(interaction, private=not is_private(interaction))
        await show(interaction, reply, [await reply.work(self._tables.get(scope_of(interaction), args[0]))])


def invitations(interaction: Interaction, tables: Sequence[Table]) -> list[discord.ui.LayoutView]:
    """Seats that are kept for the person, to be accepted in the direct message.

    It is the way in for whoever gets no direct messages from the bot: what it answers there does arrive.
    """
    if not is_private(interaction):
        return []
    kept = [
        (table, [seat.player for seat in table.seats if seat.user_id == interaction.user.id and not seat.confirmed])
        for table in tables
    ]
    return [render.invitation(_heading(table), table, players) for table, players in kept if players]


async def show(
    interaction: Interaction, reply: Reply, tables: Sequence[Table], more: Sequence[discord.ui.LayoutView] = ()
) -> None:
    """Show the person what they may look at, where only they can see it.

    Args:
        interaction: who looks.
        reply: the answer to them.
        tables: the tables to look at.
        more: pages that follow, in the direct message.

    Raises:
        Refusal: they have no seat at these tables.
        NoDirectMessage: they take none from the bot.
    """
    games = [(_heading(table), seen) for table in tables for seen in table.looks(interaction.user.id)]
    pages = [*(render.look(games) if games else []), *more]
    if not pages:
        raise Refusal("You have no confirmed seat at a running table.")
    if is_private(interaction):
        await reply.show(pages[0])
        for page in pages[1:]:
            await interaction.followup.send(view=page)
        return
    await reply.defer()
    for page in pages:
        await send_privately(interaction.user, page)
    await reply.show(render.notice("I sent you a direct message with your cards.", good=True))


async def send_privately(user: discord.User | discord.Member, view: discord.ui.LayoutView) -> discord.Message:
    """Send a direct message.

    Raises:
        NoDirectMessage: Discord doesn't deliver it.
    """
    try:
        sent: discord.Message = await user.send(view=view)
    except discord.HTTPException as error:
        if error.code in errors.DM_REFUSED:
            raise errors.NoDirectMessage from None
        raise
    return sent


def _heading(table: Table) -> str:
    address = link(table)
    name = f"Table `{table.id[:6]}`"
    return f"[{name}]({address})" if address else name
