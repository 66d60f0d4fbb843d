"""Every scenario by CR section is played; what it expects holds, and its journal replayed is the same game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.services.card_pool import load_pool
from simulator.game import Game
from simulator.journal import Row
from simulator.model.position import Position
from simulator.scenario.runner import run_scenario

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.scn"))


def test_there_are_many() -> None:
    assert len(FILES) >= 380


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_scenario_holds_and_its_replay_is_the_same_game(path: Path) -> None:
    games: list[Game] = []

    def remember(position: Position, seed: bytes) -> Game:
        games.append(Game.from_position(position, seed))
        return games[-1]

    result = run_scenario(path.read_text(encoding="utf-8"), load_pool(), make_engine=remember)
    assert result.error is None, result.error
    assert result.rules, "a scenario of this folder names the rules that decide it"
    assert not result.unsupported
    assert not result.failed
    assert not result.assumed
    assert result.ok
    live = games[0]
    header = json.loads(json.dumps(live.header()))
    rows = [
        Row.from_json(row.seq, row.seat, row.state_hash, json.loads(json.dumps(row.to_json()))) for row in live.rows
    ]
    # each row is compared by its hash as it is replayed
    again = Game.from_journal(header, rows)
    assert again.view(None) == live.view(None)
    assert again.log() == live.log()
    # and both go on alike
    if again.pending() is None:
        again.next_turn()
        live.next_turn()
        assert again.rows[-1].state_hash == live.rows[-1].state_hash
