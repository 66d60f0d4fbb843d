"""Cards as Discord pages: facts, wording, abilities, official rulings, printed names; the data's date on every page."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import button, fits, select
from bot.discord_app.ports import CardPage, Suggestion
from bot.i18n import _

#: Id of the text part that holds the card's name: it can be too long for a custom_id.
NAME_PART = 930
#: What the text of a page holds at most, so that name, note and link always fit beside it.
_PAGE = 2500
#: So many rulings are buttons; more of them are a menu.
_BUTTONS = 4


def pages(found: CardPage, *, posted: bool = False) -> list[str]:
    """The card as texts, each small enough for a page; at least one. Headings stay with what they head.

    What is `posted` for all to read leaves out what only whoever looks it up wants.
    """
    lines = list(found.lines)
    for heading, below in (*found.more, *(() if posted else found.aside)):
        first, *rest = below or ("",)
        lines += [f"**{heading}**\n{first}".strip(), *rest]
    return limits.chunks(limits.pieces(lines, _PAGE), _PAGE) or [""]


def card(
    found: CardPage, about: Sequence[Suggestion] = (), number: int = 0, *, postable: bool, posted: bool = False
) -> ui.LayoutView:
    """One page of a card.

    Args:
        found: the card.
        about: rulings that are about it.
        number: which page, from 0.
        postable: it is shown in private, so that posting it makes sense.
        posted: it is shown to everybody.
    """
    texts = pages(found, posted=posted)
    number = max(0, min(number, len(texts) - 1))
    foot = [found.note]
    if len(texts) > 1:
        foot.append(_("page {number} of {total}").format(number=number + 1, total=len(texts)))
    if found.url and len(found.url) <= _LONGEST_URL:
        foot.append(f"[Scryfall]({found.url})")
    rows: list[render.Row] = [render.turn("card.page", number, len(texts))]
    listed, ruling_rows = _rulings(about)
    if not about and postable:
        listed = _("-# No ruling here names this card; those on its keywords and kind hold for it all the same.")
    rows += ruling_rows
    if postable:
        rows.append([button(_("Post to channel"), "card.post", number)])
    name = (NAME_PART, f"### {limits.plain(found.name)}")
    return render.page(
        [name, texts[number], listed, "-# " + " · ".join(filter(None, foot))], rows, accent=render.BLURPLE
    )


#: What a link may have in a text, so that the note beside it always fits.
_LONGEST_URL = 400


def _rulings(about: Sequence[Suggestion]) -> tuple[str, list[render.Row]]:
    options = [(each.id, each.title) for each in about if fits("card.ruling", each.id)]
    if len(options) > _BUTTONS:
        return "", [select(_("Rulings about it…"), options, "card.ruling")]
    listed, row = render.choice_buttons(options, "card.ruling")
    heading = _("Rulings about it:")
    return (f"**{heading}**\n{listed}" if listed else ""), [row]


def shown_name(message: discord.Message | None) -> str:
    """The name of the card that a message of ours shows; empty for any other."""
    heading = render.part_text(message, NAME_PART)
    return re.sub(r"\\(.)", r"\1", heading.removeprefix("### "))


def which(problem: str, choices: Sequence[str]) -> ui.LayoutView:
    """Several cards could be meant: each is a button that shows it in the same message."""
    return render.page([limits.clip(limits.harmless(problem), 1500)], render.name_buttons(choices, "card.go"))


def cards(found: Sequence[CardPage | str], above: Sequence[str] = ()) -> ui.LayoutView:
    """Several cards one below the other; what is said about a name that is none stands in its place.

    Args:
        found: the cards' pages.
        above: texts that stand before them.
    """
    texts = [
        each if isinstance(each, str) else "\n".join([f"### {limits.plain(each.name)}", *each.lines]) for each in found
    ]
    room = (limits.PAGE_TEXT - sum(map(len, above))) // max(1, len(texts))
    return render.page([*above, *(limits.clip(text, room) for text in texts)])
