"""The names in service: those of the shipped catalogue, after a sync with the newer cards among them.

Light: the `ask` path imports it. What comes in with a sync is taken up by itself, also by a process that serves.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bot.services.paths import REFERENCE_FILE, data_dir
from rulings.catalogue import Catalogue
from rulings.names import Names
from rulings.newer_files import NOTE, in_service

if TYPE_CHECKING:
    from rulings.newer import Newer

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
    return Names.shipped() if found is None else Names(Catalogue(found, trees_folder=shipped.folder))


def take_up_newer(folder: Path) -> Newer | None:
    """Make the names and facts of cards that the reference data has beyond the shipped catalogue; call it after a sync.

    Args:
        folder: The data folder.

    Returns:
        Those cards; None if there is no reference data.

    Raises:
        OSError: The files can't be written; those in service are as they were.
        CatalogueError: The shipped facts can't be read.
    """
    from rulings.newer import build
    from rulings.reference.database import Reference, Unreadable

    try:
        reference = Reference.open(folder / REFERENCE_FILE)
    except Unreadable:
        return None
    with closing(reference):
        try:
            return build(folder, reference, Catalogue.shipped())
        except Unreadable:
            return None
