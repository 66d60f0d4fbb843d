"""`/ruling official`: which official rulings a server uses. A moderator hides one with a reason, or shows it again."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.discord_app import limits, render_cards, render_official
from bot.discord_app.cogs.completion import Choices, completion, labelled_choices
from bot.discord_app.cogs.places import in_place, is_moderator
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Form, Interaction
from bot.discord_app.replies import Reply
from bot.i18n import _
from bot.services.moderation_official import LONGEST_REASON


class Official(RulingsPart):
    """Official rulings here, and not here. The card that a page is about stands in its heading."""

    def register(self) -> None:
        """Say which presses and forms are this part's."""
        self.bot.on_press("ruling.official", self.official_page)
        self.bot.on_press("ruling.text", self.official_text)
        self.bot.on_press("ruling.hide", self.hide_pressed)
        self.bot.on_form("ruling.hide", self.hidden)
        self.bot.on_press("ruling.unhide", self.unhide)

    @app_commands.command(name="official", description="Official rulings: hide what this server doesn't use, undo it.")
    @app_commands.describe(card="The card; leave it out for the official rulings that are hidden here.")
    async def official(self, interaction: Interaction, card: str = "") -> None:
        """Show a card's official rulings, or those that are hidden here."""
        await self.may(interaction)
        reply = Reply(interaction)
        name = ""
        if card.strip():
            name = (await reply.work(asyncio.to_thread(self.bot.services.cards.page, card))).name
        await self._texts(interaction, reply, name, 0)

    @official.autocomplete("card")
    @completion
    async def complete_official(self, interaction: Interaction, typed: str) -> Choices:
        """Cards, for moderators only."""
        if not await is_moderator(interaction, self.bot.services):
            return []
        return labelled_choices(await asyncio.to_thread(self.bot.services.cards.complete, typed, limits.CHOICES))

    async def official_page(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another page of the same list in the same message."""
        await self._texts(
            interaction, in_place(interaction), render_cards.shown_name(interaction.message), int(args[0])
        )

    async def _texts(self, interaction: Interaction, reply: Reply, card: str, number: int) -> None:
        scope, actor = await self.may(interaction)
        if card:
            found = await reply.work(self.service.official.of_card(scope, actor, card))
            await reply.show(render_official.of_card(card, found, number))
            return
        hidden = await reply.work(self.service.official.hidden(scope))
        await reply.show(render_official.hidden(list(hidden.values()), number))

    async def official_text(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show the one that was chosen."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        found = await reply.work(self.service.official.get(scope, actor, args[0]))
        await reply.show(render_official.one(found, card=render_cards.shown_name(interaction.message)))

    async def hide_pressed(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask for the reason."""
        await self.may(interaction)
        form = Form(_("Not used in this server"), "ruling.hide", *args)
        form.text("reason", _("Why"), long=True, most=LONGEST_REASON, help_text=_("Whoever looks for it reads that."))
        await Reply(interaction).ask(form)

    async def hidden(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Hide it. What a further argument was given for stays as it is: the answer stands beside it."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction) if len(args) > 1 else in_place(interaction)
        found = await reply.work(self.service.official.hide(scope, actor, args[0], values.get("reason", "")))
        self.changed(scope)
        head = _("**Hidden here.** `/ask` and `/card` don't use it in this server any more.")
        card = render_cards.shown_name(interaction.message)
        await reply.show(render_official.one(found, head, card=card))

    async def unhide(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show it again."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        found = await reply.work(self.service.official.show(scope, actor, args[0]))
        self.changed(scope)
        head = _("**Used here again.**")
        await reply.show(render_official.one(found, head, card=render_cards.shown_name(interaction.message)))
