"""Pages about tables: the public board, and what one person reads in private.

Boards are built from what a spectator sees. Private pages may hold that person's own hand and library choices; which
card is face down stands in `letter` and `log` alone, which go into direct messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.discord_app import limits, ports
from bot.discord_app.components import Press, button, fits, person_select, select
from bot.discord_app.ports import Board, EventLine, Look, Outcome, PlayerBoard, Seat
from bot.discord_app.render import COSTS_NOT_PAID, Row, event, page
from bot.discord_app.table_ports import Table
from bot.i18n import _
from bot.telling import told
from rulings.store.scope import Scope

PRIMARY, SUCCESS, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.success, discord.ButtonStyle.danger
#: What the parts of a board may take; players get what is left of a page.
_STACK, _EVENTS, _UNSUPPORTED, _FOOT = 450, 850, 250, 400
_MOST_SEATS = 4


def board(table: ports.Table) -> ui.LayoutView:
    """The public board: what a spectator sees, and buttons that say nothing more. It fits whatever the game."""
    view = table.board()
    seats = {seat.player: seat for seat in table.seats}
    heading = "### " + _("Table") + f" `{table.id[:6]}` · {limits.plain(view.turn)}"
    rest = _below(view)
    foot = limits.clip(limits.plain(why_over(table) or view.waiting_for), _FOOT)
    foot = f"{f'**{foot}**' if foot else ''}\n{_(COSTS_NOT_PAID) if view.costs_not_paid else ''}".strip()
    room = limits.PAGE_TEXT - len(heading) - len(foot) - sum(map(len, rest)) - 50
    each = room // max(1, len(view.players))
    players = [_player(player, seats.get(player.name), each) for player in view.players]
    return page([heading, *players, *rest, foot], _over_rows(table) if table.over else _board_rows(table, view))


def why_over(table: ports.Table) -> str:
    """Why a table takes no more actions, as a sentence; empty while it goes on."""
    why = table.over
    return why[:1].upper() + why[1:]


def _below(view: Board) -> list[str]:
    texts = []
    if view.stack:
        stack = "\n".join(f"- {limits.plain(item)}" for item in view.stack)
        texts.append(limits.clip("**" + _("Stack") + "** (" + _("top first") + f")\n{stack}", _STACK))
    if view.events:
        # The newest lines stay where not all of them fit.
        lines = [limits.clip(event(each), 300) for each in _told(view.events)[-8:]]
        while len("\n".join(lines)) > _EVENTS and len(lines) > 1:
            lines.pop(0)
        texts.append("**" + _("Last") + "**\n" + "\n".join(lines))
    if view.unsupported:
        text = _("Not simulated: {cards}").format(cards=limits.plain("; ".join(view.unsupported)))
        texts.append(limits.clip(f"? {text}", _UNSUPPORTED))
    return texts


def _told(events: Sequence[EventLine]) -> list[EventLine]:
    """The events without the mana that was made for a payment: that something was paid for says enough on a board."""
    kept: list[EventLine] = []
    for each in events:
        if each.rules[:1] == ("601.2h",):
            while kept and kept[-1].rules in (("701.26a",), ("106.4",)):
                kept.pop()
        kept.append(each)
    return kept


def _player(player: PlayerBoard, seat: Seat | None, room: int) -> str:
    if seat is None or seat.user_id is None:
        who = _("seat open")
    else:
        who = f"<@{seat.user_id}>" + ("" if seat.confirmed else _(", invited"))
    counts = _("{life} life · {hand} in hand · {library} in library").format(
        life=player.life, hand=player.hand, library=player.library
    )
    lines = [f"**{limits.plain(player.name)}** ({who}) · {counts}"]
    lines += [f"-# {limits.plain(', '.join(player.facts))}"] if player.facts else []
    zones = ((_("graveyard"), player.graveyard), (_("exile"), player.exile))
    lower = [
        limits.clip(f"-# {zone}: {limits.plain(', '.join(_grouped(cards)))}", room // 4)
        for zone, cards in zones
        if cards
    ]
    left = room - len("\n".join([*lines, *lower])) - 2
    lines.append(_field(player.battlefield, left))
    return limits.clip("\n".join([*lines, *lower]), room)


def _field(permanents: Sequence[str], room: int) -> str:
    """The permanents on one line; equal ones counted, those that don't fit counted too."""
    if not permanents:
        return "-# " + _("nothing on the battlefield")
    # What is face down stands first: its number is how it is spoken of.
    ordered = sorted(_grouped(permanents), key=lambda line: not line.startswith("#"))
    shown: list[str] = []
    for number, line in enumerate(ordered):
        more = _(" · and {count} more").format(count=len(ordered) - number)
        if len(" · ".join([*shown, limits.plain(line)])) + len(more) > room:
            return " · ".join(shown) + more
        shown.append(limits.plain(line))
    return " · ".join(shown)


def _grouped(names: Iterable[str]) -> list[str]:
    counted = [(name, len(list(same))) for name, same in groupby(names)]
    return [f"{name} ×{count}" if count > 1 else name for name, count in counted]


def _over_rows(table: ports.Table) -> list[Row]:
    return [[button(_("Share"), "sim.share", table.id)]]


def _board_rows(table: ports.Table, view: Board) -> list[Row]:
    rows: list[Row] = [
        [
            button(_("Act"), "sim.act", table.id, style=PRIMARY),
            button(_("My cards"), "sim.look", table.id, style=PRIMARY),
            button(_("Pass"), "sim.pass", table.id, table.version),
            button(_("Undo"), "sim.undo", table.id, table.version),
            button(_("Why?"), "sim.why", table.id),
        ],
        [
            button(_("Next turn"), "sim.next", table.id, table.version),
            button(_("Manifest"), "sim.manifest", table.id),
            button(_("More"), "sim.more", table.id),
            button(_("End"), "sim.end", table.id, style=DANGER),
        ],
    ]
    empty = [seat for seat in table.seats if not seat.confirmed and fits("sim.sit", table.id, seat.player)]
    if empty:
        rows.append([_sit(table, seat) for seat in empty[:5]])
    if view.face_down:
        rows.append(
            [
                button(_("Turn {number} face up").format(number=handle), "sim.up", table.id, handle)
                for handle, _who in view.face_down[:5]
            ]
        )
    return rows


def _sit(table: ports.Table, seat: Seat) -> Press:
    label = _("Accept the seat of {player}") if seat.user_id else _("Sit down as {player}")
    return button(label.format(player=seat.player), "sim.sit", table.id, seat.player, style=SUCCESS)


# --- acting -----------------------------------------------------------------------------------------------------------


def acted(
    table: Table,
    result: Outcome,
    user_id: int,
    player: str = "",
    where: str = "",
    behind: tuple[str, Sequence[Row]] = ("", ()),
) -> ui.LayoutView:
    """What came of an action, for the person who acted, and what they have to decide next or may do.

    Args:
        table: where.
        result: what came of it.
        user_id: who acted.
        player: for which seat, if that is known.
        where: the table's name, if it has to be said.
        behind: says that the board doesn't show it yet (see `table_afar.behind`).
    """
    asked = [] if table.over else table.choices(user_id)
    text = "\n".join(event(each) for each in result.events)
    if not text and not asked:
        # Only time went on.
        text = "" if table.over else limits.plain(table.board().turn)
        text = text or _("Done.")
    # What is asked stands below, with its options to press.
    note = result.note.removesuffix(result.asked).strip() if asked else result.note
    hint = _("-# You may look at it: type /look, or press My cards.") if result.secret else ""
    late, bring = behind
    texts = [
        f"-# {where}" if where else "",
        late,
        limits.clip(text, 1800),
        limits.clip(limits.plain(note), 700),
        hint,
    ]
    if asked:
        more, rows = _choice(table, asked[0])
        return page([*texts, *more], [*rows, *bring])
    if table.over:
        return page(texts, bring)
    args = [table.id, player] if player and fits("sim.act", table.id, player) else [table.id]
    return page(texts, [[button(_("Act again"), "sim.act", *args, style=PRIMARY)], *bring])


def choosing(table: Table, player: str, picked: Sequence[int] = (), user_id: int = 0) -> ui.LayoutView | None:
    """What a seat has to decide, with its legal options; None if it isn't asked."""
    asked = next((each for each in table.choices(user_id) if each.player == player), None)
    if asked is None:
        return None
    texts, rows = _choice(table, asked, picked)
    return page(texts, rows)


def _choice(table: Table, asked: Any, picked: Sequence[int] = ()) -> tuple[list[str], list[Row]]:
    args = (table.id, table.version, asked.player)
    texts = [f"**{limits.plain(asked.player)}**: {limits.plain(limits.clip(asked.prompt, 600))}"]
    if picked:
        chosen = ", ".join(asked.options[index] for index in picked)
        texts.append(_("Chosen so far: {options}").format(options=limits.plain(limits.clip(chosen, 500))))
    if asked.kind == "divide":
        lines = [f"{number}. {limits.plain(label)}" for number, label in enumerate(asked.options, 1)]
        texts += [limits.clip("\n".join(lines), 900)]
        return texts, [[button(_("Divide {total}…").format(total=asked.total), "sim.divide", *args, style=PRIMARY)]]
    rows: list[Row] = []
    free = [index for index in range(len(asked.options)) if asked.kind == "mode" or index not in picked]
    so_far = ".".join(map(str, picked))
    left = asked.maximum - len(picked)
    # Each menu holds 25 options: four of them hold as many as a page can.
    for start in range(0, min(len(free), 100), limits.SELECT_OPTIONS):
        part = free[start : start + limits.SELECT_OPTIONS]
        several = left > 1 and asked.kind == "pick" and len(free) <= limits.SELECT_OPTIONS and not picked
        rows.append(
            select(
                _("Choose"),
                [(str(index), f"{index + 1}. {asked.options[index]}") for index in part],
                "sim.pick",
                *args,
                so_far,
                start,
                least=min(max(1, asked.minimum), len(part)) if several else 1,
                most=min(left, len(part)) if several else 1,
            )
        )
    buttons = []
    if len(picked) >= asked.minimum and (picked or asked.minimum == 0):
        buttons.append(button(_("Done") if picked else _("None"), "sim.picked", *args, so_far, style=PRIMARY))
    if asked.open:
        buttons.append(button(_("Name a card…"), "sim.name", *args))
    # What was pressed by mistake, an action without its target yet, is taken back like any step.
    buttons.append(button(_("Undo"), "sim.undo", table.id, table.version))
    return texts, [*rows, buttons]


_GROUPS = ("combat", "play", "activate", "face up", "onwards")


def legal(table: Table, player: str, version: int, moves: Sequence[Any], mine: Sequence[str]) -> ui.LayoutView:
    """What a seat may do now: a menu for each kind of action."""
    headings = {
        "combat": _("Attack or block"),
        "play": _("Cast or play"),
        "activate": _("Activate an ability"),
        "face up": _("Turn face up"),
        "onwards": _("Go on"),
    }
    rows: list[Row] = []
    hidden = 0
    for group in _GROUPS:
        options = [(str(number), move.label) for number, move in enumerate(moves) if move.group == group]
        hidden += max(0, len(options) - limits.SELECT_OPTIONS)
        if options:
            rows.append(select(headings[group], options, "sim.do", table.id, version, player, _GROUPS.index(group)))
    others = [each for each in mine if each != player and fits("sim.act", table.id, each)]
    if others:
        rows.append([button(_("As {player}").format(player=each), "sim.act", table.id, each) for each in others[:4]])
    view = table.board()
    texts = [f"**{limits.plain(player)}** · {limits.plain(view.turn)}\n{limits.plain(view.waiting_for)}"]
    if not moves:
        texts.append(_("There is nothing that the rules let you do now."))
    if hidden:
        texts.append(
            _("-# {count} more actions don't fit here: `/sim` commands take all of them.").format(count=hidden)
        )
    return page(texts, rows)


def candidates(table: Table, player: str, version: int, number: int, move: Any) -> ui.LayoutView:
    """With what a move is made: one or more of its candidates."""
    options = [(str(index), f"{index + 1}. {label}") for index, label in enumerate(move.candidates)]
    most = min(len(options), limits.SELECT_OPTIONS)
    return page(
        [limits.plain(move.label)],
        [select(_("Choose"), options, "sim.with", table.id, version, player, number, most=most)],
    )


def asked_why(table: Table, references: Sequence[str]) -> ui.LayoutView:
    """Which object is asked about; private, as the own hand is in it."""
    options = [(name, told(name)) for name in references if len(name) <= limits.OPTION_TEXT]
    if not options:
        return page([_("There is nothing at this table to ask about yet.")])
    return page([_("Why is it what it is? Which one:")], [select(_("Choose"), options, "sim.whyof", table.id)])


# --- seats and the rest -------------------------------------------------------------------------------------------


def more(table: Table, user_id: int, *, moderates: bool) -> ui.LayoutView:
    """Seats, sharing, moving the board: what isn't needed at every step."""
    host = user_id == table.host
    mine = [seat.player for seat in table.seats if seat.user_id == user_id and seat.confirmed]
    first = [button(_("Share"), "sim.share", table.id)]
    if host or mine:
        first.append(button(_("Bring board here"), "sim.bring", table.id))
    rows: list[Row] = [first]
    if mine:
        rows.append([button(_("Concede"), "sim.concede", table.id), button(_("Leave"), "sim.leave", table.id)])
    if (host or mine) and table.scope != Scope.direct(table.host):
        # In a direct message nobody else sees the board.
        for seat in [
            seat for seat in table.seats if seat.user_id is None and fits("sim.invite", table.id, seat.player)
        ]:
            label = _("Invite somebody as {player}").format(player=seat.player)
            rows.append(person_select(label, "sim.invite", table.id, seat.player))
    if host and len(table.seats) < _MOST_SEATS and not table.begun:
        rows.append([button(_("Open another seat"), "sim.open", table.id)])
    taken = [seat for seat in table.seats if seat.user_id not in (None, user_id)]
    if (host or moderates) and taken:
        label = _("Free the seat of {player}")
        rows.append([button(label.format(player=seat.player), "sim.free", table.id, seat.player) for seat in taken])
    return page(["### " + _("Table") + f" `{table.id[:6]}`"], rows)


def confirm(text: str, label: str, action: str, *args: str | int) -> ui.LayoutView:
    """Asks before something that can't be taken back."""
    return page([text], [[button(label, action, *args, style=DANGER)]])


def invitation(heading: str, table: Table, players: Sequence[str]) -> ui.LayoutView:
    """A seat that is kept for somebody, shown in their direct messages."""
    seats = [seat for seat in table.seats if seat.player in players and fits("sim.sit", table.id, seat.player)]
    text = _("{table}: <@{host}> keeps a seat for you.").format(table=heading, host=table.host)
    return page([text], [[_sit(table, seat) for seat in seats[:5]]])


# --- direct messages --------------------------------------------------------------------------------------------------


def letter(heading: str, table: Table, looks: Sequence[Look], number: int = 0) -> ui.LayoutView:
    """The direct message that lists what a person may look at in one game.

    Args:
        heading: the table's name, with a link back to it.
        table: the game.
        looks: the view of each of the person's seats.
        number: which page, from 0; most people need only one.
    """
    if table.over:
        return page([f"### {heading}", limits.plain(why_over(table))])
    lines: list[str] = []
    for seen in looks:
        lines += _seen(seen)
    texts = limits.chunks(lines, limits.PAGE_TEXT - len(heading) - 100) or [_("You have no seat here any more.")]
    number = max(0, min(number, len(texts) - 1))
    rows: list[Row] = [
        [
            button(_("Act"), "sim.act", table.id, style=PRIMARY),
            button(_("Log"), "sim.log", table.id, 0),
        ]
    ]
    if len(texts) > 1:
        rows.append(_pages("sim.cards", table, number, len(texts)))
    return page([f"### {heading}", texts[number]], rows)


def _seen(seen: Look) -> list[str]:
    lines = [f"**{limits.plain(seen.player)}**"]
    for handle, name, note in seen.cards:
        origin, *rest = note.split(" · ")
        # How it became face down is public; what it costs would tell which card it is.
        line = f"{handle}: ||{limits.plain(name)}||" + (f" · {limits.plain(origin)}" if origin else "")
        lines.append(line + (f" · ||{limits.plain(' · '.join(rest))}||" if rest else ""))
    if not seen.cards:
        lines.append(_("You have nothing face down."))
    kept = ((_("Hand"), seen.hand), (_("Top of your library"), (seen.library_top,) if seen.library_top else ()))
    lines += [f"{label}: {_spoilers(names)}" for label, names in kept if names]
    if seen.decision:
        text = _("You decide: {what}").format(what=limits.plain(seen.decision))
        lines.append(f"{text} {_spoilers(list(map(told, seen.options)))}")
    return lines


def log(heading: str, table: Table, lines: Sequence[EventLine], number: int = 0) -> ui.LayoutView:
    """What a person was shown in one game, in direct messages only; the newest page first."""
    written = [f"||{limits.plain(line.text)}||" for line in reversed(lines)]
    texts = limits.chunks(written, limits.PAGE_TEXT - len(heading) - 100) or [_("You were shown nothing yet.")]
    number = max(0, min(number, len(texts) - 1))
    rows = [_pages("sim.log", table, number, len(texts))] if len(texts) > 1 else []
    return page([f"### {heading} · " + _("what you were shown"), texts[number]], rows)


def _pages(action: str, table: Table, number: int, count: int) -> list[Press]:
    return [
        button(_("◀ Back"), action, table.id, number - 1, disabled=number == 0),
        button(_("Next ▶"), action, table.id, number + 1, disabled=number == count - 1),
    ]


def _spoilers(names: Sequence[str]) -> str:
    return ", ".join(f"||{limits.plain(name)}||" for name in names)
