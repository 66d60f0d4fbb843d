"""`/rule` and `/glossary` in the console: what they show, and page by page in a terminal."""

from __future__ import annotations

import builtins
import io
import shutil
from collections.abc import Iterator
from os import terminal_size
from pathlib import Path

import pytest
from reference_files import rules_text

from bot.console.errors import words
from bot.console.rules import RuleCommands
from bot.console.shell import Shell
from bot.console.terminal import Lines, Out
from bot.services.reference import ReferenceService
from rulings.reference.importing import import_folder

RULES = "100.1. A game has players.\n\n100.1a Two or more.\x1b[31m\n\n" + "\n\n".join(
    f"100.{number}. Invented rule number {number}." for number in range(2, 31)
)


@pytest.fixture
def reference(tmp_path: Path) -> Iterator[ReferenceService]:
    service = ReferenceService(tmp_path / "data")
    yield service
    service.close()


@pytest.fixture
def synced(tmp_path: Path, reference: ReferenceService) -> ReferenceService:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text(RULES))
    assert import_folder(tmp_path / "data" / "reference.db", tmp_path / "in").ok
    return reference


def console(reference: ReferenceService, script: str = "") -> tuple[Shell, io.StringIO]:
    written = io.StringIO()
    shell = Shell(Lines(io.BytesIO(script.encode())), Out(written), words)
    RuleCommands(shell, reference)
    return shell, written


async def play(reference: ReferenceService, script: str) -> list[str]:
    shell, written = console(reference, script)
    while (line := shell.lines.next("> ")) is not None:
        await shell.do(line)
    return written.getvalue().splitlines()


async def test_a_rule_a_range_and_a_term_are_shown_with_the_edition(synced: ReferenceService) -> None:
    assert await play(synced, "/rule 100.1\n") == [
        "100.1  Game Concepts › General",
        "  100.1 A game has players.",
        "  100.1a Two or more.[31m",
        "  [above: 100   next: 100.2]",
        "",
        "Comprehensive Rules of 2026-04-17",
    ]
    assert "  100.3 Invented rule number 3." in await play(synced, "/rule 100.2-100.4\n")
    found = await play(synced, "/glossary gadget\n")
    assert found[0] == "Glossary: Gadget"
    assert found[-1] == "Comprehensive Rules of 2026-04-17"


async def test_what_is_not_there_is_never_another_rule(synced: ReferenceService) -> None:
    written = await play(synced, "/rule 100.99\n/glossary gadgte\n/rule\n/glossary\n")
    assert written[0].startswith("✗ The rules of 2026-04-17 have no 100.99.")
    assert "Did you mean: Gadget?" in written[1]
    assert written[2].startswith("✗ Which rule?")
    assert written[3].startswith("✗ Which term?")


async def test_before_a_sync_the_heading_and_what_brings_the_text(reference: ReferenceService) -> None:
    written = "\n".join(await play(reference, "/rule 701.40b\n/glossary token\n"))
    assert "701.40b  Keyword Actions › Manifest" in written
    assert written.count("tablejudge sync` once") == 2
    assert "Comprehensive Rules of 2026-04-17" in written


async def test_help_lists_both(reference: ReferenceService) -> None:
    written = "\n".join(await play(reference, "/help\n"))
    assert "/rule NUMBER|WORDS" in written
    assert "/glossary TERM" in written


async def test_a_pipe_gets_a_long_section_whole(synced: ReferenceService) -> None:
    assert "  100.30 Invented rule number 30." in await play(synced, "/rule 100\n")


class Terminal:
    """A terminal of so many lines, at which these answers are typed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, height: int, *answers: str) -> None:
        self.prompts: list[str] = []
        self._answers = iter(answers)
        monkeypatch.setattr(shutil, "get_terminal_size", lambda: terminal_size((80, height)))
        monkeypatch.setattr(builtins, "input", self._input)

    def _input(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError from None


async def paged(reference: ReferenceService, command: str) -> tuple[Shell, list[str]]:
    shell, written = console(reference)
    shell.lines.is_terminal = True
    await shell.do(command)
    return shell, written.getvalue().splitlines()


async def test_a_terminal_gets_a_long_section_page_by_page_each_with_the_edition(
    synced: ReferenceService, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(monkeypatch, 22, "", "")
    _, written = await paged(synced, "/rule 100")
    assert len(terminal.prompts) == 1
    assert "Comprehensive Rules of 2026-04-17; 15 more lines: Enter" in terminal.prompts[0]
    assert len(written) == 20 + 15
    assert written == (await play(synced, "/rule 100\n"))


async def test_between_pages_q_ends_and_a_command_is_the_next_one(
    synced: ReferenceService, monkeypatch: pytest.MonkeyPatch
) -> None:
    Terminal(monkeypatch, 7, "q", "", "/rule 100.2")
    shell, written = await paged(synced, "/rule 100")
    assert len(written) == 5
    shell, written = await paged(synced, "/rule 100")
    assert len(written) == 10
    assert shell.lines.next("> ") == "/rule 100.2"


async def test_the_end_of_the_input_between_pages_ends_them(
    synced: ReferenceService, monkeypatch: pytest.MonkeyPatch
) -> None:
    Terminal(monkeypatch, 7)
    _, written = await paged(synced, "/rule 100")
    assert len(written) == 5


async def test_what_fits_is_shown_without_a_stop(synced: ReferenceService, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(monkeypatch, 22)
    await paged(synced, "/rule 100.2")
    assert terminal.prompts == []
