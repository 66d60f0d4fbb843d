"""`/look`: what a person may look at, in their direct messages and nowhere else.

Visibility: typed in the direct message with the bot it is answered there. Anywhere else it is acknowledged in private,
the cards go by direct message, and the private answer only says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, render, table_pages
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import is_private, on_board, reaching, scope_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.discord_app.table_letters import heading
from bot.discord_app.table_ports import Table
from bot.i18n import N_, _

#: An app that somebody brought along gets five follow-ups for an interaction.
NO_MORE_FOLLOW_UPS = 40094
NO_CARDS = N_("You have no confirmed seat at a running table. Take one on a board, or start a table with `/sim start`.")
KEPT = N_("A seat is kept for you: press *Accept* on its board, or type `/look` in a direct message with me.")


class Look(commands.Cog):
    """Looking at one's own face-down cards."""

    def __init__(self, bot: TableJudge) -> None:
        self._tables = bot.services.tables
        self._letters = bot.letters
        bot.on_press("sim.look", self.press)
        bot.on_press("sim.cards", self.press_page)
        bot.on_press("sim.log", self.press_log)

    @app_commands.command(name="look", description="Look at your face-down cards, by direct message.")
    async def look(self, interaction: Interaction) -> None:
        """Show every running game in which the person has a seat."""
        reply = Reply(interaction, private=not is_private(interaction))
        tables = await reply.work(self._tables.of_person(interaction.user.id))
        await self._show(interaction, reply, tables)

    async def press(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*My cards* on a board."""
        reply = Reply(interaction, private=not is_private(interaction), beside=on_board(interaction))
        await self._show(interaction, reply, [await reply.work(self._tables.get(scope_of(interaction), args[0]))])

    async def _show(self, interaction: Interaction, reply: Reply, tables: Sequence[Table]) -> None:
        """Show the person what they may look at, where only they can see it: one message a game.

        Raises:
            Refusal: they have no seat at these tables.
            NoDirectMessage: they take none from the bot.
        """
        user = interaction.user.id
        seated = [table for table in tables if table.looks(user)]
        invited = invitations(interaction, tables)
        if not seated and not invited:
            kept = any(seat.user_id == user and not seat.confirmed for table in tables for seat in table.seats)
            raise Refusal(_(KEPT if kept else NO_CARDS))
        if not is_private(interaction):
            await reply.defer()
            with reaching(interaction):
                sent = [await self._letters.send(table, user) for table in seated]
            links = " · ".join(message.jump_url for message in sent)
            text = _("I sent you a direct message with your cards.")
            await reply.show(render.notice(f"{text} {links}", good=True))
            return
        await reply.defer()
        for number, view in enumerate([*(self._letters.page(table, user) for table in seated), *invited]):
            if number == 0:
                await reply.show(view)
                message = await interaction.original_response()
            else:
                message = await _further(interaction, view)  # type: ignore[assignment]
            if number < len(seated):
                await self._letters.adopt(seated[number], user, message)

    async def press_page(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Another page of a long list, in the same message."""
        reply, table = await self._own(interaction, args[0])
        await reply.show(self._letters.page(table, interaction.user.id, _page(args[1])))

    async def press_log(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """*Log*: what the person was shown in this game; a message of its own, its pages turn in it."""
        reply, table = await self._own(interaction, args[0], new=interaction.message is not None and args[1] == "0")
        lines = await reply.work(table.shown_to(interaction.user.id))
        await reply.show(table_pages.log(heading(table), table, lines, _page(args[1])))

    async def _own(self, interaction: Interaction, table_id: str, *, new: bool = False) -> tuple[Reply, Table]:
        """The table of a button in one's direct messages.

        Raises:
            Refusal: pressed elsewhere, or they have no seat there any more.
        """
        if not is_private(interaction):
            raise Refusal(_("That is for direct messages only: type `/look`."))
        reply = Reply(interaction, private=False, update=not new)
        mine = await reply.work(self._tables.of_person(interaction.user.id))
        table = next((each for each in mine if each.id == table_id and each.looks(interaction.user.id)), None)
        if table is None:
            raise Refusal(_(NO_CARDS))
        return reply, table


async def _further(interaction: Interaction, view: discord.ui.LayoutView) -> discord.Message:
    """One more message in the direct message: below the answer, as long as Discord takes more of those.

    Raises:
        NoDirectMessage: Discord takes no other either.
    """
    try:
        sent: discord.Message = await interaction.followup.send(view=view, wait=True)
    except discord.HTTPException as error:
        if error.code != NO_MORE_FOLLOW_UPS:
            raise
        return await send_privately(interaction.user, view)
    return sent


def _page(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


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
    return [table_pages.invitation(heading(table), table, players) for table, players in kept if players]


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
