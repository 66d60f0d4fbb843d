"""`tablejudge import` and `export own`: rulings of a server or the console as a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import main
from bot.services.moderation import Actor, ModerationService
from bot.services.paths import store_url
from rulings.store import Scope, Store

RULING = """[[ruling]]
id = "purple-beads"
question = "Do we use purple glass beads for manifested cards?"
verdict = "yes"
answer = "Yes, house rule: purple beads."
rules = ["708.6"]
topics = ["community"]
as_of = "2026-04-17"
proof = \"\"\"
Alice manifests Delver of Secrets as bead
expect bead: face down
\"\"\"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("TABLEJUDGE_DATABASE_URL", raising=False)
    return tmp_path


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


def in_service(folder: Path, scope: Scope) -> list[str]:
    async def read() -> list[str]:
        store = await Store.open(store_url(folder / "data"))
        try:
            return [ruling.id for ruling in (await ModerationService(store).published(scope)).rulings]
        finally:
            await store.close()

    return asyncio.run(read())


def test_what_would_change_is_shown_and_nothing_is_done_without_a_yes(folder: Path) -> None:
    file = folder / "rulings.toml"
    file.write_text(RULING)
    refused = run("import", str(file), "--server", "5", typed="n\n")
    assert refused.exit_code == 1
    assert "new  purple-beads" in refused.output
    assert in_service(folder, Scope.server(5)) == []
    done = run("import", str(file), "--server", "5", typed="y\n")
    assert done.exit_code == 0
    assert "1 ruling imported" in done.output
    assert in_service(folder, Scope.server(5)) == ["purple-beads"]
    assert in_service(folder, Scope.local()) == []
    again = run("import", str(file), "--server", "5")
    assert (again.exit_code, "nothing to do" in again.output) == (0, True)
    exported = run("export", "own", "--server", "5", "-o", str(folder / "out.toml"))
    assert exported.exit_code == 0
    assert (folder / "out.toml").read_text() == RULING


def test_a_file_with_anything_wrong_in_it_is_refused_whole(folder: Path) -> None:
    file = folder / "rulings.toml"
    second = RULING.replace("purple-beads", "second").replace("purple glass", "green glass")
    file.write_text(RULING + second.replace("expect bead: face down", "expect bead: face up"))
    refused = run("import", str(file), "--yes")
    assert refused.exit_code == 1
    assert "second: the proof doesn't hold: line 2" in refused.output
    assert in_service(folder, Scope.local()) == []


def test_an_export_of_nothing_says_so_and_options_that_fit_nothing_are_refused(folder: Path) -> None:
    assert "no ruling of the server 7" in run("export", "own", "--server", "7").output
    assert "for `tablejudge export own`" in run("export", "curated", "--upstream").output


def test_an_export_for_a_pull_request_says_what_is_to_do(folder: Path) -> None:
    async def publish() -> None:
        store = await Store.open(store_url(folder / "data"))
        try:
            service, actor = ModerationService(store), Actor(1, is_moderator=True)
            content = {"id": "one", "question": "One?", "answer": "One.", "rules": "708.6"}
            await service.propose(Scope.local(), actor, content)
            await service.approve(Scope.local(), actor, "one", seen=1)
        finally:
            await store.close()

    asyncio.run(publish())
    exported = run("export", "own", "--upstream")
    assert "# to do: one: has 0 phrasings" in exported.output
    assert 'id = "one"' in exported.output
