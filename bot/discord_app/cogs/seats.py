"""Who acts at which table for which player, and what they may type as a part of a step."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_app.cogs.places import is_private, scope_of
from bot.discord_app.components import Interaction
from bot.discord_app.ports import Refusal, Table
from bot.discord_app.table_ports import Tables
from bot.i18n import N_, _
from rulings.store.scope import Scope

ONLY_YOU = N_(
    "Nobody but you sees a board in our direct messages: here you play all seats. To play with somebody, type "
    "`/sim start` in a server or a group chat that both of you are in."
)
NO_SEAT = N_("You have no seat at a table here. Start one with `/sim start`, or take an open seat on a board.")


def players_of(table: Table, user_id: int) -> list[str]:
    """The players whose confirmed seats a person has."""
    return [seat.player for seat in table.seats if seat.user_id == user_id and seat.confirmed]


def player_of(table: Table, user_id: int, wanted: str | None) -> str:
    """The player for whom a person acts.

    Raises:
        Refusal: they have no seat, or several and didn't say which.
    """
    mine = players_of(table, user_id)
    if not mine:
        raise Refusal(_(NO_SEAT))
    if wanted is None:
        if len(mine) > 1:
            raise Refusal(_("You play several seats: say which in the option *player*."), choices=mine)
        return mine[0]
    for player in mine:
        if player.casefold() == wanted.strip().casefold():
            return player
    raise Refusal(_("{player} is not one of your seats.").format(player=wanted.strip()), choices=mine)


def in_direct_message(table: Table) -> bool:
    """Whether a table stands in its host's direct message with the bot, where nobody else sees it."""
    return table.scope == Scope.direct(table.host)


def known_to(table: Table, user_id: int) -> list[str]:
    """What a person can ask about: face-down permanents by number, what is face up, their own hand."""
    board = table.board()
    hand = [card for seen in table.looks(user_id) for card in seen.hand]
    return list(dict.fromkeys([*(handle for handle, _who in board.face_down), *board.named, *hand]))


def slot(text: str) -> str:
    """One slot of a step on one line.

    Raises:
        Refusal: it would begin another line: nobody acts for somebody else.
    """
    if ";" in text or len(text.splitlines()) > 1:
        raise Refusal(_("One step at a time: no “;” and no line breaks here."))
    return " ".join(text.split())


def turning_up(table: Table, user_id: int, handle: str, way: str) -> str | None:
    """The step with which a person turns a face-down permanent of theirs face up.

    Args:
        table: where.
        user_id: who.
        handle: its number.
        way: the cost that they announce (`{1}{U}`), `morph`, `disguise` or `mana cost`; empty if they say none.

    Returns:
        None where there are several ways and they say none: they have to be asked.
    """
    ways = {way: f"with {way}" for way in ("morph", "megamorph", "disguise")} | {"mana cost": "for its mana cost"}
    said = " ".join(way.casefold().removeprefix("for ").removeprefix("with ").removeprefix("its ").split())
    if said:
        return f"turns {handle} face up {ways.get(said, f'for {slot(way)}')}"
    return None if any(handle in seen.several for seen in table.looks(user_id)) else f"turns {handle} face up"


async def tables_of(tables: Tables, interaction: Interaction) -> Sequence[Table]:
    """The running tables that a command of this person here may mean, last played first.

    Those whose boards stand in this channel; else those of this server (boards stand in threads); in the direct
    message, where none does, those of every place.
    """
    user = interaction.user.id
    scope = scope_of(interaction)
    here: Sequence[Table] = []
    if interaction.channel_id is not None:
        here = await tables.in_channel(scope, interaction.channel_id)
    seated = [table for table in here if players_of(table, user)]
    if not seated:
        mine = [table for table in await tables.of_person(user) if players_of(table, user)]
        seated = [table for table in mine if is_private(interaction) or table.scope == scope]
    return seated or [table for table in here if table.host == user]


async def meant(
    tables: Tables, interaction: Interaction, wanted: str | None = None, *, certain: bool = False
) -> tuple[Table, str]:
    """The table that a command means (see `chosen`), and its name where the person has several.

    Raises:
        Refusal: there is none, or it isn't clear which.
    """
    found = await tables_of(tables, interaction)
    table = chosen(found, wanted, certain=certain)
    return table, table_name(table) if len(found) > 1 else ""


def chosen(found: Sequence[Table], wanted: str | None, *, certain: bool = False) -> Table:
    """The table that is meant: the one that was named, else the last one played.

    Args:
        found: the person's tables.
        wanted: its name (or the beginning of its id) as typed; None if none was named.
        certain: what is done can't be taken back: of several tables one has to be named.

    Raises:
        Refusal: there is none, or it isn't clear which.
    """
    if not found:
        raise Refusal(_(NO_SEAT))
    names = [table_name(table) for table in found]
    if wanted is None:
        if certain and len(found) > 1:
            raise Refusal(_("You have several tables here: say which in the option *table*."), choices=names)
        return found[0]
    typed = wanted.casefold().replace("table", "").replace(_("Table").casefold(), "").strip(" `")
    fitting = [table for table in found if typed and table.id.startswith(typed)]
    if len(fitting) != 1:
        raise Refusal(_("That is none of your tables here."), choices=names)
    return fitting[0]


def table_name(table: Table) -> str:
    """What a table is called on its board."""
    return _("Table") + f" {table.id[:6]}"
