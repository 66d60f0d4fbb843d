"""The catalogue: facts of cards from Scryfall's form, and the shipped files."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rulings.catalogue import FACTS, LOOKUP, NAMES, TREES, CardFacts, Catalogue, from_json, to_json
from rulings.catalogue_build import (
    DataError,
    PrintedName,
    collect,
    facts_of,
    printed_names,
    read_cards,
    read_printed_names,
    write_facts,
    write_printed,
    write_trees,
)
from rulings.names_build import write_lookup


def card(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "layout": "normal", "type_line": "Creature — Ape", "mana_cost": "{1}{G}", **fields}


def face(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type_line": "Creature — Ape", "mana_cost": "{1}{G}", **fields}


def test_facts_of_a_plain_card() -> None:
    facts = facts_of(
        card(
            "Ape", power="2", toughness="*", cmc=2.0, colors=["G"], color_identity=["G"], oracle_text="Reach\nWard {2}"
        )
    )
    assert to_json(facts) == {
        "name": "Ape",
        "layout": "normal",
        "kind": "card",
        "mana_value": 2,
        "color_identity": ["G"],
        "faces": [
            {
                "name": "Ape",
                "mana_cost": "{1}{G}",
                "type_line": "Creature — Ape",
                "power": "2",
                "toughness": "*",
                "colors": ["G"],
                "keywords": [{"name": "reach"}, {"name": "ward", "value": "{2}"}],
            }
        ],
    }
    assert from_json(to_json(facts)) == facts


def test_types_are_read_from_the_type_line() -> None:
    """CR 205.1: supertypes and types stand before the dash, subtypes after it."""
    (only,) = facts_of(card("Ape", type_line="Legendary Snow Artifact Creature — Ape Warrior")).faces
    assert (only.supertypes, only.types, only.subtypes) == (
        ("Legendary", "Snow"),
        ("Artifact", "Creature"),
        ("Ape", "Warrior"),
    )


def test_colours_that_the_cost_doesnt_give_are_an_indicator() -> None:
    """CR 204.1, 202.2e: a back face without a mana cost has its colours by indicator."""
    facts = facts_of(
        {
            "name": "Day // Night",
            "layout": "transform",
            "card_faces": [face("Day", colors=["G"]), face("Night", mana_cost="", colors=["U", "W"])],
        }
    )
    day, night = facts.faces
    assert day.color_indicator == ()
    assert night.color_indicator == ("W", "U")


def test_a_characteristic_defining_ability_is_no_indicator() -> None:
    facts = facts_of(card("Rainbow", mana_cost="{4}", colors=list("WUBRG"), oracle_text="Rainbow is all colors."))
    assert facts.faces[0].color_indicator == ()
    assert facts.faces[0].colors == tuple("WUBRG")


def test_halves_of_a_split_card_have_the_colours_of_their_own_costs() -> None:
    """CR 709.3a: a half's characteristics are its own."""
    facts = facts_of(
        {
            "name": "Left // Right",
            "layout": "split",
            "colors": ["R", "U"],
            "card_faces": [face("Left", mana_cost="{R}"), face("Right", mana_cost="{U/P}")],
        }
    )
    assert [each.colors for each in facts.faces] == [("R",), ("U",)]


def test_a_flipped_half_keeps_colour_and_has_no_indicator() -> None:
    """CR 710.1c: a flip card's colour doesn't change when it is flipped."""
    facts = facts_of(
        {
            "name": "Up // Down",
            "layout": "flip",
            "colors": ["R"],
            "card_faces": [face("Up", mana_cost="{R}"), face("Down", mana_cost="")],
        }
    )
    assert facts.faces[1].colors == ("R",)
    assert facts.faces[1].color_indicator == ()


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, "card"),
        ({"layout": "token", "type_line": "Token Creature — Ape"}, "token"),
        ({"layout": "art_series", "type_line": "Card // Card"}, "art"),
        ({"layout": "planar", "type_line": "Plane — Somewhere"}, "plane"),
        ({"layout": "planar", "type_line": "Phenomenon"}, "phenomenon"),
        ({"layout": "scheme", "type_line": "Ongoing Scheme"}, "scheme"),
        ({"layout": "vanguard", "type_line": "Vanguard"}, "vanguard"),
        ({"type_line": "Conspiracy"}, "conspiracy"),
        ({"type_line": "Dungeon"}, "dungeon"),
        ({"type_line": "Stickers"}, "sticker"),
        ({"set": "cmb2", "set_type": "funny"}, "playtest"),
        ({"set_name": "Mystery Booster Playtest Cards 2029"}, "playtest"),
        ({"name": "A-Ape"}, "rebalanced"),
    ],
)
def test_what_isnt_a_card_for_decks_says_what_it_is(fields: dict[str, Any], kind: str) -> None:
    facts = facts_of({**card("Ape"), **fields})
    assert facts.kind == kind
    assert facts.playable == (kind == "card")


def test_a_reversible_card_is_the_card_that_both_sides_name() -> None:
    both = [face("Ape", layout="normal"), face("Ape", layout="normal")]
    found = collect([{"name": "Ape // Ape", "layout": "reversible_card", "card_faces": both}])
    assert list(found) == ["Ape"]
    assert found["Ape"].layout == "normal"
    assert len(found["Ape"].faces) == 1


def test_of_two_cards_of_a_name_the_playable_one_stands_for_it() -> None:
    found = collect([card("Ape", layout="vanguard", type_line="Vanguard"), card("Ape"), card("Ape")])
    assert found["Ape"].kind == "card"
    assert [variant.kind for variant in found["Ape"].variants] == ["vanguard"]


def test_both_cards_of_a_meld_pair_know_the_other_and_the_result() -> None:
    """CR 712.4a: one card of the pair has the ability that names the other."""
    found = collect(
        [
            card("Rat", layout="meld", oracle_text="If you own this and a creature named Cat, meld them into Rat Cat."),
            card("Cat", layout="meld"),
            card("Rat Cat", layout="meld", mana_cost=""),
        ]
    )
    assert (found["Rat"].melds_with, found["Rat"].melds_into) == ("Cat", "Rat Cat")
    assert (found["Cat"].melds_with, found["Cat"].melds_into) == ("Rat", "Rat Cat")
    assert found["Rat Cat"].melds_with is None


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("array", [False, True])
def test_cards_are_read_from_json_and_json_lines_gzipped_or_not(tmp_path: Path, packed: bool, array: bool) -> None:
    cards = [card("Ape"), card("Éléphant")]
    text = json.dumps(cards) if array else "\n".join(json.dumps(each, ensure_ascii=False) for each in cards)
    path = tmp_path / "cards"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert [each["name"] for each in read_cards(path)] == ["Ape", "Éléphant"]


@pytest.mark.parametrize("text", ['{"name": "Ape"}', "not json", "[1]", '[{"name": "Ape", ', '["Ape"]'])
def test_what_is_no_card_data_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text)
    with pytest.raises(DataError, match=r"line \d|entry \d"):
        list(read_cards(path))


def test_files_that_cant_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="can't be read"):
        list(read_cards(tmp_path / "absent"))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"[]" * 500)[:20])
    with pytest.raises(DataError, match="cut short"):
        list(read_cards(tmp_path / "cut.gz"))
    (tmp_path / "names.tsv").write_text("english\tface\tlang\tprinted\nApe\tde\tAffe\n")
    with pytest.raises(DataError, match="line 2 has 3 columns"):
        read_printed_names(tmp_path / "names.tsv")


def build(folder: Path, cards: list[dict[str, Any]], rows: list[PrintedName]) -> Catalogue:
    found = collect(cards)
    names, _ = printed_names(found, rows)
    write_facts(folder, found, "2026-02-03")
    write_printed(folder, found, names, "2026-02-03")
    return Catalogue(folder)


def test_facts_printed_names_and_trees_are_read_card_by_card(tmp_path: Path) -> None:
    double = {
        "name": "Day // Night",
        "layout": "transform",
        "card_faces": [face("Day"), face("Night", mana_cost="")],
    }
    rows = [
        PrintedName("Ape", "", "de", "Affe"),
        PrintedName("Ape", "", "de", "Alter Affe"),
        PrintedName("Day // Night", "Night", "fr", "Nuit"),
        PrintedName("Nobody", "", "fr", "Personne"),
    ]
    catalogue = build(tmp_path, [double, card("Ape")], rows)
    assert catalogue.data_date == "2026-02-03"
    assert list(catalogue.names()) == ["Ape", "Day // Night"]
    assert catalogue.facts("Ape") == facts_of(card("Ape"))
    assert catalogue.facts("Night") == catalogue.facts("Day // Night") == facts_of(double)
    assert catalogue.full_name("Night") == "Day // Night"
    assert catalogue.facts("ape") is None
    assert catalogue.printed("Ape") == {"Ape": {"de": ("Affe", "Alter Affe")}}
    assert catalogue.printed("Day // Night") == {"Night": {"fr": ("Nuit",)}}
    assert catalogue.printed("Nobody") == {}
    assert not catalogue.has_trees
    assert catalogue.trees("Ape") is None
    write_trees(tmp_path, [("Day // Night", {"faces": [[], [["Keyword", {"name": "flying"}]]]})], {})
    catalogue = Catalogue(tmp_path)
    assert catalogue.trees("Day // Night") == {"faces": [[], [["Keyword", {"name": "flying"}]]]}
    assert catalogue.trees("Ape") is None
    assert list(catalogue.cards_with_trees()) == ["Day // Night"]


def test_printed_names_of_unknown_cards_are_reported() -> None:
    names, strangers = printed_names(collect([card("Ape")]), [PrintedName("Nobody", "", "fr", "Personne")])
    assert (names, strangers) == ({}, ["Nobody"])


def test_one_cards_trees_are_read_without_the_others(tmp_path: Path) -> None:
    write_trees(tmp_path, ((f"Card {n:04d}", {"faces": [[n]]}) for n in range(2000)), {})
    catalogue = Catalogue(tmp_path)
    assert catalogue.trees("Card 1234") == {"faces": [[1234]]}
    assert catalogue._trees is not None
    assert len(catalogue._trees._blocks) == 1


# --- the shipped files


def shipped(name: str) -> CardFacts:
    facts = Catalogue.shipped().facts(name)
    assert facts is not None
    return facts


def test_the_shipped_catalogue_has_the_facts_of_known_cards() -> None:
    assert len(Catalogue.shipped()) > 34_000
    delver = shipped("Insectile Aberration")
    assert delver.name == "Delver of Secrets // Insectile Aberration"
    assert [(each.power, each.toughness) for each in delver.faces] == [("1", "1"), ("3", "2")]
    assert delver.faces[1].color_indicator == ("U",)
    assert shipped("Dryad Arbor").faces[0].color_indicator == ("G",)
    assert shipped("Akroma, Angel of Fury").keywords[-1].value == "{3}{R}{R}{R}"
    assert shipped("Midnight Scavengers").melds_into == "Chittering Host"
    assert shipped("Garruk Relentless // Garruk, the Veil-Cursed").faces[0].loyalty == "3"


def test_every_shipped_name_can_be_asked_for_again() -> None:
    catalogue = Catalogue.shipped()
    for ordinal in range(0, len(catalogue), 97):
        name = catalogue.name_at(ordinal)
        facts = catalogue.facts(name)
        assert facts is not None
        assert facts.name == name
        assert facts.faces
        assert catalogue.ordinal(name) == ordinal


def test_the_shipped_files_hold_no_sentence() -> None:
    """Facts only: the longest texts are names and lists of what is enchanted."""
    catalogue = Catalogue.shipped()
    for ordinal in range(0, len(catalogue), 29):
        facts = catalogue.facts(catalogue.name_at(ordinal))
        assert facts is not None
        for keyword in facts.keywords:
            assert keyword.value is None or len(keyword.value.split()) <= 12, (facts.name, keyword)


@pytest.mark.shared
def test_turn_up_costs_are_as_the_cards_word_them(shared_dir: Path) -> None:
    """CR 702.37a, 702.168a: morph and disguise have a cost."""
    table = (shared_dir / "data" / "turn_up_costs.tsv").read_text("utf-8")
    rows = list(csv.reader(table.splitlines(), delimiter="\t"))[1:]
    assert rows
    for name, ability, cost in rows:
        values = [keyword.value or "" for keyword in shipped(name).keywords if keyword.name == ability]
        assert len(values) == 1, name
        assert values[0] == cost.split(". ")[0].rstrip(".") or values[0].endswith("(in words)"), name


@pytest.mark.shared
def test_building_again_gives_the_shipped_bytes(shared_dir: Path, tmp_path: Path) -> None:
    cards = list(read_cards(shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz"))
    rows = read_printed_names(shared_dir / "data" / "foreign_names.tsv.gz")
    shipped_catalogue = Catalogue.shipped()
    found = collect(reversed(cards))
    names, strangers = printed_names(found, reversed(rows))
    assert not strangers
    assert len(rows) == 188_239
    write_facts(tmp_path, found, shipped_catalogue.data_date)
    write_printed(tmp_path, found, names, shipped_catalogue.data_date)
    write_lookup(tmp_path, found, names, shipped_catalogue.data_date)
    for file in (FACTS, NAMES, LOOKUP):
        assert (tmp_path / file).read_bytes() == (shipped_catalogue.folder / file).read_bytes(), file


def test_the_shipped_trees_belong_to_cards_of_the_catalogue() -> None:
    catalogue = Catalogue.shipped()
    assert (catalogue.folder / TREES).exists()
    names = set(catalogue.names())
    assert set(catalogue.cards_with_trees()) <= names
