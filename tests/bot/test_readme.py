"""The README tells the truth: its transcript is what the program prints, its table has every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
#: What is typed into the console for each transcript; UPDATE_README=1 writes what comes out into the README.
TRANSCRIPTS = {
    "ask": (
        "/ask can i turn my manifested delver face up",
        "/sim run Alice manifests Delver of Secrets; Alice turns #1 face up",
    ),
}

#: Hands are drawn at random here, so that only the start of each answer is the same each time.
TABLE = (
    "@Alice /sim start",
    "@Alice /sim manifest Delver of Secrets",
    "@Bob /look",
    "@Alice /look",
    "@Bob /sim act turns #1 face up",
    "@Alice /sim turn-up #1",
    "@Bob /ruling propose\nquestion: How do we mark face-down cards at the Thursday table?\nverdict: explains\n"
    "answer: With a numbered die on each, in the order in which they became face down.\n"
    "rules: 708.6\nalso_asked: marking face-down cards on thursday\n",
    "/ruling review approve how-do-we-mark-face-down-cards-at-the-thursday-table\n"
    "/ruling review approve how-do-we-mark-face-down-cards-at-the-thursday-table",
    "/ask how are face-down cards marked at the thursday table",
)


def console(lines: tuple[str, ...], folder: Path) -> str:
    """Each line after a prompt, then what the console answers to it."""
    shown = []
    for line in lines:
        done = subprocess.run(
            [sys.executable, "-m", "bot.cli", "console"],
            input=line + "\n",
            capture_output=True,
            text=True,
            env={**os.environ, "TABLEJUDGE_DATA_DIR": str(folder), "DISCORD_TOKEN": ""},
            check=True,
            cwd=ROOT,
        )
        shown.append(f"> {line}\n{done.stdout.rstrip()}")
    return "\n\n".join(shown)


def test_the_transcript_is_what_the_console_prints(tmp_path: Path) -> None:
    text = README.read_text(encoding="utf-8")
    for name, lines in TRANSCRIPTS.items():
        block = f"<!-- transcript: {name} -->\n```\n{console(lines, tmp_path)}\n```\n<!-- end -->"
        if os.environ.get("UPDATE_README"):
            pattern = re.compile(rf"<!-- transcript: {name} -->.*?<!-- end -->", re.DOTALL)
            text = pattern.sub(lambda _, block=block: block, text, count=1)  # type: ignore[misc]
            README.write_text(text, encoding="utf-8")
        assert block in text, f"run UPDATE_README=1 pytest {__file__}"


def test_the_console_plays_a_whole_table_too(tmp_path: Path) -> None:
    played = console(TABLE, tmp_path)
    alice_sees = played.split("> @Alice /look")[1].split("\n\n")[0]
    bob_sees = played.split("> @Bob /look")[1].split("\n\n")[0]
    assert "Delver of Secrets" in alice_sees
    assert "Delver of Secrets" not in bob_sees
    assert "116.2b" in played.split("> @Bob /sim act")[1].split("\n\n")[0]
    assert "numbered die" in played.rsplit("> /ask", 1)[1]


async def test_the_transcript_of_a_whole_table_is_what_discord_shows(tmp_path: Path) -> None:
    """Two people play, a moderator adds a ruling; no hidden card is in anything that another person reads."""
    from table_transcript import played

    told = await played(tmp_path)
    scenes = told.split("\n> ")
    turned_up = next(number for number, scene in enumerate(scenes) if "Alice presses [Turn #1 face up]" in scene)
    for scene in scenes[1:turned_up]:
        for part in re.split(r"^(?=\()", scene, flags=re.MULTILINE):
            assert "Delver of Secrets" not in part or part.startswith("(direct message to Alice)"), part
    assert "numbered die" in scenes[-1]
    assert len(told.splitlines()) <= 125
    text = README.read_text(encoding="utf-8")
    block = f"<!-- transcript: discord -->\n```\n{told}\n```\n<!-- end -->"
    if os.environ.get("UPDATE_README"):
        pattern = re.compile(r"<!-- transcript: discord -->.*?<!-- end -->", re.DOTALL)
        text = pattern.sub(lambda _: block, text, count=1)
        README.write_text(text, encoding="utf-8")
    assert block in text, f"run UPDATE_README=1 pytest {__file__}"


def test_every_slash_command_is_in_the_table() -> None:
    text = README.read_text(encoding="utf-8")
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "bot/discord_app/cogs").glob("*.py"))
    names = re.findall(r'\.command\(\s*name="([a-z-]+)"', source)
    assert len(names) > 10
    missing = [name for name in names if not re.search(rf"`/(?:\w+ ){{0,2}}{re.escape(name)}\b", text)]
    assert not missing


def test_every_subcommand_is_named() -> None:
    from bot.cli import COMMANDS

    text = README.read_text(encoding="utf-8")
    assert not [name for name in COMMANDS if not re.search(rf"\b{re.escape(name)}\b", text)]
