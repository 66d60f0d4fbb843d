"""Whether everything is in its place on this machine: what `tablejudge doctor` checks without asking Discord."""

from __future__ import annotations

import base64
import binascii
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, TypeAlias

from bot.services.paths import REFERENCE_FILE
from rulings.reference import state
from rulings.reference.database import Reference, Unreadable

#: ok · warning: it works, but look at it · problem: something won't work · skipped: it couldn't be checked.
Verdict: TypeAlias = Literal["ok", "warning", "problem", "skipped"]

#: Reference data that wasn't checked for so long is called old.
OLD_DAYS = 45
#: Bytes of free space below which a warning is given.
LEAST_SPACE = 200 * 2**20
_TOKEN_PARTS = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check came to.

    Attributes:
        name: what was checked, in a word.
        verdict: see `Verdict`.
        message: what was found.
        advice: what to do; empty where nothing has to be done.
    """

    name: str
    verdict: Verdict
    message: str
    advice: str = ""


def local(data_dir: Path, store_url: str) -> list[Finding]:
    """Every check that needs no network.

    Args:
        data_dir: the data folder; it may not exist yet.
        store_url: SQLAlchemy URL of the store.
    """
    return [versions(), folder(data_dir), database(store_url), reference(data_dir)]


def versions() -> Finding:
    """What is installed."""
    found = [f"Python {sys.version.split()[0]}"]
    for package in ("tablejudge", "discord.py"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            return Finding("versions", "problem", f"{package} isn't installed", "Install again: `make install`.")
    return Finding("versions", "ok", ", ".join(found))


def token(environment: Mapping[str, str]) -> Finding:
    """Whether DISCORD_TOKEN can be a bot's token: three parts, the first of which is a number."""
    written = environment.get("DISCORD_TOKEN", "").strip()
    fresh = "Copy it from discord.com/developers → your application → Bot → Reset Token, and set DISCORD_TOKEN to it."
    if not written:
        return Finding("token", "problem", "DISCORD_TOKEN isn't set: `run` starts the local console only", fresh)
    if written.lower().startswith("bot "):
        return Finding("token", "problem", "DISCORD_TOKEN begins with “Bot”", "Set it to the token alone.")
    if any(character.isspace() for character in written) or written[:1] in "\"'":
        return Finding("token", "problem", "DISCORD_TOKEN holds blanks or quotation marks", fresh)
    parts = written.split(".")
    if len(parts) != _TOKEN_PARTS or not all(parts):
        what = f"DISCORD_TOKEN has {len(parts)} part{'s' if len(parts) != 1 else ''} between dots, a bot's token has 3"
        hint = "It may be the client secret or the public key. " if len(parts) == 1 else ""
        return Finding("token", "problem", what, hint + fresh)
    if _application(parts[0]) is None:
        return Finding("token", "problem", "DISCORD_TOKEN doesn't begin with an application's number", fresh)
    return Finding("token", "ok", f"DISCORD_TOKEN has the form of a bot's token (application {_application(parts[0])})")


def _application(part: str) -> int | None:
    try:
        text = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return int(text) if text.isdigit() else None


def folder(data_dir: Path) -> Finding:
    """Whether the data folder can be written, and has room. It isn't made where it doesn't exist."""
    place = data_dir
    while not place.exists() and place != place.parent:
        place = place.parent
    advice = "Set TABLEJUDGE_DATA_DIR to a folder that this user may write."
    if not place.is_dir():
        return Finding("data folder", "problem", f"{place} is no folder", advice)
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
        free = shutil.disk_usage(place).free
    except OSError as error:
        return Finding("data folder", "problem", f"{place} can't be written: {error.strerror or error}", advice)
    if free < LEAST_SPACE:
        message = f"{data_dir} has {free // 2**20} MiB left"
        return Finding("data folder", "warning", message, "Make room: the store grows, and a sync needs about 200 MiB.")
    note = "" if data_dir.exists() else ", and will be made at the first start"
    return Finding("data folder", "ok", f"{data_dir} can be written{note}")


def database(url: str) -> Finding:
    """Whether the store can be reached and is of this version's schema; nothing is changed."""
    import sqlalchemy as sa
    from sqlalchemy.exc import ArgumentError

    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        return Finding(
            "database", "problem", "TABLEJUDGE_DATABASE_URL can't be read",
            "It looks like sqlite+aiosqlite:////folder/store.db; unset, the store is in the data folder.",
        )  # fmt: skip
    if parsed.get_backend_name() != "sqlite":
        return _server_database(parsed)
    path = Path(parsed.database or "")
    if parsed.database in (None, "", ":memory:"):
        return Finding("database", "warning", "the store is in memory", "Everything is lost when the bot stops.")
    if not path.exists():
        if (place := folder(path.parent)).verdict == "problem":
            return Finding("database", "problem", f"{path} can't be made: {place.message}", place.advice)
        return Finding("database", "ok", f"{path} will be made at the first start")
    broken = "Restore it from a backup, or set TABLEJUDGE_DATABASE_URL to another place."
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)) as connection:
            if (told := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
                return Finding("database", "problem", f"{path} is damaged: {told}", broken)
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        if "no such table" in str(error):
            return Finding("database", "problem", f"{path} holds no store of Table Judge", broken)
        return Finding("database", "problem", f"{path} can't be read: {error}", broken)
    if not os.access(path, os.W_OK):
        return Finding("database", "problem", f"{path} can't be written", "Give this user the right to write it.")
    return _schema(str(path), row[0] if row else None)


def _server_database(url: object) -> Finding:
    import asyncio

    import sqlalchemy as sa
    from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError

    from rulings.store.engine import Database
    from rulings.store.errors import StoreUnavailable

    assert isinstance(url, sa.URL)  # noqa: S101 - what database() hands over
    shown = url.render_as_string(hide_password=True)

    async def version(store: Database) -> str | None:
        async with store.read() as connection:
            return (await connection.execute(sa.text("SELECT version_num FROM alembic_version"))).scalar()

    async def current() -> str | None:
        store = await Database.connect(url.render_as_string(hide_password=False))
        try:
            return await store.finish(version(store))
        finally:
            await store.close()

    try:
        return _schema(shown, asyncio.run(asyncio.wait_for(current(), 15)))
    except StoreUnavailable as error:
        return Finding("database", "problem", str(error), "Check TABLEJUDGE_DATABASE_URL and the server.")
    except (SQLAlchemyError, OSError, TimeoutError, ImportError, NoSuchModuleError) as error:
        # The message may hold the password: only the kind is told.
        return Finding("database", "problem", f"{shown} can't be used ({type(error).__name__})", "Is the server up?")


def _schema(name: str, found: str | None) -> Finding:
    from rulings.store.schema import HEAD

    if found == HEAD:
        return Finding("database", "ok", f"{name} is reachable, schema {HEAD} is the newest")
    if found is None or found < HEAD:
        return Finding("database", "ok", f"{name} is of schema {found}; the next start brings it to {HEAD}")
    return Finding(
        "database", "problem", f"{name} is of schema {found}, which this version doesn't know",
        "Start the newer version that made it, or update this one.",
    )  # fmt: skip


def reference(data_dir: Path, now: datetime | None = None) -> Finding:
    """How old the reference data is."""
    path = data_dir / REFERENCE_FILE
    bring = "`tablejudge sync` brings it; `sync --from FOLDER` takes files at hand."
    try:
        with closing(Reference.open(path)) as opened:
            newest = {kind: source.newest for kind, source in opened.sources().items()}
    except Unreadable as error:
        if not path.exists():
            return Finding("reference data", "warning", "none yet: no texts, but numbers and facts are here", bring)
        return Finding("reference data", "problem", str(error), bring)
    shown = ", ".join(f"{kind.value} to {date}" if date else kind.value for kind, date in newest.items())
    states = state.read(path)
    stale = [kind.value for kind, each in states.items() if each.stale]
    if stale:
        why = next(each.problem for each in states.values() if each.stale)
        return Finding(
            "reference data", "warning", f"{shown}; not brought up to date: {', '.join(stale)} ({why})", bring
        )
    now = now or datetime.now(UTC)
    checked = [datetime.fromisoformat(each.checked_at) for each in states.values() if each.checked_at]
    days = (now - min(checked)).days if checked else None
    if days is not None and days > OLD_DAYS:
        return Finding("reference data", "warning", f"{shown}; last checked {days} days ago", bring)
    return Finding("reference data", "ok", shown + (f"; last checked {days} days ago" if days else ""))


def worst(findings: Sequence[Finding]) -> int:
    """The exit code: 1 if anything won't work, else 0."""
    return int(any(each.verdict == "problem" for each in findings))
