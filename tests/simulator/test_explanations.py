"""Each characteristic knows its layer, its source and its rule, and says no more than the viewer may know."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.errors import InvalidAction
from simulator.game import Game
from simulator.model import actions as a
from simulator.model.position import Placed, Position, Seat


def placed(name: str, player: str, **details: object) -> Placed:
    found = load_pool().find(name)
    assert found is not None
    return Placed(found[0], player, "battlefield", **details)  # type: ignore[arg-type]


def game(*cards: Placed) -> Game:
    return Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", cards))


def test_each_change_names_its_layer_its_source_and_its_rule() -> None:
    """CR 613.1, 613.4: an Equipment and a counter in layer 7c, a granted keyword in layer 6."""
    played = game(placed("Grizzly Bears", "Alice"), placed("Bonesplitter", "Alice"))
    bears, axe = played.placed
    played.instruct(a.AttachIt(axe, bears))
    played.instruct(a.Grant(bears, True, keyword="flying"))
    played.instruct(a.AddCounters(bears, "+1/+1", 1))
    lines = played.explain(bears, None)
    assert [line.layer for line in lines] == ["1a", "6", "7c", "7c", ""]
    assert lines[0].text == "The card says: Grizzly Bears"
    assert ("has flying" in lines[1].text, lines[1].rules) == (True, ("613.1f",))
    assert (lines[2].text, lines[2].rules) == ("Bonesplitter: gets +2/+0, now 4/2", ("613.4c",))
    assert lines[3].text == "Its counters: 5/3"
    assert lines[-1].text == "So Grizzly Bears is a 5/3 green Creature — Bear with flying"


def test_a_face_down_permanent_is_explained_without_its_card() -> None:
    """CR 708.2, 708.5: others read what it is face down as; its controller reads the card too."""
    played = game(placed("Serra Angel", "Alice", face_down="cloak"), placed("Humility", "Bob"))
    angel = played.placed[0]
    for viewer in ("Bob", None):
        told = played.explain(angel, viewer)
        assert "Serra Angel" not in repr(told)
        assert told[0].layer == "1b"
        assert "708.2" in told[0].rules
        assert any("Humility" in line.text for line in told)
    assert "Serra Angel" in played.explain(angel, "Alice")[0].text


def test_a_card_in_a_hidden_zone_isn_t_explained_to_others() -> None:
    """CR 400.2: a hand is hidden; its owner may read about the card."""
    found = load_pool().find("Shock")
    assert found is not None
    played = game(Placed(found[0], "Alice", "hand"))
    shock = played.placed[0]
    assert "Shock" in repr(played.explain(shock, "Alice"))
    assert [line.text for line in played.explain(shock, "Bob")] == ["a card is hidden from you"]


def test_an_unknown_object_is_refused() -> None:
    """Nothing can be said about what was never there."""
    with pytest.raises(InvalidAction):
        game().explain(4711, None)
