"""The lookup file of names, opened: from a key to the cards and faces that it can mean (see `rulings.names_build`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from rulings.catalogue import LOOKUP, Catalogue
from rulings.catalogue_file import Bundle, Table
from rulings.names_fold import fold

if TYPE_CHECKING:
    from rulings.names_layered import LayeredTable


class Target(NamedTuple):
    """What a key can mean.

    Attributes:
        letter: How the key names it (`rulings.names_build.KINDS`); a capital for objects that aren't playable cards.
        card: The card's place in the catalogue's sorted names.
        face: The number of the face that the key names.
    """

    letter: str
    card: int
    face: int


class Entry(NamedTuple):
    """What a table says of a key.

    Attributes:
        guarded: Whether the name is also an ordinary word or phrase.
        targets: What it can mean, of the best kind only.
    """

    guarded: bool
    targets: tuple[Target, ...]


def parse_entry(value: str) -> Entry:
    """A value of the tables of names, read; nothing is meant by an empty one."""
    if not value:
        return Entry(False, ())
    guarded = value[0] == "!"
    targets: list[Target] = []
    for text in value[1:].split(";") if guarded else value.split(";"):
        card, _, face = text[:-1].partition(".")
        targets.append(Target(text[-1], int(card), int(face)))
    return Entry(guarded, tuple(targets))


class NameIndex:
    """The names of a catalogue by key.

    Args:
        catalogue: The catalogue whose folder holds the lookup file.
        below: Names that the file only adds to (see `rulings.names_layered`).
    """

    def __init__(self, catalogue: Catalogue, below: NameIndex | None = None) -> None:
        self.catalogue = catalogue
        self._below = below

    @cached_property
    def _bundle(self) -> Bundle:
        return Bundle(self.catalogue.folder / LOOKUP)

    @cached_property
    def english_table(self) -> Table | LayeredTable:
        """Keys of English names, spellings, nicknames and short forms."""
        return self._opened("english", None if self._below is None else self._below.english_table)

    @cached_property
    def printed_table(self) -> Table | LayeredTable:
        """Keys of names in other languages."""
        return self._opened("printed", None if self._below is None else self._below.printed_table)

    @cached_property
    def words_table(self) -> Table | LayeredTable:
        """Words of names and ordinary English words, by length."""
        return self._opened("words", None if self._below is None else self._below.words_table)

    def _opened(self, name: str, below: Table | LayeredTable | None) -> Table | LayeredTable:
        if below is None:
            return self._bundle.table(name)
        from rulings.names_layered import opened

        return opened(below, self._bundle, name)

    def postings(self, value: str) -> tuple[Sequence[int], Sequence[int]]:
        """The places in the tables of English and of other names at which a word's value says that it stands."""
        parts = value.split("|")
        english, printed = _ordinals(parts, 1), _ordinals(parts, 2)
        if self._below is not None:
            from rulings.names_layered import placed

            english = placed(self.english_table, english, _ordinals(parts, 3))
            printed = placed(self.printed_table, printed, _ordinals(parts, 4))
        return english, printed

    def english(self, key: str) -> Entry | None:
        """What an English key can mean, None if nothing."""
        value = self.english_table.get(key)
        return None if value is None else parse_entry(value)

    def printed(self, key: str) -> Entry | None:
        """What a key of a name in another language can mean, None if nothing."""
        value = self.printed_table.get(key)
        return None if value is None else parse_entry(value)

    def card_name(self, target: Target) -> str:
        """The full English name of a target's card."""
        return self.catalogue.name_at(target.card)

    def face_name(self, target: Target) -> str:
        """The English name of the face that a target names."""
        name = self.card_name(target)
        if " // " not in name:
            return name
        return name.split(" // ")[target.face]

    def printed_name(self, target: Target, key: str) -> tuple[str, tuple[str, ...]]:
        """The printed name with that key of a target's card, and the languages that print it so."""
        face = self.face_name(target)
        spelled = ""
        languages: list[str] = []
        for language, names in self.catalogue.printed(self.card_name(target)).get(face, {}).items():
            for name in names:
                if fold(name) == key:
                    spelled = spelled or name
                    languages.append(language)
        return spelled or key, tuple(languages)

    def spelled(self, target: Target, key: str) -> str:
        """The name by which a key names a target's face: the printed one for names in another language."""
        return self.printed_name(target, key)[0] if target.letter in "pP" else self.face_name(target)

    def is_ordinary(self, word: str) -> bool:
        """Whether a folded word is an ordinary English word."""
        value = self.words_table.get(f"{len(word):02d}{word}") if len(word) < 100 else None
        return value is not None and value.startswith("d")

    def is_known(self, word: str) -> bool:
        """Whether a folded word is an ordinary word or stands in an English name: no misspelling, then."""
        value = self.words_table.get(f"{len(word):02d}{word}") if len(word) < 100 else None
        if value is None:
            return False
        parts = value.split("|")
        return parts[0] == "d" or any(parts[1:2]) or any(parts[3:4])


def _ordinals(parts: Sequence[str], at: int) -> list[int]:
    """The ordinals of a part of a word's value: each as the step from the one before."""
    return list(accumulate(map(int, parts[at].split(",")))) if len(parts) > at and parts[at] else []
