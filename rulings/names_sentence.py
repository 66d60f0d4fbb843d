"""A sentence in which names are looked for: its tokens, and where a name may go on from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulings.names_fold import Token, tokens, words
from rulings.names_index import NameIndex, Target

#: No name has more words, nor more characters in a script without spaces.
MOST_TOKENS = 24

_GAP = re.compile(r"[ \t\u00a0\u3000]{1,2}|[ ]?(?:[-‐‑–—/&+•・]|//)[ ]?|[,:] {0,2}|['’] ?|! |")
_ABBREVIATED = frozenset({"mr", "mrs", "ms", "dr", "st", "b", "f", "e", "m"})
_SENTENCE_END = re.compile(r"[.?!。？！]+(?=\s|$)|\n")


class Find(NamedTuple):
    """A possible hit.

    Attributes:
        first, last: The first and last token, both included.
        target: What is meant.
        matched_by: As in `rulings.names_text.NameHit`.
        weak: Whether the name is an ordinary word, which counts only when it is written as a name.
        distance: Edits between what was typed and the name's key.
    """

    first: int
    last: int
    target: Target
    matched_by: str
    weak: bool = False
    distance: int = 0


class Sentence:
    """A text without the stretches that are read already.

    Args:
        text: The whole text.
        claimed: Stretches (start, end) that hold no more tokens.
        index: The names.
    """

    def __init__(self, text: str, claimed: Sequence[tuple[int, int]], index: NameIndex) -> None:
        self.text = text
        self.index = index
        self.tokens = [
            token
            for token in tokens(text)
            if not any(start < token.end and token.start < end for start, end in claimed)
        ]
        #: For each token but the last whether a name may go on to the next one.
        self.joins = [self._joined(first, second) for first, second in pairwise(self.tokens)]
        self._ends = [match.end() for match in _SENTENCE_END.finditer(text)]

    def _joined(self, first: Token, second: Token) -> bool:
        gap = self.text[first.end : second.start]
        if _GAP.fullmatch(gap):
            return True
        return gap in (". ", ".") and first.key in _ABBREVIATED

    def windows(self, first: int) -> Iterator[tuple[int, str, str]]:
        """Ever longer stretches from a token on: (last token, the key before it, its own key)."""
        key = ""
        for last in range(first, min(len(self.tokens), first + MOST_TOKENS)):
            if last > first and not self.joins[last - 1]:
                return
            yield last, key, self.tokens[last].key
            key += self.tokens[last].key

    def reach(self, number: int) -> tuple[int, int]:
        """The first and last token that a name through a token can reach."""
        first = last = number
        while first > 0 and number - first < 6 and self.joins[first - 1]:
            first -= 1
        while last + 1 < len(self.tokens) and last - number < 6 and self.joins[last]:
            last += 1
        return first, last

    def gaps(self, first: int, last: int) -> list[str]:
        """What stands between the tokens of a stretch."""
        return [self.text[a.end : b.start] for a, b in pairwise(self.tokens[first : last + 1])]

    def number(self, token: int) -> int:
        """Which sentence of the text a token stands in, from 0."""
        return sum(end <= self.tokens[token].start for end in self._ends)

    def capitals(self, first: int, last: int) -> bool:
        """Whether all longer words of a stretch have a capital."""
        return all(token.raw[:1].isupper() or len(token.raw) < 4 for token in self.tokens[first : last + 1])

    def only(self, targets: Sequence[Target], first: int, last: int) -> Target | None:
        """The one card that the targets mean; of several, the one that is written exactly so."""
        if len({target.card for target in targets}) > 1:
            text = self.text[self.tokens[first].start : self.tokens[last].end].casefold()
            written = [token.key for token in self.tokens[first : last + 1]]
            targets = [target for target in targets if words(self.index.face_name(target)) == written]
            same = [target for target in targets if self.index.face_name(target).casefold() == text]
            targets = same or targets
        return targets[0] if len({target.card for target in targets}) == 1 else None
