"""The past of rulings as Discord messages: revisions with differences, the audit trail, the list in service."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import button, select
from bot.discord_app.history_words import audited, commented, done_word, field_word
from bot.i18n import _, ngettext
from bot.services.moderation import Change, HistoryStep, differences
from rulings.model import Ruling
from rulings.store import AuditEntry, NotFound

AUDIT_PAGE = 12
_STEPS, _LISTED = 3, 15
_STEP_TEXT = 1100
#: Around what differs in a text so many words are shown.
_WORDS_AROUND = 6


def history(slug: str, steps: Sequence[HistoryStep], number: int) -> ui.LayoutView:
    """A page of a ruling's revisions, newest first.

    Args:
        slug: which ruling.
        steps: every revision, oldest first.
        number: which page, from 0.
    """
    newest = list(reversed(steps))
    pages = max(1, -(-len(newest) // _STEPS))
    number = max(0, min(number, pages - 1))
    texts = [_("**History of** `{id}`").format(id=slug)]
    texts += [limits.clip(_step(step), _STEP_TEXT) for step in newest[number * _STEPS : (number + 1) * _STEPS]]
    turn = [
        button(_("◀ Newer"), "ruling.history", number - 1, slug, disabled=number == 0),
        button(_("Older ▶"), "ruling.history", number + 1, slug, disabled=number == pages - 1),
    ]
    rows: list[render.Row] = [turn] if pages > 1 else []
    if len(newest) > 1:
        options = [(str(step.revision.number), _option(step)) for step in newest[1:]]
        rows.append(select(_("Bring back revision…"), options, "ruling.revert", slug, newest[0].revision.number))
    return render.page(texts, [*rows, [button(_("Show the ruling"), "ruling.one", slug)]])


def before_revert(slug: str, steps: Sequence[HistoryStep], revision: int) -> ui.LayoutView:
    """What bringing back a revision would change, with the button that does it.

    Raises:
        NotFound: there is no such revision.
    """
    wanted = next((step for step in steps if step.revision.number == revision), None)
    if wanted is None:
        raise NotFound(
            _("“{slug}” has revisions 1 to {count}, none of number {revision}").format(
                slug=slug, count=len(steps), revision=revision
            )
        )
    shown = changed(differences(steps[-1].revision.content, wanted.revision.content))
    texts = [
        _("**Bring back revision {number} of** `{id}`?").format(number=revision, id=slug),
        limits.clip(shown, 3000) or _("Its text is that of the newest revision."),
    ]
    do = button(
        _("Bring it back"),
        "ruling.revert",
        slug,
        steps[-1].revision.number,
        revision,
        style=discord.ButtonStyle.primary,
    )
    return render.page(texts, [[do, button(_("History"), "ruling.history", 0, slug)]])


def audit(entries: Sequence[AuditEntry], before: int | None) -> ui.LayoutView:
    """A page of who did what here, newest first; one entry more than a page shows that there are older ones."""
    if not entries:
        return render.notice(_("Nothing was done here yet."))
    lines = [
        f"-# {each.at:%Y-%m-%d %H:%M} UTC · {_who(each.actor)} · {limits.plain(audited(each.action))} · {_about(each)}"
        for each in entries[:AUDIT_PAGE]
    ]
    older = [button(_("Older ▶"), "ruling.audit", entries[AUDIT_PAGE - 1].id)] if len(entries) > AUDIT_PAGE else []
    newest = [button(_("◀ Newest"), "ruling.audit", 0)] if before else []
    return render.page([_("**What was done in this server**"), "\n".join(lines)], [[*newest, *older]])


def listed(rulings: Sequence[Ruling], number: int) -> ui.LayoutView:
    """A page of the rulings in service, with a menu to open one."""
    pages = -(-len(rulings) // _LISTED)
    number = max(0, min(number, pages - 1))
    page = rulings[number * _LISTED : (number + 1) * _LISTED]
    lines = [f"- {limits.plain(limits.one_line(each.question, 150))} (`{each.id}`)" for each in page]
    head = ngettext(
        "**{count} ruling of this server is in service.**",
        "**{count} rulings of this server are in service.**",
        len(rulings),
    ).format(count=len(rulings))
    menu = select(_("Open one"), [(each.id, each.question) for each in page], "ruling.one")
    return render.page([head, "\n".join(lines)], [render.turn("ruling.list", number, pages), menu])


def _step(step: HistoryStep) -> str:
    revision = step.revision
    head = f"**{revision.number}. {limits.plain(done_word(revision.action))}** · {_who(revision.actor)}"
    lines = [f"{head} · {revision.at:%Y-%m-%d %H:%M} UTC"]
    if revision.comment:
        lines.append(f"> {limits.harmless(limits.one_line(commented(revision.comment), 300))}")
    return "\n".join([*lines, changed(step.changes)]).strip()


def changed(changes: Sequence[Change]) -> str:
    """Differences, a line each side: what was, what is, with a few words around."""
    lines = []
    for change in changes:
        before, after = _value(change.before), _value(change.after)
        old, new = _around(before, after)
        field = field_word(change.field)
        lines += [f"− {field}: {limits.plain(old)}"] if before else []
        lines += [f"＋ {field}: {limits.plain(new)}"] if after else []
    return "\n".join(lines)


def _around(before: str, after: str) -> tuple[str, str]:
    """Both texts with the words that differ and a few around them; what is the same on both sides is left out."""
    old, new = before.split(), after.split()
    if not old or not new:
        return limits.clip(before, 300), limits.clip(after, 300)
    blocks = [
        each for each in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes() if each[0] != "equal"
    ]
    if not blocks:
        return limits.clip(before, 300), limits.clip(after, 300)
    return _window(old, blocks[0][1], blocks[-1][2]), _window(new, blocks[0][3], blocks[-1][4])


def _window(words: list[str], first: int, last: int) -> str:
    start, end = max(0, first - _WORDS_AROUND), min(len(words), last + _WORDS_AROUND)
    text = " ".join(words[start:end])
    return limits.clip(("… " if start else "") + text + (" …" if end < len(words) else ""), 300)


def _option(step: HistoryStep) -> str:
    revision = step.revision
    return f"{revision.number}. {done_word(revision.action)}, {revision.at:%Y-%m-%d %H:%M} UTC"


def _value(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _about(entry: AuditEntry) -> str:
    """What was done something to: by its id, or where that is a number of nobody's making, by its title; and why."""
    title, reason = (limits.one_line(str(entry.detail.get(name, "")), 100) for name in ("title", "reason"))
    if not title:
        return f"`{_id(entry.subject)}`"
    return f"{limits.plain(title)}: {limits.plain(reason)}" if reason else limits.plain(title)


def _id(text: str) -> str:
    return limits.one_line(text, 80).replace("`", "'")


def _who(actor: int | None) -> str:
    return f"<@{actor}>" if actor else _("the program")
