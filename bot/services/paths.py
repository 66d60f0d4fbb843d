"""Where data lives on this machine. Light: the `ask` path imports it, so no pydantic and no database here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import platformdirs

#: The store's file inside the data folder: rulings, games, settings. Precious.
STORE_FILE = "store.db"
#: The reference data's file inside the data folder. It can be rebuilt.
REFERENCE_FILE = "reference.db"


def data_dir(environ: Mapping[str, str] | None = None) -> Path:
    """The folder for data: TABLEJUDGE_DATA_DIR, else the platform's user data folder. It may not exist yet.

    Args:
        environ: the environment to read; the process's own by default.
    """
    named = (os.environ if environ is None else environ).get("TABLEJUDGE_DATA_DIR", "").strip()
    if named:
        return Path(named).expanduser().absolute()
    return Path(platformdirs.user_data_path("tablejudge", appauthor=False))


def stamp(path: Path) -> tuple[int, int] | None:
    """What tells a file from the one that was at its place before (inode, time in ns); None if there is none."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_ino, seen.st_mtime_ns


def store_url(folder: Path) -> str:
    """The default store: an SQLite file in the data folder, as an SQLAlchemy URL."""
    from sqlalchemy import URL  # heavy: only those who open the store pay for it

    return URL.create("sqlite+aiosqlite", database=str(folder / STORE_FILE)).render_as_string(hide_password=False)
