"""A scope's own words: what its players call things, and what that means in words of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import sqlalchemy as sa

from rulings.remarks import Remark
from rulings.store.engine import Database, whole
from rulings.store.errors import NotFound
from rulings.store.kept import Kept
from rulings.store.repository import Clock, Repository, clean
from rulings.store.schema import server_words
from rulings.store.scope import Scope


class Words(Repository):
    """The repository of a scope's own words, read with every question. Who added one stands in the audit trail only."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)
        self._kept: Kept[Mapping[str, str]] = Kept()

    async def all(self, scope: Scope) -> Mapping[str, str]:
        """Word -> meaning, by word; empty where none was added.

        What this process changes is seen at once, what another process changes within a few seconds.
        """
        return await self._kept.get(scope, self._read)

    @whole
    async def _read(self, scope: Scope) -> Mapping[str, str]:
        async with self._database.read() as connection:
            rows = await connection.execute(
                sa.select(server_words.c.word, server_words.c.meaning).where(server_words.c.scope == scope.key)
            )
            return MappingProxyType(dict(sorted((row.word, row.meaning) for row in rows)))

    @whole
    async def put(self, scope: Scope, word: str, meaning: str, *, actor: int, most: int) -> str | None:
        """Add a word, or give one another meaning.

        Args:
            scope: whose.
            word: as `rulings.search.local_words.checked` gives it.
            meaning: likewise.
            actor: who does it.
            most: how many a scope may have.

        Returns:
            What it meant before, or None if it is new.

        Raises:
            OverflowError: the scope has `most` already.
        """
        word, meaning = clean(word), clean(meaning)
        same = (server_words.c.scope == scope.key, server_words.c.word == word)
        async with self._database.write() as connection:
            before: str | None = (
                await connection.execute(sa.select(server_words.c.meaning).where(*same))
            ).scalar_one_or_none()
            if before == meaning:
                return before
            if before is None:
                count = sa.select(sa.func.count()).select_from(server_words).where(server_words.c.scope == scope.key)
                if (await connection.execute(count)).scalar_one() >= most:
                    raise OverflowError(f"{most} words are there")
                await connection.execute(
                    sa.insert(server_words).values(scope=scope.key, word=word, meaning=meaning, at=self._clock())
                )
            else:
                await connection.execute(sa.update(server_words).where(*same).values(meaning=meaning, at=self._clock()))
            await self._record(connection, scope, actor, "word added", word, {"meaning": [before, meaning]})
        self._kept.changed(scope)
        return before

    @whole
    async def remove(self, scope: Scope, word: str, *, actor: int) -> None:
        """Take a word away.

        Raises:
            NotFound: the scope has no such word.
        """
        same = (server_words.c.scope == scope.key, server_words.c.word == clean(word))
        async with self._database.write() as connection:
            before = (await connection.execute(sa.select(server_words.c.meaning).where(*same))).scalar_one_or_none()
            if before is None:
                raise NotFound(Remark("no word “{word}” was added here; the list shows those that were", word=word))
            await connection.execute(sa.delete(server_words).where(*same))
            await self._record(connection, scope, actor, "word removed", word, {"meaning": [before, None]})
        self._kept.changed(scope)
