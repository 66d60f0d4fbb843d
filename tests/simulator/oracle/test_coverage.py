"""The report of how much text is understood."""

from __future__ import annotations

from simulator.abilities import tree as t
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


def test_what_the_engine_can_t_carry_out_counts_apart() -> None:
    cards = [
        (FaceText("Alpha Bat", "{B}", "Creature — Bat", "Flying\nMorph {B}"),),
        (FaceText("Beta Bat", "{B}", "Creature — Bat", "When this creature enters, investigate.\nFlying"),),
    ]
    report = coverage(cards, lambda ability: isinstance(ability, t.Keyword)).to_json()
    assert report["all"] == {"cards": 2, "compiled": 2, "abilities": 4, "abilities_compiled": 4}
    assert report["executable"]["all"] == {"cards": 2, "compiled": 1, "abilities": 4, "abilities_compiled": 3}
    assert report["executable"]["face_down"] == {"cards": 1, "compiled": 1, "abilities": 2, "abilities_compiled": 2}


def test_figures_of_parts_add_up() -> None:
    first = (FaceText("Alpha Bat", "{B}", "Creature — Bat", "Flying"),)
    second = (FaceText("Beta Bat", "{B}", "Creature — Bat", "Whenever this creature sings, the crowd cheers."),)
    parts = coverage([first])
    parts.merge(coverage([second]))
    assert parts.to_json() == coverage([first, second]).to_json()
