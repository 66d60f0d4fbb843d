"""`/ruling export` and `/ruling import`: a server's rulings as a file in the shape of the shipped ones."""

from __future__ import annotations

import io
import secrets
from collections import OrderedDict

import discord
from discord import app_commands, ui

from bot.discord_app import limits, render
from bot.discord_app.cogs.places import in_place
from bot.discord_app.cogs.rulings_base import RulingsPart
from bot.discord_app.components import Interaction, button
from bot.discord_app.history_words import field_word
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _, ngettext
from bot.services.moderation_exchange import ImportPlan
from bot.services.moderation_toml import LARGEST_FILE
from rulings.store.scope import Scope

FILE_NAME = "rulings.toml"
#: So many imports that were read and not yet decided are remembered; of the others the file is sent again.
_KEPT = 64
_MOST_LISTED = 25


class Files(RulingsPart):
    """Rulings in and out as files."""

    def __init__(self) -> None:
        super().__init__()
        self._plans: OrderedDict[str, tuple[Scope, int, ImportPlan]] = OrderedDict()

    def register(self) -> None:
        """Say which presses and forms are this part's."""
        self.bot.on_press("ruling.imports", self.imports)

    @app_commands.command(name="export", description="This server's rulings in service as a file.")
    @app_commands.describe(purpose="What the file is for.")
    @app_commands.choices(
        purpose=[
            app_commands.Choice(name="Keep it, or import it in another server", value="server"),
            app_commands.Choice(name="A pull request to the shipped rulings", value="upstream"),
        ]
    )
    async def export(self, interaction: Interaction, purpose: str = "server") -> None:
        """Send the file in private."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        text, count = await reply.work(self.service.exchange.export(scope, actor, upstream=purpose == "upstream"))
        if not count:
            await reply.show(render.notice(_("No ruling of this server is in service.")))
            return
        view = render.page(
            [
                ngettext(
                    "**{count} ruling** of this server, as TOML.", "**{count} rulings** of this server, as TOML.", count
                ).format(count=count)
            ]
        )
        view.add_item(ui.File(f"attachment://{FILE_NAME}"))
        await reply.show(view, file=discord.File(io.BytesIO(text.encode()), filename=FILE_NAME))

    @app_commands.command(name="import", description="Take rulings from a file; what would change is shown first.")
    @app_commands.describe(file="A file of rulings (TOML), for example from /ruling export.")
    async def import_(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Read the file and show what it would change; nothing is changed yet."""
        scope, actor = await self.may(interaction)
        reply = Reply(interaction)
        if file.size > LARGEST_FILE:
            raise Refusal(
                _("The file has {size:,} bytes, at most {most:,} are read.").format(size=file.size, most=LARGEST_FILE)
            )
        data = await reply.work(file.read())
        plan = await reply.work(self.service.exchange.plan(scope, actor, data))
        token = secrets.token_hex(8)
        self._plans[token] = (scope, actor.user_id, plan)
        while len(self._plans) > _KEPT:
            self._plans.popitem(last=False)
        await reply.show(_preview(plan, token))

    async def imports(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Do what was shown, all of it or nothing."""
        scope, actor = await self.may(interaction)
        reply = in_place(interaction)
        kept = self._plans.get(args[0])
        if kept is None or kept[:2] != (scope, actor.user_id):
            raise Refusal(_("That import is no longer at hand. Send the file again: `/ruling import`."))
        done = await reply.work(self.service.exchange.apply(scope, actor, kept[2]))
        self._plans.pop(args[0], None)
        self.changed(scope)
        waits = any(each.status == "proposed" or each.pending is not None for each in done)
        text = ngettext("**Imported {count} ruling.**", "**Imported {count} rulings.**", len(done))
        after = _("Another moderator's approval is needed.") if waits else _("`/ask` finds what came from now on.")
        row = [button(_("Review"), "ruling.queue", 0)] if waits else []
        await reply.show(render.page([f"{text.format(count=len(done))}\n{after}"], [row], accent=render.GREEN))


def _preview(plan: ImportPlan, token: str) -> ui.LayoutView:
    what = {"new": _("new"), "changed": _("changed"), "back": _("back in service"), "same": _("as it is")}
    counts = {kind: sum(item.kind == kind for item in plan.items) for kind in what}
    head = _("**What this file would do** (nothing is changed yet): ")
    head += ", ".join(f"{count} {what[kind]}" for kind, count in counts.items() if count)
    lines = []
    for item in plan.work[:_MOST_LISTED]:
        line = f"- {what[item.kind]}: {limits.plain(limits.one_line(item.ruling.question, 100))} (`{item.slug}`)"
        if item.changes:
            line += f" — {', '.join(field_word(change.field) for change in item.changes)}"
        lines.append(line)
    if len(plan.work) > _MOST_LISTED:
        lines.append(_("- and {count} more").format(count=len(plan.work) - _MOST_LISTED))
    note = _("Four eyes are set: what it brings waits for another moderator's approval.") if plan.waits else ""
    row = []
    if plan.work:
        label = ngettext("Import {count} ruling", "Import {count} rulings", len(plan.work)).format(count=len(plan.work))
        row = [button(label, "ruling.imports", token, style=discord.ButtonStyle.success)]
    return render.page([head, "\n".join(lines), note], [row])
