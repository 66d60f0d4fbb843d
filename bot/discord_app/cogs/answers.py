"""What can be done with an answer: why it was found, what is wrong with it, judges' marks, hearing of changes.

Posted copies are kept true: when a ruling changes, those that can still be edited say so, and who asked to hear of it
gets a direct message. That runs by itself every `EVERY` seconds, and at once at the event `rulings_changed` (a scope).
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Literal

import discord
from discord.ext import commands, tasks

from bot.discord_app import errors, render, render_answers
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.look import send_privately
from bot.discord_app.cogs.places import in_server, is_judge, is_moderator, is_private, judge, moderated, scope_of
from bot.discord_app.cogs.posting import post_language, tell_moderators
from bot.discord_app.components import Form, Interaction, Malformed, parts
from bot.discord_app.ports import Entry, Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _, language_of, speaking
from bot.services.answers import Kept, Report
from rulings.store import NotFound, PostedAnswer, Scope
from rulings.store.errors import StoreError
from rulings.store.posted import Watcher

#: Seconds between two looks for rulings that changed.
EVERY = 30.0
#: Discord's codes for a message that is gone, or its channel, or that isn't the bot's: of it nothing can be put right.
GONE = frozenset({10003, 10008, 50005})
#: For one that can't be edited now: no access, a closed thread, too many edits. The next change may find it open.
CLOSED = frozenset({50001, 50013, 30046, 50083})
_MARKS: dict[str, Literal["", "review", "endorsed"]] = {"review": "review", "endorsed": "endorsed", "none": ""}


class Answers(commands.Cog):
    """Answers after they are given."""

    def __init__(self, bot: TableJudge) -> None:
        self.bot = bot
        self._asking = bot.services.asking
        self._answers = bot.services.answers
        self._comparing = asyncio.Lock()
        bot.on_press("ask.why", self.why)
        bot.on_press("ask.more", self.more)
        bot.on_press("ask.wrong", self.wrong)
        bot.on_form("ask.wrong", self.wronged)
        bot.on_press("ask.mark", self.mark)
        bot.on_press("ask.refresh", self.refresh)
        bot.on_press("ask.watch", self.watch)
        bot.on_press("ask.unwatch", self.unwatch)

    async def cog_load(self) -> None:
        """Begin to look for rulings that changed."""
        self._every.start()

    async def cog_unload(self) -> None:
        """No more of it."""
        self._every.cancel()

    # --- why, more ----------------------------------------------------------------------------------------------------

    async def why(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Say in private what the answer was found by."""
        reply = Reply(interaction, private=True)
        scope = scope_of(interaction)
        found = await self._asking.entry(scope, args[0])
        question = render_answers.typed_question(interaction.message)
        result = await reply.work(self._asking.ask(scope, question, file=False))
        await reply.show(render_answers.why(found, result))

    async def more(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Offer in private what else can be done with the answer."""
        reply = Reply(interaction, private=True)
        scope = scope_of(interaction)
        found = await reply.work(self._asking.entry(scope, args[0]))
        copy = await self._copy(scope, interaction.message)
        judges = (
            copy is not None and interaction.guild_id is not None and await is_judge(interaction, self.bot.services)
        )
        await reply.show(
            render_answers.more(
                found,
                watched=await self._answers.copies.watches(scope, found.id, interaction.user.id),
                message_id=copy.message_id if copy is not None else 0,
                mark=copy.mark if copy is not None and judges else None,
                moderates=found.origin == "official"
                and moderated(interaction)
                and await is_moderator(interaction, self.bot.services),
            )
        )

    async def _copy(self, scope: Scope, message: discord.Message | None) -> PostedAnswer | None:
        if message is None or message.flags.ephemeral:
            return None
        try:
            return await self._answers.copies.get(scope, message.id)
        except NotFound:
            return None

    # --- wrong? -------------------------------------------------------------------------------------------------------

    async def wrong(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the form; one that couldn't be sent is opened with what was typed."""
        typed = render_answers.typed_report(interaction.message)
        form = Form(_("What is wrong?"), "ask.wrong", args[0])
        form.text("what", _("What is wrong"), long=True, value=typed.what, most=1000)
        form.text(
            "rule",
            _("Rule number"),
            required=False,
            value=typed.rule,
            most=30,
            help_text=_("The rule that says otherwise, such as 704.5k. It is checked."),
        )
        form.text(
            "scenario",
            _("Scenario"),
            long=True,
            required=False,
            value=typed.scenario,
            most=1200,
            help_text=_("A script that shows it; the simulator plays it for the moderators."),
        )
        await Reply(interaction).ask(form)

    async def wronged(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Keep the report, then tell the moderators; if it can't be kept, give back what was typed."""
        message = interaction.message
        again = bool(render_answers.typed_report(message).what)
        reply = Reply(interaction, private=True, update=again)
        typed = Report(**{name: values.get(name, "").strip() for name in render_answers.REPORT_PARTS})
        scope = scope_of(interaction)
        question = render_answers.shown_question(message)
        link = render.part_text(message, render_answers.LINK_PART)
        if not again:
            link = await self._where(interaction, args[0], question)
        try:
            title, source = await self._named(scope, args[0])
            kept = await reply.work(
                self._answers.report(
                    scope,
                    interaction.user.id,
                    source=source,
                    answer_id=args[0],
                    question=question,
                    report=typed,
                    link=link,
                )
            )
        except (Refusal, StoreError) as error:
            problem = errors.words(error) or str(error)
            await reply.show(render_answers.unkept_report(f"> {question}", link, typed, problem, args[0]))
            return
        thanks = _("**Thank you, that is kept.** The moderators hear of it.")
        if not moderated(interaction):
            thanks = _("**Thank you, that is kept.** In a server its moderators would hear of it.")
        if kept.played:
            thanks += "\n" + _("Your scenario: {said}").format(said=kept.played)
        await reply.show(render.notice(thanks, good=True))
        await self._tell_moderators(scope, kept, title)

    async def _where(self, interaction: Interaction, answer_id: str, question: str) -> str:
        """A link to what is reported: the message; of a private one its posted copy, else the channel."""
        message = interaction.message
        if message is None or not in_server(interaction):
            return ""
        if not message.flags.ephemeral:
            return message.jump_url
        # what was found for somebody's message is posted as its author's
        asker = render_answers.asker_of(message) or interaction.user.id
        copy = await self._answers.copies.latest(
            scope_of(interaction),
            answer_id=answer_id,
            asker=asker,
            question=question,
        )
        place = f"{copy.channel_id}/{copy.message_id}" if copy is not None else str(interaction.channel_id)
        return f"https://discord.com/channels/{interaction.guild_id}/{place}"

    async def _named(self, scope: Scope, entry_id: str) -> tuple[str, str]:
        try:
            found = await self._asking.entry(scope, entry_id)
        except Refusal:
            return entry_id, "curated"
        return found.title, found.origin

    async def _tell_moderators(self, scope: Scope, kept: Kept, title: str) -> None:
        """Post a report where the moderators read; it is in their list in any case."""
        channel = (await self.bot.services.settings.get(scope)).moderator_channel
        if channel is not None:
            await tell_moderators(self.bot, scope, channel, "report", lambda: render_answers.report(kept, title))

    # --- judges' marks ------------------------------------------------------------------------------------------------

    async def mark(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Mark a posted answer as under review, or endorse it; whoever reads it sees so at once."""
        actor = await judge(interaction, self.bot.services)
        reply = Reply(interaction, update=True)
        if args[1] not in _MARKS:
            raise Malformed
        scope, message_id, mark = scope_of(interaction), int(args[0]), _MARKS[args[1]]
        copy = await self._answers.copies.get(scope, message_id)
        found = await reply.work(self._now(scope, copy.answer_id))
        source = found.origin if found is not None else "curated"
        copy = await self._answers.mark(scope, message_id, mark, actor.user_id, source)
        try:
            await self._draw(scope, copy)
        except discord.HTTPException as error:
            if error.code in GONE:
                await self._answers.copies.forget(scope, message_id)
            raise
        said = {
            "review": _("The posted answer says now that it is under review."),
            "endorsed": _("The posted answer says now that you endorse it."),
            "": _("The mark is gone."),
        }[mark]
        await reply.show(render.notice(said, good=True))

    async def _now(self, scope: Scope, answer_id: str) -> Entry | None:
        try:
            return await self._asking.entry(scope, answer_id)
        except Refusal:
            return None

    async def _draw(self, scope: Scope, copy: PostedAnswer) -> None:
        channel = self.bot.get_partial_messageable(copy.channel_id)
        with speaking(await post_language(self.bot, scope)):
            view = render_answers.posted(copy, await self._now(scope, copy.answer_id))
        await channel.get_partial_message(copy.message_id).edit(
            view=view, allowed_mentions=discord.AllowedMentions.none()
        )

    async def refresh(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Say whether a copy that can't be edited from afar is still right; if not, correct it where it stands.

        The press itself lets the message be edited, also where the bot is no member.
        """
        shown, entry_id = parts(args, 2)
        scope = scope_of(interaction)
        digest = await self._answers.digest(scope, entry_id)
        if digest.startswith(shown) and digest:
            told = _("That is still what the ruling says.")
            await Reply(interaction, private=True).show(render.notice(told, good=True))
            return
        asker = render_answers.asker_of(interaction.message)
        question = render_answers.shown_question(interaction.message)
        now = discord.utils.utcnow()
        copy = PostedAnswer(0, 0, entry_id, asker, question, digest, "", None, now, now)
        with speaking(await post_language(self.bot, scope)):
            view = render_answers.posted(copy, await self._now(scope, entry_id), afar=True)
        await Reply(interaction, update=True).show(view)

    # --- hearing of changes -------------------------------------------------------------------------------------------

    async def watch(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Note that the person wants to hear of changes, once a direct message has arrived."""
        reply = Reply(interaction, update=True)
        scope = scope_of(interaction)
        found = await reply.work(self._asking.entry(scope, args[0]))
        if not is_private(interaction):
            await reply.defer()
            note = _("I'll tell you here if this ruling changes: *{title}*").format(title=found.title)
            try:
                await send_privately(interaction.user, render.notice(note))
            except errors.NoDirectMessage:
                raise Refusal(
                    _(
                        "I can't send you a direct message, so you couldn't hear of it. Allow direct messages from "
                        "this server, or write to me first (open my profile, *Message*), then press again."
                    )
                ) from None
        await self._answers.watch(scope, found.id, interaction.user.id)
        await reply.show(render.notice(_("You will hear of it by direct message."), good=True))

    async def unwatch(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Note that they no longer do."""
        try:
            scope = Scope.parse(args[1]) if len(args) > 1 else scope_of(interaction)
        except ValueError:
            raise Malformed from None
        await self._answers.copies.unwatch(scope, args[0], interaction.user.id)
        await Reply(interaction, private=True).show(render.notice(_("You won't hear of it any more.")))

    # --- changes ------------------------------------------------------------------------------------------------------

    @tasks.loop(seconds=EVERY)
    async def _every(self) -> None:
        await self.compare()

    @_every.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @commands.Cog.listener()
    async def on_rulings_changed(self, scope: Scope) -> None:
        """A ruling of a scope was published, changed or retired."""
        await self.compare(scope)

    async def compare(self, scope: Scope | None = None) -> None:
        """Bring posted copies and watchers up to what the rulings say now; what fails is tried again later.

        Args:
            scope: whose; None for all.
        """
        async with self._comparing:
            try:
                for each in [scope] if scope is not None else await self._answers.changed():
                    await self._compare(each)
            except Exception as error:
                errors.log_unexpected(error, "correcting posted answers")

    async def _compare(self, scope: Scope) -> None:
        outdated = await self._answers.outdated(scope)
        # Discord counts refusals: of a channel that is closed one is enough.
        closed: set[int] = set()
        for copy, digest in outdated.copies:
            if copy.channel_id in closed:
                continue
            try:
                await self._correct(scope, copy, digest)
            except discord.HTTPException as error:
                if error.code in GONE:
                    await self._answers.copies.forget(scope, copy.message_id)
                elif error.code in CLOSED:
                    closed.add(copy.channel_id)
                else:
                    self._answers.again(scope)
        for watcher, digest in outdated.watchers:
            try:
                await self._tell(scope, watcher)
            except discord.HTTPException as error:
                if error.status not in (403, 404):
                    self._answers.again(scope)
                    continue
                errors.log.info("a person who wants to hear of a change can't be reached (code %s)", error.code)
            await self._answers.told(scope, watcher, digest)

    async def _correct(self, scope: Scope, copy: PostedAnswer, digest: str) -> None:
        now = replace(copy, digest=digest, mark="", marked_by=None, corrected_at=discord.utils.utcnow())
        await self._draw(scope, now)
        await self._answers.copies.corrected(scope, copy.message_id, digest)

    async def _tell(self, scope: Scope, watcher: Watcher) -> None:
        # Whoever changed it, this is read by who asked for it.
        with speaking(self.bot.locales.of_person(watcher.user_id) or language_of(None)):
            found = await self._now(scope, watcher.answer_id)
            heading = _("**A ruling that you asked me to watch has changed:**")
            view = render_answers.changed(heading, found, watcher.answer_id, scope.key)
        try:
            await send_privately(await self.bot.fetch_user(watcher.user_id), view)
        except errors.NoDirectMessage:
            errors.log.info("a person who wants to hear of a change takes no direct message")
