"""Reports that an answer is wrong, for moderators: read oldest first, then settled; no channel needs to be set."""

from __future__ import annotations

from collections.abc import Sequence

from bot.services.moderation_base import ModerationBase, require_moderator
from bot.services.moderation_types import Actor
from rulings.store import Feedback, Scope


class Reports:
    """A scope's reports.

    Args:
        base: the store.
    """

    def __init__(self, base: ModerationBase) -> None:
        self._base = base

    async def open(self, scope: Scope, actor: Actor, *, limit: int = 100) -> Sequence[Feedback]:
        """Those that nobody has settled, oldest first.

        Raises:
            NotAllowed: the actor is no moderator.
        """
        require_moderator(actor, "read reports")
        return await self._base.store.feedback.open(scope, kind="wrong", limit=limit)

    async def settle(self, scope: Scope, actor: Actor, number: int) -> Feedback:
        """Close one; closing it again changes nothing.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: there is none of that number here.
        """
        require_moderator(actor, "settle reports")
        return await self._base.store.feedback.close(scope, number, actor=actor.user_id)
