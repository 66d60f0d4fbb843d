"""The shipped catalogue with newer cards over it (`rulings.newer` writes them): read as one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from heapq import merge
from pathlib import Path

from rulings.catalogue import NAMES, CardFacts, Catalogue, from_json
from rulings.catalogue_file import Bundle, Table

#: Tables of the files: facts of changed cards, and all printed names of the cards that have new ones.
CHANGED, PRINTED = "changed", "printed"


class LayeredCatalogue(Catalogue):
    """A catalogue and what a folder adds to it.

    The numbers of cards (`ordinal`) are those of the catalogue below; newer cards have the numbers after them.

    Args:
        base: The catalogue below.
        folder: Where the files are that add to it.
    """

    def __init__(self, base: Catalogue, folder: Path) -> None:
        super().__init__(folder, trees_folder=base.folder)
        self.base = base

    @cached_property
    def _changed(self) -> Table:
        return self._facts_bundle.table(CHANGED)

    @cached_property
    def _more_printed(self) -> Table:
        return Bundle(self.folder / NAMES).table(PRINTED)

    def __len__(self) -> int:
        return len(self.base) + len(self._facts)

    def names(self) -> Iterator[str]:
        """The full English names of everything in both, sorted by code point."""
        return merge(self.base.names(), self._facts.keys())

    def name_at(self, ordinal: int) -> str:
        """The name of the card with a number.

        Raises:
            IndexError: There is no such card.
        """
        below = len(self.base)
        return self.base.name_at(ordinal) if ordinal < below else self._facts.at(ordinal - below)[0]

    def ordinal(self, name: str) -> int:
        """The number of the card with a full name."""
        if self._facts.get(name) is not None:
            return len(self.base) + self._facts.ordinal(name)
        return self.base.ordinal(name)

    def full_name(self, name: str) -> str | None:
        """The full name for an exact English name: of a card, else of a face; None if there is neither."""
        if self._facts.get(name) is not None:
            return name
        below = self.base.full_name(name)
        return name if below == name else self._faces.get(name) or below

    def facts(self, name: str) -> CardFacts | None:
        """The facts of a card by its exact English name, in full or of one of its faces."""
        full = self.full_name(name)
        if full is None:
            return None
        raw = self._facts.get(full) or self._changed.get(full)
        return self.base.facts(full) if raw is None else from_json(json.loads(raw))

    def printed(self, name: str) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names in other languages of a card by its full name: face name -> language code -> printed names."""
        raw = self._more_printed.get(name)
        if raw is None:
            return self.base.printed(name)
        return {
            face: {language: tuple(names) for language, names in languages.items()}
            for face, languages in json.loads(raw).items()
        }
