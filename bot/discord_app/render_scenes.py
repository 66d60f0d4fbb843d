"""Examples as a stepper: the position, then each step with its rules, as a judge or a player sees it."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ButtonStyle, ui

from bot.discord_app import limits, render
from bot.discord_app.components import Press, button, fits
from bot.discord_app.ports import PlayerBoard
from bot.discord_app.render_reference import rule_row
from bot.i18n import _, ngettext
from bot.services.scenes import JUDGE, Expectation, Frame, Scene
from bot.services.what_if import Variant
from bot.telling import told, told_whole

#: So many players have a button of their own beside the judge's.
_MOST_VIEWERS = 4
#: A longer script isn't shown again where it can't be read.
_MOST_SCRIPT = 3000
_FENCE = "`" * 3
_EXAMPLE = "`Alice manifests Delver of Secrets; Alice turns #1 face up`"


def scene(
    played: Scene, number: int, viewer: str, turn: tuple[str, tuple[str, ...]], *, change: str = "", entry_id: str = ""
) -> ui.LayoutView:
    """One moment of a scene.

    Args:
        played: the scene.
        number: which moment, from 0 (the position).
        viewer: the judge, or a player.
        turn: action and last arguments of the buttons that turn the page; number and viewer stand before them.
        change: what was changed in the example; empty for the example itself.
        entry_id: the ruling whose example it is, for *What if…* and *Run with my cards*.
    """
    number = max(0, min(number, len(played.frames) - 1))
    viewer = viewer if viewer in played.viewers else JUDGE
    frame = told_whole(played.frames[number])
    last = number == len(played.frames) - 1
    title = limits.plain(limits.clip(played.title, 200)) or _("Played by the simulator")
    heading = f"### {title}" + ("\n" + _("**What if:** {change}").format(change=limits.plain(change)) if change else "")
    texts: list[str | tuple[int, str]] = [
        (render.PROOF_PART, heading),
        _step(frame, number, len(played.frames), viewer),
    ]
    texts += [limits.clip("\n".join(map(_check, frame.checks)), 700), _board(frame, viewer)]
    if last and played.stopped:
        texts.append(
            _("**It goes no further:** {reason}").format(reason=limits.plain(limits.clip(told(played.stopped), 400)))
        )
    if last and change:
        texts.append(_differences(played))
    texts.append(_(render.COSTS_NOT_PAID) if played.costs_not_paid else "")
    return render.page(texts, _rows(played, number, viewer, turn, frame, entry_id=entry_id), accent=render.BLURPLE)


def _step(frame: Frame, number: int, total: int, viewer: str) -> str:
    if not frame.text:
        return ngettext(
            "**The position** · {count} step follows", "**The position** · {count} steps follow", total - 1
        ).format(count=total - 1)
    said = limits.plain(limits.clip(frame.text, 300))
    mark = "▸" if frame.expected else {"ok": "▸", "refused": "✘", "unsupported": "?"}[frame.status]
    head = _("**Step {number} of {total}**").format(number=number, total=total - 1) + f" {mark} **{said}**"
    if frame.status == "refused" and not frame.expected:
        head += "\n" + _("**The rules refuse it.**")
    elif frame.status == "refused" and frame.text.casefold().startswith("refuse "):
        head += "\n" + _("The rules refuse it, as the example says.")
    events = [f"　{render.event(each)}" for each in frame.events.get(viewer, ())]
    return limits.clip("\n".join([head, *events]), 1500)


def _check(check: Expectation) -> str:
    if check.held:
        return f"-# ✔ {limits.plain(check.text)}"
    return f"✘ {limits.plain(check.text)}" + (f" — {limits.plain(check.actual)}" if check.actual else "")


def _board(frame: Frame, viewer: str) -> str:
    board = frame.board
    lines = [f"**{limits.plain(board.turn)}**"]
    for player in board.players:
        lines += _player(player)
    if board.stack:
        lines.append(_("Stack: {objects}").format(objects=limits.plain(", ".join(board.stack))))
    lines += [f"👁 {limits.plain(line)}" for line in frame.known.get(viewer, ())]
    return limits.clip("\n".join(lines), 1100)


def _player(player: PlayerBoard) -> list[str]:
    counts = _("{life} life · {hand} in hand · {library} in library").format(
        life=player.life, hand=player.hand, library=player.library
    )
    lines = [f"**{limits.plain(player.name)}** {counts}"]
    lines += ["　" + limits.plain(" · ".join(player.battlefield))] if player.battlefield else []
    for name, cards in ((_("graveyard"), player.graveyard), (_("exile"), player.exile), ("", player.facts)):
        if cards:
            lines.append(f"-# {name + ': ' if name else ''}{limits.plain(', '.join(cards))}")
    return lines


def _differences(played: Scene) -> str:
    failed = played.failed
    if not failed:
        return _("**All that the example expects holds here too.**")
    return _("**{count} of the example's expectations no longer hold** (✘ above and at earlier steps).").format(
        count=len(failed)
    )


def _rows(
    played: Scene, number: int, viewer: str, turn: tuple[str, tuple[str, ...]], frame: Frame, *, entry_id: str
) -> list[render.Row]:
    action, args = turn
    rows: list[render.Row] = [render.turn(action, number, len(played.frames), viewer, *args)]
    rows.append(
        [
            button(
                _("View as {viewer}").format(viewer=_("judge") if each == JUDGE else each),
                action,
                number,
                each,
                *args,
                disabled=each == viewer,
            )
            for each in played.viewers[: _MOST_VIEWERS + 1]
            if fits(action, number, each, *args)
        ]
    )
    events = frame.events.get(viewer, ())
    rows.append(rule_row([*frame.rules, *(rule for event in events for rule in event.rules)]))
    more: list[Press] = []
    # A changed example is run as it was changed.
    run = (entry_id, *args[:-1])
    if entry_id and fits("ask.whatif", entry_id) and fits("ask.run", *run):
        more = [button(_("What if…"), "ask.whatif", entry_id), button(_("Run with my cards"), "ask.run", *run)]
    rows.append(more)
    return rows


def unread(why: str, script: str) -> ui.LayoutView:
    """A script that can't be read: why, and the script itself, which a button takes up again."""
    shown = script.strip().replace("`" * 3, "'" * 3)
    if len(shown) > _MOST_SCRIPT:
        return render.notice(why, good=False)
    example = _("A line says who does what: {example}").format(example=_EXAMPLE)
    texts: list[str | tuple[int, str]] = [
        limits.clip(why, 600),
        f"-# {example}",
        (render.SCRIPT_PART, f"{_FENCE}\n{shown}\n{_FENCE}"),
    ]
    return render.page(texts, [[button(_("Edit it"), "ask.again", style=ButtonStyle.primary)]], accent=render.RED)


def script_of(message: discord.Message | None) -> str:
    """The script on a message that `unread` made; empty if there is none."""
    return render.part_text(message, render.SCRIPT_PART).removeprefix(_FENCE).removesuffix(_FENCE).strip()


def what_ifs(title: str, found: Sequence[Variant], entry_id: str) -> ui.LayoutView:
    """The changes of an example that can be played."""
    labels = {
        "controller": _("Another player controls it"),
        "noncreature": _("It is a noncreature card"),
        "double-faced": _("It is a double-faced card"),
        "abilities": _("It has lost its abilities"),
    }
    row = [
        button(labels[each.key], "ask.if", 0, JUDGE, each.key, entry_id, style=ButtonStyle.primary)
        for each in found
        if fits("ask.if", 99, JUDGE, each.key, entry_id)
    ]
    lines = [f"- {labels[each.key]}: {limits.plain(each.change)}" for each in found]
    return render.page([f"### {title}", _("**What if…**"), "\n".join(lines)], [row])
