"""A table of printed names: tab-separated english, face, lang, printed, with that heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from rulings.reference.records import NameRecord, Refused
from rulings.remarks import Remark


def names(stream: BinaryIO) -> Iterator[NameRecord]:
    """The rows; an empty face means the card as a whole.

    Raises:
        Refused: A row doesn't have four columns, or isn't UTF-8.
    """
    for number, raw in enumerate(stream, 1):
        try:
            line = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise Refused(Remark("line {number} isn't UTF-8 text", number=number)) from None
        if number == 1 or not line:
            continue
        columns = line.split("\t")
        if len(columns) != 4 or not (columns[0] and columns[2] and columns[3]):
            raise Refused(
                Remark("line {number} isn't english, face, lang and printed name, separated by tabs", number=number)
            )
        english, face, language, name = columns
        yield NameRecord(english, face or english, language, name)
