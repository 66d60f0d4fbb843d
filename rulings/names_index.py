"""The lookup file of names, opened: from a key to the cards and faces that it can mean (see `rulings.names_build`)."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from rulings.catalogue import LOOKUP, Catalogue
from rulings.catalogue_file import Bundle, Table
from rulings.names_fold import fold


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
    """A value of the tables of names, read."""
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
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    @cached_property
    def _bundle(self) -> Bundle:
        return Bundle(self.catalogue.folder / LOOKUP)

    @cached_property
    def english_table(self) -> Table:
        """Keys of English names, spellings, nicknames and short forms."""
        return self._bundle.table("english")

    @cached_property
    def printed_table(self) -> Table:
        """Keys of names in other languages."""
        return self._bundle.table("printed")

    @cached_property
    def words_table(self) -> Table:
        """Words of names and ordinary English words, by length."""
        return self._bundle.table("words")

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
        return parts[0] == "d" or (len(parts) > 1 and bool(parts[1]))
