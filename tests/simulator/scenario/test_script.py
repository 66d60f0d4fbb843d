"""Whole scripts: head, set-up, body, invented cards, and the order that they stand in."""

from __future__ import annotations

import pytest

from simulator.scenario.ast import InventedCard, InventedFace, Start
from simulator.scenario.errors import ScenarioError
from simulator.scenario.parser import parse_scenario

SCRIPT = """
Title: A land that can't be turned up
rules: 701.40b, 708.5

players: Ann, Ben, Cid
start: Ben, end-of-combat
Ann library: Island, Forest
Ben life: 7

Ann manifests as secret     // the island
refuse Ann turns secret face up [701.40b]
expect secret: face down
"""


def test_head_setup_and_body_are_told_apart() -> None:
    scenario = parse_scenario(SCRIPT)
    assert scenario.title == "A land that can't be turned up"
    assert scenario.rules == ("701.40b", "708.5")
    assert scenario.players == ("Ann", "Ben", "Cid")
    assert scenario.start == Start("Ben", "end-of-combat")
    assert [(line.number, line.text) for line in scenario.setup] == [
        (7, "Ann library: Island, Forest"),
        (8, "Ben life: 7"),
    ]
    assert [(line.number, line.kind) for line in scenario.body] == [(10, "step"), (11, "refuse"), (12, "check")]


def test_alice_and_bob_begin_in_alices_main_phase() -> None:
    scenario = parse_scenario("resolve")
    assert (scenario.players, scenario.start) == (("Alice", "Bob"), Start("Alice", "main"))
    assert parse_scenario("players: X, Y\nresolve").start == Start("X", "main")


def test_an_invented_card_with_two_faces() -> None:
    scenario = parse_scenario(
        'card "Odd, the Even" {1}{U} Legendary Creature — Human Wizard 2/3\n'
        "  Flying\n"
        "  {T}: Draw a card.  // a comment\n"
        "  back Even Odder Enchantment Creature - Horror 4/4\n"
        "  Trample\n"
        "Alice hand: Odd, the Even"
    )
    front = InventedFace(
        "Odd, the Even", "{1}{U}", "Legendary Creature — Human Wizard", "2/3", ("Flying", "{T}: Draw a card.")
    )
    back = InventedFace("Even Odder", "", "Enchantment Creature - Horror", "4/4", ("Trample",))
    assert scenario.cards == (InventedCard(front, back),)


def test_quotes_may_be_left_out_before_a_cost_and_a_cost_may_be_missing() -> None:
    scenario = parse_scenario('card Plain Spell {R} Instant\ncard "Dark Field" Land\n\n  {T}: Add {B}.')
    assert scenario.cards == (
        InventedCard(InventedFace("Plain Spell", "{R}", "Instant")),
        InventedCard(InventedFace("Dark Field", "", "Land", "", ("{T}: Add {B}.",))),
    )


def test_a_one_line_script_may_invent_a_card() -> None:
    scenario = parse_scenario('card "Zap" {R} Instant;   Zap deals 2 damage to any target.; Alice hand: Zap; resolve')
    assert scenario.cards[0].front.text == ("Zap deals 2 damage to any target.",)
    assert len(scenario.setup) == len(scenario.body) == 1


@pytest.mark.parametrize(
    ("script", "line", "message"),
    [
        ("resolve\nAlice hand: Island", 2, "before the first step"),
        ("expect stack: empty\ntitle: late", 2, "before the first step"),
        ("Alice life: 3\ntitle: late", 2, "come first"),
        ("title: a\ntitle: b", 2, "only once"),
        ("players: Ann", 1, "at least two"),
        ("players: Ann, ann", 1, "same name"),
        ("card Dark Field Land", 1, "can't read"),
        ('card "Thing" {1} Whatsit 1/1', 1, "can't read"),
        ("start: Carol, main", 1, "can't read"),
    ],
)
def test_what_stands_in_the_wrong_place_is_named(script: str, line: int, message: str) -> None:
    with pytest.raises(ScenarioError, match=message) as caught:
        parse_scenario(script)
    assert caught.value.line == line
