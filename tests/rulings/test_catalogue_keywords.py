"""Keywords with their costs and values, read from the lines of a card's text (CR 702)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.catalogue_keywords import IN_WORDS, KEYWORDS, keywords_of

KEYWORD_LINES = {
    "Flying": [("flying", None)],
    "Flying, first strike (Reminder text, with a comma.)": [("flying", None), ("first strike", None)],
    "Flash; convoke": [("flash", None), ("convoke", None)],
    "Morph {1}{R}{R}": [("morph", "{1}{R}{R}")],
    "Trample, ward {2}, prowess, prowess": [("trample", None), ("ward", "{2}"), ("prowess", None), ("prowess", None)],
    "Ward—Pay 2 life.": [("ward", "Pay 2 life")],
    "Ward—{2}, Pay 2 life.": [("ward", "{2}, Pay 2 life")],
    "Suspend 4—{1}{U}": [("suspend", "4—{1}{U}")],
    "Crew 3": [("crew", "3")],
    "Protection from red": [("protection", "from red")],
    "Flying, protection from Elves, from Orcs, and from Apes": [
        ("flying", None),
        ("protection", "from Elves, from Orcs, and from Apes"),
    ],
    "Hexproof from artifacts, creatures, and enchantments": [
        ("hexproof", "from artifacts, creatures, and enchantments")
    ],
    "Cycling {2}, swampcycling {1}": [("cycling", "{2}"), ("swampcycling", "{1}")],
    "Nonbasic landwalk": [("nonbasic landwalk", None)],
    "Goblin offering": [("offering", "Goblin")],
    "Affinity for artifacts": [("affinity", "for artifacts")],
    "Partner with Some Other, the Card": [("partner with", "Some Other, the Card")],
    "Kicker {1}{G} and/or {2}{U}": [("kicker", "{1}{G} and/or {2}{U}")],
    "Prototype {1}{W} — 2/2": [("prototype", "{1}{W}")],
    "Equip legendary creature {3}": [("equip", "legendary creature {3}")],
    "Start your engines!": [("start your engines!", None)],
}


@pytest.mark.parametrize("line", KEYWORD_LINES)
def test_a_line_of_keywords_gives_each_with_its_parameter(line: str) -> None:
    assert list(keywords_of(line)) == KEYWORD_LINES[line]


def test_a_long_cost_in_words_isnt_kept() -> None:
    assert keywords_of("Morph—Put seven of your own cards somewhere else.") == (("morph", IN_WORDS),)
    assert keywords_of("Escape—{3}{B}, Exile very many cards from somewhere.") == (
        ("escape", f"{{3}}{{B}}, {IN_WORDS}"),
    )


def test_what_follows_a_keywords_cost_is_left_out() -> None:
    assert keywords_of("Disguise {5}{R}. This cost is smaller on Tuesdays.") == (("disguise", "{5}{R}"),)
    assert keywords_of("Firebending X, where X is the number of Tuesdays.") == (("firebending", "X"),)


def test_a_flavor_word_before_a_keyword_means_nothing() -> None:
    """CR 207.2d: flavor words have no rules meaning."""
    assert keywords_of("Diana — Equip {2}") == (("equip", "{2}"),)


@pytest.mark.parametrize(
    "line",
    [
        "Storm Giant deals 3 damage to any target.",
        "Cycling abilities you activate cost {2} less to activate.",
        "{T}: Add {G}.",
        "Whenever this attacks, it gains flying until end of turn.",
        "• Flying",
        "",
    ],
)
def test_other_lines_have_no_keyword(line: str) -> None:
    assert keywords_of(line) == ()


def test_keywords_of_later_levels_arent_the_cards_own() -> None:
    """CR 711.2, 716.2: abilities behind a level or class bar are had only at that level."""
    assert keywords_of("Level up {3}\nLEVEL 1-4\n2/2\nFlying") == (("level up", "{3}"),)
    assert keywords_of("{1}{G}: Level 2\nTrample") == ()


@pytest.mark.shared
def test_every_keyword_ability_of_the_rules_is_known(shared_dir: Path) -> None:
    """CR 702: each of its keyword abilities can be read."""
    abilities = json.loads((shared_dir / "data" / "keywords.json").read_text("utf-8"))["keyword_abilities"]
    # one heading for two keywords; a family of keywords; a sign that stands for a word
    split = {"daybound and nightbound", "landwalk", "∞ (infinity)"}
    missing = {ability["name"].lower() for ability in abilities} - set(KEYWORDS) - split
    assert not missing
