"""What a person at the console reads when something can't be done: one table from exception type to words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.discord_app.ports import Refusal
from bot.services.drafts import InvalidRuling
from bot.services.moderation import ModerationError
from rulings.catalogue import CatalogueError
from rulings.store import StoreError
from simulator.errors import AmbiguousAction, IllegalAction, InvalidAction, Unsupported

_MOST_CHOICES = 10


def _choices(text: str, choices: tuple[str, ...]) -> str:
    return f"{text} Did you mean: {' · '.join(choices[:_MOST_CHOICES])}?" if choices else text


def _cited(text: str, rules: tuple[str, ...]) -> str:
    return f"{text} [{', '.join(rules)}]" if rules else text


#: Searched from top to bottom: the first type that fits speaks.
_TABLE: tuple[tuple[type[Exception], Callable[[Any], str]], ...] = (
    (Refusal, lambda error: _choices(_cited(str(error), error.rules), error.choices)),
    (IllegalAction, lambda error: _cited(f"The rules don't allow that: {error}", error.rules)),
    (AmbiguousAction, lambda error: _choices(str(error), error.choices)),
    (Unsupported, lambda error: f"The simulator can't do that yet: {error}"),
    (InvalidAction, lambda error: f"I can't read that: {error}"),
    (InvalidRuling, lambda error: "That can't be kept yet:\n" + "\n".join(f"  - {p}" for p in error.problems)),
    (ModerationError, str),
    (StoreError, str),
    (CatalogueError, str),
)


def words(error: Exception) -> str | None:
    """What to tell the person; None if nobody foresaw this error."""
    for kind, speak in _TABLE:
        if isinstance(error, kind):
            return speak(error)
    return None
