"""Reference data beside the rulings when a question is asked: official rulings and rules among the choices.

The file is opened at the first question, and again when a newer one was put in its place; without one nothing is added.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.model import Ruling
    from rulings.reference.database import Reference
    from rulings.search.engine import Result, Search
    from rulings.search.official import OfficialTexts

# What tells a file from the one that was there before: inode, time, size.
_Stamp = tuple[int, int, int]


class ReferenceSearch:
    """Adds official texts to results; safe to share between threads.

    Args:
        path: The reference data's file; it needn't be there yet.
        search: The search over the rulings.
    """

    def __init__(self, path: Path, search: Search) -> None:
        self._path = path
        self._search = search
        self._lock = threading.Lock()
        self._open: tuple[_Stamp, Reference, OfficialTexts] | None = None

    def add_to(self, result: Result, hidden: Collection[str] = ()) -> Result:
        """A result with what the reference data has on it, but for `hidden` ids."""
        with self._lock:
            texts = self._texts()
            return result if texts is None else texts.add_to(result, hidden)

    def cards_of(self, identity: str) -> Sequence[str]:
        """The cards that have an official ruling, by the id that a choice has."""
        with self._lock:
            texts = self._texts()
            return () if texts is None else texts.cards_of(identity)

    def of_card(self, card: str) -> Sequence[Ruling]:
        """The official rulings on a card, by its full English name, newest first."""
        with self._lock:
            texts = self._texts()
            return () if texts is None else texts.of_card(card)

    def ruling(self, identity: str) -> Ruling | None:
        """An official ruling or a rule by the id that a choice has; None if there is none."""
        with self._lock:
            texts = self._texts()
            return None if texts is None else texts.ruling(identity)

    def close(self) -> None:
        """Close the file; the next question opens it again."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None

    def _texts(self) -> OfficialTexts | None:
        try:
            seen = self._path.stat()
        except OSError:
            self._close()
            return None
        stamp = (seen.st_ino, seen.st_mtime_ns, seen.st_size)
        if self._open is None or self._open[0] != stamp:
            # Imported here: who has no reference data doesn't pay for it.
            from rulings.reference.database import Reference, Unreadable
            from rulings.search.official import OfficialTexts

            self._close()
            try:
                reference = Reference.open(self._path)
            except Unreadable:
                return None
            self._open = (stamp, reference, OfficialTexts(self._search, reference))
        return self._open[2]
