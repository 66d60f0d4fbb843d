"""A server's own words as a Discord message."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import button
from bot.i18n import _

#: So many words a page.
_A_PAGE = 20


def words(found: Mapping[str, str], number: int) -> ui.LayoutView:
    """A page of the words and what they mean.

    Args:
        found: word -> meaning.
        number: page, from 0.
    """
    if not found:
        return render.notice(_("No words were added here. `/ruling words add` adds one."))
    pages = [list(found.items())[start : start + _A_PAGE] for start in range(0, len(found), _A_PAGE)]
    number = max(0, min(number, len(pages) - 1))
    lines = [f"- **{limits.plain(word)}**: {limits.plain(means)}" for word, means in pages[number]]
    head = _("**Words of this server** ({count})").format(count=len(found))
    row = []
    if number:
        row.append(button(_("Back"), "ruling.words", number - 1))
    if number + 1 < len(pages):
        row.append(button(_("More"), "ruling.words", number + 1))
    return render.page([head, "\n".join(lines)], [row] if row else [])
