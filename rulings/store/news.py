"""The editions of the rules that were met, and what each sync brought, told once to each scope's moderators."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from rulings.rules_index import RulesIndex
from rulings.store.engine import whole
from rulings.store.repository import JsonObject, Repository, plain_json
from rulings.store.schema import news, reference_seen, rules_editions, rulings, servers
from rulings.store.scope import Scope

_ROW = 1


@dataclass(frozen=True, slots=True)
class Seen:
    """The reference data whose news were told last.

    Attributes:
        edition: ISO date of the rules' edition; empty if there was none.
        cards: a digest of eight bytes for each card's name, sorted, one behind the other.
    """

    edition: str
    cards: bytes


@dataclass(frozen=True, slots=True)
class Told:
    """News for one scope.

    Attributes:
        id: number within the store.
        scope: whose.
        content: what to tell, as JSON.
        at: when it was found.
    """

    id: int
    scope: Scope
    content: JsonObject
    at: datetime


class Editions(Repository):
    """The repository of the rules' editions. They are of all scopes: facts, nobody's data."""

    @whole
    async def add(self, indexes: Collection[RulesIndex]) -> None:
        """Keep editions; one that is here already stays as it is."""
        async with self._database.write() as connection:
            here = set((await connection.execute(sa.select(rules_editions.c.edition))).scalars())
            rows = [
                {
                    "edition": index.edition,
                    "hashes": index.hashes,
                    "headings": index.headings,
                    "at": self._clock(),
                }
                for index in indexes
                if index.edition not in here
            ]
            if rows:
                await connection.execute(sa.insert(rules_editions), rows)

    @whole
    async def dates(self) -> Sequence[str]:
        """ISO dates of the editions that are here, oldest first."""
        query = sa.select(rules_editions.c.edition).order_by(rules_editions.c.edition)
        async with self._database.read() as connection:
            return list((await connection.execute(query)).scalars())

    @whole
    async def get(self, edition: str) -> RulesIndex | None:
        """The numbers, hashes and headings of an edition; None if it was never met."""
        query = sa.select(rules_editions).where(rules_editions.c.edition == edition)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else RulesIndex(row.edition, dict(row.hashes), dict(row.headings))


class News(Repository):
    """The repository of what syncs brought."""

    @whole
    async def seen(self) -> Seen | None:
        """The reference data whose news were told last; None before the first."""
        async with self._database.read() as connection:
            row = (await connection.execute(sa.select(reference_seen))).one_or_none()
        return None if row is None else Seen(row.edition, row.cards)

    @whole
    async def add(self, before: Seen | None, now: Seen, contents: Mapping[Scope, JsonObject]) -> bool:
        """Note which reference data was seen, together with the news for each scope.

        Args:
            before: what was seen when the news were made.
            now: what is seen from now on.
            contents: what to tell, by scope.

        Returns:
            False if another process was first: nothing was written.
        """
        at = self._clock()
        async with self._database.write() as connection:
            row = (await connection.execute(sa.select(reference_seen))).one_or_none()
            there = None if row is None else Seen(row.edition, row.cards)
            if there != before:
                return False
            values = {"edition": now.edition, "cards": now.cards, "at": at}
            if row is None:
                await connection.execute(sa.insert(reference_seen).values(id=_ROW, **values))
            else:
                await connection.execute(sa.update(reference_seen).values(**values))
            rows = [
                {"scope": scope.key, "content": plain_json(content), "status": "waiting", "at": at}
                for scope, content in contents.items()
            ]
            if rows:
                await connection.execute(sa.insert(news), rows)
            return True

    @whole
    async def waiting(self) -> Sequence[Told]:
        """News that were not told yet, of every scope, oldest first."""
        query = sa.select(news).where(news.c.status == "waiting").order_by(news.c.id)
        async with self._database.read() as connection:
            return [
                Told(row.id, Scope.parse(row.scope), row.content, row.at) for row in await connection.execute(query)
            ]

    @whole
    async def mark_told(self, news_id: int) -> None:
        """They were told, or can't be: they wait no longer."""
        statement = sa.update(news).where(news.c.id == news_id).values(status="told")
        async with self._database.write() as connection:
            await connection.execute(statement)

    @whole
    async def scopes_with_rulings(self) -> Sequence[Scope]:
        """Every scope that has a ruling in service."""
        query = sa.select(rulings.c.scope).where(rulings.c.status == "published").distinct().order_by(rulings.c.scope)
        async with self._database.read() as connection:
            return [Scope.parse(key) for key in (await connection.execute(query)).scalars()]

    @whole
    async def channels(self) -> Mapping[Scope, int]:
        """The moderators' channel of each scope that has set one."""
        query = sa.select(servers.c.scope, servers.c.moderator_channel).where(servers.c.moderator_channel.is_not(None))
        async with self._database.read() as connection:
            return {Scope.parse(row.scope): row.moderator_channel for row in await connection.execute(query)}
