"""The files of the catalogue: sorted tables in compressed blocks, read piece by piece.

A *table* maps keys (text, sorted by code point) to values (text without line breaks). It is cut into blocks of a
fixed number of entries, each compressed on its own with a dictionary of sample entries, so that one entry costs one
small decompression whatever the size of the table: a cold answer reads a handful of blocks out of thousands. A
*bundle* is a file of named tables with a JSON head. The bytes depend on the content alone: no times, no hashes, no
order of a set.

Layout of a bundle: ``TJBUNDLE``, the length of the head (8 hex digits), the head (JSON), then the tables. A table:
the lengths of its directory and dictionary (8 hex digits each), the directory (zlib: block size, count, first keys and
sizes of blocks), the dictionary (zlib), then the blocks (zlib: lines of ``key TAB value``). A *list* is the same
without keys and dictionary: read by position.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

_MAGIC = b"TJBUNDLE"
_VERSION = 2
#: zlib looks back no farther than this.
_DICTIONARY = 32000


class CatalogueError(Exception):
    """A file of the catalogue is missing or can't be read; the message says what to do."""


def pack_table(entries: Iterable[tuple[str, str]], per_block: int = 64) -> bytes:
    """A table's bytes. Keys must be unique; they are sorted here.

    Raises:
        ValueError: A key or value holds a tab or line break, or a key occurs twice.
    """
    rows = sorted(entries)
    for (key, _), (following, _) in pairwise(rows):
        if key == following:
            raise ValueError(f"the key {key!r} occurs twice")
    lines = [f"{key}\t{value}" for key, value in rows]
    for line in lines:
        if line.count("\t") != 1 or "\n" in line:
            raise ValueError(f"a tab or line break in the entry {line[:60]!r}")
    dictionary = _sample(lines)
    blocks = [
        _compress("\n".join(lines[at : at + per_block]).encode(), dictionary) for at in range(0, len(rows), per_block)
    ]
    firsts = [rows[at][0] for at in range(0, len(rows), per_block)]
    sizes = " ".join(str(len(block)) for block in blocks)
    directory = zlib.compress(f"{per_block}\t{len(rows)}\n{chr(10).join(firsts)}\n\t{sizes}".encode(), 9)
    packed = zlib.compress(dictionary, 9)
    return b"%08x%08x" % (len(directory), len(packed)) + directory + packed + b"".join(blocks)


def _sample(lines: Sequence[str]) -> bytes:
    """Lines from all over a table: what its blocks have in common, for the compressor to look back at."""
    step = max(1, sum(len(line) + 1 for line in lines) // _DICTIONARY)
    return "\n".join(lines[::step]).encode()[-_DICTIONARY:]


def _compress(raw: bytes, dictionary: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return packer.compress(raw) + packer.flush()


def pack_lines(lines: Sequence[str], per_block: int = 2048) -> bytes:
    """The bytes of a list of lines that is read by position (see `Lines`).

    Raises:
        ValueError: A line holds a line break.
    """
    if any("\n" in line for line in lines):
        raise ValueError("a line break in a line")
    blocks = [
        zlib.compress("\n".join(lines[at : at + per_block]).encode(), 9) for at in range(0, len(lines), per_block)
    ]
    packed = zlib.compress(f"{per_block}\t{len(lines)}\n{' '.join(str(len(block)) for block in blocks)}".encode(), 9)
    return b"%08x" % len(packed) + packed + b"".join(blocks)


def write_bundle(path: Path, meta: Mapping[str, Any], tables: Mapping[str, bytes]) -> None:
    """Write a bundle beside `path` and swap it in atomically, so that a reader never sees half a file."""
    head = json.dumps(
        {"version": _VERSION, "meta": meta, "tables": [[name, len(data)] for name, data in tables.items()]},
        ensure_ascii=False,
        separators=(",", ":"),
    ).encode()
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        file.write(_MAGIC + b"%08x" % len(head) + head)
        for data in tables.values():
            file.write(data)
    os.replace(beside, path)


class Table:
    """A sorted map from text to text, decompressed block by block as it is asked.

    Keys have ordinals (their place in the sorted order), by which other tables refer to them.
    """

    def __init__(self, data: bytes | mmap.mmap, offset: int, length: int) -> None:
        size, sample = int(data[offset : offset + 8], 16), int(data[offset + 8 : offset + 16], 16)
        start = offset + 16 + size
        head, _, rest = zlib.decompress(data[offset + 16 : start]).decode().partition("\n")
        self._dictionary = zlib.decompress(data[start : start + sample])
        start += sample
        per_block, count = head.split("\t")
        firsts, _, sizes = rest.rpartition("\n\t")
        self._data = data
        self._per_block = int(per_block)
        self._count = int(count)
        self._firsts = firsts.split("\n") if self._count else []
        self._offsets = [start]
        for block in sizes.split():
            start += int(block)
            self._offsets.append(start)
        if start != offset + length:
            raise CatalogueError("a table of the catalogue is cut short: build it again (`tablejudge catalog build`)")
        self._blocks: dict[int, tuple[list[str], list[str]]] = {}

    def __len__(self) -> int:
        return self._count

    def _block(self, number: int) -> tuple[list[str], list[str]]:
        block = self._blocks.get(number)
        if block is None:
            unpacker = zlib.decompressobj(zdict=self._dictionary)
            raw = unpacker.decompress(self._data[self._offsets[number] : self._offsets[number + 1]]).decode()
            keys: list[str] = []
            values: list[str] = []
            for line in raw.split("\n"):
                key, _, value = line.partition("\t")
                keys.append(key)
                values.append(value)
            block = self._blocks[number] = (keys, values)
        return block

    def get(self, key: str) -> str | None:
        """The value of a key, None if the table doesn't have it."""
        number = bisect_right(self._firsts, key) - 1
        if number < 0:
            return None
        keys, values = self._block(number)
        at = bisect_left(keys, key)
        return values[at] if at < len(keys) and keys[at] == key else None

    def ordinal(self, key: str) -> int:
        """Where a key stands, or would stand, in the sorted order."""
        number = bisect_right(self._firsts, key) - 1
        if number < 0:
            return 0
        return number * self._per_block + bisect_left(self._block(number)[0], key)

    def at(self, ordinal: int) -> tuple[str, str]:
        """The entry at a place of the sorted order.

        Raises:
            IndexError: There is no such place.
        """
        if not 0 <= ordinal < self._count:
            raise IndexError(ordinal)
        number, at = divmod(ordinal, self._per_block)
        keys, values = self._block(number)
        return keys[at], values[at]

    def has_prefix(self, prefix: str) -> bool:
        """Whether any key starts with `prefix`."""
        number = bisect_right(self._firsts, prefix) - 1
        if number >= 0:
            keys, _ = self._block(number)
            at = bisect_left(keys, prefix)
            if at < len(keys):
                return keys[at].startswith(prefix)
        return number + 1 < len(self._firsts) and self._firsts[number + 1].startswith(prefix)

    def rows(self, prefix: str) -> tuple[list[str], list[str]]:
        """The keys that start with `prefix` and their values, as two lists."""
        found_keys: list[str] = []
        found_values: list[str] = []
        for number in range(max(0, bisect_right(self._firsts, prefix) - 1), len(self._firsts)):
            keys, values = self._block(number)
            start, end = bisect_left(keys, prefix), bisect_left(keys, prefix + "\U0010ffff")
            found_keys += keys[start:end]
            found_values += values[start:end]
            if end < len(keys):
                break
        return found_keys, found_values

    def from_prefix(self, prefix: str) -> Iterator[tuple[str, str]]:
        """The entries whose keys start with `prefix`, in order."""
        ordinal = self.ordinal(prefix)
        while ordinal < self._count:
            key, value = self.at(ordinal)
            if not key.startswith(prefix):
                return
            yield key, value
            ordinal += 1

    def keys(self) -> Iterator[str]:
        """All keys in order."""
        for number in range(len(self._firsts)):
            yield from self._block(number)[0]


class Lines:
    """A list of lines, decompressed block by block as it is asked."""

    def __init__(self, data: bytes | mmap.mmap, offset: int, length: int) -> None:
        size = int(data[offset : offset + 8], 16)
        start = offset + 8 + size
        head, _, sizes = zlib.decompress(data[offset + 8 : start]).decode().partition("\n")
        per_block, count = head.split("\t")
        self._data = data
        self._per_block = int(per_block)
        self._count = int(count)
        self._offsets = [start]
        for block in sizes.split():
            start += int(block)
            self._offsets.append(start)
        if start != offset + length:
            raise CatalogueError("a list of the catalogue is cut short: build it again (`tablejudge catalog build`)")
        self._blocks: dict[int, list[str]] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: int) -> str:
        if not 0 <= at < self._count:
            raise IndexError(at)
        number, place = divmod(at, self._per_block)
        block = self._blocks.get(number)
        if block is None:
            raw = zlib.decompress(self._data[self._offsets[number] : self._offsets[number + 1]])
            block = self._blocks[number] = raw.decode().split("\n")
        return block[place]


class Bundle:
    """A file of named tables, mapped into memory; a table is opened when it is first asked for."""

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise CatalogueError(
                f"the catalogue's file {path.name} is missing or empty: install Table Judge again, "
                "or build it with `tablejudge catalog build`"
            ) from error
        if self._data[:8] != _MAGIC:
            raise CatalogueError(f"{path.name} is no file of the catalogue: build it with `tablejudge catalog build`")
        size = int(self._data[8:16], 16)
        head = json.loads(self._data[16 : 16 + size])
        if head["version"] != _VERSION:
            raise CatalogueError(
                f"{path.name} has format {head['version']}, this version reads {_VERSION}: "
                "build it again with `tablejudge catalog build`"
            )
        self.meta: dict[str, Any] = head["meta"]
        self._where: dict[str, tuple[int, int]] = {}
        offset = 16 + size
        for name, length in head["tables"]:
            self._where[name] = (offset, length)
            offset += length
        if offset != len(self._data):
            raise CatalogueError(f"{path.name} is cut short: build it again with `tablejudge catalog build`")
        self._tables: dict[str, Table] = {}

    def lines(self, name: str) -> Lines:
        """One list of the file.

        Raises:
            CatalogueError: The file has no such list.
        """
        if name not in self._where:
            raise CatalogueError(f"the catalogue has no list {name!r}: build it with `tablejudge catalog build`")
        return Lines(self._data, *self._where[name])

    def has_table(self, name: str) -> bool:
        """Whether the file has a table or list of that name."""
        return name in self._where

    def table(self, name: str) -> Table:
        """One table of the file.

        Raises:
            CatalogueError: The file has no such table.
        """
        table = self._tables.get(name)
        if table is None:
            if name not in self._where:
                raise CatalogueError(f"the catalogue has no table {name!r}: build it with `tablejudge catalog build`")
            table = self._tables[name] = Table(self._data, *self._where[name])
        return table
