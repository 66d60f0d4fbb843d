"""`/ruling words add|remove|list`: what this server's players call things, for the search."""

from __future__ import annotations

from discord import app_commands

from bot.discord_app import limits, render, render_words
from bot.discord_app.cogs.completion import Choices, completion, labelled_choices
from bot.discord_app.cogs.places import in_place, is_moderator, scope_of
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Interaction
from bot.discord_app.replies import Reply
from bot.i18n import _


class Words(RulingsPart):
    """The server's own words."""

    words = app_commands.Group(name="words", description="What this server's players call things.")

    def register(self) -> None:
        """Say which presses are this part's."""
        self.bot.on_press("ruling.words", self.words_page)

    @words.command(name="add", description="Say what a word of this server's players means; /ask reads it so.")
    @app_commands.describe(
        word="The word or phrase that players use, for instance boop.",
        meaning="What it means in words of the rules, for instance return to hand.",
    )
    async def words_add(
        self,
        interaction: Interaction,
        word: app_commands.Range[str, 1, 100],
        meaning: app_commands.Range[str, 1, 200],
    ) -> None:
        """Add a word, or give one another meaning."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        kept, means, before = await reply.work(self.service.words.add(scope, actor, word, meaning))
        text = _("**{word}** means “{meaning}” here from now on.").format(
            word=limits.plain(kept), meaning=limits.plain(means)
        )
        if before is not None and before != means:
            text += "\n" + _("It meant “{meaning}” before.").format(meaning=limits.plain(before))
        await reply.show(render.notice(text, good=True))

    @words.command(name="remove", description="Take a word away that was added here.")
    @app_commands.describe(word="The word as /ruling words list shows it.")
    async def words_remove(self, interaction: Interaction, word: str) -> None:
        """Take a word away."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        kept = await reply.work(self.service.words.remove(scope, actor, word))
        text = _("**{word}** is read as it stands again.").format(word=limits.plain(kept))
        await reply.show(render.notice(text, good=True))

    @words_remove.autocomplete("word")
    @completion
    async def complete_words(self, interaction: Interaction, typed: str) -> Choices:
        """The words that were added here, for moderators only."""
        if not await is_moderator(interaction, self.bot.services):
            return []
        found = await self.service.words.all(scope_of(interaction))
        wanted = typed.strip().casefold()
        return labelled_choices([(f"{word}: {means}", word) for word, means in found.items() if wanted in word])

    @words.command(name="list", description="The words that were added here, and what they mean.")
    async def words_list(self, interaction: Interaction) -> None:
        """Show the first page."""
        await self._words(interaction, Reply(interaction), 0)

    async def words_page(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another page in the same message."""
        await self._words(interaction, in_place(interaction), int(args[0]))

    async def _words(self, interaction: Interaction, reply: Reply, number: int) -> None:
        scope, _actor = await self.may(interaction)
        found = await reply.work(self.service.words.all(scope))
        await reply.show(render_words.words(found, number))
