"""Which private message belongs to which seat of which game.

Private messages are the one place where hidden cards are shown; these references let them be kept up to date by edits,
and let an answer to one find its game. What a message says isn't kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rulings.remarks import Remark
from rulings.store.engine import whole
from rulings.store.errors import Conflict, NotFound
from rulings.store.repository import Repository
from rulings.store.schema import games, private_messages
from rulings.store.scope import Scope


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """A private message of the bot.

    Attributes:
        message_id: Discord's id of the message.
        channel_id: Discord's id of the private channel.
        game_id: the game that it is about.
        seat: the seat whose view it shows.
        user_id: the person it went to.
        purpose: what it is for: "seat confirmed", "look".
        at: when it was sent.
    """

    message_id: int
    channel_id: int
    game_id: str
    seat: str
    user_id: int
    purpose: str
    at: datetime


class PrivateMessages(Repository):
    """The repository of references to private messages."""

    @whole
    async def remember(
        self, scope: Scope, game_id: str, seat: str, *, user_id: int, channel_id: int, message_id: int, purpose: str
    ) -> PrivateMessage:
        """Keep which seat a private message belongs to.

        Raises:
            Conflict: that message belongs to a seat already.
            NotFound: the scope has no such game, or the game no such seat.
        """
        message = PrivateMessage(message_id, channel_id, game_id, seat, user_id, purpose, self._clock())
        try:
            async with self._database.write() as connection:
                known = sa.select(games.c.id).where(games.c.scope == scope.key, games.c.id == game_id)
                if (await connection.execute(known)).one_or_none() is None:
                    raise NotFound(Remark("there is no such game here"))
                taken = sa.select(private_messages.c.game).where(private_messages.c.message_id == message_id)
                if (await connection.execute(taken)).one_or_none() is not None:
                    raise Conflict(Remark("that message belongs to a seat already"), expected=0, actual=1)
                await connection.execute(
                    sa.insert(private_messages).values(
                        message_id=message_id,
                        channel_id=channel_id,
                        game=game_id,
                        seat=seat,
                        user_id=user_id,
                        purpose=purpose,
                        at=message.at,
                    )
                )
        except IntegrityError as error:
            raise NotFound(Remark("the game has no seat {seat}", seat=seat)) from error
        return message

    @whole
    async def of_seat(
        self, scope: Scope, game_id: str, seat: str, *, user_id: int, purpose: str | None = None
    ) -> Sequence[PrivateMessage]:
        """The messages that a person got for a seat, newest first. Who sat there before is not among them."""
        query = (
            sa.select(private_messages)
            .join(games, games.c.id == private_messages.c.game)
            .where(
                games.c.scope == scope.key,
                private_messages.c.game == game_id,
                private_messages.c.seat == seat,
                private_messages.c.user_id == user_id,
            )
            .order_by(private_messages.c.at.desc(), private_messages.c.message_id.desc())
        )
        if purpose is not None:
            query = query.where(private_messages.c.purpose == purpose)
        async with self._database.read() as connection:
            return [_message(row) for row in await connection.execute(query)]

    @whole
    async def find(self, message_id: int, *, user_id: int) -> tuple[Scope, PrivateMessage] | None:
        """The game's scope and the reference of a message that this person got; None if they got no such message."""
        query = (
            sa.select(private_messages, games.c.scope)
            .join(games, games.c.id == private_messages.c.game)
            .where(private_messages.c.message_id == message_id, private_messages.c.user_id == user_id)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else (Scope.parse(row.scope), _message(row))

    @whole
    async def forget(self, message_id: int, *, user_id: int) -> None:
        """Drop the reference of a message that is gone; nothing happens if there is none."""
        async with self._database.write() as connection:
            await connection.execute(
                sa.delete(private_messages).where(
                    private_messages.c.message_id == message_id, private_messages.c.user_id == user_id
                )
            )


def _message(row: Any) -> PrivateMessage:
    return PrivateMessage(row.message_id, row.channel_id, row.game, row.seat, row.user_id, row.purpose, row.at)
