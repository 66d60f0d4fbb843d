"""Card names: from what a person typed to the card that it names, in any printed language.

The resolver goes exact → alias → prefix → fuzzy and never guesses: what could mean several cards is `Ambiguous`, what
is in no data is `Unknown`, with near names offered but never taken. Folding (`rulings.names_fold`) makes case,
accents, apostrophes, hyphens and spaces not count. Playable cards come before planes, schemes, vanguards, stickers and
rebalanced cards, which are found only by their full name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from rulings.catalogue import Catalogue
from rulings.names_begun import begun
from rulings.names_fold import fold, is_cjk, words
from rulings.names_fuzzy import Fuzzy, Near, word_limit
from rulings.names_index import Entry, NameIndex, Target, parse_entry

#: What is longer can be no card's name (the longest has 141 letters).
LONGEST = 200
#: At most so many choices are listed.
CHOICES = 10

# Of a word that may begin a name, so many names are looked at.
_BEGUN = 5
_HOW = {"e": "exact", "f": "exact", "v": "exact", "x": "alias", "k": "nickname", "n": "nickname", "a": "alias"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that could be meant.

    Attributes:
        card: Full English name.
        face: English name of the face that matched.
    """

    card: str
    face: str


@dataclass(frozen=True, slots=True)
class Resolved:
    """The one card that is meant.

    Attributes:
        query: What was typed.
        card: Full English name (`` // `` between faces): the key of the catalogue.
        face: English name of the face that was named; the front one unless another was named.
        face_index: Its number, from 0.
        matched_by: ``exact``, ``printed`` (exact, in another language), ``alias``, ``nickname``, ``prefix``, ``fuzzy``.
        printed_name: The name in another language that matched, None for English names.
        languages: The languages that print it so, as Scryfall's codes.
        playable: Whether it is a card that players put in decks.
        longer: Full names of other cards whose names begin with this name.
    """

    query: str
    card: str
    face: str
    face_index: int
    matched_by: str
    printed_name: str | None = None
    languages: tuple[str, ...] = ()
    playable: bool = True
    longer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several cards could be meant.

    Attributes:
        query: What was typed.
        choices: Those cards, at most `CHOICES`.
        more: How many more there are.
        message: The same as a sentence.
    """

    query: str
    choices: tuple[Choice, ...]
    more: int
    message: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """No card is known by that name.

    Attributes:
        query: What was typed.
        suggestions: Full names of cards with a near name, the nearest first: to be offered, never taken.
        message: The same as a sentence, with the date of the data.
    """

    query: str
    suggestions: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line of autocomplete.

    Attributes:
        label: What the person reads: the English name, behind a name in another language.
        card: Full English name.
    """

    label: str
    card: str


class Names:
    """The names of a catalogue.

    Args:
        catalogue: Facts and names; `Names.shipped()` takes the package's own.
        below: Names that those of the catalogue's folder only add to (`rulings.newer`).
    """

    def __init__(self, catalogue: Catalogue, below: Names | None = None) -> None:
        self.catalogue = catalogue
        self.index: NameIndex = NameIndex(catalogue, None if below is None else below.index)

    @staticmethod
    def shipped() -> Names:
        """The names of the shipped catalogue, opened once."""
        return _shipped()

    @cached_property
    def fuzzy(self) -> Fuzzy:
        """The comparison of misspelt names; loads what it needs when it is first used."""
        return Fuzzy(self.index)

    def resolve(self, query: str) -> Resolved | Ambiguous | Unknown:
        """The card that a name means.

        Args:
            query: A name as a person types it, in any printed language; brackets and quotes around it don't count.
        """
        text = query.strip().strip('[]"“”„«»‹›「」『』《》').strip()
        if len(text) > LONGEST:
            return Unknown(text[:40] + "…", (), f"That is too long for a card's name ({len(text)} characters).")
        left, _, right = text.partition(" // ")
        if fold(left) == fold(right):
            # both sides of a reversible or art card name the same card
            text = left
        key = fold(text)
        if not key:
            return self._unknown(text, ())
        english = self.index.english(key)
        printed = None
        if english is None or english.targets[0].letter not in "efvx":
            printed = self.index.printed(key)
        found: Resolved | Ambiguous | Unknown | None = self._exact(text, key, english, printed)
        if found is None:
            found = self._prefix(text, key)
        if found is None:
            near = self.fuzzy.meant(key, words(text))
            if near is None:
                return self._unknown(text, self._suggestions(key, text))
            found = self._near(text, near)
        elif isinstance(found, Resolved) and found.matched_by == "prefix":
            # a beginning cut inside a word may be a misspelling of another name: "Levitatin"
            near = self.fuzzy.meant(key, words(text))
            other = self._near(text, near) if near else None
            if isinstance(other, Resolved) and other.card != found.card:
                return self._between(text, (other, found))
        return found

    def _between(self, text: str, several: tuple[Resolved, ...]) -> Ambiguous:
        choices = tuple(Choice(each.card, each.face) for each in several)
        listed = " or ".join(choice.card for choice in choices)
        return Ambiguous(text, choices, 0, f"“{text}” could be {listed}.")

    def resolve_exact(self, query: str) -> Resolved | Ambiguous | None:
        """The card of exactly that name, short form or nickname: without prefixes and misspellings."""
        text = query.strip()
        key = fold(text)
        return self._exact(text, key, self.index.english(key), self.index.printed(key)) if key else None

    def _exact(self, text: str, key: str, english: Entry | None, printed: Entry | None) -> Resolved | Ambiguous | None:
        targets = english.targets if english else ()
        letter = targets[0].letter if targets else ""
        if letter in ("e", "f", "v", "x"):
            return self._one_or_choices(text, key, targets, _HOW[letter])
        if printed is not None and printed.targets[0].letter == "p":
            return self._one_or_choices(text, key, printed.targets, "printed")
        if letter in ("k", "n", "a", "c"):
            return self._one_or_choices(text, key, targets[:1], _HOW.get(letter, "alias"))
        if letter == "b":
            return self._one_or_choices(text, key, targets, "alias")
        if targets:
            return self._one_or_choices(text, key, targets, "exact")
        if printed is not None:
            return self._one_or_choices(text, key, printed.targets, "printed")
        return None

    def _one_or_choices(self, text: str, key: str, targets: Iterable[Target], how: str) -> Resolved | Ambiguous:
        by_card: dict[int, Target] = {}
        for target in targets:
            by_card.setdefault(target.card, target)
        several = list(by_card.values())
        if len(several) > 1 and how == "exact":
            # two names that differ in spaces or punctuation only: take the one that is written so
            written = [each for each in several if words(self.index.face_name(each)) == words(text)] or several
            same = [each for each in written if self.index.face_name(each).casefold() == text.casefold()]
            several = same or written
        if len(several) > 1:
            return self._ambiguous(text, several)
        return self._resolved(text, key, several[0], how)

    def _resolved(self, text: str, key: str, target: Target, how: str) -> Resolved:
        printed_name: str | None = None
        languages: tuple[str, ...] = ()
        if target.letter in "pP":
            printed_name, languages = self.index.printed_name(target, key)
        return Resolved(
            query=text,
            card=self.index.card_name(target),
            face=self.index.face_name(target),
            face_index=target.face,
            matched_by=how,
            printed_name=printed_name,
            languages=languages,
            playable=target.letter.islower(),
            longer=self._longer(target) if how == "exact" and fold(self.index.face_name(target)) == key else (),
        )

    def _longer(self, target: Target) -> tuple[str, ...]:
        """Other playable cards whose English name goes on after this name."""
        name = self.index.face_name(target)
        found: dict[str, None] = {}
        for _, entry in self._starting_with(fold(name), 200):
            for other in entry.targets:
                face = self.index.face_name(other)
                rest = face[len(name) :]
                if other.letter in "ef" and other.card != target.card and face.startswith(name) and rest[:1] in " ,'’":
                    found.setdefault(self.index.card_name(other))
        return tuple(found)[:CHOICES]

    def _starting_with(self, key: str, most: int) -> Iterator[tuple[str, Entry]]:
        for number, (other, value) in enumerate(self.index.english_table.from_prefix(key)):
            if number >= most:
                return
            yield other, parse_entry(value)

    def _prefix(self, text: str, key: str) -> Resolved | Ambiguous | Unknown | None:
        """The card whose name begins so.

        A beginning of ordinary words may be the whole name of a card that isn't known (Goblin Spy is not the start of
        Goblin Spymaster): the longer name is then only offered.
        """
        if len(key) < 3:
            return None
        typed = words(text)
        for table, letters in ((self.index.english_table, "efx"), (self.index.printed_table, "p")):
            by_card: dict[int, tuple[str, Target]] = {}
            for other, value in table.from_prefix(key):
                for target in parse_entry(value).targets:
                    if target.letter in letters:
                        by_card.setdefault(target.card, (other, target))
            if len(by_card) > 1:
                return self._ambiguous(text, [target for _, target in by_card.values()])
            for other, target in by_card.values():
                if self._is_beginning(typed, words(self.index.spelled(target, other)), printed=target.letter == "p"):
                    return self._resolved(text, other, target, "prefix")
                if target.letter != "p":
                    return self._unknown(text, (self.index.card_name(target),))
        return None

    def _is_beginning(self, typed: list[str], name: list[str], *, printed: bool) -> bool:
        """Whether words that a name begins with can be meant for the beginning of that name."""
        if is_cjk(typed[0][0]):
            return True
        if typed != name[: len(typed)]:
            # cut inside a word: the piece must be no word itself
            exists = self.index.is_known if len(typed) == 1 else self.index.is_ordinary
            if len("".join(typed)) < 5 or exists(typed[-1]) or printed:
                return False
            return typed[:-1] == name[: len(typed) - 1] and name[len(typed) - 1].startswith(typed[-1])
        return len(typed) > 2 or (not printed and not all(map(self.index.is_ordinary, typed)))

    def _near(self, text: str, near: Near) -> Resolved | Ambiguous:
        table = self.index.printed_table if near.printed else self.index.english_table
        return self._one_or_choices(text, near.key, parse_entry(table.at(near.ordinal)[1]).targets, "fuzzy")

    def _ambiguous(self, text: str, targets: list[Target]) -> Ambiguous:
        choices = tuple(Choice(self.index.card_name(each), self.index.face_name(each)) for each in targets[:CHOICES])
        more = max(0, len(targets) - CHOICES)
        listed = "; ".join(choice.card for choice in choices)
        message = f"“{text}” could be {len(targets)} cards: {listed}" + (f" and {more} more." if more else ".")
        return Ambiguous(text, choices, more, message)

    def _unknown(self, text: str, suggestions: tuple[str, ...]) -> Unknown:
        message = f"I don't know this card: “{text}” (data to {self.catalogue.data_date})."
        if suggestions:
            message += " Did you mean " + " or ".join(suggestions) + "?"
        return Unknown(text, suggestions, message)

    def _suggestions(self, key: str, text: str) -> tuple[str, ...]:
        """Near names to offer: looser than what would be taken, at most five."""
        typed = words(text)
        limit = max(2, len(key) // 3)
        near = self.fuzzy.compare(key, self.fuzzy.candidates(typed, fuzz=typed), limit)
        if not near and len(key) >= 5:
            near = self.fuzzy.compare(key, self.fuzzy.by_beginning(key, 3), limit)
        cards: dict[str, None] = {}
        least = min((each.distance for each in near if not each.printed), default=limit + 1)
        if len(typed) == 1 and least > 1:
            # One word may be the beginning of a name, as people shorten them: "delvr".
            for distance, word, _ in self.fuzzy.neighbours(key, word_limit(key)):
                if distance < least:
                    for _, entry in self._starting_with(word, _BEGUN):
                        cards.update(
                            (self.index.card_name(each), None) for each in entry.targets if each.letter in "ef"
                        )
        for each in near:
            table = self.index.printed_table if each.printed else self.index.english_table
            for target in parse_entry(table.at(each.ordinal)[1]).targets:
                if target.letter in "efxp":
                    cards.setdefault(self.index.card_name(target))
        if not cards:
            cards.update((self.index.card_name(each), None) for each in begun(self.index, self.fuzzy, typed))
        return tuple(cards)[:5]

    def suggest(self, typed: str, limit: int = 25) -> list[Suggestion]:
        """What autocomplete offers for what was typed so far.

        Exact names first, then names that begin so, then names with a word that begins so; English before other
        languages, each name in another language with the English one. Objects that aren't playable cards are offered
        only when their full name was typed.

        Args:
            typed: The text so far.
            limit: At most so many (Discord takes 25).
        """
        key = fold(typed)
        if not key or len(typed) > LONGEST:
            return []
        found: dict[str, str] = {}
        for card, label in self._suggested(key):
            found.setdefault(card, label)
            if len(found) >= limit:
                break
        return [Suggestion(label, card) for card, label in found.items()]

    def _suggested(self, key: str) -> Iterator[tuple[str, str]]:
        exact = self.index.english(key)
        for target in exact.targets if exact else ():
            yield self.index.card_name(target), self.index.card_name(target)
        printed = self.index.printed(key)
        for target in printed.targets if printed else ():
            yield self._printed_label(target, key)
        for _, entry in self._starting_with(key, 2000):
            for target in entry.targets:
                if target.letter in "efx":
                    yield self.index.card_name(target), self.index.card_name(target)
        if len(key) < 3:
            return
        for number, (other, value) in enumerate(self.index.printed_table.from_prefix(key)):
            if number > 200:
                break
            for target in parse_entry(value).targets:
                if target.letter == "p":
                    yield self._printed_label(target, other)
        for ordinal in self.fuzzy.with_word(key):
            for target in parse_entry(self.index.english_table.at(ordinal)[1]).targets:
                if target.letter in "ef":
                    yield self.index.card_name(target), self.index.card_name(target)

    def _printed_label(self, target: Target, key: str) -> tuple[str, str]:
        card = self.index.card_name(target)
        return card, f"{self.index.printed_name(target, key)[0]} ({card})"


@cache
def _shipped() -> Names:
    return Names(Catalogue.shipped())
