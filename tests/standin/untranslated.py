"""Finds English in what was shown to people who read another language.

Looked for are the words that templates of the catalogue are made of, where their translation has other ones. English
by what it is: data (rulings, headings of rules), what people typed, and the language of commands and scenarios, which
stands between code marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from babel.messages.pofile import read_po
from discord_standin.world import readable
from walking import Tour

from bot import i18n
from rulings import rules_index

#: Shorter words may stand in any language.
LEAST_WORDS, LEAST_LETTERS = 2, 12
#: So much around a find says where it comes from.
_AROUND = 12
_PLACE = re.compile(r"\{\w*\}")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def english(tour: Tour) -> list[str]:
    """What on a tour was said in English, each with its text of the catalogue; empty if nothing was."""
    return found(_shown(tour), _data(tour), i18n.language_of(tour.locale))


def found(shown: Iterable[str], data: Iterable[str], language: str) -> list[str]:
    """What in texts for readers of a language is English and stands in no data."""
    lines = list(dict.fromkeys(plain(line) for text in shown for line in _CODE.sub(" ", text).splitlines()))
    known = sorted({plain(each) for each in data}, key=len, reverse=True)
    whole, all_data = "\n".join(lines), "\n".join(known)
    finds = []
    for piece, text in pieces(language).items():
        exact = re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)")
        for line in lines if piece in whole else ():
            own = _without(line, known) if piece in line else ""
            for at in exact.finditer(own):
                # A page may cut data short: what is around is enough to know it by.
                around = own[max(0, at.start() - _AROUND) : at.end() + _AROUND].strip(" …")
                if around not in all_data:
                    finds.append(f"{text!r} in {line!r}")
    return finds


def _without(line: str, known: Iterable[str]) -> str:
    for each in known:
        if len(each.split()) >= LEAST_WORDS and each in line:
            line = line.replace(each, " … ")
    return line


def pieces(language: str) -> Mapping[str, str]:
    """What would be English, as `plain` leaves it -> the text of the catalogue of which it is a part."""
    file = i18n.SHIPPED / language / "LC_MESSAGES" / f"{i18n.DOMAIN}.po"
    with file.open("rb") as source:
        entries = [each for each in read_po(source, locale=language) if each.id]
    made: dict[str, str] = {}
    for each in entries:
        translated = plain(each.string if isinstance(each.string, str) else " ".join(each.string))
        for text in (each.id,) if isinstance(each.id, str) else each.id:
            for piece in map(plain, _PLACE.split(_CODE.sub("{}", text))):
                letters = sum(map(str.isalpha, piece))
                if len(piece.split()) >= LEAST_WORDS and letters >= LEAST_LETTERS and piece not in translated:
                    made.setdefault(piece, text)
    return made


def plain(text: str) -> str:
    """The words alone, on one line: no marks, no capitals."""
    return " ".join(re.sub(r"[\\*_|#~>\u200b“”«»]", "", text).split()).casefold().strip(" .:;,!?…·-")


def _shown(tour: Tour) -> Iterator[str]:
    """Every text that the bot showed to somebody: all versions of messages, forms, completions, files."""
    for message in tour.standin.messages.values():
        if message.author.bot:
            yield from (readable(body) for body in message.versions)
            yield from (data.decode("utf-8", "replace") for data in message.files.values())
    for each in tour.standin.interactions:
        if each.modal:
            yield readable(each.modal)
        yield from (choice["name"] for choice in each.choices or [])


def _data(tour: Tour) -> Iterator[str]:
    yield from (text for each in tour.standin.interactions for text in _texts(each.data))
    yield from (each.text for each in tour.standin.messages.values() if not each.author.bot)
    yield from rules_index.load().headings.values()
    for ruling in tour.services.asking._service.rulings:
        yield from _texts([ruling.question, ruling.answer, ruling.also_asked, ruling.later, ruling.proof])


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
