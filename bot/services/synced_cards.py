"""Ability trees from texts that were synced: compiled when a card is first needed, and kept in memory.

Only cards whose wording differs from the one that the shipped trees were compiled from are compiled; all others play
by the shipped trees. What is compiled belongs to one state of the reference data and goes when that is replaced.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.services.paths import REFERENCE_FILE
from rulings.catalogue import CardFacts, Catalogue, wording_hash

if TYPE_CHECKING:
    from rulings.reference.database import CardWording, Reference
    from rulings.reference.records import FaceText
    from simulator.oracle import FaceText as OracleFace

#: A state of the reference data: it changes with every sync that brings something.
Stamp = tuple[int, int, int]
#: Forms of objects that share names with cards and aren't them.
_NO_CARDS = frozenset({"art_series", "token", "double_faced_token", "emblem"})


class SyncedCards:
    """The texts of a data folder, and the trees of those that the shipped catalogue doesn't know.

    Safe to share between threads. Nothing needs to be in the folder yet, and nothing of the reference data is imported
    before there is some.

    Args:
        folder: The data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / REFERENCE_FILE
        self._lock = threading.Lock()
        self._stamp: Stamp | None = None
        self._reference: Reference | None = None
        self._trees: dict[str, Mapping[str, Any] | None] = {}

    @property
    def stamp(self) -> Stamp | None:
        """The state of the reference data now; None if there is none."""
        try:
            seen = self._path.stat()
        except OSError:
            return None
        return seen.st_ino, seen.st_mtime_ns, seen.st_size

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._reference is not None:
            self._reference.close()
        self._reference, self._stamp = None, None
        self._trees.clear()

    def _opened(self) -> Reference | None:
        """The reference data in service; under the lock."""
        stamp = self.stamp
        if stamp != self._stamp:
            self._close()
            if stamp is not None:
                from rulings.reference.database import Reference, Unreadable

                try:
                    self._reference = Reference.open(self._path)
                except Unreadable:
                    self._reference = None
                self._stamp = stamp
        return self._reference

    def _wording(self, name: str) -> CardWording | None:
        reference = self._opened()
        if reference is None:
            return None
        from rulings.reference.database import Unreadable

        try:
            return reference.card(name)
        except Unreadable:
            # until the next sync it counts as none
            reference.close()
            self._reference = None
            return None

    def faces(self, facts: CardFacts) -> Sequence[OracleFace]:
        """The synced text of each face of a card; none if the data lacks it, or has another object of that name."""
        with self._lock:
            wording = self._wording(facts.name)
        return _oracle_faces(facts, wording)

    def trees(self, catalogue: Catalogue, name: str) -> Mapping[str, Any] | None:
        """The trees of a card's synced text in their stored form; None if the shipped ones are of the same text.

        Args:
            catalogue: Facts of the card, and the hash of the text that the shipped trees were compiled from.
            name: Full English name.
        """
        if self.stamp is None:
            return None
        with self._lock:
            self._opened()
            stamp = self._stamp
            if name in self._trees:
                return self._trees[name]
        facts = catalogue.facts(name)
        faces = self.faces(facts) if facts is not None else ()
        compiled: Mapping[str, Any] | None = None
        if faces:
            synced = wording_hash((face.name, face.mana_cost, face.type_line, face.oracle_text) for face in faces)
            if synced != catalogue.compiled_wording(name):
                from simulator.oracle import trees_for

                compiled = trees_for(faces)
        with self._lock:
            if self._stamp == stamp:
                self._trees[name] = compiled
        return compiled


def _oracle_faces(facts: CardFacts, wording: CardWording | None) -> Sequence[OracleFace]:
    if wording is None or facts.kind != "card" or wording.layout in _NO_CARDS:
        return ()
    # a card with the same face on both sides is one of one face here
    faces = wording.faces[: len(facts.faces)]
    if [face.name for face in faces] != [face.name for face in facts.faces]:
        return ()
    if not all(face.type_line for face in faces):
        return ()
    return [_oracle_face(face, facts.layout) for face in faces]


def _oracle_face(face: FaceText, layout: str) -> OracleFace:
    from simulator.oracle import FaceText as OracleFace

    return OracleFace(face.name, face.mana_cost, face.type_line, face.oracle_text, layout=layout)
