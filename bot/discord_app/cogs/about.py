"""`/about` and `/help`: what this is, on which data it stands, and what to type where."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.discord_app import limits, render
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import is_moderator, is_private, moderated
from bot.discord_app.components import Interaction
from bot.discord_app.replies import Reply
from bot.i18n import N_, _
from bot.services.about import NOTICE, SOURCES, release, standing

ASKING = N_(
    "**A rules question** · `/ask`, or mention me. On a message: *Apps* → *Find a ruling*. Name the cards, in any "
    "language.\n"
    "**Read up** · `/card`, `/rule`, `/glossary`"
)
IN_PRIVATE = N_(
    "**A rules question** · just write it here, or `/ask`. Name the cards, in any language.\n"
    "**Read up** · `/card`, `/rule`, `/glossary`"
)
AS_A_GUEST = N_(
    "**A rules question** · `/ask`. On a message: *Apps* → *Find a ruling*. Name the cards, in any language.\n"
    "**Read up** · `/card`, `/rule`, `/glossary`"
)
TRYING = N_("**Try it out** · `/sim run` plays a line such as `Alice manifests Grizzly Bears; Alice turns #1 face up`.")
TABLES = N_(
    "**A table** · `/sim start` opens one for you and a friend, the buttons below the board do the rest. `/look` shows "
    "your own face-down cards by direct message."
)
MODERATING = N_(
    "**Moderators** · `/ruling propose` writes a ruling, `/ruling review` publishes it, `/ruling questions` and "
    "`/ruling reports` say what players miss; `/settings` says who moderates."
)
MISSING = N_("**A ruling is missing?** Ask all the same: moderators see it, and add rulings with `/ruling propose`.")
YOURS = N_("**Your data** · `/privacy` · **About me** · `/about`")


class About(commands.Cog):
    """What people read first."""

    def __init__(self, bot: TableJudge) -> None:
        self._services = bot.services
        self._reference = bot.services.reference

    @app_commands.command(name="about", description="Version, data and sources of Table Judge.")
    async def about(self, interaction: Interaction) -> None:
        """Say what answers rest on."""
        reply = Reply(interaction)
        edition, notes = await reply.work(asyncio.to_thread(standing, self._reference))
        texts = [
            f"### Table Judge {release()}",
            _("**Comprehensive Rules:** edition of {edition}").format(edition=edition),
            "\n".join(f"-# {limits.harmless(note)}" for note in notes)
            or _("-# No reference texts here yet: numbers and facts only. Whoever runs me brings them with a sync."),
            _(SOURCES),
            f"-# {_(NOTICE)}",
        ]
        await reply.show(render.page(texts, accent=render.BLURPLE))

    @app_commands.command(name="help", description="What to type, in short.")
    async def help(self, interaction: Interaction) -> None:
        """What can be typed in this place."""
        # Where a person brought the app along it reads no messages.
        at_home = is_private(interaction) or moderated(interaction)
        asking = _(IN_PRIVATE) if is_private(interaction) else _(ASKING) if at_home else _(AS_A_GUEST)
        texts = [_("### What to type"), asking, _(TRYING), _(TABLES)]
        if moderated(interaction):
            moderates = await is_moderator(interaction, self._services)
            texts.append(_(MODERATING) if moderates else _(MISSING))
        await Reply(interaction).show(render.page([*texts, f"-# {_(YOURS)}"], accent=render.BLURPLE))
