"""In which language somebody was met last: what is written to them without their asking is in it, after a restart too.

People are kept by their own scope, servers by theirs.
"""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

from rulings.store.engine import whole
from rulings.store.repository import Repository
from rulings.store.schema import languages
from rulings.store.scope import Scope

#: So many are looked for in one statement.
_TOGETHER = 400


class Languages(Repository):
    """The repository of languages."""

    @whole
    async def known(self, most: int) -> Mapping[Scope, str]:
        """Those that were noted last, at most so many; the latest comes last."""
        query = sa.select(languages).order_by(languages.c.at.desc(), languages.c.scope).limit(most)
        async with self._database.read() as connection:
            rows = list(await connection.execute(query))
        return {Scope.parse(row.scope): row.language for row in reversed(rows)}

    @whole
    async def note(self, heard: Mapping[Scope, str]) -> None:
        """Keep languages; what is kept already stays as it is."""
        new = {scope.key: language for scope, language in heard.items()}
        keys = list(new)
        async with self._database.write() as connection:
            for start in range(0, len(keys), _TOGETHER):
                some = keys[start : start + _TOGETHER]
                query = sa.select(languages.c.scope, languages.c.language).where(languages.c.scope.in_(some))
                before = {row.scope: row.language for row in await connection.execute(query)}
                fresh = [key for key in some if key not in before]
                if fresh:
                    rows = [{"scope": key, "language": new[key], "at": self._clock()} for key in fresh]
                    await connection.execute(sa.insert(languages), rows)
                for key in some:
                    if before.get(key, new[key]) != new[key]:
                        change = sa.update(languages).where(languages.c.scope == key)
                        await connection.execute(change.values(language=new[key], at=self._clock()))
