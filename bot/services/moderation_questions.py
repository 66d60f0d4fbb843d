"""Questions that had no answer, for moderators: the most asked first, to be answered by a ruling or dismissed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.services.moderation_base import ModerationBase, require_moderator
from bot.services.moderation_types import Actor, Proposal
from rulings.store import Scope, UnansweredQuestion


class Proposes(Protocol):
    """What takes a proposal: `bot.services.moderation.ModerationService` does."""

    async def propose(self, scope: Scope, actor: Actor, content: Mapping[str, Any], *, comment: str = "") -> Proposal:
        """Add a ruling that waits for review."""
        ...


class OpenQuestions:
    """A scope's questions without an answer.

    Args:
        base: the store.
        proposes: what takes a proposal.
    """

    def __init__(self, base: ModerationBase, proposes: Proposes) -> None:
        self._base = base
        self._proposes = proposes

    async def most_asked(self, scope: Scope, actor: Actor, *, limit: int = 25) -> Sequence[UnansweredQuestion]:
        """The open ones, most asked first, then latest.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "see the questions without an answer")
        return await self._base.store.questions.most_asked(scope, limit=limit)

    async def get(self, scope: Scope, actor: Actor, question_id: int) -> UnansweredQuestion:
        """One of them.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that number here.
        """
        require_moderator(actor, "see the questions without an answer")
        return await self._base.store.questions.get(scope, question_id)

    async def dismiss(self, scope: Scope, actor: Actor, question_id: int) -> UnansweredQuestion:
        """Close one that wants no ruling; asked again it is open again.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that number here.
        """
        require_moderator(actor, "dismiss questions")
        return await self._base.store.questions.dismiss(scope, question_id, actor=actor.user_id)

    async def answer(
        self, scope: Scope, actor: Actor, question_id: int, content: Mapping[str, Any], *, comment: str = ""
    ) -> Proposal:
        """Propose a ruling that answers one. If the ruling isn't taken in the end, the question is open again.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that number here.
            InvalidRuling, AlreadyThere: as for any proposal; the question stays open.
        """
        require_moderator(actor, "answer questions")
        await self._base.store.questions.get(scope, question_id)
        proposal = await self._proposes.propose(scope, actor, content, comment=comment)
        await self._base.store.questions.answer(scope, question_id, proposal.ruling.slug, actor=actor.user_id)
        return proposal
