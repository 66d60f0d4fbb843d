"""Templates from their text through the compiler to the game."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.runner import run_scenario

SCENARIOS = {
    # CR 613.1b: the Aura's controller controls what it enchants, as long as it is attached
    "control": """
card "Borrowed Will" {U} Enchantment — Aura
    Enchant creature
    You control enchanted creature.
Bob battlefield: Hill Giant as giant
Alice hand: Borrowed Will
Alice casts Borrowed Will targeting giant
resolve
expect giant: controlled by Alice
destroy Borrowed Will
expect giant: controlled by Bob
""",
    # CR 702.33d, 614.1c: whether it was kicked is asked as it enters
    "kicked": """
card "Sturdy Sprout" {G} Creature — Plant 1/1
    Kicker {2}
    If this creature was kicked, it enters with two +1/+1 counters on it.
Alice hand: Sturdy Sprout x2
Alice casts Sturdy Sprout with kicker as big
resolve
expect big: 3/3
Alice casts Sturdy Sprout as small
resolve
expect small: 1/1
""",
    # CR 508.1: declared together; others alone don't do
    "together": """
card "Pack Leader" {W} Creature — Soldier 1/1
    Whenever this creature and at least two other creatures attack, put a +1/+1 counter on this creature.
Alice battlefield: Pack Leader as leader, Grizzly Bears as one, Hill Giant as two
Bob library: Island x5
Alice library: Island x5
go to attackers
Alice attacks with leader, one, two
expect triggered: leader
resolve
expect leader: 2/2
next turn
next turn
go to attackers
Alice attacks with leader, one
expect triggered: nothing
""",
    # CR 401: the chosen cards to the hand, the rest where the text says
    "look": """
card "Long Look" {U} Instant
    Look at the top four cards of your library. Put two of them into your hand and the rest into your graveyard.
Alice hand: Long Look
Alice library: Island, Swamp, Forest, Mountain, Plains
Alice casts Long Look
resolve
Alice chooses Swamp, Mountain
expect hand of Alice: exactly Swamp, Mountain
expect graveyard of Alice: Island, Forest
expect library of Alice: exactly Plains
""",
    # CR 115.1: each of the targets, of which there may be fewer
    "each of several targets": """
card "Twin Spark" {R} Sorcery
    Twin Spark deals 1 damage to each of up to two target creatures.
card "Twin Growth" {G} Sorcery
    Up to two target creatures each get +1/+1 and gain trample until end of turn.
Alice hand: Twin Spark, Twin Growth
Alice battlefield: Hill Giant as giant, Grizzly Bears as bear
Alice casts Twin Growth targeting giant, bear
resolve
expect giant: 4/4, has trample
expect bear: 3/3, has trample
Alice casts Twin Spark targeting giant, bear
resolve
expect giant: damage 1
expect bear: damage 1
""",
    # CR 608.2h: the source as it was before it was sacrificed for the cost
    "sacrificed source": """
card "Fuse Box" {1} Artifact
    {T}, Sacrifice this artifact: It deals 2 damage to any target.
Alice battlefield: Fuse Box
Alice activates Fuse Box targeting Bob
resolve
expect Bob: life 18
""",
    # CR 503.1, 303.4: the upkeep of whoever controls what it enchants
    "upkeep of a controller": """
card "Itchy Fur" {B} Enchantment — Aura
    Enchant creature
    At the beginning of the upkeep of enchanted creature's controller, this Aura deals 1 damage to that player.
Alice library: Island x4
Bob library: Island x4
Bob battlefield: Hill Giant as giant
Alice battlefield: Itchy Fur (attached to giant)
go to upkeep of Bob
resolve
expect Bob: life 19
next turn
expect Alice: life 20
""",
    # CR 615.1: what would be dealt to it and by it, combat damage alone
    "prevention": """
card "Soft Landing" {W} Instant
    Prevent all combat damage that would be dealt to and dealt by target creature this turn.
Alice battlefield: Hill Giant as giant
Alice hand: Soft Landing
Bob battlefield: Grizzly Bears as bear
go to attackers
Alice attacks with giant
go to blockers
Bob blocks giant with bear
Alice casts Soft Landing targeting giant
resolve
go to damage
expect giant: damage 0
expect bear: damage 0
deal 1 damage to giant
expect giant: damage 1
""",
    "prevention by an Aura": """
card "Gentle Muzzle" {W} Enchantment — Aura
    Enchant creature
    Prevent all damage that would be dealt by enchanted creature.
Alice battlefield: Hill Giant as giant, Gentle Muzzle (attached to giant)
go to attackers
Alice attacks with giant
go to damage
expect Bob: life 20
""",
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_text_is_played(name: str) -> None:
    """CR 613.1b, 614.1c, 508.1, 615.1."""
    result = run_scenario(SCENARIOS[name], load_pool())
    assert result.error is None, result.error
    assert (result.unsupported, result.failed) == ((), ())
