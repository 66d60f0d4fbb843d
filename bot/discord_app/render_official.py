"""Official rulings as Discord messages for moderators: which of them a server uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import button, fits, select
from bot.discord_app.history_words import audited
from bot.discord_app.render_cards import NAME_PART
from bot.i18n import _, ngettext
from bot.services.moderation_official import OfficialRuling
from bot.telling import told
from rulings.store import AuditEntry, HiddenText

_T = TypeVar("_T")
#: So many cards are named that share a text.
_CARDS = 8
#: So many a page.
_A_PAGE = 15


def of_card(card: str, found: Sequence[OfficialRuling], number: int) -> ui.LayoutView:
    """A page of the official rulings on a card, each with why it isn't used here, and a menu to choose one."""
    heading = (NAME_PART, f"### {limits.plain(card)}")
    if not found:
        return render.page([heading, _("The reference data has no official ruling on this card.")])
    number, pages, page = _paged(found, number)
    lines = []
    for each in page:
        lines.append(f"- {limits.plain(limits.one_line(_said(each), 160))}")
        if each.hidden is not None:
            lines.append("  " + _("✘ **Not here:** {reason}").format(reason=limits.plain(each.hidden.reason[:60])))
    menu = select(
        _("Choose one to hide it, or to show it again"),
        [(each.id, ("✘ " if each.hidden is not None else "") + _said(each)) for each in page],
        "ruling.text",
    )
    head = ngettext("{count} official ruling", "{count} official rulings", len(found)).format(count=len(found))
    return render.page(
        [heading, f"**{head}**", "\n".join(lines)], [menu, render.turn("ruling.official", number, pages)]
    )


def hidden(found: Sequence[HiddenText], number: int) -> ui.LayoutView:
    """A page of the official rulings that this server doesn't use, with a menu to choose one."""
    if not found:
        nothing = _("Every official ruling is used here. `/ruling official card` chooses one that isn't to be.")
        return render.notice(nothing)
    number, pages, page = _paged(found, number)
    lines = [
        f"- {limits.plain(limits.one_line(each.title, 140))}\n  "
        + _("✘ **Not here:** {reason}").format(reason=limits.plain(each.reason[:60]))
        for each in page
    ]
    head = ngettext(
        "**{count} official ruling isn't used here**", "**{count} official rulings aren't used here**", len(found)
    ).format(count=len(found))
    menu = select(_("Choose one to show it again"), [(each.id, each.title) for each in page], "ruling.text")
    return render.page([head, "\n".join(lines)], [menu, render.turn("ruling.official", number, pages)])


def one(found: OfficialRuling, head: str = "", *, card: str = "") -> ui.LayoutView:
    """An official ruling with what was done with it here, and the button that hides it or shows it again.

    Args:
        found: it.
        head: what was just done with it.
        card: the card whose official rulings lead back; empty: the list of those that aren't used.
    """
    texts: list[str | tuple[int, str]] = [(NAME_PART, f"### {limits.plain(card)}" if card else ""), head]
    if not card or not found.text:
        texts.append(f"**{limits.plain(found.title)}**")
    texts.append(limits.plain(limits.clip(told(found.text), 2000)) or _("The reference data doesn't have it any more."))
    if len(found.cards) > 1:
        shown = ", ".join(found.cards[:_CARDS]) + (" …" if len(found.cards) > _CARDS else "")
        told_of = _("This text stands on {count} cards, and is hidden for all of them: {cards}")
        texts.append("-# " + told_of.format(count=len(found.cards), cards=limits.plain(shown)))
    if found.hidden is not None:
        reason = limits.plain(found.hidden.reason)
        texts.append(_("✘ **Not used in this server:** {reason}").format(reason=reason))
    texts.append("\n".join(f"-# {_step(step)}" for step in found.steps))
    row = []
    if found.hidden is not None:
        row.append(button(_("Show it here again"), "ruling.unhide", found.id, style=discord.ButtonStyle.success))
    elif fits("ruling.hide", found.id):
        row.append(button(_("Not here…"), "ruling.hide", found.id, style=discord.ButtonStyle.danger))
    row.append(button(_("◀ Back"), "ruling.official", 0))
    return render.page(texts, [row])


def _step(step: AuditEntry) -> str:
    who = f"<@{step.actor}>" if step.actor else _("the program")
    said = f"{step.at:%Y-%m-%d %H:%M} UTC · {who} · {limits.plain(audited(step.action))}"
    reason = str(step.detail.get("reason", ""))
    return f"{said}: {limits.plain(limits.one_line(reason, 100))}" if reason else said


def _said(each: OfficialRuling) -> str:
    """Its date and what it says: the card stands above."""
    return f"{each.date}: {told(each.text)}"


def _paged(found: Sequence[_T], number: int) -> tuple[int, int, Sequence[_T]]:
    pages = -(-len(found) // _A_PAGE)
    number = max(0, min(number, pages - 1))
    return number, pages, found[number * _A_PAGE : (number + 1) * _A_PAGE]
