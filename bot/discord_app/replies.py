"""One answer to one interaction, with its visibility fixed by the first acknowledgement.

Discord wants that acknowledgement within 3 seconds and takes only one. A retry after a lost response meets "already
acknowledged" (40060): the answer then goes in by edit. An interaction that is gone (10062) can't be answered at all.
"""

from __future__ import annotations

import asyncio
import hashlib
import inspect
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord

from bot.discord_app.components import Form, Interaction
from bot.discord_app.ports import Refusal
from bot.i18n import N_, _
from rulings.store import PostedAnswers

T = TypeVar("T")

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062
#: What pressing *Post to channel* again says.
POSTED = N_("That is in the channel already.")
#: Seconds of work after which it is acknowledged first and answered later.
PATIENCE = 1.0


class TooLate(Exception):
    """The interaction can't be answered any more."""


class Reply:
    """The answer to an interaction.

    Args:
        interaction: what to answer.
        private: only the person who acted sees it. It can't be changed later.
        update: a press changes the message that it was made on, instead of adding one.
        beside: the press was made on a board that only presses let be changed: it is acknowledged as one that changes
            the board, which it then does for a quarter of an hour, and answered in private beside it.
    """

    def __init__(
        self, interaction: Interaction, *, private: bool = True, update: bool = False, beside: bool = False
    ) -> None:
        self._interaction = interaction
        self._private = private
        self._beside = beside and interaction.message is not None
        self._update = update and interaction.message is not None and not self._beside
        #: What was answered beside the board.
        self._answer: discord.WebhookMessage | None = None
        self._acknowledged = interaction.response.is_done()
        # Work that takes long may be acknowledged for it while it does so itself.
        self._deferring = asyncio.Lock()
        interaction.extras["reply"] = self

    @classmethod
    def of(cls, interaction: Interaction) -> Reply:
        """The reply that was begun for this interaction, else a new private one."""
        begun = interaction.extras.get("reply")
        return begun if isinstance(begun, Reply) else cls(interaction)

    @property
    def interaction(self) -> Interaction:
        """What is answered."""
        return self._interaction

    @property
    def acknowledged(self) -> bool:
        """Whether Discord has an acknowledgement already: a form can't be opened any more."""
        return self._acknowledged

    async def defer(self) -> None:
        """Acknowledge now, answer later.

        Raises:
            TooLate: it can't be answered any more; do nothing for it.
        """
        async with self._deferring:
            if self._acknowledged:
                return
            response = self._interaction.response
            if self._update or self._beside:
                await self._acknowledge(response.defer())
            else:
                await self._acknowledge(response.defer(ephemeral=self._private, thinking=True))
            if self._beside:
                self._interaction.client.boards.pressed(self._interaction)

    async def work(self, task: Awaitable[T]) -> T:
        """Await something that may take a while; the interaction is acknowledged in time.

        What was begun is carried to its end even if the interaction is lost meanwhile; what went wrong with it is then
        the cause of the error that is raised.

        Raises:
            TooLate: it can't be answered any more.
            discord.HTTPException: Discord doesn't take the acknowledgement.
            Refusal: too much work of this person, or of this server, is running already; nothing was begun.
        """
        interaction = self._interaction
        try:
            async with interaction.client.arrivals.working(interaction.user.id, interaction.guild_id):
                return await self._work(task)
        except Refusal:
            # Not begun, or at its end.
            if inspect.iscoroutine(task):
                task.close()
            raise

    async def _work(self, task: Awaitable[T]) -> T:
        running = asyncio.ensure_future(task)
        done, _ = await asyncio.wait({running}, timeout=PATIENCE)
        if not done:
            try:
                await self.defer()
            except (TooLate, discord.HTTPException) as lost:
                await asyncio.wait({running})
                # Nobody else asks for it, and asyncio would log what nobody asked for, with names that people typed.
                raise lost from running.exception()
        return await running

    async def show(self, view: discord.ui.LayoutView, *, file: discord.File | None = None) -> None:
        """Answer, or replace the answer that was given before.

        Args:
            view: the page.
            file: a file that the page refers to; the answer is then deferred first.

        Raises:
            TooLate: it can't be answered any more.
        """
        if self._beside:
            await self._show_beside(view, file)
            return
        if file is not None:
            await self.defer()
        if self._acknowledged:
            await self._interaction.edit_original_response(**_only(view, file))
            return
        response = self._interaction.response
        if self._update:
            fresh = await self._acknowledge(response.edit_message(**_only(view)))
        else:
            fresh = await self._acknowledge(response.send_message(view=view, ephemeral=self._private))
        if not fresh:
            await self._interaction.edit_original_response(**_only(view))

    async def _show_beside(self, view: discord.ui.LayoutView, file: discord.File | None) -> None:
        await self.defer()
        if self._answer is not None:
            await self._answer.edit(**_only(view, file))
            return
        self._answer = await self._interaction.followup.send(
            view=view, ephemeral=True, wait=True, file=file or discord.utils.MISSING
        )

    async def post(self, view: discord.ui.LayoutView) -> discord.InteractionMessage | discord.WebhookMessage:
        """Answer a press on one's own private page with a message that everybody there reads; the page stays.

        Raises:
            TooLate: it can't be answered any more.
        """
        if self._acknowledged:
            return await self._interaction.followup.send(view=view, wait=True)
        await self._acknowledge(self._interaction.response.send_message(view=view))
        return await self._interaction.original_response()

    async def aside(self, view: discord.ui.LayoutView) -> None:
        """Tell the person something in private without touching the message that a press was made on."""
        if not self._acknowledged and not self._beside:
            if not await self._acknowledge(self._interaction.response.send_message(view=view, ephemeral=True)):
                await self._interaction.edit_original_response(**_only(view))
            return
        if not self._update:
            await self.show(view)
            return
        await self._interaction.followup.send(view=view, ephemeral=True)

    async def ask(self, form: Form) -> None:
        """Open a form; it must be the first acknowledgement."""
        await self._acknowledge(self._interaction.response.send_modal(form))

    async def _acknowledge(self, call: Awaitable[Any]) -> bool:
        """Make the first acknowledgement; False if Discord has one already (a retry of ours got lost)."""
        try:
            await call
        except discord.HTTPException as error:
            if error.code == ALREADY_ACKNOWLEDGED:
                self._acknowledged = True
                return False
            if error.code == UNKNOWN_INTERACTION:
                raise TooLate from None
            raise
        self._acknowledged = True
        return True


class Posted:
    """Which private answers were posted to the channel: pressing twice posts once.

    Args:
        kept: how many are remembered, the last ones.
    """

    def __init__(self, kept: int = 4096) -> None:
        self._kept = kept
        self._done: OrderedDict[tuple[int, str], None] = OrderedDict()

    @asynccontextmanager
    async def once(self, interaction: Interaction, what: str) -> AsyncIterator[None]:
        """Post something from the message that was pressed, once, also over a restart; what fails may be tried again.

        Raises:
            Refusal: it was posted from there already.
        """
        key = (interaction.message.id if interaction.message else 0, what)
        if key in self._done:
            raise Refusal(_(POSTED))
        self._done[key] = None
        while len(self._done) > self._kept:
            self._done.popitem(last=False)
        kept: PostedAnswers = interaction.client.services.answers.copies
        claim = (key[0], hashlib.sha256(what.encode()).hexdigest())
        claimed = False
        try:
            claimed = await kept.claim_page(*claim)
            if not claimed:
                raise Refusal(_(POSTED))
            yield
        except BaseException:
            self._done.pop(key, None)
            if claimed:
                await kept.release_page(*claim)
            raise


def _only(view: discord.ui.LayoutView, file: discord.File | None = None) -> dict[str, Any]:
    # A message that had plain content must lose it when it becomes a layout.
    return {"content": None, "embeds": [], "attachments": [file] if file else [], "view": view}
