"""Players' words and the terms that they mean, from `rulings/data/vocabulary.toml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rulings.search.text import Token, tokens

#: Weight of a term that a phrase means, may mean, and is evidence of.
MEANS, MAYBE, IMPLIES = 1.0, 0.6, 0.3

# A "*" in a phrase stands for up to this many words.
_GAP = 4


class Word(NamedTuple):
    """A word or phrase of a text and the terms that it stands for.

    Attributes:
        surface: The word, or the words joined by spaces, as written (normalised).
        terms: Terms with their weight (0 to 1), the first is the main one.
        start: Offset in the normalised text.
        end: Offset behind the last character.
        known: Whether the vocabulary knows the phrase.
    """

    surface: str
    terms: tuple[tuple[str, float], ...]
    start: int
    end: int
    known: bool


class Scope(NamedTuple):
    """A reason why a question is out of scope, with the phrases that show it."""

    reason: str
    sure: bool
    phrase: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    stems: tuple[str, ...]  # "*" is a gap
    words: frozenset[str]  # the stems without gaps
    terms: tuple[tuple[str, float], ...]
    consumes: bool


class Vocabulary:
    """The table of players' words, ready for look-up. Immutable; safe to share between threads."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """Prepare a table of the file's shape.

        Raises:
            KeyError: An entry lacks its term.
        """
        self.table = table
        self.stop = frozenset(_stems(table.get("stop", ())))
        self.ordinary = frozenset(_stems(table.get("ordinary", ())))
        #: Stems and terms that say little by themselves.
        self.light = frozenset(table.get("light", ())).union(_stems(table.get("light", ())))
        #: The terms that the table maps to: concepts of the rules rather than mere words.
        self.concepts = frozenset(str(entry["term"]) for entry in table.get("word", ()))
        collected: dict[tuple[str, ...], dict[str, float]] = {}
        consuming: dict[tuple[str, ...], bool] = {}
        for entry in table.get("word", ()):
            term = str(entry["term"])
            implied = {str(other): IMPLIES for other in entry.get("implies", ())}
            for key, weight in (("says", MEANS), ("maybe", MAYBE)):
                for phrase in entry.get(key, ()):
                    stems = _pattern(phrase)
                    terms = collected.setdefault(stems, {})
                    for other, strength in {**{o: w * weight for o, w in implied.items()}, term: weight}.items():
                        terms[other] = max(terms.get(other, 0.0), strength)
                    consuming[stems] = consuming.get(stems, False) or weight == MEANS
        self._phrases: dict[str, list[_Phrase]] = {}
        for stems, terms in collected.items():
            ordered = tuple(sorted(terms.items(), key=lambda item: (-item[1], item[0])))
            self._phrases.setdefault(stems[0], []).append(
                _Phrase(stems, frozenset(stems) - {"*"}, ordered, consuming[stems])
            )
        self._scopes: dict[str, list[tuple[tuple[str, ...], Scope]]] = {}
        for entry in table.get("scope", ()):
            for key in ("sure", "hints"):
                for phrase in entry.get(key, ()):
                    # Word by word, not by stems: "theme" isn't "them", nor "why did" "why does".
                    pattern = _pattern(phrase, stemmed=False)
                    scope = Scope(str(entry["reason"]), key == "sure", phrase)
                    self._scopes.setdefault(pattern[0], []).append((pattern, scope))
        for cues in self._scopes.values():
            cues.sort(key=lambda cue: (-len(cue[0]), cue[0]))

    @property
    def stems(self) -> frozenset[str]:
        """Every stem that stands in a phrase."""
        return frozenset(
            stem for phrases in self._phrases.values() for phrase in phrases for stem in phrase.stems if stem != "*"
        )

    def words(self, text: Sequence[Token]) -> list[Word]:
        """The words of a text with their terms, longest phrases first, words without a subject left out.

        A word that no phrase knows stands for its own stem.
        """
        stems = [token.stem for token in text]
        present = frozenset(stems)
        matches: list[tuple[int, bool, int, _Phrase, list[int]]] = []
        for start, stem in enumerate(stems):
            for phrase in self._phrases.get(stem, ()):
                if phrase.words <= present and (places := _match(phrase.stems, stems, start)) is not None:
                    matches.append((-len(places), "*" in phrase.stems, start, phrase, places))
        # Longer phrases before shorter ones, wherever they stand; unbroken ones before those with a gap.
        matches.sort(key=lambda match: (match[:3], match[3].stems))
        used = [False] * len(stems)
        found: list[tuple[int, Word]] = []
        for _, _, start, phrase, places in matches:
            if any(used[place] for place in places):
                continue
            terms = phrase.terms
            if not phrase.consumes:
                # The phrase may mean something else: what it says as it stands is kept, as the main term.
                own = "-".join(stems[place] for place in places)
                terms = ((own, MEANS), *(item for item in terms if item[0] != own))
            for place in places:
                used[place] = True
            surface = " ".join(text[place].word for place in places)
            found.append((start, Word(surface, terms, text[start].start, text[places[-1]].end, True)))
        for place, token in enumerate(text):
            if not used[place] and token.stem not in self.stop:
                found.append((place, Word(token.word, ((token.stem, MEANS),), token.start, token.end, False)))
        return [word for _, word in sorted(found, key=lambda item: item[0])]

    def scopes(self, text: Sequence[Token], words: Sequence[Word] = ()) -> list[Scope]:
        """What in a text shows that it is no rules question: the longest phrases, each word counted once.

        Args:
            text: The tokens.
            words: The words that were read from them; what belongs to a known phrase of several words shows nothing
                (*lore* in *lore counter*).
        """
        plain = [token.word for token in text]
        phrases = [(word.start, word.end) for word in words if word.known and " " in word.surface]
        known = [any(start <= token.start < end for start, end in phrases) for token in text]
        used = [False] * len(plain)
        found: list[Scope] = []
        for start, word in enumerate(plain):
            for pattern, scope in self._scopes.get(word, ()):
                places = _match(pattern, plain, start)
                if places is None or all(known[place] for place in places):
                    continue
                if not any(used[place] for place in places):
                    found.append(scope)
                    for place in places:
                        used[place] = True
                    break
        return found


def _stems(words: Iterable[str]) -> list[str]:
    return [token.stem for word in words for token in tokens(word)]


def _pattern(phrase: str, *, stemmed: bool = True) -> tuple[str, ...]:
    parts: list[str] = []
    for place, part in enumerate(phrase.split("*")):
        if place:
            parts.append("*")
        parts += [token.stem if stemmed else token.word for token in tokens(part)]
    # A "*" that is no gap belongs to a size such as */*, which is one token.
    return tuple(parts)


def _match(pattern: Sequence[str], stems: Sequence[str], start: int) -> list[int] | None:
    """The places of a pattern's words when it stands at `start`, or None."""
    places: list[int] = []
    place, gap = start, 0
    for part in pattern:
        if part == "*":
            gap = _GAP
            continue
        for candidate in range(place, min(place + gap + 1, len(stems))):
            if stems[candidate] == part:
                places.append(candidate)
                place, gap = candidate + 1, 0
                break
        else:
            return None
    return places
