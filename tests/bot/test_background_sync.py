"""The sync in the background: when it runs, what the operator hears, and that it never stands in anybody's way."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.services.background_sync import BUSY, DAY, HOUR, BackgroundSync, Schedule

NOW = 2_000_000_000.0
LOGGER = "bot.services.background_sync"


def command(folder: Path, code: str) -> list[str]:
    """A program in the place of `tablejudge sync`: it notes that it ran, then does as told."""
    start = f"import os, sys, time, pathlib\nran = open({str(folder / 'ran')!r}, 'a'); ran.write('x'); ran.close()\n"
    return [sys.executable, "-c", start + code]


def until(what: Callable[[], bool]) -> None:
    for _ in range(3000):
        if what():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to that")


def schedule(folder: Path) -> Schedule | None:
    path = folder / "sync-schedule.json"
    return Schedule(**json.loads(path.read_text())) if path.exists() else None


def runs(folder: Path) -> int:
    return len((folder / "ran").read_text()) if (folder / "ran").exists() else 0


def sync_once(folder: Path, code: str, *, now: float = NOW) -> Schedule:
    before = schedule(folder)
    with BackgroundSync(folder, command=command(folder, code), clock=lambda: now):
        until(lambda: schedule(folder) != before)
    found = schedule(folder)
    assert found is not None
    return found


def test_who_serves_hears_of_new_reference_data_and_of_nothing_else(tmp_path: Path) -> None:
    for code, calls in ((f"open({str(tmp_path / 'reference.db')!r}, 'w').close()", 1), ("pass", 0), ("sys.exit(1)", 0)):
        heard: list[int] = []
        (tmp_path / "sync-schedule.json").unlink(missing_ok=True)
        with BackgroundSync(
            tmp_path, command=command(tmp_path, code), clock=lambda: NOW, on_change=lambda heard=heard: heard.append(1)
        ) as sync:
            until(lambda: schedule(tmp_path) is not None)
            del sync
        assert len(heard) == calls


def test_the_first_sync_is_due_at_once_the_next_in_a_day() -> None:
    assert Schedule().wait(NOW) == 0
    assert Schedule(NOW).wait(NOW) == DAY
    assert Schedule(NOW).wait(NOW + DAY - 5) == 5
    assert Schedule(NOW).wait(NOW + 3 * DAY) == 0


def test_after_failures_it_is_tried_again_sooner_but_ever_more_rarely() -> None:
    waits = [Schedule(NOW, failures).wait(NOW) for failures in (1, 2, 3, 9, 99999)]
    assert waits == [HOUR, 2 * HOUR, 4 * HOUR, DAY, DAY]


def test_a_clock_that_was_set_back_makes_nobody_wait_longer() -> None:
    assert Schedule(NOW).wait(NOW - 300 * DAY) == DAY


def test_the_first_start_syncs_and_a_second_start_on_the_same_day_does_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    code = f"pathlib.Path({str(tmp_path / 'reference.db')!r}).write_text('new')"
    assert sync_once(tmp_path, code) == Schedule(NOW)
    assert [record.levelname for record in caplog.records] == ["INFO", "INFO"]
    assert "TABLEJUDGE_SYNC=off" in caplog.messages[0]
    assert "brought up to date" in caplog.messages[1]
    with BackgroundSync(tmp_path, command=command(tmp_path, code), clock=lambda: NOW + HOUR):
        pass
    assert runs(tmp_path) == 1
    sync_once(tmp_path, "pass", now=NOW + DAY)
    assert runs(tmp_path) == 2


def test_the_operator_hears_once_of_a_failure_streak_over_restarts_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    code = "print('unchanged: Oracle cards\\nfailed: Comprehensive Rules: no network\\nIn service …'); sys.exit(1)"
    for start in range(3):
        assert sync_once(tmp_path, code, now=NOW + start * DAY).failures == start + 1
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert warnings[0].endswith("failed: Comprehensive Rules: no network")
    assert sync_once(tmp_path, "pass", now=NOW + 4 * DAY).failures == 0
    assert sync_once(tmp_path, code, now=NOW + 6 * DAY).failures == 1
    assert [record.levelno for record in caplog.records].count(logging.WARNING) == 2


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("sys.exit('Error: the disk is full')", "Error: the disk is full"),
        ("os.kill(os.getpid(), 9)", "it was ended by signal 9"),
        ("sys.exit(7)", "exit code 7"),
        ("print('✘ cards.json: refused: it is cut off'); sys.exit(1)", "✘ cards.json: refused: it is cut off"),
    ],
)
def test_the_reason_is_what_the_sync_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, code: str, reason: str
) -> None:
    sync_once(tmp_path, code)
    assert caplog.messages[-1].endswith(f": {reason}")


def test_a_program_that_cannot_be_started_is_a_failure_like_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with BackgroundSync(tmp_path, command=[str(tmp_path / "nowhere")], clock=lambda: NOW):
        until(lambda: schedule(tmp_path) is not None)
    assert "FileNotFoundError" in caplog.text


def test_where_nothing_can_be_noted_it_is_tried_and_told_once_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "taken"
    folder.write_text("a file")
    with BackgroundSync(folder, command=command(tmp_path, "sys.exit(1)"), clock=lambda: NOW):
        until(lambda: bool(caplog.messages))
    assert runs(tmp_path) == 1
    assert len(caplog.messages) == 1


def test_another_process_that_syncs_is_no_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with BackgroundSync(tmp_path, command=command(tmp_path, f"sys.exit({BUSY})")):
        until(lambda: runs(tmp_path) == 1)
    assert schedule(tmp_path) is None
    assert caplog.messages == []


def test_a_sync_that_is_stopped_ends_and_is_due_again_at_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    code = f"pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\ntime.sleep(600)"
    with BackgroundSync(tmp_path, command=command(tmp_path, code)):
        until(lambda: (tmp_path / "pid").exists() and bool((tmp_path / "pid").read_text()))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert schedule(tmp_path) is None
    assert caplog.messages == []


def test_the_sync_gets_the_data_folder_and_never_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "sekret")
    monkeypatch.setenv("TABLEJUDGE_CONTACT", "ann@x.example")
    names = ("DISCORD_TOKEN", "TABLEJUDGE_DATA_DIR", "TABLEJUDGE_CONTACT")
    seen = tmp_path / "seen"
    sync_once(tmp_path, f"open({str(seen)!r}, 'w').write(repr([os.environ.get(name) for name in {names}]))")
    assert seen.read_text() == repr([None, str(tmp_path), "ann@x.example"])


def test_a_damaged_note_counts_as_none(tmp_path: Path) -> None:
    for damaged in ("", "[]", '{"ended_at": "x", "failures": 0}', "\x00"):
        (tmp_path / "sync-schedule.json").write_text(damaged)
        with BackgroundSync(tmp_path, command=command(tmp_path, "pass"), clock=lambda: NOW):
            until(lambda: (tmp_path / "sync-schedule.json").read_text().startswith('{"ended_at": 2'))
