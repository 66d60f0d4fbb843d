"""`/ruling`: moderators propose and review rulings. The permission is checked at each command, press and form."""

from __future__ import annotations

from dataclasses import asdict

from discord import app_commands
from discord.ext import commands

from bot.discord_app import errors, limits, render, render_rulings
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import moderator, scope_of
from bot.discord_app.components import Form, Interaction
from bot.discord_app.replies import Reply
from bot.services.moderation import InvalidRuling, ModerationError
from rulings.store.errors import StoreError

VERDICTS = [
    ("yes", "Yes: the answer to the question is yes"),
    ("no", "No: the answer to the question is no"),
    ("depends", "It depends"),
    ("explains", "It explains something"),
]
NOTHING_WAITS = "Nothing waits for review. `/ruling propose` makes a proposal."


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Rulings(commands.GroupCog, group_name="ruling", group_description="Moderate this server's rulings."):
    """Moderators' rulings."""

    def __init__(self, bot: TableJudge) -> None:
        super().__init__()
        self._service = bot.services.moderation
        self._services = bot.services
        bot.on_form("ruling.propose", self.proposed)
        bot.on_press("ruling.again", self.again)
        bot.on_press("ruling.queue", self.queue)
        bot.on_press("ruling.approve", self.approve)
        bot.on_press("ruling.reject", self.reject)
        bot.on_form("ruling.rejected", self.rejected)

    @app_commands.command(name="propose", description="Propose a ruling for this server.")
    async def propose(self, interaction: Interaction) -> None:
        """Open the form."""
        await moderator(interaction, self._services)
        await Reply(interaction).ask(_form())

    async def again(self, interaction: Interaction, _: tuple[str, ...]) -> None:
        """Open the form again with what was typed."""
        await moderator(interaction, self._services)
        await Reply(interaction).ask(_form(render_rulings.typed_draft(interaction.message)))

    async def proposed(self, interaction: Interaction, _: tuple[str, ...], values: dict[str, str]) -> None:
        """Keep the proposal; if something is wrong with it, give back what was typed."""
        draft = render_rulings.Draft(**{name: values.get(name, "").strip() for name in render_rulings.DRAFT_PARTS})
        reply = Reply(interaction, update=True)
        try:
            actor = await moderator(interaction, self._services)
            found = await reply.work(self._service.propose(scope_of(interaction), actor, asdict(draft)))
        except (InvalidRuling, ModerationError, StoreError, errors.NotAllowed) as error:
            await reply.show(render_rulings.draft(draft, errors.words(error) or str(error)))
            return
        await reply.show(render_rulings.proposed(found.ruling.content["question"], found.similar))

    @app_commands.command(name="review", description="Approve or reject proposed rulings.")
    async def review(self, interaction: Interaction) -> None:
        """Show the first proposal that waits."""
        await moderator(interaction, self._services)
        await self._show(interaction, Reply(interaction), 0)

    async def queue(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show another proposal in the same message."""
        await moderator(interaction, self._services)
        await self._show(interaction, Reply(interaction, update=True), int(args[0]))

    async def _show(self, interaction: Interaction, reply: Reply, place: int) -> None:
        waiting = await reply.work(
            self._service.queue(scope_of(interaction), await moderator(interaction, self._services))
        )
        if not waiting:
            await reply.show(render.notice(NOTHING_WAITS))
            return
        place = max(0, min(place, len(waiting) - 1))
        await reply.show(render_rulings.proposal(waiting[place], place, len(waiting)))

    async def approve(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Publish the proposal that is shown, in the revision that is shown."""
        actor = await moderator(interaction, self._services)
        reply = Reply(interaction, update=True)
        scope = scope_of(interaction)
        found = await reply.work(self._service.approve(scope, actor, args[1], seen=int(args[0])))
        title = limits.plain(str(found.content["question"]))
        await reply.show(render_rulings.decided(f"**Published:** {title}\n`/ask` finds it from now on.", good=True))

    async def reject(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Ask for the reason."""
        await moderator(interaction, self._services)
        form = Form("Reject the proposal", "ruling.rejected", *args)
        await Reply(interaction).ask(form.text("reason", "Reason", long=True, required=False, most=500))

    async def rejected(self, interaction: Interaction, args: tuple[str, ...], values: dict[str, str]) -> None:
        """Turn the proposal down."""
        actor = await moderator(interaction, self._services)
        reply = Reply(interaction, update=True)
        reason = values.get("reason", "").strip()
        await reply.work(self._service.reject(scope_of(interaction), actor, args[1], seen=int(args[0]), comment=reason))
        await reply.show(render_rulings.decided(f"Rejected: `{args[1]}`.", good=False))


def _form(typed: render_rulings.Draft | None = None) -> Form:
    draft = typed or render_rulings.Draft()
    form = Form("Propose a ruling", "ruling.propose")
    form.text("question", "Question", value=draft.question, most=200, help_text="As somebody would ask it.")
    form.choice("verdict", "Verdict", VERDICTS, value=draft.verdict)
    form.text("answer", "Answer", long=True, value=draft.answer, most=1800, help_text="The verdict, then why.")
    form.text("rules", "Rules", value=draft.rules, most=200, help_text="701.40b, 708.8; the deciding one first.")
    return form.text(
        "also_asked",
        "Other ways to ask it",
        long=True,
        required=False,
        value=draft.also_asked,
        most=800,
        help_text="One a line.",
    )
