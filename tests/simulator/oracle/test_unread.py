"""The part of a text that isn't understood, as it is shown where the text is at hand."""

from __future__ import annotations

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face
from simulator.oracle.unread import unread_spans


@pytest.mark.parametrize(
    ("type_line", "text", "spans"),
    [
        ("Creature", "Flying\nWhenever this creature sings, draw a card.", ["", "Whenever this creature sings"]),
        ("Creature", "When this creature enters, draw a card. Hum a tune.", ["Hum a tune"]),
        ("Creature", "Hum a tune: Draw a card.", ["Hum a tune"]),
        ("Creature", "{T}: Gamma Singer hums. Activate only as a sorcery.", ["Gamma Singer hums"]),
        ("Instant", "Draw a card. Hum a tune. (It may be short.)", ["Hum a tune"]),
        ("Creature", "Creatures with a tune sing twice.", ["Creatures with a tune sing twice."]),
        ("Sorcery", "Choose one —\n• Draw a card.\n• Hum a tune.", ["Choose one —\n• Draw a card.\n• Hum a tune."]),
    ],
)
def test_the_unread_part_is_the_smallest_that_can_be_told(type_line: str, text: str, spans: list[str]) -> None:
    face = FaceText("Gamma Singer", "{1}", type_line, text)
    assert list(unread_spans(face)) == spans
    unsupported = [isinstance(ability, t.UnsupportedAbility) for ability in compile_face(face)]
    assert unsupported == [bool(span) for span in spans]
