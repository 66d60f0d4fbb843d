"""The public boards: one message a table, edited after each action, posted anew where that can't be done.

Where the app is no member, a board that can't be changed any more is brought up to date by the next press on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from typing import TYPE_CHECKING, Any

import discord

from bot.discord_app import table_pages
from bot.discord_app.components import Interaction, parse
from bot.discord_app.ports import Refusal, Table
from bot.discord_app.transports import (
    NO_MORE_EDITS,
    UNKNOWN_MESSAGE,
    ByPress,
    InChannel,
    OutOfReach,
    Presses,
    Transport,
)
from bot.i18n import _, speaking, spoken

if TYPE_CHECKING:
    from bot.discord_app.app import TableJudge
    from bot.discord_app.replies import Reply


class Boards:
    """Draws boards; of several wishes to draw the same one, the last is drawn."""

    def __init__(self, client: TableJudge) -> None:
        self._client = client
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._wanted: set[str] = set()
        self._presses = Presses()

    def afar(self, table: Table) -> bool:
        """Whether the app is no member where a table is: people brought it along, to a server or to a group chat."""
        if table.scope.kind == "server":
            return self._client.get_guild(table.scope.id) is None
        return table.channel_id == table.scope.id

    def behind(self, table: Table) -> bool:
        """Whether nothing but a press on a table's board, or a new one, can show now what happens."""
        return self.afar(table) and (self._presses.fresh(table.message_id) is None or self.final(table))

    def final(self, table: Table) -> bool:
        """Whether no press lets a table's board be changed any more, so that nothing but a new one helps."""
        return self._presses.final(table.message_id)

    def _way(self, table: Table, channel_id: int, reply: Reply | None = None) -> Transport:
        return ByPress(self._presses, reply) if self.afar(table) else InChannel(self._client, channel_id)

    async def open(self, table: Table, channel: object, channel_id: int) -> str:
        """Post the board in a thread of its own; where there can be none, in the channel.

        Returns:
            Why it isn't in a thread, for the host; empty if it is, or if the place has no threads.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there at all.
        """
        if isinstance(channel, discord.TextChannel):
            try:
                with speaking(await self.language(table)):
                    name = _("Table") + f" {table.id[:6]}"
                thread = await channel.create_thread(
                    name=name,
                    # An announcement channel has threads of its own kind.
                    type=discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread,
                    auto_archive_duration=1440,
                )
                await self.post(table, thread.id)
            except discord.HTTPException as error:
                if error.status not in (400, 403, 404):
                    raise
            else:
                return ""
        await self.post(table, channel_id)
        if isinstance(channel, discord.TextChannel):
            return _(
                "I can't make a thread here (that needs *Create Public Threads* and *Send Messages in Threads*), "
                "so the board is in the channel."
            )
        return ""

    async def move(self, table: Table, channel_id: int, reply: Reply) -> None:
        """Post the board in another channel, or at the end of the same one; the old message goes, if it can.

        Args:
            table: whose board.
            channel_id: where it comes.
            reply: to who asked for it; where the app is no member, the board is the answer.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
            ShownToOne: Discord didn't show it to everybody.
            TooLate: the press can't be answered any more.
        """
        lock = self._lock(table)
        if lock.locked():
            # The board is being drawn, which takes as long as Discord wants; a press has to be acknowledged in time.
            await reply.defer()
        async with lock:
            before = table.channel_id, table.message_id
            await self._post(table, channel_id, reply)
            if before[0] is not None and before[1] is not None:
                with contextlib.suppress(discord.HTTPException, OutOfReach):
                    await self._way(table, before[0]).delete(before[1])

    async def post(self, table: Table, channel_id: int) -> None:
        """Post the board in a channel and remember where it stands.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
        """
        await self._post(table, channel_id)

    async def _post(self, table: Table, channel_id: int, reply: Reply | None = None) -> None:
        message_id = await self._way(table, channel_id, reply).post(await self._page(table))
        await table.place(channel_id, message_id)

    async def post_below(self, table: Table, view: discord.ui.LayoutView, file: discord.File) -> None:
        """Post a file where a board stands, if the app can: where it is no member, the board's *Share* hands it out.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
        """
        if table.channel_id is not None:
            with contextlib.suppress(OutOfReach):
                await self._way(table, table.channel_id).post(view, file=file)

    async def refresh(self, table: Table) -> bool:
        """Draw the newest state of a table.

        Returns:
            Whether that could be done; if not, the next press on the board does it.

        Raises:
            discord.HTTPException: Discord doesn't let it be drawn.
        """
        if table.id in self._wanted:
            return not self.behind(table)  # whoever waits for the lock draws what is newest then
        self._wanted.add(table.id)
        async with self._lock(table):
            self._wanted.discard(table.id)
            try:
                await self._draw(table)
            except OutOfReach:
                self._presses.outdated(table.message_id)
                return False
        return True

    def _lock(self, table: Table) -> asyncio.Lock:
        return self._locks.setdefault(table.id, asyncio.Lock())

    # --- boards that only presses let be changed ----------------------------------------------------------------------

    def pressed(self, interaction: Interaction) -> None:
        """A press was acknowledged so that it lets the board be changed on which it was made."""
        if interaction.message is not None:
            self._presses.keep(interaction.message.id, interaction)

    async def catch_up(self, interaction: Interaction) -> None:
        """Bring the board that was pressed up to date, if it is behind; one that stands elsewhere by now goes."""
        message = interaction.message
        held = self._presses.fresh(message.id) if message is not None else None
        if message is None or held is None or held.interaction is not interaction or interaction.channel_id is None:
            return
        from bot.discord_app.cogs.places import scope_of

        data: Any = interaction.data
        read = parse(data["custom_id"])
        if read is None or not read[2]:
            return
        with contextlib.suppress(discord.HTTPException, OutOfReach, Refusal):
            table = await self._client.services.tables.get(scope_of(interaction), read[2][0])
            if table.message_id is not None and table.message_id > message.id:
                await self._way(table, interaction.channel_id).delete(message.id)
                return
            if table.message_id != message.id:
                # Posted just before a restart, or where the answer to that got lost: it is the board.
                await table.place(interaction.channel_id, message.id)
            if not held.current:
                await self.refresh(table)

    async def language(self, table: Table) -> str:
        """What all at a table read: the server's language, whoever acted; elsewhere the host's."""
        from bot.discord_app.cogs.posting import post_language

        if table.scope.kind == "server":
            return await post_language(self._client, table.scope)
        return self._client.locales.of_person(table.host) or spoken()

    async def _page(self, table: Table) -> discord.ui.LayoutView:
        with speaking(await self.language(table)):
            return table_pages.board(table)

    async def _draw(self, table: Table) -> None:
        if table.channel_id is None:
            return
        before, way = table.message_id, self._way(table, table.channel_id)
        if before is not None:
            try:
                await way.edit(before, await self._page(table))
                return
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE:
                    if table.over:
                        return  # whoever deleted it has done with it
                elif error.code not in NO_MORE_EDITS:
                    raise
        await self.post(table, table.channel_id)
        if before is not None:
            # There is one board: what took no more edits would go on showing what was.
            with contextlib.suppress(discord.HTTPException, OutOfReach):
                await way.delete(before)


def link(table: Table) -> str:
    """Address of the board's message, or empty."""
    if table.channel_id is None or table.message_id is None:
        return ""
    place = table.scope.id if table.scope.kind == "server" else "@me"
    return f"https://discord.com/channels/{place}/{table.channel_id}/{table.message_id}"
