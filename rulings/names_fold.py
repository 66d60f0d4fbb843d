"""How names are compared: folding, words, and the tokens of a sentence.

Two spellings of a name are the same when their *keys* are equal. A key keeps letters and digits only: case,
accents, apostrophes of every shape, hyphens, commas and spaces are folded away, æ is ae, ß is ss. Scripts other
than Latin keep their own marks (the kana voicing marks change the word, accents on Latin letters don't).
"""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]")
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "ł": "l", "þ": "th", "ı": "i"})
#: Apostrophes as people and phones type them; inside a word they join it: ``Ajani's`` is one word, ``ajanis``.
APOSTROPHES = "'’‘`´ʼ′＇"
#: Words that stand in too many names to find one by.
STOP = frozenset(
    "of|the|a|an|and|to|in|for|from|on|with|at|s|la|le|les|de|des|du|der|die|das|el|los|y|von|il|i|o|e".split("|")
)
_WORD = re.compile(rf"[^\W_]+(?:[{APOSTROPHES}][^\W_]+)*|_+")
#: Characters of scripts that put no spaces between words: Han, kana, and the marks inside katakana names.
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]")
_HANGUL = re.compile("[\uac00-\ud7a3]")


def simplify(text: str) -> str:
    """Casefold, expand ligatures, drop accents of Latin letters; everything else stays, in order."""
    if text.isascii():
        return text.lower()
    text = text.casefold().translate(_LIGATURES)
    text = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """The key of a name: what is left when case, accents, punctuation and spaces don't count.

    >>> fold("Ætherling"), fold("Will-o'-the-Wisp"), fold("Jötun Grunt")
    ('aetherling', 'willothewisp', 'jotungrunt')
    """
    simple = simplify(text)
    # most words hold nothing else
    return simple if simple.isalnum() else "".join(c for c in simple if c.isalnum() or c == "_")


def words(text: str) -> list[str]:
    """The folded words of a name, apostrophes joined: ``Ajani's Pridemate`` -> ``['ajanis', 'pridemate']``."""
    return [fold(match) for match in _WORD.findall(simplify(text))]


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script written without spaces (Chinese, Japanese)."""
    return _CJK.match(char) is not None


def is_hangul(char: str) -> bool:
    """Whether a character is a Korean syllable; Korean has spaces, but particles are glued to the word."""
    return _HANGUL.match(char) is not None


class Token:
    """A word of a sentence, or one character of a script without spaces.

    Attributes:
        start, end: Offsets into the sentence.
        raw: The text as written.
        key: Its fold.
        glued: Whether it follows the token before it with nothing in between (characters of one CJK run).
        cjk: Whether it is a character of a script without spaces, or of a Korean word.
    """

    __slots__ = ("cjk", "end", "glued", "key", "raw", "start")

    def __init__(self, start: int, end: int, raw: str, *, glued: bool = False, cjk: bool = False) -> None:
        self.start = start
        self.end = end
        self.raw = raw
        self.key = fold(raw)
        self.glued = glued
        self.cjk = cjk

    @property
    def capitalised(self) -> bool:
        """Whether it starts with a capital and isn't shouted: ``Opt``, not ``opt`` or ``OPT``."""
        return self.raw[:1].isupper() and (len(self.raw) == 1 or not self.raw.isupper())


def tokens(text: str) -> list[Token]:
    """The tokens of a sentence: words, and single characters where a script has no spaces or glues particles."""
    found: list[Token] = []
    for match in _WORD.finditer(text):
        start, word = match.start(), match.group()
        if word.isascii():
            found.append(Token(start, match.end(), word))
            continue
        piece = 0
        first = True
        for i, char in enumerate(word):
            if is_cjk(char) or is_hangul(char) or char in "ー・々〆":
                if piece < i:
                    found.append(Token(start + piece, start + i, word[piece:i], glued=not first))
                    first = False
                found.append(Token(start + i, start + i + 1, char, glued=not first, cjk=True))
                first = False
                piece = i + 1
        if piece < len(word):
            found.append(Token(start + piece, match.end(), word[piece:], glued=not first))
    return found
