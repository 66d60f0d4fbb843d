"""Where an interaction happens: whose data it concerns, and who besides the person could read an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import discord

from bot.discord_app.components import Interaction
from bot.discord_app.errors import NoDirectMessage, NotAllowed
from bot.discord_app.ports import Services
from bot.discord_app.replies import Reply
from bot.i18n import _
from bot.services.moderation import Actor
from rulings.store.scope import Scope
from rulings.store.settings import ServerSettings


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


def moderated(interaction: Interaction) -> bool:
    """Whether somebody moderates rulings there: in a server that has the bot, not where a person brought it along."""
    return interaction.guild_id is not None and interaction.is_guild_integration()


def is_guest(interaction: Interaction) -> bool:
    """Whether the app is no member there: people brought it along, and it can only answer them."""
    if interaction.guild_id is None:
        return not is_private(interaction)
    return interaction.client.get_guild(interaction.guild_id) is None


def on_board(interaction: Interaction) -> bool:
    """Whether it is a press on a message for everybody that only such presses let be changed."""
    message = interaction.message
    return message is not None and not message.flags.ephemeral and is_guest(interaction)


@contextmanager
def reaching(interaction: Interaction) -> Iterator[None]:
    """While somebody is sent a direct message: says how to mend it there, if it doesn't arrive.

    Raises:
        NoDirectMessage: it doesn't arrive.
    """
    try:
        yield
    except NoDirectMessage:
        if not is_guest(interaction):
            raise
        app = interaction.application_id
        link = f"https://discord.com/oauth2/authorize?client_id={app}&integration_type=1&scope=applications.commands"
        raise NoDirectMessage(link) from None


def in_place(interaction: Interaction) -> Reply:
    """Change a message that only this person sees; beside one that others read, answer in private."""
    message = interaction.message
    return Reply(interaction, update=is_private(interaction) or (message is not None and message.flags.ephemeral))


async def moderator(interaction: Interaction, services: Services) -> Actor:
    """The person as a moderator of rulings here: checked when a command runs and again at each press and form.

    Moderators are who holds a role that `/settings` names; before it names any, who may manage the server.
    Administrators always are.

    Raises:
        NotAllowed: they may not.
    """
    roles = (await _settings(interaction, services)).moderator_roles
    if not _holds(interaction, roles) and not (not roles and manages(interaction)):
        if roles:
            raise NotAllowed(_("You need one of the moderator roles for that (`/settings` names them)."))
        raise NotAllowed(_("You need the permission *Manage Server* for that."))
    return Actor(interaction.user.id, is_moderator=True)


async def is_moderator(interaction: Interaction, services: Services) -> bool:
    """Whether the person moderates rulings here (outside servers: nobody does)."""
    try:
        await moderator(interaction, services)
    except NotAllowed:
        return False
    return True


async def judge(interaction: Interaction, services: Services) -> Actor:
    """The person as a judge here: who holds a judge role that `/settings` names, and every moderator.

    Raises:
        NotAllowed: they may not.
    """
    if _holds(interaction, (await _settings(interaction, services)).judge_roles):
        return Actor(interaction.user.id, is_moderator=await is_moderator(interaction, services))
    if await is_moderator(interaction, services):
        return Actor(interaction.user.id, is_moderator=True)
    raise NotAllowed(_("You need a judge's or a moderator's role for that."))


async def is_judge(interaction: Interaction, services: Services) -> bool:
    """Whether the person is a judge or a moderator here (outside servers: nobody is)."""
    try:
        await judge(interaction, services)
    except NotAllowed:
        return False
    return True


def manager(interaction: Interaction) -> int:
    """The person's id, if they may change this server's settings.

    Raises:
        NotAllowed: they may not.
    """
    if interaction.guild_id is None:
        raise NotAllowed(_("That only works in a server."))
    if not manages(interaction):
        raise NotAllowed(_("You need the permission *Manage Server* for that."))
    return interaction.user.id


def manages(interaction: Interaction) -> bool:
    """Whether the person may manage the server that they are in."""
    held = interaction.permissions
    return interaction.guild_id is not None and (held.administrator or held.manage_guild)


async def _settings(interaction: Interaction, services: Services) -> ServerSettings:
    if interaction.guild_id is None:
        raise NotAllowed(_("Rulings are moderated in a server."))
    return await services.settings.get(scope_of(interaction))


def _holds(interaction: Interaction, roles: Collection[int]) -> bool:
    member = interaction.user
    held = {role.id for role in member.roles} if isinstance(member, discord.Member) else set()
    return interaction.permissions.administrator or not held.isdisjoint(roles)
