"""The cards that a script invents: from a `card` block to a card definition."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.model.cards import CardDefinition, Face
from simulator.oracle import FaceText, compile_face
from simulator.scenario.ast import InventedCard, InventedFace
from simulator.scenario.names import fold
from simulator.symbols import TypeLine, parse_mana_cost, parse_type_line


def invented_definition(card: InventedCard) -> CardDefinition:
    """The definition of an invented card, its text compiled."""
    faces = [_face(card.front, "transform" if card.back else "normal")]
    if card.back is not None:
        faces.append(_face(card.back, "transform"))
    return CardDefinition(card.front.name, "transform" if card.back else "normal", tuple(faces))


def invented_subtypes(cards: Iterable[CardDefinition]) -> dict[str, str]:
    """Subtypes of invented cards: folded -> as written."""
    return {fold(word): word for card in cards for face in card.faces for word in face.type_line.subtypes}


def _face(face: InventedFace, layout: str) -> Face:
    line = parse_type_line(_title_case(face.type_line))
    power, toughness, loyalty, defense = _numbers(face.size, line)
    text = FaceText(
        name=face.name,
        mana_cost=face.cost,
        type_line=str(line),
        oracle_text="\n".join(face.text),
        power=power,
        toughness=toughness,
        loyalty=loyalty,
        defense=defense,
        layout=layout,
    )
    return Face(
        name=face.name,
        mana_cost=parse_mana_cost(face.cost) if face.cost else None,
        type_line=line,
        power=printed_number(power),
        toughness=printed_number(toughness),
        loyalty=printed_number(loyalty),
        defense=printed_number(defense),
        abilities=compile_face(text),
    )


def _title_case(type_line: str) -> str:
    """Types as cards print them, whatever case and dash were written."""
    dashed = type_line.replace(" - ", " — ").replace(" – ", " — ")
    return " ".join(word if word == "—" else word[:1].upper() + word[1:] for word in dashed.split())


def _numbers(size: str, line: TypeLine) -> tuple[str, str, str, str]:
    """Power, toughness, loyalty and defense as printed; "" for what it hasn't."""
    if "/" in size:
        power, _, toughness = size.partition("/")
        return power, toughness, "", ""
    return ("", "", "", size) if "Battle" in line.types else ("", "", size, "")


def printed_number(text: str | None) -> int | None:
    """A printed number; of `*`, `1+*` or `X` the number in it, or 0. None if nothing is printed."""
    if not text:
        return None
    # CR 208.2a: a star counts as 0 where its ability hasn't set it
    total = 0
    for part in text.replace("-", "+-").split("+"):
        digits = part.strip().lstrip("-")
        total += (-1 if part.strip().startswith("-") else 1) * int(digits) if digits.isdecimal() else 0
    return total
