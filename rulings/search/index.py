"""The inverted index over a set of rulings, and its compiled form.

Two views of the same words: for every term the *entries* that hold it, with how often it stands in their phrasings, in
their answer, their question and their subjects (this finds and ranks); and for every entry its *phrasings* one by one
(these tell how close the best of them is: people ask one thing at a time).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from rulings import rules_index
from rulings.model import Ruling, Source, Verdict
from rulings.search.text import key, tokens
from rulings.search.vocabulary import MEANS, Vocabulary, Word

#: Marks where a card name stood; followed by its number in the list of the text's names.
NAME_MARK = "\ue000"

# The flattening of inverse document frequencies, and factors for concepts, for names of cards, for light words.
_LEAST_IDF, _FLATTENED, _CONCEPT, _CARD, _LIGHT = 1.5, 0.8, 1.15, 0.8, 0.4

#: Weight of a word of a card's name, beside the card itself.
NAME_WORD = 0.5

#: Weights are kept as tenths, so that the compiled form is small and the same everywhere.
_TENTHS = 10

#: Terms of one text with their weight in tenths.
Terms = tuple[tuple[str, int], ...]


class Posting(NamedTuple):
    """How a term stands in an entry; each figure is a sum of weights.

    Attributes:
        entry: Place of the ruling in its segment.
        asked: In its question and phrasings, each counted.
        answer: In its answer, once.
        question: In its question.
        subject: In its topics and the headings of the rules that it cites, or among its cards.
    """

    entry: int
    asked: float
    answer: float
    question: float
    subject: float


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """The terms of one ruling, with weights in tenths, each term once a text.

    Attributes:
        phrasings: Of its question, then of each further phrasing.
        answer: Of its answer.
        subject: Of its topics, of the headings of its rules, and of its cards.
        keys: Of its question and phrasings, by which one that is asked word for word is found.
    """

    phrasings: tuple[Terms, ...]
    answer: Terms
    subject: Terms
    keys: tuple[str, ...]


def card_term(name: str) -> str:
    """The term that stands for a card."""
    return f"card:{name}"


def name_terms(card: str, surface: str, vocabulary: Vocabulary) -> tuple[tuple[str, float], ...]:
    """What a card's name stands for: the card, and less so the name's words, by one of which others may call it."""
    own = [(token.stem, NAME_WORD) for token in tokens(surface) if token.stem not in vocabulary.stop]
    return ((card_term(card), MEANS), *dict.fromkeys(own))


def name_patterns(name: str) -> list[str]:
    """How a card is called in a text that is about it: by each face in full and by what stands before its comma."""
    faces = name.split(" // ")
    return list(dict.fromkeys([*faces, *(face.split(",")[0] for face in faces if "," in face)]))


def mark_names(text: str, cards: Sequence[str]) -> str:
    """A text with the names of the given cards replaced by marks."""
    for number, card in enumerate(cards):
        for pattern in name_patterns(card):
            text = re.sub(rf"(?<!\w){re.escape(pattern)}(?!\w)", f" {NAME_MARK}{number} ", text, flags=re.IGNORECASE)
    return text


def analyse(text: str, vocabulary: Vocabulary, cards: Sequence[str] = ()) -> list[Word]:
    """The words of a ruling's text with their terms; a name of its cards stands for the card."""
    words: list[Word] = []
    for word in vocabulary.words(tokens(mark_names(text, cards) if cards else text)):
        if word.surface.startswith(NAME_MARK):
            card = cards[int(word.surface[1:])]
            words.append(word._replace(surface=card, terms=name_terms(card, card, vocabulary), known=True))
        else:
            words.append(word)
    return words


def merged(words: Iterable[Word]) -> Terms:
    """The terms of some words, each once with its highest weight, in tenths."""
    highest: dict[str, int] = {}
    for word in words:
        for term, weight in word.terms:
            highest[term] = max(highest.get(term, 0), round(weight * _TENTHS))
    return tuple(highest.items())


def entry_terms(ruling: Ruling, vocabulary: Vocabulary) -> EntryTerms:
    """Analyse one ruling."""
    index = rules_index.load()
    subject = [*(topic.replace("-", " ") for topic in ruling.topics), *(index.heading(rule) for rule in ruling.rules)]
    return EntryTerms(
        phrasings=tuple(
            merged(analyse(text, vocabulary, ruling.cards)) for text in (ruling.question, *ruling.also_asked)
        ),
        answer=merged(analyse(ruling.answer, vocabulary, ruling.cards)),
        subject=(
            *merged(analyse(" . ".join(subject), vocabulary)),
            *((card_term(card), _TENTHS) for card in dict.fromkeys(ruling.cards)),
        ),
        keys=tuple(key(text) for text in (ruling.question, *ruling.also_asked)),
    )


#: A word that stands oftener in a text counts as standing so often but one.
PLAIN_MOST = 32


def plain_postings(rulings: Sequence[Ruling]) -> dict[str, list[int]]:
    """`Segment.plain` of some rulings."""
    found: dict[str, list[int]] = {}
    for number, ruling in enumerate(rulings):
        text = " . ".join((ruling.question, *ruling.also_asked, ruling.answer))
        for word, count in Counter(token.stem for token in tokens(text)).items():
            found.setdefault(word, []).append(number * PLAIN_MOST + min(count, PLAIN_MOST - 1))
    return found


class Segment:
    """The index of one set of rulings: the shipped ones, one server's, the official ones. Immutable once made.

    Attributes:
        rulings: The rulings; an entry number is a place in this sequence.
        entries: Their terms.
        postings: Term -> how it stands in each entry that holds it, by entry number.
        asked_lengths: Entry -> sum of weights of its question and phrasings.
        answer_lengths: Entry -> sum of weights of its answer.
        by_rule: Rule number -> entries that cite it.
        by_card: English card name -> entries that are about it.
        by_key: Key of a question or phrasing (`rulings.search.text.key`) -> entries that are asked so.
        plain: Stem -> entries that have it anywhere in their text, each with how often: words as they stand, the
            vocabulary apart. Pairs as one number: the entry times `PLAIN_MOST` plus the count.
        plain_lengths: Entry -> number of words of its text.
    """

    def __init__(
        self, rulings: Sequence[Ruling], entries: Sequence[EntryTerms], plain: Mapping[str, list[int]] | None = None
    ) -> None:
        """Build the look-up tables over rulings that were analysed already; `plain` if that is at hand, too."""
        self.rulings = tuple(rulings)
        self.entries = tuple(entries)
        self.postings: dict[str, list[Posting]] = {}
        self._places: dict[str, dict[int, Posting]] = {}
        self.asked_lengths: list[float] = []
        self.answer_lengths: list[float] = []
        self.by_rule: dict[str, list[int]] = {}
        self.by_card: dict[str, list[int]] = {}
        self.by_key: dict[str, list[int]] = {}
        for number, (ruling, terms) in enumerate(zip(self.rulings, self.entries, strict=True)):
            self._add(number, terms)
            for rule in ruling.rules:
                self.by_rule.setdefault(rule, []).append(number)
            for card in ruling.cards:
                self.by_card.setdefault(card, []).append(number)
            for phrase in dict.fromkeys(terms.keys):
                self.by_key.setdefault(phrase, []).append(number)
        self.plain = plain_postings(self.rulings) if plain is None else plain
        self.plain_lengths = [0] * len(self.rulings)
        for codes in self.plain.values():
            for code in codes:
                self.plain_lengths[code // PLAIN_MOST] += code % PLAIN_MOST

    def _add(self, number: int, terms: EntryTerms) -> None:
        asked: dict[str, int] = {}
        for phrasing in terms.phrasings:
            for term, weight in phrasing:
                asked[term] = asked.get(term, 0) + weight
        question, answer, subject = dict(terms.phrasings[0]), dict(terms.answer), dict(terms.subject)
        for term in {**asked, **answer, **subject}:
            posting = Posting(
                number,
                asked.get(term, 0) / _TENTHS,
                answer.get(term, 0) / _TENTHS,
                question.get(term, 0) / _TENTHS,
                subject.get(term, 0) / _TENTHS,
            )
            self.postings.setdefault(term, []).append(posting)
        self.asked_lengths.append(sum(asked.values()) / _TENTHS)
        self.answer_lengths.append(sum(answer.values()) / _TENTHS)

    def posting(self, term: str, entry: int) -> Posting | None:
        """How a term stands in one entry, None if it doesn't."""
        places = self._places.get(term)
        if places is None:
            # Many entries are looked up for each term of a question.
            places = self._places[term] = {posting.entry: posting for posting in self.postings.get(term, ())}
        return places.get(entry)

    @classmethod
    def of(cls, rulings: Sequence[Ruling], vocabulary: Vocabulary) -> Segment:
        """Analyse and index rulings."""
        return cls(rulings, [entry_terms(ruling, vocabulary) for ruling in rulings])


class Statistics:
    """How much each term tells, and how long entries are: over a base collection, shared by all segments.

    A term's weight is its inverse document frequency (BM25's), flattened: a term that half of the rulings share, such
    as *face-down*, still says what the question is about, and a rare everyday word says little. Measured: flattening
    wins two to four points of first hits over the plain frequency.

    Attributes:
        entries: Number of entries of the base collection.
        asked_length: Mean length of an entry's question and phrasings together (see `Segment`).
        answer_length: Mean length of an answer.
        plain_length: Mean number of words of an entry's text.
    """

    def __init__(self, base: Segment, vocabulary: Vocabulary) -> None:
        """Take the figures of a base collection."""
        self.entries = len(base.rulings)
        self.asked_length = (sum(base.asked_lengths) / self.entries if self.entries else 0.0) or 1.0
        self.answer_length = (sum(base.answer_lengths) / self.entries if self.entries else 0.0) or 1.0
        self.plain_length = (sum(base.plain_lengths) / self.entries if self.entries else 0.0) or 1.0
        self._plain = base.plain
        self._concepts, self._light = vocabulary.concepts, vocabulary.light
        self._weights = {term: self._weight(term, len(postings)) for term, postings in base.postings.items()}

    def _weight(self, term: str, frequency: int) -> float:
        idf = math.log(1 + (self.entries - frequency + 0.5) / (frequency + 0.5))
        weight = math.pow(max(idf, _LEAST_IDF), _FLATTENED)
        if term in self._light:
            return weight * _LIGHT
        if term in self._concepts:
            return weight * _CONCEPT
        return weight * _CARD if term.startswith("card:") else weight

    def weight(self, term: str) -> float:
        """How much a term tells; one met nowhere counts as met once."""
        return self._weights.get(term) or self._weight(term, 1)

    def plain_weight(self, word: str) -> float:
        """How much a plain word tells; nothing if half of the entries have it."""
        frequency = len(self._plain.get(word, ()))
        return max(0.0, math.log((self.entries - frequency + 0.5) / (frequency + 0.5)))

    def knows(self, term: str) -> bool:
        """Whether the term stands anywhere in the base collection."""
        return term in self._weights


_RULING_FIELDS = [field.name for field in fields(Ruling)]


def to_plain(segment: Segment) -> dict[str, Any]:
    """A segment as JSON can hold it."""
    numbers: dict[str, int] = {}

    def codes(terms: Terms) -> list[int]:
        return [numbers.setdefault(term, len(numbers)) * 16 + weight for term, weight in terms]

    entries = [
        [[codes(phrasing) for phrasing in terms.phrasings], codes(terms.answer), codes(terms.subject), terms.keys]
        for terms in segment.entries
    ]
    rulings = [[getattr(ruling, name) for name in _RULING_FIELDS] for ruling in segment.rulings]
    return {"rulings": rulings, "terms": list(numbers), "entries": entries, "plain": dict(segment.plain)}


def from_plain(plain: Mapping[str, Any]) -> Segment:
    """The segment that `to_plain` wrote.

    Raises:
        KeyError, IndexError, TypeError, ValueError: It isn't one.
    """
    names: list[str] = plain["terms"]
    rulings = []
    for row in plain["rulings"]:
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in zip(_RULING_FIELDS, row, strict=True)
        }
        values["verdict"], values["source"] = Verdict(values["verdict"]), Source(values["source"])
        rulings.append(Ruling(**values))
    decoded: dict[int, tuple[str, int]] = {}

    def terms(codes: Sequence[int]) -> Terms:
        for code in codes:
            if code not in decoded:
                decoded[code] = (names[code >> 4], code & 15)
        return tuple([decoded[code] for code in codes])

    entries = [
        EntryTerms(tuple([terms(phrasing) for phrasing in phrasings]), terms(answer), terms(subject), tuple(keys))
        for phrasings, answer, subject, keys in plain["entries"]
    ]
    return Segment(rulings, entries, plain["plain"])
