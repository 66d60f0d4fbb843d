"""The shared cases: all of the seeds hold, and none of the others is a script that can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.services.card_pool import load_pool
from simulator.scenario.result import ScenarioResult
from simulator.scenario.runner import run_scenario

pytestmark = pytest.mark.shared


def played(folder: Path) -> dict[str, ScenarioResult]:
    pool = load_pool()
    return {path.stem: run_scenario(path.read_text(encoding="utf-8"), pool) for path in sorted(folder.glob("*.scn"))}


def test_every_seed_holds(shared_dir: Path) -> None:
    results = played(shared_dir / "cases" / "scenarios" / "seeds")
    assert len(results) >= 114
    assert {name: result.failed + result.unsupported for name, result in results.items() if not result.ok} == {}
    assert [name for name, result in results.items() if result.assumed] == []


@pytest.mark.parametrize("folder", ["bugs", "engines"])
def test_every_other_case_can_be_read(shared_dir: Path, folder: str) -> None:
    results = played(shared_dir / "cases" / "scenarios" / folder)
    assert results
    assert {name: str(result.error) for name, result in results.items() if result.error} == {}
    # what fails may be due to what isn't simulated, but then that is named
    assert all(not result.failed for result in results.values() if result.unsupported)
    # nothing that the simulator does made it fall over
    assert [name for name, result in results.items() if "failed here" in " ".join(result.unsupported)] == []
