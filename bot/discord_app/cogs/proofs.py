"""*Show me*: an answer's example as a stepper, changed in one thing, or run with one's own cards."""

from __future__ import annotations

from contextlib import AbstractContextManager

import discord
from discord.ext import commands

from bot.discord_app import errors, limits, render, render_scenes
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import in_server, scope_of
from bot.discord_app.components import Form, Interaction, Malformed, parts
from bot.discord_app.ports import Entry, Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _
from bot.services.table_types import Unreadable


class Proofs(commands.Cog):
    """Answers' examples."""

    def __init__(self, bot: TableJudge) -> None:
        self._asking = bot.services.asking
        self._scenes = bot.services.scenes
        self._limits = bot.work_limits
        bot.on_press("ask.proof", self.show)
        bot.on_press("ask.whatif", self.what_ifs)
        bot.on_press("ask.if", self.what_if)
        bot.on_press("ask.run", self.edit)
        bot.on_press("ask.again", self.again)
        bot.on_form("ask.run", self.run)

    def _one_more(self, interaction: Interaction) -> AbstractContextManager[None]:
        # Examples are scripts: they count with those of `/sim run`.
        return self._limits.one_more(interaction.user.id, interaction.guild_id or interaction.channel_id)

    async def _proved(self, interaction: Interaction, entry_id: str) -> Entry:
        found = await self._asking.entry(scope_of(interaction), entry_id)
        if not found.proof:
            raise Refusal(_("This ruling has no example to play (any more)."))
        return found

    async def show(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show a moment of the example; its pages turn in the same message."""
        # Buttons of an older making name no viewer.
        number, viewer, entry_id = args if len(args) == 3 else (args[0], "judge", parts(args, 2)[1])
        reply = _beside(interaction)
        found = await reply.work(self._proved(interaction, entry_id))
        with self._one_more(interaction):
            scene = await reply.work(self._scenes.play(found.proof))
        turn = ("ask.proof", (entry_id,))
        await reply.show(render_scenes.scene(scene, int(number), viewer, turn, entry_id=entry_id))

    async def what_ifs(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Offer what can be changed in the example."""
        reply = Reply(interaction, private=True)
        found = await reply.work(self._proved(interaction, args[0]))
        with self._one_more(interaction):
            changes = await reply.work(self._scenes.what_ifs(found.proof))
        if not changes:
            raise Refusal(_("In this example there is nothing that I could change by itself. Run it with your cards."))
        await reply.show(render_scenes.what_ifs(found.title, changes, args[0]))

    async def what_if(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Show a moment of the example with one thing changed."""
        number, viewer, key, entry_id = parts(args, 4)
        reply = _beside(interaction)
        found = await reply.work(self._proved(interaction, entry_id))
        with self._one_more(interaction):
            changed, scene = await reply.work(self._scenes.what_if(found.proof, key))
        turn = ("ask.if", (key, entry_id))
        await reply.show(
            render_scenes.scene(scene, int(number), viewer, turn, change=changed.change, entry_id=entry_id)
        )

    async def edit(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open the example's script, as it was changed if it was, to put other cards into it."""
        script = (await self._proved(interaction, args[0])).proof
        if len(args) > 1:
            script = (await self._scenes.changed(script, args[1])).script
        if len(script) > limits.TEXT_INPUT:
            raise Refusal(_("This example is too long for a form: use `/sim run`."))
        await _ask_script(interaction, script)

    async def again(self, interaction: Interaction, _args: tuple[str, ...]) -> None:
        """Open a script that couldn't be read, to be mended."""
        script = render_scenes.script_of(interaction.message)
        if not script:
            raise Malformed
        await _ask_script(interaction, script)

    async def run(self, interaction: Interaction, _args: tuple[str, ...], values: dict[str, str]) -> None:
        """Play the script that was sent, for this person alone."""
        await play_script(interaction, Reply(interaction, private=True), values.get("script", ""))


async def _ask_script(interaction: Interaction, script: str) -> None:
    form = Form(_("Run with my cards"), "ask.run")
    form.text("script", _("Script"), long=True, value=script.strip(), help_text=_("Put your cards in."))
    await Reply(interaction).ask(form)


async def play_script(interaction: Interaction, reply: Reply, script: str) -> None:
    """Play somebody's script; one that can't be read isn't lost: it is shown with a button to mend it."""
    client: TableJudge = interaction.client
    with client.work_limits.one_more(interaction.user.id, interaction.guild_id or interaction.channel_id):
        try:
            result = await reply.work(client.services.tables.run_script(script))
        except Unreadable as refusal:
            await reply.aside(render_scenes.unread(errors.told(refusal, "a script"), script))
            return
    await reply.show(render.script(result), file=render.transcript(result))


def _beside(interaction: Interaction) -> Reply:
    """A private message beside the answer; in it, pages turn in place."""
    message: discord.Message | None = interaction.message
    turning = bool(message and render.part_text(message, render.PROOF_PART))
    return Reply(interaction, private=in_server(interaction), update=turning)
