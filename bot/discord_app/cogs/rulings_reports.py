"""`/ruling reports`: what people say is wrong with answers, for the moderators to settle."""

from __future__ import annotations

from discord import app_commands

from bot.discord_app import render, render_answers
from bot.discord_app.cogs.places import in_place
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Entry, Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _
from rulings.store import Scope


class ReportQueue(RulingsPart):
    """Reports, oldest first. They are here whether or not a channel for the moderators is set."""

    def register(self) -> None:
        """Say which presses are this part's."""
        self.bot.on_press("ruling.reports", self.reports_at)
        self.bot.on_press("ruling.settle", self.settle)
        self.bot.on_press("ruling.reported", self.reported)

    @app_commands.command(name="reports", description="What people say is wrong with answers, to be settled.")
    async def reports(self, interaction: Interaction) -> None:
        """Show the first report."""
        await self._report(interaction, Reply(interaction), 0)

    async def reports_at(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another one in the same message."""
        await self._report(interaction, in_place(interaction), int(args[0]))

    async def _report(self, interaction: Interaction, reply: Reply, place: int, said: str = "") -> None:
        scope, actor = await self.may(interaction)
        found = await reply.work(self.service.reports.open(scope, actor))
        if not found:
            await reply.show(render.notice("\n".join(filter(None, (said, _("No report is open.")))), good=True))
            return
        place = max(0, min(place, len(found) - 1))
        entry = await self._entry(scope, found[place].answer_id)
        await reply.show(render_answers.open_report(found[place], entry, place, len(found), said))

    async def settle(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Close the report that is shown and go on with the next."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        done = await reply.work(self.service.reports.settle(scope, actor, int(args[0])))
        await self._report(interaction, reply, 0, _("Settled: report {number}.").format(number=done.id))

    async def reported(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show in private what the answer that was reported says now."""
        scope, _actor = await self.may(interaction)
        reply = Reply(interaction, private=True)
        entry = await reply.work(self._entry(scope, args[0]))
        if entry is None:
            raise Refusal(_("That ruling is no longer here."))
        await reply.show(render_answers.entry(render_answers.question_line(entry.title), entry, postable=False))

    async def _entry(self, scope: Scope, answer_id: str) -> Entry | None:
        try:
            return await self.bot.services.asking.entry(scope, answer_id)
        except Refusal:
            return None
