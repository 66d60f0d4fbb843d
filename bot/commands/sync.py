"""`tablejudge sync [--from DIR]`: bring official text and rulings to this site, from the network or from files."""

from __future__ import annotations

import sys
from contextlib import closing, nullcontext
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from bot.services import syncing as setup
from bot.services.background_sync import BUSY
from bot.services.card_names import take_up_newer
from bot.services.paths import REFERENCE_FILE, data_dir
from bot.services.sync_news import Snapshot, news
from rulings import curated
from rulings.catalogue import CatalogueError
from rulings.reference.building import BuildFailed, Busy
from rulings.reference.database import Reference, Unreadable
from rulings.reference.download import DownloadFailed
from rulings.reference.importing import Outcome, Report, import_folder
from rulings.reference.records import TITLES, Advance
from rulings.reference.syncing import sync

#: Exit code: a file was refused, a download failed, or nothing was found; what was good is in service all the same.
INCOMPLETE = 1
#: What a folder may hold, for who named one that holds none of it.
LOOKED_FOR = """looked for, in it and in the folders in it, plain or gzipped, whatever the files are called:
  - Scryfall's bulk files: oracle cards, all printings, rulings (JSON or JSON Lines)
  - MTGJSON files: AtomicCards, AllPrintings, single sets (JSON)
  - the Comprehensive Rules (the .txt file of any edition)
  - a table of printed names (tab-separated: english, face, lang, printed)
files whose names begin with a dot are left out; `tablejudge sync` without --from downloads what is needed"""


class _AnotherRuns(click.ClickException):
    """Another process is syncing: nothing is wrong."""

    exit_code = BUSY


class Bars:
    """Shows each step as a progress bar with sizes and the time left.

    Args:
        bars: Where they are shown.
    """

    def __init__(self, bars: Progress) -> None:
        self._bars = bars

    def step(self, title: str, total: int | None) -> Advance:
        """A step begins; the steps before it are done."""
        for task in self._bars.tasks:
            self._bars.update(task.id, visible=False)
        task_id = self._bars.add_task(escape(title), total=total)
        return lambda count: self._bars.advance(task_id, count)


@click.command()
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Import the files of this folder and the folders in it; nothing is downloaded.",
)
@click.option(
    "--all-printings", is_flag=True, help="Download every printing too (large), for the newest printed names."
)
@click.option(
    "--allow-smaller", is_flag=True, help="With --from: take data that is much smaller than what is in service."
)
def command(folder: Path | None, all_printings: bool, allow_smaller: bool) -> None:
    """Get the rules' text, Oracle text, official rulings and printed names; they stay at this site.

    Files are recognised by their content: Scryfall bulk files, MTGJSON, the Comprehensive Rules of any year, tables
    of printed names. The newest edition and the most complete file of a kind win. Exit code: 0 all is well, 1 something
    was refused or couldn't be downloaded (what was good is in service all the same), or the folder holds none of this,
    3 another sync is running.
    """
    database = data_dir() / REFERENCE_FILE
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    before = _snapshot(database)
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
            if folder is not None:
                report = import_folder(database, folder, progress=Bars(bars), allow_smaller=allow_smaller)
            else:
                addresses = setup.addresses()
                with setup.downloader() as downloader:
                    report = sync(
                        database, downloader, addresses=addresses, all_printings=all_printings, progress=Bars(bars)
                    )
    except KeyboardInterrupt:
        click.echo("what is in service stays; the next sync goes on with what was downloaded", err=True)
        raise click.Abort from None
    except Busy as error:
        raise _AnotherRuns(str(error)) from None
    except (BuildFailed, DownloadFailed, setup.BadAddress) as error:
        raise click.ClickException(str(error)) from None
    found_any = folder is None or any(outcome.form or outcome.problem for outcome in report.outcomes)
    if not found_any:
        click.echo(f"nothing to import: {_none_found(folder, len(report.outcomes))}", err=True)
        report.outcomes.clear()
    _tell(report, database, folder)
    _tell_news(before, database)
    well = _take_up_newer(console)
    sys.exit(0 if report.ok and well and found_any else INCOMPLETE)


def _none_found(folder: Path | None, files: int) -> str:
    held = "no files" if not files else "a file, but no" if files == 1 else f"{files:,} files, but no"
    return f"{folder} holds {held}{' reference data' if files else ''}\n" + LOOKED_FOR


def _take_up_newer(console: Console) -> bool:
    """Make the names of cards that came out after the shipped catalogue known; whether that went well."""
    try:
        with console.status("comparing with the shipped cards") if console.is_terminal else nullcontext():
            newer = take_up_newer(data_dir())
    except (OSError, CatalogueError) as error:
        click.echo(f"failed: the names of newer cards couldn't be taken up: {error}")
        return False
    if newer:
        renamed = len(newer.printed.keys() - newer.added.keys())
        more = f", {renamed:,} with more names in other languages" if renamed else ""
        told = f"{len(newer.added):,} newer, {len(newer.changed):,} that read otherwise{more}"
        click.echo(f"beyond the shipped cards: {told}")
    return True


def _tell(report: Report, database: Path, folder: Path | None) -> None:
    out = Console(soft_wrap=True, highlight=False)
    if report.outcomes:
        _table_of_files(report, folder, out)
    for what in report.unchanged:
        out.print(f"unchanged: {what}")
    for problem in report.problems:
        out.print(f"failed: {problem}", markup=False)
    _table_of_service(database, out)


def _snapshot(database: Path) -> Snapshot | None:
    """What is in service before the sync; None if nothing is."""
    try:
        with closing(Reference.open(database)) as reference:
            return Snapshot.of(reference)
    except Unreadable:
        return None


def _tell_news(before: Snapshot | None, database: Path) -> None:
    """What the sync brought, in the words that moderators read."""
    try:
        with closing(Reference.open(database)) as reference:
            found = news(before, reference, curated.read().rulings)
    except Unreadable:
        return
    if found.is_any:
        out = Console(soft_wrap=True, highlight=False)
        for line in found.lines():
            out.print(line, markup=False)


def _table_of_files(report: Report, folder: Path | None, out: Console) -> None:
    for outcome in report.outcomes:
        name = outcome.path.relative_to(folder) if folder else outcome.path.name
        for mark, line in _lines(outcome):
            out.print(f"{mark} {name}: {line}", markup=False)


def _lines(outcome: Outcome) -> list[tuple[str, str]]:
    lines = [("✔", line) for line in outcome.taken] + [("–", line) for line in outcome.passed]
    if outcome.problem:
        lines.append(("✘", f"refused: {outcome.problem}"))
    return lines or [("–", "no reference data, passed over")]


def _table_of_service(database: Path, out: Console) -> None:
    try:
        reference = Reference.open(database)
    except Unreadable as error:
        out.print(str(error), markup=False)
        return
    with closing(reference):
        table = Table(box=box.SIMPLE, title="In service", title_justify="left")
        for heading in ("what", "from", "data to", "entries"):
            table.add_column(heading, justify="right" if heading == "entries" else "left")
        for kind, source in sorted(reference.sources().items()):
            table.add_row(TITLES[kind], escape(source.file), source.newest or "–", f"{source.count:,}")
        out.print(table)
        editions = reference.editions()
        if editions:
            newest = editions[-1]
            out.print(
                f"Comprehensive Rules of {newest.edition}: {newest.headings:,} headings, {newest.rules:,} rules, "
                f"{newest.subrules:,} subrules, {newest.glossary:,} glossary entries"
            )
        if older := [each.edition for each in editions[:-1]]:
            out.print(f"kept to compare with: {', '.join(older)}")
