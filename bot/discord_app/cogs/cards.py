"""`/card`: facts, wording, all faces, official and curated rulings, printed names, which abilities are simulated."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.discord_app import limits, render_answers, render_cards
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.completion import completion, labelled_choices
from bot.discord_app.cogs.places import in_place, in_server, scope_of
from bot.discord_app.cogs.posting import post_language
from bot.discord_app.components import EXPIRED, Interaction
from bot.discord_app.ports import CardPage, Refusal, Suggestion
from bot.discord_app.replies import Reply
from bot.i18n import _, speaking
from rulings.store.scope import Scope


class Cards(commands.Cog):
    """Cards."""

    def __init__(self, bot: TableJudge) -> None:
        self._bot = bot
        self._service = bot.services.cards
        self._asking = bot.services.asking
        bot.on_press("card.post", self.post)
        bot.on_press("card.page", self.turn)
        bot.on_press("card.go", self.go)
        bot.on_press("card.ruling", self.ruling)

    @app_commands.command(name="card", description="Show a card: facts, wording, rulings, what is simulated.")
    @app_commands.describe(name="The card's name, in any printed language.")
    async def card(self, interaction: Interaction, name: str) -> None:
        """Answer in private: what somebody looks up during a game is nobody else's business."""
        reply = Reply(interaction, private=in_server(interaction))
        try:
            found, about = await reply.work(self._find(scope_of(interaction), name))
        except Refusal as refused:
            if not refused.choices:
                raise
            await reply.show(render_cards.which(str(refused), refused.choices))
            return
        await reply.show(render_cards.card(found, about, postable=in_server(interaction)))

    @card.autocomplete("name")
    @completion
    async def complete(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Names that fit what was typed."""
        return labelled_choices(await asyncio.to_thread(self._service.complete, typed, limits.CHOICES))

    async def go(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show the card that was chosen, in the same message."""
        await self._turned(interaction, in_place(interaction), args[0], 0)

    async def turn(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Turn the page: in the same message where only this person reads it, else in private beside it."""
        await self._turned(interaction, in_place(interaction), _name(interaction), int(args[0]))

    async def _turned(self, interaction: Interaction, reply: Reply, name: str, number: int) -> None:
        found, about = await reply.work(self._find(scope_of(interaction), name))
        await reply.show(render_cards.card(found, about, number, postable=in_server(interaction)))

    async def ruling(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show a ruling about the card in private, beside it."""
        reply = Reply(interaction, private=True)
        found = await reply.work(self._asking.entry(scope_of(interaction), args[0]))
        line = render_answers.question_line(found.title)
        await reply.show(render_answers.entry(line, found, postable=in_server(interaction)))

    async def post(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the page to the channel."""
        reply = Reply(interaction, private=False)
        # Buttons of an older making name the card instead of the page.
        number, name = (int(args[0]), _name(interaction)) if args[0].isdecimal() else (0, args[0])
        scope = scope_of(interaction)
        with speaking(await post_language(self._bot, scope)):
            found, about = await reply.work(self._find(scope, name))
            view = render_cards.card(found, about, number, postable=False, posted=True)
        async with self._bot.posted.once(interaction, f"{number}:{found.name}"):
            await reply.show(view)

    async def _find(self, scope: Scope, name: str) -> tuple[CardPage, list[Suggestion]]:
        hidden = await self._bot.services.moderation.official.hidden(scope)
        why = {each.id: each.reason for each in hidden.values()}
        found = await asyncio.to_thread(self._service.page, name, why)
        return found, list(await self._asking.about(scope, found.name))


def _name(interaction: Interaction) -> str:
    name = render_cards.shown_name(interaction.message)
    if not name:
        raise Refusal(_(EXPIRED))
    return name
