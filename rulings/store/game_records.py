"""What the store says of games: values that its repository of games returns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from rulings.store.repository import JsonObject
from rulings.store.schema import games
from rulings.store.scope import Scope

#: active: goes on · finished: played to its end · frozen: its replay differs from what was played · closed: given up.
GameStatus: TypeAlias = Literal["active", "finished", "frozen", "closed"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game without its secrets.

    Attributes:
        id: random, fits a button's custom_id.
        scope: whose game.
        status: see `GameStatus`.
        reason: why it is no longer active, for people; else empty.
        host: who started it.
        channel_id: where its board stands, or None.
        message_id: the message that is its board, or None.
        created_at: when it was started.
        updated_at: when its journal or board changed last.
    """

    id: str
    scope: Scope
    status: GameStatus
    reason: str
    host: int
    channel_id: int | None
    message_id: int | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One action of a game.

    Attributes:
        seq: 1 for the first, then without gaps.
        seat: the player who acted; None for the game itself (an instruction from nowhere).
        action: the action as JSON, in the simulator's format.
        state_hash: hash of the state after it, by which a replay is compared.
        at: when it was written; None before it is.
    """

    seq: int
    seat: str | None
    action: JsonObject
    state_hash: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a game and the person who plays them.

    Attributes:
        name: the player's name in the game.
        user_id: the person, or None while the seat is free.
        confirmed: the person has got the private message that they will be shown hidden cards by.
    """

    name: str
    user_id: int | None
    confirmed: bool


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with all that is needed to replay it: a secret while it is active.

    Attributes:
        game: the game.
        header: engine version, CR edition, card definitions, seed, players; in the simulator's format.
        rows: the journal, in order.
        seats: in the order of their names.
    """

    game: Game
    header: JsonObject
    rows: tuple[JournalRow, ...]
    seats: tuple[Seat, ...]

    @property
    def next_seq(self) -> int:
        """The seq that the next row takes."""
        return len(self.rows) + 1


#: The columns of a game that are no secret.
PUBLIC = [column for column in games.c if column.name != "header"]


def game_of(row: Any) -> Game:
    """The game of a row of these columns."""
    return Game(
        id=row.id,
        scope=Scope.parse(row.scope),
        status=row.status,
        reason=row.reason,
        host=row.host,
        channel_id=row.channel_id,
        message_id=row.message_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
