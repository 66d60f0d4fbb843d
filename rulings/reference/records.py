"""What importers give, whatever file it comes from."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from rulings.remarks import Remark


class Kind(StrEnum):
    """What reference data consists of; of each kind one file is in service (of the rules, every edition met)."""

    RULES = "rules"
    CARDS = "cards"
    RULINGS = "rulings"
    NAMES = "names"


#: What a kind is called where people read it.
TITLES = {
    Kind.RULES: Remark("Comprehensive Rules"),
    Kind.CARDS: Remark("Oracle cards"),
    Kind.RULINGS: Remark("official rulings"),
    Kind.NAMES: Remark("printed names"),
}

#: Hears of work done, in bytes of the file (compressed as it is).
Advance = Callable[[int], None]


class Refused(ValueError):
    """A file can't be taken; the message is the reason, written for people."""


class FaceText(NamedTuple):
    """A face of a card with its current wording.

    Attributes:
        name: English name of the face.
        mana_cost: In braces; empty if it has none.
        type_line: With an em dash before subtypes; empty where the data lacks the face.
        oracle_text: Paragraphs separated by line breaks.
        numbers: Power/toughness (``2/2``), ``loyalty 3`` or ``defense 4``; empty if it has none.
        indicator: The letters of its color indicator; empty if it has none.
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    numbers: str = ""
    indicator: str = ""


class CardRecord(NamedTuple):
    """A card with the wording of each face.

    Attributes:
        oracle_id: Scryfall's id of the card, the same for all printings.
        name: Full English name, faces joined by `` // ``.
        layout: In Scryfall's words.
        released_at: ISO date of a printing; empty if unknown.
        faces: At least one.
        url: The card's page; empty if unknown.
    """

    oracle_id: str
    name: str
    layout: str
    released_at: str
    faces: tuple[FaceText, ...]
    url: str = ""


class RulingRecord(NamedTuple):
    """An official ruling on a card.

    Attributes:
        oracle_id: The card's.
        source: ``wotc`` or ``scryfall``.
        published_at: ISO date.
        comment: Its text.
    """

    oracle_id: str
    source: str
    published_at: str
    comment: str


class NameRecord(NamedTuple):
    """A printed name.

    Attributes:
        english: Full English name of the card.
        face: English name of the face, the card's name if it has only one.
        language: Scryfall's code.
        name: As printed.
    """

    english: str
    face: str
    language: str
    name: str


def without_id(name: str) -> str:
    """What stands for the id of a card that has none, so that its rulings are shown on no other card."""
    return f"name:{name}"


Record = CardRecord | RulingRecord | NameRecord

#: The kind of each record.
KIND_OF: dict[type, Kind] = {CardRecord: Kind.CARDS, RulingRecord: Kind.RULINGS, NameRecord: Kind.NAMES}
