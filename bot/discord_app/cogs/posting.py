"""The language of what a server reads together: the one that `/settings` names, else the server's own in Discord."""

from __future__ import annotations

import discord

from bot.discord_app.app import TableJudge
from bot.i18n import language_of
from rulings.store.scope import Scope


async def post_language(client: TableJudge, scope: Scope) -> str:
    """The language for posts in a scope; English outside servers and in those that the bot doesn't know."""
    if scope.kind != "server":
        return language_of(None)
    settings = await client.services.settings.get(scope)
    guild: discord.Guild | None = client.get_guild(scope.id)
    return language_of(settings.language or (guild.preferred_locale.value if guild is not None else None))
