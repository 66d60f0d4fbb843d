"""Random numbers in counter mode: the same seed and counter give the same number on every platform."""

from __future__ import annotations

import hashlib


def draw(seed: bytes, counter: int, below: int) -> tuple[int, int]:
    """A uniform number in `range(below)` by rejection sampling.

    Returns:
        The number and the next counter.
    """
    limit = (1 << 64) - (1 << 64) % below
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        counter += 1
        value = int.from_bytes(block[:8], "big")
        if value < limit:
            return value % below, counter


def shuffled(seed: bytes, counter: int, items: list[int]) -> tuple[list[int], int]:
    """The items in a uniformly random order (Fisher-Yates), and the next counter."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        pick, counter = draw(seed, counter, last + 1)
        result[last], result[pick] = result[pick], result[last]
    return result, counter
