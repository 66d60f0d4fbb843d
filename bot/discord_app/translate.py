"""Descriptions of commands, options and choices, and names of menus, in the languages that have a catalogue.

Names of slash commands and of their options stay as they are everywhere: people tell each other `/ask question`.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot import i18n

log = logging.getLogger(__name__)

_STABLE = frozenset({Place.command_name, Place.group_name, Place.parameter_name})
#: Names of menus and everything else that is shown.
_MENU_NAME, _TEXT = 32, 100


class CommandTranslator(app_commands.Translator):
    """Answers Discord's question for a text in another language out of the catalogues."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in the locale's language; None where it stays English."""
        language = i18n.language_of(locale.value)
        menu = isinstance(context.data, app_commands.ContextMenu)
        if language == i18n.ENGLISH or (context.location in _STABLE and not menu):
            return None
        text = i18n.catalogue(language).gettext(string.message)
        most = _MENU_NAME if menu else _TEXT
        if len(text) > most:
            log.warning("the catalogue %s has a text of more than %d characters for %r", language, most, string.message)
            return None
        return None if text == string.message else text


def texts(tree: app_commands.CommandTree[Any]) -> Iterator[str]:
    """Every text of the commands that is translated: what goes into the catalogues."""
    for command in tree.walk_commands():
        yield command.description
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                yield str(parameter.description)
                yield from (choice.name for choice in parameter.choices)
    for kind in (discord.AppCommandType.message, discord.AppCommandType.user):
        yield from (menu.name for menu in tree.get_commands(type=kind))
