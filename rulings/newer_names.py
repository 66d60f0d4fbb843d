"""Makes the lookup file of newer cards: only what their names add to the shipped lookup file, or change in it.

Read over the shipped file (`rulings.names_layered`) it gives what one file of all names would
(`rulings.names_build.write_lookup`). A new name may also take something away: a short form that another legend now
shares, or that is a creature type by now. One thing is decided otherwise: under which of its words a shipped name in
another language is found when it is misspelt was decided when it was shipped, and stays.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rulings.catalogue import FACTS, LOOKUP, SUPERTYPES, CardFacts, Catalogue
from rulings.catalogue_file import Bundle, Table, pack_lines, pack_table, write_bundle
from rulings.names_build import (
    Keys,
    add_names,
    add_short_forms,
    bare_words,
    beginnings,
    best_letters,
    best_printed,
    read_list,
    short_forms,
    type_words,
)
from rulings.names_fold import STOP, fold, is_cjk, words
from rulings.names_index import NameIndex, parse_entry
from rulings.names_layered import CHANGED, PLACES, LayeredTable

_SHORT_LETTERS = frozenset("acb")
_TYPE_LINE = re.compile(r'"type_line":"([^"]*)"')
_Target = tuple[str, int, int]


class NewFace(NamedTuple):
    """A face as far as names go."""

    name: str
    type_line: str


class NewCard(NamedTuple):
    """A newer card as far as names go."""

    name: str
    faces: tuple[NewFace, ...]
    playable: bool = True


class NewPrinted(NamedTuple):
    """A name in another language that the shipped catalogue doesn't have.

    Attributes:
        card: Full English name.
        face: The number of the face.
        name: As printed.
        playable: Whether the card is one that players put in decks.
    """

    card: str
    face: int
    name: str
    playable: bool


class NewerNames:
    """What newer cards add to the shipped names.

    Args:
        shipped: The shipped catalogue; what it reads for this it keeps, so it should be one of its own.
        added: The newer cards, sorted by name.
        changed: Facts of shipped cards that read otherwise now.
    """

    def __init__(self, shipped: Catalogue, added: Sequence[NewCard], changed: Sequence[CardFacts]) -> None:
        self._shipped = shipped
        self._index = NameIndex(shipped)
        self._english = _table(self._index.english_table)
        self._printed = _table(self._index.printed_table)
        self._words = _table(self._index.words_table)
        self._first = len(shipped)
        self._added = added
        self._numbers = {card.name: self._first + number for number, card in enumerate(added)}
        self._changed = changed
        self._ordinary = read_list("english_words.txt")
        faces = [face for card in added for face in card.faces]
        types = type_words(changed) | {fold(word) for face in faces for word in _types(face.type_line)}
        shipped_types, names = self._read_shipped()
        #: Words that are types, or are made to be joined, only now.
        self._new_types = types - shipped_types
        self._new_listed = self._new_types | {fold(face.name) for face in faces if face.name.endswith("-")}
        self._types = types | shipped_types
        self._listed = read_list("common_names.txt") | self._types | self._new_listed
        self._listed |= {fold(name) for name in names if name.endswith("-")}
        self._names = names
        self._values: dict[str, dict[str, str]] = {"english": {}, "printed": {}}

    def _read_shipped(self) -> tuple[set[str], list[str]]:
        """The words of type lines of all shipped cards, and the names of their faces."""
        types: set[str] = set()
        lines: set[str] = set()
        names: list[str] = []
        # the file is read in one go, and closed
        for name, raw in Bundle(self._shipped.folder / FACTS).table("facts").from_prefix(""):
            names.append(name)
            lines.update(_TYPE_LINE.findall(raw))
        for line in lines:
            types.update(map(fold, _types(line)))
        return types, names

    def _name(self, card: int) -> str:
        return self._shipped.name_at(card) if card < self._first else self._added[card - self._first].name

    def _face_name(self, target: _Target) -> str:
        name = self._name(target[1])
        return name.split(" // ")[target[2]] if " // " in name else name

    # --- English

    def _short_keys(self) -> frozenset[str]:
        """The short forms that newer cards may have, or take from others."""
        own = {fold(short) for card in self._added for face in card.faces for short in short_forms(face.name)}
        touched = set(self._new_types)
        for card in self._added:
            for face in card.faces:
                touched.update(beginnings(face.name))
                touched.update(bare_words(face.name))
        for facts in self._changed:
            known = self._shipped.facts(facts.name)
            for old, new in zip(known.faces if known is not None else (), facts.faces, strict=False):
                if ("Legendary" in old.type_line) != ("Legendary" in new.type_line):
                    own.update(map(fold, short_forms(new.name)))
                    touched.update(beginnings(new.name))
        for key in touched - own:
            entry = self._index.english(key)
            if entry is not None and not _SHORT_LETTERS.isdisjoint(target.letter for target in entry.targets):
                own.add(key)
        return frozenset(own)

    def _rivals(self, shorts: frozenset[str]) -> Iterator[tuple[int, NewCard | CardFacts]]:
        """The shipped cards whose names begin with short forms or have them as a word."""
        changed = {facts.name: facts for facts in self._changed}
        for name in self._names if shorts else ():
            parts = name.split(" // ")
            if any(not shorts.isdisjoint((*beginnings(part), *bare_words(part))) for part in parts):
                facts = changed.get(name) or self._shipped.facts(name)
                if facts is not None:
                    yield self._shipped.ordinal(name), facts

    def _english_targets(self) -> None:
        keys = Keys()
        numbered = [(self._first + number, card) for number, card in enumerate(self._added)]
        add_names(keys, numbered)
        shorts = self._short_keys()
        add_short_forms(keys, [*self._rivals(shorts), *numbered], self._ordinary, self._types, shorts)
        for key in sorted({*keys.targets, *shorts}):
            letters: dict[str, set[tuple[int, int]]] = defaultdict(set)
            entry = self._index.english(key)
            for letter, card, face in entry.targets if entry is not None else ():
                if key not in shorts or letter not in _SHORT_LETTERS:
                    letters[letter].add((card, face))
            for letter, places in keys.targets.get(key, {}).items():
                letters[letter] |= places
            targets = [
                (letter, card, face)
                for letter in best_letters(letters)
                for card, face in sorted(letters[letter], key=lambda place: (self._name(place[0]), place[1]))
            ]
            if targets or entry is not None:
                self._values["english"][key] = _plain(targets)

    # --- names in other languages

    def _printed_targets(self, printed: Iterable[NewPrinted]) -> dict[str, str]:
        """Takes the new names in; gives a spelling of each key that is new and has words to find it by."""
        values = self._values["printed"]
        spelled: dict[str, str] = {}
        for each in printed:
            key = fold(each.name)
            if not key:
                continue
            number = self._numbers.get(each.card)
            card = self._shipped.ordinal(each.card) if number is None else number
            target = ("p" if each.playable else "P", card, each.face)
            known = values.get(key) or self._printed.get(key)
            if known is None:
                if usable := _usable(each.name):
                    # one string for both where it can be
                    spelled[key] = key if usable == [key] else each.name
                values[key] = _plain([target])
                continue
            targets = best_printed([*_targets(known), target])
            values[key] = _plain(sorted(targets, key=lambda each: (each[0], self._name(each[1]))))
        return spelled

    # --- what is an ordinary word too

    def _mark(self) -> None:
        """Marks the keys that are ordinary words too, also those which became so."""
        english, printed = self._values["english"], self._values["printed"]
        touched = {*english, *printed, *self._new_listed}
        for word in self._new_listed:
            entry = self._index.english(word)
            for target in entry.targets if entry is not None else ():
                if target.letter in "efEF":
                    languages = self._shipped.printed(self._name(target.card)).get(self._index.face_name(target), {})
                    touched.update(fold(name) for names in languages.values() for name in names)
        for key in touched:
            meant = printed.get(key) or self._printed.get(key)
            guarded = key in self._listed or (
                bool(meant) and all(fold(self._face_name(target)) in self._listed for target in _targets(meant or ""))
            )
            for values, table in ((english, self._english), (printed, self._printed)):
                below = table.get(key)
                value = values.get(key, below)
                if value is None:
                    continue
                value = ("!" if guarded and value else "") + value.removeprefix("!")
                if value == (below or ""):
                    values.pop(key, None)
                else:
                    values[key] = value

    # --- words

    def _word_rows(self, spelled: Mapping[str, str], english: _Places, printed: _Places) -> Iterator[tuple[str, str]]:
        """What to add to each word's value: the places in both tables, of all names, of the newer ones."""
        in_english: dict[str, set[int]] = defaultdict(set)
        for card in self._added:
            for face in card.faces:
                key = fold(face.name)
                for word in words(face.name):
                    if word not in STOP and len(word) < 100:
                        in_english[word].add(english.place(key))
        frequency = Counter(word for name in spelled.values() for word in dict.fromkeys(words(name)))
        known: dict[str, int] = {}
        in_printed: dict[str, list[int]] = defaultdict(list)
        for key in sorted(spelled):
            usable = _usable(spelled[key])
            for word in usable:
                if word not in known:
                    below = self._below(word)
                    known[word] = len(self._index.postings(below)[1]) if below else 0
            if usable:
                rarest = min(usable, key=lambda word: (known[word] + frequency[word], -len(word), word))
                if len(rarest) < 100:
                    in_printed[rarest].append(printed.place(key))
        for word in sorted({*in_english, *in_printed}):
            parts = [*(self._below(word) or "").split("|"), "", ""][:3]
            row = (*parts, _steps(sorted(in_english.get(word, ()))), _steps(in_printed.get(word, ())))
            yield f"{len(word):02d}{word}", "|".join(row).rstrip("|")

    def _below(self, word: str) -> str | None:
        return self._words.get(f"{len(word):02d}{word}") if len(word) < 100 else None

    def write(self, folder: Path, printed: Iterable[NewPrinted], data_date: str) -> None:
        """Write the lookup file.

        Args:
            folder: Where to.
            printed: The new names in other languages.
            data_date: ISO date of the data.
        """
        self._english_targets()
        spelled = self._printed_targets(printed)
        self._mark()
        tables: dict[str, bytes] = {}
        places: dict[str, _Places] = {}
        for name, below in (("english", self._english), ("printed", self._printed)):
            values = self._values.pop(name)
            places[name] = _Places(below, values)
            new = places[name].new
            tables[name + PLACES] = pack_lines([_steps(places[name].before)])
            tables[name] = pack_table(((key, values.pop(key)) for key in new), per_block=128)
            tables[name + CHANGED] = pack_table(values.items(), per_block=128)
        rows = dict(self._word_rows(spelled, places["english"], places["printed"]))
        fresh = {key for key in rows if self._words.get(key) is None}
        tables["words" + CHANGED] = pack_table((row for row in rows.items() if row[0] not in fresh), per_block=128)
        tables["words"] = pack_table((row for row in rows.items() if row[0] in fresh), per_block=128)
        write_bundle(folder / LOOKUP, {"data_date": data_date}, tables)


class _Places:
    """Where keys stand in the order of all.

    Attributes:
        new: The keys that the table below doesn't have, sorted.
        before: For each how many keys of the table below come before it.
    """

    def __init__(self, below: Table, values: Mapping[str, str]) -> None:
        self._below = below
        self.new = sorted(key for key in values if below.get(key) is None)
        self.before = array("l", (below.ordinal(key) for key in self.new))

    def place(self, key: str) -> int:
        """The place of a key that one of the tables has."""
        number = bisect_left(self.new, key)
        if number < len(self.new) and self.new[number] == key:
            return self.before[number] + number
        ordinal = self._below.ordinal(key)
        return ordinal + bisect_right(self.before, ordinal)


def _table(table: Table | LayeredTable) -> Table:
    if isinstance(table, LayeredTable):
        raise TypeError("newer cards are added to shipped ones only")
    return table


def _types(type_line: str) -> list[str]:
    return [word for word in type_line.split() if word != "—" and word not in SUPERTYPES]


def _targets(value: str) -> list[_Target]:
    return [(target.letter, target.card, target.face) for target in parse_entry(value).targets]


def _usable(name: str) -> list[str]:
    """The words by which a name in another language can be found when another of them is misspelt."""
    return [word for word in words(name) if len(word) > 2 and word not in STOP and not is_cjk(word[0])]


def _plain(targets: Iterable[_Target]) -> str:
    return ";".join(f"{card}.{face}{letter}" for letter, card, face in targets)


def _steps(ordinals: Sequence[int]) -> str:
    return ",".join(str(b - a) for a, b in zip([0, *ordinals], ordinals, strict=False))
