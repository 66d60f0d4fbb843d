"""BM25 over plain words: every word as it stands, stemmed, the vocabulary and the stop list apart.

Taken alone it finds less than the vocabulary's terms do, but it errs elsewhere: where the vocabulary misreads a word or
drops a small one that tells, this still has it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from rulings.search.index import PLAIN_MOST, Segment, Statistics

# BM25: saturation of repeated words, and how much the length of a text counts.
_K1, _B = 1.2, 0.75
# Scores are shares of the best one, or of this if all are poor.
_LEAST = 8.0


class PlainScores:
    """Scores the entries of segments. What a word adds to each is kept with the segment; safe between threads.

    Args:
        statistics: How much each word tells.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics = statistics
        self._kept: WeakKeyDictionary[Segment, dict[str, list[tuple[int, float]]]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def shares(self, words: Sequence[str], segments: Sequence[Segment]) -> list[dict[int, float]]:
        """For each segment: entry -> its score as a share of the best entry's of all segments, 0 to 1.

        Args:
            words: The stems of a question's words, each once.
            segments: What is searched.
        """
        found = [self._scores(words, segment) for segment in segments]
        most = max(_LEAST, max((score for scores in found for score in scores.values()), default=0.0))
        return [{entry: score / most for entry, score in scores.items()} for scores in found]

    def _scores(self, words: Sequence[str], segment: Segment) -> dict[int, float]:
        scores: dict[int, float] = {}
        for word in words:
            for entry, impact in self._impacts(segment, word):
                scores[entry] = scores.get(entry, 0.0) + impact
        return scores

    def _impacts(self, segment: Segment, word: str) -> list[tuple[int, float]]:
        kept = self._kept.get(segment)
        if kept is None:
            with self._lock:
                kept = self._kept.setdefault(segment, {})
        found = kept.get(word)
        if found is None:
            # A word that stands nowhere isn't kept: people write any.
            if word not in segment.plain:
                return []
            found = []
            idf = self._statistics.plain_weight(word)
            mean = self._statistics.plain_length
            for code in segment.plain[word] if idf > 0 else ():
                entry, stands = divmod(code, PLAIN_MOST)
                norm = 1 - _B + _B * segment.plain_lengths[entry] / mean
                found.append((entry, idf * stands * (_K1 + 1) / (stands + _K1 * norm)))
            kept[word] = found
        return found
