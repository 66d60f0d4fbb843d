"""Builds `reference.db` beside the one in service and swaps it in one step.

Readers never see half: they keep the old file open until they look again. Whoever ends the process in the middle, at
any moment, leaves the old file as it was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rulings import rules_index
from rulings.reference import importers
from rulings.reference.ageing import ages_of
from rulings.reference.inspecting import Inspection
from rulings.reference.records import KIND_OF, Advance, CardRecord, Kind, NameRecord, Refused, RulingRecord
from rulings.reference.rules_text import RulesText
from rulings.reference.schema import TABLES, VERSION
from rulings.remarks import Remark
from rulings.rules_index import RulesIndex
from rulings.rules_index_build import digest

_COPIED = {
    Kind.CARDS: ("cards", "card_faces"),
    Kind.RULINGS: ("ruling_texts", "card_rulings"),
    Kind.NAMES: ("printed_names",),
}


class Busy(Exception):
    """Another process is building; the message says what to do."""


class BuildFailed(Exception):
    """The new file couldn't be written; the one in service is as it was. The message says why."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file was downloaded from, so that the next download can ask whether it changed.

    Attributes:
        url: Its address.
        etag: The server's mark of this content.
        last_modified: The server's date of this content.
    """

    url: str = ""
    etag: str = ""
    last_modified: str = ""


@dataclass(slots=True)
class Plan:
    """What the new file is built from; what isn't named is taken over from the file in service.

    Attributes:
        files: Inspected file -> the kinds that are taken from it, without the rules.
        editions: Editions of the rules to add, by the file that they come from.
        origins: Where files were downloaded from, by path.
        today: ISO date of the import.
    """

    today: str
    files: dict[Path, tuple[Inspection, set[Kind]]] = field(default_factory=dict)
    editions: list[tuple[Path, RulesText]] = field(default_factory=list)
    origins: Mapping[Path, Origin] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to build."""
        return not self.files and not self.editions


def _unwritable(path: Path, error: Exception) -> BuildFailed:
    return BuildFailed(Remark("{path} can't be written to ({error})", path=str(path.parent), error=str(error)))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other processes from building the same file; the lock ends with the process, however it ends.

    Raises:
        Busy: Another process is building.
        BuildFailed: The folder can't be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path.with_name(path.name + ".lock"), timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise _unwritable(path, error) from error
    with closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise Busy(Remark("another sync is running; wait until it is done")) from None
            raise _unwritable(path, error) from error
        # what a process that was killed left behind
        for left in path.parent.glob(f"{path.name}.new-*"):
            with contextlib.suppress(OSError):
                left.unlink()
        yield


def build(path: Path, plan: Plan, advance: Advance = lambda count: None) -> None:
    """Build the file of a plan and put it in the place of the one in service. Call it under `locked`.

    Raises:
        BuildFailed: It couldn't be written; the file in service is as it was.
        Refused: A file changed since it was inspected.
    """
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        with closing(sqlite3.connect(new, isolation_level=None, uri=True)) as connection:
            _fill(connection, path if _is_sound(path) else None, plan, advance)
        _flush(new)
        new.replace(path)
        _flush(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise BuildFailed(
            Remark("{name} couldn't be built ({error}); is there room on the disk?", name=path.name, error=str(error))
        ) from error
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def readable(path: Path) -> bool:
    """Whether a file is there that this version can read."""
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
            return bool(connection.execute("PRAGMA user_version").fetchone()[0] == VERSION)
    except sqlite3.Error:
        return False


def _is_sound(path: Path) -> bool:
    """Whether a file is readable to its end: nothing is taken over from one that the disk damaged."""
    if not readable(path):
        return False
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False


def read_only(path: Path) -> str:
    """The URI with which a file is opened that nobody ever writes to."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def _flush(path: Path) -> None:
    """Have the disk hold what was written: a file, or a folder's names."""
    flags = os.O_RDONLY if path.is_dir() else os.O_RDWR
    try:
        handle = os.open(path, flags)
    except OSError:
        if path.is_dir():
            return  # Windows can't open folders
        raise
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _fill(connection: sqlite3.Connection, previous: Path | None, plan: Plan, advance: Advance) -> None:
    # no journal: a file that isn't finished is thrown away
    connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;")
    connection.executescript(TABLES)
    taken = {kind for _, kinds in plan.files.values() for kind in kinds}
    if previous is not None:
        connection.execute("ATTACH ? AS old", (read_only(previous),))
    connection.execute("BEGIN")
    if previous is not None:
        _take_over(connection, plan, taken)
    for path, (inspection, kinds) in plan.files.items():
        _import(connection, inspection, kinds, advance)
        for kind in kinds:
            measure, origin = inspection.holds[kind], plan.origins.get(path, Origin())
            form = inspection.form.value if inspection.form else ""
            row = (kind.value, path.name, form, measure.read, measure.count, measure.newest, plan.today)
            connection.execute(
                "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, origin.url, origin.etag, origin.last_modified),
            )
    if previous is not None and Kind.RULINGS in taken:
        _keep_vanished(connection, plan.today)
    for path, edition in plan.editions:
        _add_edition(connection, path, edition, plan)
    if Kind.CARDS in taken:
        connection.execute(
            "INSERT OR IGNORE INTO card_faces SELECT face.value ->> 0, cards.id FROM cards, json_each(cards.faces) face"
        )
    _write_ages(connection)
    _index_words(connection)
    connection.execute("COMMIT")


def _take_over(connection: sqlite3.Connection, plan: Plan, taken: Iterable[Kind]) -> None:
    """Copy what the plan doesn't replace from the file in service."""
    for kind, tables in _COPIED.items():
        if kind not in taken:
            for table in tables:
                connection.execute(f"INSERT INTO {table} SELECT * FROM old.{table}")  # noqa: S608 - own names
            connection.execute("INSERT INTO sources SELECT * FROM old.sources WHERE kind = ?", (kind.value,))
    connection.execute("INSERT INTO sources SELECT * FROM old.sources WHERE kind = ?", (Kind.RULES.value,))
    added = [edition.edition for _, edition in plan.editions]
    marks = ", ".join("?" * len(added))
    for table in ("editions", "rules", "glossary"):
        connection.execute(
            f"INSERT INTO {table} SELECT * FROM old.{table} WHERE edition NOT IN ({marks})",  # noqa: S608 - own names
            added,
        )


def _import(connection: sqlite3.Connection, inspection: Inspection, kinds: set[Kind], advance: Advance) -> None:
    """Write the records of some kinds from one file."""
    if inspection.form is None:
        raise Refused(Remark("it is no reference data"))
    for record in importers.records(inspection.path, inspection.form, advance):
        if KIND_OF[type(record)] not in kinds:
            continue
        match record:
            case CardRecord():
                _add_card(connection, record)
            case RulingRecord():
                number = ruling_id(record)
                connection.execute(
                    "INSERT OR IGNORE INTO ruling_texts VALUES (?, ?, ?, ?)",
                    (number, record.source, record.published_at, record.comment),
                )
                connection.execute("INSERT OR IGNORE INTO card_rulings VALUES (?, ?, '')", (record.oracle_id, number))
            case NameRecord():
                connection.execute("INSERT OR IGNORE INTO printed_names VALUES (?, ?, ?, ?)", record)


def ruling_id(record: RulingRecord) -> int:
    """A ruling's number: made of its content, so that it is the same after every import. 52 bits: exact in JSON."""
    content = "\x1f".join(record[1:]).encode()
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big") >> 12


def _add_card(connection: sqlite3.Connection, card: CardRecord) -> None:
    # of several printings the newest one gives the wording
    connection.execute(
        """INSERT INTO cards (oracle_id, name, layout, released_at, faces, url) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET layout = excluded.layout, released_at = excluded.released_at,
            faces = excluded.faces, url = excluded.url WHERE excluded.released_at > released_at""",
        (*card[:4], _plain(card.faces), card.url),
    )


def _keep_vanished(connection: sqlite3.Connection, today: str) -> None:
    """Keep rulings that the new file of the same form no longer has, and note since when."""
    form = "SELECT form FROM {}sources WHERE kind = 'rulings'"
    old, new = (connection.execute(form.format(schema)).fetchone() for schema in ("old.", ""))
    if old is None or old != new:
        return
    connection.execute(
        """INSERT INTO card_rulings
        SELECT gone.oracle_id, gone.ruling, coalesce(nullif(gone.gone_since, ''), ?) FROM old.card_rulings gone
        WHERE NOT EXISTS (SELECT 1 FROM main.card_rulings kept
                          WHERE kept.oracle_id = gone.oracle_id AND kept.ruling = gone.ruling)""",
        (today,),
    )
    connection.execute(
        """INSERT OR IGNORE INTO ruling_texts
        SELECT * FROM old.ruling_texts WHERE id IN (SELECT ruling FROM main.card_rulings WHERE gone_since <> '')"""
    )


def _add_edition(connection: sqlite3.Connection, path: Path, edition: RulesText, plan: Plan) -> None:
    date = edition.edition
    counts = [edition.count(kind) for kind in ("section", "rule", "subrule")]
    row = (date, path.name, *counts, len(edition.glossary), plan.today)
    connection.execute("INSERT INTO editions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.executemany(
        "INSERT INTO rules VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (date, place, rule.number, rule.kind, rule.heading, rule.text, _plain(rule.examples), digest(rule.text))
            for place, rule in enumerate(edition.rules)
        ),
    )
    connection.executemany(
        "INSERT INTO glossary VALUES (?, ?, ?, ?)",
        ((date, place, entry.term, entry.text) for place, entry in enumerate(edition.glossary)),
    )
    newest = connection.execute("SELECT max(edition) FROM editions").fetchone()[0]
    if newest == date:
        origin = plan.origins.get(path, Origin())
        form = "Comprehensive Rules text"
        source = (Kind.RULES.value, path.name, form, sum(counts), sum(counts), date, plan.today)
        connection.execute(
            "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*source, origin.url, origin.etag, origin.last_modified),
        )


def _write_ages(connection: sqlite3.Connection) -> None:
    """Work out what became of every rule of every older edition, shipped indexes included."""
    indexes = {edition: rules_index.load(edition) for edition in rules_index.editions()}
    newest = connection.execute("SELECT coalesce(max(edition), '') FROM editions").fetchone()[0]
    for (edition,) in connection.execute("SELECT edition FROM editions").fetchall():
        indexes[edition] = index_in(connection, edition)

    def texts(edition: str) -> dict[str, str]:
        sql = "SELECT number, text FROM rules WHERE edition = ? AND kind <> 'chapter'"
        return dict(connection.execute(sql, (edition,)).fetchall())

    # an edition that is only shipped can be newer than what was imported: nothing is compared with it then
    ages = ages_of((index for edition, index in indexes.items() if edition <= newest), texts)
    connection.executemany("INSERT INTO ages VALUES (?, ?, ?, ?, ?, ?)", ages)


def index_in(connection: sqlite3.Connection, edition: str) -> RulesIndex:
    """The numbers, hashes and headings of an imported edition; empty if it isn't there."""
    sql = "SELECT number, hash, heading FROM rules WHERE edition = ? AND kind <> 'chapter' ORDER BY position"
    rows = connection.execute(sql, (edition,)).fetchall()
    return RulesIndex(edition, {row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows if row[2]})


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _index_words(connection: sqlite3.Connection) -> None:
    connection.execute(
        """INSERT INTO rules_words (number, heading, text) SELECT number, heading, text FROM rules
        WHERE edition = (SELECT max(edition) FROM editions) AND kind <> 'chapter' ORDER BY position"""
    )
    connection.execute("INSERT INTO rulings_words (rulings_words) VALUES ('rebuild')")
