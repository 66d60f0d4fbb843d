"""aiosqlite's connection with one errand to its thread for each statement, where SQLAlchemy sends four by itself.

Each errand passes a queue, wakes a thread and wakes the event loop again; while other threads search and play, it waits
for the interpreter twice. SQLAlchemy sends one each to make a cursor, to run the statement, to fetch the rows and to
close the cursor, three to begin a transaction, one to commit and one to roll back what is over already. Here the
statement takes its `BEGIN` with it and brings all its rows back, and what is over isn't rolled back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Self

import aiosqlite


class Connection(aiosqlite.Connection):
    """A connection for one transaction after the other; see `opened`."""

    def __init__(self, connector: partial[sqlite3.Connection], iter_chunk_size: int = 64) -> None:
        super().__init__(connector, iter_chunk_size)
        self._beginning = ""
        self._reads = False
        self._over = True

    def begin(self, *, writes: bool) -> None:
        """Begin a transaction with the next statement; one that writes takes the lock with it."""
        self._beginning, self._reads = ("BEGIN IMMEDIATE" if writes else "BEGIN"), not writes

    def cursor(self) -> Any:
        """A cursor that runs a statement and fetches its rows in one errand."""
        return Cursor(self)

    async def commit(self) -> None:
        """Commit, if there is something to commit; nobody has to wait for the end of a transaction that only reads.

        Raises:
            sqlite3.Error: it can't be committed; it may go on then, with its lock, until it is rolled back.
        """
        if not self._over and self._reads:
            self._tx.put_nowait((None, self._conn.commit))
        elif not self._over:
            await super().commit()
        self._end()

    async def rollback(self) -> None:
        """Roll back, unless the transaction has ended."""
        if not self._over:
            await super().rollback()
        self._end()

    def _end(self) -> None:
        self._beginning, self._reads, self._over = "", False, True

    async def fetch(self, many: bool, sql: str, parameters: Any) -> Fetched:
        """Run a statement, after the `BEGIN` that is due, and fetch what it gives.

        Raises:
            sqlite3.Error: what SQLite says.
        """
        beginning, self._beginning, self._over = self._beginning, "", False
        run: Any = self._execute  # it has no types
        fetched: Fetched = await run(_fetch, self._conn, beginning, many, sql, parameters)
        return fetched


class Fetched:
    """What a statement gave.

    Attributes:
        rows: all of them.
        description: the columns, as DB-API has them; None if it gives no rows.
        rowcount: how many rows it changed.
        lastrowid: the row that it inserted last.
    """

    __slots__ = ("description", "lastrowid", "rowcount", "rows")

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self.rows: Sequence[Any] = cursor.fetchall() if cursor.description else ()
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid


class Cursor:
    """What SQLAlchemy needs of a cursor (`sqlalchemy.connectors.asyncio.AsyncIODBAPICursor`)."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._fetched: Fetched | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> Self:
        """Run a statement."""
        self._fetched = await self._connection.fetch(False, sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Run a statement once for each set of parameters."""
        self._fetched = await self._connection.fetch(True, sql, parameters)
        return self

    async def fetchall(self) -> Sequence[Any]:
        """All rows."""
        return self._fetched.rows if self._fetched else ()

    async def close(self) -> None:
        """Nothing is held: SQLite's cursor was closed once its rows were here."""

    @property
    def description(self) -> Any:
        """The columns; None if there are no rows."""
        return self._fetched.description if self._fetched else None

    @property
    def rowcount(self) -> int:
        """How many rows were changed; -1 if that isn't known."""
        return self._fetched.rowcount if self._fetched else -1

    @property
    def lastrowid(self) -> int | None:
        """The row that was inserted last."""
        return self._fetched.lastrowid if self._fetched else None


def opened(file: str, **options: Any) -> Connection:
    """A connection to a file (or `:memory:`), to be awaited.

    Args:
        file: path of the database.
        options: those of `sqlite3.connect`.
    """
    connection = Connection(partial(sqlite3.connect, file, **options))
    # A process that ends isn't held up by a connection that nobody closed.
    connection._thread.daemon = True
    return connection


def _fetch(connection: sqlite3.Connection, beginning: str, many: bool, sql: str, parameters: Any) -> Fetched:
    if beginning:
        connection.execute(beginning).close()
    cursor = connection.cursor()
    try:
        (cursor.executemany if many else cursor.execute)(sql, parameters)
        return Fetched(cursor)
    finally:
        cursor.close()
