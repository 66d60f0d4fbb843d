"""The moderators' desk in the console: what a newer edition touches, questions, files, phrasings."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from reference_files import card, lines, rules_text

from bot.console.errors import words
from bot.console.rulings import RulingCommands
from bot.console.shell import Person, Shell
from bot.console.terminal import Lines, Out
from bot.services.editions import Editions
from bot.services.moderation import Finding, ModerationService
from bot.services.moderation_official import OfficialTexts
from rulings.model import Ruling, Source, Verdict
from rulings.reference.importing import import_folder
from rulings.store import Scope, Store

LOCAL = Scope.local()
ALICE = Person("Alice").actor
SPIN = "Widgets spin whenever a player says so aloud, and they never stop."
OLD = f"100.1. A game has players.\n\n100.2. {SPIN}"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()


async def find(scope: Scope, ruling: Ruling, phrasings: Sequence[str]) -> Sequence[Finding]:
    places = {"one": 0, "two": 2}
    return [Finding(each, "", "Another?", places.get(each)) for each in phrasings]


TEXT = Ruling(
    "official:7",
    "Show and Tell, official ruling",
    Verdict.EXPLAINS,
    "It works.",
    (),
    "2020-01-01",
    cards=("Show and Tell",),
    source=Source.OFFICIAL,
)


def _of_card(card: str) -> list[Ruling]:
    return [TEXT] if card in TEXT.cards else []


class Console:
    """A console over a store and a data folder."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.folder = folder
        self.service = ModerationService(
            store, find_phrasings=find, editions=Editions(folder), official=OfficialTexts({TEXT.id: TEXT}.get, _of_card)
        )
        self.written = io.StringIO()
        self.commands: RulingCommands | None = None

    async def play(self, script: str) -> str:
        written = io.StringIO()
        out, source = Out(written), Lines(io.BytesIO(script.encode()))
        shell = Shell(source, out, words)
        RulingCommands(shell, self.service, LOCAL)
        while (line := source.next("")) is not None:
            await shell.do(line)
        return written.getvalue()

    def sync(self, rules: str, edition: str) -> None:
        source = self.folder / f"files {edition}"
        source.mkdir()
        (source / "rules.txt").write_text(rules_text(rules, edition=edition))
        (source / "cards.jsonl.gz").write_bytes(lines(card(number) for number in range(1100)))
        assert import_folder(self.folder / "reference.db", source).ok

    async def publish(self, number: int = 1) -> str:
        content = {"id": f"widget-{number}", "question": f"Widget {number}?", "answer": "It spins.", "rules": "100.2"}
        slug = (await self.service.propose(LOCAL, ALICE, content)).ruling.slug
        await self.service.approve(LOCAL, ALICE, slug, seen=1)
        return slug


@pytest.fixture
def console(store: Store, tmp_path: Path) -> Console:
    made = Console(store, tmp_path)
    made.sync(OLD, "May 1, 2026")
    return made


async def test_outdated_rulings_are_read_and_then_confirmed_alone_or_together(console: Console) -> None:
    for number in (1, 2, 3):
        await console.publish(number)
    console.sync(OLD.replace("never stop", "stop at once"), "August 7, 2026")
    assert "Read first" in await console.play("/ruling right all\n")
    written = await console.play("/ruling outdated\n/ruling right 1\n/ruling retire 2\n/ruling right all\n")
    assert "- 2026-05-01 CR 100.2: Widgets spin whenever a player says so aloud, and they never stop." in written
    assert "+ 2026-08-07 CR 100.2: Widgets spin whenever a player says so aloud, and they stop at once." in written
    assert written.count("Still right") == 2
    assert "Retired: widget-2" in written
    assert await console.play("/ruling outdated\n") == "No ruling of this console needs review.\n"


async def test_questions_are_answered_by_their_number_or_dismissed(console: Console, store: Store) -> None:
    for question in ("spam", "do widgets spin", "do widgets spin"):
        await store.questions.record(LOCAL, question)
    written = await console.play(
        "/ruling questions\n/ruling dismiss 2\n"
        "/ruling answer 1\nanswer: They spin.\nrules: 100.2\n\n/ruling questions\n"
    )
    assert "1. 2× do widgets spin\n2. 1× spam\n" in written
    assert "Dismissed: spam" in written
    assert "Proposed: do widgets spin?" in written
    assert written.endswith("No question waits for an answer.\n")
    assert "numbers them" in await console.play("/ruling answer 7\n")


async def test_a_file_is_written_and_read_after_it_was_shown(console: Console, tmp_path: Path) -> None:
    await console.publish()
    file = tmp_path / "my rulings.toml"
    assert "1 ruling written" in await console.play(f"/ruling export {file}\n")
    assert "there already" in await console.play(f"/ruling export {file}\n")
    assert await console.play(f"/ruling import {file}\n") == "same: widget-1\n"
    file.write_text(file.read_text().replace("It spins.", "It spins well.").replace("widget-1", "widget-9"))
    assert "answers the same question" not in await console.play(f"/ruling export {tmp_path / 'up.toml'} upstream\n")
    refused = await console.play(f"/ruling import {file}\n/ruling import {file}.none\n")
    assert "widget-9: widget-1 answers the same question already" in refused
    assert "can't be read" in refused
    file.write_text(file.read_text().replace("Widget 1", "Widget 9"))
    written = await console.play(f"/ruling import {file}\n/ruling import {file}\n/ruling audit\n")
    assert "new: widget-9" in written
    assert "Imported 1 ruling." in written
    assert "Alice · ruling imported · widget-9" in written


async def test_phrasings_are_tested(console: Console) -> None:
    await console.publish()
    written = await console.play("/ruling test widget-1\none\ntwo\nthree\n")
    assert written.splitlines() == [
        "✔ one: finds it",
        "? two: not sure; it is choice 2",
        "✗ three: not sure; first choice is “Another?”",
    ]


async def test_words_are_added_listed_and_removed(console: Console) -> None:
    assert "No words were added" in await console.play("/ruling words")
    assert "“boop” means “return to hand”" in await console.play("/ruling words add Boop = return to hand")
    assert "(before: “return to hand”)" in await console.play("/ruling words add boop = destroy")
    assert "boop: destroy" in await console.play("/ruling words list")
    assert "What does it mean?" in await console.play("/ruling words add boop")
    assert "read as it stands" in await console.play("/ruling words remove BOOP")
    assert "no word “boop”" in await console.play("/ruling words remove boop")


async def test_an_official_ruling_is_hidden_here_by_its_place_and_shown_again(store: Store, tmp_path: Path) -> None:
    console = Console(store, tmp_path)
    said = await console.play(
        "/ruling official Moat\n/ruling official Show and Tell\n/ruling official hide 2 no\n/ruling official hide 1\n"
        "/ruling official hide 1 It is old.\n/ruling official\n/ruling official show 1\n/ruling official\n"
    )
    for line in (
        "The reference data has no official ruling on Moat.",
        "1. Show and Tell · 2020-01-01 · It works.",
        "Which one?",
        "ay why it isn't used here",
        "Not used here any more: Show and Tell",
        "not used here: It is old.",
        "Used here again: Show and Tell",
        "Every official ruling is used here.",
    ):
        assert line in said, said
