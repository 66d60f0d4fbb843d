"""A sync from the network: asks what is new, downloads and imports it; a part that fails does no harm to the others."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from rulings.reference import state
from rulings.reference.building import Origin, locked
from rulings.reference.database import Reference, Unreadable
from rulings.reference.discovery import BULK_INDEX, RULES_PAGE, NotFound, bulk_files, rules_link
from rulings.reference.download import Downloader, DownloadFailed, Started
from rulings.reference.importing import Progress, Report, Silent, import_locked
from rulings.reference.records import TITLES, Kind
from rulings.remarks import Remark

#: Downloads are kept in this folder beside the database until they are imported.
_FOLDER = "downloads"
_BULK_TYPES = {Kind.CARDS: "oracle_cards", Kind.RULINGS: "rulings", Kind.NAMES: "all_cards"}
#: An address with the moment in it, as Scryfall's have: the same address is the same content.
_DATED = re.compile(r"(?<!\d)20\d{12}(?!\d)")
#: What is downloaded and has less than this isn't whole: there were 34,869 cards and 45,147 rulings in 2022 already.
LEAST = {Kind.CARDS: 20_000, Kind.RULINGS: 20_000, Kind.NAMES: 50_000}


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where to look.

    Attributes:
        bulk_index: Scryfall's index of bulk files.
        rules_page: The page that links the newest rules text.
    """

    bulk_index: str = BULK_INDEX
    rules_page: str = RULES_PAGE


@dataclass(slots=True)
class _Wanted:
    kind: Kind
    url: str
    known: Origin


@dataclass(slots=True)
class _Run:
    report: Report = field(default_factory=Report)
    wanted: list[_Wanted] = field(default_factory=list)
    fresh: set[Kind] = field(default_factory=set)
    failed: dict[Kind, str] = field(default_factory=dict)

    def fail(self, kind: Kind, reason: str) -> None:
        self.failed[kind] = reason
        self.report.problems.append(Remark("{kind}: {reason}", kind=TITLES[kind], reason=reason))


def sync(
    database: Path,
    downloader: Downloader,
    *,
    addresses: Addresses | None = None,
    all_printings: bool = False,
    progress: Progress | None = None,
    least: Mapping[Kind, int] = LEAST,
) -> Report:
    """Bring the reference data up to date.

    Args:
        database: The file in service, or where it will be.
        downloader: What downloads.
        addresses: Where to look.
        all_printings: Download every printing too (hundreds of megabytes), for the newest printed names.
        progress: Hears of the steps.
        least: Refuse what holds fewer entries of a kind.

    Raises:
        Busy, BuildFailed: Nothing was changed.
    """
    addresses, progress = addresses or Addresses(), progress or Silent()
    kinds = [Kind.CARDS, Kind.RULINGS, *([Kind.NAMES] if all_printings else [])]
    with locked(database):
        run, known = _Run(), _known(database)
        _find_bulk(run, downloader, addresses.bulk_index, kinds, known)
        _find_rules(run, downloader, addresses.rules_page, known)
        origins = _download(run, downloader, database.parent / _FOLDER, progress)
        if origins:
            only = {path: Kind(path.name) for path in origins}
            found = import_locked(database, list(origins), progress=progress, origins=origins, least=least, only=only)
            found.problems[:0] = run.report.problems
            found.unchanged = run.report.unchanged
            run.report = found
            for path in origins:
                with contextlib.suppress(OSError):
                    path.unlink()
        state.note(database, run.fresh, run.failed)
    return run.report


def _download(run: _Run, downloader: Downloader, folder: Path, progress: Progress) -> dict[Path, Origin]:
    """Download what is wanted and has changed."""
    origins: dict[Path, Origin] = {}
    for wanted in run.wanted:
        path = folder / wanted.kind.value
        origin: Origin | None = None
        try:
            if wanted.url != wanted.known.url or not _DATED.search(wanted.url):
                origin = downloader.file(wanted.url, path, wanted.known, _started(progress, wanted.kind))
        except DownloadFailed as error:
            run.fail(wanted.kind, str(error))
            continue
        if origin is None:
            run.fresh.add(wanted.kind)
            run.report.unchanged.append(TITLES[wanted.kind])
        else:
            origins[path] = origin
    return origins


def _known(database: Path) -> dict[Kind, Origin]:
    """Where the data in service was downloaded from."""
    try:
        with closing(Reference.open(database)) as reference:
            sources = reference.sources().values()
            return {each.kind: Origin(each.url, each.etag, each.last_modified) for each in sources}
    except Unreadable:
        return {}


def _find_bulk(
    run: _Run, downloader: Downloader, address: str, kinds: list[Kind], known: Mapping[Kind, Origin]
) -> None:
    try:
        files = bulk_files(downloader.page(address))
    except (DownloadFailed, NotFound) as error:
        for kind in kinds:
            run.fail(kind, str(error))
        return
    for kind in kinds:
        file = files.get(_BULK_TYPES[kind])
        if file is None:
            run.fail(kind, Remark("Scryfall's index has no {file}", file=_BULK_TYPES[kind]))
        else:
            run.wanted.append(_Wanted(kind, file, known.get(kind, Origin())))


def _find_rules(run: _Run, downloader: Downloader, address: str, known: Mapping[Kind, Origin]) -> None:
    try:
        url = rules_link(downloader.page(address), address)
    except (DownloadFailed, NotFound) as error:
        run.fail(Kind.RULES, str(error))
        return
    run.wanted.append(_Wanted(Kind.RULES, url, known.get(Kind.RULES, Origin())))


def _started(progress: Progress, kind: Kind) -> Started:
    return lambda total: progress.step(f"downloading {TITLES[kind]}", total)
