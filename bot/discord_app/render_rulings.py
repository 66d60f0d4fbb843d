"""Moderators' rulings as Discord messages: drafts, the review queue, decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import button
from bot.discord_app.ports import Entry
from bot.services.moderation import Similar, Waiting
from rulings.model import Ruling, Source

#: Ids of the text parts that hold a draft, so that a later press reads it back from the message.
DRAFT_PARTS = {"question": 901, "verdict": 902, "answer": 903, "rules": 904, "also_asked": 905}
#: What a source is called.
SOURCES = {
    Source.SERVER: "This server's ruling",
    Source.CURATED: "Curated ruling",
    Source.OFFICIAL: "Official ruling",
    Source.RULES: "Comprehensive Rules",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a moderator typed into the form, as typed; lists have one item a line or commas between."""

    question: str = ""
    verdict: str = ""
    answer: str = ""
    rules: str = ""
    also_asked: str = ""


def proposal(found: Waiting, place: int, total: int) -> ui.LayoutView:
    """Something that waits for review, with the buttons that decide it.

    Args:
        found: what waits.
        place: its place in the queue, from 0.
        total: how many wait.
    """
    ruling, revision, slug = found.ruling, found.stored.revision, found.stored.slug
    kind = "Proposal" if found.kind == "new" else "Change"
    head = f"**{kind} {place + 1} of {total}** by <@{found.by}> · `{slug}`"
    also = "; ".join(limits.plain(text) for text in ruling.also_asked)
    texts = [head, *render.entry_texts(entry_of(ruling)), f"-# Also asked: {limits.clip(also, 600)}" if also else ""]
    if ruling.replaces:
        texts.append(f"**Replaces the shipped ruling** `{ruling.replaces}` in this server.")
    if found.changes:
        texts.append("-# Changed: " + ", ".join(change.field for change in found.changes))
    if found.refusal:
        texts.append(f"You can't approve it: {found.refusal}.")
    approve = button(
        "Approve",
        "ruling.approve",
        revision,
        slug,
        style=discord.ButtonStyle.success,
        disabled=bool(found.refusal),
    )
    reject = button("Reject…", "ruling.reject", revision, slug, style=discord.ButtonStyle.danger)
    rows: list[render.Row] = [[approve, reject]]
    if total > 1:
        rows.append(
            [
                button("◀ Back", "ruling.queue", place - 1, disabled=place == 0),
                button("Next ▶", "ruling.queue", place + 1, disabled=place == total - 1),
            ]
        )
    return render.page(texts, rows)


def proposed(title: str, similar: Sequence[Similar]) -> ui.LayoutView:
    """A proposal was kept; what it may repeat is said at once."""
    texts = [f"**Proposed:** {limits.plain(title)}\nIt is in service once it is approved."]
    if similar:
        texts.append("It may repeat: " + " · ".join(limits.plain(each.title) for each in similar[:5]))
    return render.page(texts, [[button("Review", "ruling.queue", 0, style=discord.ButtonStyle.primary)]])


def decided(text: str, *, good: bool) -> ui.LayoutView:
    """A review was decided."""
    return render.page([text], [[button("Next proposal", "ruling.queue", 0)]], accent=render.GREEN if good else None)


def draft(typed: Draft, problem: str) -> ui.LayoutView:
    """A proposal that can't be kept as it is: what is wrong, and everything that was typed, to go on with."""
    texts: list[str | tuple[int, str]] = [
        f"**That can't be kept yet.**\n{limits.clip(problem, 700)}",
        "-# What you typed:",
    ]
    texts += [(part, getattr(typed, name)) for name, part in DRAFT_PARTS.items()]
    return render.page(
        texts, [[button("Correct it", "ruling.again", style=discord.ButtonStyle.primary)]], accent=render.RED
    )


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
        source=SOURCES[ruling.source],
        as_of=ruling.as_of,
        note=f"-# Later: {ruling.later}" if ruling.later else "",
        proof=ruling.proof,
    )
