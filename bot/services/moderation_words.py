"""A server's own words for the search: what its players call things. Moderators add and remove them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.i18n import _
from bot.services.moderation_base import ModerationBase, require_moderator
from bot.services.moderation_types import Actor, ModerationError
from rulings.search.local_words import MOST_WORDS, BadWord, checked
from rulings.search.text import normalise
from rulings.store import Scope


class RefusedWord(ModerationError):
    """A word can't be added; the message says why and what to do."""


class ServerWords:
    """The words of each scope.

    Args:
        base: the store.
    """

    def __init__(self, base: ModerationBase) -> None:
        self._base = base

    async def all(self, scope: Scope) -> Mapping[str, str]:
        """Word -> meaning, by word. Anybody may see what words mean here."""
        return await self._base.store.words.all(scope)

    async def add(self, scope: Scope, actor: Actor, word: str, meaning: str) -> tuple[str, str, str | None]:
        """Add a word, or give one another meaning. Questions asked from now on are read so.

        Returns:
            The word and its meaning as they are kept, and what it meant before (None if it is new).

        Raises:
            NotAllowed: the actor is no moderator.
            RefusedWord: it is empty, too long, or there are too many.
        """
        require_moderator(actor, "add words")
        try:
            kept, means = checked(word, meaning)
        except BadWord as error:
            raise RefusedWord(str(error)) from None
        try:
            before = await self._base.store.words.put(scope, kept, means, actor=actor.user_id, most=MOST_WORDS)
        except OverflowError:
            raise RefusedWord(
                _("{count} words are the most. Remove one that nobody uses, then add this one.").format(
                    count=MOST_WORDS
                )
            ) from None
        return kept, means, before

    async def remove(self, scope: Scope, actor: Actor, word: str) -> str:
        """Take a word away; it is read as it stands from now on.

        Returns:
            The word as it was kept.

        Raises:
            NotAllowed: the actor is no moderator.
            NotFound: no such word was added here.
        """
        require_moderator(actor, "remove words")
        kept = " ".join(normalise(word).split())
        await self._base.store.words.remove(scope, kept, actor=actor.user_id)
        return kept
