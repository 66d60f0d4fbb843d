"""Tables of `reference.db`. The file is built anew at each change and never written to while it serves."""

from __future__ import annotations

#: Changes with the tables; a file of another version isn't read, `tablejudge sync` builds it anew.
VERSION = 1

TABLES = f"""
PRAGMA user_version = {VERSION};
CREATE TABLE sources (
    kind TEXT PRIMARY KEY, file TEXT, form TEXT, read INTEGER, count INTEGER, newest TEXT, imported_at TEXT,
    url TEXT, etag TEXT, last_modified TEXT
);
CREATE TABLE editions (
    edition TEXT PRIMARY KEY, file TEXT, headings INTEGER, rules INTEGER, subrules INTEGER, glossary INTEGER,
    imported_at TEXT
);
CREATE TABLE rules (
    edition TEXT, position INTEGER, number TEXT, kind TEXT, heading TEXT, text TEXT, examples TEXT, hash TEXT,
    PRIMARY KEY (edition, position)
) WITHOUT ROWID;
CREATE UNIQUE INDEX rules_by_number ON rules (edition, number);
CREATE TABLE ages (
    edition TEXT, old TEXT, new TEXT, fate TEXT, since TEXT, below_since TEXT, PRIMARY KEY (edition, old)
) WITHOUT ROWID;
CREATE TABLE glossary (
    edition TEXT, position INTEGER, term TEXT, text TEXT, PRIMARY KEY (edition, position)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE rules_words USING fts5 (number UNINDEXED, heading, text, tokenize = 'porter unicode61');
CREATE TABLE cards (
    id INTEGER PRIMARY KEY, oracle_id TEXT, name TEXT, layout TEXT, released_at TEXT, faces TEXT, url TEXT,
    UNIQUE (oracle_id, name)
);
CREATE INDEX cards_by_name ON cards (name);
CREATE TABLE card_faces (name TEXT, card INTEGER, PRIMARY KEY (name, card)) WITHOUT ROWID;
CREATE TABLE ruling_texts (
    id INTEGER PRIMARY KEY, source TEXT, published_at TEXT, comment TEXT
);
CREATE TABLE card_rulings (
    oracle_id TEXT, ruling INTEGER, gone_since TEXT, PRIMARY KEY (oracle_id, ruling)
) WITHOUT ROWID;
CREATE INDEX card_rulings_by_ruling ON card_rulings (ruling);
CREATE VIRTUAL TABLE rulings_words USING fts5 (
    comment, content = 'ruling_texts', content_rowid = 'id', tokenize = 'porter unicode61'
);
CREATE TABLE printed_names (
    english TEXT, face TEXT, language TEXT, name TEXT, PRIMARY KEY (english, face, language, name)
) WITHOUT ROWID;
"""
