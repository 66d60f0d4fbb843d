"""Readers of each form of file: they stream records, and refuse what they can't read with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rulings.reference.files import Form, opened
from rulings.reference.importers import mtgjson, names_table, scryfall
from rulings.reference.records import Advance, Record

_READERS: dict[Form, Callable[..., Iterator[Record]]] = {
    Form.SCRYFALL_CARDS: scryfall.cards,
    Form.SCRYFALL_RULINGS: scryfall.rulings,
    Form.MTGJSON: mtgjson.records,
    Form.NAMES_TABLE: names_table.names,
}


def records(path: Path, form: Form, advance: Advance = lambda count: None) -> Iterator[Record]:
    """The records of a file, streamed.

    Raises:
        Refused: While reading: the file is damaged, cut off, or holds something else.
    """
    with opened(path, advance) as stream:
        yield from _READERS[form](stream)
