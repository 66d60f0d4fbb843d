"""`tablejudge sync`: files at hand and a local site, what it says, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from reference_files import card, cards, lines, rules_text, ruling
from reference_site import Trouble, running

from bot.cli import main
from bot.services import syncing
from rulings.reference.building import locked
from rulings.reference.discovery import BULK_INDEX, RULES_PAGE
from rulings.reference.download import Downloader, Retrying


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "files"
    (found / "deep").mkdir(parents=True)
    (found / "cards.json").write_text(json.dumps(cards(3)))
    (found / "deep" / "rules.txt").write_text(rules_text())
    (found / "rulings.json").write_text(json.dumps([ruling(1)]))
    return found


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)], catch_exceptions=False)


def test_a_folder_is_imported_and_summed_up(data_dir: Path, folder: Path) -> None:
    result = run("sync", "--from", folder)
    assert result.exit_code == 0
    assert "✔ cards.json: 3 Oracle cards" in result.output
    assert "✔ deep/rules.txt: edition of 2026-04-17: 2 headings, 2,050 rules, 1 subrules, 1 glossary entries" in (
        result.output.replace("\\", "/")
    )
    assert "In service" in result.output
    assert (data_dir / "reference.db").is_file()


def test_what_a_newer_edition_brings_is_said(data_dir: Path, folder: Path) -> None:
    run("sync", "--from", folder)
    (folder / "cards.json").write_text(json.dumps(cards(5)))
    rule = "100.1. A game has players.\n\n100.1a Three or more.\n\n100.2. A rule that nobody knew."
    (folder / "deep" / "rules.txt").write_text(rules_text(rule, edition="August 7, 2026"))
    written = run("sync", "--from", folder).output
    assert "Comprehensive Rules of 2026-08-07 (before: 2026-04-17): 1 added, 1 changed" in written
    assert "New cards: 2 (Gizmo 3, Gizmo 4)" in written
    assert "Shipped rulings whose rules changed: " in written
    assert "Comprehensive Rules of 2026-08-07 (before" not in run("sync", "--from", folder).output


def test_a_refused_file_makes_the_exit_code_1_and_the_rest_is_loaded(data_dir: Path, folder: Path) -> None:
    (folder / "cut.txt").write_text(rules_text().partition("Credits\n\nMany")[0])
    result = run("sync", "--from", folder)
    assert result.exit_code == 1
    assert "✘ cut.txt: refused: it is cut off in the glossary" in result.output
    assert "Oracle cards" in result.output
    assert run("rule", "100.1").output.startswith("100.1  Game Concepts › General")


def test_names_with_markup_are_shown_as_they_are(data_dir: Path, folder: Path) -> None:
    (folder / "[bold]cards.json").write_text(json.dumps(cards(5)))
    assert "✔ [bold]cards.json: 5 Oracle cards" in run("sync", "--from", folder).output


@pytest.mark.parametrize("content", [None, "nothing of interest"])
def test_a_folder_without_reference_data_is_said_so(data_dir: Path, tmp_path: Path, content: str | None) -> None:
    (tmp_path / "empty").mkdir()
    if content is not None:
        (tmp_path / "empty" / "notes.md").write_text(content)
    result = run("sync", "--from", tmp_path / "empty")
    # whoever named the folder expected something of it: a script must not go on as if it had been imported
    assert result.exit_code == 1
    assert "there is no reference data yet" in result.output
    assert "holds no files" in result.output or "holds a file, but no reference data" in result.output
    assert all(what in result.output for what in ("Scryfall", "MTGJSON", "Comprehensive Rules", "printed names"))


def test_a_folder_that_does_not_exist_is_a_usage_error(data_dir: Path, tmp_path: Path) -> None:
    result = run("sync", "--from", tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "does not exist" in result.output


def test_a_second_sync_at_once_is_refused_in_words(data_dir: Path, folder: Path) -> None:
    with locked(data_dir / "reference.db"):
        result = run("sync", "--from", folder)
    assert result.exit_code == 3
    assert "another sync is running" in result.output


def test_a_data_folder_that_cannot_be_written_is_said_so(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "taken"))
    result = run("sync", "--from", folder)
    assert result.exit_code == 1
    assert "can't be written to" in result.output


def test_a_smaller_file_needs_to_be_allowed(data_dir: Path, folder: Path) -> None:
    (folder / "cards.json").write_text(json.dumps(cards(50)))
    run("sync", "--from", folder)
    (folder / "cards.json").write_text(json.dumps(cards(9)))
    assert "it has only 9 cards, the data in service has 50" in run("sync", "--from", folder).output
    assert run("sync", "--from", folder, "--allow-smaller").exit_code == 0


def test_ctrl_c_says_that_nothing_is_lost(data_dir: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    run("sync", "--from", folder)
    monkeypatch.setattr("bot.commands.sync.import_folder", interrupted)
    result = run("sync", "--from", folder)
    assert result.exit_code == 1
    assert "what is in service stays" in result.output
    assert "Comprehensive Rules of" in run("rule", "100.1").output


def test_a_proxy_that_cannot_be_used_is_named(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "ftp://127.0.0.1")
    result = run("sync")
    assert result.exit_code == 1
    assert "check HTTP_PROXY" in result.output


def quick(environ: object = None) -> Downloader:
    return Downloader(retrying=Retrying(attempts=2, first_wait=0.001, longest_wait=0.01))


def test_a_site_is_synced_and_failures_are_told(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "downloader", quick)
    with running() as site:
        many = [ruling(n % 900, f"Ruling {n}.") for n in range(20_000)]
        site.serve_all(lines(card(n) for n in range(20_000)), lines(many), rules_text().encode())
        monkeypatch.setenv("TABLEJUDGE_BULK_INDEX_URL", f"{site.address}/bulk-data")
        monkeypatch.setenv("TABLEJUDGE_RULES_URL", f"{site.address}/rules")
        first = run("sync")
        assert first.exit_code == 0
        assert "20,000" in first.output
        second = run("sync")
        assert second.exit_code == 0
        assert second.output.count("unchanged:") == 3
        site.troubles["/rules"] = [Trouble(503), Trouble(503)]
        third = run("sync")
    assert third.exit_code == 1
    assert "failed: Comprehensive Rules:" in third.output
    assert "503" in third.output
    assert "stale: no newer data could be taken since" in run("rule", "100.1").output


def test_a_small_download_is_no_whole_file(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "downloader", quick)
    with running() as site:
        site.serve_all(lines(cards(50)), lines([ruling(1)]), rules_text().encode())
        monkeypatch.setenv("TABLEJUDGE_BULK_INDEX_URL", f"{site.address}/bulk-data")
        monkeypatch.setenv("TABLEJUDGE_RULES_URL", f"{site.address}/rules")
        result = run("sync")
    assert result.exit_code == 1
    assert "it has only 50 Oracle cards, a whole file has 20,000 at least" in result.output


def test_addresses_come_from_the_environment_and_are_checked() -> None:
    found = syncing.addresses({})
    assert (found.bulk_index, found.rules_page) == (BULK_INDEX, RULES_PAGE)
    found = syncing.addresses({"TABLEJUDGE_RULES_URL": " https://mirror.example/rules "})
    assert found.rules_page == "https://mirror.example/rules"
    for wrong in (
        "mirror.example",
        "file:///etc/passwd",
        "https://",
        "http://[bad",
        "http://exa mple/x",
        "http://x:99999/",
    ):
        with pytest.raises(syncing.BadAddress, match="TABLEJUDGE_BULK_INDEX_URL"):
            syncing.addresses({"TABLEJUDGE_BULK_INDEX_URL": wrong})
