"""Who acts for which player, and what they may type as a part of a step."""

from __future__ import annotations

from bot.discord_app.ports import Refusal, Table

NO_SEAT = "You have no seat at a table here. Start one with `/sim start`, or take an open seat on a board."


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
        raise Refusal(NO_SEAT)
    if wanted is None:
        if len(mine) > 1:
            raise Refusal("You play several seats: say which in the option *player*.", choices=mine)
        return mine[0]
    for player in mine:
        if player.casefold() == wanted.strip().casefold():
            return player
    raise Refusal(f"{wanted.strip()} is not one of your seats.", choices=mine)


def slot(text: str) -> str:
    """One slot of a step on one line.

    Raises:
        Refusal: it would begin another line: nobody acts for somebody else.
    """
    if ";" in text or len(text.splitlines()) > 1:
        raise Refusal("One step at a time: no “;” and no line breaks here.")
    return " ".join(text.split())
