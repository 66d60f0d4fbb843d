"""Official texts that a scope's moderators took out of service there, each with their reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

import sqlalchemy as sa

from rulings.remarks import Remark
from rulings.store.engine import Database, whole
from rulings.store.errors import NotFound
from rulings.store.kept import Kept
from rulings.store.repository import Clock, Repository, clean
from rulings.store.schema import hidden_texts
from rulings.store.scope import Scope
from rulings.store.versions import Versions


@dataclass(frozen=True, slots=True)
class HiddenText:
    """An official text that a scope doesn't use.

    Attributes:
        id: the text's id, `official:NUMBER`; it is made of the text, so another wording is another one.
        title: the text's title when it was hidden: the reference data may lose it.
        reason: why, in a moderator's words.
        at: since when.
    """

    id: str
    title: str
    reason: str
    at: datetime


class HiddenTexts(Repository):
    """The repository of hidden texts, read with every question. Who hid one stands in the audit trail only.

    Args:
        database: the open database.
        clock: gives the present moment.
        versions: grow when a text is hidden or comes back, so that posted copies of it are looked at.
    """

    def __init__(self, database: Database, clock: Clock, versions: Versions) -> None:
        super().__init__(database, clock)
        self._versions = versions
        self._kept: Kept[Mapping[str, HiddenText]] = Kept()

    async def all(self, scope: Scope) -> Mapping[str, HiddenText]:
        """The hidden texts by id, the last hidden one first.

        What this process changes is seen at once, what another process changes within a few seconds.
        """
        return await self._kept.get(scope, self._read)

    @whole
    async def _read(self, scope: Scope) -> Mapping[str, HiddenText]:
        query = (
            sa.select(hidden_texts)
            .where(hidden_texts.c.scope == scope.key)
            .order_by(hidden_texts.c.at.desc(), hidden_texts.c.text_id)
        )
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return MappingProxyType(
                {row.text_id: HiddenText(row.text_id, row.title, row.reason, row.at) for row in rows}
            )

    @whole
    async def hide(self, scope: Scope, text_id: str, *, title: str, reason: str, actor: int, most: int) -> None:
        """Take a text out of service, or give another reason for one that is.

        Args:
            scope: where.
            text_id: see `HiddenText`.
            title: likewise.
            reason: likewise.
            actor: who does it.
            most: how many a scope may have.

        Raises:
            OverflowError: the scope has `most` already.
        """
        title, reason = clean(title), clean(reason)
        same = (hidden_texts.c.scope == scope.key, hidden_texts.c.text_id == text_id)
        async with self._database.write() as connection:
            before = (await connection.execute(sa.select(hidden_texts.c.reason).where(*same))).scalar_one_or_none()
            if before == reason:
                return
            if before is None:
                count = sa.select(sa.func.count()).select_from(hidden_texts).where(hidden_texts.c.scope == scope.key)
                if (await connection.execute(count)).scalar_one() >= most:
                    raise OverflowError(f"{most} texts are hidden")
                values = {"scope": scope.key, "text_id": text_id, "title": title, "reason": reason, "at": self._clock()}
                await connection.execute(sa.insert(hidden_texts).values(**values))
                await self._versions.grow(connection, scope)
            else:
                await connection.execute(sa.update(hidden_texts).where(*same).values(reason=reason))
            detail = {"title": title, "reason": reason}
            await self._record(connection, scope, actor, "official ruling hidden", text_id, detail)
        self._changed(scope)

    @whole
    async def show(self, scope: Scope, text_id: str, *, actor: int) -> HiddenText:
        """Put a text back into service.

        Returns:
            It as it was hidden.

        Raises:
            NotFound: it isn't hidden there.
        """
        same = (hidden_texts.c.scope == scope.key, hidden_texts.c.text_id == text_id)
        async with self._database.write() as connection:
            row = (await connection.execute(sa.select(hidden_texts).where(*same))).one_or_none()
            if row is None:
                raise NotFound(Remark("that official ruling isn't hidden here"))
            await connection.execute(sa.delete(hidden_texts).where(*same))
            await self._versions.grow(connection, scope)
            await self._record(connection, scope, actor, "official ruling back", text_id, {"title": row.title})
        self._changed(scope)
        return HiddenText(row.text_id, row.title, row.reason, row.at)

    def _changed(self, scope: Scope) -> None:
        self._kept.changed(scope)
        self._versions.grown(scope)
