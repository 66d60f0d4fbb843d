"""What all commands and buttons of tables share: finding the table, acting one by one, drawing what changed."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.discord_app import errors, render, table_afar, table_pages
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.look import send_privately
from bot.discord_app.cogs.places import is_private, on_board, reaching, scope_of
from bot.discord_app.cogs.seats import NO_SEAT, meant, players_of
from bot.discord_app.cogs.table_completion import TableCompletion
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Outcome, Refusal
from bot.discord_app.render import Row
from bot.discord_app.replies import Reply
from bot.discord_app.table_letters import heading
from bot.discord_app.table_ports import Table
from bot.i18n import _
from bot.services.table_live import MOVED_ON
from rulings.store.scope import Scope

WHICH_TABLE = "Which of your tables, if there are several here. Without one: the last one played."
WHICH_SEAT = "Which of your seats, if you play several."


class TableBase(TableCompletion, commands.Cog):
    """The way of every action at a table; the cogs of the tables are ones."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__()
        self.bot = bot
        self._tables = bot.services.tables
        self._cards = bot.services.cards
        self._boards = bot.boards
        self._letters = bot.letters
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    # --- which table --------------------------------------------------------------------------------------------------

    async def _meant(self, interaction: Interaction, table: str | None) -> tuple[Table, str]:
        return await meant(self._tables, interaction, table)

    async def _of_button(self, interaction: Interaction, table_id: str) -> tuple[Table, str]:
        # Only tables of this place, and in the direct messages the person's own: a custom_id opens nothing else.
        mine = await self._tables.of_person(interaction.user.id) if is_private(interaction) else []
        found = next((table for table in mine if table.id == table_id), None)
        return found or await self._running(scope_of(interaction), table_id), ""

    async def _running(self, scope: Scope, table_id: str) -> Table:
        table = await self._tables.get(scope, table_id)
        if table.over:
            # Its last board may not have been drawn: then old buttons are still there.
            with contextlib.suppress(discord.HTTPException, Refusal):
                await self._boards.refresh(table)
            raise Refusal(_("This table takes no more actions: {why}").format(why=table.over))
        return table

    # --- acting -------------------------------------------------------------------------------------------------------

    async def _do(
        self,
        interaction: Interaction,
        where: Awaitable[tuple[Table, str]],
        action: Callable[[Table], Awaitable[Outcome]],
        *,
        seen: str | None = None,
        player: str = "",
    ) -> None:
        """Act, tell the person in private what came of it and what they have to decide next, redraw the board.

        Args:
            interaction: who acts.
            where: finds the table, and its name where the answer has to say it.
            action: what they do.
            seen: the table's version that the pressed button was drawn for.
            player: for which seat, if that is known.
        """
        reply = self._reply(interaction)
        user = interaction.user.id
        played: list[Table] = []
        late: tuple[str, list[Row]] = ("", [])

        async def work() -> tuple[Table, str, Outcome]:
            table, name = await where
            if on_board(interaction):
                # From here on the press lets its board be changed.
                await reply.defer()
            if not players_of(table, user) and table.host != user:
                raise Refusal(_(NO_SEAT))
            # One after the other, so that of two presses on the same button only the first counts.
            async with self._locks.setdefault(table.id, asyncio.Lock()):
                table = await self._running(table.scope, table.id)
                version = table.version
                try:
                    if seen is None or seen == str(version):
                        result = await action(table)
                        played.append(table)
                        return table, name, result
                except Refusal:
                    # What was refused may have moved the game on all the same: an action that is taken back.
                    if table.version != version:
                        await self._redraw(interaction, table)
                    raise
            await self._redraw(interaction, table)
            raise Refusal(_(MOVED_ON))

        try:
            table, name, result = await reply.work(work())
            if self._boards.behind(table):
                late = self._behind(interaction, table)
            await reply.show(table_pages.acted(table, result, user, player, name, late))
        finally:
            # It was played, whether or not the person could be told: the board shows it.
            for table in played:
                await self._redraw(interaction, table, told=bool(late[0]))

    def _reply(self, interaction: Interaction) -> Reply:
        """Private; a press on one's own private page changes that page."""
        message = interaction.message
        return Reply(interaction, update=message is not None and message.flags.ephemeral, beside=on_board(interaction))

    def _behind(self, interaction: Interaction, table: Table) -> tuple[str, list[Row]]:
        """Says that the board doesn't show yet what happened, and what helps."""
        here = scope_of(interaction) == table.scope
        return table_afar.behind(table, here=here, final=self._boards.final(table))

    async def _redraw(self, interaction: Interaction, table: Table, *, told: bool = False) -> None:
        """Draw the board, and what people look at; if the board can't be drawn, say so unless it was told."""
        try:
            if not await self._boards.refresh(table) and not told and Reply.of(interaction).acknowledged:
                text, rows = self._behind(interaction, table)
                with contextlib.suppress(discord.HTTPException):
                    await interaction.followup.send(view=render.page([text], rows), ephemeral=True)
        except discord.HTTPException as error:
            errors.log.warning("a board could not be drawn: %s (code %s)", error.status, error.code)
            text = errors.words(error) or _("Discord refused it.")
            text = _(
                "Your action counts, but the board could not be redrawn. {why} To have it elsewhere, type `/sim board` "
                "there."
            ).format(why=text)
            with contextlib.suppress(discord.HTTPException):
                await interaction.followup.send(view=render.notice(text, good=False), ephemeral=True)
        await self._letters.refresh(table)

    async def _confirm(self, interaction: Interaction, table: Table, players: list[str]) -> None:
        # The seat is given only once the private message has arrived: hidden cards need a way to reach the person.
        with reaching(interaction):
            await send_privately(interaction.user, confirmed(table, players))
        for player in players:
            await table.sit(player, interaction.user.id)


def confirmed(table: Table, players: list[str]) -> discord.ui.LayoutView:
    """The private message with which a seat is given."""
    text = _(
        "Seat confirmed: you play **{players}** at {table}. "
        "Your face-down cards are shown here and nowhere else: type `/look`."
    )
    return render.notice(text.format(players=" & ".join(players), table=heading(table)), good=True)
