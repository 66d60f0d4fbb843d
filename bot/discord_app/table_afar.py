"""Pages of tables where the app is no member: it only answers there, and a press lets it change a board for a while."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.discord_app import ports
from bot.discord_app.components import button
from bot.discord_app.render import Row, page
from bot.discord_app.table_pages import PRIMARY
from bot.i18n import _


def behind(table: ports.Table, *, here: bool, final: bool = False) -> tuple[str, list[Row]]:
    """Says that the board doesn't show yet what happened, as only presses let it be changed, and what helps.

    Args:
        table: whose board.
        here: the person is where the board can be posted anew.
        final: presses don't help any more: it was deleted, or Discord takes no more changes of it.
    """
    if table.message_id is None:
        text, label = _("-# The board isn't posted yet."), _("Put the board here")
    elif final:
        text = _(
            "-# The board doesn't show this: Discord doesn't let me change that message any more. `/sim board` brings "
            "a new one."
        )
        label = _("Bring board here")
    else:
        text = _("-# The board shows this from the next press on it: until then Discord doesn't let me change it.")
        label = _("Bring board here")
    return text, [[button(label, "sim.bring", table.id)]] if here else []


def set_up(table: ports.Table, players: Sequence[str], problem: str = "") -> ui.LayoutView:
    """A table whose board isn't posted yet, for its host, where the board has to be the answer to a press.

    Args:
        table: the table.
        players: the host's seats.
        problem: why these aren't confirmed yet, if they aren't.
    """
    lines = [_("**Your table is ready**: you play {players}.").format(players=" & ".join(players))]
    for seat in table.seats:
        if seat.player not in players:
            kept, free = _("{player}: kept for <@{person}>"), _("{player}: open")
            line = (kept if seat.user_id else free).format(player=seat.player, person=seat.user_id)
            lines.append(f"- {line}")
    note = _(
        "The board is for everybody here; what you typed stays between us. Discord lets me change it only for 15 "
        "minutes after each press on it."
    )
    put = button(_("Put the board here"), "sim.bring", table.id, style=PRIMARY)
    return page(["\n".join(lines), problem, f"-# {note}"], [[put]])
