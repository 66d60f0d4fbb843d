"""Templates of the best-known cards, from invented cards in their style through the compiler to the game."""

from __future__ import annotations

import random

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face
from simulator.scenario.runner import run_scenario

# ruff: noqa: E501 - a paragraph of a card stands on one line of a scenario
SCENARIOS = {
    # CR 113.6b: it says that it functions in the graveyard
    "functions in the graveyard": """
card "Grave Span" {B} Enchantment
    Whenever a nontoken creature is put into your graveyard from the battlefield, if this card is in your graveyard, create a 2/2 black Zombie creature token.
Alice graveyard: Grave Span as span
Alice battlefield: Grizzly Bears as bear
destroy bear
expect triggered: span
""",
    # CR 603.6c: the trigger of the card itself, with its owner said
    "milled": """
card "Mind Mote" {U} Creature — Illusion 1/1
    When this card is put into your graveyard from your library, you may put it onto the battlefield.
Alice library: Mind Mote, Island
Alice mills 1
expect triggered: Mind Mote
""",
    # CR 101.2
    "no triggers": """
card "Still Orb" {2} Artifact
    Creatures entering don't cause abilities to trigger.
Alice battlefield: Still Orb
Alice hand: Wall of Omens
Alice library: Island
Alice casts Wall of Omens
resolve
expect triggered: nothing
""",
    # CR 601.2f: what affects the total cost directly comes last
    "cost floor": """
card "Three Sphere" {3} Artifact
    As long as this artifact is untapped, each spell that would cost less than three mana to cast costs three mana to cast.
Alice battlefield: Three Sphere as sphere
Alice hand: Lightning Bolt, Grizzly Bears
Alice casts Lightning Bolt for {2}{R} targeting Bob
resolve
tap sphere
Alice casts Grizzly Bears for {1}{G}
""",
    # CR 508.1h
    "attack tax": """
card "Toll Gate" {2}{W} Enchantment
    Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.
Bob battlefield: Toll Gate
Alice mana: {2}
Alice battlefield: Grizzly Bears as bear, Hill Giant as giant
go to attackers
refuse Alice attacks with bear, giant
Alice attacks with bear
""",
    # CR 118.9: the player may pay the mana cost all the same
    "free spells": """
card "Boundless" {7}{U}{U}{U} Enchantment
    You may cast spells from your hand without paying their mana costs.
Alice battlefield: Boundless
Alice hand: Grizzly Bears, Hill Giant
Alice mana: {3}{R}
Alice casts Grizzly Bears for nothing
resolve
Alice casts Hill Giant for {3}{R}
""",
    # CR 305.7: in addition
    "land type": """
card "Wet Tomb" Legendary Land
    Each land is a Swamp in addition to its other land types.
Alice battlefield: Wet Tomb, Mountain as mountain
expect mountain: Swamp
expect mountain: Mountain
""",
    # CR 614.16: what an effect puts is doubled, what a cost puts isn't
    "doubled by effects": """
card "Twice Growth" {4}{G} Enchantment
    If an effect would put one or more counters on a permanent you control, it puts twice that many of those counters on that permanent instead.
Alice battlefield: Twice Growth, Garruk Wildspeaker (3 loyalty counters) as walker, Forest as one, Forest as two, Grizzly Bears as bear
Alice activates walker ability 1 targeting one, two
expect walker: 4 loyalty counters
resolve
put 1 +1/+1 counter on bear
expect bear: 2 +1/+1 counters
""",
    # CR 614.1a, 400.3
    "graveyards exile": """
card "Void Line" {2}{B}{B} Enchantment
    If a card would be put into an opponent's graveyard from anywhere, exile it instead.
Alice battlefield: Void Line, Hill Giant as giant
Bob battlefield: Grizzly Bears as bear
destroy bear
destroy giant
expect exile of Bob: Grizzly Bears
expect graveyard of Alice: Hill Giant
""",
    # CR 121.6: the first card of a draw step is drawn as always
    "all but the first": """
card "Card Thief" {2}{U}{B} Creature — Human Rogue 3/1
    If an opponent would draw a card except the first one they draw in each of their draw steps, instead that player skips that draw and you draw a card.
Alice battlefield: Card Thief
Alice library: Island x5
Bob library: Swamp x5
Bob draws 1
expect hand of Alice: Island
next turn
expect hand of Bob: Swamp
""",
    # CR 702.24a
    "cumulative upkeep": """
card "Rising Ice" {U} Enchantment
    Cumulative upkeep—Pay 2 life.
Alice battlefield: Rising Ice as ice
Alice library: Island x9
Bob library: Island x9
next turn
go to upkeep of Alice
resolve
Alice chooses yes
expect Alice: life 18
next turn
go to upkeep of Alice
resolve
Alice chooses yes
expect Alice: life 14
""",
    # CR 702.30a
    "echo": """
card "Twice Paid" {1}{R} Creature — Goblin 2/2
    Echo {1}{R}
Alice hand: Twice Paid
Alice library: Island x9
Bob library: Island x9
Alice casts Twice Paid as goblin
resolve
next turn
go to upkeep of Alice
expect triggered: goblin
resolve
Alice chooses yes
next turn
go to upkeep of Alice
expect triggered: nothing
""",
    # CR 114.4: it goes on working, for what comes later too
    "emblem": """
card "Sun Speaker" {4}{W}{W} Legendary Planeswalker — Elspeth
    -1: You get an emblem with "Creatures you control get +2/+2 and have flying."
Alice battlefield: Sun Speaker (2 loyalty counters) as speaker
Alice hand: Grizzly Bears
Alice activates speaker
resolve
Alice casts Grizzly Bears as bear
resolve
expect bear: 4/4, has flying
""",
    # CR 701.23: the permanent's controller searches
    "another one searches": """
card "Way Out" {W} Instant
    Exile target creature. Its controller may search their library for a basic land card, put that card onto the battlefield tapped, then shuffle.
Alice hand: Way Out
Bob battlefield: Hill Giant as giant
Bob library: Island, Hill Giant, Forest
Alice casts Way Out targeting giant
resolve
Bob chooses yes
Bob chooses Forest
expect Forest: tapped, controlled by Bob
""",
    # CR 101.4: both at the same time
    "each player puts": """
card "Open Hands" {2}{U} Sorcery
    Each player may put an artifact, creature, enchantment, or land card from their hand onto the battlefield.
Alice hand: Open Hands, Hill Giant
Bob hand: Grizzly Bears, Lightning Bolt
Alice casts Open Hands
resolve
Alice chooses Hill Giant
Bob chooses Grizzly Bears
expect Hill Giant: controlled by Alice
expect Grizzly Bears: controlled by Bob
""",
    # CR 502.3
    "untap limit": """
card "Cold Orb" {2} Artifact
    As long as this artifact is untapped, players can't untap more than one land during their untap steps.
Alice battlefield: Cold Orb, Island (tapped) as island, Forest (tapped) as forest, Hill Giant (tapped) as giant
Alice library: Island x3
Bob library: Island x3
next turn
go to upkeep of Alice
Alice chooses forest
expect forest: untapped
expect giant: untapped
expect island: tapped
""",
    # CR 509.3g: on the stack before damage is dealt
    "not blocked": """
card "Alley Rat" {B} Creature — Rat 1/1
    Whenever this creature attacks and isn't blocked, you draw a card.
Alice battlefield: Alley Rat as rat
Alice library: Island x4
Bob library: Island x4
go to attackers
Alice attacks with rat
go to damage
expect hand of Alice: Island
""",
    # CR 702.51: a keyword that spells on the stack are given
    "given convoke": """
card "Green Tide" {U} Enchantment
    Creature spells you cast have convoke.
Alice battlefield: Green Tide, Grizzly Bears as bear, Grizzly Bears as other
Alice hand: Hill Giant
Alice mana: {R}{R}
Alice casts Hill Giant paying bear, other as giant
resolve
expect giant: in battlefield
""",
    # CR 113.6f
    "cast from the graveyard": """
card "Old Bones" {B} Creature — Zombie 2/1
    You may cast this card from your graveyard as long as you control a Swamp.
Alice graveyard: Old Bones
Alice battlefield: Swamp
Alice casts Old Bones as bones
resolve
expect bones: in battlefield
""",
}  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_template_is_read_and_carried_out(name: str) -> None:
    result = run_scenario(SCENARIOS[name].strip(), load_pool())
    assert result.error is None
    assert not result.unsupported
    assert result.ok, [check for check in result.steps if not check.ok]


@pytest.mark.parametrize(
    "text",
    [
        # CR 115.1: a spell and a permanent aren't in one zone
        "Return target spell or permanent to its owner's hand.",
        "Return target spell or creature to its owner's hand.",
    ],
)
def test_what_two_zones_hold_is_not_guessed(text: str) -> None:
    (ability,) = compile_face(FaceText("Away", "{U}", "Instant", text))
    assert isinstance(ability, t.UnsupportedAbility)


def test_the_chosen_card_is_the_one_that_was_chosen_not_the_one_that_was_sacrificed() -> None:
    text = (
        "When this creature enters, choose target artifact card in your graveyard. You may sacrifice an artifact. "
        "If you do, return the chosen card to the battlefield."
    )
    (ability,) = compile_face(FaceText("Smith", "{R}", "Creature — Goblin", text))
    put = next(node for node in t.walk(ability) if isinstance(node, t.PutOntoBattlefield))
    assert put.what == t.Target(0)


def test_a_planeswalkers_type_is_not_its_name() -> None:
    text = "Put a loyalty counter on each Garruk you control."
    abilities = compile_face(FaceText("Garruk, Wild One", "{G}", "Legendary Planeswalker — Garruk", "0: " + text))
    assert any(t.HasType("Garruk") in t.walk(ability) for ability in abilities)


def test_a_name_that_is_a_planeswalkers_type_and_nothing_else_is_found_like_any_other() -> None:
    text = "Whenever Garruk deals damage, draw a card."
    abilities = compile_face(FaceText("Garruk", "{G}", "Legendary Creature — Human", text))
    assert abilities == compile_face(
        FaceText("Vole", "{G}", "Legendary Creature — Human", text.replace("Garruk", "Vole"))
    )
    assert isinstance(abilities[0], t.Triggered)


ODD = [".", '"', "Whenever this creature attacks, it gains \"", "{1},  and {T}: Draw a card.", "{T}, " * 900 + ": x",
       "draw a card, then " * 300 + "draw a card.", "飛行", "Vole. Cuando entre, roba una carta.", "\n•\n—\n§", "a " * 2500]  # fmt: skip


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("type_line", ["Instant", "Creature — Elf", "Enchantment — Class", ""])
def test_odd_texts_are_not_understood_and_nothing_breaks(text: str, type_line: str) -> None:
    found = compile_face(FaceText("Odd", "{1}", type_line, text))
    assert all(isinstance(ability, t.UnsupportedAbility) for ability in found)


def test_random_signs_are_not_understood_and_nothing_breaks() -> None:
    drawn = random.Random(7)
    for _ in range(300):
        text = "".join(drawn.choice('abc {}"“.,:—•\n~§TX0/+-') for _ in range(drawn.randrange(300)))
        compile_face(FaceText("Odd", "{1}", "Creature — Elf", text))
