"""What a server reads together: its language (that of `/settings`, else its own), the moderators' channel."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.discord_app import errors
from bot.discord_app.app import TableJudge
from bot.i18n import language_of, speaking
from rulings.store.scope import Scope


async def post_language(client: TableJudge, scope: Scope) -> str:
    """The language for posts in a scope; English outside servers and in those that the bot doesn't know."""
    if scope.kind != "server":
        return language_of(None)
    settings = await client.services.settings.get(scope)
    guild: discord.Guild | None = client.get_guild(scope.id)
    return language_of(settings.language or (guild.preferred_locale.value if guild is not None else None))


async def tell_moderators(
    client: TableJudge, scope: Scope, channel: int, what: str, draw: Callable[[], discord.ui.LayoutView]
) -> None:
    """Post something where the moderators read; it is in their list in any case, so a refusal is only logged.

    Args:
        client: the bot.
        scope: whose moderators.
        channel: theirs, as `/settings` names it.
        what: what is posted, for the log.
        draw: makes the page, called in the scope's language.
    """
    with speaking(await post_language(client, scope)):
        view = draw()
    try:
        await client.get_partial_messageable(channel).send(view=view)
    except discord.HTTPException as error:
        errors.log.warning("the moderators' channel takes no %s: %s (code %s)", what, error.status, error.code)
