"""A server's own words: what its players call things, read as what the shipped vocabulary knows.

A word stands for a plain phrase ("boop" for "return to hand"), so that whoever adds one needs no knowledge of the
vocabulary's terms. It is read so in questions of that server alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.remarks import Remark
from rulings.search.text import normalise, tokens

#: At most so many words a server, of so many characters, for phrases of so many.
MOST_WORDS, LONGEST_WORD, LONGEST_MEANING = 200, 40, 100


class BadWord(ValueError):
    """A word can't be added; the message says why and what to do."""


def checked(word: str, meaning: str) -> tuple[str, str]:
    """A word and its meaning as they are kept: normalised, blanks joined.

    Raises:
        BadWord: One is empty or too long, or they are the same.
    """
    kept, means = (" ".join(normalise(text).split()) for text in (word, meaning))
    if not tokens(kept):
        raise BadWord(Remark("Give the word that players use, with letters or digits in it."))
    if len(kept) > LONGEST_WORD:
        raise BadWord(Remark("A word may have {most} characters at most.", most=LONGEST_WORD))
    if not tokens(means):
        raise BadWord(Remark("Give what the word means, in words of the rules, for instance “return to hand”."))
    if len(means) > LONGEST_MEANING:
        raise BadWord(Remark("A meaning may have {most} characters at most.", most=LONGEST_MEANING))
    if kept == means:
        raise BadWord(Remark("The word and its meaning are the same."))
    return kept, means


class LocalWords:
    """The words of one server, ready to be read. Immutable; safe to share between threads.

    Args:
        words: Word -> meaning, as `checked` gives them.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self._meanings = dict(words)
        # The longest first, so that "boop it" is read before "boop".
        parts = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
        self._pattern = re.compile(rf"(?<![^\W_])(?:{parts})(?![^\W_])") if words else None

    def read(self, question: str) -> str:
        """A question with each of the words replaced by its meaning, once: a meaning isn't read again.

        A question without any of them is returned as it is.
        """
        if self._pattern is None:
            return question
        plain = normalise(question)
        if self._pattern.search(plain) is None:
            return question
        return self._pattern.sub(lambda found: self._meanings[found[0]], plain)
