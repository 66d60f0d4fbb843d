"""Direct messages that list what a person may look at: one a game, edited as the game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import discord

from bot.discord_app import errors, table_pages
from bot.discord_app.boards import link
from bot.discord_app.table_ports import Table
from bot.discord_app.transports import NO_MORE_EDITS, UNKNOWN_MESSAGE
from bot.i18n import _, speaking, spoken

if TYPE_CHECKING:
    from bot.discord_app.app import TableJudge

#: Of so many messages it is remembered what they say.
_KEPT = 4096
#: The message, or the channel that it was in, is gone.
_GONE = frozenset({UNKNOWN_MESSAGE, 10003, 50001, *NO_MORE_EDITS})


class Letters:
    """Keeps these messages up to date."""

    def __init__(self, client: TableJudge) -> None:
        self._client = client
        self._locks: weakref.WeakValueDictionary[tuple[str, int], asyncio.Lock] = weakref.WeakValueDictionary()
        #: (table, person) -> what their message says, so that nothing is edited that stays the same.
        self._said: OrderedDict[tuple[str, int], str] = OrderedDict()

    async def refresh(self, table: Table) -> None:
        """Edit the message of everybody at a table who has one; what fails is tried again with the next action."""
        for user_id in dict.fromkeys(seat.user_id for seat in table.seats if seat.confirmed):
            if user_id is None:
                continue
            try:
                if self._said.get((table.id, user_id)) != _words(self.page(table, user_id)):
                    await self.update(table, user_id)
            except (discord.HTTPException, errors.NoDirectMessage) as error:
                errors.log.info("a list of cards could not be brought up to date (%s)", type(error).__name__)

    async def update(self, table: Table, user_id: int) -> discord.PartialMessage | discord.Message | None:
        """Bring a person's message up to date, or send a new one where it can't be edited; None if they have none.

        Raises:
            NoDirectMessage: they take none.
        """
        async with self._locks.setdefault((table.id, user_id), asyncio.Lock()):
            kept = await table.letter(user_id)
            if kept is None:
                return None
            message = self._client.get_partial_messageable(kept[0]).get_partial_message(kept[1])
            page = self.page(table, user_id)
            try:
                await message.edit(view=page, allowed_mentions=discord.AllowedMentions.none())
            except discord.HTTPException as error:
                if error.code not in _GONE:
                    raise
                await table.drop_letter(user_id, kept[1])
            else:
                self._note(table, user_id, page)
                return message
            return await self._send(table, user_id)

    async def send(self, table: Table, user_id: int) -> discord.PartialMessage | discord.Message:
        """The person's message, brought up to date, or a new one if they have none.

        Raises:
            NoDirectMessage: they take none.
        """
        return await self.update(table, user_id) or await self._send(table, user_id)

    def _note(self, table: Table, user_id: int, page: discord.ui.LayoutView) -> None:
        self._said[table.id, user_id] = _words(page)
        while len(self._said) > _KEPT:
            self._said.popitem(last=False)

    async def _send(self, table: Table, user_id: int) -> discord.Message:
        try:
            person = self._client.get_user(user_id) or discord.Object(user_id)
            channel = await self._client.create_dm(person)
            message = await channel.send(view=self.page(table, user_id))
        except discord.HTTPException as error:
            if error.code in errors.DM_REFUSED:
                raise errors.NoDirectMessage from None
            raise
        await table.keep_letter(user_id, channel.id, message.id)
        return message

    async def adopt(self, table: Table, user_id: int, message: discord.Message | discord.InteractionMessage) -> None:
        """From now on this answer in the direct messages is the one that is kept up to date; the older one goes."""
        before = await table.letter(user_id)
        await table.keep_letter(user_id, message.channel.id, message.id)
        if before is not None and before[1] != message.id:
            old = self._client.get_partial_messageable(before[0]).get_partial_message(before[1])
            with contextlib.suppress(discord.HTTPException):
                await old.delete()

    def page(self, table: Table, user_id: int, number: int = 0) -> discord.ui.LayoutView:
        """What the message says now, in its reader's language."""
        with speaking(self.language(table, user_id)):
            return table_pages.letter(heading(table), table, table.looks(user_id), number)

    def language(self, table: Table, user_id: int) -> str:
        """The language of a person at a table, whoever acts; the server's until something is heard of them."""
        from bot.discord_app.cogs.posting import server_language

        heard = self._client.locales.of_person(user_id)
        if heard is not None:
            return heard
        return server_language(self._client, table.scope.id) if table.scope.kind == "server" else spoken()


def heading(table: Table) -> str:
    """The table's name with a link back to its board."""
    address = link(table)
    name = _("Table") + f" `{table.id[:6]}`"
    return f"[{name}]({address})" if address else name


def _words(page: Any) -> str:
    return repr(page.to_components())
