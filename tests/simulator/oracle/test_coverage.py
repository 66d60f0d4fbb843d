"""The report of how much text is understood."""

from __future__ import annotations

from simulator.oracle.coverage import coverage
from simulator.oracle.text import FaceText


def test_counts_cards_and_abilities_and_names_the_unread_phrase() -> None:
    cards = [
        (FaceText("Alpha Bat", "{B}", "Creature — Bat", "Flying\nMorph {B}"),),
        (FaceText("Beta Bat", "{B}", "Creature — Bat", "Flying\nWhenever this creature sings, the crowd cheers."),),
        (FaceText("Gamma Plane", "", "Plane — Nowhere", "Whenever chaos ensues, sing."),),
    ]
    report = coverage(cards).to_json()
    assert report["all"] == {"cards": 3, "compiled": 1, "abilities": 5, "abilities_compiled": 3}
    assert report["constructed"]["cards"] == 2
    assert report["face_down"] == {"cards": 1, "compiled": 1, "abilities": 2, "abilities_compiled": 2}
    assert {"phrase": "whenever ~ sings, the crowd", "cards": 1} in report["unread"]
