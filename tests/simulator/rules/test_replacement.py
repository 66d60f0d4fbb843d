"""Replacement and prevention effects (CR 614–616) with abilities written as trees."""

from __future__ import annotations

import pytest

from simulator.abilities import tree as t
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.cards import CardDefinition, Face
from simulator.model.decisions import Answer
from simulator.model.position import Placed, Position, Seat
from simulator.symbols import parse_type_line


def permanent(name: str, *parts: t.StaticPart, line: str = "Enchantment") -> CardDefinition:
    abilities = (t.Static(parts),) if parts else ()
    return CardDefinition(name, "normal", (Face(name, None, parse_type_line(line), 2, 2, abilities=abilities),))


def game_with(*cards: CardDefinition) -> Game:
    placed = tuple(Placed(card, "Alice", "battlefield") for card in cards)
    library = (Placed(permanent("Card"), "Alice", "library"),) * 3
    return Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", placed + library))


PLUS = permanent("Plus", t.Replacement(t.ReplacedEvent("counters", add=1)))
TWICE = permanent("Twice", t.Replacement(t.ReplacedEvent("counters", multiply=2)))
BEAR = permanent("Bear", line="Creature — Bear")


@pytest.mark.parametrize(("first", "total"), [(0, 4), (1, 3)])
def test_the_controller_chooses_which_effect_applies_first(first: int, total: int) -> None:
    """CR 616.1e: (1 + 1) x 2 or 1 x 2 + 1."""
    game = game_with(PLUS, TWICE, BEAR)
    game.instruct(a.AddCounters(game.placed[2], "+1/+1", 1))
    decision = game.pending()
    assert decision is not None
    assert decision.rules == ("616.1e",)
    game.answer(Answer((first,)))
    assert game.facts(game.placed[2]).counters == (("+1/+1", total),)


def test_effects_whose_order_makes_no_difference_are_not_asked_about() -> None:
    """CR 616.1: two doublings."""
    game = game_with(TWICE, TWICE, BEAR)
    game.instruct(a.AddCounters(game.placed[2], "+1/+1", 1))
    assert game.facts(game.placed[2]).counters == (("+1/+1", 4),)


def test_a_replaced_draw_does_not_replace_itself_again() -> None:
    """CR 614.5, 614.11: two cards instead of one, not without end."""
    more = t.Replacement(t.ReplacedEvent("draw", player=t.You()), t.Draw(t.Num(2)))
    game = game_with(permanent("Archive", more))
    game.instruct(a.ToPlayer("draw", "Alice", 1))
    assert game.player("Alice").hand == 2


def test_damage_that_would_be_dealt_is_doubled_or_prevented() -> None:
    """CR 614.1a, 615.1."""
    double = permanent("Furnace", t.Replacement(t.ReplacedEvent("damage", multiply=2)))
    game = game_with(double)
    game.instruct(a.Damage("Bob", 3))
    assert game.player("Bob").life == 14
    shield = permanent("Fog Bank", t.Replacement(t.ReplacedEvent("damage", prevent=True)))
    game = game_with(double, shield)
    game.instruct(a.Damage("Bob", 3))
    assert game.player("Bob").life == 20


def test_a_battle_enters_with_its_defense_and_a_protector() -> None:
    """CR 310.4b, 310.11a: its controller chooses an opponent; the only one needs no question."""
    face = Face("Invasion", None, parse_type_line("Battle — Siege"), defense=4)
    game = game_with(BEAR)
    outcome = game.instruct(a.PutOnto("Alice", outside=CardDefinition("Invasion", "normal", (face,))))
    assert game.facts(outcome.ids[0]).counters == (("defense", 4),)
    assert any("Bob protects Invasion" in str(event.public) for event in game.log())


def test_a_skipped_draw_step() -> None:
    """CR 614.10: the step is as if it weren't there."""
    game = game_with(permanent("Solitude", t.PlayerRule("skip draw")))
    game.next_turn()
    game.next_turn()
    assert game.player("Alice").hand == 0


def test_a_creature_that_must_attack_attacks_though_nobody_declares() -> None:
    """CR 508.1d: no attack at all wouldn't be legal."""
    game = game_with(permanent("Berserker", t.Must("attack", t.Is(t.Self())), line="Creature — Ogre"))
    game.advance("end-of-combat")
    assert game.player("Bob").life == 18
