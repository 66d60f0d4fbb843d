"""Discord's length limits and the app's own guards for them (discord.py checks few of them)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

BUTTON_LABEL = 80
#: So much of a button's label a phone shows.
LABEL_SHOWN = 34
CUSTOM_ID = 100
SELECT_OPTIONS = 25
OPTION_TEXT = 100
CHOICES = 25
CHOICE_TEXT = 100
#: Text of all text displays of a message together.
PAGE_TEXT = 4000
MODAL_TITLE = 45
TEXT_INPUT = 4000

_MARKS = re.compile(r"([\\*_~`|\[\]<@])")
#: Marks that make a mention, a link in other words, or a spoiler.
_HARMFUL = re.compile(r"([\[\]<|]|@(?=[!&]?\d))")
#: They turn round the text that follows them.
_DIRECTIONS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_EVERYONE = re.compile(r"@(everyone|here)", re.IGNORECASE)
#: At the start of a line these make headings, quotes and lists.
_LINE_MARKS = re.compile(r"^(\s*)([#>+-])(?=[\s#>])", re.MULTILINE)


def clip(text: str, limit: int) -> str:
    """The text, or its beginning with an ellipsis if it is longer than `limit` characters."""
    text = text.strip()
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def one_line(text: str, limit: int) -> str:
    """The text on one line, clipped; nothing in it turns round what follows."""
    return clip(" ".join(_DIRECTIONS.sub("", text).split()), limit)


def plain(text: str) -> str:
    """Somebody's text so that Discord shows it as it was typed: no formatting, no mention, no link dressed up.

    The characters that start formatting or mentions get a backslash; `@everyone` and `@here` are broken up besides.
    """
    shown = _LINE_MARKS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", _DIRECTIONS.sub("", text)))
    return _EVERYONE.sub("@\u200b\\1", shown)


def harmless(text: str) -> str:
    """A text of ours with a person's words in it: its own code marks and emphasis stay, mentions and links don't."""
    return _EVERYONE.sub("@\u200b\\1", _HARMFUL.sub(r"\\\1", _DIRECTIONS.sub("", text)))


def pieces(lines: Iterable[str], limit: int) -> list[str]:
    """Lines, each longer than `limit` in several pieces: with `chunks`, nothing of them is lost."""
    return [
        piece
        for line in lines
        for piece in ([line] if len(line) <= limit else textwrap.wrap(line, limit - 10, break_on_hyphens=False))
    ]


def chunks(lines: Iterable[str], limit: int) -> list[str]:
    """Lines gathered into as few texts as possible, none longer than `limit`; an overlong line is clipped."""
    pages: list[str] = []
    for line in lines:
        piece = clip(line, limit)
        if pages and len(pages[-1]) + 1 + len(piece) <= limit:
            pages[-1] += "\n" + piece
        else:
            pages.append(piece)
    return pages
