"""What a server reads together: its language (that of `/settings`, else its own), the moderators' channel."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.discord_app import errors
from bot.discord_app.app import TableJudge
from bot.i18n import language_of, speaking
from rulings.store.scope import Scope

#: Discord's codes for a channel that is gone or that the bot may not write in.
NO_PLACE = frozenset({10003, 50001, 50013})


async def post_language(client: TableJudge, scope: Scope) -> str:
    """The language for posts in a scope: in a server the one of `/settings`, else its own; outside the person's.

    In a group chat it is that of whoever first used the app there; English where nothing is known of it.
    """
    if scope.kind != "server":
        return client.locales.of_person(scope.id) or language_of(None)
    settings = await client.services.settings.get(scope)
    return language_of(settings.language) if settings.language else server_language(client, scope.id)


def server_language(client: TableJudge, guild_id: int) -> str:
    """A server's own language: Discord tells it of those that the bot is in, interactions of the others."""
    guild: discord.Guild | None = client.get_guild(guild_id)
    if guild is not None:
        return language_of(guild.preferred_locale.value)
    return client.locales.of_server(guild_id) or language_of(None)


async def tell_moderators(
    client: TableJudge, scope: Scope, channel: int, what: str, draw: Callable[[], discord.ui.LayoutView]
) -> None:
    """Post something where the moderators read; it is in their list in any case, so a refusal is only logged.

    Where the channel is gone or may not be written in, `/settings` says so.

    Args:
        client: the bot.
        scope: whose moderators.
        channel: theirs, as `/settings` names it.
        what: what is posted, for the log.
        draw: makes the page, called in the scope's language.
    """
    with speaking(await post_language(client, scope)):
        view = draw()
    client.unheard.discard(scope)
    try:
        await client.get_partial_messageable(channel).send(view=view)
    except discord.HTTPException as error:
        if error.code in NO_PLACE:
            client.unheard.add(scope)
        errors.log.warning("the moderators' channel takes no %s: %s (code %s)", what, error.status, error.code)
