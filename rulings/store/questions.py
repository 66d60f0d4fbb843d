"""Questions that had no answer, counted for the moderators, and what people say about answers."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

import sqlalchemy as sa

from rulings.remarks import Remark
from rulings.store.engine import whole
from rulings.store.errors import NotFound
from rulings.store.repository import Repository, clean
from rulings.store.schema import feedback, questions
from rulings.store.scope import Scope

QuestionStatus: TypeAlias = Literal["open", "answered", "dismissed"]
FeedbackKind: TypeAlias = Literal["wrong", "helpful", "endorsed"]

_FOLDED_LENGTH = 200
_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class UnansweredQuestion:
    """A question that had no answer. Who asked isn't kept.

    Attributes:
        id: number within the store.
        text: as it was first asked.
        count: how often it was asked.
        status: open, answered (by a ruling) or dismissed; asked again it is open again.
        ruling_slug: the ruling that answers it, or None.
        first_at: when it was first asked.
        last_at: when it was last asked.
    """

    id: int
    text: str
    count: int
    status: QuestionStatus
    ruling_slug: str | None
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody said about an answer.

    Attributes:
        id: number within the store.
        user_id: who said it.
        kind: "wrong", "helpful", or "endorsed" (by a judge).
        answer_source: the answer's source: server, curated, official or rules.
        answer_id: the answer's id within the source.
        question: what had been asked.
        comment: what they wrote.
        link: where the answer stands, or None.
        status: "open" until a moderator closes it.
        at: when.
    """

    id: int
    user_id: int
    kind: FeedbackKind
    answer_source: str
    answer_id: str
    question: str
    comment: str
    link: str | None
    status: Literal["open", "closed"]
    at: datetime


def folded(text: str) -> str:
    """The key by which two askings are the same question: letters and digits, case and accents folded."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", clean(text).casefold()) if not unicodedata.combining(c))
    words = " ".join(re.findall(r"[^\W_]+", letters))
    if len(words) <= _FOLDED_LENGTH:
        return words
    digest = hashlib.sha256(words.encode()).hexdigest()[:_DIGEST_LENGTH]
    return f"{words[: _FOLDED_LENGTH - _DIGEST_LENGTH - 1]} {digest}"


class Questions(Repository):
    """The repository of questions without an answer."""

    @whole
    async def record(self, scope: Scope, text: str) -> UnansweredQuestion:
        """Count a question that had no answer; one asked before (in other letters) is counted up and opened again."""
        now = self._clock()
        same = (questions.c.scope == scope.key, questions.c.folded == folded(text))
        async with self._database.write() as connection:
            row = (
                await connection.execute(
                    sa.update(questions)
                    .where(*same)
                    .values(count=questions.c.count + 1, status="open", last_at=now)
                    .returning(*questions.c)
                )
            ).one_or_none()
            if row is None:
                row = (
                    await connection.execute(
                        sa.insert(questions)
                        .values(
                            scope=scope.key,
                            folded=folded(text),
                            text=clean(text),
                            count=1,
                            status="open",
                            ruling_slug=None,
                            first_at=now,
                            last_at=now,
                        )
                        .returning(*questions.c)
                    )
                ).one()
            return _question(row)

    @whole
    async def most_asked(self, scope: Scope, *, limit: int = 25) -> Sequence[UnansweredQuestion]:
        """The open questions, most asked first, then latest."""
        query = (
            sa.select(questions)
            .where(questions.c.scope == scope.key, questions.c.status == "open")
            .order_by(questions.c.count.desc(), questions.c.last_at.desc(), questions.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [_question(row) for row in await connection.execute(query)]

    @whole
    async def get(self, scope: Scope, question_id: int) -> UnansweredQuestion:
        """One question.

        Raises:
            NotFound: the scope has no such question.
        """
        query = sa.select(questions).where(questions.c.scope == scope.key, questions.c.id == question_id)
        async with self._database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise NotFound(Remark("there is no question {number} here", number=question_id))
        return _question(row)

    @whole
    async def answer(self, scope: Scope, question_id: int, slug: str, *, actor: int) -> UnansweredQuestion:
        """Close a question with the ruling that answers it.

        Raises:
            NotFound: the scope has no such question.
        """
        return await self._close(scope, question_id, "answered", slug, actor)

    @whole
    async def dismiss(self, scope: Scope, question_id: int, *, actor: int) -> UnansweredQuestion:
        """Close a question that wants no ruling.

        Raises:
            NotFound: the scope has no such question.
        """
        return await self._close(scope, question_id, "dismissed", None, actor)

    @whole
    async def reopen(self, scope: Scope, slug: str) -> int:
        """Open the questions again that a ruling was to answer, which then wasn't taken; how many there were."""
        async with self._database.write() as connection:
            found = await connection.execute(
                sa.update(questions)
                .where(questions.c.scope == scope.key, questions.c.status == "answered")
                .where(questions.c.ruling_slug == slug)
                .values(status="open", ruling_slug=None)
                .returning(questions.c.id)
            )
            return len(found.all())

    async def _close(
        self, scope: Scope, question_id: int, status: QuestionStatus, slug: str | None, actor: int
    ) -> UnansweredQuestion:
        async with self._database.write() as connection:
            row = (
                await connection.execute(
                    sa.update(questions)
                    .where(questions.c.scope == scope.key, questions.c.id == question_id)
                    .values(status=status, ruling_slug=slug)
                    .returning(*questions.c)
                )
            ).one_or_none()
            if row is None:
                raise NotFound(Remark("there is no question {number} here", number=question_id))
            await self._record(connection, scope, actor, f"question {status}", str(question_id), {"ruling": slug})
            return _question(row)


class AnswerFeedback(Repository):
    """The repository of what people say about answers."""

    @whole
    async def add(
        self,
        scope: Scope,
        *,
        user_id: int,
        kind: FeedbackKind,
        answer_source: str,
        answer_id: str,
        question: str,
        comment: str = "",
        link: str | None = None,
    ) -> Feedback:
        """Keep what somebody says about an answer."""
        async with self._database.write() as connection:
            row = await connection.execute(
                sa.insert(feedback)
                .values(
                    scope=scope.key,
                    user_id=user_id,
                    kind=kind,
                    answer_source=answer_source,
                    answer_id=answer_id,
                    question=clean(question),
                    comment=clean(comment),
                    link=link,
                    status="open",
                    at=self._clock(),
                )
                .returning(*feedback.c)
            )
            return _feedback(row.one())

    @whole
    async def open(self, scope: Scope, *, kind: FeedbackKind = "wrong", limit: int = 25) -> Sequence[Feedback]:
        """The feedback of a kind that no moderator has closed, oldest first."""
        query = (
            sa.select(feedback)
            .where(feedback.c.scope == scope.key, feedback.c.status == "open", feedback.c.kind == kind)
            .order_by(feedback.c.id)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [_feedback(row) for row in await connection.execute(query)]

    @whole
    async def waiting_of(self, scope: Scope, user_id: int, *, kind: FeedbackKind = "wrong") -> int:
        """How much feedback of a kind by one person no moderator has closed."""
        query = (
            sa.select(sa.func.count())
            .select_from(feedback)
            .where(
                feedback.c.scope == scope.key,
                feedback.c.status == "open",
                feedback.c.kind == kind,
                feedback.c.user_id == user_id,
            )
        )
        async with self._database.read() as connection:
            return int((await connection.execute(query)).scalar_one())

    @whole
    async def close(self, scope: Scope, feedback_id: int, *, actor: int) -> Feedback:
        """Close a piece of feedback; closing it again changes nothing.

        Raises:
            NotFound: the scope has none of that number.
        """
        async with self._database.write() as connection:
            where = (feedback.c.scope == scope.key, feedback.c.id == feedback_id)
            before = (await connection.execute(sa.select(feedback.c.status).where(*where))).scalar_one_or_none()
            if before is None:
                raise NotFound(Remark("there is no feedback {number} here", number=feedback_id))
            row = await connection.execute(
                sa.update(feedback).where(*where).values(status="closed").returning(*feedback.c)
            )
            if before == "open":
                await self._record(connection, scope, actor, "feedback closed", str(feedback_id))
            return _feedback(row.one())


def _question(row: Any) -> UnansweredQuestion:
    # `count` is also a method of a row, as of every tuple.
    found = row._mapping
    return UnansweredQuestion(row.id, row.text, found["count"], row.status, row.ruling_slug, row.first_at, row.last_at)


def _feedback(row: Any) -> Feedback:
    return Feedback(
        id=row.id,
        user_id=row.user_id,
        kind=row.kind,
        answer_source=row.answer_source,
        answer_id=row.answer_id,
        question=row.question,
        comment=row.comment,
        link=row.link,
        status=row.status,
        at=row.at,
    )
