"""Moderators' rulings: their present state, and every revision that led to it.

Who may do what, and what follows from it, is decided by `bot.services.moderation`; here a change is made only if the
writer has seen the newest revision, and state, revision, audit and version go together or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from rulings.remarks import Remark
from rulings.store.engine import Database, whole
from rulings.store.errors import Conflict, NotFound, PlaceTaken
from rulings.store.repository import Clock, JsonObject, Repository, clean, plain_json
from rulings.store.schema import ruling_revisions, rulings
from rulings.store.scope import Scope
from rulings.store.versions import Versions

#: proposed: waits for review · published: in service · retired: was in service · rejected: never was.
Status: TypeAlias = Literal["proposed", "published", "retired", "rejected"]


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """A ruling as it stands.

    Attributes:
        scope: whose it is.
        slug: its id within the scope, kebab-case; never changes.
        status: see `Status`.
        revision: number of its newest revision; whoever changes it names the one they saw.
        content: the ruling in the shape of the curated TOML: in service if published, else the proposal.
        content_by: who wrote `content`.
        pending: a changed content that waits for review while `content` stays in service, or None.
        pending_by: who wrote `pending`.
        replaces: id of the shipped ruling that this one replaces, or None.
        author: who proposed it first.
        created_at: when it was proposed.
        updated_at: when its newest revision was made.
    """

    scope: Scope
    slug: str
    status: Status
    revision: int
    content: JsonObject
    content_by: int
    pending: JsonObject | None
    pending_by: int | None
    replaces: str | None
    author: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Revision:
    """One step of a ruling's history.

    Attributes:
        number: 1 for the proposal, then without gaps.
        action: what was done ("proposed", "approved", "edited", …).
        status: the ruling's status afterwards.
        content: the content that the action was about.
        comment: what the actor said about it, or empty.
        actor: who did it; 0 for the program itself.
        at: when.
    """

    number: int
    action: str
    status: Status
    content: JsonObject
    comment: str
    actor: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Published:
    """The rulings that a scope has in service.

    Attributes:
        version: grows with each change to them: an index built for it may be kept until it grows.
        rulings: by slug.
    """

    version: int
    rulings: tuple[StoredRuling, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A new ruling or the next revision of one, to be made together with others.

    Attributes:
        slug: which ruling.
        seen: the newest revision that the actor knows; 0 for a new ruling.
        action: what is done, for the history.
        status: the status afterwards.
        content: the content afterwards.
        content_by: who wrote that content.
        pending: the change that waits for review afterwards.
        pending_by: who wrote that change.
        about: the content that the history keeps for this step; by default `pending`, else `content`.
        comment: what the actor says about it.
    """

    slug: str
    seen: int
    action: str
    status: Status
    content: Mapping[str, Any]
    content_by: int
    pending: Mapping[str, Any] | None = None
    pending_by: int | None = None
    about: Mapping[str, Any] | None = None
    comment: str = ""


class Rulings(Repository):
    """The repository of moderators' rulings.

    Args:
        database: the open database.
        clock: gives the present moment.
        versions: grow with each change to what is in service.
    """

    def __init__(self, database: Database, clock: Clock, versions: Versions) -> None:
        super().__init__(database, clock)
        self._versions = versions

    @whole
    async def create(
        self, scope: Scope, slug: str, content: Mapping[str, Any], *, author: int, comment: str = ""
    ) -> StoredRuling:
        """Add a proposal, with revision 1.

        Raises:
            Conflict: the scope has a ruling of that slug.
        """
        step = Step(slug, 0, "proposed", "proposed", content, author, comment=comment)
        return (await self._together(scope, author, [step]))[0]

    @whole
    async def change(
        self,
        scope: Scope,
        slug: str,
        *,
        seen: int,
        actor: int,
        action: str,
        status: Status,
        content: Mapping[str, Any],
        content_by: int,
        pending: Mapping[str, Any] | None = None,
        pending_by: int | None = None,
        about: Mapping[str, Any] | None = None,
        comment: str = "",
    ) -> StoredRuling:
        """Make the next revision, if `seen` is the newest one; see `Step` for the arguments.

        Raises:
            Conflict: there is a newer revision; nothing was changed.
            NotFound: the scope has no such ruling.
            PlaceTaken: published, it would replace a shipped ruling that another one in service replaces.
        """
        step = Step(slug, seen, action, status, content, content_by, pending, pending_by, about, comment)
        return (await self._together(scope, actor, [step]))[0]

    @whole
    async def together(self, scope: Scope, actor: int, steps: Sequence[Step]) -> Sequence[StoredRuling]:
        """Make several steps, all of them or none.

        Raises:
            Conflict: there is a newer revision of one, or a ruling where a new one was to be.
            NotFound: the scope has no such ruling.
            PlaceTaken: published, one would replace a shipped ruling that another one in service replaces.
        """
        return await self._together(scope, actor, steps)

    async def _together(self, scope: Scope, actor: int, steps: Sequence[Step]) -> list[StoredRuling]:
        async with self._database.write() as connection:
            made = [
                await (self._change if step.seen else self._create)(connection, scope, actor, step) for step in steps
            ]
            if any(public for _, public in made):
                await self._versions.grow(connection, scope)
        self._versions.grown(scope)
        return [stored for stored, _ in made]

    async def _create(
        self, connection: AsyncConnection, scope: Scope, actor: int, step: Step
    ) -> tuple[StoredRuling, bool]:
        """Add a ruling; whether it is in service."""
        now = self._clock()
        plain = plain_json(step.content)
        public = step.status == "published"
        if public:
            await self._require_free_place(connection, scope, step.slug, plain.get("replaces") or None)
        try:
            inserted = await connection.execute(
                sa.insert(rulings).values(
                    scope=scope.key,
                    slug=step.slug,
                    status=step.status,
                    revision=1,
                    content=plain,
                    content_by=step.content_by,
                    pending=None,
                    pending_by=None,
                    replaces=plain.get("replaces") or None,
                    author=actor,
                    created_at=now,
                    updated_at=now,
                )
            )
        except IntegrityError as error:
            raise Conflict(
                Remark("there is a ruling “{ruling}” already", ruling=step.slug), expected=0, actual=1
            ) from error
        key = inserted.inserted_primary_key
        assert key is not None  # noqa: S101 - one row was inserted
        revision = Revision(1, step.action, step.status, plain, step.comment, actor, now)
        await self._revise(connection, key[0], scope, step.slug, revision)
        return await self._get(connection, scope, step.slug), public

    async def _change(
        self, connection: AsyncConnection, scope: Scope, actor: int, step: Step
    ) -> tuple[StoredRuling, bool]:
        """Make the next revision of a ruling; whether that changes what is in service."""
        now = self._clock()
        before = await self._get(connection, scope, step.slug)
        if before.revision != step.seen:
            raise Conflict(
                Remark(
                    "“{ruling}” was changed meanwhile (revision {now}, you saw {seen}); look at it again",
                    ruling=step.slug,
                    now=before.revision,
                    seen=step.seen,
                ),
                expected=step.seen,
                actual=before.revision,
            )
        plain = plain_json(step.content)
        if step.status == "published":
            await self._require_free_place(connection, scope, step.slug, plain.get("replaces") or None)
        number = before.revision + 1
        row = await connection.execute(
            sa.update(rulings)
            .where(rulings.c.scope == scope.key, rulings.c.slug == step.slug)
            .values(
                status=step.status,
                revision=number,
                content=plain,
                content_by=step.content_by,
                pending=None if step.pending is None else plain_json(step.pending),
                pending_by=step.pending_by,
                replaces=plain.get("replaces") or None,
                updated_at=now,
            )
            .returning(rulings.c.id)
        )
        about = step.about if step.about is not None else step.pending if step.pending is not None else step.content
        revision = Revision(number, step.action, step.status, plain_json(about), step.comment, actor, now)
        await self._revise(connection, row.scalar_one(), scope, step.slug, revision)
        in_service = plain if step.status == "published" else None
        was_in_service = before.content if before.status == "published" else None
        return await self._get(connection, scope, step.slug), in_service != was_in_service

    @whole
    async def get(self, scope: Scope, slug: str) -> StoredRuling:
        """One ruling.

        Raises:
            NotFound: the scope has no such ruling.
        """
        async with self._database.read() as connection:
            return await self._get(connection, scope, slug)

    @whole
    async def list(self, scope: Scope, *statuses: Status) -> Sequence[StoredRuling]:
        """The rulings of a scope with one of the statuses (all without one), by slug."""
        query = sa.select(rulings).where(rulings.c.scope == scope.key).order_by(rulings.c.slug)
        if statuses:
            query = query.where(rulings.c.status.in_(statuses))
        async with self._database.read() as connection:
            return [_ruling(row) for row in await connection.execute(query)]

    @whole
    async def waiting(self, scope: Scope) -> Sequence[StoredRuling]:
        """What waits for review: proposals and changes to published rulings, longest waiting first."""
        query = sa.select(rulings).where(_waits(scope)).order_by(rulings.c.updated_at, rulings.c.id)
        async with self._database.read() as connection:
            return [_ruling(row) for row in await connection.execute(query)]

    @whole
    async def comments_of_waiting(self, scope: Scope) -> Mapping[str, str]:
        """What was said with the newest revision of each ruling that `waiting` gives, by slug; in one look."""
        query = (
            sa.select(rulings.c.slug, ruling_revisions.c.comment)
            .join(
                ruling_revisions,
                sa.and_(ruling_revisions.c.ruling == rulings.c.id, ruling_revisions.c.number == rulings.c.revision),
            )
            .where(_waits(scope))
        )
        async with self._database.read() as connection:
            return {row.slug: row.comment for row in await connection.execute(query)}

    @whole
    async def published(self, scope: Scope) -> Published:
        """The rulings in service and the version that they have together."""
        query = (
            sa.select(rulings)
            .where(rulings.c.scope == scope.key, rulings.c.status == "published")
            .order_by(rulings.c.slug)
        )
        async with self._database.read() as connection:
            version = await self._versions.within(connection, scope)
            return Published(version, tuple(_ruling(row) for row in await connection.execute(query)))

    async def version(self, scope: Scope) -> int:
        """The version of the rulings in service; 0 before the first.

        What this process changes is seen at once, what another process changes within a few seconds.
        """
        return await self._versions.get(scope)

    @whole
    async def history(self, scope: Scope, slug: str) -> Sequence[Revision]:
        """Every revision of a ruling, oldest first.

        Raises:
            NotFound: the scope has no such ruling.
        """
        query = (
            sa.select(ruling_revisions)
            .join(rulings, rulings.c.id == ruling_revisions.c.ruling)
            .where(rulings.c.scope == scope.key, rulings.c.slug == slug)
            .order_by(ruling_revisions.c.number)
        )
        async with self._database.read() as connection:
            found = [_revision(row) for row in await connection.execute(query)]
        if not found:
            raise NotFound(Remark("there is no ruling “{ruling}” here", ruling=slug))
        return found

    async def _revise(self, connection: AsyncConnection, key: int, scope: Scope, slug: str, revision: Revision) -> None:
        await connection.execute(
            sa.insert(ruling_revisions).values(
                ruling=key,
                scope=scope.key,
                number=revision.number,
                action=revision.action,
                status=revision.status,
                content=revision.content,
                comment=clean(revision.comment),
                actor=revision.actor,
                at=revision.at,
            )
        )
        await self._record(
            connection, scope, revision.actor or None, f"ruling {revision.action}", slug, {"revision": revision.number}
        )

    @staticmethod
    async def _require_free_place(connection: AsyncConnection, scope: Scope, slug: str, replaces: str | None) -> None:
        if replaces is None:
            return
        query = sa.select(rulings.c.slug).where(
            rulings.c.scope == scope.key,
            rulings.c.status == "published",
            rulings.c.replaces == replaces,
            rulings.c.slug != slug,
        )
        other = (await connection.execute(query)).scalar_one_or_none()
        if other is not None:
            raise PlaceTaken(
                Remark(
                    "“{other}” replaces {replaced} already; edit or retire that one", other=other, replaced=replaces
                ),
                other,
            )

    @staticmethod
    async def _get(connection: AsyncConnection, scope: Scope, slug: str) -> StoredRuling:
        query = sa.select(rulings).where(rulings.c.scope == scope.key, rulings.c.slug == slug)
        row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise NotFound(Remark("there is no ruling “{ruling}” here", ruling=slug))
        return _ruling(row)


def _waits(scope: Scope) -> sa.ColumnElement[bool]:
    return sa.and_(rulings.c.scope == scope.key, sa.or_(rulings.c.status == "proposed", rulings.c.pending.is_not(None)))


def _ruling(row: Any) -> StoredRuling:
    return StoredRuling(
        scope=Scope.parse(row.scope),
        slug=row.slug,
        status=row.status,
        revision=row.revision,
        content=row.content,
        content_by=row.content_by,
        pending=row.pending,
        pending_by=row.pending_by,
        replaces=row.replaces,
        author=row.author,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


def _revision(row: Any) -> Revision:
    return Revision(row.number, row.action, row.status, row.content, row.comment, row.actor, row.at)
