"""Mana symbols as the application's own emoji, where whoever runs the bot has uploaded them; else `{W}` stays text.

An emoji is found by its name: `mana_` and what stands in the braces, small and without the stroke (`{W}` mana_w,
`{2/U}` mana_2u, `{G/P}` mana_gp, `{T}` mana_t, `{10}` mana_10). An application has room for 2,000; they need no server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import discord

_PREFIX = "mana_"
_SYMBOL = re.compile(r"\{([A-Z0-9]{1,5}(?:/[A-Z0-9]{1,2}){0,2})\}")
#: In code, Discord shows no emoji.
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)

_known: dict[str, str] = {}


def use(emojis: Iterable[discord.Emoji]) -> int:
    """Take these as the mana symbols from now on; returns how many of them are symbols."""
    _known.clear()
    _known.update({each.name: str(each) for each in emojis if each.name.startswith(_PREFIX)})
    return len(_known)


def with_symbols(text: str, room: int) -> str:
    """The text with emoji for the symbols that have one; unchanged where that takes more than `room` characters."""
    if not _known or "{" not in text:
        return text
    parts = _CODE.split(text)
    # Every second part is code.
    parts[::2] = [_SYMBOL.sub(_emoji, part) for part in parts[::2]]
    shown = "".join(parts)
    return shown if len(shown) <= room else text


def _emoji(match: re.Match[str]) -> str:
    return _known.get(_PREFIX + match[1].lower().replace("/", ""), match[0])
