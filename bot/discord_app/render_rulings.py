"""Moderators' rulings as Discord messages: drafts, the review queue, decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.discord_app import limits, render, render_history, render_queues
from bot.discord_app.components import Press, button
from bot.discord_app.history_words import commented, source_word
from bot.discord_app.ports import Entry
from bot.i18n import _
from bot.services.drafts import from_content
from bot.services.moderation import Finding, Similar, Waiting
from rulings.model import Ruling
from rulings.store import StoredRuling

#: Ids of the text parts that hold a draft, so that a later press reads it back from the message.
DRAFT_PARTS = {"question": 901, "verdict": 902, "answer": 903, "rules": 904, "also_asked": 905}
#: The same for the details of a ruling.
DETAIL_PARTS = {"proof": 911, "cards": 912, "topics": 913, "see": 914, "replaces": 915}
#: So much of what a change changes is shown beside it.
_MOST_CHANGES = 1200
#: So much of what is wrong is told beside what was typed, and less where that takes the room.
_MOST_PROBLEM = 1500


@dataclass(frozen=True, slots=True)
class Draft:
    """What a moderator typed into the form, as typed; lists have one item a line or commas between."""

    question: str = ""
    verdict: str = ""
    answer: str = ""
    rules: str = ""
    also_asked: str = ""


@dataclass(frozen=True, slots=True)
class Details:
    """What a moderator typed into the form of details, as typed."""

    proof: str = ""
    cards: str = ""
    topics: str = ""
    see: str = ""
    replaces: str = ""


def verdicts() -> list[tuple[str, str]]:
    """The verdicts to choose from: value and label."""
    return [
        ("yes", _("Yes: the answer to the question is yes")),
        ("no", _("No: the answer to the question is no")),
        ("depends", _("It depends")),
        ("explains", _("It explains something")),
    ]


def proposal(found: Waiting, place: int, total: int, *, outdated: int = 0) -> ui.LayoutView:
    """Something that waits for review, with the buttons that decide it.

    Args:
        found: what waits.
        place: its place in the queue, from 0.
        total: how many wait.
        outdated: how many rulings need review since a newer edition.
    """
    ruling, revision, slug = found.ruling, found.stored.revision, found.stored.slug
    kind = _("Proposal {place} of {total}") if found.kind == "new" else _("Change {place} of {total}")
    head = f"**{kind.format(place=place + 1, total=total)}** " + _("by <@{who}> · `{id}`").format(who=found.by, id=slug)
    texts = [head, *_ruling_texts(ruling)]
    if found.comment:
        texts.append(f"> {limits.harmless(limits.one_line(commented(found.comment), 300))}")
    if found.refusal:
        texts.append(_("You can't approve it: {reason}.").format(reason=found.refusal))
    if found.changes:
        texts.append(limits.clip(render_history.changed(found.changes), _MOST_CHANGES))
    rows: list[render.Row] = [_decide(slug, revision, found.refusal), _work(slug)]
    row = render.turn("ruling.queue", place, total)
    if outdated:
        row.append(render_queues.need_review(outdated))
    return render.page(texts, [*rows, row])


def one(stored: StoredRuling, head: str = "", *, refusal: str = "", similar: Sequence[Similar] = ()) -> ui.LayoutView:
    """A ruling as it stands, with what can be done with it.

    Args:
        stored: the ruling; a change that waits is shown instead of what is in service.
        head: what was just done with it.
        refusal: why this moderator may not approve it, or empty.
        similar: rulings that it may repeat.
    """
    ruling, slug, revision = from_content(stored.pending or stored.content), stored.slug, stored.revision
    waits = stored.status == "proposed" or stored.pending is not None
    state = {
        "proposed": _("waits for review"),
        "published": _("in service") if stored.pending is None else _("in service; this change waits for review"),
        "retired": _("retired"),
        "rejected": _("rejected"),
    }[stored.status]
    texts = [head, _("`{id}` · {state} · revision {number}").format(id=slug, state=state, number=revision)]
    texts += _ruling_texts(ruling)
    if similar:
        listed = " · ".join(f"{limits.plain(limits.one_line(each.title, 150))} (`{each.id}`)" for each in similar[:5])
        texts.append(_("**It may repeat:** {rulings}").format(rulings=listed))
    if waits and refusal:
        texts.append(_("You can't approve it: {reason}.").format(reason=refusal))
    rows: list[render.Row] = [_decide(slug, revision, refusal)] if waits else []
    if stored.status == "published":
        rows.append([button(_("Retire…"), "ruling.retire", revision, slug, style=discord.ButtonStyle.danger)])
    if stored.status != "retired":
        rows.append(_work(slug))
    else:
        rows.append([button(_("History"), "ruling.history", 0, slug)])
    return render.page(texts, rows, accent=render.GREEN if stored.status == "published" else None)


def _decide(slug: str, revision: int, refusal: str) -> list[Press]:
    return [
        button(
            _("Approve"),
            "ruling.approve",
            revision,
            slug,
            style=discord.ButtonStyle.success,
            disabled=bool(refusal),
        ),
        button(_("Reject…"), "ruling.reject", revision, slug, style=discord.ButtonStyle.danger),
    ]


def _work(slug: str) -> list[Press]:
    return [
        button(_("Edit…"), "ruling.edit", slug),
        button(_("Proof and details…"), "ruling.more", slug),
        button(_("Test these phrasings…"), "ruling.phrasings", slug),
        button(_("History"), "ruling.history", 0, slug),
    ]


def _ruling_texts(ruling: Ruling) -> list[str]:
    texts = render.entry_texts(entry_of(ruling))
    if ruling.also_asked:
        also = limits.plain("; ".join(ruling.also_asked))
        texts.append("-# " + _("Also asked: {phrasings}").format(phrasings=limits.clip(also, 600)))
    if ruling.replaces:
        texts.append(_("**Replaces the shipped ruling** `{id}` in this server.").format(id=ruling.replaces))
    return texts


def tested(slug: str, title: str, found: Sequence[Finding]) -> ui.LayoutView:
    """What phrasings find with a ruling in place."""
    lines = []
    for each in found:
        other = limits.plain(limits.one_line(each.title, 100))
        if each.place == 0:
            line = _("✔ {phrasing}: finds this ruling")
        elif each.place is not None and not each.id:
            line = _("? {phrasing}: not sure; this ruling is choice {place}")
        elif each.id:
            line = _("✘ {phrasing}: finds “{other}”")
        elif other:
            line = _("? {phrasing}: not sure; first choice is “{other}”")
        else:
            line = _("✘ {phrasing}: finds nothing")
        phrasing = limits.plain(limits.one_line(each.phrasing, 100))
        lines.append(line.format(phrasing=phrasing, other=other, place=each.place))
    hits = sum(each.place == 0 for each in found)
    head = _("**{hits} of {count} phrasings find this ruling:** {title}").format(
        hits=hits, count=len(found), title=limits.plain(title)
    )
    note = "-# " + _("Tested as if it were in service; nothing was published.")
    rows = [[button(_("◀ Back"), "ruling.one", slug), button(_("Test others…"), "ruling.phrasings", slug)]]
    return render.page([head, "\n".join(lines), note], rows, accent=render.GREEN if hits == len(found) else None)


def waits(stored: StoredRuling, by: int) -> ui.LayoutView:
    """Something waits for another moderator, said in the moderators' channel."""
    title = limits.plain(limits.one_line(str(stored.content["question"]), 300))
    text = _("<@{who}> proposes a ruling: {title}").format(who=by, title=title)
    return render.page([text], [[button(_("Review"), "ruling.queue", 0, style=discord.ButtonStyle.primary)]])


def decided(text: str, *, good: bool) -> ui.LayoutView:
    """A review was decided."""
    return render.page([text], [[button(_("Next proposal"), "ruling.queue", 0)]], accent=render.GREEN if good else None)


def draft(typed: Draft, problem: str, args: Sequence[str] = (), *, other: str = "") -> ui.LayoutView:
    """A ruling that can't be kept as it is: what is wrong, and everything that was typed, to go on with.

    Args:
        typed: what was typed.
        problem: what is wrong with it.
        args: what the form was opened for.
        other: the ruling that is in the way, or empty.
    """
    # Of a ruling that is there already one can go back to how it stands.
    slug = args[1] if tuple(args[:1]) == ("e",) else ""
    return _refused(typed, DRAFT_PARTS, problem, "ruling.again", args, slug=slug, other=other)


def details(typed: Details, problem: str, args: Sequence[str]) -> ui.LayoutView:
    """Details that can't be kept as they are: what is wrong, and everything that was typed, to go on with."""
    return _refused(typed, DETAIL_PARTS, problem, "ruling.moreagain", args, slug=args[0])


def _refused(
    typed: Draft | Details,
    parts: Mapping[str, int],
    problem: str,
    action: str,
    args: Sequence[str],
    *,
    slug: str,
    other: str = "",
) -> ui.LayoutView:
    # what was typed is read back from the page, so it stands there whole
    room = min(_MOST_PROBLEM, limits.PAGE_TEXT - 150 - sum(len(getattr(typed, name)) for name in parts))
    texts: list[str | tuple[int, str]] = [
        _("**That can't be kept yet.**\n{problem}").format(problem=limits.clip(problem, room)),
        "-# " + _("What you typed:"),
    ]
    texts += [(part, getattr(typed, name)) for name, part in parts.items()]
    correct = button(_("Correct it"), action, *args, style=discord.ButtonStyle.primary)
    back = [button(_("Leave it as it is"), "ruling.one", slug)] if slug else []
    there = [button(_("Show that one"), "ruling.one", other, "aside")] if other and other != slug else []
    return render.page(texts, [[correct, *back, *there]], accent=render.RED)


def typed_details(message: discord.Message | None) -> Details:
    """The details that `details` showed, read back from the message."""
    return Details(**{name: render.part_text(message, part) for name, part in DETAIL_PARTS.items()})


def typed_draft(message: discord.Message | None) -> Draft:
    """The draft that `draft` showed, read back from the message."""
    return Draft(**{name: render.part_text(message, part) for name, part in DRAFT_PARTS.items()})


def entry_of(ruling: Ruling) -> Entry:
    """A ruling as it is shown."""
    return Entry(
        id=ruling.id,
        title=ruling.question,
        text=ruling.answer,
        rules=ruling.rules,
        source=source_word(ruling.source),
        origin=ruling.source.value,
        as_of=ruling.as_of,
        note="-# " + _("Later: {change}").format(change=ruling.later) if ruling.later else "",
        proof=ruling.proof,
    )
