"""Game sessions: a header, an append-only journal of actions, and who sits where.

A game is its header plus its journal, replayed. The header (which holds the seed) and the actions are secrets while the
game runs: nothing of them goes into the audit trail, and lists of games leave them out.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.remarks import Remark
from rulings.store.engine import whole
from rulings.store.errors import Conflict, NotActive, NotFound
from rulings.store.game_records import PUBLIC, Game, GameStatus, JournalRow, LoadedGame, Seat, game_of
from rulings.store.repository import Repository, clean, plain_json
from rulings.store.schema import audit, game_rows, game_seats, games
from rulings.store.scope import Scope

#: How a game is, as it is said.
_STATUS = {
    "active": Remark("active"),
    "finished": Remark("finished"),
    "frozen": Remark("frozen"),
    "closed": Remark("closed"),
}


class Games(Repository):
    """The repository of game sessions."""

    @whole
    async def create(
        self,
        scope: Scope,
        header: Mapping[str, Any],
        *,
        host: int,
        seats: Mapping[str, int | None],
        channel_id: int | None = None,
        message_id: int | None = None,
        rows: Sequence[JournalRow] = (),
    ) -> Game:
        """Start a game.

        Args:
            scope: whose game.
            header: what a replay begins with, in the simulator's format.
            host: who starts it.
            seats: the players, with the person who sits there or None; nobody is confirmed yet.
            channel_id: where its board stands, if anywhere yet.
            message_id: the message that is its board, if there is one yet.
            rows: actions that it begins with, numbered from 1.
        """
        now = self._clock()
        game = Game(secrets.token_hex(8), scope, "active", "", host, channel_id, message_id, now, now)
        async with self._database.write() as connection:
            await connection.execute(
                sa.insert(games).values(
                    id=game.id,
                    scope=scope.key,
                    status=game.status,
                    reason=game.reason,
                    header=plain_json(header),
                    host=host,
                    channel_id=channel_id,
                    message_id=message_id,
                    created_at=now,
                    updated_at=now,
                )
            )
            for name, user_id in seats.items():
                await connection.execute(
                    sa.insert(game_seats).values(game=game.id, seat=clean(name), user_id=user_id, confirmed=False)
                )
            await self._insert(connection, game.id, 1, rows)
            await self._record(connection, scope, host, "game started", game.id)
        return game

    @whole
    async def append(self, scope: Scope, game_id: str, expected_seq: int, *rows: JournalRow) -> int:
        """Write the next rows of a journal: all of them or none.

        Args:
            scope: whose game.
            game_id: which game.
            expected_seq: the seq that the writer takes to be free; the rows are numbered from it.
            rows: what happened, in order.

        Returns:
            The seq that is free now. When this returns, the rows are on disk.

        Raises:
            Conflict: somebody else's row has that seq; `actual` is the one that is free.
            NotActive: the game is over.
            NotFound: the scope has no such game.
        """
        now = self._clock()
        async with self._database.write() as connection:
            game = await self._get(connection, scope, game_id)
            if game.status != "active":
                if game.reason:
                    raise NotActive(
                        Remark("this game is {status}: {reason}", status=_STATUS[game.status], reason=game.reason)
                    )
                raise NotActive(Remark("this game is {status}", status=_STATUS[game.status]))
            newest = await connection.execute(
                sa.select(sa.func.coalesce(sa.func.max(game_rows.c.seq), 0)).where(game_rows.c.game == game_id)
            )
            free = newest.scalar_one() + 1
            if free != expected_seq:
                raise Conflict(
                    Remark("somebody else acted first; look at the board again"), expected=expected_seq, actual=free
                )
            await self._insert(connection, game_id, expected_seq, rows)
            await self._touch(connection, game_id, updated_at=now)
        return expected_seq + len(rows)

    @whole
    async def load(self, scope: Scope, game_id: str) -> LoadedGame:
        """A game with header and journal, as of one moment.

        Raises:
            NotFound: the scope has no such game.
        """
        async with self._database.read() as connection:
            game = await self._get(connection, scope, game_id)
            header = (await connection.execute(sa.select(games.c.header).where(games.c.id == game_id))).scalar_one()
            rows = await connection.execute(
                sa.select(game_rows).where(game_rows.c.game == game_id).order_by(game_rows.c.seq)
            )
            journal = tuple(JournalRow(row.seq, row.seat, row.action, row.state_hash, row.at) for row in rows)
            return LoadedGame(game, header, journal, await self._seats(connection, game_id))

    @whole
    async def get(self, scope: Scope, game_id: str) -> Game:
        """A game without its secrets.

        Raises:
            NotFound: the scope has no such game.
        """
        async with self._database.read() as connection:
            return await self._get(connection, scope, game_id)

    @whole
    async def active(self, scope: Scope, *, channel_id: int | None = None) -> Sequence[Game]:
        """The active games of a scope, or of one of its channels, newest first."""
        query = (
            sa.select(*PUBLIC)
            .where(games.c.scope == scope.key, games.c.status == "active")
            .order_by(games.c.created_at.desc(), games.c.id)
        )
        if channel_id is not None:
            query = query.where(games.c.channel_id == channel_id)
        async with self._database.read() as connection:
            return [game_of(row) for row in await connection.execute(query)]

    @whole
    async def of_person(self, user_id: int) -> Sequence[tuple[Game, Seat]]:
        """The active games in which a person has a seat, in whatever scope, with their seats; last played first.

        It crosses scopes, because a private message comes from no server: show the answer to that person only.
        """
        query = (
            sa.select(*PUBLIC, game_seats)
            .join(game_seats, game_seats.c.game == games.c.id)
            .where(game_seats.c.user_id == user_id, games.c.status == "active")
            .order_by(games.c.updated_at.desc(), games.c.id, game_seats.c.seat)
        )
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return [(game_of(row), Seat(row.seat, row.user_id, row.confirmed)) for row in rows]

    @whole
    async def idle_since(self, moment: datetime) -> Sequence[Game]:
        """The active games of all scopes that nobody has touched since, for the program's own housekeeping."""
        query = (
            sa.select(*PUBLIC)
            .where(games.c.status == "active", games.c.updated_at < moment)
            .order_by(games.c.updated_at, games.c.id)
        )
        async with self._database.read() as connection:
            return [game_of(row) for row in await connection.execute(query)]

    @whole
    async def place(self, scope: Scope, game_id: str, *, channel_id: int, message_id: int | None) -> Game:
        """Say where the game's board stands now.

        Raises:
            NotFound: the scope has no such game.
        """
        async with self._database.write() as connection:
            await self._get(connection, scope, game_id)
            await self._touch(
                connection, game_id, channel_id=channel_id, message_id=message_id, updated_at=self._clock()
            )
            return await self._get(connection, scope, game_id)

    @whole
    async def end(
        self, scope: Scope, game_id: str, status: GameStatus, *, reason: str = "", actor: int | None = None
    ) -> Game:
        """End an active game; ending it again in the same way changes nothing.

        Args:
            scope: whose game.
            game_id: which game.
            status: "finished", "frozen" or "closed".
            reason: why, for people.
            actor: who does it; None for the program itself.

        Raises:
            NotActive: it has ended in another way.
            NotFound: the scope has no such game.
        """
        if status == "active":
            raise ValueError("a game that has ended stays so")
        async with self._database.write() as connection:
            game = await self._get(connection, scope, game_id)
            if game.status == status:
                return game
            if game.status != "active":
                raise NotActive(Remark("this game is {status} already", status=_STATUS[game.status]))
            await self._touch(connection, game_id, status=status, reason=clean(reason), updated_at=self._clock())
            await self._record(connection, scope, actor, f"game {status}", game_id, {"reason": clean(reason)})
            return await self._get(connection, scope, game_id)

    @whole
    async def seats(self, scope: Scope, game_id: str) -> Sequence[Seat]:
        """The seats of a game, in the order of their names.

        Raises:
            NotFound: the scope has no such game.
        """
        async with self._database.read() as connection:
            await self._get(connection, scope, game_id)
            return await self._seats(connection, game_id)

    @whole
    async def take_seat(self, scope: Scope, game_id: str, seat: str, user_id: int, *, confirmed: bool = False) -> Seat:
        """Give a free seat to a person, or confirm that they have it.

        Raises:
            Conflict: somebody else has the seat.
            NotActive: the game is over.
            NotFound: the scope has no such game, or the game no such seat.
        """
        async with self._database.write() as connection:
            before = await self._seat(connection, scope, game_id, seat)
            if before.user_id not in (None, user_id):
                raise Conflict(Remark("the seat of {seat} is taken", seat=seat), expected=0, actual=1)
            after = Seat(seat, user_id, confirmed or (before.user_id == user_id and before.confirmed))
            await self._put_seat(connection, game_id, after)
            if before.user_id is None:
                await self._record(connection, scope, user_id, "seat taken", game_id, {"seat": seat})
            if after.confirmed and not before.confirmed:
                await self._record(connection, scope, user_id, "seat confirmed", game_id, {"seat": seat})
            return after

    @whole
    async def sitters(self, scope: Scope, game_id: str) -> Mapping[str, frozenset[int]]:
        """Everybody who ever had a confirmed seat of a game, by seat: whoever knows what is hidden there."""
        query = sa.select(audit.c.actor, audit.c.detail).where(
            audit.c.scope == scope.key, audit.c.subject == game_id, audit.c.action == "seat confirmed"
        )
        async with self._database.read() as connection:
            found: dict[str, frozenset[int]] = {}
            for row in await connection.execute(query):
                found[row.detail["seat"]] = found.get(row.detail["seat"], frozenset()) | {row.actor}
            return found

    @whole
    async def deal_again(self, scope: Scope, game_id: str, header: Mapping[str, Any], new_seat: str) -> None:
        """Begin a game in which nothing happened yet anew, with one more seat.

        Raises:
            NotActive: it is over, or something happened in it.
            NotFound: the scope has no such game.
        """
        async with self._database.write() as connection:
            game = await self._get(connection, scope, game_id)
            begun = sa.select(sa.func.count()).select_from(game_rows).where(game_rows.c.game == game_id)
            if game.status != "active" or (await connection.execute(begun)).scalar_one():
                raise NotActive(Remark("this game has begun"))
            await self._touch(connection, game_id, header=plain_json(header), updated_at=self._clock())
            await connection.execute(
                sa.insert(game_seats).values(game=game_id, seat=clean(new_seat), user_id=None, confirmed=False)
            )

    @whole
    async def free_seat(self, scope: Scope, game_id: str, seat: str, *, actor: int) -> Seat:
        """Make a seat free again.

        Raises:
            NotActive: the game is over.
            NotFound: the scope has no such game, or the game no such seat.
        """
        async with self._database.write() as connection:
            before = await self._seat(connection, scope, game_id, seat)
            after = Seat(seat, None, False)
            await self._put_seat(connection, game_id, after)
            if before.user_id is not None:
                await self._record(connection, scope, actor, "seat freed", game_id, {"seat": seat})
            return after

    async def _insert(self, connection: AsyncConnection, game_id: str, first: int, rows: Sequence[JournalRow]) -> None:
        for seq, row in enumerate(rows, start=first):
            if row.seq != seq:
                raise ValueError(f"the row numbered {row.seq} would be row {seq} of the journal")
            await connection.execute(
                sa.insert(game_rows).values(
                    game=game_id,
                    seq=seq,
                    seat=row.seat,
                    action=plain_json(row.action),
                    state_hash=row.state_hash,
                    at=self._clock(),
                )
            )

    async def _seat(self, connection: AsyncConnection, scope: Scope, game_id: str, name: str) -> Seat:
        game = await self._get(connection, scope, game_id)
        if game.status != "active":
            raise NotActive(Remark("this game is {status}", status=_STATUS[game.status]))
        for seat in await self._seats(connection, game_id):
            if seat.name == name:
                return seat
        raise NotFound(Remark("the game has no seat {seat}", seat=name))

    @staticmethod
    async def _put_seat(connection: AsyncConnection, game_id: str, seat: Seat) -> None:
        await connection.execute(
            sa.update(game_seats)
            .where(game_seats.c.game == game_id, game_seats.c.seat == seat.name)
            .values(user_id=seat.user_id, confirmed=seat.confirmed)
        )

    @staticmethod
    async def _seats(connection: AsyncConnection, game_id: str) -> tuple[Seat, ...]:
        query = sa.select(game_seats).where(game_seats.c.game == game_id).order_by(game_seats.c.seat)
        return tuple(Seat(row.seat, row.user_id, row.confirmed) for row in await connection.execute(query))

    @staticmethod
    async def _touch(connection: AsyncConnection, game_id: str, **values: Any) -> None:
        await connection.execute(sa.update(games).where(games.c.id == game_id).values(**values))

    @staticmethod
    async def _get(connection: AsyncConnection, scope: Scope, game_id: str) -> Game:
        query = sa.select(*PUBLIC).where(games.c.scope == scope.key, games.c.id == game_id)
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise NotFound(Remark("there is no such game here"))
        return game_of(row)
