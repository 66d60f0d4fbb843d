"""Services' results as Discord messages (Components V2). The only place where pages get their looks and lengths."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.discord_app import limits
from bot.discord_app.components import Choose, Press, button, fits
from bot.discord_app.emoji import with_symbols
from bot.discord_app.history_words import source_word
from bot.discord_app.ports import (
    Entry,
    EventLine,
    Explained,
    ScriptResult,
)
from bot.i18n import N_, _
from bot.services.verdicts import TIED
from rulings.verdict_words import VERDICT

Row = Sequence[Press] | Choose
#: Ids of text parts that a later press reads back from the message itself.
QUESTION_PART = 900
PROOF_PART = 910
SCRIPT_PART = 920
#: Name of the file that holds a long game.
TRANSCRIPT = "game.txt"
COSTS_NOT_PAID = N_("-# Mana is free here: costs are announced, not paid.")
BLURPLE, RED, GREEN = 0x5865F2, 0xD83C3E, 0x3BA55D
#: What a script's page holds at most, so that its heading always fits beside it.
_SCRIPT_PAGE = 3300


def page(
    texts: Iterable[str | tuple[int, str]], rows: Iterable[Row] = (), *, accent: int | None = None
) -> ui.LayoutView:
    """A message: texts in a frame, then rows of buttons or a menu.

    Args:
        texts: in order; a pair gives the text's part an id. Empty ones are left out; what is longer than Discord shows
            is cut at the end, marked by an ellipsis.
        rows: up to 5 buttons each, or one menu.
        accent: colour of the frame's edge.
    """
    room = limits.PAGE_TEXT
    pairs = [each if isinstance(each, tuple) else (None, each) for each in texts]
    # Emoji are longer than symbols: they get what the texts leave, and never cut one short.
    spare = room - sum(len(text) for _part, text in pairs)
    frame: ui.Container[Any] = ui.Container(accent_color=accent)
    for part, text in pairs:
        if not text.strip() or room <= 0:
            continue
        plain = limits.clip(text, room)
        # What a later press reads back stays as it was typed.
        shown = with_symbols(plain, len(plain) + spare) if part is None else plain
        spare -= len(shown) - len(plain)
        room -= len(shown)
        frame.add_item(ui.TextDisplay(shown, id=part))
    if not frame.children:
        frame.add_item(ui.TextDisplay("—"))
    for row in rows:
        items: list[Any] = [row] if isinstance(row, Choose) else list(row)[:5]
        if items:
            frame.add_item(ui.ActionRow(*items))
    view = ui.LayoutView(timeout=None)
    view.add_item(frame)
    return view


def choice_buttons(
    options: Sequence[tuple[str, str]], action: str, *, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> tuple[str, list[Press]]:
    """Buttons to choose from, with a text that holds in full what a phone would cut short on them.

    Args:
        options: (last argument of the button, label); those whose custom_id would be too long are left out.
        action: what the buttons do.
        style: their looks.

    Returns:
        The numbered labels, empty if a phone shows all of them in full; and at most 5 buttons.
    """
    taken = [(argument, label) for argument, label in options if fits(action, argument)][:5]
    if all(len(limits.one_line(label, limits.BUTTON_LABEL)) <= limits.LABEL_SHOWN for _argument, label in taken):
        return "", [button(label, action, argument, style=style) for argument, label in taken]
    lines, row = [], []
    for number, (argument, label) in enumerate(taken, start=1):
        lines.append(f"**{number}** · {limits.harmless(limits.one_line(label, 200))}")
        row.append(button(limits.one_line(f"{number} · {label}", limits.LABEL_SHOWN), action, argument, style=style))
    return "\n".join(lines), row


def name_buttons(names: Iterable[str], action: str) -> list[Row]:
    """Rows of names to choose from, 15 at most; each is its button's argument, too long ones are left out."""
    buttons = [
        button(name, action, name, style=discord.ButtonStyle.primary)
        for name in dict.fromkeys(names)
        if fits(action, name)
    ]
    return [buttons[:5], buttons[5:10], buttons[10:15]]


def turn(action: str, number: int, count: int, *args: str | int) -> list[Press]:
    """The buttons that turn pages, empty if there is only one.

    Args:
        action: what the buttons do; the number of the page that they lead to is its first argument.
        number: the page that is shown, from 0.
        count: how many there are.
        args: the further arguments.
    """
    if count < 2:
        return []
    return [
        button(_("◀ Back"), action, number - 1, *args, disabled=number == 0),
        button(_("Next ▶"), action, number + 1, *args, disabled=number == count - 1),
    ]


def notice(text: str, *, good: bool | None = None) -> ui.LayoutView:
    """A short message; `good` colours it."""
    return page([text], accent={True: GREEN, False: RED, None: None}[good])


def part_text(message: discord.Message | None, part: int) -> str:
    """Read a text part of a message of ours back, by its id; empty if there is none."""
    if message is None:
        return ""
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        if getattr(component, "id", None) == part:
            return str(getattr(component, "content", ""))
        waiting += getattr(component, "children", None) or []
    return ""


# --- answers ----------------------------------------------------------------------------------------------------------


def entry_texts(found: Entry) -> list[str]:
    """An entry as texts: title and answer, rules and source, what else must be said."""
    rules = " · ".join(f"CR {rule}" if rule[:1].isdigit() else rule for rule in found.rules)
    proof = "\n" + _("✔ This example was played by the simulator.") if found.proof else ""
    source = _("{source} · written against the rules of {edition}").format(
        source=source_word(found.origin), edition=found.as_of
    )
    # A moderator's ruling is somebody's text: its emphasis stays, mentions and links dressed up don't.
    text = limits.harmless(found.text)
    # The verdict at the start of an answer stands out, with what ties it to its title.
    tied = _(TIED).format(answer="")
    text = re.sub(rf"^(?:{re.escape(tied)})?{VERDICT}", lambda said: f"**{said[0]}**", text, flags=re.IGNORECASE)
    return [
        f"### {limits.harmless(found.title)}\n{text}",
        _("**Rules:** {rules}").format(rules=rules) + f"{proof}\n-# {source}",
        found.note,
    ]


# --- scripts ----------------------------------------------------------------------------------------------------------


def script_pages(result: ScriptResult) -> list[str]:
    """The steps of a script as texts, each small enough for a page."""
    lines: list[str] = []
    marks = {"ok": "▸", "refused": "✘", "unsupported": "?"}
    for step in result.steps:
        lines.append(f"{marks[step.status]} **{limits.plain(step.text)}**")
        lines += [f"　{event(each)}" for each in step.events]
    kinds = (
        (_("✘ Check failed: {what}"), result.failed),
        (_("? Not supported yet: {what}"), result.unsupported),
        (_("? Nobody decided, so this was assumed: {what}"), result.assumed),
        (_("? This has to be decided first, with a step `PLAYER chooses …`: {what}"), filter(None, [result.waiting])),
    )
    lines += [words.format(what=limits.plain(text)) for words, texts in kinds for text in texts]
    return limits.chunks(lines, _SCRIPT_PAGE) or [_("Nothing happened.")]


def script(result: ScriptResult) -> ui.LayoutView:
    """A played script: its first page, and where it has more, the file that holds the whole game (`transcript`)."""
    texts = script_pages(result)
    heading = "### " + (limits.plain(result.title) if result.title else _("Played by the simulator"))
    if result.unsupported:
        verdict = _("**Not supported in full**: this proves nothing either way.")
    elif any(step.status == "refused" and not step.text.casefold().startswith("refuse ") for step in result.steps):
        verdict = _("**The rules refused a step.**")
    elif result.failed:
        failed, total = len(result.failed), len(result.failed) + result.passed
        verdict = _("**{failed} of {total} checks failed.**").format(failed=failed, total=total)
    else:
        verdict = _("✔ Checks that hold: {count}.").format(count=result.passed) if result.passed else ""
    costs = _(COSTS_NOT_PAID) if result.costs_not_paid else ""
    view = page([(PROOF_PART, heading), texts[0], f"{verdict}\n{costs}".strip()])
    if len(texts) > 1:
        more = _("The first of {count} pages; the whole game is in the file.").format(count=len(texts))
        view.add_item(ui.TextDisplay(f"-# {more}"))
        view.add_item(ui.File(f"attachment://{TRANSCRIPT}"))
    return view


def transcript(result: ScriptResult) -> discord.File | None:
    """The whole game as a file, where it doesn't fit one page."""
    texts = script_pages(result)
    if len(texts) == 1:
        return None
    return discord.File(io.BytesIO(re.sub(r"\\(.)", r"\1", "\n".join(texts)).encode()), filename=TRANSCRIPT)


# --- what happened --------------------------------------------------------------------------------------------------


def explained(found: Explained, where: str = "") -> ui.LayoutView:
    """Why an object is what it is: what made each characteristic, then the last events about it.

    Args:
        found: what is said of it.
        where: the table's name, where it might have been another one.
    """
    made = "\n".join(event(line) for line in found.made)
    events = "\n".join(event(each) for each in found.events)
    hint = _("-# Which card it is: type /look, or press My cards.") if found.secret else ""
    told = _("What happened to it")
    return page(
        [
            f"-# {where}" if where else "",
            limits.clip(made, 2500),
            f"**{told}**\n{limits.clip(events, 1000)}" if events else "",
            hint,
        ]
    )


def event(line: EventLine) -> str:
    """Something that happened, with its rules."""
    rules = f" `{', '.join(line.rules)}`" if line.rules else ""
    return f"{limits.plain(line.text)}{rules}"
