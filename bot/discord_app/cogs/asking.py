"""`/ask`, the menu *Find a ruling*, and plain text where Discord gives it without a privileged intent.

Answers are private, with a button that posts them; public at once only in channels that `/settings` lists. What has no
sure answer is always private. A card's name in double brackets shows the card where there is no ruling to show, or
nothing else was written.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, render, render_answers, render_cards
from bot.discord_app.app import TableJudge
from bot.discord_app.arrivals import TooFast
from bot.discord_app.cogs.places import in_place, in_server, moderated, scope_of
from bot.discord_app.cogs.posting import post_language
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Asked, CardPage, Entry, Refusal, Suggestion
from bot.discord_app.replies import POSTED, Reply
from bot.i18n import _, speaking
from rulings.store import PostedAnswer
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
        self._answers = bot.services.answers
        self._cards = bot.services.cards
        self._menu = app_commands.ContextMenu(name="Find a ruling", callback=self.find)
        bot.on_press("ask.show", self.show)
        bot.on_press("ask.others", self.others)
        bot.on_press("ask.card", self.with_card)
        bot.on_press("ask.read", self.read)
        bot.on_press("ask.post", self.post)

    async def cog_load(self) -> None:
        """Offer the message menu."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the message menu away."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(name="ask", description="Ask a rules question in your own words.")
    @app_commands.describe(question="For example: can I turn my manifested Delver face up?")
    async def ask(self, interaction: Interaction, question: str) -> None:
        """Answer in private, or at once for all where that is set; a button posts a private answer to the channel."""
        _short_enough(question)
        public = in_server(interaction) and await self._is_public(interaction.guild_id, _places(interaction.channel))
        reply = Reply(interaction, private=in_server(interaction))
        scope = scope_of(interaction)
        if public:
            # What all read is in the server's language, whatever the answer says of itself.
            with speaking(await post_language(self.bot, scope)):
                found = await reply.work(self._found(scope, question, file=moderated(interaction)))
            if isinstance(found, Asked) and found.entry is not None and not reply.acknowledged:
                line = render_answers.question_line(question).removeprefix("> ")
                await self._publish(interaction, line, found.entry, interaction.user.id)
                return
        found = await reply.work(self._found(scope, question, file=moderated(interaction) and not public))
        await reply.show(self._page(question, found, interaction))

    async def find(self, interaction: Interaction, message: discord.Message) -> None:
        """Take a message for the question; the answer is private."""
        question = message.content.strip()
        if not question:
            raise Refusal(_("I see no text in that message: use `/ask` and type the question."))
        _short_enough(question)
        reply = Reply(interaction, private=True)
        # Posted, the answer is to whoever wrote the message, not to who looked it up.
        other = _other(interaction, None if message.author.bot else message.author.id)
        found = await reply.work(self._found(scope_of(interaction), question, file=moderated(interaction), asker=other))
        await reply.show(self._page(question, found, interaction, other))

    def _page(
        self,
        question: str,
        found: Asked | discord.ui.LayoutView,
        interaction: Interaction,
        asker: int | None = None,
    ) -> discord.ui.LayoutView:
        if not isinstance(found, Asked):
            return found
        return render_answers.asked(
            question, found, postable=in_server(interaction), filed=moderated(interaction), asker=asker
        )

    async def _found(
        self, scope: Scope, question: str, *, file: bool = True, asker: int | None = None
    ) -> Asked | discord.ui.LayoutView:
        """The answer; or which card is meant, or the cards in double brackets where there is no ruling to show."""
        line = render_answers.question_line(question, asker)
        names = _BRACKETED.findall(question)[:MOST_CARDS]
        unclear = await asyncio.to_thread(self._cards.unclear, question)
        for typed, cards in unclear:
            if f"[[{typed}]]" in question:
                return render_answers.which_card(line, typed, cards)
        if names and not re.search(r"\w", _PINGS.sub("", _BRACKETED.sub("", question))):
            return await self._shown(names)
        result = await self._service.ask(scope, _words(question), file=file)
        if result.status != "answered" and unclear:
            return render_answers.which_card(line, *unclear[0])
        if names and result.status == "declined":
            # The cards alone would look like an answer.
            above = (line, _("**I don't have a ruling on that.**"))
            return await self._shown(names, above)
        return result

    async def _shown(self, names: list[str], above: Sequence[str] = ()) -> discord.ui.LayoutView:
        pages: list[CardPage | str] = []
        for name in dict.fromkeys(name.strip() for name in names):
            try:
                pages.append(await asyncio.to_thread(self._cards.page, name))
            except Refusal as error:
                pages.append(errors.words(error) or "")
        return render_cards.cards(pages, above)

    # --- in the same message ------------------------------------------------------------------------------------------

    async def show(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show the entry that was chosen, in the same message."""
        reply = in_place(interaction)
        found = await reply.work(self._service.entry(scope_of(interaction), args[0]))
        line = render_answers.line_above(interaction.message)
        await reply.show(render_answers.entry(line, found, postable=in_server(interaction)))

    async def others(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Offer the other entries that fit the same question."""
        reply = in_place(interaction)
        question = render_answers.typed_question(interaction.message)
        result = await reply.work(self._service.ask(scope_of(interaction), _words(question), file=False))
        shown = args[0] if args else result.entry.id if result.entry is not None else ""
        found = [each for each in result.suggestions if each.id != shown]
        if result.entry is not None and result.entry.id != shown:
            found.insert(0, Suggestion(result.entry.id, result.entry.title))
        if not found:
            raise Refusal(_("There are no other answers that fit."))
        await reply.show(render_answers.choices(render_answers.line_above(interaction.message), found))

    async def with_card(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Put the same question again with the card that was chosen; nothing is typed again."""
        reply = in_place(interaction)
        question = render_answers.typed_question(interaction.message)
        unclear = await asyncio.to_thread(self._cards.unclear, question)
        for typed, cards in unclear:
            if args[0] in cards:
                bracketed = f"[[{typed}]]" in question
                question = question.replace(f"[[{typed}]]" if bracketed else typed, f"[[{args[0]}]]", 1)
                break
        else:
            raise Refusal(_("That question has changed. Use `/ask` again."))
        # A name in brackets was asked about before the question was put: only now can it turn out to have no answer.
        file = bracketed and moderated(interaction)
        asker = render_answers.asker_of(interaction.message)
        found = await reply.work(self._found(scope_of(interaction), question, file=file, asker=asker))
        await reply.show(self._page(question, found, interaction, asker))

    # --- in the channel -----------------------------------------------------------------------------------------------

    async def read(self, interaction: Interaction, _args: tuple[str, ...]) -> None:
        """Show the answer to a question that was put in the channel to whoever presses, in private."""
        reply = Reply(interaction, private=True)
        question = render_answers.typed_question(interaction.message)
        asker = _other(interaction, render_answers.asker_of(interaction.message))
        found = await reply.work(self._found(scope_of(interaction), question, file=False, asker=asker))
        await reply.show(self._page(question, found, interaction, asker))

    async def post(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Post the answer to the channel, with who asked what."""
        scope = scope_of(interaction)
        found = await self._service.entry(scope, args[0])
        question = render_answers.shown_question(interaction.message)
        asker = render_answers.asker_of(interaction.message) or interaction.user.id
        async with self.bot.posted.once(interaction, args[0]):
            # What was posted before a restart is known to the store alone.
            if interaction.message is not None and await self._answers.copies.is_posted(
                scope,
                interaction.message.id,
                channel_id=interaction.channel_id,
                answer_id=found.id,
                asker=asker,
                question=question,
            ):
                raise Refusal(_(POSTED))
            with speaking(await post_language(self.bot, scope)):
                found = await self._service.entry(scope, found.id)
            await self._publish(interaction, question, found, asker)

    async def _publish(self, interaction: Interaction, question: str, found: Entry, asker: int) -> None:
        """Answer for all to read, and remember where, so that it can be marked and corrected.

        What is found was looked up in the language of posts.
        """
        scope = scope_of(interaction)
        # Taken before it is shown: a change meanwhile is then noticed and corrected.
        digest = await self._answers.digest(scope, found.id)
        copy = _copy(found, asker, question)
        with speaking(await post_language(self.bot, scope)):
            # Where the bot is no member it can't edit what it posted, but for a press on it.
            afar = interaction.guild_id is None or self.bot.get_guild(interaction.guild_id) is None
            view = render_answers.posted(replace(copy, digest=digest), found, afar=afar)
        await Reply(interaction, private=False).show(view)
        if afar:
            return
        try:
            message = await interaction.original_response()
        except discord.HTTPException as error:
            errors.log.warning("a posted answer could not be found again: %s (code %s)", error.status, error.code)
            return
        await self._keep(scope, message, copy, digest)

    async def _keep(self, scope: Scope, message: discord.Message, copy: PostedAnswer, digest: str) -> None:
        await self._answers.copies.add(
            scope,
            message.id,
            channel_id=message.channel.id,
            answer_id=copy.answer_id,
            asker=copy.asker,
            question=copy.question,
            digest=digest,
        )

    async def _is_public(self, guild_id: int | None, places: Collection[int]) -> bool:
        """Whether answers are public at once in a channel (or in the channel of a thread)."""
        if guild_id is None:
            return False
        settings = await self.bot.services.settings.get(Scope.server(guild_id))
        return not set(places).isdisjoint(settings.public_channels)

    # --- plain text ---------------------------------------------------------------------------------------------------

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
        if not question or not self.bot.arrivals.is_new(message.id):
            return
        server = message.guild.id if message.guild else None
        try:
            self.bot.arrivals.take(message.author.id, server)
            async with self.bot.arrivals.working(message.author.id, server):
                await self._answer_text(message, question)
        except (TooFast, Refusal):
            # Many messages in a row: answering each with a refusal would only make more of them.
            errors.log.info("a message was left unanswered: too many at once")
        except discord.HTTPException as error:
            errors.log.warning("a message could not be answered: %s (code %s)", error.status, error.code)

    async def _answer_text(self, message: discord.Message, question: str) -> None:
        scope = Scope.server(message.guild.id) if message.guild else Scope.direct(message.author.id)
        with speaking(await post_language(self.bot, scope)):
            view, copy, digest = await self._text_answer(scope, message, question)
        sent = await message.reply(view=view, mention_author=False)
        if copy is not None:
            await self._keep(scope, sent, copy, digest)

    async def _text_answer(
        self, scope: Scope, message: discord.Message, question: str
    ) -> tuple[discord.ui.LayoutView, PostedAnswer | None, str]:
        """The answer to a text; where it is public, with what is kept of it and the digest of what it says."""
        copy, digest = None, ""
        try:
            _short_enough(question)
            found = await self._found(scope, question)
            if message.guild is None:
                view = (
                    render_answers.asked(question, found, postable=False, filed=False)
                    if isinstance(found, Asked)
                    else found
                )
            elif (
                isinstance(found, Asked)
                and found.entry is not None
                and await self._is_public(message.guild.id, _places(message.channel))
            ):
                digest = await self._answers.digest(scope, found.entry.id)
                line = render_answers.question_line(question).removeprefix("> ")
                copy = _copy(found.entry, message.author.id, line)
                view = render_answers.posted(copy, found.entry)
            else:
                view = render_answers.read_privately(question, message.author.id)
        except Exception as error:
            view = render.notice(errors.told(error, "a message"), good=False)
        return view, copy, digest


def _short_enough(question: str) -> None:
    if len(question) > LONGEST_QUESTION:
        raise Refusal(
            _(
                "That is {count} characters; a question of up to {most} finds its ruling better. "
                "Name the card and what happens to it."
            ).format(count=len(question), most=LONGEST_QUESTION)
        )


def _other(interaction: Interaction, asker: int | None) -> int | None:
    """Who asked, if that is somebody else than who reads the answer in private."""
    return asker if asker != interaction.user.id else None


def _copy(found: Entry, asker: int, question: str) -> PostedAnswer:
    """An answer that is about to be posted; Discord numbers the message."""
    return PostedAnswer(0, 0, found.id, asker, question, "", "", None, None, discord.utils.utcnow())


def _places(channel: object) -> list[int]:
    """The ids by which settings may name a channel: its own, and a thread's channel."""
    ids = (getattr(channel, "id", None), getattr(channel, "parent_id", None))
    return [each for each in ids if each is not None]


def _words(question: str) -> str:
    """The question without who is to be pinged and without brackets: they are no part of it."""
    return _PINGS.sub(" ", _BRACKETED.sub(r"\1", question)).strip() or question
