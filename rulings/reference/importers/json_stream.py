"""JSON objects one by one, from lines, arrays or envelopes, without holding the whole file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Protocol

import ijson

from rulings.reference.files import is_lines
from rulings.reference.records import Refused
from rulings.remarks import Remark

#: Reference data nests a dozen levels deep. Reading takes the square of the depth in time.
_DEEPEST = 2000
#: The depth is looked at after so many bytes.
_STEP = 1024


class _Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


class Shallow:
    """JSON that is refused before its nesting costs time.

    Brackets are counted without a look at what they stand in: in texts they come in pairs.

    Args:
        stream: The JSON.
    """

    def __init__(self, stream: _Readable) -> None:
        self._stream = stream
        self._depth = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes.

        Raises:
            Refused: They go too deep.
        """
        data = self._stream.read(size)
        for at in range(0, len(data), _STEP):
            piece = data[at : at + _STEP]
            opened = piece.count(b"[") + piece.count(b"{")
            self._depth = max(0, self._depth + opened - piece.count(b"]") - piece.count(b"}"))
            if self._depth > _DEEPEST:
                raise Refused(
                    Remark(
                        "its JSON is nested more than {count:,} levels deep: it is no reference data",
                        count=_DEEPEST,
                    )
                )
        return data


def objects(stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    """Each object with its place (line or position in the array, from 1).

    Raises:
        Refused: The JSON is broken or cut off.
    """
    if is_lines(stream):
        yield from _lines(stream)
    else:
        yield from _items(stream)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            raise Refused(
                Remark("line {number} is no whole JSON object: the file is damaged or cut off", number=number)
            ) from None


def _items(stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    # peek at the first character: an array, or an object that holds one under "data"
    first = stream.peek(64).lstrip()[:1]  # type: ignore[attr-defined]
    prefix = "item" if first == b"[" else "data.item"
    number = 0
    try:
        for number, item in enumerate(ijson.items(Shallow(stream), prefix, use_float=True), 1):
            yield number, item
    except (ijson.JSONError, UnicodeError):
        raise broken(Remark("after entry {number}", number=number)) from None


def broken(where: str) -> Refused:
    """The refusal for JSON that can't be parsed."""
    return Refused(Remark("its JSON is damaged or cut off {where}", where=where))
