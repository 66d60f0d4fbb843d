"""What the repositories share: a clock, clean texts, JSON, and the audit row written with each change."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.store.engine import Database
from rulings.store.schema import audit
from rulings.store.scope import Scope

#: A JSON object as `json` reads it.
JsonObject: TypeAlias = dict[str, Any]

#: Gives the present moment, with a time zone.
Clock: TypeAlias = Callable[[], datetime]


class Repository:
    """Base of the repositories: the database and the clock."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def _record(
        self,
        connection: AsyncConnection,
        scope: Scope,
        actor: int | None,
        action: str,
        subject: str,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        """Write an audit row in the transaction of the change that it tells of."""
        await connection.execute(
            sa.insert(audit).values(
                scope=scope.key,
                at=self._clock(),
                actor=actor,
                action=action,
                subject=subject,
                detail=plain_json(detail or {}),
            )
        )


def clean(text: str) -> str:
    """A text that every database takes: no NUL, no half of a surrogate pair. Nothing else is changed."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def plain_json(value: Mapping[str, Any]) -> JsonObject:
    """A copy of a mapping that is plain JSON: later changes to the original don't reach it.

    Raises:
        ValueError: something in it is no JSON (NaN counts).
    """
    try:
        copy = json.loads(json.dumps(value, allow_nan=False))
    except TypeError as error:
        raise ValueError(f"this can't be stored as JSON: {error}") from error
    assert isinstance(copy, dict)  # noqa: S101 - a mapping becomes an object
    return copy
