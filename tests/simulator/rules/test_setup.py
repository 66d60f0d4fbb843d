"""Positions: what a permanent has that is set up without a word of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.services.card_pool import load_pool
from simulator.errors import Unsupported
from simulator.game import Game
from simulator.model.cards import CardDefinition
from simulator.model.position import Placed, Position, Seat


def siege(defense: int | None) -> CardDefinition:
    found = load_pool().find("Invasion of Zendikar")
    assert found is not None
    card = found[0]
    return CardDefinition(card.name, card.layout, (replace(card.faces[0], defense=defense), *card.faces[1:]))


def counters(placed: Placed) -> dict[str, int]:
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", (placed,)))
    game.advance("combat")  # state-based actions are checked on the way
    (id,) = game.zone("battlefield")
    return dict(game.facts(id).counters)


def test_a_battle_has_its_printed_defense() -> None:
    """CR 310.4b."""
    assert counters(Placed(siege(3), "Alice", "battlefield")) == {"defense": 3}


def test_a_battle_whose_defense_isnt_known_needs_its_counters_named() -> None:
    """CR 310.4b, 704.5v: it isn't taken for a battle without defense, which would go at once."""
    with pytest.raises(Unsupported, match="say how many defense counters"):
        counters(Placed(siege(None), "Alice", "battlefield"))
    assert counters(Placed(siege(None), "Alice", "battlefield", counters=(("defense", 2),))) == {"defense": 2}


def test_a_face_down_battle_needs_no_defense() -> None:
    """CR 708.2a: it is a creature without it."""
    assert counters(Placed(siege(None), "Alice", "battlefield", face_down="manifest")) == {}
