"""From printed text to lines that the templates read: what CR 207.2 calls reminder and flavor goes, names become `~`.

`~` stands for the object itself (CR 201.5); `§` for its name inside a quoted ability, where it would mean
the object that granted the ability: nothing reads it, so such an ability stays unsupported.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from simulator.abilities.keywords import ABILITY_WORDS
from simulator.abilities.subtypes import PLANESWALKER_TYPES, subtype_of


@dataclass(frozen=True, slots=True)
class FaceText:
    """What is printed on one face of a card.

    Attributes:
        name, mana_cost, type_line, oracle_text: as in Oracle; `oracle_text` has one ability a line.
        power, toughness, loyalty, defense: as printed ("" where there is none).
        layout: the card's layout in the field's words ("normal", "transform", "split", "saga", ...).
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    defense: str = ""
    layout: str = "normal"

    @property
    def types(self) -> frozenset[str]:
        """The supertypes and card types, in lower case (CR 205.1)."""
        return frozenset(word.lower() for word in self.type_line.split("—")[0].split())


_REMINDER = re.compile(r"\s*\([^()]*\)")
_THIS = re.compile(
    r"\b[Tt]his (?:creature|land|artifact|enchantment|permanent|Aura|Equipment|Vehicle|Saga|planeswalker|card|spell|"
    r"token|emblem|Class|Case|Room|Fortification|battle|Siege|Mount|Spacecraft|Planet|snow land)(?![\w])(?! type)"
)
_QUOTED = re.compile(r'"[^"]*"')
_SENTENCE_START = re.compile(r"(?:^|(?<=[.] )|(?<=[:] )|(?<=— )|(?<=• )|(?<=\")|(?<=[.]\" )|(?<=—))[A-Z][\w'-]*")
_DASHED = re.compile(r"^([A-Z0-9][^—.:\"{]{0,50}?) — (?=\S)")
#: Words before a dash that do mean something: they are read with their ability.
_MEANINGFUL = re.compile(
    r"^(?:[IVX]+(?:, [IVX]+)*|boast|exhaust|companion|forecast|max speed|solved|to solve|visit|renew|prize|level \d+|"
    r"specialize|power-up|hidden agenda|partner|\d+\+?)$"
)


def without_reminder(text: str) -> str:
    """The text without reminder text (CR 207.2a), quotes and dashes made plain."""
    text = text.replace("’", "'").replace("“", '"').replace("”", '"').replace("−", "-").replace("\u2019", "'")
    previous = ""
    while previous != text:
        previous, text = text, _REMINDER.sub("", text)
    return text


def self_names(face: FaceText) -> list[str]:
    """The names by which the text may speak of the object, longest first (CR 201.5, 201.5b)."""
    name = face.name.replace("’", "'")
    names = [name]
    if "Legendary" in face.type_line:
        # CR 201.5b: a legendary object's text may use a short form of its name.
        for cut in (",", " of ", " the ", " from ", " and ", " "):
            short = name.split(cut)[0]
            if short != name and len(short) > 2 and short not in names and not _is_rules_word(short, name):
                names.append(short)
    return sorted(names, key=len, reverse=True)


def _is_rules_word(word: str, name: str) -> bool:
    if word in PLANESWALKER_TYPES and name.startswith((word + ",", word + " ")):
        # a planeswalker's type is the name of a character: only "a Jace planeswalker" speaks of the type
        return False
    return subtype_of(word) is not None or word in {"The", "A", "An", "Each", "All", "Target", "When", "Other", "Your"}


def _name_pattern(names: list[str]) -> re.Pattern[str]:
    types = [name for name in names if name in PLANESWALKER_TYPES]
    plain = [re.escape(name) for name in names if name not in types]
    patterns = [rf"(?<![\w~])(?:{'|'.join(plain)})(?![\w])"] if plain else []
    for name in types:
        # "each Garruk you control", "non-Gideon creatures", "Ajani's Pridemate": the type, or another name
        patterns.append(
            rf"(?<![\w~-])(?<!each )(?<!other )(?<!another )(?<! a )(?<! an )(?<!target ){re.escape(name)}"
            r"(?![\w-]|'s [A-Z]| planeswalker| you control|, [A-Z])"
        )
    return re.compile("|".join(patterns))


def lower_starts(text: str) -> str:
    """Sentence starts in lower case, unless the word is a subtype: then only names and subtypes are capitalized."""

    def lower(match: re.Match[str]) -> str:
        word = match.group(0)
        first = word.split("'")[0]
        return word if subtype_of(first) is not None else word[0].lower() + word[1:]

    return _SENTENCE_START.sub(lower, text)


def normalise(face: FaceText) -> tuple[str, ...]:
    """The abilities' lines of a face, ready for the templates (CR 113.2c: one paragraph, one ability).

    Modes (lines that start with a bullet) stay with the line that they belong to, joined by line breaks.
    """
    text = without_reminder(face.oracle_text)
    pattern = _name_pattern(self_names(face))
    lines: list[str] = []
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        line = _QUOTED.sub(lambda m: pattern.sub("§", m.group(0)), line)
        line = pattern.sub("~", line)
        line = _THIS.sub("~", line).replace("More Than Meets the Eye", "more than meets the eye")
        line = _lower(line)
        if line.startswith(("•", "+ {")) and lines:
            lines[-1] += "\n" + line
        else:
            lines.append(line)
    return tuple(lines)


_CHAPTER = re.compile(r"[IVX]+(?:, [IVX]+)* — ")


def _lower(line: str) -> str:
    # CR 714.2c: the numerals of a chapter stand before its effect, flavor words after them
    chapter = _CHAPTER.match(line)
    if chapter is not None:
        return chapter.group(0) + lower_starts(_drop_ability_word(line[chapter.end() :]))
    return lower_starts(_drop_ability_word(line))


def _drop_ability_word(line: str) -> str:
    # CR 207.2c, 207.2d: ability words and flavor words have no rules meaning.
    match = _DASHED.match(line)
    if match is None:
        return line
    word = match.group(1).lower()
    if word in ABILITY_WORDS or not _MEANINGFUL.match(match.group(1) if match.group(1).isupper() else word):
        return line[match.end() :]
    return line


def text_hash(text: str) -> str:
    """The first 12 hex digits of the SHA-256 of an ability's text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def split_sentences(text: str) -> list[str]:
    """The sentences of an ability, without their full stops; quoted abilities stay whole."""
    parts: list[str] = []
    start = 0
    quoted = False
    for position, char in enumerate(text):
        if char == '"':
            quoted = not quoted
            # a quotation that ends with a full stop ends the sentence too
            if not quoted and text[position - 1] == "." and text[position + 1 : position + 3] in ("", " "):
                pass
        if quoted or char != ".":
            continue
        if position + 1 == len(text) or text[position + 1] == " ":
            parts.append(text[start:position].strip())
            start = position + 1
    rest = text[start:].strip()
    if rest:
        parts.extend(_quote_ended(rest))
    return [part for part in (p for item in parts for p in _quote_ended(item)) if part]


_QUOTE_END = re.compile(r'(?<=[.]") (?=[a-zA-Z~])')


def _quote_ended(text: str) -> list[str]:
    # `... "ABILITY." It can't ...`: the full stop inside the quotation also ends the sentence; a lower-case
    # conjunction after it goes on with the sentence.
    pieces: list[str] = []
    start = 0
    for match in _QUOTE_END.finditer(text):
        following = text[match.end() : match.end() + 12]
        if text[: match.start()].count('"') % 2 == 0 and not following.startswith(("and ", "or ", "as long", "until ")):
            pieces.append(text[start : match.start()].strip())
            start = match.end()
    pieces.append(text[start:].strip())
    return pieces
