"""JSON objects one by one, from lines, arrays or envelopes, without holding the whole file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import ijson

from rulings.reference.files import is_lines
from rulings.reference.records import Refused


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
            raise Refused(f"line {number} is no whole JSON object: the file is damaged or cut off") from None


def _items(stream: BinaryIO) -> Iterator[tuple[int, Any]]:
    # peek at the first character: an array, or an object that holds one under "data"
    first = stream.peek(64).lstrip()[:1]  # type: ignore[attr-defined]
    prefix = "item" if first == b"[" else "data.item"
    number = 0
    try:
        for number, item in enumerate(ijson.items(stream, prefix, use_float=True), 1):
            yield number, item
    except (ijson.JSONError, UnicodeError):
        raise broken(f"after entry {number}") from None


def broken(where: str) -> Refused:
    """The refusal for JSON that can't be parsed."""
    return Refused(f"its JSON is damaged or cut off {where}")
