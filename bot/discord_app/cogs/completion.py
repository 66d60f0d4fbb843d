"""Autocomplete: private, quick, and never an error to the person who types."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias

from discord import app_commands

from bot.discord_app import errors, limits
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal

Choices: TypeAlias = list[app_commands.Choice[str]]


def name_choices(names: Sequence[str]) -> Choices:
    """Names as choices."""
    return labelled_choices([(name, name) for name in dict.fromkeys(names)])


def labelled_choices(pairs: Sequence[tuple[str, str]]) -> Choices:
    """(label, value) as choices; a value that is too long for Discord is left out (it can be typed)."""
    short = [pair for pair in pairs if pair[0].strip() and 0 < len(pair[1]) <= limits.CHOICE_TEXT]
    return [
        app_commands.Choice(name=limits.one_line(label, limits.CHOICE_TEXT), value=value)
        for label, value in short[: limits.CHOICES]
    ]


def completion(
    complete: Callable[[Any, Interaction, str], Coroutine[Any, Any, Choices]],
) -> Callable[[Any, Interaction, str], Coroutine[Any, Any, Choices]]:
    """Offer nothing where completing fails: what is typed can still be sent, and then gets its answer."""

    @functools.wraps(complete)
    async def guarded(self: Any, interaction: Interaction, typed: str) -> Choices:
        try:
            return await complete(self, interaction, typed)
        except Refusal:
            return []
        except Exception as error:
            errors.log_unexpected(error, complete.__name__)
            return []

    return guarded
