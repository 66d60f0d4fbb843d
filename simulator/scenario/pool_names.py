"""The catalogue of card definitions as the language's catalogue of names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from simulator.errors import AmbiguousAction
from simulator.model.cards import CardDefinition, CardPool
from simulator.scenario.ast import CardName
from simulator.scenario.names import fold


@runtime_checkable
class SuggestsNames(Protocol):
    """A card pool that can say which name was meant."""

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Names near to what was written, the likeliest first."""
        ...


class PoolNames:
    """Names of a card pool, and of the cards that a script invents (they come first)."""

    def __init__(self, pool: CardPool, invented: Iterable[CardDefinition] = ()) -> None:
        self.pool = pool
        self.invented: dict[str, tuple[CardDefinition, int | None]] = {}
        for card in invented:
            for index, face in enumerate(card.faces):
                self.invented[fold(face.name)] = (card, index if len(card.faces) > 1 else None)
            self.invented.setdefault(fold(card.name), (card, None))

    def find_card(self, name: str) -> tuple[CardName, ...]:
        """The card of this name; several if a half is shared."""
        try:
            found = self.definition(name)
        except AmbiguousAction as several:
            return tuple(CardName(choice, choice) for choice in several.choices)
        if found is None:
            return ()
        card, face = found
        return (CardName(card.name, card.name if face is None else card.faces[face].name, face),)

    def definition(self, name: str) -> tuple[CardDefinition, int | None] | None:
        """The definition of the card of this name and the face that was named.

        Raises:
            AmbiguousAction: two cards share the name (of a half).
        """
        return self.invented.get(fold(name)) or self.pool.find(name)

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Names that the writer may have meant, if the pool can say."""
        return self.pool.nearest_names(name) if isinstance(self.pool, SuggestsNames) else ()
