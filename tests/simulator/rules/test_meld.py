"""Meld (CR 701.42, 712): two cards are one permanent on the battlefield, and two cards again when it leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.cards import CardDefinition, card_from_json
from simulator.model.decisions import Answer
from simulator.model.position import Placed, Position, Seat

MELD = t.Triggered(t.BeginningOf("end", t.You()), t.Meld(t.Named("Bruna, the Fading Light")))


def card(name: str) -> CardDefinition:
    found = load_pool().find(name)
    assert found is not None
    return found[0]


def gisela() -> CardDefinition:
    """Gisela with nothing but the ability that melds her."""
    known = card("Gisela, the Broken Blade")
    return replace(known, faces=(replace(known.front, abilities=(MELD,)),))


def melded(*more: Placed) -> tuple[Game, int]:
    """A game in which Alice has melded the pair, and the permanent."""
    cards = (Placed(gisela(), "Alice", "battlefield"), Placed(card("Bruna, the Fading Light"), "Alice", "battlefield"))
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", (*cards, *more)))
    game.advance("end")
    game.resolve_top()
    found = [id for id in game.zone("battlefield") if game.facts(id).name.startswith("Brisela")]
    assert len(found) == 1
    return game, found[0]


def names(game: Game, zone: str, player: str = "Alice") -> list[str]:
    return [game.facts(id).name for id in game.zone(zone, player)]  # type: ignore[arg-type]


def test_a_meld_pair_becomes_one_permanent() -> None:
    """CR 701.42a, 712.8g, 202.3c: the combined back face, and the mana values of both front faces together."""
    game, id = melded()
    facts = game.facts(id)
    assert (facts.power, facts.toughness, facts.mana_value, facts.mana_cost) == (9, 10, 11, None)
    assert game.zone("exile") == ()
    assert names(game, "battlefield") == ["Brisela, Voice of Nightmares"]


def test_two_cards_die_and_one_creature() -> None:
    """CR 712.21: one permanent leaves, two cards arrive; an ability about dying creatures triggers once."""
    game, id = melded(Placed(card("Blood Artist"), "Bob", "battlefield"))
    before = len(game.triggered())
    game.instruct(a.Simple("destroy", id))
    assert game.pending() is not None  # CR 712.21a: the order of the two
    game.answer(Answer((0, 1)))
    assert sorted(names(game, "graveyard")) == ["Bruna, the Fading Light", "Gisela, the Broken Blade"]
    assert len(game.triggered()) - before == 1


def test_a_blink_finds_both_cards() -> None:
    """CR 712.21c: the effect returns both of the cards, which don't meld again."""
    game, id = melded()
    game.instruct(a.BlinkIt(id))
    assert sorted(names(game, "battlefield")) == ["Bruna, the Fading Light", "Gisela, the Broken Blade"]


def test_a_melded_permanent_does_not_transform_or_turn_face_down() -> None:
    """CR 712.4c, 712.16: neither happens."""
    game, id = melded()
    assert game.instruct(a.Simple("transform", id)).nothing[0] == "712.4c"
    assert game.instruct(a.Simple("turn face down", id)).nothing[0] == "712.16"


def test_a_copy_of_a_melded_permanent_has_mana_value_zero() -> None:
    """CR 202.3c, 707.8: the copy has the combined face, and no mana value of cards that it isn't."""
    game, id = melded()
    (copy,) = game.instruct(a.CopyToken(id, "Bob")).ids
    assert (game.facts(copy).name, game.facts(copy).mana_value) == ("Brisela, Voice of Nightmares", 0)


def test_what_is_no_pair_stays_in_exile() -> None:
    """CR 701.42b, 701.42c: a token that is a copy can't be melded; the card stays exiled, the token is gone."""
    game = Game.from_position(
        Position(
            (Seat("Alice"), Seat("Bob")),
            "Alice",
            "main",
            (
                Placed(gisela(), "Alice", "battlefield"),
                Placed(card("Bruna, the Fading Light"), "Alice", "battlefield", token=True),
            ),
        )
    )
    game.advance("end")
    game.resolve_top()
    assert names(game, "exile") == ["Gisela, the Broken Blade"]
    assert names(game, "battlefield") == []


def test_a_prohibited_melded_permanent_leaves_both_in_exile() -> None:
    """CR 614.12, 712.21d: it is judged as the creature that it would be; the effect on one card affects both."""
    cards = (
        Placed(gisela(), "Alice", "battlefield"),
        Placed(card("Bruna, the Fading Light"), "Alice", "battlefield"),
        Placed(card("Containment Priest"), "Bob", "battlefield"),
    )
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", cards))
    game.advance("end")
    game.resolve_top()
    assert sorted(names(game, "exile")) == ["Bruna, the Fading Light", "Gisela, the Broken Blade"]
    assert names(game, "battlefield") == []


@pytest.mark.parametrize("name", ["Brisela, Voice of Nightmares", "Hanweir, the Writhing Township"])
def test_a_melded_permanent_can_be_set_up(name: str) -> None:
    """CR 712.8g: what a pair is together is set up as both cards; it doesn't matter that a face has a mana cost."""
    game = Game.from_position(
        Position((Seat("Alice"), Seat("Bob")), "Alice", "main", (Placed(card(name), "Alice", "battlefield"),))
    )
    (id,) = game.zone("battlefield")
    assert game.facts(id).name == name
    game.instruct(a.Return(id, "hand"))
    assert len(game.zone("hand", "Alice")) == 2


def test_the_definitions_survive_the_journal() -> None:
    """The header of a journal keeps what a pair becomes."""
    for each in (card("Gisela, the Broken Blade"), card("Brisela, Voice of Nightmares")):
        assert card_from_json(each.to_json()) == each


def test_a_melded_game_replays() -> None:
    """Replay equals live, also after the pile has parted."""
    game, id = melded()
    game.instruct(a.BlinkIt(id))
    again = Game.from_journal(game.header(), game.rows)
    assert again.rows[-1].state_hash == game.rows[-1].state_hash
