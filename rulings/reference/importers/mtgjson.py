"""MTGJSON files of version 5: AtomicCards, AllPrintings, and single sets.

A card is one entry a face there; the faces of one card are put together again. Rulings and names in other languages
stand with each card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import ijson

from rulings.reference.importers.json_stream import Shallow, broken
from rulings.reference.records import CardRecord, FaceText, NameRecord, Record, Refused, RulingRecord, without_id
from rulings.remarks import Remark

#: Scryfall's codes of MTGJSON's languages.
LANGUAGES = {
    "Ancient Greek": "grc",
    "Arabic": "ar",
    "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht",
    "French": "fr",
    "German": "de",
    "Hebrew": "he",
    "Italian": "it",
    "Japanese": "ja",
    "Korean": "ko",
    "Latin": "la",
    "Phyrexian": "ph",
    "Portuguese (Brazil)": "pt",
    "Portuguese": "pt",
    "Quenya": "qya",
    "Russian": "ru",
    "Sanskrit": "sa",
    "Spanish": "es",
}


def records(stream: BinaryIO) -> Iterator[Record]:
    """Cards, rulings and printed names of a file.

    Raises:
        Refused: The JSON is broken, or what it holds isn't cards.
    """
    last, found = "", False
    try:
        for key, value in ijson.kvitems(Shallow(stream), "data", use_float=True):
            last = key
            for faces, released_at in _cards_in(key, value):
                found = True
                yield from _card(faces, released_at)
    except (ijson.JSONError, UnicodeError):
        raise broken(_place(last)) from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise Refused(Remark("{place} stands no card ({error})", place=_place(last), error=reason)) from None
    if not found:
        raise Refused(Remark("it holds no cards; AtomicCards, AllPrintings and set files can be read"))


def _place(last: str) -> str:
    return Remark("after “{key}”", key=last) if last else Remark("at its start")


def _cards_in(key: str, value: Any) -> Iterator[tuple[list[Mapping[str, Any]], str]]:
    """The cards of an entry under "data", each as its faces, with the release date of the printing."""
    if isinstance(value, dict) and isinstance(value.get("cards"), list):
        # AllPrintings: set code -> set
        for faces in _grouped(value["cards"]):
            yield faces, value.get("releaseDate") or ""
    elif key == "cards" and isinstance(value, list):
        # one set: its keys stand under "data", the release date behind the cards
        yield from ((faces, "") for faces in _grouped(value))
    elif isinstance(value, list) and value and isinstance(value[0], dict) and "layout" in value[0] and key != "tokens":
        # AtomicCards: name -> faces, or several cards of one name
        yield from ((faces, "") for faces in _grouped(value))


def _grouped(faces: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Entries put together by card: the same name, id and number, the sides in order."""
    cards: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for face in faces:
        key = (face["name"], _oracle_id(face), str(face.get("number", "")))
        cards.setdefault(key, []).append(face)
    return [sorted(card, key=lambda face: str(face.get("side", ""))) for card in cards.values()]


def _oracle_id(face: Mapping[str, Any]) -> str:
    return str((face.get("identifiers") or {}).get("scryfallOracleId") or without_id(face["name"]))


def _card(faces: Sequence[Mapping[str, Any]], released_at: str) -> Iterator[Record]:
    first = faces[0]
    oracle_id, name = _oracle_id(first), str(first["name"])
    yield CardRecord(oracle_id, name, str(first["layout"]), released_at, tuple(_face(face) for face in faces))
    rulings = {(ruling["date"], ruling["text"]): None for face in faces for ruling in face.get("rulings") or ()}
    for date, text in rulings:
        yield RulingRecord(oracle_id, "wotc", date, text)
    for face in faces:
        for foreign in face.get("foreignData") or ():
            language = LANGUAGES.get(foreign["language"])
            printed = foreign.get("faceName") or foreign.get("name")
            if language and printed:
                yield NameRecord(name, str(face.get("faceName") or name), language, printed)


def _face(face: Mapping[str, Any]) -> FaceText:
    if face.get("power") is not None:
        numbers = f"{face['power']}/{face.get('toughness', '?')}"
    else:
        numbers = next((f"{key} {face[key]}" for key in ("loyalty", "defense") if face.get(key) is not None), "")
    name = str(face.get("faceName") or face["name"])
    indicator = "".join(face.get("colorIndicator") or ())
    cost, line, text = (face.get(key) or "" for key in ("manaCost", "type", "text"))
    return FaceText(name, cost, line, text, numbers, indicator)
