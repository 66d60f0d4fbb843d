"""`/ruling history|revert|retire|list`: what became of rulings, and what is in service."""

from __future__ import annotations

from discord import app_commands

from bot.discord_app import render, render_history
from bot.discord_app.cogs.completion import Choices, completion
from bot.discord_app.cogs.places import in_place
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Form, Interaction
from bot.discord_app.replies import Reply
from bot.i18n import _


class Past(RulingsPart):
    """The past of rulings, and their end."""

    def register(self) -> None:
        """Say which presses and forms are this part's."""
        self.bot.on_press("ruling.history", self.history_page)
        self.bot.on_press("ruling.revert", self.revert_pressed)
        self.bot.on_press("ruling.audit", self.audit)
        self.bot.on_press("ruling.retire", self.retire_pressed)
        self.bot.on_form("ruling.retired", self.retired)
        self.bot.on_press("ruling.list", self.list_page)

    @app_commands.command(
        name="history", description="A ruling's revisions and what each changed; or who did what here."
    )
    @app_commands.describe(ruling="Its id or words of its question; leave it out for everything that was done here.")
    async def history(self, interaction: Interaction, ruling: str = "") -> None:
        """Show the newest revisions, or the newest entries of the audit trail."""
        if ruling.strip():
            await self._history(interaction, Reply(interaction), ruling.strip(), 0)
        else:
            await self._audit(interaction, Reply(interaction), None)

    @history.autocomplete("ruling")
    @completion
    async def complete_history(self, interaction: Interaction, typed: str) -> Choices:
        """The server's rulings."""
        return await self.own(interaction, typed)

    async def history_page(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another page in the same message."""
        await self._history(interaction, in_place(interaction), args[1], int(args[0]))

    async def _history(self, interaction: Interaction, reply: Reply, slug: str, number: int) -> None:
        scope, actor = await self.may(interaction)
        slug = (await reply.work(self.named(scope, actor, slug))).slug
        steps = await reply.work(self.service.history(scope, actor, slug))
        await reply.show(render_history.history(slug, steps, number))

    async def audit(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show older entries of the audit trail in the same message."""
        await self._audit(interaction, in_place(interaction), int(args[0]) or None)

    async def _audit(self, interaction: Interaction, reply: Reply, before: int | None) -> None:
        scope, actor = await self.may(interaction)
        entries = await reply.work(self.service.audit(scope, actor, before=before, limit=render_history.AUDIT_PAGE + 1))
        await reply.show(render_history.audit(entries, before))

    # --- revert -------------------------------------------------------------------------------------------------------

    @app_commands.command(name="revert", description="Bring back an earlier revision of a ruling.")
    @app_commands.describe(
        ruling="Its id or words of its question.", revision="Number of the revision, see the history."
    )
    async def revert(
        self, interaction: Interaction, ruling: str, revision: app_commands.Range[int, 1, 1_000_000]
    ) -> None:
        """Show what would come back, with the button that does it."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        slug = (await reply.work(self.named(scope, actor, ruling))).slug
        steps = await reply.work(self.service.history(scope, actor, slug))
        await reply.show(render_history.before_revert(slug, steps, revision))

    @revert.autocomplete("ruling")
    @completion
    async def complete_revert(self, interaction: Interaction, typed: str) -> Choices:
        """The server's rulings."""
        return await self.own(interaction, typed)

    async def revert_pressed(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Bring back the revision that was chosen, if nothing was changed since the history was shown."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        slug, seen, revision = args[0], int(args[1]), int(args[2])
        stored = await reply.work(self.service.revert(scope, actor, slug, revision, seen=seen))
        self.changed(scope)
        head = _("**Reverted** to revision {number}.").format(number=revision)
        await reply.show(await self.page(scope, actor, stored, head))

    # --- retire -------------------------------------------------------------------------------------------------------

    @app_commands.command(name="retire", description="Take a ruling of this server out of service.")
    @app_commands.describe(ruling="Its id or words of its question.")
    async def retire(self, interaction: Interaction, ruling: str) -> None:
        """Show the ruling, with the button that retires it."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        stored = await reply.work(self.named(scope, actor, ruling))
        await reply.show(await self.page(scope, actor, stored))

    @retire.autocomplete("ruling")
    @completion
    async def complete_retire(self, interaction: Interaction, typed: str) -> Choices:
        """The server's rulings in service."""
        return await self.own(interaction, typed, "published")

    async def retire_pressed(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask for the reason."""
        await self.may(interaction)
        form = Form(_("Retire the ruling"), "ruling.retired", *args)
        await Reply(interaction).ask(form.text("reason", _("Reason"), long=True, required=False, most=500))

    async def retired(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Take it out of service."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        reason = values.get("reason", "").strip()
        stored = await reply.work(self.service.retire(scope, actor, args[1], seen=int(args[0]), comment=reason))
        self.changed(scope)
        head = _("**Retired.** `/ruling revert` brings it back.")
        await reply.show(await self.page(scope, actor, stored, head))

    # --- list ---------------------------------------------------------------------------------------------------------

    @app_commands.command(name="list", description="The rulings that this server has in service.")
    async def list(self, interaction: Interaction) -> None:
        """Show the first page."""
        await self._list(interaction, Reply(interaction), 0)

    async def list_page(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another page in the same message."""
        await self._list(interaction, in_place(interaction), int(args[0]))

    async def _list(self, interaction: Interaction, reply: Reply, number: int) -> None:
        scope, _actor = await self.may(interaction)
        found = (await reply.work(self.service.published(scope))).rulings
        if not found:
            await reply.show(render.notice(_("No ruling of this server is in service. `/ruling propose` makes one.")))
            return
        await reply.show(render_history.listed(found, number))
