"""`tablejudge ask` beside a newer rules edition: the ageing note, and what a cold answer must not import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from reference_files import rules_text

from bot.commands import ask
from rulings.reference.importing import import_folder

QUESTION = "can i turn my manifested delver face up"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with an invented later edition, in which nothing is called 701.40b any more."""
    data = tmp_path / "data"
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(data))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text(edition="August 7, 2026"))
    data.mkdir()
    assert import_folder(data / "reference.db", tmp_path / "in").ok
    return data


def test_an_answer_says_since_when_a_newer_edition_touches_it(folder: Path) -> None:
    shown = CliRunner().invoke(ask.command, [QUESTION])
    assert "Needs review since CR of 2026-08-07: 701.40b" in shown.stdout
    found = json.loads(CliRunner().invoke(ask.command, [QUESTION, "--json"]).stdout)
    assert "Needs review since CR of 2026-08-07" in found["answer"]["text"]
    assert found["answer"]["as_of"] == "2026-04-17"


def test_before_a_sync_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path))
    assert "review" not in CliRunner().invoke(ask.command, [QUESTION]).stdout


def test_a_batch_says_it_too(folder: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": n, "question": QUESTION}) + "\n" for n in range(2)))
    lines = CliRunner().invoke(ask.command, ["--batch", str(rows)]).stdout.splitlines()
    assert len(lines) == 2
    assert all("Needs review" in json.loads(line)["answer"]["text"] for line in lines)


def test_with_reference_data_a_cold_answer_imports_neither_discord_nor_the_database(folder: Path) -> None:
    script = (
        "import sys; from bot.cli import main\n"
        f"try: main(['ask', {QUESTION!r}], standalone_mode=False)\n"
        "except SystemExit: pass\n"
        "print(sorted({'discord', 'sqlalchemy', 'pydantic', 'simulator.model', 'simulator.rules'} & set(sys.modules)))"
    )
    env = {**os.environ, "TABLEJUDGE_DATA_DIR": str(folder)}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert "Needs review" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
