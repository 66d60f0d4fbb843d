"""What the parts of `/ruling` share: who may, where, and completion of the rulings' ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord.ext import commands

from bot.discord_app import limits, render_rulings
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.completion import Choices, labelled_choices
from bot.discord_app.cogs.places import is_moderator, moderator, scope_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal
from bot.i18n import _
from bot.services.moderation import Actor, ModerationService, Similar
from rulings.store import NotFound, StoredRuling
from rulings.store.scope import Scope


class RulingsPart(commands.Cog):
    """A part of the cog of `/ruling`. The permission is checked at each command, press and form."""

    bot: TableJudge
    service: ModerationService

    def register(self) -> None:
        """Say which presses and forms are this part's."""

    async def may(self, interaction: Interaction) -> tuple[Scope, Actor]:
        """Whose rulings, and the person as their moderator.

        Raises:
            NotAllowed: they aren't.
        """
        actor = await moderator(interaction, self.bot.services)
        return scope_of(interaction), actor

    async def named(self, scope: Scope, actor: Actor, typed: str) -> StoredRuling:
        """The server's ruling that somebody names: by its id, or by words that only one has in its question or id.

        Raises:
            Refusal: several have them, or it is a shipped ruling, which is the same for all servers.
            NotFound: none has them.
        """
        typed = typed.strip()
        try:
            return await self.service.get(scope, actor, typed)
        except NotFound:
            own = await self.service.store.rulings.list(scope)
            near = fitting(typed, ((each.slug, str(each.content.get("question", ""))) for each in own))
            if len(near) == 1:
                return await self.service.get(scope, actor, near[0].value)
            if near:
                told = _("Several rulings of this server fit “{typed}”: choose one while you type.")
                raise Refusal(
                    told.format(typed=limits.one_line(typed, 80)), choices=[each.value for each in near[:5]]
                ) from None
            if typed in self.service.shipped:
                told = _(
                    "`{id}` is a shipped ruling, the same in all servers. `/ruling propose` with `replaces: {id}` "
                    "writes one of your own that stands in for it here."
                )
                raise Refusal(told.format(id=typed)) from None
            raise

    def changed(self, scope: Scope) -> None:
        """Say that what is in service may have changed: posted copies and who watches a ruling are brought up to it."""
        self.bot.dispatch("rulings_changed", scope)

    async def page(
        self, scope: Scope, actor: Actor, stored: StoredRuling, head: str = "", *, similar: Sequence[Similar] = ()
    ) -> discord.ui.LayoutView:
        """A ruling with what this moderator can do with it; see `render_rulings.one`."""
        writer = stored.pending_by if stored.pending is not None else stored.content_by
        refusal = await self.service.refusal(scope, actor, writer or 0)
        return render_rulings.one(stored, head, refusal=refusal, similar=similar)

    async def own(self, interaction: Interaction, typed: str, *statuses: str) -> Choices:
        """Completion: the server's rulings by id or question, for moderators only."""
        if not await is_moderator(interaction, self.bot.services):
            return []
        found = await self.service.store.rulings.list(scope_of(interaction))
        wanted = [each for each in found if not statuses or each.status in statuses]
        return fitting(typed, ((each.slug, str(each.content.get("question", ""))) for each in wanted))

    async def shipped(self, interaction: Interaction, typed: str) -> Choices:
        """Completion: the shipped rulings by id or question."""
        if not await is_moderator(interaction, self.bot.services):
            return []
        return fitting(typed, ((each.id, each.question) for each in self.service.shipped.values()))


def fitting(typed: str, rulings: Iterable[tuple[str, str]]) -> Choices:
    """Choices of (id, question) that hold every word of what is typed: exact ids first, then what begins so."""
    words = typed.casefold().split()
    found = [
        (slug, question) for slug, question in rulings if all(word in f"{slug} {question}".casefold() for word in words)
    ]
    start = typed.casefold().strip()
    found.sort(key=lambda each: (each[0] != start, not each[0].startswith(start), each[0]))
    return labelled_choices([(f"{question} ({slug})" if question else slug, slug) for slug, question in found])
