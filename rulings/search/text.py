"""Words as they are compared: normalised, split into tokens, stemmed lightly."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

_LIGATURES = str.maketrans(
    {"æ": "ae", "œ": "oe", "ß": "ss", "’": "'", "‘": "'", "`": "'", "´": "'", "–": "-", "—": "-", "−": "-"}
)

# In this order: counters (+1/+1), power and toughness (2/2, */*), rule numbers, numbers, mana symbols, words. A hyphen
# between letters separates words; an apostrophe inside a word belongs to it.
_TOKEN = re.compile(
    r"\ue000\d+|[+-]\d+/[+-]\d+|(?:\d+|[x*])/(?:\d+|[x*])|\d{3}\.\d+[a-z]*|\d+(?![^\W\d_])|\{[^{}\s]{1,6}\}|[^\W_]+(?:_+[^\W_]+|'[^\W\d_]+)*"
)
_SHORT_FORMS = {"w/o": "without", "w/": "with ", "b/c": "because", "p/t": "power toughness", "&": " and "}
_SHORT_FORM = re.compile(r"(?<![^\s(])(?:w/o|w/|b/c|p/t)(?=[^\d/]|$)|&")
# Counters and sizes are often written without their sign or slash.
_PREFIXED = re.compile(r"\bnon-(?=[a-z])")

# Forms that no ending explains. Keys are normalised words, values stems.
_IRREGULAR = {
    "dying": "die", "died": "die", "dies": "die", "dead": "die", "death": "die", "paid": "pay", "dealt": "deal",
    "left": "leav", "leaves": "leav", "leave": "leav", "leaving": "leav", "drew": "draw", "drawn": "draw",
    "chose": "choos", "chosen": "choos", "choice": "choos", "choices": "choos", "got": "get", "gotten": "get",
    "lost": "los", "came": "com", "went": "go", "goes": "go", "gone": "go", "took": "tak", "taken": "tak",
    "gave": "giv", "given": "giv", "kept": "keep", "stole": "steal", "stolen": "steal", "sacrificial": "sacrific",
    "won": "win", "dealing": "deal", "spent": "spend", "held": "hold", "brought": "bring", "fought": "fight",
    "made": "mak", "said": "say", "saw": "see", "seen": "see", "shown": "show", "became": "becom", "thought": "think",
    "found": "find", "broke": "break", "broken": "break", "hidden": "hid", "hide": "hid", "lay": "lie",
    "resolution": "resolv", "resolves": "resolv", "copied": "copy", "copies": "copy", "copying": "copy",
    "lands": "land", "landed": "land", "men": "man", "fizzled": "fizzl", "knew": "know", "known": "know",
    "told": "tell", "bought": "buy", "beaten": "beat", "swung": "swing", "ate": "eat", "fed": "feed", "put": "put",
    "puts": "put",
    "putting": "put", "lives": "life", "dice": "di", "bases": "bas", "its": "its", "this": "this", "plus": "plus",
    "minus": "minus", "tapped": "tap", "status": "status", "bonus": "bonus", "always": "always", "was": "was",
    "does": "do", "did": "do", "done": "do", "doing": "do", "has": "have", "had": "have", "having": "have",
    "yes": "yes", "being": "be", "been": "be", "thing": "thing", "during": "during", "king": "king", "string": "string",
    "blessing": "blessing", "red": "red", "dread": "dread", "needed": "need", "bleed": "bleed", "speed": "speed",
    "controller": "controller", "controllers": "controller", "targeting": "target", "triggers": "trigger",
}  # fmt: skip


class Token(NamedTuple):
    """A word of a text.

    Attributes:
        word: The word as normalised.
        stem: Its stem, by which words are compared.
        start: Offset of its first character in the normalised text.
        end: Offset behind its last character.
    """

    word: str
    stem: str
    start: int
    end: int


def normalise(text: str) -> str:
    """Lower case, accents removed, ligatures, quotes and dashes made plain, short forms such as ``w/`` written out."""
    if text.isascii():
        text = text.lower().replace("`", "'")
    else:
        text = text.translate(_LIGATURES)
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        text = text.casefold().translate(_LIGATURES)
    text = _SHORT_FORM.sub(lambda found: _SHORT_FORMS[found[0]], text)
    return _PREFIXED.sub("non", text)


def tokens(text: str) -> list[Token]:
    """The tokens of a text, which need not be normalised; offsets refer to its normalised form."""
    return [_token(found) for found in _TOKEN.finditer(normalise(text))]


def key(text: str) -> str:
    """What two texts share that were asked word for word alike: their words, without case and punctuation."""
    return " ".join(token.word for token in tokens(text))


def _token(found: re.Match[str]) -> Token:
    word = found[0]
    if "'" in word:
        # "doesn't" -> doesnt, "opponent's" -> opponent
        word = word.removesuffix("'s").removesuffix("s'").replace("'", "")
    return Token(word, stem(word), found.start(), found.end())


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a normalised word: plural, -ing, -ed, -tion and a final e removed, y for i.

    Lighter than Porter's: *caster* and *cast*, *unless* and *un* stay apart.
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.isalpha() or not word.isascii():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "xes", "ches", "shes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2 and _has_vowel(word[: -len(ending)]):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    if word.endswith("tion") and len(word) > 6:
        word = word[:-3]
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("i"):
        word = word[:-1] + "y"
    return word


def _has_vowel(part: str) -> bool:
    return any(letter in "aeiouy" for letter in part)
