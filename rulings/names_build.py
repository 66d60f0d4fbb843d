"""Makes the lookup file of names: which key means which card, and which word stands in which key.

Three tables, all sorted and in blocks (`rulings.catalogue_file`), so that a cold lookup reads a few kilobytes:

* ``english``: keys of English names, faces, spelling variants, crossover names, nicknames and short forms;
* ``printed``: keys of names in other languages;
* ``words``: every word of a name, by length, with the keys it stands in, and the ordinary English words, so that a
  misspelt word can be told from a real one.

A value is ``[!]target;target…``; ``!`` marks a name that is also an ordinary word. A target is the card's ordinal in
the catalogue, a point, the number of the face, and a letter (`KINDS`). Capital letters are objects that aren't
playable cards.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Protocol

from rulings.catalogue import LOOKUP, CardFacts
from rulings.catalogue_file import pack_table, write_bundle
from rulings.names_fold import STOP, fold, is_cjk, words

#: The letters of targets. Of one key's targets only those of the first letter in this order count.
KINDS = {
    "e": "a card's name, or the name of its front or left face",
    "f": "the name of another face, half or part",
    "v": "another spelling of a name (an apostrophe-s dropped, & written out)",
    "x": "the name on an alternative printing",
    "k": "a nickname that counts inside a sentence",
    "n": "a nickname that counts only on its own",
    "a": "a short form that can mean only this card, and is no ordinary word",
    "c": "a legend's short form that can mean only this card, but is also an ordinary word",
    "b": "a short form that several legends share",
    "p": "a name in another language",
}
_ORDER = "efvxknacb"
#: A short form is what comes before the first of these.
_SHORT = re.compile(r"(, | of | the )")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")


class NamedFace(Protocol):
    """What makes a face's keys."""

    @property
    def name(self) -> str:
        """Its English name."""

    @property
    def type_line(self) -> str:
        """Its type line."""


class NamedCard(Protocol):
    """What makes a card's keys: its facts have it."""

    @property
    def name(self) -> str:
        """Its full English name."""

    @property
    def playable(self) -> bool:
        """Whether players put it in decks."""

    @property
    def faces(self) -> Sequence[NamedFace]:
        """Its faces, the front or left one first."""


class NicknameError(Exception):
    """A nickname's card doesn't exist; the message lists all of them."""


def read_list(name: str) -> frozenset[str]:
    """A word list of `rulings/data`: words separated by white space, comments from ``#`` to the line's end."""
    text = (resources.files("rulings") / "data" / name).read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() for word in line.partition("#")[0].split())


def read_nicknames() -> dict[str, dict[str, str]]:
    """The reviewed table of nicknames: section -> name as players write it -> exact English name."""
    return tomllib.loads((resources.files("rulings") / "data" / "nicknames.toml").read_text(encoding="utf-8"))


class Keys:
    """Targets gathered by key; of each key the best letter wins when it is written."""

    def __init__(self) -> None:
        self.targets: dict[str, dict[str, set[tuple[int, int]]]] = defaultdict(lambda: defaultdict(set))

    def add(self, key: str, letter: str, card: int, face: int, playable: bool) -> None:
        """Add a target of a key: by which letter (`KINDS`) it names which face of which card."""
        if key.strip("_") or (letter == "e" and key):
            self.targets[key][letter if playable else letter.upper()].add((card, face))

    def has(self, key: str, letters: str) -> bool:
        """Whether a key has a target of one of the letters."""
        return key in self.targets and any(letter in self.targets[key] for letter in letters)


def _spellings(name: str) -> Iterator[str]:
    """Keys under which people also write a name: ``ajani pridemate``, ``bolas citadel``, ``jace mind sculptor``."""
    if "&" in name:
        yield fold(name.replace("&", " and "))
    if " the " in name and len(words(name)) > 3:
        yield fold(name.replace(" the ", " "))
    if _POSSESSIVE.search(name):
        yield fold(_POSSESSIVE.sub("", name))
        if re.search(r"s['’]s\b", name):
            yield fold(re.sub(r"s['’]s\b", "s", name))


def add_names(keys: Keys, cards: Iterable[tuple[int, NamedCard]]) -> None:
    """Add the names and spellings of cards, each with its number."""
    for card, facts in cards:
        if len(facts.faces) > 1:
            keys.add(fold(facts.name), "e", card, 0, facts.playable)
        for number, face in enumerate(facts.faces):
            # either half of a split card, and the whole, is a name of the card; a back face is one of its faces
            letter = "e" if number == 0 else "f"
            keys.add(fold(face.name), letter, card, number, facts.playable)
            for spelling in _spellings(face.name):
                keys.add(spelling, "v", card, number, facts.playable)


def short_forms(name: str) -> Iterator[str]:
    """What players shorten a name to, if anything."""
    match = _SHORT.search(name)
    if match and match.start() > 0:
        yield name[: match.start()]


def beginnings(name: str) -> Iterator[str]:
    """The keys of what a name begins with, word by word."""
    key = ""
    for word in words(name):
        key += word
        yield key


def bare_words(name: str) -> list[str]:
    """The folded words of a name, possessives without their ending."""
    return words(_POSSESSIVE.sub("", name))


def type_words(cards: Iterable[CardFacts]) -> frozenset[str]:
    """The card types, subtypes and planes of cards, folded."""
    faces = [face for facts in cards for face in facts.faces]
    return frozenset(map(fold, {word for face in faces for word in (*face.types, *face.subtypes)}))


def add_short_forms(
    keys: Keys,
    cards: Sequence[tuple[int, NamedCard]],
    ordinary: frozenset[str],
    types: frozenset[str],
    only: frozenset[str] | None = None,
) -> None:
    """Short forms: what stands before a comma, `` of `` or `` the ``.

    Of a card that isn't legendary only a word that no other name has and that names nothing else (``delver``).

    Args:
        keys: Where they are added.
        cards: Cards with their numbers: all, or all whose names begin with or hold what is in `only`.
        ordinary: The ordinary English words.
        types: The words of type lines of all cards, folded.
        only: Look at these short forms only.
    """
    by_short: dict[str, set[tuple[int, int]]] = defaultdict(set)
    legends: dict[str, set[tuple[int, int]]] = defaultdict(set)
    spelled: dict[str, list[str]] = {}
    commas: set[str] = set()
    listed = read_list("common_names.txt")
    names = {face.name for _, facts in cards for face in facts.faces}
    stands = Counter(word for name in names for word in dict.fromkeys(bare_words(name)))
    begins: dict[str, set[int]] = defaultdict(set)
    legends_begin: dict[str, set[int]] = defaultdict(set)
    for card, facts in cards:
        if not facts.playable:
            continue
        for number, face in enumerate(facts.faces):
            for beginning in beginnings(face.name):
                begins[beginning].add(card)
                if "Legendary" in face.type_line:
                    legends_begin[beginning].add(card)
            for short in short_forms(face.name):
                by_short[fold(short)].add((card, number))
                spelled[fold(short)] = words(short)
                if "Legendary" in face.type_line:
                    legends[fold(short)].add((card, number))
                    if _SHORT.search(face.name)[1] == ", ":  # type: ignore[index]
                        commas.add(fold(short))
    for short in sorted(by_short if only is None else only & by_short.keys()):
        meant = {card for card, _ in by_short[short]}
        # a legend with a comma is meant, not what is named after it: Nykthos is Nykthos, Shrine to Nyx, though there
        # is a Nykthos Paragon; but not if another legend's name begins so
        rivals = legends_begin[short] if short in commas else begins[short]
        if len(meant) == 1 and rivals == meant:
            place = min(by_short[short])
            plain = all(word in ordinary for word in spelled[short])
            if len(spelled[short]) > 1 and place in legends[short] and not STOP & set(spelled[short]):
                # two ordinary words are no ordinary phrase when they are a legend's name
                plain = False
            plain = plain or bool(STOP & set(spelled[short]))
            plain = plain or short in listed or len(short) < 4
            if place in legends[short]:
                keys.add(short, "c" if plain else "a", *place, True)
            elif not plain and stands[short] == 1 and short not in types:
                keys.add(short, "a", *place, True)
        elif len({card for card, _ in legends[short]}) > 1:
            for place in legends[short]:
                keys.add(short, "b", *place, True)


def _add_nicknames(keys: Keys, found: Mapping[str, CardFacts], nicknames: Mapping[str, Mapping[str, str]]) -> None:
    places = {name: (card, 0) for card, name in enumerate(found)}
    for card, facts in enumerate(found.values()):
        for number, face in enumerate(facts.faces):
            places.setdefault(face.name, (card, number))
    strangers: list[str] = []
    for section, letter in (("in_text", "k"), ("alone", "n"), ("crossover", "x")):
        for nickname, name in nicknames.get(section, {}).items():
            if name in places:
                keys.add(fold(nickname), letter, *places[name], True)
            else:
                strangers.append(name)
    if strangers:
        raise NicknameError("nicknames.toml names cards that the data doesn't have: " + ", ".join(sorted(strangers)))


def english_keys(
    found: Mapping[str, CardFacts], ordinary: frozenset[str], nicknames: Mapping[str, Mapping[str, str]]
) -> dict[str, list[tuple[str, int, int]]]:
    """Key -> targets (letter, card's ordinal, face), the best letters only.

    Raises:
        NicknameError: A nickname's card doesn't exist.
    """
    keys = Keys()
    add_names(keys, enumerate(found.values()))
    add_short_forms(keys, list(enumerate(found.values())), ordinary, type_words(found.values()))
    _add_nicknames(keys, found, nicknames)
    return {
        key: [(letter, card, face) for letter in best_letters(by_letter) for card, face in sorted(by_letter[letter])]
        for key, by_letter in keys.targets.items()
    }


def best_letters(letters: Container[str]) -> list[str]:
    """Of the letters of a key's targets those that count."""
    first = next((letter for letter in _ORDER if letter in letters), "")
    kept = [first] if first else []
    if first in ("", "a", "b", "c", "k", "n"):
        # what isn't a playable card is kept beside nicknames and short forms, for when it is asked for by name
        kept += [letter for letter in "EFVX" if letter in letters][:1]
    return kept


def printed_keys(
    found: Mapping[str, CardFacts], names: Mapping[str, Mapping[str, Mapping[str, Iterable[str]]]]
) -> dict[str, list[tuple[str, int, int]]]:
    """Key of a name in another language -> targets (letter, card's ordinal, face)."""
    keys: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for card, (name, facts) in enumerate(found.items()):
        letter = "p" if facts.playable else "P"
        numbers = {face.name: number for number, face in reversed(list(enumerate(facts.faces)))}
        for face, languages in names.get(name, {}).items():
            for each in languages.values():
                for printed in each:
                    keys[fold(printed)].add((letter, card, numbers.get(face, 0)))
    keys.pop("", None)
    return {key: best_printed(targets) for key, targets in keys.items()}


def best_printed(targets: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Of the targets (letter, card, face) of a name in another language those that count."""
    first: dict[int, tuple[str, int, int]] = {}
    for target in sorted(targets):
        # the two faces of some cards share a printed name: the front one is meant
        first.setdefault(target[1], target)
    # a card that players play is meant before a plane or scheme of the same name
    playable = [target for target in first.values() if target[0] == "p"]
    return sorted(playable or first.values())


def _guarded(
    english: Mapping[str, list[tuple[str, int, int]]],
    printed: Mapping[str, list[tuple[str, int, int]]],
    found: Mapping[str, CardFacts],
) -> frozenset[str]:
    """Keys that are ordinary words too: those of the reviewed list, and the translations of those."""
    cards = list(found.values())
    listed = read_list("common_names.txt") | type_words(found.values())
    # halves of names that are made to be joined ("Rhino-") are ordinary words
    listed |= {fold(face.name) for facts in cards for face in facts.faces if face.name.endswith("-")}
    guarded = {key for key in listed if key in english or key in printed}
    for key, targets in printed.items():
        names = [fold(cards[card].faces[face].name) for _, card, face in targets]
        if all(name in listed for name in names):
            guarded.add(key)
    return frozenset(guarded)


def _word_rows(
    english: list[str],
    printed: list[str],
    spelled: Mapping[str, list[str]],
    spelled_printed: Mapping[str, list[list[str]]],
    ordinary: frozenset[str],
) -> Iterator[tuple[str, str]]:
    """The table of words: ``LLword`` -> ``d|ordinals in english|ordinals in printed``."""
    in_english: dict[str, list[int]] = defaultdict(list)
    for ordinal, key in enumerate(english):
        for word in dict.fromkeys(spelled.get(key, ())):
            if word not in STOP:
                in_english[word].append(ordinal)
    frequency = Counter(
        word for variants in spelled_printed.values() for each in variants for word in dict.fromkeys(each)
    )
    in_printed: dict[str, list[int]] = defaultdict(list)
    for ordinal, key in enumerate(printed):
        for each in spelled_printed.get(key, ()):
            usable = [word for word in each if len(word) > 2 and word not in STOP and not is_cjk(word[0])]
            if usable:
                rarest = min(usable, key=lambda word: (frequency[word], -len(word), word))
                if not in_printed[rarest] or in_printed[rarest][-1] != ordinal:
                    in_printed[rarest].append(ordinal)

    def deltas(ordinals: list[int]) -> str:
        return ",".join(str(b - a) for a, b in zip([0, *ordinals], ordinals, strict=False))

    for word in sorted(ordinary | set(in_english) | set(in_printed)):
        if len(word) < 100:
            flag = "d" if word in ordinary else ""
            rows = (flag, deltas(in_english.get(word, [])), deltas(in_printed.get(word, [])))
            yield f"{len(word):02d}{word}", "|".join(rows).rstrip("|")


def write_lookup(
    folder: Path,
    found: Mapping[str, CardFacts],
    names: Mapping[str, Mapping[str, Mapping[str, Iterable[str]]]],
    data_date: str,
    nicknames: Mapping[str, Mapping[str, str]] | None = None,
) -> None:
    """Write the lookup file.

    Args:
        folder: The catalogue's folder.
        found: Facts by full name, sorted.
        names: Printed names by full name, face and language.
        data_date: ISO date of the data.
        nicknames: As `read_nicknames` gives them; by default the reviewed table.

    Raises:
        NicknameError: A nickname's card doesn't exist.
    """
    ordinary = read_list("english_words.txt")
    english = english_keys(found, ordinary, read_nicknames() if nicknames is None else nicknames)
    printed = printed_keys(found, names)
    guarded = _guarded(english, printed, found)

    def rows(keys: Mapping[str, list[tuple[str, int, int]]]) -> Iterator[tuple[str, str]]:
        for key, targets in keys.items():
            mark = "!" if key in guarded else ""
            yield key, mark + ";".join(f"{card}.{face}{letter}" for letter, card, face in targets)

    spelled = {fold(face.name): words(face.name) for facts in found.values() if facts.playable for face in facts.faces}
    spelled_printed: dict[str, list[list[str]]] = defaultdict(list)
    for faces in names.values():
        for languages in faces.values():
            for each in languages.values():
                for name in each:
                    parts = words(name)
                    if parts not in spelled_printed[fold(name)]:
                        spelled_printed[fold(name)].append(parts)
    write_bundle(
        folder / LOOKUP,
        {"data_date": data_date},
        {
            "english": pack_table(rows(english), per_block=128),
            "printed": pack_table(rows(printed), per_block=128),
            "words": pack_table(
                _word_rows(sorted(english), sorted(printed), spelled, spelled_printed, ordinary), per_block=256
            ),
        },
    )
