"""`/ask`, and plain text where Discord gives it without a privileged intent: in direct messages and at a mention.

A card's name in double brackets shows the card where there is no ruling to show, or nothing else was written.
"""

from __future__ import annotations

import asyncio
import re

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, render
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import in_server, is_private, scope_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import CardPage, Refusal
from bot.discord_app.replies import Reply
from rulings.store.scope import Scope

#: Longer questions are refused with a hint; Discord lets people type 6,000 characters.
LONGEST_QUESTION = 500
_PINGS = re.compile(r"@\u200b?(?:everyone|here)\b|<(?:@[!&]?|#)\d+>", re.IGNORECASE)
_BRACKETED = re.compile(r"\[\[([^\[\]]+)\]\]")
#: So many bracketed cards of one text are shown.
MOST_CARDS = 5


class Asking(commands.Cog):
    """Questions to rulings."""

    def __init__(self, bot: TableJudge) -> None:
        self.bot = bot
        self._service = bot.services.asking
        self._cards = bot.services.cards
        bot.on_press("ask.show", self.show)
        bot.on_press("ask.others", self.others)
        bot.on_press("ask.proof", self.proof)
        bot.on_press("ask.post", self.post)

    @app_commands.command(name="ask", description="Ask a rules question in your own words.")
    @app_commands.describe(question="For example: can I turn my manifested Delver face up?")
    async def ask(self, interaction: Interaction, question: str) -> None:
        """Answer in private; a button posts it to the channel."""
        reply = Reply(interaction, private=in_server(interaction))
        if len(question) > LONGEST_QUESTION:
            raise Refusal(
                f"That is {len(question)} characters; a question of up to {LONGEST_QUESTION} finds its ruling better. "
                "Name the card and what happens to it."
            )
        await reply.show(
            await reply.work(self._answer(scope_of(interaction), question, postable=in_server(interaction)))
        )

    async def _answer(self, scope: Scope, question: str, *, postable: bool) -> discord.ui.LayoutView:
        """The answer, or the cards in double brackets where nothing else is asked or there is no ruling."""
        names = _BRACKETED.findall(question)[:MOST_CARDS]
        if names and not re.search(r"\w", _BRACKETED.sub("", question)):
            return await self._shown(names)
        result = await self._service.ask(scope, _words(question))
        if names and result.status == "declined":
            return await self._shown(names)
        return render.asked(question, result, postable=postable, filed=scope.kind == "server")

    async def _shown(self, names: list[str]) -> discord.ui.LayoutView:
        pages: list[CardPage | str] = []
        for name in dict.fromkeys(name.strip() for name in names):
            try:
                pages.append(await asyncio.to_thread(self._cards.page, name))
            except Refusal as error:
                pages.append(errors.words(error) or "")
        return render.cards(pages)

    async def show(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show the entry that was chosen, in the same message."""
        reply = _in_place(interaction)
        found = await reply.work(self._service.entry(scope_of(interaction), args[0]))
        line = render.part_text(interaction.message, render.QUESTION_PART)
        await reply.show(render.entry(line, found, postable=in_server(interaction)))

    async def others(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Offer the other entries that fit the same question."""
        reply = _in_place(interaction)
        line = render.part_text(interaction.message, render.QUESTION_PART)
        question = re.sub(r"\\(.)", r"\1", line.removeprefix("> "))
        result = await reply.work(self._service.ask(scope_of(interaction), _words(question)))
        if not result.suggestions:
            raise Refusal("There are no other answers that fit.")
        await reply.show(render.choices(line, result))

    async def proof(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Play the ruling's example; its pages turn in the same message."""
        number, entry_id = int(args[0]), args[1]
        turning = bool(interaction.message and render.part_text(interaction.message, render.PROOF_PART))
        reply = Reply(interaction, private=in_server(interaction), update=turning)
        found = await reply.work(self._service.entry(scope_of(interaction), entry_id))
        if not found.proof:
            raise Refusal("This ruling has no example to play (any more).")
        result = await reply.work(self.bot.services.tables.run_script(found.proof))
        await reply.show(render.script(result, number, ("ask.proof", (entry_id,))))

    async def post(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the answer to the channel, with who asked what."""
        reply = Reply(interaction, private=False)
        found = await self._service.entry(scope_of(interaction), args[0])
        line = render.part_text(interaction.message, render.QUESTION_PART)
        with self.bot.posted.once(interaction, args[0]):
            await reply.show(render.entry(line, found, postable=False, posted_by=interaction.user.id))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a direct message, or a message that mentions the bot."""
        me = self.bot.user
        if me is None or message.author.bot or message.webhook_id is not None or message.is_system():
            return
        mention = rf"<@!?{me.id}>"
        # A reply to the bot mentions it too, without saying so in the text: that is no question.
        if message.guild is not None and not re.search(mention, message.content):
            return
        question = re.sub(mention, "", message.content).strip()
        if not question:
            return
        try:
            if len(question) > LONGEST_QUESTION:
                raise Refusal(f"A question of up to {LONGEST_QUESTION} characters finds its ruling better.")
            scope = Scope.server(message.guild.id) if message.guild else Scope.direct(message.author.id)
            view = await self._answer(scope, question, postable=False)
        except Exception as error:
            view = render.notice(errors.told(error, "a message"), good=False)
        try:
            await message.reply(view=view, mention_author=False)
        except discord.HTTPException as error:
            errors.log.warning("a message could not be answered: %s (code %s)", error.status, error.code)


def _words(question: str) -> str:
    """The question without who is to be pinged and without brackets: they are no part of it."""
    return _PINGS.sub(" ", _BRACKETED.sub(r"\1", question)).strip() or question


def _in_place(interaction: Interaction) -> Reply:
    """Change a message that only this person sees; beside one that others read, answer in private."""
    message = interaction.message
    return Reply(interaction, update=is_private(interaction) or (message is not None and message.flags.ephemeral))
