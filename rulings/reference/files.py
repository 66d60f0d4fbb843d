"""Files as they are found: what each is, by its content, never by its name."""

from __future__ import annotations

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO, cast

from rulings.reference.records import Advance, Refused
from rulings.reference.rules_text import decode
from rulings.remarks import Remark

_GZIP = b"\x1f\x8b"
#: So much of a file says what it is.
_HEAD = 65536
_BUFFER = 1 << 20
#: The title that a rules text begins with, or what it says soon behind it.
_TITLE = re.compile(r"_?Magic[^\n]*Comprehensive Rules[ _]*\n|(?s:.{0,1000})These rules are effective as of")
_NAMES_HEADING = ("english", "face", "lang", "printed")


class Form(StrEnum):
    """The forms of files that can be read."""

    RULES_TEXT = "Comprehensive Rules text"
    SCRYFALL_CARDS = "Scryfall cards"
    SCRYFALL_RULINGS = "Scryfall rulings"
    MTGJSON = "MTGJSON"
    NAMES_TABLE = "table of printed names"


class _Counted(io.RawIOBase):
    """A file that tells how much of it was read."""

    def __init__(self, file: BinaryIO, advance: Advance) -> None:
        self._file = file
        self._advance = advance

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        self._advance(len(data))
        return len(data)


@contextmanager
def opened(path: Path, advance: Advance = lambda count: None) -> Iterator[BinaryIO]:
    """A file's bytes, gunzipped if its content is gzipped, without a UTF-8 byte order mark.

    Args:
        path: The file.
        advance: Hears how many bytes of the file (compressed as it is) were read.

    Raises:
        Refused: The file can't be read, or its compressed content is cut off.
    """
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
            file.seek(0)
            raw = io.BufferedReader(_Counted(file, advance), _BUFFER)
            stream = io.BufferedReader(cast(Any, gzip.GzipFile(fileobj=raw)), _BUFFER) if packed else raw
            if stream.peek(3)[:3] == b"\xef\xbb\xbf":
                stream.read(3)
            yield stream
    except EOFError:
        raise Refused(Remark("it is cut off: its compressed content has no end")) from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise Refused(Remark("its compressed content is damaged ({error})", error=str(error))) from None
    except OSError as error:
        raise Refused(Remark("it can't be read ({error})", error=error.strerror or str(error))) from None


def recognise(path: Path) -> Form | None:
    """What a file is; None if it is no reference data.

    Raises:
        Refused: It can't be read at all, or is empty.
    """
    with opened(path) as stream:
        head = stream.read(_HEAD)
    if not head.strip():
        raise Refused(Remark("it is empty"))
    # Windows-1252 and UTF-16 are met in rules texts only
    if _TITLE.match(decode(head[:4096]).lstrip()):
        return Form.RULES_TEXT
    text = head.decode("utf-8", errors="replace").lstrip()
    if text[:1] in "[{":
        return _json_form(text)
    first = text.partition("\n")[0].rstrip("\r")
    return Form.NAMES_TABLE if tuple(first.split("\t")) == _NAMES_HEADING else None


def first_object(text: str) -> Any:
    """The first JSON object of a text that may be cut off behind it; None if there is no whole one."""
    start = text.find("{")
    if start < 0:
        return None
    try:
        return json.JSONDecoder().raw_decode(text, start)[0]
    except (json.JSONDecodeError, RecursionError):
        return None


def _json_form(text: str) -> Form | None:
    # MTGJSON: {"meta": {"date": …, "version": …}, "data": …}, which is cut off here
    if re.match(r'\{\s*"meta"\s*:\s*\{[^{}]*"version"', text):
        return Form.MTGJSON
    # a list in Scryfall's envelope: {"object":"list", …, "data":[{…
    if re.match(r'\{\s*"object"\s*:\s*"list"', text):
        text = text[text.find("[") :] if "[" in text else text
    first = first_object(text)
    if not isinstance(first, dict):
        # a first object that is longer than what was read, or a file cut off in it
        named = re.match(r'\[?\s*\{\s*"object"\s*:\s*"(card|ruling)"', text)
        found = named.group(1) if named else None
    else:
        found = first.get("object")
    return {"card": Form.SCRYFALL_CARDS, "ruling": Form.SCRYFALL_RULINGS}.get(str(found))


def is_lines(stream: io.BufferedReader | BinaryIO) -> bool:
    """Whether JSON is one object a line (else an array or one object over several lines); nothing is consumed."""
    head = cast(io.BufferedReader, stream).peek(_HEAD)[:_HEAD].lstrip()
    if head[:1] != b"{":
        return False
    line = head.partition(b"\n")[0]
    return b'"object":"list"' not in line.replace(b" ", b"")[:40] and not re.match(rb'\{\s*"meta"', line)
