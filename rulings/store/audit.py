"""The audit trail: who did what, when. It is only ever added to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from rulings.store.engine import whole
from rulings.store.repository import JsonObject, Repository
from rulings.store.schema import audit
from rulings.store.scope import Scope


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that was done.

    Attributes:
        id: grows with time.
        at: when.
        actor: who did it; None for the program itself.
        action: what was done, in words: "ruling approved".
        subject: to what: a slug, a game's id.
        detail: more, as JSON. Nothing that is hidden in a running game.
    """

    id: int
    at: datetime
    actor: int | None
    action: str
    subject: str
    detail: JsonObject


class Audit(Repository):
    """The repository of the audit trail. The other repositories write to it with each change they make."""

    @whole
    async def record(
        self, scope: Scope, *, actor: int | None, action: str, subject: str, detail: Mapping[str, Any] | None = None
    ) -> None:
        """Add an entry for something that no repository does itself."""
        async with self._database.write() as connection:
            await self._record(connection, scope, actor, action, subject, detail)

    @whole
    async def list(
        self, scope: Scope, *, subject: str | None = None, before: int | None = None, limit: int = 50
    ) -> Sequence[AuditEntry]:
        """Entries of a scope, newest first.

        Args:
            scope: whose entries.
            subject: only those about it.
            before: only those older than the entry of this id (the last one of the page before).
            limit: at most so many.
        """
        query = sa.select(audit).where(audit.c.scope == scope.key).order_by(audit.c.id.desc()).limit(limit)
        if subject is not None:
            query = query.where(audit.c.subject == subject)
        if before is not None:
            query = query.where(audit.c.id < before)
        async with self._database.read() as connection:
            return [
                AuditEntry(row.id, row.at, row.actor, row.action, row.subject, row.detail)
                for row in await connection.execute(query)
            ]
