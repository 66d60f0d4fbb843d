"""Facts of cards that the reference data has beyond the shipped catalogue."""

from __future__ import annotations

import json
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulings.catalogue import Catalogue, wording_hash
from rulings.newer import facts_of_wording, find_newer, mana_value
from rulings.reference.database import CardWording, Reference
from rulings.reference.records import FaceText


@pytest.mark.parametrize(
    ("cost", "value"),
    [("", 0), ("{0}", 0), ("{3}{W}{W}", 5), ("{X}{X}{R}", 1), ("{2/W}{2/W}", 4), ("{W/U}{B/P}", 2), ("{C}{S}", 2)],
)
def test_the_mana_value_of_a_cost(cost: str, value: float) -> None:
    """CR 202.3e, 202.3f, 202.3g: X is 0, of a hybrid symbol the larger part counts, a Phyrexian one is 1."""
    assert mana_value(cost) == value


def wording(layout: str, *faces: FaceText) -> CardWording:
    return CardWording("id", " // ".join(face.name for face in faces), layout, "2027-01-01", faces, "")


def test_a_split_card_has_the_mana_value_of_both_halves() -> None:
    """CR 202.3d, 709.4b."""
    facts = facts_of_wording(
        wording(
            "split",
            FaceText("Ember", "{1}{R}", "Instant", "Ember deals 1 damage to any target."),
            FaceText("Ash", "{B}", "Instant", "Target player loses 1 life."),
        )
    )
    assert (facts.mana_value, facts.color_identity) == (3, ("B", "R"))
    assert [face.colors for face in facts.faces] == [("R",), ("B",)]


def test_devoid_and_reminder_text_give_no_colors() -> None:
    """CR 702.114a, 903.4c: devoid makes it colorless; its identity has its cost's colors, not those of reminders."""
    facts = facts_of_wording(
        wording("normal", FaceText("Pale Drone", "{1}{U}", "Creature — Drone", "Devoid (Not {G}.)\nFlying", "1/2"))
    )
    assert (facts.faces[0].colors, facts.color_identity) == ((), ("U",))
    assert (facts.faces[0].power, facts.faces[0].toughness, facts.kind) == ("1", "2", "card")


def test_loyalty_and_an_indicator() -> None:
    """CR 204, 306.5a."""
    facts = facts_of_wording(
        wording(
            "transform",
            FaceText("Young Mage", "{G}", "Creature — Elf", "Reach", "1/1"),
            FaceText("Grown Mage", "", "Legendary Planeswalker — Mage", "+1: Draw a card.", "loyalty 4", "G"),
        )
    )
    assert (facts.faces[1].loyalty, facts.faces[1].colors, facts.faces[1].color_indicator) == ("4", ("G",), ("G",))
    assert facts.mana_value == 1


def reference(cards: Iterable[CardWording] = (), names: Iterable[tuple[str, str, str, str]] = ()) -> Reference:
    return cast(Reference, SimpleNamespace(cards=lambda: cards, all_printed_names=lambda: names))


def bears(size: str) -> CardWording:
    return wording("normal", FaceText("Grizzly Bears", "{1}{G}", "Creature — Bear", "Trample", size))


def test_a_text_that_the_shipped_facts_are_from_is_not_read_again_but_numbers_are_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    face = bears("2/2").faces[0]
    same = wording_hash([(face.name, face.mana_cost, face.type_line, face.oracle_text)])
    monkeypatch.setattr(Catalogue, "compiled_wording", lambda self, name: same)
    assert not find_newer(reference([bears("2/2")]), Catalogue.shipped())
    changed = find_newer(reference([bears("3/2")]), Catalogue.shipped()).changed
    assert json.loads(changed["Grizzly Bears"])["faces"][0]["power"] == "3"
    monkeypatch.undo()
    reads: Any = json.loads(find_newer(reference([bears("2/2")]), Catalogue.shipped()).changed["Grizzly Bears"])
    assert reads["faces"][0]["keywords"] == [{"name": "trample"}]


def test_only_names_in_other_languages_that_the_catalogue_lacks_are_newer() -> None:
    known = Catalogue.shipped().printed("Grizzly Bears")["Grizzly Bears"]["de"][0]
    rows = [("Grizzly Bears", "Grizzly Bears", "de", known), ("No Such Card", "No Such Card", "de", "Keine")]
    assert not find_newer(reference(names=rows), Catalogue.shipped())
    rows.append(("Grizzly Bears", "Grizzly Bears", "de", "Erdachte Bären"))
    found = find_newer(reference(names=rows), Catalogue.shipped())
    assert [(each.card, each.face, each.name) for each in found.new_printed(Catalogue.shipped())] == [
        ("Grizzly Bears", 0, "Erdachte Bären")
    ]
    assert json.loads(found.printed["Grizzly Bears"])["Grizzly Bears"]["de"] == sorted([known, "Erdachte Bären"])
