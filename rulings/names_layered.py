"""Names in two layers: a lookup file that adds to another, and both read as one.

The tables of the file above (`rulings.newer_names` writes them) hold only what the ones below don't: ``english`` has
keys that are new, ``english+`` keys of the table below with what they mean now (nothing, if empty). Readers see one
table in one order, so that what is found, and in which order, is what one table of everything would give. Places in it
(ordinals) are those of that one table; ``english@`` holds before which key of the table below each new one stands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import accumulate

from rulings.catalogue_file import Bundle, Lines, Table

#: What is added to a table's name for keys that mean something else now, and for the places of new keys.
CHANGED, PLACES = "+", "@"


class LayeredTable:
    """A table over another one, with the methods of `rulings.catalogue_file.Table`.

    Args:
        base: The table below.
        new: Entries with keys that the one below doesn't have.
        changed: Values of keys of the one below; an empty one takes the key away.
        places: One line: for each new key how many keys of the one below come before it, as steps.
    """

    def __init__(self, base: Table, new: Table, changed: Table, places: Lines | None) -> None:
        self._base = base
        self._new = new
        self._changed = changed
        self._lines = places

    @cached_property
    def _places(self) -> Sequence[int]:
        line = self._lines[0] if self._lines is not None and len(self._lines) else ""
        return list(accumulate(map(int, line.split(",")))) if line else []

    @cached_property
    def _taken(self) -> Sequence[int]:
        """The places of the new keys in the order of all."""
        return [place + number for number, place in enumerate(self._places)]

    def __len__(self) -> int:
        return len(self._base) + len(self._new)

    def get(self, key: str) -> str | None:
        """The value of a key, None if neither table has it."""
        value = self._changed.get(key)
        if value is None:
            value = self._new.get(key)
        return (self._base.get(key) if value is None else value) or None

    def has_prefix(self, prefix: str) -> bool:
        """Whether any key starts with `prefix`."""
        return self._base.has_prefix(prefix) or self._new.has_prefix(prefix)

    def from_prefix(self, prefix: str) -> Iterator[tuple[str, str]]:
        """The entries whose keys start with `prefix`, in order."""
        changing = self._changed.has_prefix(prefix)
        for key, value in merge(self._base.from_prefix(prefix), self._new.from_prefix(prefix)):
            now = self._changed.get(key) if changing else None
            if now is None:
                now = value
            if now:
                yield key, now

    def rows(self, prefix: str) -> tuple[list[str], list[str]]:
        """The keys that start with `prefix` and their values, as two lists."""
        keys, values = self._base.rows(prefix)
        own = [pair for table in (self._new, self._changed) for pair in zip(*table.rows(prefix), strict=True)]
        if not own:
            return keys, values
        entries = dict(zip(keys, values, strict=True)) | dict(own)
        found = sorted(key for key, value in entries.items() if value)
        return found, [entries[key] for key in found]

    def ordinal(self, key: str) -> int:
        """Where a key stands, or would stand, in the sorted order."""
        return self._base.ordinal(key) + self._new.ordinal(key)

    def at(self, ordinal: int) -> tuple[str, str]:
        """The entry at a place of the sorted order; of a key that was taken away with an empty value.

        Raises:
            IndexError: There is no such place.
        """
        number = bisect_left(self._taken, ordinal)
        if number < len(self._taken) and self._taken[number] == ordinal:
            return self._new.at(number)
        key, value = self._base.at(ordinal - number)
        now = self._changed.get(key)
        return key, value if now is None else now

    def place(self, ordinal: int) -> int:
        """The place in the order of all at which the entry of a place in the table below stands."""
        return ordinal + bisect_right(self._places, ordinal)


def opened(base: Table | LayeredTable, bundle: Bundle, name: str) -> Table | LayeredTable:
    """A table of a file that adds to a table below."""
    if isinstance(base, LayeredTable):
        raise TypeError("names have two layers at most")
    places = bundle.lines(name + PLACES) if bundle.has_table(name + PLACES) else None
    return LayeredTable(base, bundle.table(name), bundle.table(name + CHANGED), places)


def placed(table: Table | LayeredTable, below: Sequence[int], own: Sequence[int]) -> list[int]:
    """Places in the order of all: of places in the table below, and of those that are such places already."""
    if not isinstance(table, LayeredTable):
        return [*below, *own]
    return sorted({*map(table.place, below), *own})
