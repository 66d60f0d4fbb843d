"""A card's name with more words behind it: the name at the beginning is offered, never taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulings.names_fold import words
from rulings.names_fuzzy import name_limit
from rulings.names_index import Target, parse_entry

if TYPE_CHECKING:
    from rulings.names_fuzzy import Fuzzy
    from rulings.names_index import NameIndex

#: A name is looked for in so many first words.
_MOST_WORDS = 6


def begun(index: NameIndex, fuzzy: Fuzzy, typed: Sequence[str]) -> Iterator[Target]:
    """What the first words of a text name: the longest name that is written so, else one that is a slip away.

    A misspelt name has a word that exists nowhere, misspelt as people misspell; ordinary words are no misspelt name.

    Args:
        index: The names.
        fuzzy: The same for comparing.
        typed: The text's words, folded.
    """
    for count in range(min(len(typed) - 1, _MOST_WORDS), 0, -1):
        first = typed[:count]
        key = "".join(first)
        entry = index.english(key)
        if entry is not None and len(key) > 2:
            # an ordinary word is rather that word than one face of a card: "what exactly"
            letters = "ex" if count == 1 and index.is_ordinary(key) else "efx"
            yield from (each for each in entry.targets if each.letter in letters)
            return
        unknown = fuzzy.unknown(first)
        limit = name_limit(key)
        if not unknown or not limit:
            continue
        found = False
        for near in fuzzy.compare(key, fuzzy.candidates(first, fuzz=unknown), limit):
            if near.printed:
                continue
            for target in parse_entry(index.english_table.at(near.ordinal)[1]).targets:
                spelled = index.spelled(target, near.key)
                if target.letter in "efx" and fuzzy.explains(first, unknown, words(spelled)):
                    found = True
                    yield target
        if found:
            return
