"""What the store keeps of a person: all of it to be read, and what may go to be deleted.

It crosses scopes: a person's data is theirs wherever it was made. Show it to that person only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.store import schema
from rulings.store.engine import whole
from rulings.store.repository import JsonObject, Repository
from rulings.store.scope import Scope

#: Stands where a person's id was in a column that needs one.
NOBODY = 0

#: Rows that are about the person alone: they go.
_GOES = (schema.feedback.c.user_id, schema.answer_watchers.c.user_id, schema.private_messages.c.user_id)
#: Rows that others need: they stay, without the person.
_MADE_ANONYMOUS = (
    schema.rulings.c.author,
    schema.rulings.c.content_by,
    schema.rulings.c.pending_by,
    schema.ruling_revisions.c.actor,
    schema.posted_answers.c.marked_by,
)
#: Every column that may name a person; a test holds it against the schema.
PERSONS = frozenset(
    {
        *_GOES,
        *_MADE_ANONYMOUS,
        schema.posted_answers.c.asker,
        schema.audit.c.actor,
        schema.games.c.host,
        schema.game_seats.c.user_id,
    }
)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a deletion did.

    Attributes:
        deleted: how many rows went.
        anonymous: how many rows stay for others, without the person's name.
        running: how many running tables still know the person, until they end.
    """

    deleted: int
    anonymous: int
    running: int


class Privacy(Repository):
    """The repository of what concerns one person."""

    @whole
    async def of_person(self, user_id: int) -> JsonObject:
        """Everything that names a person, as JSON: by kind, oldest first. Hidden cards and seeds are not in it."""
        tables = {
            "reports and endorsements": (schema.feedback, schema.feedback.c.user_id),
            "answers watched": (schema.answer_watchers, schema.answer_watchers.c.user_id),
            "answers posted": (schema.posted_answers, schema.posted_answers.c.asker),
            "answers marked": (schema.posted_answers, schema.posted_answers.c.marked_by),
            "rulings written": (schema.rulings, schema.rulings.c.author),
            "steps of rulings": (schema.ruling_revisions, schema.ruling_revisions.c.actor),
            "private messages": (schema.private_messages, schema.private_messages.c.user_id),
            "actions on record": (schema.audit, schema.audit.c.actor),
        }
        games = (schema.games.c.id, schema.games.c.scope, schema.games.c.status, schema.games.c.created_at)
        async with self._database.read() as connection:
            found: JsonObject = {"user": str(user_id)}
            for kind, (table, column) in tables.items():
                found[kind] = await _rows(connection, sa.select(table).where(column == user_id))
            found["tables hosted"] = await _rows(connection, sa.select(*games).where(schema.games.c.host == user_id))
            seats = sa.select(*games, schema.game_seats.c.seat, schema.game_seats.c.confirmed).join(schema.game_seats)
            own = sa.select(schema.languages).where(schema.languages.c.scope == Scope.direct(user_id).key)
            found["language"] = await _rows(connection, own)
            found["seats"] = await _rows(connection, seats.where(schema.game_seats.c.user_id == user_id))
        return found

    @whole
    async def forget(self, user_id: int) -> Forgotten:
        """Delete what concerns the person alone, and take their name from what others need.

        A running table keeps its host, who sits there and who sat there: they know its hidden cards. When it has ended,
        another call takes the name from it too.
        """
        running = sa.select(schema.games.c.id).where(schema.games.c.status == "active")
        deleted = anonymous = 0
        async with self._database.write() as connection:
            for column in _GOES:
                deleted += await _changed(connection, sa.delete(column.table).where(column == user_id))
            own, nobodys = Scope.direct(user_id).key, Scope.direct(NOBODY).key
            for table in (schema.languages, schema.posted_answers):
                deleted += await _changed(connection, sa.delete(table).where(table.c.scope == own))
            for column in _MADE_ANONYMOUS:
                value = None if column.nullable else NOBODY
                change = sa.update(column.table).where(column == user_id).values({column.name: value})
                anonymous += await _changed(connection, change)
            posted, seats, games, audit = schema.posted_answers, schema.game_seats, schema.games, schema.audit
            # Who sat at a running table knows its hidden cards: that is needed as long as it runs.
            anonymous += await _changed(
                connection,
                sa.update(audit).where(audit.c.actor == user_id, audit.c.subject.not_in(running)).values(actor=None),
            )
            anonymous += await _changed(
                connection, sa.update(posted).where(posted.c.asker == user_id).values(asker=None, question="")
            )
            deleted += await _changed(
                connection,
                sa.update(seats)
                .where(seats.c.user_id == user_id, seats.c.game.not_in(running))
                .values(user_id=None, confirmed=False),
            )
            anonymous += await _changed(
                connection,
                sa.update(games).where(games.c.host == user_id, games.c.status != "active").values(host=NOBODY),
            )
            # In private messages the scope itself is the person's number.
            for moved, alone in ((games, games.c.status != "active"), (audit, audit.c.subject.not_in(running))):
                await _changed(connection, sa.update(moved).where(moved.c.scope == own, alone).values(scope=nobodys))
            # Who wrote a message that was saved as a ruling stands in a comment.
            said, name = schema.ruling_revisions.c.comment, f"<@{user_id}>"
            anonymous += await _changed(
                connection,
                sa.update(schema.ruling_revisions)
                .where(said.contains(name, autoescape=True))
                .values(comment=sa.func.replace(said, name, f"<@{NOBODY}>")),
            )
            known = sa.or_(
                games.c.host == user_id,
                games.c.id.in_(sa.select(seats.c.game).where(seats.c.user_id == user_id)),
                games.c.id.in_(sa.select(audit.c.subject).where(audit.c.actor == user_id)),
            )
            left = sa.select(sa.func.count()).select_from(games).where(games.c.status == "active", known)
            return Forgotten(deleted, anonymous, (await connection.execute(left)).scalar_one())


async def _changed(connection: AsyncConnection, statement: sa.Delete | sa.Update) -> int:
    return (await connection.execute(statement)).rowcount


async def _rows(connection: AsyncConnection, query: sa.Select[Any]) -> list[JsonObject]:
    # Ids of Discord are longer than the whole numbers that many readers of JSON take: they are written as text.
    return [
        {
            key: value if value is None or isinstance(value, bool | dict | list) else str(value)
            for key, value in row.items()
        }
        for row in (await connection.execute(query)).mappings()
    ]
