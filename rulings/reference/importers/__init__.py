"""Readers of each form of file: they stream records, and refuse what they can't read with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rulings.reference.files import Form, opened
from rulings.reference.importers import mtgjson, names_table, scryfall
from rulings.reference.records import Advance, CardRecord, Record, Refused
from rulings.remarks import Remark

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
        for record in _READERS[form](stream):
            _check(record, record)
            yield record


def _check(values: tuple[Any, ...], record: Record) -> None:
    """Every value is text that can be stored: JSON may hold anything in its place, and halves of characters.

    Raises:
        Refused: One isn't.
    """
    for value in values:
        if isinstance(value, tuple):
            _check(value, record)
        elif not isinstance(value, str):
            raise Refused(
                Remark(
                    "the entry of {name} has a {type} where a text belongs",
                    name=_shown(record),
                    type=type(value).__name__,
                )
            )
        elif not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError:
                raise Refused(
                    Remark("the entry of {name} has a text with half a character in it", name=_shown(record))
                ) from None


def _shown(record: Record) -> str:
    named = record.name if isinstance(record, CardRecord) else record[0]
    return ascii(str(named)[:60])
