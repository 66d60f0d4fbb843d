"""`/ruling review`, `/ruling outdated`, `/ruling questions`: what waits for the moderators."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.discord_app import limits, render, render_queues, render_rulings
from bot.discord_app.cogs.places import in_place
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Form, Interaction
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _
from bot.services.moderation import ModerationError
from bot.services.moderation_ageing import Outdated
from bot.services.moderation_types import RULES_CHANGED
from bot.telling import told
from rulings.store.errors import StoreError


class Queues(RulingsPart):
    """Proposals, rulings that a newer edition touches, and questions without an answer."""

    def register(self) -> None:
        """Say which presses and forms are this part's."""
        self.bot.on_press("ruling.queue", self.queue)
        self.bot.on_press("ruling.approve", self.approve)
        self.bot.on_press("ruling.reject", self.reject)
        self.bot.on_form("ruling.rejected", self.rejected)
        self.bot.on_press("ruling.aged", self.aged)
        self.bot.on_press("ruling.right", self.right)
        self.bot.on_press("ruling.agedlist", self.aged_list)
        self.bot.on_press("ruling.allright", self.all_right)
        self.bot.on_press("ruling.allretired", self.all_retired)
        self.bot.on_press("ruling.questions", self.questions_again)
        self.bot.on_press("ruling.question", self.question)
        self.bot.on_press("ruling.dismiss", self.dismiss)

    # --- proposals ----------------------------------------------------------------------------------------------------

    @app_commands.command(name="review", description="Approve or reject proposed rulings.")
    async def review(self, interaction: Interaction) -> None:
        """Show the first proposal that waits."""
        await self._show(interaction, Reply(interaction), 0)

    async def queue(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another proposal in the same message."""
        await self._show(interaction, in_place(interaction), int(args[0]))

    async def _show(self, interaction: Interaction, reply: Reply, place: int) -> None:
        scope, actor = await self.may(interaction)
        waiting = await reply.work(self.service.queue(scope, actor))
        outdated = len(await reply.work(self.service.ageing.queue(scope, actor)))
        if not waiting:
            await reply.show(render_queues.nothing_waits(outdated))
            return
        place = max(0, min(place, len(waiting) - 1))
        await reply.show(render_rulings.proposal(waiting[place], place, len(waiting), outdated=outdated))

    async def approve(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Publish what is shown, in the revision that is shown."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        found = await reply.work(self.service.approve(scope, actor, args[1], seen=int(args[0])))
        self.changed(scope)
        title = limits.plain(str(found.content["question"]))
        text = _("**Published:** {title}\n`/ask` finds it from now on.").format(title=title)
        await reply.show(render_rulings.decided(text, good=True))

    async def reject(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask for the reason."""
        await self.may(interaction)
        form = Form(_("Reject the proposal"), "ruling.rejected", *args)
        await Reply(interaction).ask(form.text("reason", _("Reason"), long=True, required=False, most=500))

    async def rejected(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Turn the proposal down."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        reason = values.get("reason", "").strip()
        await reply.work(self.service.reject(scope, actor, args[1], seen=int(args[0]), comment=reason))
        await reply.show(render_rulings.decided(_("Rejected: `{id}`.").format(id=args[1]), good=False))

    # --- ageing -------------------------------------------------------------------------------------------------------

    @app_commands.command(
        name="outdated", description="Rulings whose rules changed in a newer edition, old and new text."
    )
    async def outdated(self, interaction: Interaction) -> None:
        """Show the first ruling that needs review."""
        await self._aged(interaction, Reply(interaction), 0)

    async def aged(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another one in the same message."""
        await self._aged(interaction, in_place(interaction), int(args[0]))

    async def _aged(self, interaction: Interaction, reply: Reply, place: int, said: str = "") -> None:
        scope, actor = await self.may(interaction)
        queue = await reply.work(self.service.ageing.queue(scope, actor))
        if not queue:
            nothing = _("No ruling of this server needs review.")
            await reply.show(render.notice("\n".join(filter(None, (said, nothing))), good=True))
            return
        place = max(0, min(place, len(queue) - 1))
        await reply.show(render_queues.outdated(queue[place], place, len(queue), said))

    async def right(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Confirm the ruling that is shown, in the revision that is shown."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        done, refused = await reply.work(self.service.ageing.still_right(scope, actor, {args[1]: int(args[0])}))
        if refused:
            raise Refusal(refused[0])
        self.changed(scope)
        said = _("✔ Still right: `{id}`, now written against the CR of {edition}.")
        await self._aged(interaction, reply, 0, said.format(id=done[0].slug, edition=done[0].content["as_of"]))

    async def aged_list(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Several at once: a page of the list."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        queue = await reply.work(self.service.ageing.queue(scope, actor))
        if not queue:
            await reply.show(render.notice(_("No ruling of this server needs review."), good=True))
            return
        await reply.show(render_queues.outdated_list(queue, int(args[0])))

    async def all_right(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Confirm every ruling of the page, as it was shown."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        page = self._shown(await reply.work(self.service.ageing.queue(scope, actor)), args)
        seen = {each.stored.slug: each.stored.revision for each in page}
        done, refused = await reply.work(self.service.ageing.still_right(scope, actor, seen))
        self.changed(scope)
        await reply.show(render_queues.done_together(_("Still right"), [each.slug for each in done], refused))

    async def all_retired(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Retire every ruling of the page, as it was shown."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        page = self._shown(await reply.work(self.service.ageing.queue(scope, actor)), args)
        done, refused = [], []
        for each in page:
            slug, comment = each.stored.slug, RULES_CHANGED.format(edition=each.since)
            try:
                await reply.work(self.service.retire(scope, actor, slug, seen=each.stored.revision, comment=comment))
                done.append(slug)
            except (ModerationError, StoreError) as error:
                refused.append(f"{slug}: {told(str(error))}")
        self.changed(scope)
        await reply.show(render_queues.done_together(_("Retired"), done, refused))

    @staticmethod
    def _shown(queue: Sequence[Outdated], args: tuple[str, ...]) -> Sequence[Outdated]:
        """The page of the list that was shown; it must be the same still."""
        page = render_queues.page_of(queue, int(args[0]))
        if render_queues.digest_of(page) != args[1]:
            raise Refusal(_("The list has changed since it was shown. Open it again: `/ruling outdated`."))
        return page

    # --- questions ----------------------------------------------------------------------------------------------------

    @app_commands.command(name="questions", description="Questions that had no answer, the most asked first.")
    async def questions(self, interaction: Interaction) -> None:
        """Show the list."""
        await self._questions(interaction, Reply(interaction))

    async def questions_again(self, interaction: Interaction, _args: tuple[str, ...]) -> None:
        """Show the list in the same message."""
        await self._questions(interaction, in_place(interaction))

    async def _questions(self, interaction: Interaction, reply: Reply, said: str = "") -> None:
        scope, actor = await self.may(interaction)
        found = await reply.work(self.service.questions.most_asked(scope, actor))
        await reply.show(render_queues.questions(found, said))

    async def question(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show the question that was chosen."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        await reply.show(
            render_queues.question(await reply.work(self.service.questions.get(scope, actor, int(args[0]))))
        )

    async def dismiss(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Close a question that wants no ruling."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        found = await reply.work(self.service.questions.dismiss(scope, actor, int(args[0])))
        said = _("Dismissed: {question}").format(question=limits.plain(limits.one_line(found.text, 200)))
        await self._questions(interaction, reply, said)
