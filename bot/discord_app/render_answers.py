"""Answers as Discord pages: private and posted ones with judges' marks, what they were found by, reports about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.discord_app import limits, render
from bot.discord_app.components import Press, button, fits
from bot.discord_app.history_words import reported, source_word
from bot.discord_app.ports import Asked, Entry, Suggestion
from bot.discord_app.render_reference import rule_row
from bot.i18n import _
from bot.services.answers import Kept, Report
from bot.services.asking_named import rule_numbers
from bot.services.asking_reason import UNFILED, Reason
from bot.services.verdicts import under_title
from rulings.citations import typed_by_asker
from rulings.store import Feedback, PostedAnswer
from rulings.store.questions import folded

#: Ids of text parts that a later press reads back from the message itself.
QUESTION_PART = render.QUESTION_PART
LINK_PART = 920
REPORT_PARTS = {"what": 921, "rule": 922, "scenario": 923}
#: So many characters of what a copy says stand in its button.
_SHOWN_DIGEST = 12
_ASKED = re.compile(r"<@(\d+)> .*?: ", re.DOTALL)


def question_line(question: str, asker: int | None = None) -> str:
    """A question as it is shown above its answer; with who asked it, where that is somebody else than the reader."""
    line = f"> {limits.plain(limits.one_line(question, 500))}"
    return line if asker is None else asker_line(asker, line.removeprefix("> "))


def shown_question(message: discord.Message | None) -> str:
    """The question above an answer, as it is shown there, without who asked."""
    return _without_asker(line_above(message))


def line_above(message: discord.Message | None) -> str:
    """The line above an answer: its question as it is shown, and who else asked it."""
    return render.part_text(message, QUESTION_PART) or "> "


def asker_of(message: discord.Message | None) -> int | None:
    """Who asked what stands above an answer; None where it is whoever reads it in private."""
    # Angle brackets that somebody typed are escaped there: what begins so was written by the app.
    found = _ASKED.match(line_above(message))
    return int(found[1]) if found is not None else None


def _without_asker(line: str) -> str:
    return _ASKED.sub("", line, count=1) if line.startswith("<@") else line.removeprefix("> ")


def typed_question(message: discord.Message | None) -> str:
    """The question above an answer as it was typed."""
    return re.sub(r"\\(.)", r"\1", shown_question(message)).replace("@\u200b", "@")


def asked(
    question: str, result: Asked, *, postable: bool = True, filed: bool = True, asker: int | None = None
) -> ui.LayoutView:
    """An answer, the choices, or why there is none. The question is repeated: phones hide the command's options.

    Args:
        question: as it was typed.
        result: what came of it.
        postable: it is shown in private, so that posting it makes sense.
        filed: a question without an answer goes to moderators (it was asked in a server).
        asker: who asked, if that is somebody else than the reader.
    """
    line = question_line(question, asker)
    if result.entry is not None:
        return _answer(line, result.entry, postable=postable, others=bool(result.suggestions))
    texts: list[str | tuple[int, str]] = [(QUESTION_PART, line)]
    if result.suggestions and all(each.id.startswith("rule:") for each in result.suggestions):
        texts.append(result.hint)  # rules that the question names by number: of these there is no doubt
    elif result.status == "unsure":
        texts.append(_("**I'm not sure which of these you mean.** Choose one, or ask again in other words."))
    else:
        # What has no words, or is no rules question, isn't filed.
        words = any(character.isalnum() for character in question) and result.reason not in UNFILED
        texts.append(
            _("**I don't have a ruling on that.**")
            if not words
            else _("**I don't have a ruling on that.** It is on the moderators' list now.")
            if filed
            else _("**I don't have a ruling on that.** Asked in a server that has me, its moderators would hear of it.")
        )
        texts.append(result.hint)
    if result.unused:
        texts.append("-# " + _unused(result.unused))
    listed, row = suggestions(result.suggestions)
    texts.insert(2, listed)
    # A rule or card that was typed can be read even where no ruling was found.
    asked_about = not row and result.reason is not Reason.OFF_TOPIC
    cards = render.name_buttons(result.cards[:5], "card.go")[:1] if asked_about else []
    return render.page(texts, [row, *cards, rule_row(rule_numbers(question))])


def suggestions(found: Sequence[Suggestion]) -> tuple[str, list[Press]]:
    """Entries that may be meant: their questions in full, and buttons that show them in the same message."""
    options = [(each.id, each.title) for each in found]
    return render.choice_buttons(options, "ask.show", style=discord.ButtonStyle.primary)


def choices(line: str, found: Sequence[Suggestion]) -> ui.LayoutView:
    """Other entries that may be meant; `line` is the question as it was shown."""
    listed, row = suggestions(found)
    return render.page([(QUESTION_PART, line), _("Other answers that may fit:"), listed], [row])


def which_card(line: str, typed: str, cards: Sequence[str]) -> ui.LayoutView:
    """Several cards could be meant: each is a button that puts the same question again with it."""
    text = _("**Which card do you mean by “{typed}”?**").format(typed=limits.plain(limits.one_line(typed, 100)))
    full = "-# " + _("None of these? Ask again with its full name in double brackets, as in `[[Opt]]`.")
    return render.page([(QUESTION_PART, line), text, full], render.name_buttons(cards, "ask.card"))


def entry(line: str, found: Entry, *, postable: bool) -> ui.LayoutView:
    """An entry that was chosen, in private; `line` is the question that stands above it, as it is shown."""
    return _answer(line, _tied(found, _without_asker(line)), postable=postable, others=True)


def _answer(line: str, found: Entry, *, postable: bool, others: bool) -> ui.LayoutView:
    rows = [_first_row(found, others=others), _cited(found), _last_row(found, postable=postable)]
    return render.page([(QUESTION_PART, line), *render.entry_texts(found)], rows, accent=render.BLURPLE)


def posted(copy: PostedAnswer, found: Entry | None, *, afar: bool = False) -> ui.LayoutView:
    """An answer in a channel: who asked what, the judge's mark, when it was corrected.

    Args:
        copy: what is kept of it.
        found: what the ruling says now; None if it is no longer in service.
        afar: it stands where the bot is no member, so that only a press on it can correct it.
    """
    texts: list[str | tuple[int, str]] = [(QUESTION_PART, asker_line(copy.asker, copy.question))]
    day = f"{copy.corrected_at:%Y-%m-%d}" if copy.corrected_at is not None else ""
    if found is None:
        withdrawn = _("✎ **Withdrawn on {date}:** this ruling is no longer in service here.").format(date=day)
        # a copy may be drawn again before it was compared: when it went isn't known then
        texts.append(withdrawn if day else _("✎ **Withdrawn:** this ruling is no longer in service here."))
        return render.page(texts, accent=render.RED)
    if copy.mark == "review":
        judge = f"<@{copy.marked_by}>" if copy.marked_by else "—"
        texts.append(_("⚠ **Under review** by {judge}: don't rely on it yet.").format(judge=judge))
    elif copy.mark == "endorsed":
        judge = f"<@{copy.marked_by}>" if copy.marked_by else "—"
        texts.append(_("✔ **Endorsed** by {judge}.").format(judge=judge))
    if day:
        texts.append(_("✎ **Corrected on {date}:** the ruling changed since this was posted.").format(date=day))
    found = _tied(found, copy.question)
    last = _last_row(found, postable=False)
    digest = copy.digest[:_SHOWN_DIGEST]
    if afar and fits("ask.refresh", digest, found.id):
        last.append(button(_("Still right?"), "ask.refresh", digest, found.id))
    rows = [_first_row(found, others=True), _cited(found), last]
    accent = {"": render.BLURPLE, "review": render.RED, "endorsed": render.GREEN}[copy.mark]
    return render.page([*texts, *render.entry_texts(found)], rows, accent=accent)


def asker_line(asker: int | None, question: str) -> str:
    """Who asked what, above a posted answer; the question as it is shown."""
    if asker is None:
        return f"> {question}" if question else "> …"
    return _("<@{asker}> asked: {question}").format(asker=asker, question=question)


def read_privately(question: str, asker: int) -> ui.LayoutView:
    """What stands in a channel where answers aren't public: a button that shows the answer to whoever presses it.

    Whoever it is that posts it from there, it is the answer to who asked.
    """
    row = [button(_("Read the answer"), "ask.read", style=discord.ButtonStyle.primary)]
    told = _("Only you will see it; from there you can post it here.")
    return render.page([(QUESTION_PART, question_line(question, asker)), told], [row])


def _tied(found: Entry, question: str) -> Entry:
    """The entry with its verdict tied to its own question, unless just that was asked (`question` as it is shown)."""
    same = folded(re.sub(r"\\(.)", r"\1", question)) == folded(found.title)
    return replace(found, text=under_title(found.text, as_asked=same))


def _cited(found: Entry) -> render.Row:
    """Every rule number that an entry names, the deciding one first."""
    return rule_row([*found.rules, *typed_by_asker(f"{found.text} {found.note}")])


def _first_row(found: Entry, *, others: bool) -> list[Press]:
    row = []
    if found.proof and fits("ask.proof", 99, "judge", found.id):
        row.append(button(_("Show me"), "ask.proof", 0, "judge", found.id, style=discord.ButtonStyle.primary))
    if others and fits("ask.others", found.id):
        row.append(button(_("Other answers"), "ask.others", found.id))
    if fits("ask.wrong", found.id):
        row.append(button(_("Why"), "ask.why", found.id))
        row.append(button(_("Wrong?"), "ask.wrong", found.id))
    return row


def _last_row(found: Entry, *, postable: bool) -> list[Press]:
    row = []
    if postable and fits("ask.post", found.id):
        row.append(button(_("Post to channel"), "ask.post", found.id))
    if fits("ask.more", found.id):
        row.append(button(_("More…"), "ask.more", found.id))
    return row


def why(found: Entry, result: Asked) -> ui.LayoutView:
    """What an answer was found by."""
    own = result.entry is not None and result.entry.id == found.id
    texts = [f"### {found.title}"]
    if not own:
        first = result.entry.title if result.entry is not None else ""
        texts.append(
            _("You chose this entry; for your words the search puts first: *{title}*").format(title=first)
            if first
            else _("You chose this entry; the search alone wasn't sure.")
        )
    if result.why:
        texts.append("\n".join(f"- {limits.harmless(line)}" for line in result.why))
    if result.unused:
        texts.append(_unused(result.unused))
    texts.append("-# " + _("No language model: the same question always finds the same entry."))
    return render.page(texts)


def _unused(cards: Sequence[str]) -> str:
    return _("I did not use: {cards}").format(cards=limits.plain(", ".join(cards)))


def more(found: Entry, *, watched: bool, message_id: int, mark: str | None, moderates: bool = False) -> ui.LayoutView:
    """What else can be done with an answer, in private.

    Args:
        found: the entry.
        watched: whether the person hears of changes already.
        message_id: the posted copy's message.
        mark: its mark, if the person may change it; None if not.
        moderates: the person chooses which official rulings are used here.
    """
    row = []
    if fits("ask.unwatch", found.id):
        label = _("Stop telling me") if watched else _("Tell me if this changes")
        row.append(button(label, "ask.unwatch" if watched else "ask.watch", found.id))
    if found.proof and fits("ask.whatif", found.id):
        row.append(button(_("What if…"), "ask.whatif", found.id))
        row.append(button(_("Run with my cards"), "ask.run", found.id))
    if moderates and found.origin == "official" and fits("ruling.hide", found.id):
        row.append(button(_("Not here…"), "ruling.hide", found.id, style=discord.ButtonStyle.danger))
    rows: list[render.Row] = [row]
    if mark is not None:
        marks = [
            button(_("Under review"), "ask.mark", message_id, "review", style=discord.ButtonStyle.danger),
            button(_("Endorse"), "ask.mark", message_id, "endorsed", style=discord.ButtonStyle.success),
        ]
        if mark:
            marks.append(button(_("Remove the mark"), "ask.mark", message_id, "none"))
        rows.append(marks)
    return render.page([f"### {found.title}"], rows)


# --- reports ----------------------------------------------------------------------------------------------------------


def unkept_report(line: str, link: str, typed: Report, problem: str, entry_id: str) -> ui.LayoutView:
    """A report that can't be kept as it is: what is wrong with it, and everything that was typed, to go on with."""
    texts: list[str | tuple[int, str]] = [
        (QUESTION_PART, line or "> …"),
        _("**Not sent yet.** {problem}").format(problem=limits.clip(problem, 500)),
        (LINK_PART, link),
        *((part, getattr(typed, name)) for name, part in REPORT_PARTS.items()),
    ]
    row = [button(_("Correct it"), "ask.wrong", entry_id, style=discord.ButtonStyle.primary)]
    return render.page(texts, [row], accent=render.RED)


def typed_report(message: discord.Message | None) -> Report:
    """The report that `unkept_report` showed, read back from the message; empty ones from any other."""
    return Report(**{name: render.part_text(message, part) for name, part in REPORT_PARTS.items()})


def report(kept: Kept, title: str) -> ui.LayoutView:
    """A report as the moderators read it in their channel."""
    texts = [
        _("**Somebody says that an answer is wrong** (report {number}, by {who})").format(
            number=kept.feedback.id, who=f"<@{kept.feedback.user_id}>"
        ),
        *_report_texts(kept.feedback, title),
        _("Simulator: {said}").format(said=limits.plain(limits.clip(kept.played, 300))) if kept.played else "",
    ]
    return render.page(texts, [[button(_("All reports"), "ruling.reports", 0)]], accent=render.RED)


def open_report(found: Feedback, entry: Entry | None, place: int, total: int, said: str = "") -> ui.LayoutView:
    """A report that waits for a moderator, with what can be done about it.

    Args:
        found: the report.
        entry: what the ruling says now; None if it is no longer in service.
        place: its place in the queue, from 0.
        total: how many are open.
        said: what was just done.
    """
    head = _("**Report {place} of {total}** by {who}, {date}").format(
        place=place + 1, total=total, who=f"<@{found.user_id}>", date=f"{found.at:%Y-%m-%d}"
    )
    gone = _("That ruling is no longer in service.") if entry is None else ""
    texts = [said, head, *_report_texts(found, entry.title if entry is not None else found.answer_id), gone]
    row = [button(_("Settled"), "ruling.settle", found.id, style=discord.ButtonStyle.success)]
    if entry is not None and fits("ruling.reported", entry.id):
        row.append(button(_("What it says now"), "ruling.reported", entry.id))
        if entry.origin == "server":
            row.append(button(_("Edit…"), "ruling.edit", entry.id))
        elif entry.origin == "curated":
            row.append(button(_("Write our own…"), "ruling.instead", entry.id))
        elif entry.origin == "official" and fits("ruling.hide", entry.id, "aside"):
            # the report stays where it is, to be settled
            row.append(button(_("Not here…"), "ruling.hide", entry.id, "aside"))
    return render.page(texts, [row, render.turn("ruling.reports", place, total)], accent=render.RED)


def _report_texts(feedback: Feedback, title: str) -> list[str]:
    source = source_word(feedback.answer_source)
    return [
        f"> {limits.clip(feedback.question, 500)}" if feedback.question else "",
        f"### {limits.plain(limits.clip(title, 200))}\n-# {source} · `{feedback.answer_id}`",
        limits.clip(limits.plain(reported(feedback.comment)), 2200),
        _linked(feedback.link or ""),
    ]


def _linked(link: str) -> str:
    """The link of a report; of an answer that only its reader saw there is the channel alone."""
    channel = re.fullmatch(r"https://discord\.com/channels/\d+/(\d+)", link)
    return link if channel is None else _("Read in private in {channel}.").format(channel=f"<#{channel[1]}>")


def changed(heading: str, found: Entry | None, answer_id: str, scope: str) -> ui.LayoutView:
    """The direct message to somebody who wants to hear when an answer changes; `scope` is the key of whose it is."""
    if found is None:
        return render.page(
            [_("A ruling that you asked me to watch is no longer in service: {id}").format(id=answer_id)]
        )
    args = ("ask.unwatch", answer_id, scope)
    row = [button(_("Stop telling me"), *args)] if fits(*args) else []
    return render.page([heading, *render.entry_texts(found)], [row], accent=render.BLURPLE)
