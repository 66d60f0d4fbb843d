"""How the message of a board is posted, changed and taken away."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.discord_app.app import TableJudge


class Transport(ABC):
    """A way to the messages of one place; everything raises `discord.HTTPException` where Discord refuses."""

    @abstractmethod
    async def post(self, view: discord.ui.LayoutView, *, file: discord.File | None = None) -> int:
        """Post a message that everybody there reads; returns its id."""

    @abstractmethod
    async def edit(self, message_id: int, view: discord.ui.LayoutView) -> None:
        """Change a message."""

    @abstractmethod
    async def delete(self, message_id: int) -> None:
        """Take a message away."""


class InChannel(Transport):
    """Where the app is a member: messages of the channel, at any time."""

    def __init__(self, client: TableJudge, channel_id: int) -> None:
        self._channel = client.get_partial_messageable(channel_id)

    async def post(self, view: discord.ui.LayoutView, *, file: discord.File | None = None) -> int:
        """Send it to the channel."""
        message = await self._channel.send(view=view, file=file or discord.utils.MISSING)
        return message.id

    async def edit(self, message_id: int, view: discord.ui.LayoutView) -> None:
        """Edit it, without fetching it first."""
        message = self._channel.get_partial_message(message_id)
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())

    async def delete(self, message_id: int) -> None:
        """Delete it."""
        await self._channel.get_partial_message(message_id).delete()
