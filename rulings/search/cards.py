"""What the search knows of cards: which a question names, and what each is evidence of.

A card named in a question says what the question is about: a creature with morph points at face-down permanents, Blood
Moon at land types and layers. The shipped table of *card subjects* holds, for each card, the terms of the vocabulary
that stand in its text, its types and its layout: names of game concepts, no sentence. It is made by
`rulings.search.cards_build`, and for the cards that come with a sync by `rulings.newer`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path

from rulings.catalogue_file import Bundle, CatalogueError, Table
from rulings.names import Names
from rulings.names_text import find_in_text
from rulings.search.question import Mention

#: The file's name, also in the folder of a data folder's newer cards.
FILE = "card_subjects.bin"
#: The table of card subjects.
SUBJECTS = Path(__file__).parent.parent / "data" / "search" / FILE
#: Name of the table in its bundle.
TABLE = "subjects"


class ShippedCards:
    """The `Cards` of the shipped data. Nothing is read before it is asked for; safe to share between threads.

    Args:
        naming: Gives the names to look for, asked for each question; by default those of the shipped catalogue.
    """

    def __init__(self, naming: Callable[[], Names] = Names.shipped) -> None:
        self._naming = naming
        self._newer: tuple[Path, Table | None] | None = None

    @cached_property
    def _subjects(self) -> Table | None:
        return _table(SUBJECTS)

    def _newer_subjects(self) -> Table | None:
        """The table of the cards that came with a sync."""
        folder = self._naming().catalogue.folder
        if self._newer is None or self._newer[0] != folder:
            path = folder / FILE
            self._newer = (folder, _table(path) if path.is_file() else None)
        return self._newer[1]

    def find(self, question: str) -> Sequence[Mention]:
        """The cards that a question names, in the order of the text."""
        return [Mention(hit.start, hit.end, hit.card) for hit in find_in_text(question, self._naming())]

    def terms(self, card: str) -> Sequence[tuple[str, float]]:
        """What a card is evidence of; nothing if it is in no table."""
        row = self._subjects.get(card) if self._subjects is not None else None
        if row is None:
            newer = self._newer_subjects()
            row = newer.get(card) if newer is not None else None
        return [(term, 1.0) for term in row.split(" ")] if row else []


def _table(path: Path) -> Table | None:
    try:
        return Bundle(path).table(TABLE)
    except CatalogueError:
        # Without it answers are found by the question's own words: worse, not wrong.
        return None


@cache
def shipped_cards() -> ShippedCards:
    """The one instance, opened once."""
    return ShippedCards()
