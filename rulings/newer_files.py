"""Which build of newer cards is in service (`rulings.newer` makes them). Light: who asks a question reads it."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from rulings.catalogue import FACTS, LOOKUP, NAMES, Catalogue

#: The note of the build in service, in the data folder.
NOTE = "newer-cards.json"
#: How the names of the builds' folders begin.
PREFIX = "newer-cards-"
_VERSION = 3


def mark(shipped: Catalogue) -> list[Any]:
    """What tells builds of the package apart: a look at its files, no reading."""
    sizes = [(shipped.folder / name).stat().st_size for name in (FACTS, NAMES, LOOKUP)]
    return [_VERSION, *sizes]


def in_service(folder: Path, shipped: Catalogue) -> Path | None:
    """The folder of the build in service; None if there is none, it isn't of this build of the package, or not whole.

    Args:
        folder: The data folder.
        shipped: The catalogue that it has to be made from.
    """
    try:
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        if note["shipped"] != mark(shipped) or not str(note["folder"]).startswith(PREFIX):
            return None
        found = folder / Path(note["folder"]).name
        # a machine that stops all at once may leave files that are cut off
        whole = all((found / name).stat().st_size == size for name, size in note["files"].items())
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return found if whole else None


def put_in_service(folder: Path, name: str | None, shipped: Catalogue) -> None:
    """Name the build in service; without one, none is from here on."""
    note = folder / NOTE
    if name is None:
        with contextlib.suppress(FileNotFoundError):
            note.unlink()
        return
    new = note.with_name(f"{NOTE}.new-{os.getpid()}")
    files = {path.name: path.stat().st_size for path in sorted((folder / name).iterdir())}
    new.write_text(json.dumps({"folder": name, "shipped": mark(shipped), "files": files}), encoding="utf-8")
    new.replace(note)
