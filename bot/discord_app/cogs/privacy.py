"""`/privacy`: what is kept of a person, as a file; and deleting it."""

from __future__ import annotations

import contextlib
import io
import json

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.discord_app import render
from bot.discord_app.app import TableJudge
from bot.discord_app.components import Interaction, button
from bot.discord_app.replies import Reply
from bot.i18n import N_, _, ngettext
from rulings.store.privacy import Forgotten

FILE = "my-data.json"
ABOUT = N_(
    "### Your data\n"
    "I keep your Discord number beside what you did here: reports on answers, answers you posted or watch, seats at "
    "tables with the private messages that belong to them, rulings you wrote or reviewed, and the language of your "
    "Discord, for what I write to you unasked. A question that had no "
    "answer is kept for the moderators without who asked it. Nothing is passed on to anybody."
)
WARNING = N_(
    "**Delete what is kept of you?** That can't be undone.\n"
    "- It goes: your reports and endorsements, your watched answers, the record of your private messages, your "
    "language, your seats at tables that have ended, the questions of answers you posted.\n"
    "- It stays without your name: rulings that you wrote or reviewed, because the server's answers rest on them, and "
    "the moderators' record of what was done.\n"
    "- Your seats at running tables become free. Who hosts such a table, and who saw its hidden cards, is kept until "
    "it ends: delete once more then."
)


class PrivacyPages(commands.Cog):
    """Seeing and deleting one's own data."""

    def __init__(self, bot: TableJudge) -> None:
        self._boards = bot.boards
        self._locales = bot.locales
        self._privacy = bot.services.privacy
        self._tables = bot.services.tables
        bot.on_press("privacy.see", self.see)
        bot.on_press("privacy.ask", self.ask)
        bot.on_press("privacy.delete", self.delete)

    @app_commands.command(name="privacy", description="See or delete what is kept of you.")
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept, in private."""
        rows = [
            button(_("See my data"), "privacy.see", style=discord.ButtonStyle.primary),
            button(_("Delete my data…"), "privacy.ask", style=discord.ButtonStyle.danger),
        ]
        await Reply(interaction).show(render.page([_(ABOUT)], [rows]))

    async def see(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Send it as a file that only this person sees."""
        reply = Reply(interaction)
        found = await reply.work(self._privacy.of_person(interaction.user.id))
        count = sum(len(each) for each in found.values() if isinstance(each, list))
        text = ngettext("{count} entry is kept of you.", "{count} entries are kept of you.", count).format(count=count)
        view = render.page([text])
        view.add_item(ui.File(f"attachment://{FILE}"))
        written = json.dumps(found, ensure_ascii=False, indent=2).encode()
        await reply.show(view, file=discord.File(io.BytesIO(written), filename=FILE))

    async def ask(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask once more."""
        rows = [[button(_("Delete my data"), "privacy.delete", style=discord.ButtonStyle.danger)]]
        await Reply(interaction, update=True).show(render.page([_(WARNING)], rows, accent=render.RED))

    async def delete(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Delete it, and say what stays and why."""
        reply = Reply(interaction, update=True)
        done = await reply.work(self._forget(interaction.user.id))
        texts = [
            _("**Done.** Deleted: {deleted}. Kept for others, without your name: {anonymous}.").format(
                deleted=done.deleted, anonymous=done.anonymous
            )
        ]
        if done.running:
            texts.append(
                ngettext(
                    "{count} running table still has your number, because you know its hidden cards. Delete once more "
                    "when it has ended.",
                    "{count} running tables still have your number, because you know their hidden cards. Delete once "
                    "more when they have ended.",
                    done.running,
                ).format(count=done.running)
            )
        await reply.show(render.page(texts, accent=render.GREEN))

    async def _forget(self, user_id: int) -> Forgotten:
        # Through the tables, not past them: what is being played must know at once that a seat is free.
        for table in await self._tables.of_person(user_id):
            for seat in table.seats:
                if seat.user_id == user_id:
                    await table.free_seat(seat.player, actor=user_id)
            with contextlib.suppress(discord.HTTPException):
                await self._boards.refresh(table)
        await self._locales.forget(user_id)
        return await self._privacy.forget(user_id)
