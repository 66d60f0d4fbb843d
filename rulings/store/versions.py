"""How often what is in service in a scope was changed: what was made of it may be kept until that grows."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.store.engine import Database, whole
from rulings.store.kept import Kept
from rulings.store.repository import Clock, Repository
from rulings.store.schema import servers
from rulings.store.scope import Scope
from rulings.store.settings import first_row


class Versions(Repository):
    """The versions of what each scope has in service. They are read with every question, so kept for a moment."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._kept: Kept[int] = Kept()

    async def get(self, scope: Scope) -> int:
        """The version now; 0 before the first.

        What this process changes is seen at once, what another process changes within a few seconds.
        """
        return await self._kept.get(scope, self._read)

    @whole
    async def _read(self, scope: Scope) -> int:
        async with self._database.read() as connection:
            return await self.within(connection, scope)

    @staticmethod
    async def within(connection: AsyncConnection, scope: Scope) -> int:
        """The version that a transaction sees."""
        query = sa.select(servers.c.rulings_version).where(servers.c.scope == scope.key)
        return (await connection.execute(query)).scalar_one_or_none() or 0

    @staticmethod
    async def grow(connection: AsyncConnection, scope: Scope) -> None:
        """What is in service changes with this transaction; when it is committed, call `grown`."""
        await first_row(connection, scope)
        await connection.execute(
            sa.update(servers).where(servers.c.scope == scope.key).values(rulings_version=servers.c.rulings_version + 1)
        )

    def grown(self, scope: Scope) -> None:
        """A change was committed: the next `get` reads again."""
        self._kept.changed(scope)
