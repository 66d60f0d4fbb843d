"""The connection to the database and its two kinds of transactions.

aiosqlite serialises statements, not transactions: two tasks that share a connection also share its transaction, and the
one's rollback takes the other's committed row with it. So every transaction here checks out a connection of its own.

A task that is cancelled while its statement runs in the driver's thread can lose the connection for good (and whoever
waits for one then waits for ever). So what works with a transaction is marked `whole`: it runs to its end in a task of
its own, even when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from rulings.remarks import Remark
from rulings.store import driver
from rulings.store.errors import StoreError, StoreUnavailable
from rulings.store.worker import Stopped, Worker

#: How long a statement waits for another process's transaction to end.
BUSY_SECONDS = 30.0
#: The option of a connection that makes its transaction take the write lock from the beginning.
_WRITES = "tablejudge_writes"
_WAL_ATTEMPTS = 200


_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


class Database:
    """An engine with read and write transactions. Make it with `Database.connect`.

    Transactions belong to its worker's loop: what uses them goes through `finish` (a repository's methods are `whole`).
    """

    def __init__(self, engine: AsyncEngine, name: str, worker: Worker) -> None:
        self._engine = engine
        self._writing = engine.execution_options(**{_WRITES: True})
        self._name = name
        # SQLite has one writer at a time; waiting in turn here beats polling for the file's lock.
        self._turn = asyncio.Lock()
        #: When the last one whose waiting for another process was in vain had begun to wait.
        self._in_vain = 0.0
        self._worker = worker

    @classmethod
    async def connect(cls, url: str) -> Database:
        """Open the database of a URL; the folder of an SQLite file is made.

        Raises:
            StoreUnavailable: the URL can't be read or the file can't be opened.
        """
        parsed = _parse(url)
        memory = parsed.database in (None, "", ":memory:")
        name = "the store in memory" if memory else f"the store {parsed.database}"
        try:
            worker = Worker()
        except (OSError, RuntimeError) as error:
            raise StoreUnavailable(
                Remark("{store} can't be opened: {reason}", store=name, reason=str(error))
            ) from error
        engine = create_async_engine(
            parsed,
            connect_args={"timeout": BUSY_SECONDS, "async_creator_fn": driver.opened},
            poolclass=AsyncAdaptedQueuePool,
            # A database in memory lives in its one connection: transactions then wait for each other.
            pool_size=1 if memory else 5,
            max_overflow=0 if memory else 5,
            pool_timeout=None,
        )
        sa.event.listen(engine.sync_engine, "connect", _on_connect)
        sa.event.listen(engine.sync_engine, "begin", _on_begin)
        database = cls(engine, name, worker)
        try:
            await worker.run(database._open("" if memory else str(parsed.database)))
        except BaseException:
            # Whoever opens it may be cancelled meanwhile: what was opened then is closed.
            await database.close()
            raise
        return database

    async def _open(self, file: str) -> None:
        if file:
            _make_folder(file)
            await self._use_wal()
        async with self.read() as connection:
            await connection.execute(sa.text("SELECT count(*) FROM sqlite_master"))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads one consistent state of the database.

        Raises:
            StoreUnavailable: the database can't be read.
        """
        async with self._transaction(writes=False) as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; when the block has ended without an error, it is committed.

        Raises:
            StoreUnavailable: the database can't be written; nothing of the block has happened.
        """
        asked = time.monotonic()
        async with self._turn:
            if asked < self._in_vain:
                # It has waited as long as the one before it: else each in a row would begin to wait when its turn came.
                raise self._unusable("database is locked")
            async with self._transaction(writes=True) as connection:
                yield connection

    async def finish(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Run something with transactions to its end, even if the task that waits for it is cancelled meanwhile.

        Raises:
            StoreUnavailable: the database was closed.
        """
        try:
            return await self._worker.run(work)
        except Stopped:
            raise StoreUnavailable(Remark("{store} is closed", store=self._name)) from None

    async def close(self) -> None:
        """Close every connection, after what still runs has ended."""
        await self._worker.stop(self._engine.dispose)

    @asynccontextmanager
    async def _transaction(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        began = time.monotonic()
        try:
            async with (self._writing if writes else self._engine).begin() as connection:
                yield connection
        except StoreError:
            raise
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.IntegrityError):
                raise  # a repository's constraint, which it translates itself
            if writes and getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                self._in_vain = began
            raise self._unusable(_plain(error)) from error

    def _unusable(self, reason: str) -> StoreUnavailable:
        return StoreUnavailable(Remark("{store} can't be used: {reason}", store=self._name, reason=reason))

    async def _use_wal(self) -> None:
        # The switch needs the file for itself, and SQLite may report another process without waiting for it.
        for attempt in range(_WAL_ATTEMPTS):
            try:
                async with self._engine.connect() as connection:
                    raw = await connection.get_raw_connection()
                    opened: Any = raw.driver_connection
                    async with opened.execute("PRAGMA journal_mode=WAL") as cursor:
                        await cursor.fetchone()
                return
            except (sqlite3.DatabaseError, SQLAlchemyError) as error:
                reason = _plain(error)
                if "locked" in reason and attempt < _WAL_ATTEMPTS - 1:
                    await asyncio.sleep(0.05)
                    continue
                if "not a database" in reason:
                    raise StoreUnavailable(
                        Remark(
                            "{store} can't be opened: {reason}; that file is something else: set "
                            "TABLEJUDGE_DATABASE_URL or TABLEJUDGE_DATA_DIR to another place",
                            store=self._name,
                            reason=reason,
                        )
                    ) from error
                raise StoreUnavailable(
                    Remark("{store} can't be opened: {reason}", store=self._name, reason=reason)
                ) from error


class _HasDatabase(Protocol):
    _database: Database


_Owner = TypeVar("_Owner", bound=_HasDatabase)
_Method = Callable[Concatenate[_Owner, _Arguments], Coroutine[Any, Any, _Result]]


def whole(method: _Method[_Owner, _Arguments, _Result]) -> _Method[_Owner, _Arguments, _Result]:
    """Make a repository's method run to its end once it has begun: cancelling the caller doesn't cut it off."""

    @wraps(method)
    async def run(self: _Owner, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        return await self._database.finish(method(self, *args, **kwargs))

    return run


def _parse(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except SQLAlchemyError:
        # The URL may hold a password: it isn't repeated.
        raise StoreUnavailable(
            Remark("TABLEJUDGE_DATABASE_URL can't be read; it looks like sqlite+aiosqlite:////folder/store.db")
        ) from None
    if parsed.get_backend_name() != "sqlite":
        raise StoreUnavailable(
            Remark(
                "TABLEJUDGE_DATABASE_URL names {kind}, which isn't supported yet; use "
                "sqlite+aiosqlite:////folder/store.db, or leave it unset for the file in the data folder",
                kind=parsed.get_backend_name(),
            )
        )
    return parsed.set(drivername="sqlite+aiosqlite")


def _make_folder(file: str) -> None:
    folder = Path(file).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(
            Remark(
                "the data folder {folder} can't be made ({error}); set TABLEJUDGE_DATA_DIR to a folder that can be "
                "written",
                folder=str(folder),
                error=str(error.strerror),
            )
        ) from error


def _plain(error: Exception) -> str:
    orig = getattr(error, "orig", None)
    return str(orig if orig is not None else error)


def _on_connect(dbapi_connection: Any, _record: Any) -> None:
    # Transactions are begun by `_on_begin`, not by the driver's guess at what a statement does.
    dbapi_connection.isolation_level = None
    cursor = dbapi_connection.cursor()
    cursor.execute("PRAGMA foreign_keys=ON")
    # FULL: what is acknowledged outlives a power cut too, not only the process.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _on_begin(connection: sa.Connection) -> None:
    # A transaction that begins as a reader and then writes can't be made to wait: it fails at once if another wrote.
    opened: Any = connection.connection.driver_connection
    opened.begin(writes=connection.get_execution_options().get(_WRITES, False))
