"""Names inside the slots of a line: aliases, objects that are there, cards, then types and colors.

The catalogue is met through `CardNames`, what is on the table through the fields of `Names`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Protocol, TypeVar

from simulator.abilities.keywords import COST_KEYWORDS, PLAIN_KEYWORDS, VALUE_KEYWORDS
from simulator.abilities.subtypes import SUBTYPES
from simulator.scenario.ast import (
    AliasRef,
    AnyRef,
    CardName,
    HandleRef,
    LastToken,
    NameRef,
    ObjectRef,
    PlayerRef,
    TopOfStack,
)
from simulator.sentences import either, say
from simulator.symbols import CARD_TYPES, COLOR_BY_NAME, SUPERTYPES

T = TypeVar("T")

_NUMBERED = re.compile(r"(.+?)\s*#(\d{1,4})")
#: CR 111.4: a token without a given name is called by its subtypes and the word Token.
_TOKEN = re.compile(r"[^\W\d_][\w'’-]*(?:\s+[^\W\d_][\w'’-]*){0,5}\s+token", re.IGNORECASE)
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"})
_LIGATURES = str.maketrans({"æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ß": "ss", "ø": "o", "Ø": "o"})


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """The text without case, accents, kinds of apostrophe and doubled blanks: equal names fold to equal texts."""
    plain = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES).translate(_LIGATURES))
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    return " ".join(kept.casefold().split())


class CardNames(Protocol):
    """What the language asks of the catalogue."""

    def find_card(self, name: str) -> tuple[CardName, ...]:
        """The card of exactly this name (after normalisation; any printed language; a face or half counts).

        A whole card comes before a face or half of another. Empty: no card; several: it doesn't say which.
        """

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Names that the writer may have meant, the likeliest first."""


class NoCards:
    """A catalogue without cards."""

    def find_card(self, name: str) -> tuple[CardName, ...]:
        """Nothing."""
        return ()

    def nearest_names(self, name: str) -> tuple[str, ...]:
        """Nothing."""
        return ()


_KNOWN_WORDS = {fold(word): word for word in (*SUPERTYPES, *CARD_TYPES, *sorted(SUBTYPES))} | {"tribal": "Kindred"}


_KEYWORDS = frozenset((*PLAIN_KEYWORDS, *VALUE_KEYWORDS, *COST_KEYWORDS)) | {
    "affinity", "champion", "companion", "craft", "enchant", "forecast", "impending", "protection", "reinforce",
    "specialize", "splice", "suspend",
}  # fmt: skip
_KEYWORD_ENDINGS = ("walk", "cycling", "offering")


@dataclass(frozen=True)
class Names:
    """What may be named where a line stands.

    Attributes:
        players: the players, in turn order.
        cards: the catalogue.
        aliases: names given with `as`: folded -> as written.
        objects: names of objects on the table that whoever reads may know: folded -> English name.
        subtypes: subtypes of invented cards: folded -> as written.
    """

    players: Sequence[str] = ("Alice", "Bob")
    cards: CardNames = field(default_factory=NoCards)
    aliases: Mapping[str, str] = field(default_factory=dict)
    objects: Mapping[str, str] = field(default_factory=dict)
    subtypes: Mapping[str, str] = field(default_factory=dict)

    def with_alias(self, alias: str) -> Names:
        """These names and one more alias."""
        return replace(self, aliases={**self.aliases, fold(alias): alias})

    def player(self, text: str) -> str | None:
        """The player of this name."""
        wanted = fold(text)
        return next((name for name in self.players if fold(name) == wanted), None)

    def alias(self, text: str) -> str | None:
        """The alias as it was given."""
        return self.aliases.get(fold(text))

    def name(self, text: str) -> NameRef | None:
        """A name of a card or object, no alias; None if nothing has it or two cards share it."""
        folded = fold(text)
        present = self.objects.get(folded)
        found = self.cards.find_card(text)
        if len(found) == 1:
            return NameRef(found[0].part, found[0])
        if present is not None:
            return NameRef(present)
        if _TOKEN.fullmatch(folded) and (token := _token_name(folded, self)) is not None:
            return NameRef(token)
        return None

    def ref(self, text: str) -> ObjectRef | None:
        """An object (or card) by alias, handle or name."""
        alias = self.alias(text)
        if alias is not None:
            return AliasRef(alias)
        folded = fold(text)
        if folded == "last token":
            return LastToken()
        if folded == "top of stack":
            return TopOfStack()
        if folded.startswith("#"):
            return HandleRef(int(folded[1:])) if folded[1:].isdigit() and len(folded) < 6 else None
        named = self.name(text)
        if named is None and (match := _NUMBERED.fullmatch(text.strip())):
            base = self.name(match[1])
            return base and replace(base, number=int(match[2]))
        return named

    def target(self, text: str) -> AnyRef | None:
        """An object or a player."""
        if self.alias(text) is None and (player := self.player(text)) is not None:
            return PlayerRef(player)
        return self.ref(text)

    def words(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Types (supertypes, card types, subtypes) and colors (mana letters) of a phrase; None if a word is neither."""
        types: list[str] = []
        colors: list[str] = []
        rest = [word for word in text.split() if fold(word) != "and"]
        while rest:
            pair = self.type_word(" ".join(rest[:2])) if len(rest) > 1 else None
            one = pair or self.type_word(rest[0])
            color = COLOR_BY_NAME.get(fold(rest[0]))
            if one is not None:
                types.append(one)
            elif color is not None:
                colors.append(color)
            else:
                return None
            rest = rest[2 if pair else 1 :]
        return (tuple(types), tuple(colors)) if types or colors else None

    def type_word(self, text: str) -> str | None:
        """A supertype, card type or subtype as cards write it."""
        folded = fold(text)
        return _KNOWN_WORDS.get(folded) or self.subtypes.get(folded)

    def is_keyword(self, text: str) -> bool:
        """Whether a text is a keyword ability, with its cost or value, if it has one (CR 702)."""
        folded = fold(text)
        return (folded.split(" {")[0]).endswith(_KEYWORD_ENDINGS) or any(
            folded == keyword or folded.startswith((keyword + " ", keyword + "—", keyword + "{"))
            for keyword in _KEYWORDS
        )

    def nearest(self, text: str, players: bool = False) -> str:
        """The known name nearest to what was written, or ""."""
        known = {fold(name): name for name in (*self.aliases.values(), *self.objects.values())}
        known.update({fold(name): name for name in self.players} if players else {})
        close = get_close_matches(fold(text), list(known), n=1, cutoff=0.7)
        if close:
            return known[close[0]]
        return next(iter(self.cards.nearest_names(text)), "")

    def why_not(self, text: str) -> str:
        """One sentence that says why the text names nothing."""
        several = self.cards.find_card(text)
        if len(several) > 1:
            choices = either([card.name for card in several])
            return say("“{text}” could be more than one card: write {choices}.", text=text, choices=choices)
        return say("I know no card or object called “{text}”.", text=text)


def _token_name(folded: str, names: Names) -> str | None:
    """CR 111.4: subtypes and the word Token; None if another word stands among them."""
    read = names.words(folded.removesuffix("token"))
    return None if read is None or read[1] else f"{' '.join(read[0])} Token"


def split_list(text: str, read: Callable[[str], T | None]) -> tuple[T, ...] | None:
    """Read a list with commas whose entries may hold commas: the longest first entry that lets the whole list fit."""
    pieces = text.split(",")
    dead: set[int] = set()

    def rest(start: int) -> tuple[T, ...] | None:
        if start == len(pieces):
            return ()
        if start in dead:
            return None
        for end in range(len(pieces), start, -1):
            entry = ",".join(pieces[start:end]).strip()
            value = read(entry) if entry else None
            if value is not None and (more := rest(end)) is not None:
                return (value, *more)
        dead.add(start)
        return None

    return rest(0)
