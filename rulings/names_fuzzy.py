"""Misspelt names: which names are close, and whether one is close enough to be meant.

A misspelling is a *word that doesn't exist*, near to one that does. A name whose words all exist is another name,
however near: ``Goblin Guild`` is not ``Goblin Guide``. So names are found by their words: each unknown word is compared
with the words of names of about its length (Damerau-Levenshtein, adjacent swaps counting one), and the names in
which the words stand are compared as a whole.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rulings.names_fold import STOP
from rulings.names_index import NameIndex, parse_entry

#: A word that stands in more names than this finds nothing by itself.
_TOO_COMMON = 300
#: At most so many names are compared as a whole.
_MOST = 80


class Near(NamedTuple):
    """A name near to what was typed.

    Attributes:
        distance: Edits between the keys.
        key: The name's key.
        ordinal: Its place in its table.
        printed: Whether it is a name in another language.
    """

    distance: int
    key: str
    ordinal: int
    printed: bool


def word_limit(word: str) -> int:
    """How many edits a word may be away: none below 4 letters, one below 8, else two."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def name_limit(key: str) -> int:
    """How many edits a whole name may be away."""
    return 0 if len(key) < 5 else 1 if len(key) < 9 else 2 if len(key) < 18 else 3


class Fuzzy:
    """Near names by their words. Words are loaded length by length, when first compared.

    Args:
        index: The names.
    """

    def __init__(self, index: NameIndex) -> None:
        self._index = index
        self._lengths: dict[int, tuple[list[str], list[str]]] = {}

    @cached_property
    def _rapidfuzz(self) -> tuple[Any, Any]:
        # imported late: it costs as much as a whole exact lookup from a cold start
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        return process, OSA

    def distance(self, first: str, second: str, limit: int) -> int:
        """Edits between two keys; more than `limit` reads `limit` + 1."""
        return int(self._rapidfuzz[1].distance(first, second, score_cutoff=limit))

    def _of_length(self, length: int) -> tuple[list[str], list[str]]:
        pair = self._lengths.get(length)
        if pair is None:
            words: list[str] = []
            values: list[str] = []
            if 0 < length < 100:
                for key, value in self._index.words_table.from_prefix(f"{length:02d}"):
                    words.append(key[2:])
                    values.append(value)
            pair = self._lengths[length] = (words, values)
        return pair

    def neighbours(self, word: str, limit: int) -> list[tuple[int, str, str]]:
        """Words within `limit` edits that begin alike, nearest first: (distance, word, its entry).

        The first letter is rarely mistyped; when nothing begins alike, words with another first letter are compared.
        """
        process, osa = self._rapidfuzz
        found: list[tuple[int, str, str]] = []
        for anywhere in (False, True):
            for length in range(max(1, len(word) - limit), len(word) + limit + 1):
                words, values = self._of_length(length)
                start, end = 0, len(words)
                if not anywhere:
                    start, end = bisect_left(words, word[0]), bisect_left(words, word[0] + "\U0010ffff")
                for near, distance, at in process.extract(
                    word, words[start:end], scorer=osa.distance, score_cutoff=limit, limit=None
                ):
                    found.append((int(distance), near, values[start + at]))
            if found:
                break
        return sorted(found, key=lambda each: (each[0], each[1]))

    def _postings(self, value: str) -> tuple[list[int], list[int]]:
        parts = value.split("|")
        tables: list[list[int]] = []
        for part in [*parts[1:], "", ""][:2]:
            ordinals: list[int] = []
            at = 0
            for step in part.split(",") if part else ():
                at += int(step)
                ordinals.append(at)
            tables.append(ordinals)
        return tables[0], tables[1]

    def candidates(self, words: Sequence[str], *, fuzz: Iterable[str]) -> list[tuple[int, bool]]:
        """Names in which the words stand, or words near to those of `fuzz`: (ordinal, printed), the likeliest first."""
        fuzzed = set(fuzz)
        hits: Counter[tuple[int, bool]] = Counter()
        for word in dict.fromkeys(words):
            if word in STOP or len(word) < 2:
                continue
            values: list[str] = []
            if (exact := self._index.words_table.get(f"{len(word):02d}{word}")) is not None:
                values.append(exact)
            if word in fuzzed and (limit := word_limit(word)):
                values += [value for distance, _, value in self.neighbours(word, limit) if distance]
            seen: set[tuple[int, bool]] = set()
            for value in values:
                for printed, ordinals in zip((False, True), self._postings(value), strict=True):
                    if len(ordinals) <= _TOO_COMMON:
                        seen.update((ordinal, printed) for ordinal in ordinals)
            hits.update(seen)
        ranked = sorted(hits.items(), key=lambda item: (-item[1], item[0][1], item[0][0]))
        return [name for name, _ in ranked[:_MOST]]

    def with_word(self, beginning: str, most: int = 60) -> list[int]:
        """Places in the English table of names with a word that begins so, shorter words first."""
        found: dict[int, None] = {}
        for length in range(len(beginning), 16):
            for _, value in self._index.words_table.from_prefix(f"{length:02d}{beginning}"):
                ordinals = self._postings(value)[0]
                found.update(dict.fromkeys(ordinals[:most]))
                if len(found) >= most:
                    return list(found)[:most]
        return list(found)

    def by_beginning(self, key: str, letters: int = 4) -> list[tuple[int, bool]]:
        """Names that begin with the same letters: for what has no words to find it by."""
        found: list[tuple[int, bool]] = []
        for printed, table in ((False, self._index.english_table), (True, self._index.printed_table)):
            start = table.ordinal(key[:letters])
            for ordinal in range(start, min(len(table), start + 400)):
                if not table.at(ordinal)[0].startswith(key[:letters]):
                    break
                found.append((ordinal, printed))
        return found

    def compare(self, key: str, names: Iterable[tuple[int, bool]], limit: int) -> list[Near]:
        """Those of the names that are within `limit` edits of a key, nearest first, English before others."""
        near: list[Near] = []
        for ordinal, printed in names:
            table = self._index.printed_table if printed else self._index.english_table
            other = table.at(ordinal)[0]
            if abs(len(other) - len(key)) <= limit:
                distance = self.distance(key, other, limit)
                if distance <= limit:
                    near.append(Near(distance, other, ordinal, printed))
        return sorted(near, key=lambda each: (each.distance, each.printed, each.key))

    def unknown(self, words: Iterable[str]) -> list[str]:
        """Those of the words that exist nowhere: neither ordinary words nor words of English names."""
        return [word for word in words if len(word) > 3 and not word.isdigit() and not self._index.is_known(word)]

    def meant(self, key: str, words: Sequence[str]) -> Near | None:
        """The one name that a misspelt name must mean, None if none or several could be meant.

        The rules: all that differs are words that don't exist; the name is near enough for its length; the next best
        name is farther away. One-word names must begin alike.
        """
        unknown = self.unknown(words)
        limit = name_limit(key)
        if not limit or not (unknown or len(words) == 1):
            return None
        if len(words) == 1 and not unknown:
            return None
        near = self.compare(key, self.candidates(words, fuzz=unknown), limit)
        if not near:
            near = self.compare(key, self.by_beginning(key), limit)
        near = [each for each in near if self._explains(each, words, unknown)]
        if any(not each.printed for each in near):
            near = [each for each in near if not each.printed]
        if not near:
            return None
        best = near[0]
        cards = self._cards(best)
        for other in near[1:]:
            if other.distance < best.distance + (1 if best.distance == 1 else 2) and self._cards(other) != cards:
                return None
        return best

    def _explains(self, near: Near, words: Sequence[str], unknown: Sequence[str]) -> bool:
        """Whether the words that exist stand in the name as they are, so that only unknown words differ."""
        if near.distance == 0:
            return True
        if len(words) == 1 and (near.key[0] != words[0][0] or len(near.key) < 6):
            return False
        rest = near.key
        for word in words:
            if word not in unknown:
                if word not in rest:
                    return False
                rest = rest.replace(word, "", 1)
        return True

    def _cards(self, near: Near) -> frozenset[int]:
        table = self._index.printed_table if near.printed else self._index.english_table
        return frozenset(target.card for target in parse_entry(table.at(near.ordinal)[1]).targets)
