"""The public boards: one message a table, edited after each action, posted anew where that can't be done."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from typing import TYPE_CHECKING

import discord

from bot.discord_app import table_pages
from bot.discord_app.ports import Table
from bot.discord_app.transports import InChannel
from bot.i18n import _, speaking, spoken

if TYPE_CHECKING:
    from bot.discord_app.app import TableJudge

UNKNOWN_MESSAGE = 10008
#: A message that takes no more edits: many edits after its first hour, or its thread was archived (writing opens it).
NO_MORE_EDITS = frozenset({30046, 50083})


class Boards:
    """Draws boards; of several wishes to draw the same one, the last is drawn."""

    def __init__(self, client: TableJudge) -> None:
        self._client = client
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._wanted: set[str] = set()

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
                    type=discord.ChannelType.public_thread,
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

    async def move(self, table: Table, channel_id: int) -> None:
        """Post the board in another channel, or at the end of the same one; the old message goes.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
        """
        before = table.channel_id, table.message_id
        await self.post(table, channel_id)
        if before[0] is not None and before[1] is not None:
            with contextlib.suppress(discord.HTTPException):
                await InChannel(self._client, before[0]).delete(before[1])

    async def post(self, table: Table, channel_id: int) -> None:
        """Post the board in a channel and remember where it stands.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
        """
        await table.place(channel_id, await InChannel(self._client, channel_id).post(await self._page(table)))

    async def post_below(self, table: Table, view: discord.ui.LayoutView, file: discord.File) -> None:
        """Post a file where a board stands.

        Raises:
            discord.HTTPException: Discord doesn't let it be posted there.
        """
        if table.channel_id is not None:
            await InChannel(self._client, table.channel_id).post(view, file=file)

    async def refresh(self, table: Table) -> None:
        """Draw the newest state of a table.

        Raises:
            discord.HTTPException: Discord doesn't let it be drawn.
        """
        if table.id in self._wanted:
            return  # whoever waits for the lock draws what is newest then
        self._wanted.add(table.id)
        lock = self._locks.setdefault(table.id, asyncio.Lock())
        async with lock:
            self._wanted.discard(table.id)
            await self._draw(table)

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
        if table.message_id is not None:
            try:
                await InChannel(self._client, table.channel_id).edit(table.message_id, await self._page(table))
                return
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE:
                    if table.over:
                        return  # whoever deleted it has done with it
                elif error.code not in NO_MORE_EDITS:
                    raise
        await self.post(table, table.channel_id)


def link(table: Table) -> str:
    """Address of the board's message, or empty."""
    if table.channel_id is None or table.message_id is None:
        return ""
    place = table.scope.id if table.scope.kind == "server" else "@me"
    return f"https://discord.com/channels/{place}/{table.channel_id}/{table.message_id}"
