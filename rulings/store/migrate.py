"""Brings a database to the newest schema. Alembic is imported only when there is something to do."""

from __future__ import annotations

import sqlalchemy as sa

from rulings.remarks import Remark
from rulings.store.engine import Database
from rulings.store.errors import StoreUnavailable
from rulings.store.schema import HEAD

_VERSION = sa.table("alembic_version", sa.column("version_num", sa.String))


async def migrate(database: Database) -> bool:
    """Run the migrations that the database lacks, all or none of them; True when there were any.

    Two processes may start at once: the write lock lets one migrate, the other then finds nothing to do.

    Raises:
        StoreUnavailable: the database was made by a newer version, or by something else.
    """
    async with database.read() as connection:
        if await connection.run_sync(_current) == HEAD:
            return False
    async with database.write() as connection:
        return await connection.run_sync(_upgrade)


def _current(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.select(_VERSION.c.version_num)).scalar_one_or_none()


def _upgrade(connection: sa.Connection) -> bool:
    current = _current(connection)
    if current == HEAD:
        return False
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    # A package and a folder in it: the same place in a checkout and in an installed wheel.
    config.set_main_option("script_location", "rulings.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StoreUnavailable(
            Remark(
                "the store is of schema {found}, which this version of Table Judge doesn't know (it goes up to "
                "{newest}): start the newer version that made it",
                found=str(current),
                newest=HEAD,
            )
        )
    if current is None and (tables := sa.inspect(connection).get_table_names()):
        raise StoreUnavailable(
            Remark(
                "the database holds tables that aren't Table Judge's ({tables}): set TABLEJUDGE_DATABASE_URL to a "
                "database of its own",
                tables=sorted(tables)[:3],
            )
        )
    command.upgrade(config, "head")
    return True
