"""Fixtures that every test folder shares."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _shared() -> Path | None:
    path = Path(os.environ.get("TABLEJUDGE_SHARED", ROOT.parent / "shared"))
    return path if (path / "data").is_dir() else None


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of real card data and cases; the test is skipped where it is absent."""
    path = _shared()
    if path is None:
        pytest.skip("needs the shared card data and cases (set TABLEJUDGE_SHARED to their folder)")
    return path


def _walked(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the walk over the Discord app used, over all places."""
    walks = [
        dict(report.user_properties)["walk"]
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call" and "walk" in dict(report.user_properties)
    ]
    if not walks:
        return
    used = sorted({name for walk in walks for name in walk["used"]})
    kinds = {"commands": "/", "completions": "completion ", "menus": "menu ", "buttons and selects": "press "}
    counts = {kind: sum(name.startswith(mark) for name in used) for kind, mark in {**kinds, "forms": "form "}.items()}
    missing = [f"{name} in {walk['context']}" for walk in walks for name in walk["missing"]]
    terminalreporter.write_line(
        "walk: "
        + ", ".join(f"{count} {kind}" for kind, count in counts.items())
        + f" exercised in {len(walks)} contexts ({', '.join(walk['context'] for walk in walks)}), "
        + f"{sum(len(walk['used']) for walk in walks)} combinations; unexercised: {', '.join(missing) or 'none'}"
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many tests ran for each package (`make test` shows it)."""
    counts: dict[str, int] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                parts = report.nodeid.split("/")
                package = parts[1] if len(parts) > 2 else "architecture"
                counts[package] = counts.get(package, 0) + 1
    if counts:
        terminalreporter.write_line(
            "tests per package: " + ", ".join(f"{name} {counts[name]}" for name in sorted(counts))
        )
    _walked(terminalreporter)
