"""The cards of one running game: those that it uses already stay as they were when they came in."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.model.cards import CardDefinition, CardPool
from simulator.scenario.names import fold
from simulator.scenario.pool_names import SuggestsNames


class GamePool:
    """A pool in front of which stand the definitions that a game keeps.

    Args:
        pool: where all other cards come from.
        kept: definitions by their full name.
    """

    def __init__(self, pool: CardPool, kept: Mapping[str, CardDefinition]) -> None:
        self._pool = pool
        self._kept = kept
        self._by_name = {fold(name): card for name, card in kept.items()}

    def find(self, name: str) -> tuple[CardDefinition, int | None] | None:
        """The card of that name and the face that was named.

        Raises:
            AmbiguousAction: several cards have it. Unsupported: it is beyond the simulator.
        """
        found = self._pool.find(name)
        if found is not None:
            return self._kept.get(found[0].name, found[0]), found[1]
        kept = self._by_name.get(fold(name))
        return (kept, None) if kept is not None else None

    def known_names(self, text: str) -> bool:
        """Whether a whole text is some card's name."""
        return self._pool.known_names(text) or fold(text) in self._by_name

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Names that the writer may have meant, if the pool can say."""
        return self._pool.nearest_names(name) if isinstance(self._pool, SuggestsNames) else ()
