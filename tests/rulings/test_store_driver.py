"""The store's connection to SQLite: few errands to its thread, transactions as before."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rulings.store import StoreUnavailable, engine
from rulings.store.driver import Connection
from rulings.store.engine import Database


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    found = await Database.connect(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    await written(found, sa.text("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"))
    yield found
    await found.close()


@pytest.fixture
def errands(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is given to the connections' threads and waited for."""
    given: list[str] = []
    through = Connection._execute

    async def counted(self: Connection, function: Any, *args: Any, **kwargs: Any) -> Any:
        given.append(function.__name__)
        return await through(self, function, *args, **kwargs)

    monkeypatch.setattr(Connection, "_execute", counted)
    return given


async def written(database: Database, *statements: sa.Executable) -> list[sa.CursorResult[Any]]:
    """What statements give in one transaction that writes."""

    async def work() -> list[sa.CursorResult[Any]]:
        async with database.write() as connection:
            return [await connection.execute(statement) for statement in statements]

    return await database.finish(work())


async def names(database: Database) -> list[str]:
    async def work() -> list[str]:
        async with database.read() as connection:
            return [row.name for row in await connection.execute(sa.text("SELECT name FROM things ORDER BY id"))]

    return await database.finish(work())


async def add(database: Database, *added: str) -> None:
    insert = sa.text("INSERT INTO things (name) VALUES (:name)")
    await written(database, *(insert.bindparams(name=name) for name in added))


async def test_each_statement_is_one_errand_and_only_what_writes_waits_for_its_end(
    database: Database, errands: list[str]
) -> None:
    await add(database, "one", "two")
    assert errands == ["_fetch", "_fetch", "commit"]
    errands.clear()
    assert await names(database) == ["one", "two"]
    assert errands == ["_fetch"]


async def test_what_fails_is_rolled_back_whole_and_the_connection_serves_on(database: Database) -> None:
    with pytest.raises(sa.exc.IntegrityError):
        await add(database, "one", "two", "one")
    assert await names(database) == []
    await add(database, "three")
    assert await names(database) == ["three"]


async def test_what_cannot_be_committed_is_rolled_back_and_holds_no_lock(database: Database, tmp_path: Path) -> None:
    # The only fault that SQLite finds as late as that, and goes on with the transaction.
    late = "CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)"
    await written(database, sa.text(late))
    with pytest.raises(sa.exc.IntegrityError):
        await written(database, sa.text("INSERT INTO parts VALUES (5)"))
    other = sqlite3.connect(tmp_path / "store.db", timeout=0, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.close()
    await add(database, "one")
    assert await names(database) == ["one"]
    assert (await written(database, sa.text("SELECT count(*) FROM parts")))[0].scalar_one() == 0


async def test_a_transaction_without_a_statement_holds_nothing_up(database: Database, errands: list[str]) -> None:
    async def nothing() -> None:
        async with database.write():
            pass
        async with database.read():
            pass

    await database.finish(nothing())
    assert errands == []
    await asyncio.gather(*(add(database, f"name {number}") for number in range(8)))
    assert len(await names(database)) == 8


async def test_a_reader_sees_one_state_while_others_write(database: Database) -> None:
    count = sa.text("SELECT count(*) FROM things")

    async def read() -> tuple[int, int]:
        async with database.read() as connection:
            before = (await connection.execute(count)).scalar_one()
            await add(database, "two")
            return before, (await connection.execute(count)).scalar_one()

    await add(database, "one")
    assert await database.finish(read()) == (1, 1)
    assert await names(database) == ["one", "two"]


async def test_the_lock_is_taken_with_the_first_statement_even_of_one_that_reads_first(
    database: Database, tmp_path: Path
) -> None:
    async def write() -> None:
        async with database.write() as connection:
            await connection.execute(sa.text("SELECT count(*) FROM things"))
            other = sqlite3.connect(tmp_path / "store.db", timeout=0)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            other.close()

    await database.finish(write())


async def test_many_rows_at_once_and_the_row_that_was_inserted_are_known(database: Database) -> None:
    things = sa.table("things", sa.column("id"), sa.column("name"))
    several = sa.insert(things).values([{"name": "one"}, {"name": "two"}, {"name": "three"}])
    change = sa.update(things).where(things.c.name != "two").values(name=things.c.id)
    _inserted, changed, returned = await written(
        database, several, change, sa.insert(things).values(name="four").returning(things.c.id)
    )
    assert (changed.rowcount, returned.scalar_one()) == (2, 4)
    assert await names(database) == ["1", "two", "3", "four"]


async def test_who_waited_in_a_row_for_another_process_s_lock_does_not_begin_to_wait_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errands: list[str]
) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    database = await Database.connect(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    await written(database, sa.text("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"))
    other = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    errands.clear()
    given = await asyncio.gather(*(add(database, f"name {number}") for number in range(8)), return_exceptions=True)
    assert [type(each) for each in given] == [StoreUnavailable] * 8
    assert {str(each).partition(": ")[2] for each in given} == {"database is locked"}
    assert len([each for each in errands if each == "_fetch"]) < 4
    other.execute("ROLLBACK")
    other.close()
    await add(database, "later")
    assert await names(database) == ["later"]
    await database.close()
