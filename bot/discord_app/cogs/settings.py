"""`/settings`: who moderates and judges here, where answers are public, who hears of proposals, in which language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot import i18n
from bot.discord_app import render
from bot.discord_app.app import TableJudge
from bot.discord_app.cogs.places import manager, scope_of
from bot.discord_app.cogs.posting import NO_PLACE, post_language
from bot.discord_app.components import Interaction, button, channels_select, roles_select, select
from bot.discord_app.ports import Refusal
from bot.discord_app.replies import Reply
from bot.i18n import _
from rulings.store.scope import Scope
from rulings.store.settings import ServerSettings


class SettingsPage(commands.Cog):
    """A server's settings, on one page; each choice is kept at once."""

    def __init__(self, bot: TableJudge) -> None:
        self._bot = bot
        self._settings = bot.services.settings
        bot.on_press("settings.moderators", self.moderators)
        bot.on_press("settings.judges", self.judges)
        bot.on_press("settings.public", self.public)
        bot.on_press("settings.channel", self.channel)
        bot.on_press("settings.language", self.language)
        bot.on_press("settings.eyes", self.four_eyes)

    @app_commands.command(name="settings", description="Set up Table Judge for this server.")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """Show what is set, with a menu for each."""
        manager(interaction)
        reply = Reply(interaction)
        scope = scope_of(interaction)
        now = await reply.work(self._settings.get(scope))
        await reply.show(page(now, unheard=scope in self._bot.unheard))

    async def moderators(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Roles whose members moderate rulings."""
        roles = _roles(interaction, args)
        await self._set(interaction, lambda now: replace(now, moderator_roles=roles))

    async def judges(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Roles whose members may mark and endorse posted answers."""
        roles = _roles(interaction, args)
        await self._set(interaction, lambda now: replace(now, judge_roles=roles))

    async def public(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Channels where answers are public at once."""
        await self._set(interaction, lambda now: replace(now, public_channels=tuple(map(int, args))))

    async def channel(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """The moderators' channel, or none. It is kept once something could be written there."""
        if args:
            manager(interaction)
            await Reply(interaction, update=True).defer()
            await self._greet(scope_of(interaction), int(args[0]))
        await self._set(interaction, lambda now: replace(now, moderator_channel=int(args[0]) if args else None))

    async def _greet(self, scope: Scope, channel: int) -> None:
        """Say in the moderators' channel what it is.

        Raises:
            Refusal: it can't be written there; later nobody would notice.
        """
        with i18n.speaking(await post_language(self._bot, scope)):
            view = render.notice(_("The moderators of my rulings hear of reports and of new rules here."))
        try:
            await self._bot.get_partial_messageable(channel).send(view=view)
        except discord.HTTPException as error:
            if error.code not in NO_PLACE:
                raise
            raise Refusal(
                _(
                    "I can't write in that channel. Give me *View Channel* and *Send Messages* there, then choose it "
                    "again."
                )
            ) from None
        self._bot.unheard.discard(scope)

    async def language(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """The language of what is posted for everybody."""
        chosen = args[0] if args and args[0] in i18n.languages() else ""
        await self._set(interaction, lambda now: replace(now, language=chosen))

    async def four_eyes(self, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Set to what the button said, so that pressing it twice does it once."""
        await self._set(interaction, lambda now: replace(now, four_eyes=args[0] == "on"))

    async def _set(self, interaction: Interaction, change: Callable[[ServerSettings], ServerSettings]) -> None:
        # Checked again: the page may have stood there since before a permission was lost.
        actor = manager(interaction)
        reply = Reply(interaction, update=True)
        fresh = await reply.work(self._settings.update(scope_of(interaction), change, actor=actor))
        await reply.show(page(fresh, kept=True, unheard=scope_of(interaction) in self._bot.unheard))


def _roles(interaction: Interaction, args: tuple[str, ...]) -> tuple[int, ...]:
    """The chosen roles.

    Raises:
        Refusal: everybody is among them.
    """
    roles = tuple(int(each) for each in args)
    if interaction.guild_id in roles:
        raise Refusal(_("That would be everybody. Choose roles that only some members have."))
    return roles


def page(now: ServerSettings, *, kept: bool = False, unheard: bool = False) -> ui.LayoutView:
    """What is set, and how to change it.

    Args:
        now: what is set.
        kept: a change was kept just now.
        unheard: the moderators' channel took no post the last time.
    """
    names = {"": _("as the server's in Discord"), **{each: language_name(each) for each in i18n.languages()}}
    eyes = _("Four eyes: a ruling is published by somebody else than who wrote it.")
    state = _("on") if now.four_eyes else _("off")
    lost = _(
        "⚠ I couldn't write there the last time: give me *View Channel* and *Send Messages*, or choose another one."
    )
    texts = [
        _("### Settings of this server"),
        _("**Moderators** · {roles}").format(roles=_named(now.moderator_roles, "@&") or _("who may *Manage Server*")),
        _("**Judges** · {roles}").format(roles=_named(now.judge_roles, "@&") or _("the moderators")),
        _("**Public answers** · {channels}").format(
            channels=_named(now.public_channels, "#") or _("nowhere: answers are private until they are posted")
        ),
        _("**Moderators' channel** · {channel}").format(
            channel=f"<#{now.moderator_channel}>" if now.moderator_channel else _("none")
        )
        + (f"\n{lost}" if unheard and now.moderator_channel else ""),
        _("**Language of posts** · {language}").format(language=names.get(now.language, now.language)),
        f"**{eyes}** · {state}",
        "-# " + (_("Kept.") + " " if kept else "") + _("Administrators are always moderators."),
    ]
    languages = [(code or "-", text) for code, text in names.items()]
    toggle = button(
        _("Four eyes off") if now.four_eyes else _("Four eyes on"),
        "settings.eyes",
        "off" if now.four_eyes else "on",
        style=discord.ButtonStyle.primary,
    )
    rows: list[render.Row] = [
        roles_select(_("Moderators: roles"), now.moderator_roles, "settings.moderators"),
        roles_select(_("Judges: roles"), now.judge_roles, "settings.judges"),
        channels_select(_("Public answers: channels"), now.public_channels, "settings.public"),
        channels_select(
            _("Moderators' channel"),
            [now.moderator_channel] if now.moderator_channel else [],
            "settings.channel",
            most=1,
        ),
        select(_("Language of posts"), languages, "settings.language"),
        [toggle],
    ]
    return render.page(texts, rows, accent=render.BLURPLE)


def language_name(code: str) -> str:
    """A language's own name for itself, else its code."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code).get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code


def _named(ids: tuple[int, ...], sign: str) -> str:
    shown = " ".join(f"<{sign}{each}>" for each in ids[:15])
    return f"{shown} …" if len(ids) > 15 else shown
