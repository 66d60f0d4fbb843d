"""How the message of a board is posted, changed and taken away.

Where the app is a member it writes to the channel. Where people only brought it along (a group chat, a server without
it) Discord refuses that (50001): there a board is the answer to a press, and the press that made it, or the last one on
it, lets it be changed for a quarter of an hour.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.discord_app.components import Interaction

if TYPE_CHECKING:
    from bot.discord_app.app import TableJudge
    from bot.discord_app.replies import Reply

#: An interaction lets messages be changed for 15 minutes; a request takes its time too.
LIFE = timedelta(minutes=14, seconds=45)
#: Of so many messages the last press is kept.
_KEPT = 4096
#: Discord's codes: the interaction's time is over, or it is unknown.
_OVER = frozenset({50027, 10015})
UNKNOWN_MESSAGE = 10008
#: A message that takes no more edits: many edits after its first hour, or its thread was archived (writing opens it).
NO_MORE_EDITS = frozenset({30046, 50083})

Answer: TypeAlias = discord.InteractionMessage | discord.WebhookMessage


class OutOfReach(Exception):
    """Nothing but a press lets the message be changed, or another be posted."""


class ShownToOne(Exception):
    """Discord showed a message for everybody to one person alone: apps that people bring along may not post there."""


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


@dataclass(slots=True)
class _Held:
    """A press, and the message that it lets be changed."""

    interaction: Interaction
    #: The message as an answer to it; None: it is the message that was pressed.
    answer: Answer | None
    #: Whether the message shows what was drawn last.
    current: bool

    async def edit(self, view: discord.ui.LayoutView) -> None:
        nobody = discord.AllowedMentions.none()
        if self.answer is not None:
            await self.answer.edit(view=view, allowed_mentions=nobody)
        else:
            await self.interaction.edit_original_response(view=view, allowed_mentions=nobody)

    async def delete(self) -> None:
        if self.answer is not None:
            await self.answer.delete()
        else:
            await self.interaction.delete_original_response()


def _is_fresh(held: _Held) -> bool:
    return discord.utils.utcnow() - held.interaction.created_at < LIFE


class Presses:
    """The last press by which each message can be changed.

    The token of an interaction is a secret: it is in memory here and nowhere else, while it is of use; a restart
    forgets it.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[int, _Held] = OrderedDict()
        #: Messages that no press changes any more.
        self._final: deque[int] = deque(maxlen=_KEPT)

    def keep(self, message_id: int, interaction: Interaction, answer: Answer | None = None) -> None:
        """Remember what lets a message be changed, if nothing newer does: a press on it, or what it answers."""
        before = self._held.get(message_id)
        if before is not None and before.interaction.id > interaction.id:
            return
        current = answer is not None or (before is not None and before.current)
        self._held[message_id] = _Held(interaction, answer, current)
        self._held.move_to_end(message_id)
        while len(self._held) > _KEPT or not _is_fresh(next(iter(self._held.values()))):
            self._held.popitem(last=False)
            if not self._held:
                return

    def fresh(self, message_id: int | None) -> _Held | None:
        """What lets a message be changed now."""
        held = self._held.get(message_id) if message_id is not None else None
        return held if held is not None and _is_fresh(held) else None

    def outdated(self, message_id: int | None) -> None:
        """Note that a message doesn't show what it should."""
        held = self._held.get(message_id) if message_id is not None else None
        if held is not None:
            held.current = False

    def final(self, message_id: int | None) -> bool:
        """Whether Discord took a change of a message no more when it was last tried: a new one helps."""
        return message_id in self._final

    def tried(self, message_id: int, *, final: bool) -> None:
        """Note whether Discord takes a change of a message no more."""
        if final and message_id not in self._final:
            self._final.append(message_id)
        elif not final and message_id in self._final:
            self._final.remove(message_id)

    def drop(self, message_id: int, spent: _Held | None = None) -> None:
        """Forget what let a message be changed; if something is said to be spent, that alone: a newer press stays."""
        if spent is None or self._held.get(message_id) is spent:
            self._held.pop(message_id, None)


class ByPress(Transport):
    """Where the app is no member.

    Args:
        presses: by which messages can be changed.
        reply: to the press that a message is posted as an answer to; without it none can be.
    """

    def __init__(self, presses: Presses, reply: Reply | None = None) -> None:
        self._presses = presses
        self._reply = reply

    async def post(self, view: discord.ui.LayoutView, *, file: discord.File | None = None) -> int:
        """Answer the press with it.

        Raises:
            OutOfReach: there is no press to answer.
            ShownToOne: Discord didn't show it to everybody; it is gone again.
        """
        if self._reply is None or file is not None:
            raise OutOfReach
        message = await self._reply.post(view)
        if message.flags.ephemeral:
            with contextlib.suppress(discord.HTTPException):
                await message.delete()
            raise ShownToOne
        self._presses.keep(message.id, self._reply.interaction, message)
        return message.id

    async def edit(self, message_id: int, view: discord.ui.LayoutView) -> None:
        """Edit it by the last press.

        Raises:
            OutOfReach: that was too long ago, or Discord takes no more changes of it.
        """
        held = self._reached(message_id)
        held.current = False
        try:
            await held.edit(view)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE or error.code in NO_MORE_EDITS:
                self._presses.tried(message_id, final=True)
                raise OutOfReach from None
            if error.code not in _OVER:
                raise
            self._presses.drop(message_id, held)
        else:
            self._presses.tried(message_id, final=False)
            held.current = True
            return
        # A press that came meanwhile may do what the one before it can't any more.
        await self.edit(message_id, view)

    async def delete(self, message_id: int) -> None:
        """Delete it by the last press.

        Raises:
            OutOfReach: that was too long ago.
        """
        await self._reached(message_id).delete()
        self._presses.drop(message_id)

    def _reached(self, message_id: int) -> _Held:
        held = self._presses.fresh(message_id)
        if held is None:
            raise OutOfReach
        return held
