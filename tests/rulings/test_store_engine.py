"""The database under the store: migrations, several processes, a writer that is killed, files that are no store."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from rulings.store import NotActive, Scope, Store, StoreUnavailable
from rulings.store.schema import HEAD, metadata

HERE = Scope.server(1)

WRITER = """
import asyncio, sys
from rulings.store import Conflict, JournalRow, Scope, Store

async def main(url, game, name, count):
    store = await Store.open(url)
    seq = 1
    for number in range(count):
        while True:
            row = JournalRow(seq, name, {"by": name, "number": number}, "hash")
            try:
                seq = await store.games.append(Scope.server(1), game, seq, row)
            except Conflict as conflict:
                seq = conflict.actual
            else:
                break
        print(seq - 1, name, number, flush=True)
    await store.close()

asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])))
"""

OPENER = """
import asyncio, sys
from rulings.store import Scope, Store

async def main(url):
    store = await Store.open(url)
    await store.rulings.create(Scope.server(1), sys.argv[2], {"id": sys.argv[2]}, author=1)
    await store.close()

asyncio.run(main(sys.argv[1]))
"""


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def test_a_new_store_has_the_tables_that_the_code_speaks_of(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "store.db"
    await (await Store.open(url_of(path))).close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == HEAD
    engine.dispose()


def test_the_newest_migration_is_the_one_the_code_expects() -> None:
    config = Config()
    config.set_main_option("script_location", "rulings.store:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


async def test_a_store_of_an_older_schema_keeps_its_settings(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    config = Config()
    config.set_main_option("script_location", "rulings.store:migrations")
    config.set_main_option("path_separator", "os")
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        old = sa.Table("servers", sa.MetaData(), autoload_with=connection)
        row = {"moderator_roles": [5], "four_eyes": True, "public_channels": [], "rulings_version": 0}
        connection.execute(sa.insert(old).values(scope=HERE.key, **row))
    engine.dispose()
    store = await Store.open(url_of(path))
    kept = await store.settings.get(HERE)
    await store.close()
    assert (kept.moderator_roles, kept.four_eyes, kept.judge_roles, kept.language) == ((5,), True, (), "")


async def test_opening_again_keeps_everything(tmp_path: Path) -> None:
    url = url_of(tmp_path / "store.db")
    first = await Store.open(url)
    await first.rulings.create(HERE, "kept", {"id": "kept"}, author=1)
    await first.close()
    second = await Store.open(url)
    assert (await second.rulings.get(HERE, "kept")).content == {"id": "kept"}
    await second.close()


def test_processes_that_start_at_once_migrate_once_and_all_write(tmp_path: Path) -> None:
    url = url_of(tmp_path / "store.db")
    processes = [
        subprocess.Popen([sys.executable, "-c", OPENER, url, f"r-{n}"], stderr=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    errors = [process.communicate(timeout=60)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4, errors
    with closing(sqlite3.connect(tmp_path / "store.db")) as raw:
        assert raw.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
        assert raw.execute("SELECT count(*) FROM rulings").fetchone() == (4,)


async def test_two_processes_write_one_journal_without_gap_or_loss(tmp_path: Path) -> None:
    url = url_of(tmp_path / "store.db")
    store = await Store.open(url)
    game = await store.games.create(HERE, {"version": 1}, host=1, seats={"Alice": 1})
    writers = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", WRITER, url, game.id, name, "40")
        for name in ("Alice", "Bob")
    ]
    assert [await asyncio.wait_for(writer.wait(), 120) for writer in writers] == [0, 0]
    rows = (await store.games.load(HERE, game.id)).rows
    assert [row.seq for row in rows] == list(range(1, 81))
    for name in ("Alice", "Bob"):
        assert [row.action["number"] for row in rows if row.seat == name] == list(range(40))
    await store.close()


async def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    url = url_of(tmp_path / "store.db")
    store = await Store.open(url)
    game = await store.games.create(HERE, {"version": 1}, host=1, seats={"Alice": 1})
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, url, game.id, "Alice", "100000", stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    acknowledged = [await asyncio.wait_for(writer.stdout.readline(), 60) for _ in range(25)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += (await writer.stdout.read()).splitlines(keepends=True)
    await writer.wait()
    seen = [line.split() for line in acknowledged if line.endswith(b"\n")]
    rows = (await store.games.load(HERE, game.id)).rows
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(seen) <= len(rows) <= len(seen) + 1  # the one that was written but not yet told
    assert [(str(row.seq), row.seat, str(row.action["number"])) for row in rows[: len(seen)]] == [
        tuple(part.decode() for part in line) for line in seen
    ]
    await store.games.end(HERE, game.id, "closed")
    with pytest.raises(NotActive):
        await store.games.append(HERE, game.id, len(rows) + 1)
    await store.close()


async def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    await (await Store.open(url_of(path))).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnavailable, match=r"9999.*newer version"):
        await Store.open(url_of(path))


async def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("CREATE TABLE photos (id)")
    with pytest.raises(StoreUnavailable, match="photos"):
        await Store.open(url_of(path))
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping list\n" * 500)
    with pytest.raises(StoreUnavailable, match=r"notes\.txt.*TABLEJUDGE_DATA_DIR"):
        await Store.open(url_of(path))
    assert path.read_text().startswith("shopping list")


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnavailable, match=r"file.*TABLEJUDGE_DATA_DIR"):
        await Store.open(url_of(tmp_path / "file" / "store.db"))


@pytest.mark.parametrize("url", ["postgresql+asyncpg://joe:hunter2@db/x", "no url at all", "sqlite:/"])
async def test_a_url_that_cannot_be_used_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(StoreUnavailable) as caught:
        await Store.open(url)
    assert "TABLEJUDGE_DATABASE_URL" in str(caught.value)
    assert "hunter2" not in str(caught.value)


async def test_a_store_in_memory_serves_many_writers(tmp_path: Path) -> None:
    store = await Store.open("sqlite+aiosqlite://")
    await asyncio.gather(*(store.rulings.create(HERE, f"r-{n}", {}, author=1) for n in range(20)))
    assert len(await store.rulings.list(HERE)) == 20
    await store.close()


async def test_foreign_keys_and_durability_are_on(tmp_path: Path) -> None:
    store = await Store.open(url_of(tmp_path / "store.db"))

    async def read() -> list[object]:
        async with store._database.read() as connection:
            return [
                (await connection.execute(sa.text(f"PRAGMA {name}"))).scalar_one()
                for name in ("journal_mode", "foreign_keys", "synchronous")
            ]

    settings = await store._database.finish(read())
    assert settings == ["wal", 1, 2]
    await store.close()


def test_answering_a_question_does_not_pay_for_the_store() -> None:
    code = "import sys, bot.services.paths, rulings; print([m for m in ('sqlalchemy', 'alembic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
