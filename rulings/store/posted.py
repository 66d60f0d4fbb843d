"""Answers that were posted to a channel, judges' marks on them, and who wants to hear when an answer changes.

A posted copy is kept with a digest of what it showed, so that one that no longer says what is in service can be
corrected where it stands. What it said isn't kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from rulings.remarks import Remark
from rulings.store.engine import whole
from rulings.store.errors import NotFound
from rulings.store.repository import Repository, clean
from rulings.store.schema import answer_watchers, posted_answers, posted_pages, servers
from rulings.store.scope import Scope

#: What a judge says of a posted answer.
Mark: TypeAlias = Literal["", "review", "endorsed"]
#: So many posted copies of one scope are looked after, the last ones.
MOST_KEPT = 1000
#: For so long it is remembered that a page was posted.
PAGES_KEPT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PostedAnswer:
    """An answer that stands in a channel.

    Attributes:
        message_id: Discord's id of the message.
        channel_id: where it stands.
        answer_id: id of the ruling.
        asker: who asked, or None where nobody is named.
        question: the question as it is shown.
        digest: of what the ruling said when it was shown last.
        mark: what a judge says of it, or empty.
        marked_by: that judge, or None.
        corrected_at: when it was corrected last, or None.
        at: when it was posted.
    """

    message_id: int
    channel_id: int
    answer_id: str
    asker: int | None
    question: str
    digest: str
    mark: Mark
    marked_by: int | None
    corrected_at: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who wants to hear when an answer changes.

    Attributes:
        answer_id: id of the ruling.
        user_id: who.
        digest: of what the ruling said when they heard of it last.
    """

    answer_id: str
    user_id: int
    digest: str


class PostedAnswers(Repository):
    """The repository of posted answers and their watchers."""

    @whole
    async def add(
        self,
        scope: Scope,
        message_id: int,
        *,
        channel_id: int,
        answer_id: str,
        asker: int | None,
        question: str,
        digest: str,
    ) -> None:
        """Keep where an answer was posted; the oldest of the scope are forgotten beyond `MOST_KEPT`."""
        async with self._database.write() as connection:
            await connection.execute(
                sa.insert(posted_answers).values(
                    message_id=message_id,
                    scope=scope.key,
                    channel_id=channel_id,
                    answer_id=answer_id,
                    asker=asker,
                    question=clean(question),
                    digest=digest,
                    mark="",
                    at=self._clock(),
                )
            )
            newest = (
                sa.select(posted_answers.c.message_id)
                .where(posted_answers.c.scope == scope.key)
                .order_by(posted_answers.c.message_id.desc())
                .offset(MOST_KEPT)
                .limit(1)
                .scalar_subquery()
            )
            await connection.execute(
                sa.delete(posted_answers).where(
                    posted_answers.c.scope == scope.key, posted_answers.c.message_id <= newest
                )
            )

    @whole
    async def get(self, scope: Scope, message_id: int) -> PostedAnswer:
        """A posted answer.

        Raises:
            NotFound: the scope has none of that message (any more).
        """
        query = sa.select(posted_answers).where(*_copy(scope, message_id))
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise NotFound(Remark("that message is no answer that I keep track of"))
        return _posted(row)

    @whole
    async def of(self, scope: Scope) -> Sequence[PostedAnswer]:
        """The posted answers of a scope, newest first."""
        query = (
            sa.select(posted_answers)
            .where(posted_answers.c.scope == scope.key)
            .order_by(posted_answers.c.message_id.desc())
        )
        async with self._database.read() as connection:
            return [_posted(row) for row in await connection.execute(query)]

    @whole
    async def is_posted(
        self, scope: Scope, after: int, *, channel_id: int | None, answer_id: str, asker: int, question: str
    ) -> bool:
        """Whether an answer was posted from a private message: as its copy, whose id is higher than that message's.

        Args:
            scope: where.
            after: id of the private message; who asks anew gets a new one, from which it may be posted again.
            channel_id: to which channel.
            answer_id: id of the ruling.
            asker: who posted it.
            question: what they had asked.
        """
        query = sa.select(posted_answers.c.message_id).where(
            posted_answers.c.scope == scope.key,
            posted_answers.c.message_id > after,
            posted_answers.c.channel_id == channel_id,
            posted_answers.c.answer_id == answer_id,
            posted_answers.c.asker == asker,
            posted_answers.c.question == clean(question),
        )
        async with self._database.read() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    @whole
    async def latest(self, scope: Scope, *, answer_id: str, asker: int, question: str) -> PostedAnswer | None:
        """The copy of an answer that somebody posted last to a question of theirs; None if they posted none."""
        query = (
            sa.select(posted_answers)
            .where(
                posted_answers.c.scope == scope.key,
                posted_answers.c.answer_id == answer_id,
                posted_answers.c.asker == asker,
                posted_answers.c.question == clean(question),
            )
            .order_by(posted_answers.c.message_id.desc())
            .limit(1)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _posted(row)

    @whole
    async def claim_page(self, message_id: int, what: str) -> bool:
        """Note that a page is about to be posted from a private message; False if it was already, by whatever process.

        Claims are forgotten after `PAGES_KEPT`: a private message can't be pressed for so long.

        Args:
            message_id: the private message.
            what: which page of it, at most 100 characters.
        """
        now = self._clock()
        try:
            async with self._database.write() as connection:
                await connection.execute(sa.delete(posted_pages).where(posted_pages.c.at < now - PAGES_KEPT))
                await connection.execute(sa.insert(posted_pages).values(message_id=message_id, what=what, at=now))
        except IntegrityError:
            return False
        return True

    @whole
    async def release_page(self, message_id: int, what: str) -> None:
        """A page that was claimed couldn't be posted: it may be tried again."""
        async with self._database.write() as connection:
            await connection.execute(
                sa.delete(posted_pages).where(posted_pages.c.message_id == message_id, posted_pages.c.what == what)
            )

    @whole
    async def mark(self, scope: Scope, message_id: int, mark: Mark, *, judge: int) -> PostedAnswer:
        """Note what a judge says of a posted answer; an empty mark takes it back.

        Raises:
            NotFound: the scope has no such posted answer.
        """
        async with self._database.write() as connection:
            row = (
                await connection.execute(
                    sa.update(posted_answers)
                    .where(*_copy(scope, message_id))
                    .values(mark=mark, marked_by=judge if mark else None)
                    .returning(*posted_answers.c)
                )
            ).one_or_none()
            if row is None:
                raise NotFound(Remark("that message is no answer that I keep track of"))
            action = {"review": "answer under review", "endorsed": "answer endorsed", "": "answer's mark removed"}[mark]
            await self._record(connection, scope, judge, action, row.answer_id, {"message": str(message_id)})
            return _posted(row)

    @whole
    async def corrected(self, scope: Scope, message_id: int, digest: str) -> None:
        """Note that a posted copy says again what is in service; a judge's mark on the old text goes."""
        async with self._database.write() as connection:
            await connection.execute(
                sa.update(posted_answers)
                .where(*_copy(scope, message_id))
                .values(digest=digest, corrected_at=self._clock(), mark="", marked_by=None)
            )

    @whole
    async def forget(self, scope: Scope, message_id: int) -> None:
        """Drop a posted answer whose message is gone or can't be edited any more."""
        async with self._database.write() as connection:
            await connection.execute(sa.delete(posted_answers).where(*_copy(scope, message_id)))

    @whole
    async def watch(self, scope: Scope, answer_id: str, user_id: int, digest: str) -> None:
        """Note that somebody wants to hear when an answer changes from what the digest is of."""
        same = _watcher(scope, answer_id, user_id)
        async with self._database.write() as connection:
            changed = await connection.execute(sa.update(answer_watchers).where(*same).values(digest=digest))
            if not changed.rowcount:
                await connection.execute(
                    sa.insert(answer_watchers).values(
                        scope=scope.key, answer_id=answer_id, user_id=user_id, digest=digest, at=self._clock()
                    )
                )

    @whole
    async def unwatch(self, scope: Scope, answer_id: str, user_id: int) -> bool:
        """Somebody no longer wants to hear of it; False if they didn't."""
        async with self._database.write() as connection:
            gone = await connection.execute(sa.delete(answer_watchers).where(*_watcher(scope, answer_id, user_id)))
            return bool(gone.rowcount)

    @whole
    async def watches(self, scope: Scope, answer_id: str, user_id: int) -> bool:
        """Whether somebody wants to hear when an answer changes."""
        query = sa.select(answer_watchers.c.user_id).where(*_watcher(scope, answer_id, user_id))
        async with self._database.read() as connection:
            return (await connection.execute(query)).first() is not None

    @whole
    async def watchers(self, scope: Scope) -> Sequence[Watcher]:
        """Who wants to hear of changes in a scope."""
        query = (
            sa.select(answer_watchers)
            .where(answer_watchers.c.scope == scope.key)
            .order_by(answer_watchers.c.answer_id, answer_watchers.c.user_id)
        )
        async with self._database.read() as connection:
            return [Watcher(row.answer_id, row.user_id, row.digest) for row in await connection.execute(query)]

    @whole
    async def versions(self) -> dict[Scope, int]:
        """The scopes with posted answers or watchers, each with the version of its rulings (0 before the first)."""
        kept = sa.union(sa.select(posted_answers.c.scope), sa.select(answer_watchers.c.scope)).subquery()
        query = (
            sa.select(kept.c.scope, sa.func.coalesce(servers.c.rulings_version, 0).label("version"))
            .select_from(kept.outerjoin(servers, servers.c.scope == kept.c.scope))
            .order_by(kept.c.scope)
        )
        async with self._database.read() as connection:
            return {Scope.parse(row.scope): row.version for row in await connection.execute(query)}


def _copy(scope: Scope, message_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (posted_answers.c.scope == scope.key, posted_answers.c.message_id == message_id)


def _watcher(scope: Scope, answer_id: str, user_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        answer_watchers.c.scope == scope.key,
        answer_watchers.c.answer_id == answer_id,
        answer_watchers.c.user_id == user_id,
    )


def _posted(row: Any) -> PostedAnswer:
    return PostedAnswer(
        message_id=row.message_id,
        channel_id=row.channel_id,
        answer_id=row.answer_id,
        asker=row.asker,
        question=row.question,
        digest=row.digest,
        mark=row.mark,
        marked_by=row.marked_by,
        corrected_at=row.corrected_at,
        at=row.at,
    )
