"""The names in service: those of the shipped catalogue, after a sync with the newer cards among them.

Light: the `ask` path imports it. What comes in with a sync is taken up by itself, also by a process that serves.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bot.services.paths import REFERENCE_FILE, data_dir
from rulings.catalogue import Catalogue
from rulings.names import Names
from rulings.newer_files import NOTE, in_service, mark

if TYPE_CHECKING:
    from rulings.newer import Newer

#: Notes for which state of everything the comparison was made last.
_COMPARED = "newer-cards-compared.json"
_lock = threading.Lock()
_kept: dict[Path, tuple[tuple[int, int] | None, Names]] = {}


def names_in_service(folder: Path | None = None) -> Names:
    """The names that people may use now. Ask again for each question: the object stands for one state of the data.

    Args:
        folder: The data folder; by default that of the environment.

    Raises:
        CatalogueError: The shipped facts can't be read.
    """
    folder = data_dir() if folder is None else folder
    try:
        seen = (folder / NOTE).stat()
        stamp = (seen.st_ino, seen.st_mtime_ns)
    except OSError:
        stamp = None
    with _lock:
        kept = _kept.get(folder)
        if kept is None or kept[0] != stamp:
            kept = _kept[folder] = (stamp, Names.shipped() if stamp is None else _opened(folder))
        return kept[1]


def naming(folder: Path) -> Callable[[], Names]:
    """`names_in_service` of one data folder."""
    return lambda: names_in_service(folder)


def _opened(folder: Path) -> Names:
    shipped = Catalogue.shipped()
    found = in_service(folder, shipped)
    if found is None:
        return Names.shipped()
    from rulings.newer_catalogue import LayeredCatalogue

    return Names(LayeredCatalogue(shipped, found), Names.shipped())


def take_up_newer(folder: Path) -> Newer | None:
    """Make the names and facts of cards that the reference data has beyond the shipped catalogue; call it after a sync.

    Comparing all cards takes seconds: it is done once for each state of the reference data and of the package.

    Args:
        folder: The data folder.

    Returns:
        Those cards; None if there is no reference data, or nothing changed since the last time.

    Raises:
        OSError: The files can't be written; those in service are as they were.
        CatalogueError: The shipped facts can't be read.
    """
    from rulings.newer import build
    from rulings.reference.database import Reference, Unreadable

    shipped = Catalogue.shipped()
    state = _state(folder, shipped)
    if state and state == _text(folder / _COMPARED):
        return None
    try:
        with closing(Reference.open(folder / REFERENCE_FILE)) as reference:
            newer = build(folder, reference, shipped)
    except Unreadable:
        return None
    with contextlib.suppress(OSError):  # it is compared again then
        (folder / _COMPARED).write_text(_state(folder, shipped), encoding="utf-8")
    return newer


def _state(folder: Path, shipped: Catalogue) -> str:
    """What tells whether the newer cards in service are of today's reference data; empty if they can't be."""
    try:
        seen = (folder / REFERENCE_FILE).stat()
    except OSError:
        return ""
    note, built = _text(folder / NOTE), in_service(folder, shipped)
    if note and built is None:
        return ""
    return json.dumps([[seen.st_ino, seen.st_mtime_ns, seen.st_size], mark(shipped), note])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
