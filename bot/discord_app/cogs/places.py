"""Where an interaction happens: whose data it concerns, and who besides the person could read an answer."""

from __future__ import annotations

from bot.discord_app.components import Interaction
from bot.discord_app.errors import NotAllowed
from bot.services.moderation import Actor
from rulings.store.scope import Scope


def scope_of(interaction: Interaction) -> Scope:
    """The server's data, else the person's own; a group chat has its own."""
    if interaction.guild_id is not None:
        return Scope.server(interaction.guild_id)
    if is_private(interaction) or interaction.channel_id is None:
        return Scope.direct(interaction.user.id)
    return Scope.direct(interaction.channel_id)


def is_private(interaction: Interaction) -> bool:
    """Whether it happens in the direct message with the bot, where nobody else reads along."""
    # A direct message between two people, where the app is only a guest, is another context.
    return interaction.guild_id is None and bool(interaction.context.dm_channel)


def in_server(interaction: Interaction) -> bool:
    """Whether others could read a public answer (a server or a group chat)."""
    return not is_private(interaction)


def moderator(interaction: Interaction) -> Actor:
    """The person as a moderator of rulings here: checked when a command runs and at each press and form.

    Raises:
        NotAllowed: they may not.
    """
    if interaction.guild_id is None:
        raise NotAllowed("Rulings are moderated in a server.")
    if not interaction.permissions.manage_guild:
        raise NotAllowed("You need the permission *Manage Server* for that.")
    return Actor(interaction.user.id, is_moderator=True)
