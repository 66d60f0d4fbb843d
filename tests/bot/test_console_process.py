"""`tablejudge console` and `tablejudge run` as processes: pipes, the end of input, and what can't be opened."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    def start(*arguments: str, script: bytes = b"", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("TABLEJUDGE_", "DISCORD_"))}
        environment |= {"TABLEJUDGE_DATA_DIR": str(tmp_path / "data"), **variables}
        done = subprocess.run(
            [sys.executable, "-m", "bot.cli", *arguments],
            input=script,
            capture_output=True,
            env=environment,
            timeout=120,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return start


def test_an_empty_input_ends_it_cleanly(run: Run) -> None:
    done = run("run")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [
        "DISCORD_TOKEN is not set: starting the local console",
        "opening the store …",
        "reading the rulings …",
        "reading the card names …",
    ]


def test_a_pipe_gets_answers_without_prompt_or_colour(run: Run) -> None:
    done = run("console", script=b"/ask can i turn my manifested delver face up\n/quit\n/card opt\n")
    assert done.returncode == 0
    assert "701.40b" in done.stdout
    assert "Opt" not in done.stdout
    assert "\x1b" not in done.stdout
    assert "> " not in done.stdout


def test_a_console_in_a_pipe_starts_no_sync(run: Run, tmp_path: Path) -> None:
    done = run("run", script=b"/rule 701.40b\n", TABLEJUDGE_SYNC="on", TABLEJUDGE_BULK_INDEX_URL="nowhere")
    assert done.returncode == 0
    assert "Manifest" in done.stdout
    assert "reference data" not in done.stderr
    assert not list((tmp_path / "data").glob("sync-schedule*"))


@pytest.mark.parametrize(("switch", "syncs"), [("on", True), ("off", False)])
def test_a_console_in_a_terminal_syncs_in_the_background_unless_told_not_to(
    tmp_path: Path, switch: str, syncs: bool
) -> None:
    pty = pytest.importorskip("pty", reason="needs a terminal")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TABLEJUDGE_", "DISCORD_"))}
    environment |= {
        "TABLEJUDGE_DATA_DIR": str(tmp_path),
        "TABLEJUDGE_SYNC": switch,
        "TABLEJUDGE_BULK_INDEX_URL": "nowhere",
        "TERM": "dumb",
    }
    keyboard, terminal = pty.openpty()
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot.cli", "run"],
            env=environment,
            stdin=terminal,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert process.stdout is not None
        seen = b""
        while b"Alice> " not in seen or (syncs and b"nowhere" not in seen):
            part = os.read(process.stdout.fileno(), 4096)
            assert part, seen.decode()
            seen += part
        os.write(keyboard, b"/quit\n")
        rest, _ = process.communicate(timeout=60)
    finally:
        os.close(keyboard)
        os.close(terminal)
    assert process.returncode == 0
    assert (seen + rest).count(b"couldn't be brought up to date") == syncs
    assert (tmp_path / "sync-schedule.json").exists() == syncs


def test_what_was_approved_in_one_process_is_found_in_the_next(run: Run) -> None:
    proposal = (
        b"/ruling propose\nquestion: Do we use purple glass beads for manifested cards?\nverdict: yes\n"
        b"answer: Yes, house rule: purple beads.\nrules: 708.6\n\n/ruling review\n/ruling review approve 1\n"
    )
    assert "Published" in run("console", script=proposal).stdout
    done = run("console", script=b"do we use purple glass beads for manifested cards\n")
    assert "house rule: purple beads" in done.stdout
    assert "This server's ruling" in done.stdout


def test_bad_input_gets_an_answer_each_and_no_traceback(run: Run) -> None:
    script = b"\n".join(
        [
            b"\xff\xfe\x00 what?",
            b"/ask " + b"x" * 6000,
            b"/ask @everyone who wins",
            b"/card Ligthform",
            b"/card xqzzkw",
            b"/sim start",
            b"/look",
            b"/nonsense",
            b"@",
            b"@Bob",
            b"/ruling propose",
            b"question",
            b"/pick 99999999999999999999",
            b"/ruling review approve 99999999999999999999",
            b"/help",
        ]
    )
    done = run("console", script=script)
    assert done.returncode == 0
    assert "Traceback" not in done.stdout + done.stderr
    assert "Something went wrong" not in done.stdout
    assert "too long" in done.stdout
    assert "Lightform" in done.stdout
    assert "/quit" in done.stdout


def test_wrong_settings_are_named_before_anything_is_opened(run: Run) -> None:
    done = run("run", TABLEJUDGE_LOG_LEVEL="loud")
    assert done.returncode == 1
    assert done.stderr.startswith("Error: TABLEJUDGE_LOG_LEVEL: use one of")


def test_a_store_that_cannot_be_opened_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    done = run("console")
    assert done.returncode == 1
    assert "TABLEJUDGE_DATA_DIR" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_is_wrong_with_an_answer_is_reported_read_and_settled(run: Run) -> None:
    script = """/wrong too early
can i turn my manifested delver face up
/wrong
/wrong it should name the back face
/ruling settle 1
/ruling reports
/ruling settle 7
/ruling settle 1
/ruling reports
"""
    said = run("console", script=script.encode()).stdout.splitlines()
    assert "no answer yet" in said[0]
    assert "✗ What is wrong with it? /wrong the card's newer wording says otherwise" in said
    assert "✔ Kept as report 1: /ruling reports shows it." in said
    assert "✗ Which report? /ruling settle NUMBER" in next(line for line in said if "Which report?" in line)
    place = next(number for number, line in enumerate(said) if line.startswith("1. manifest-dfc-turn-up, by Alice, "))
    assert said[place + 1 : place + 3] == [
        "   asked: can i turn my manifested delver face up",
        "   it should name the back face",
    ]
    assert "✔ Settled: report 1 on manifest-dfc-turn-up" in said
    assert said[-1] == "No report is open. /wrong makes one, after an answer."


def test_about_names_version_edition_and_sources_and_what_only_discord_has_is_said_so(run: Run) -> None:
    said = run("console", script=b"/about\n/settings\n/privacy\n").stdout.splitlines()
    assert said[0].startswith("Table Judge ")
    assert said[1] == "Comprehensive Rules: edition of 2026-04-17"
    assert "`tablejudge sync` brings them" in said[2]
    assert said[3].startswith("Sources: ")
    assert "unofficial Fan Content" in said[4]
    assert said[5].startswith("✗ There is nothing to set at the console")
    assert said[6].endswith("stays on this machine, in the data folder.")


def test_a_card_is_followed_by_the_rulings_that_name_it(run: Run) -> None:
    said = run("console", script=b"/card ixidron\n/pick 1\n/card Hill Giant\n/card qwrx zzz\n").stdout
    assert said.count("Rulings that name it (/pick NUMBER shows one):") == 1
    assert "Curated ruling · " in said
    assert "No ruling here names this card; those on its keywords and kind hold for it all the same." in said
    assert said.rstrip().splitlines()[-1].startswith("I don't know this card")
