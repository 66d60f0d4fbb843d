"""Every scenario of this folder is played with the shipped cards, and everything that it expects holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.runner import run_scenario

HERE = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(HERE.glob("*.scn")), ids=lambda path: path.stem)
def test_the_scenario_holds(path: Path) -> None:
    result = run_scenario(path.read_text(encoding="utf-8"), load_pool())
    assert result.error is None, result.error
    assert not result.unsupported
    assert not result.failed
    assert not result.assumed
    assert result.passed
