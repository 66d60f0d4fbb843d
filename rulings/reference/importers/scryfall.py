"""Scryfall's bulk files: cards and rulings, as JSON Lines or as an array."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from rulings.reference.importers.json_stream import objects
from rulings.reference.records import CardRecord, FaceText, NameRecord, Refused, RulingRecord, without_id
from rulings.remarks import Remark


def cards(stream: BinaryIO) -> Iterator[CardRecord | NameRecord]:
    """Cards, and the printed names of printings in other languages.

    Raises:
        Refused: Something in the file isn't a card.
    """
    for place, card in objects(stream):
        if not isinstance(card, dict) or card.get("object") != "card":
            raise Refused(Remark("entry {number} isn't a card but {what}", number=place, what=_what(card)))
        try:
            yield _card(card)
            yield from _printed(card)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise Refused(Remark("entry {number} isn't a whole card ({error})", number=place, error=reason)) from None


def rulings(stream: BinaryIO) -> Iterator[RulingRecord]:
    """Official rulings.

    Raises:
        Refused: Something in the file isn't a ruling.
    """
    for place, ruling in objects(stream):
        if not isinstance(ruling, dict) or ruling.get("object") != "ruling":
            raise Refused(Remark("entry {number} isn't a ruling but {what}", number=place, what=_what(ruling)))
        texts = [ruling.get(key) for key in ("oracle_id", "source", "published_at", "comment")]
        # one published ruling has an empty text: it says nothing, but is no damage
        if not all(isinstance(text, str) for text in texts) or not all(texts[:3]):
            raise Refused(Remark("entry {number} isn't a whole ruling", number=place))
        yield RulingRecord(*map(str, texts))


def _what(value: Any) -> str:
    if isinstance(value, dict):
        kind = value.get("object")
        return Remark("an object without a kind") if kind is None else f"“{kind}”"
    return Remark("a {type}", type=type(value).__name__)


def _card(card: Mapping[str, Any]) -> CardRecord:
    faces = card.get("card_faces") or [card]
    return CardRecord(
        # a card with the same front on both sides has its id on the faces
        oracle_id=_text(card.get("oracle_id") or faces[0].get("oracle_id")) or without_id(_named(card)),
        name=_named(card),
        layout=card["layout"],
        released_at=_text(card.get("released_at")),
        faces=tuple(_face(face) for face in faces),
        url=_text(card.get("scryfall_uri")).partition("?")[0],
    )


def _named(value: Mapping[str, Any]) -> str:
    name = value["name"]
    if not isinstance(name, str) or not name:
        raise TypeError("a name that is no text")
    return name


def _face(face: Mapping[str, Any]) -> FaceText:
    if face.get("power") is not None:
        numbers = f"{face['power']}/{face.get('toughness', '?')}"
    elif face.get("loyalty") is not None:
        numbers = f"loyalty {face['loyalty']}"
    elif face.get("defense") is not None:
        numbers = f"defense {face['defense']}"
    else:
        numbers = ""
    cost, line, text = (_text(face.get(key)) for key in ("mana_cost", "type_line", "oracle_text"))
    return FaceText(_named(face), cost, line, text, numbers, "".join(face.get("color_indicator") or ()))


def _printed(card: Mapping[str, Any]) -> Iterator[NameRecord]:
    language = card.get("lang", "en")
    if language == "en":
        return
    for face in card.get("card_faces") or [card]:
        if face.get("printed_name"):
            yield NameRecord(card["name"], _named(face), language, face["printed_name"])


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
