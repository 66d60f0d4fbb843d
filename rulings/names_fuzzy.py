"""Misspelt names: which names are close, and whether one is close enough to be meant.

A misspelling is a *word that doesn't exist*, near to one that does. A name whose words all exist is another name,
however near: ``Goblin Guild`` is not ``Goblin Guide``. So names are found by their words: each unknown word is compared
with the words of names of about its length (Damerau-Levenshtein, adjacent swaps counting one), and the names in
which the words stand are compared as a whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rulings.names_fold import STOP, words
from rulings.names_index import NameIndex, parse_entry

#: A word that stands in more names than this finds nothing by itself.
_TOO_COMMON = 300
#: The neighbours of so many words are remembered.
_REMEMBERED = 500
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
    """How many edits a word may be away: none below 3 letters, one below 8, else two."""
    return 0 if len(word) < 3 else 1 if len(word) < 8 else 2


def sound(word: str) -> str:
    """A word with letters that sound alike made equal: ``efemerate`` and ``ephemerate``, ``steal`` and ``steel``."""
    for letters, one in (("ph", "f"), ("ck", "k"), ("c", "k"), ("z", "s"), ("y", "i"), ("ea", "e"), ("ie", "ei")):
        word = word.replace(letters, one)
    return re.sub(r"(.)\1", r"\1", word)


def stem(word: str) -> str:
    """A word without the ending of a verb or plural: an inflected word is no misspelling of another form."""
    return re.sub(r"(?:ing|ers|ed|er|es|s)$", "", word)


_PREFIXES = frozenset({"aero", "chrono", "cryo", "electro", "geo", "hydro", "mega", "micro", "necro", "psycho", "pyro"})
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def _beside(first: str, second: str) -> bool:
    """Whether two letters are both vowels or neighbours on the keyboard."""
    if first in "aeiouy" and second in "aeiouy":
        return True
    places = {letter: (row, column) for row, letters in enumerate(_ROWS) for column, letter in enumerate(letters)}
    if first not in places or second not in places:
        return False
    (row, column), (other_row, other_column) = places[first], places[second]
    return abs(row - other_row) <= 1 and abs(column - other_column) <= 1


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
        self._near: dict[tuple[str, int], list[tuple[int, str, str]]] = {}
        self._ranges: dict[tuple[int, str], tuple[list[str], list[str]]] = {}

    @cached_property
    def _rapidfuzz(self) -> tuple[Any, Any]:
        # imported late: it costs as much as a whole exact lookup from a cold start
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        return process, OSA

    def distance(self, first: str, second: str, limit: int) -> int:
        """Edits between two keys; more than `limit` reads `limit` + 1."""
        return int(self._rapidfuzz[1].distance(first, second, score_cutoff=limit))

    def _range(self, length: int, beginning: str) -> tuple[list[str], list[str]]:
        """The words of a length that begin so, and their entries."""
        pair = self._ranges.get((length, beginning))
        if pair is None:
            keys, values = self._index.words_table.rows(f"{length:02d}{beginning}")
            pair = self._ranges[length, beginning] = ([key[2:] for key in keys], values)
        return pair

    def neighbours(self, word: str, limit: int) -> list[tuple[int, str, str]]:
        """Words within `limit` edits that begin alike, nearest first: (distance, word, its entry).

        To begin alike is to have the same first letter, or the first two swapped: the first letter is rarely mistyped,
        and a word with another one is rather another word.
        """
        found = self._near.get((word, limit))
        if found is None:
            if len(self._near) >= _REMEMBERED:
                self._near.clear()
            found = self._near[word, limit] = sorted(self._compared(word, limit), key=lambda each: each[:2])
        return found

    def _compared(self, word: str, limit: int) -> Iterator[tuple[int, str, str]]:
        process, osa = self._rapidfuzz
        for beginning in dict.fromkeys((word[:1], word[1::-1])):
            for length in range(max(1, len(word) - limit), min(99, len(word) + limit) + 1):
                words, values = self._range(length, beginning)
                for near, distance, at in process.extract(
                    word, words, scorer=osa.distance, score_cutoff=limit, limit=None
                ):
                    yield int(distance), near, values[at]

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
                for printed, ordinals in zip((False, True), self._index.postings(value), strict=True):
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
                ordinals = self._index.postings(value)[0]
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
        return [word for word in words if len(word) > 2 and not word.isdigit() and not self._index.is_known(word)]

    def is_compound(self, word: str) -> bool:
        """Whether an unknown word is made of two known ones: an invented word (``flockbringer``), no misspelling."""

        def known(part: str) -> bool:
            return part in _PREFIXES or (self._index.is_known if len(part) > 3 else self._index.is_ordinary)(part)

        # parts of three letters are too short to tell much, unless the other is long
        cuts = (cut for cut in range(3, len(word) - 2) if min(cut, len(word) - cut) > 3 or len(word) > 7)
        return any(known(word[:cut]) and known(word[cut:]) for cut in cuts)

    def is_slip(self, typed: str, word: str) -> bool:
        """Whether a word that doesn't exist is a misspelling of another: near, and in the way that people err."""
        if typed == word:
            return True
        limit = word_limit(typed)
        if self.distance(typed, word, limit) > limit:
            return False
        if typed[0] != word[0] and typed[:2] != word[1::-1]:
            return False
        if sound(typed) == sound(word):
            return True
        if self.is_compound(typed) or stem(typed) == stem(word):
            return False
        if len(typed) == len(word) < 8:
            # in a short word another letter makes another word, unless it is beside the right one or a vowel
            pairs = [(a, b) for a, b in zip(typed, word, strict=True) if a != b]
            return len(pairs) == 2 or all(_beside(a, b) for a, b in pairs)
        return True

    def explains(self, typed: Sequence[str], unknown: Collection[str], name: Sequence[str]) -> bool:
        """Whether a name is what was meant: its words are as typed but for slips in words that don't exist.

        Where the words are cut otherwise (``lightningbolr``), one edit in all is allowed.
        """
        if len(typed) == len(name):
            return all(
                word == other or (word in unknown and self.is_slip(word, other))
                for word, other in zip(typed, name, strict=True)
            )
        return len("".join(typed)) > 8 and self.distance("".join(typed), "".join(name), 1) <= 1

    def meant(self, key: str, typed: Sequence[str]) -> Near | None:
        """The one name that a misspelt name must mean, None if none or several could be meant.

        The rules: all that differs are words that don't exist, misspelt as people misspell; the name is near enough
        for its length; the next best name is farther away.
        """
        unknown = self.unknown(typed)
        limit = name_limit(key)
        if not limit or not unknown:
            return None
        near = self.compare(key, self.candidates(typed, fuzz=unknown), limit)
        near = near or self.compare(key, self.by_beginning(key), limit)
        near = [each for each in near if self._explains(each, typed, unknown)]
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

    def _explains(self, near: Near, typed: Sequence[str], unknown: Sequence[str]) -> bool:
        if len(near.key) < 6 and len(typed) == 1:
            return False
        table = self._index.printed_table if near.printed else self._index.english_table
        for target in parse_entry(table.at(near.ordinal)[1]).targets:
            if target.letter in "efxp":
                name = self._index.spelled(target, near.key)
            elif target.letter in "ak" and near.distance == 1 and len(near.key) >= 8:
                name = near.key
            else:
                continue
            if self.explains(typed, unknown, words(name)):
                return True
        return False

    def _cards(self, near: Near) -> frozenset[int]:
        table = self._index.printed_table if near.printed else self._index.english_table
        return frozenset(target.card for target in parse_entry(table.at(near.ordinal)[1]).targets)
