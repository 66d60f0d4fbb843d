"""Reads `reference.db`: rules, glossary, cards' wording, official rulings, printed names. Never writes to it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulings.reference.ageing import Age, AgeSource
from rulings.reference.building import index_in, read_only, readable
from rulings.reference.records import FaceText, Kind
from rulings.reference.rules_text import GlossaryEntry, Rule
from rulings.rules_index import RulesIndex

_RULE = "SELECT number, text, examples FROM rules"
#: At most so many words of a query are looked for.
_MOST_WORDS = 16


class Unreadable(Exception):
    """There is no reference data, or it can't be read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """The file that serves a kind.

    Attributes:
        kind: What it serves.
        file: Its name.
        form: What it is, in words.
        read: Entries read.
        count: Distinct ones.
        newest: Newest date in it: "data to DATE"; empty if it has none.
        imported_at: ISO date.
        url: Where it was downloaded from; empty if it was at hand.
        etag: The server's mark of its content.
        last_modified: The server's date of its content.
    """

    kind: Kind
    file: str
    form: str
    read: int
    count: int
    newest: str
    imported_at: str
    url: str = ""
    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class EditionInfo:
    """An edition of the rules that was imported: its ISO date, the file's name, the counts, when it was imported."""

    edition: str
    file: str
    headings: int
    rules: int
    subrules: int
    glossary: int
    imported_at: str


@dataclass(frozen=True, slots=True)
class OfficialRuling:
    """An official ruling.

    Attributes:
        id: The same after every import.
        source: ``wotc`` or ``scryfall``.
        published_at: ISO date.
        comment: Its text.
        gone_since: ISO date of the import that no longer had it; empty while it is published.
    """

    id: int
    source: str
    published_at: str
    comment: str
    gone_since: str = ""


@dataclass(frozen=True, slots=True)
class CardWording:
    """A card's current wording.

    Attributes:
        oracle_id: Scryfall's id.
        name: Full English name.
        layout: In Scryfall's words.
        released_at: ISO date of the newest printing that the data has; empty if unknown.
        faces: At least one.
        url: The card's page at Scryfall.
    """

    oracle_id: str
    name: str
    layout: str
    released_at: str
    faces: tuple[FaceText, ...]
    url: str


class Reference(AgeSource):
    """An open reference database. It goes on reading the file that it opened, also after a newer one took its place.

    Args:
        path: The file.
        connection: A connection that only reads.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        #: ISO date of the newest edition of the rules; empty without one.
        self.edition = str(self._rows("SELECT coalesce(max(edition), '') FROM editions")[0][0])

    @classmethod
    def open(cls, path: Path) -> Reference:
        """Open the file in service.

        Any call on what was opened raises Unreadable where the file turns out to be damaged.

        Raises:
            Unreadable: There is none, it is damaged, or it is of another version.
        """
        if not path.is_file():
            raise Unreadable("there is no reference data yet: run `tablejudge sync`")
        if not readable(path):
            raise Unreadable(f"{path} is damaged or of another version: run `tablejudge sync` to build it anew")
        connection = sqlite3.connect(read_only(path), uri=True, check_same_thread=False)
        try:
            return cls(path, connection)
        except Unreadable:
            connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return list(self._each(sql, *values))

    def _each(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        try:
            # not `yield from`: a reader that leaves off early would close a cursor whose connection may be closed
            for row in self._connection.execute(sql, values):  # noqa: UP028
                yield row
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.ProgrammingError):
                raise  # a mistake of ours
            raise self._damaged(error) from error

    def _damaged(self, error: sqlite3.Error) -> Unreadable:
        return Unreadable(f"{self.path} is damaged ({error}): run `tablejudge sync` to build it anew")

    # ------------------------------------------------------------------ what is in it

    def sources(self) -> dict[Kind, SourceInfo]:
        """The file that serves each kind; kinds that were never imported are missing."""
        rows = self._rows("SELECT * FROM sources")
        return {Kind(row[0]): SourceInfo(Kind(row[0]), *row[1:]) for row in rows}

    def editions(self) -> list[EditionInfo]:
        """Every edition of the rules that was imported, oldest first; the last one is served."""
        return [EditionInfo(*row) for row in self._rows("SELECT * FROM editions ORDER BY edition")]

    def counts(self) -> dict[str, int]:
        """How many entries each table serves."""
        count = {
            "cards": "SELECT count(*) FROM cards",
            "rulings": "SELECT count(*) FROM card_rulings WHERE gone_since = ''",
            "ruling texts": "SELECT count(*) FROM ruling_texts",
            "printed names": "SELECT count(*) FROM printed_names",
        }
        return {name: int(self._rows(sql)[0][0]) for name, sql in count.items()}

    # ------------------------------------------------------------------ rules

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        """A rule, subrule, section or chapter by its number; of the newest edition unless another is named."""
        rows = self._rows(f"{_RULE} WHERE edition = ? AND number = ?", edition or self.edition, number)
        return _rule(rows[0]) if rows else None

    def within(self, number: str) -> list[Rule]:
        """What stands below a number: the sections of a chapter, the rules and subrules of a section, or subrules."""
        rule = self.rule(number)
        if rule is None:
            return []
        if rule.kind == "chapter":
            where, like = "kind = 'section' AND number LIKE ?", f"{number}__"
        elif rule.kind == "section":
            where, like = "number LIKE ?", f"{number}.%"
        else:
            where, like = "kind = 'subrule' AND rtrim(number, 'abcdefghijklmnopqrstuvwxyz') = ?", number
        rows = self._rows(f"{_RULE} WHERE edition = ? AND {where} ORDER BY position", self.edition, like)
        return [_rule(row) for row in rows if row[0] != number]

    def between(self, first: str, last: str) -> list[Rule]:
        """The rules from one number to another in the document's order, both included; empty if one is missing."""
        place = "(SELECT position FROM rules WHERE edition = ?1 AND number = {})"
        rows = self._rows(
            f"{_RULE} WHERE edition = ?1 AND position BETWEEN {place.format('?2')} AND {place.format('?3')} "
            "ORDER BY position",
            self.edition,
            first,
            last,
        )
        return [_rule(row) for row in rows]

    def neighbours(self, number: str) -> tuple[str, str]:
        """The numbers before and behind one, of the same kind; empty where there is none."""
        sql = """SELECT other.number FROM rules this, rules other WHERE this.edition = ?1 AND this.number = ?2
            AND other.edition = ?1 AND other.kind = this.kind AND other.position {} this.position
            ORDER BY other.position {} LIMIT 1"""
        before = self._rows(sql.format("<", "DESC"), self.edition, number)
        behind = self._rows(sql.format(">", "ASC"), self.edition, number)
        return (before[0][0] if before else ""), (behind[0][0] if behind else "")

    @cached_property
    def headings(self) -> dict[str, str]:
        """Number -> heading of the newest edition, in the document's order, chapters included."""
        sql = "SELECT number, heading FROM rules WHERE edition = ? AND heading <> '' ORDER BY position"
        return dict(self._rows(sql, self.edition))

    def numbers(self) -> list[str]:
        """Every number of the newest edition, in the document's order."""
        sql = "SELECT number FROM rules WHERE edition = ? ORDER BY position"
        return [row[0] for row in self._rows(sql, self.edition)]

    def index(self, edition: str) -> RulesIndex | None:
        """The numbers, hashes and headings of an edition, to compare it with another; None if it isn't there."""
        try:
            index = index_in(self._connection, edition)
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        return index if index.hashes else None

    def ages(self, edition: str, numbers: Iterable[str]) -> dict[str, Age] | None:
        """What rules of an older edition are in the newest one, by number; None if that edition was never met."""
        if not self._rows("SELECT 1 FROM ages WHERE edition = ? LIMIT 1", edition):
            return None
        wanted = list(numbers)
        marks = ", ".join("?" * len(wanted))
        sql = f"SELECT * FROM ages WHERE edition = ? AND old IN ({marks})"  # noqa: S608 - only marks are put in
        return {row[1]: Age(*row) for row in self._rows(sql, edition, *wanted)}

    def formerly(self, number: str) -> Age | None:
        """What a number meant in the latest older edition in which it meant another rule; None if it never did."""
        rows = self._rows(
            """SELECT * FROM ages WHERE old = ? AND new <> old AND fate IN ('moved', 'changed') AND new <> ''
            ORDER BY edition DESC LIMIT 1""",
            number,
        )
        return Age(*rows[0]) if rows else None

    def texts(self, edition: str) -> dict[str, str]:
        """Number -> text of an edition; empty if it isn't there."""
        return dict(self._rows("SELECT number, text FROM rules WHERE edition = ? AND kind <> 'chapter'", edition))

    def rules(self, edition: str | None = None) -> Iterator[Rule]:
        """Every entry of an edition in the document's order."""
        for row in self._each(f"{_RULE} WHERE edition = ? ORDER BY position", edition or self.edition):
            yield _rule(row)

    def search_rules(self, text: str, limit: int = 10) -> list[Rule]:
        """The rules of the newest edition that hold all words of a text, best first; else those that hold some."""
        for joined in _match(text):
            rows = self._rows(
                """SELECT rules.number, rules.text, examples FROM rules JOIN
                (SELECT number, bm25(rules_words, 0, 4, 1) AS score FROM rules_words WHERE rules_words MATCH ?)
                USING (number) WHERE edition = ? ORDER BY score, position LIMIT ?""",
                joined,
                self.edition,
                limit,
            )
            if rows:
                return [_rule(row) for row in rows]
        return []

    @cached_property
    def glossary(self) -> tuple[GlossaryEntry, ...]:
        """The glossary of the newest edition."""
        return self.glossary_of()

    def glossary_of(self, edition: str | None = None) -> tuple[GlossaryEntry, ...]:
        """The glossary of an edition, by default of the newest."""
        sql = "SELECT term, text FROM glossary WHERE edition = ? ORDER BY position"
        return tuple(GlossaryEntry(*row) for row in self._rows(sql, edition or self.edition))

    # ------------------------------------------------------------------ cards

    def card(self, name: str) -> CardWording | None:
        """A card by its exact English name, in full or of a face."""
        columns = "SELECT oracle_id, cards.name, layout, released_at, faces, url FROM cards"
        rows = self._rows(f"{columns} WHERE name = ? ORDER BY released_at DESC, id LIMIT 1", name) or self._rows(
            f"""{columns} JOIN card_faces ON card = id WHERE card_faces.name = ?
            ORDER BY cards.name LIKE 'A-%', released_at DESC, id LIMIT 1""",
            name,
        )
        return _card(rows[0]) if rows else None

    def rulings(self, name: str) -> list[OfficialRuling]:
        """The official rulings on a card by its exact English name, newest first; one without a text is left out."""
        card = self.card(name)
        return [] if card is None else self.rulings_of(card.oracle_id)

    def rulings_of(self, oracle_id: str) -> list[OfficialRuling]:
        """The official rulings on a card by its id, newest first."""
        rows = self._rows(
            """SELECT id, source, published_at, comment, gone_since FROM card_rulings JOIN ruling_texts ON id = ruling
            WHERE oracle_id = ? AND comment <> '' ORDER BY published_at DESC, ruling_texts.id""",
            oracle_id,
        )
        return [OfficialRuling(*row) for row in rows]

    def rulings_about(self, text: str, limit: int = 10) -> list[tuple[OfficialRuling, tuple[str, ...]]]:
        """Official rulings that hold all words of a text, best first, each with the names of the cards that have it."""
        for joined in _match(text)[:1]:
            rows = self._rows(
                """SELECT id, source, published_at, ruling_texts.comment
                FROM rulings_words JOIN ruling_texts ON id = rulings_words.rowid
                WHERE rulings_words MATCH ? ORDER BY rank, published_at DESC LIMIT ?""",
                joined,
                limit,
            )
            return [(OfficialRuling(*row), self.cards_with(row[0])) for row in rows]
        return []

    def all_rulings(self) -> Iterator[OfficialRuling]:
        """Every official ruling once, however many cards have it, oldest first."""
        for row in self._each(
            """SELECT id, source, published_at, comment, min(gone_since) FROM ruling_texts JOIN card_rulings
            ON id = ruling WHERE comment <> '' GROUP BY id ORDER BY published_at, id"""
        ):
            yield OfficialRuling(*row)

    def cards_with(self, ruling: int) -> tuple[str, ...]:
        """The names of the cards that have a ruling."""
        sql = "SELECT name FROM card_rulings JOIN cards USING (oracle_id) WHERE ruling = ? ORDER BY name"
        return tuple(row[0] for row in self._rows(sql, ruling))

    def printed_names(self, name: str) -> list[tuple[str, str, str]]:
        """Face, language and printed name of a card by its full English name."""
        return [
            (row[0], row[1], row[2])
            for row in self._rows("SELECT face, language, name FROM printed_names WHERE english = ?", name)
        ]

    def all_printed_names(self) -> Iterator[tuple[str, str, str, str]]:
        """Full English name, face, language and printed name of every card."""
        for row in self._each("SELECT english, face, language, name FROM printed_names"):
            yield row[0], row[1], row[2], row[3]

    def cards(self) -> Iterator[CardWording]:
        """Every card, by name."""
        for row in self._each(
            "SELECT oracle_id, name, layout, released_at, faces, url FROM cards ORDER BY name, oracle_id"
        ):
            yield _card(row)


def _match(text: str) -> list[str]:
    """Full-text queries for the words of a text: all of them, then any of them."""
    words = list(dict.fromkeys(_words(text)))[:_MOST_WORDS]
    if not words:
        return []
    quoted = [f'"{word}"' for word in words]
    return [" AND ".join(quoted), " OR ".join(quoted)] if len(words) > 1 else [quoted[0], f"{quoted[0]} *"]


def _words(text: str) -> Iterator[str]:
    word = ""
    for character in f"{text} ":
        if character.isalnum():
            word += character
        elif word:
            yield word
            word = ""


def _rule(row: tuple[Any, ...]) -> Rule:
    return Rule(row[0], row[1], tuple(json.loads(row[2])))


def _card(row: tuple[Any, ...]) -> CardWording:
    faces = tuple(FaceText(*face) for face in json.loads(row[4]))
    return CardWording(row[0], row[1], row[2], row[3], faces, row[5])
