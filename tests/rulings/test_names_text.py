"""Card names inside a sentence: found as people write them, and nothing that they didn't name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings.catalogue import Catalogue
from rulings.names_text import find_in_text, unresolved_brackets

DELVER = "Delver of Secrets // Insectile Aberration"


def cards(text: str) -> list[str]:
    return [hit.card for hit in find_in_text(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can i turn my manifested delver of secrets face up", [DELVER]),
        ("does sol ring work with mana crypt", ["Sol Ring", "Mana Crypt"]),
        ("is deathrite shamans first ability a mana ability?", ["Deathrite Shaman"]),
        ("ajanis pridemate, Ajani's Pridemate or ajani pridemate", ["Ajani's Pridemate"] * 3),
        (
            "urborg tomb of yawgmoth and yavimaya cradle of growth",
            ["Urborg, Tomb of Yawgmoth", "Yavimaya, Cradle of Growth"],
        ),
        ("if I cast Kozilek, Butcher of Truth", ["Kozilek, Butcher of Truth"]),
        ("i bribery'd a creature", ["Bribery"]),
        ("I Mindslavered my opponent", ["Mindslaver"]),
        ("fatal push on insectile aberration", ["Fatal Push", DELVER]),
        ("Fire // Ice from exile", ["Fire // Ice"]),
        ("solring untaps", ["Sol Ring"]),
        ("Æther Vial and Jötun Grunt", ["Aether Vial", "Jötun Grunt"]),
        ("LIGHTNING BOLT", ["Lightning Bolt"]),
    ],
)
def test_full_names_are_found(text: str, expected: list[str]) -> None:
    assert cards(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("does my manifested delver flip", [DELVER]),
        ("does kinnan work with it", ["Kinnan, Bonder Prodigy"]),
        ("tergrid dies, who gets it", ["Tergrid, God of Fright // Tergrid's Lantern"]),
        ("rofellos untaps twice", ["Rofellos, Llanowar Emissary"]),
        ("can they bolt it first while its a 2/2", ["Lightning Bolt"]),
        ("k-grip on the stack", ["Krosan Grip"]),
        ("goyf with 3 types in yards", ["Tarmogoyf"]),
    ],
)
def test_short_forms_and_nicknames_are_found(text: str, expected: list[str]) -> None:
    assert cards(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "teferi giving my creatures flash",  # several legends
        "oko elked it",
        "Bob attacks me, and Gary blocks",  # people
        "i wonder if i can recall a fling",
        "can it opt out, or does fear stop menace",
        "deal damage at the end of turn in the command zone",
        "manifest dread then level up",
        "the first strike damage is dealt, no more triggers",
        "fire and ice",  # not both halves of one card
        "i am a wake up call",  # not Awake
        "whats the ruling when both die at once",
        "",
        "?!",
        "x" * 7000,
    ],
)
def test_what_names_no_card_gives_none(text: str) -> None:
    assert cards(text) == []


def test_a_nickname_that_is_a_persons_name_counts_in_brackets_only() -> None:
    assert cards("bob attacks") == []
    assert cards("[[bob]] attacks") == ["Dark Confidant"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can i cast [[opt]] now", ["Opt"]),
        ('can i cast "Opt" now', ["Opt"]),
        ("can I cast Opt now", ["Opt"]),
        ("opt", ["Opt"]),
        ("can i cast opt now", []),
        ("Opt out of it", []),  # a sentence begins so
        ("CAN I CAST OPT NOW", []),
        ("can I cast Opt with Sol Ring mana", ["Sol Ring"]),  # not the only one
        ("can I cast Opt or Fling", []),
        ('what does "flash" mean', []),  # a quoted word of the rules
    ],
)
def test_names_that_are_ordinary_words_count_when_they_are_marked(text: str, expected: list[str]) -> None:
    assert cards(text) == expected


def test_the_longest_name_wins() -> None:
    assert cards("moat piranhas") == ["Moat Piranhas"]
    assert cards("Krark-Clan Ironworks") == ["Krark-Clan Ironworks"]
    assert cards("sword of fire and ice and war and peace") == ["Sword of Fire and Ice and War and Peace"]


@pytest.mark.parametrize(
    "text",
    [
        "Can I target Accessories to Murderers with it?",
        "Can I target Agentess of Raffine with it?",
        "Can I target Ghastly Colossus Warden with it?",
        "can i target quorbular squire with it",
        "who controls Believe in the Zorbulon",
    ],
)
def test_a_piece_of_a_name_that_is_in_no_data_is_no_card(text: str) -> None:
    assert cards(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("manifestd a bucher of the horde wat do i pay 2 flip him", ["Butcher of the Horde"]),
        ("wisperwood elemntal manifest, can flip it on opps turn", ["Whisperwood Elemental"]),
        ("ixidorn turned evrything face down", ["Ixidron"]),
        ("kinan bonder prodigy w springleaf drum extra mana??", ["Kinnan, Bonder Prodigy", "Springleaf Drum"]),
        ("mayor of avabrook came in manifested", ["Mayor of Avabruck // Howlpack Alpha"]),
        ("blightsteal manifested and chump blocked", ["Blightsteel Colossus"]),
        ("efemerate on manifest returns face up??", ["Ephemerate"]),
        ("crucible of wrlds out", ["Crucible of Worlds"]),
    ],
)
def test_misspelt_names_are_found(text: str, expected: list[str]) -> None:
    assert cards(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "my creture dies in responce to the triger",
        "is it leagal to cascde into this",
        "flockbringer and pyrogenius fight",  # invented words
        "what hapens to an earthbended land",
        "Laurie casts a goblin guild",
    ],
)
def test_misspelt_ordinary_words_and_invented_ones_are_no_cards(text: str) -> None:
    assert cards(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zorn Gottes gegen fluchsichere kreaturen, sterben die?", ["Wrath of God"]),
        ("Was passiert wenn ich Zorn Gotes spiele?", ["Wrath of God"]),
        ("Puedo usar Forma de luz con una criatura manifestada?", ["Lightform"]),
        ("puedo usar forma de lus?", ["Lightform"]),
        ("Est-ce que Colère de Dieu détruit une créature indestructible ?", ["Wrath of God"]),
        ("Если я разыграю Гнев Божий, что будет?", ["Wrath of God"]),
        ("マナの反射 and crypt ghast: swamp makes how much", ["Mana Reflection", "Crypt Ghast"]),
        ("マナの反射が戦場にあるとき、森からマナを引き出すとどうなりますか", ["Mana Reflection"]),
        ("《稲妻》を唱えたとき", ["Lightning Bolt"]),
        ("稲妻を唱えたとき", ["Lightning Bolt"]),
        ("「対抗呪文」は使えますか", ["Counterspell"]),
    ],
)
def test_names_in_other_languages_are_found(text: str, expected: list[str]) -> None:
    assert cards(text) == expected


def test_a_hit_says_where_it_stands_and_how_it_was_found() -> None:
    text = "does [[Insectile Aberration]] die to bolt?"
    first, second = find_in_text(text)
    assert text[first.start : first.end] == first.text == "[[Insectile Aberration]]"
    assert (first.face, first.matched_by, first.marked) == ("Insectile Aberration", "exact", True)
    assert (second.text, second.matched_by, second.marked) == ("bolt", "nickname", False)


def test_brackets_that_name_no_card_are_told() -> None:
    assert unresolved_brackets("[[zorbulon]] and [[Opt]] and [[teferi]]") == ["zorbulon", "teferi"]
    assert cards("[[zorbulon squire]]") == []


@pytest.mark.shared
def test_the_cards_that_questions_name_are_found_and_no_others(shared_dir: Path) -> None:
    """Of the cards that a question names word for word nearly all are found; of those found none is unlisted.

    The list of a question's cards also holds cards that it only hints at, so its words decide what counts.
    """
    catalogue = Catalogue.shipped()
    named = found_named = extra = 0
    lines = (shared_dir / "cases" / "questions.jsonl").read_text("utf-8").splitlines()
    for question in map(json.loads, lines):
        text = question["question"]
        hits = find_in_text(text)
        listed = {catalogue.full_name(card) or card for card in question["cards"]}
        written = {
            catalogue.full_name(card) or card
            for card in question["cards"]
            if card.split(" // ")[0].lower() in text.lower()
        }
        found = {hit.card for hit in hits}
        named += len(written)
        found_named += len(written & found)
        # a card that is written out in full is named, listed or not
        extra += sum(hit.card not in listed and hit.text.lower() not in hit.card.lower() for hit in hits)
    assert named > 100
    assert found_named >= 0.97 * named
    assert extra == 0
