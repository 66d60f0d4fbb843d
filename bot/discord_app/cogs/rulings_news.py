"""Tells each server's moderators once, in their channel, what a sync brought and which rulings it touches."""

from __future__ import annotations

import asyncio
import contextlib

import discord
from discord.ext import commands

from bot.discord_app import errors, limits, render, render_queues
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.posting import NO_PLACE, post_language
from bot.i18n import _, speaking
from bot.services.after_sync import AfterSync, Notice

#: So often it is looked whether a sync was made by hand, in seconds.
PAUSE = 300.0
_MOST_TEXT = 3500


class RulingNews(commands.Cog):
    """Looks at the start, after each sync in the background, and now and then."""

    def __init__(self, bot: TableJudge) -> None:
        self.bot = bot
        self._after = AfterSync(bot.services.moderation)
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="news of a sync")

    async def cog_unload(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        synced = self.bot.services.moderation.synced
        await self.bot.wait_until_ready()
        while True:
            synced.clear()
            try:
                await self.tell()
            except Exception as error:  # the next time may be better; who serves goes on
                errors.log_unexpected(error, "news of a sync")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(synced.wait(), PAUSE)

    async def tell(self) -> None:
        """Bring rulings up to date with the reference data, and tell what was not told yet."""
        await self._after.run()
        for notice in await self._after.notices():
            if await self._send(notice):
                await self._after.told(notice)

    async def _send(self, notice: Notice) -> bool:
        """Tell a notice; whether it is done with.

        It counts as told only behind this, so that no crash loses it. Where it was told just before a crash, or another
        process tells it too, the nonce has Discord show it once.
        """
        try:
            with speaking(await post_language(self.bot, notice.scope)):
                view = _page(notice)
            await self.bot.get_partial_messageable(notice.channel).send(view=view, nonce=f"news-{notice.id}")
        except discord.HTTPException as error:
            # Without access a further try would only be refused again; the queue has it all the same.
            lasting = error.status in (403, 404)
            if error.code in NO_PLACE:
                self.bot.unheard.add(notice.scope)
            errors.log.warning(
                "the news of a sync could not be told in a moderators' channel: %s (code %s)%s",
                error.status,
                error.code,
                "" if lasting else "; tried again",
            )
            return lasting
        return True


def _page(notice: Notice) -> discord.ui.LayoutView:
    text = "\n".join(f"- {limits.plain(line)}" for line in notice.lines)
    row = []
    if notice.reviews:
        row = [render_queues.need_review(notice.reviews)]
    return render.page([_("**The reference data was brought up to date**"), limits.clip(text, _MOST_TEXT)], [row])
