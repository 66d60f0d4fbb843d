"""`/privacy`: what is kept of a person, as a file; and deleting it."""

from __future__ import annotations

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

FILE = "my-data.json"
ABOUT = N_(
    "### Your data\n"
    "I keep your Discord number beside what you did here: reports on answers, answers you posted or watch, seats at "
    "tables with the private messages that belong to them, and rulings you wrote or reviewed. A question that had no "
    "answer is kept for the moderators without who asked it. Nothing is passed on to anybody."
)
WARNING = N_(
    "**Delete what is kept of you?** That can't be undone.\n"
    "- It goes: your reports and endorsements, your watched answers, the record of your private messages, your "
    "seats at tables that have ended, the questions of answers you posted.\n"
    "- It stays without your name: rulings that you wrote or reviewed, because the server's answers rest on them, and "
    "the moderators' record of what was done.\n"
    "- It stays until then: a seat at a running table, because its hidden cards need a holder."
)


class PrivacyPages(commands.Cog):
    """Seeing and deleting one's own data."""

    def __init__(self, bot: TableJudge) -> None:
        self._privacy = bot.services.privacy
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
        done = await reply.work(self._privacy.forget(interaction.user.id))
        texts = [
            _("**Done.** Deleted: {deleted}. Kept for others, without your name: {anonymous}.").format(
                deleted=done.deleted, anonymous=done.anonymous
            )
        ]
        if done.seats:
            texts.append(
                ngettext(
                    "You still have {count} seat at a running table. End the table or have the seat freed, then delete "
                    "again.",
                    "You still have {count} seats at running tables. End the tables or have the seats freed, then "
                    "delete again.",
                    done.seats,
                ).format(count=done.seats)
            )
        await reply.show(render.page(texts, accent=render.GREEN))
