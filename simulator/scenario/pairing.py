"""Lists in any order: a different member for each that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

W = TypeVar("W")
T = TypeVar("T")


def pair_up(wanted: Sequence[W], present: Sequence[T], fits: Callable[[W, T], bool]) -> dict[int, int] | None:
    """A different one of `present` for each of `wanted` (a bipartite matching by augmenting paths).

    Returns:
        Place in `wanted` -> place in `present`; None if there is no such pairing.
    """
    options = [[place for place, item in enumerate(present) if fits(one, item)] for one in wanted]
    taken: dict[int, int] = {}

    def place_one(one: int, tried: set[int]) -> bool:
        for place in options[one]:
            if place in tried:
                continue
            tried.add(place)
            if place not in taken or place_one(taken[place], tried):
                taken[place] = one
                return True
        return False

    if not all(place_one(one, set()) for one in range(len(wanted))):
        return None
    return {one: place for place, one in taken.items()}
