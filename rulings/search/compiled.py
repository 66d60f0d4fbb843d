"""The prebuilt index: made once for the content of the rulings' files, kept, and thrown away when they change.

Parsing and analysing all rulings takes a few tenths of a second, too long for a command that answers once. The result
is kept in one file under a key that is a hash of everything that it was made from: the rulings' files, the vocabulary,
the index of rules, and the source code of this package. So an edited file takes effect at once, and a wrong file is
never read. A file that can't be read or written is no error: the index is built in memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings import curated
from rulings.curated import Problem
from rulings.search.index import Segment, from_plain, to_plain
from rulings.search.vocabulary import Vocabulary

#: The table of players' words.
VOCABULARY = curated.DATA / "vocabulary.toml"
#: Name of the kept file in the cache folder.
FILE = "curated-index.json"


@dataclass(frozen=True, slots=True)
class Shipped:
    """The shipped rulings, ready to be searched.

    Attributes:
        segment: Their index.
        vocabulary: The table of players' words.
        problems: Entries that couldn't be read and were left out.
    """

    segment: Segment
    vocabulary: Vocabulary
    problems: tuple[Problem, ...] = ()


def read_vocabulary(path: Path = VOCABULARY) -> Vocabulary:
    """The vocabulary from its file."""
    import tomllib

    return Vocabulary(tomllib.loads(path.read_text(encoding="utf-8")))


def content_key(folder: Path = curated.DATA) -> str:
    """A hash of everything that the index is made from."""
    code = sorted(Path(__file__).parent.glob("*.py"))
    package = Path(__file__).parent.parent
    modules = [package / name for name in ("curated.py", "model.py", "citations.py", "rules_index.py")]
    indexes = sorted((curated.DATA / "rules_index").glob("*.tsv"))
    digest = hashlib.blake2b(digest_size=16)
    for path in (*code, *modules, *indexes, VOCABULARY, *curated.files(folder)):
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def build(folder: Path = curated.DATA) -> Shipped:
    """Read, analyse and index the rulings of a folder."""
    reading = curated.read(folder)
    vocabulary = read_vocabulary()
    return Shipped(Segment.of(reading.rulings, vocabulary), vocabulary, tuple(reading.problems))


def load(folder: Path = curated.DATA, *, cache: Path | None = None) -> Shipped:
    """The shipped rulings, from the kept index if there is one for exactly this content.

    Args:
        folder: Folder of the rulings' files.
        cache: Folder in which the index is kept; without it nothing is kept.
    """
    if cache is None:
        return build(folder)
    key = content_key(folder)
    path = cache / FILE
    kept = _read(path, key)
    if kept is not None:
        return kept
    shipped = build(folder)
    _write(path, key, shipped)
    return shipped


def _read(path: Path, key: str) -> Shipped | None:
    try:
        plain = json.loads(path.read_bytes())
        if plain["key"] != key:
            return None
        problems = tuple(Problem(*problem) for problem in plain["problems"])
        return Shipped(from_plain(plain["segment"]), Vocabulary(plain["vocabulary"]), problems)
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        # Missing, cut off, or of another version: it is made again.
        return None


def _write(path: Path, key: str, shipped: Shipped) -> None:
    """Write beside the file and swap, so that no other process reads half of it; give up silently."""
    plain: dict[str, Any] = {
        "key": key,
        "segment": to_plain(shipped.segment),
        "vocabulary": shipped.vocabulary.table,
        "problems": _plain_problems(shipped.problems),
    }
    beside = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(plain, file, ensure_ascii=False, separators=(",", ":"))
        Path(beside).replace(path)
    except OSError:
        if beside:
            Path(beside).unlink(missing_ok=True)


def _plain_problems(problems: Sequence[Problem]) -> list[list[str]]:
    return [[problem.file, problem.ruling, problem.message] for problem in problems]
