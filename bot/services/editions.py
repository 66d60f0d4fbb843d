"""The editions of the Comprehensive Rules that are known here: shipped, synced, or met once and kept in the store."""

from __future__ import annotations

import threading
from collections.abc import Container, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.services.paths import REFERENCE_FILE, stamp
from rulings import CR_EDITION, rules_index
from rulings.reference.ageing import Age, AgeSource, ages_of
from rulings.reference.database import Reference, Unreadable
from rulings.rules_index import RulesIndex


class Editions:
    """The editions of a data folder and the shipped ones. Safe to share between threads.

    Args:
        folder: the data folder; without one only the shipped editions are known.
    """

    def __init__(self, folder: Path | None = None) -> None:
        #: The data folder.
        self.folder = folder
        self._path = None if folder is None else folder / REFERENCE_FILE
        self._lock = threading.Lock()
        self._stamp: tuple[int, int] | None = None
        self._synced: dict[str, RulesIndex] = {}
        self._met: dict[str, RulesIndex] = {}

    @contextmanager
    def reference(self) -> Iterator[Reference | None]:
        """The reference data in service, opened for this use; None if there is none that can be read."""
        try:
            opened = None if self._path is None else Reference.open(self._path)
        except Unreadable:
            opened = None
        if opened is None:
            yield None
            return
        with closing(opened):
            yield opened

    @property
    def stamp(self) -> tuple[int, int] | None:
        """What tells one state of the reference data from another; None while there is none."""
        return None if self._path is None else stamp(self._path)

    @property
    def newest(self) -> str:
        """ISO date of the newest edition that is shipped or synced."""
        return max([CR_EDITION, *self._indexes()])

    def numbers_of(self, edition: str) -> Container[str] | None:
        """The rule numbers of an edition; None if it isn't known."""
        return self.index(edition)

    def index(self, edition: str) -> RulesIndex | None:
        """The index of an edition that is shipped, synced or was met; None if it isn't known."""
        if edition in rules_index.editions():
            return rules_index.load(edition)
        return self._indexes().get(edition) or self._met.get(edition)

    def synced(self) -> dict[str, RulesIndex]:
        """The editions in the reference data, by ISO date."""
        return dict(self._indexes())

    def remember(self, indexes: Iterable[RulesIndex]) -> None:
        """Know editions that were met once, whether or not the reference data still has them."""
        self._met |= {index.edition: index for index in indexes}

    def ages(self, reference: Reference) -> AgeSource:
        """What tells how citations of any known edition aged, up to the newest one in the reference data."""
        return _Ages(self, reference)

    def _indexes(self) -> dict[str, RulesIndex]:
        """The indexes of the synced editions, read again only after a sync."""
        with self._lock:
            seen = self.stamp
            if seen != self._stamp:
                with self.reference() as reference:
                    dates = [] if reference is None else [each.edition for each in reference.editions()]
                    found = {} if reference is None else {date: reference.index(date) for date in dates}
                self._synced = {date: index for date, index in found.items() if index is not None}
                self._stamp = seen
            return self._synced


class _Ages(AgeSource):
    """Ages from the reference data, and of what it no longer has from the index that was kept."""

    def __init__(self, editions: Editions, reference: Reference) -> None:
        self.edition = reference.edition
        self._editions = editions
        self._reference = reference
        self._worked_out: dict[str, dict[str, Age]] = {}

    def ages(self, edition: str, numbers: Iterable[str]) -> dict[str, Age] | None:
        """The ages of some numbers of an edition; None if that edition is unknown."""
        wanted = list(numbers)
        told = self._reference.ages(edition, wanted)
        if told is not None:
            return told
        if edition not in self._worked_out:
            old = self._editions.index(edition)
            if old is None or edition >= self.edition:
                return None
            indexes = [index for date, index in self._editions.synced().items() if edition < date <= self.edition]
            found = ages_of([old, *indexes], self._reference.texts)
            self._worked_out[edition] = {age.old: age for age in found if age.edition == edition}
        ages = self._worked_out[edition]
        return {number: ages[number] for number in wanted if number in ages}
