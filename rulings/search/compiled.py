"""The prebuilt index: made once for the content of the rulings' files, kept, and thrown away when they change.

Parsing and analysing all rulings takes about half a second, too long for a command that answers once; reading the
result takes a twentieth of that. It is kept under a key that is a hash of everything that it was made from: the
rulings' files, the vocabulary, the index of rules, and the source code of the search. So an edited file takes effect
at once, and a wrong index is never read. It is looked for in the package, where the installation puts it
(`deploy/build_index.py`), then in the cache folder. One that can't be read or written is no error: the index is built
in memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulings import curated
from rulings.curated import Problem
from rulings.search.index import Segment, from_plain, to_plain
from rulings.search.vocabulary import Vocabulary

#: The table of players' words.
VOCABULARY = curated.DATA / "vocabulary.toml"
#: Name of the kept file.
FILE = "curated-index.json.z"
#: Folder of the package in which the installation keeps it.
PACKAGED = curated.DATA / "search"


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
    """The shipped rulings, from a kept index if there is one for exactly this content.

    Args:
        folder: Folder of the rulings' files.
        cache: Folder in which the index is kept when the package has none; without it nothing is kept.
    """
    key = content_key(folder)
    for kept_in in (PACKAGED, cache):
        kept = _read(kept_in / FILE, key) if kept_in is not None else None
        if kept is not None:
            return kept
    shipped = build(folder)
    if cache is not None:
        keep(shipped, key, cache)
    return shipped


def _read(path: Path, key: str) -> Shipped | None:
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        if head != key.encode():
            return None
        plain = json.loads(zlib.decompress(body))
        problems = tuple(Problem(*problem) for problem in plain["problems"])
        return Shipped(from_plain(plain["segment"]), Vocabulary(plain["vocabulary"]), problems)
    except (OSError, ValueError, KeyError, IndexError, TypeError, zlib.error):
        # Missing or cut off: it is made again.
        return None


def keep(shipped: Shipped, key: str, folder: Path) -> bool:
    """Write the index beside its file and swap, so that no other process reads half of it.

    Returns:
        Whether it could be written; a folder that isn't writable is no error.
    """
    plain: dict[str, Any] = {
        "segment": to_plain(shipped.segment),
        "vocabulary": shipped.vocabulary.table,
        "problems": [[problem.file, problem.ruling, problem.message] for problem in shipped.problems],
    }
    body = zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), 6)
    beside = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=folder, prefix=FILE)
        with os.fdopen(handle, "wb") as file:
            file.write(key.encode() + b"\n" + body)
        # The package may be installed by one user and read by another.
        Path(beside).chmod(0o644)
        Path(beside).replace(folder / FILE)
    except OSError:
        if beside:
            Path(beside).unlink(missing_ok=True)
        return False
    return True
