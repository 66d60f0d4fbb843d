"""What is kept from action to action is what would be worked out anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.card_pool import load_pool
from simulator.game import Game
from simulator.model.cards import MOST_KEPT
from simulator.model.digest import state_digest
from simulator.model.position import Placed, Position, Seat
from simulator.model.state import State
from simulator.rules import board_index, layers
from simulator.rules.context import Context
from simulator.scenario.runner import run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("**/*.scn"))
#: Every so many scenarios of the others are enough here.
STRIDE = 6


def anew(state: State) -> State:
    """The same state, with nothing kept."""
    again = state.clone()
    again.cache.clear()
    again.index = again.layered = None
    for obj in (*again.objects.values(), *again.players.values()):
        obj.digest = None
    return again


def compare(state: State) -> None:
    hashed = state_digest(state)
    kept = state.clone()
    kept.cache.clear()
    fresh = anew(state)
    now, then = board_index.index_of(kept), board_index.index_of(fresh)
    assert list(now.bases) == state.battlefield
    assert (now.topics, now.lists, now.copied) == (then.topics, then.lists, then.copied)
    one, other = Context(kept), Context(fresh)
    values, again = layers.board(one), layers.board(other)
    assert one.work == other.work
    assert list(values) == list(again)
    for id in values:
        assert values[id].same_as(again[id])
        assert values[id].keywords == again[id].keywords
    assert hashed == state_digest(fresh)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each game is compared after each of its actions; how many that were."""
    count = [0]
    record = Game._record

    def compared_record(game: Game, *row: object) -> None:
        record(game, *row)  # type: ignore[arg-type]
        compare(game._shown)
        count[0] += 1

    monkeypatch.setattr(Game, "_record", compared_record)
    return count


def test_in_every_kind_of_game_what_is_kept_is_what_would_be_found(compared: list[int]) -> None:
    for path in FILES[::STRIDE]:
        result = run_scenario(path.read_text(encoding="utf-8"), load_pool(), make_engine=Game.from_position)
        assert result.error is None
    assert compared[0] > len(FILES[::STRIDE])


def test_a_position_is_kept_as_it_would_be_found() -> None:
    seen: list[State] = []

    def remember(position: Position, seed: bytes) -> Game:
        game = Game.from_position(position, seed)
        seen.append(game._shown)
        return game

    for path in FILES[1::STRIDE]:
        run_scenario(path.read_text(encoding="utf-8"), load_pool(), make_engine=remember)
    assert seen
    for state in seen:
        compare(state)


def test_what_is_kept_with_a_card_does_not_grow_with_the_names_of_players() -> None:
    card = load_pool().definition("Grizzly Bears")
    for number in range(MOST_KEPT + 10):
        name = f"Player {number}"
        seats = (Seat(name), Seat("Bob"))
        game = Game.from_position(Position(seats, name, "main", (Placed(card, name, "battlefield"),)), b"seed" * 8)
        assert Context(game._shown).values(game._shown.battlefield[0]).controller == name
    assert len(card._cache) <= MOST_KEPT
