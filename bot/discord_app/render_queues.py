"""What waits for moderators as Discord messages: rulings that a newer edition touches, questions without an answer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import Press, button, select
from bot.i18n import _, ngettext
from bot.services.moderation_ageing import Outdated, RuleThenAndNow
from rulings.store import UnansweredQuestion

#: So many rulings are confirmed or retired together.
TOGETHER = 12
_MOST_LISTED = 10
#: Of the texts of the rules side by side so much is shown, old and new each.
_RULE_TEXTS = 2200


def nothing_waits(outdated: int) -> ui.LayoutView:
    """No proposal waits; `outdated` rulings need review."""
    text = _("Nothing waits for review. `/ruling propose` makes a proposal.")
    return render.page([text], [[need_review(outdated)] if outdated else []])


def need_review(count: int) -> Press:
    """The button that leads to so many rulings whose rules changed."""
    label = ngettext("{count} needs review", "{count} need review", count).format(count=count)
    return button(label, "ruling.aged", 0)


def outdated(found: Outdated, place: int, total: int, said: str = "") -> ui.LayoutView:
    """A ruling whose rules changed: old and new text of each, and what can be done.

    Args:
        found: the ruling.
        place: its place in the queue, from 0.
        total: how many there are.
        said: what was just done.
    """
    ruling, slug, revision = found.ruling, found.stored.slug, found.stored.revision
    head = _("**{place} of {total} needs review since CR of {date}** · `{id}`").format(
        place=place + 1, total=total, date=found.since, id=slug
    )
    answer = f"### {limits.plain(ruling.question)}\n{limits.clip(ruling.answer, 900)}"
    room = _RULE_TEXTS // max(1, 2 * len(found.rules))
    texts = [said, head, answer, *(_rule(rule, ruling.as_of, found.edition, room) for rule in found.rules)]
    if found.confirmed is None:
        texts.append(_("A rule that it cites is gone: edit it to cite what applies now."))
    decide = [
        button(
            _("Still right"),
            "ruling.right",
            revision,
            slug,
            style=discord.ButtonStyle.success,
            disabled=found.confirmed is None,
        ),
        button(_("Edit…"), "ruling.edit", slug),
        button(_("Retire…"), "ruling.retire", revision, slug, style=discord.ButtonStyle.danger),
    ]
    turn = render.turn("ruling.aged", place, total)
    if turn:
        turn.append(button(_("Several at once…"), "ruling.agedlist", 0))
    return render.page(texts, [decide, turn])


def _rule(rule: RuleThenAndNow, before: str, now: str, room: int) -> str:
    missing = _("(the text of that edition isn't here)")
    old = limits.clip(limits.plain(rule.before), room) or missing
    if not rule.number:
        new = _("gone, or it can't be told which rule it is now")
    else:
        new = f"CR {rule.number}: {limits.clip(limits.plain(rule.after), room) or missing}"
    return _("**Then ({before})** CR {cited}: {old}\n**Now ({now})** {new}").format(
        before=before, cited=rule.cited, old=old, now=now, new=new
    )


def page_of(queue: Sequence[Outdated], number: int) -> Sequence[Outdated]:
    """One page of the list."""
    return queue[number * TOGETHER : (number + 1) * TOGETHER]


def digest_of(page: Sequence[Outdated]) -> str:
    """What a page shows, short enough for a button: rulings, revisions, edition."""
    text = "\n".join(f"{each.stored.slug} {each.stored.revision} {each.edition}" for each in page)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def outdated_list(queue: Sequence[Outdated], number: int) -> ui.LayoutView:
    """A page of rulings that need review, to be confirmed or retired together."""
    pages = max(1, -(-len(queue) // TOGETHER))
    number = max(0, min(number, pages - 1))
    page = page_of(queue, number)
    lines = [
        f"- {limits.plain(limits.one_line(each.ruling.question, 120))} (`{each.stored.slug}`): "
        + ", ".join(
            rule.cited if rule.number == rule.cited else f"{rule.cited} → {rule.number or '—'}" for rule in each.rules
        )
        for each in page
    ]
    head = ngettext(
        "**{count} ruling needs review.** Page {number} of {pages}; the buttons are for this page.",
        "**{count} rulings need review.** Page {number} of {pages}; the buttons are for this page.",
        len(queue),
    ).format(count=len(queue), number=number + 1, pages=pages)
    decide = [
        button(
            _("All {count} still right").format(count=len(page)),
            "ruling.allright",
            number,
            digest_of(page),
            style=discord.ButtonStyle.success,
        ),
        button(
            _("Retire all {count}").format(count=len(page)),
            "ruling.allretired",
            number,
            digest_of(page),
            style=discord.ButtonStyle.danger,
        ),
        button(_("One by one"), "ruling.aged", 0),
    ]
    return render.page([head, "\n".join(lines)], [decide, render.turn("ruling.agedlist", number, pages)])


def done_together(what: str, done: Sequence[str], refused: Sequence[str]) -> ui.LayoutView:
    """What came of deciding several at once."""
    texts = [f"**{what}: {len(done)}** " + ", ".join(f"`{slug}`" for slug in done)]
    if refused:
        texts.append(_("**Not done:**") + "\n" + "\n".join(f"- {limits.harmless(each)}" for each in refused))
    return render.page(texts, [[button(_("What is left"), "ruling.aged", 0)]], accent=None if refused else render.GREEN)


def questions(found: Sequence[UnansweredQuestion], said: str = "") -> ui.LayoutView:
    """Questions without an answer, the most asked first, with a menu to choose one."""
    if not found:
        return render.page([said, _("No question waits for an answer.")])
    lines = [
        f"{place}. **{each.count}×** {limits.plain(limits.one_line(each.text, 150))}"
        for place, each in enumerate(found[:_MOST_LISTED], start=1)
    ]
    head = _("**Questions without an answer, the most asked first:**")
    menu = select(
        _("Choose one to answer or dismiss"),
        [(str(each.id), f"{each.count}× {each.text}") for each in found],
        "ruling.question",
    )
    return render.page([said, head, "\n".join(lines)], [menu])


def question(found: UnansweredQuestion) -> ui.LayoutView:
    """One question without an answer."""
    asked = ngettext(
        "Asked {count} time, first on {first}, last on {last}.",
        "Asked {count} times, first on {first}, last on {last}.",
        found.count,
    ).format(count=found.count, first=f"{found.first_at:%Y-%m-%d}", last=f"{found.last_at:%Y-%m-%d}")
    row = [
        button(_("Answer this…"), "ruling.answer", found.id, style=discord.ButtonStyle.primary),
        button(_("Dismiss"), "ruling.dismiss", found.id),
        button(_("◀ All questions"), "ruling.questions"),
    ]
    return render.page([f"> {limits.plain(limits.one_line(found.text, 500))}", f"-# {asked}"], [row])
