"""Looks through files before anything is built: what each holds, whether it is whole, and which one wins."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulings.reference import importers
from rulings.reference.files import Form, opened, recognise
from rulings.reference.records import KIND_OF, Advance, CardRecord, Kind, NameRecord, Record, Refused, RulingRecord
from rulings.reference.rules_text import NotTheRules, RulesText, decode, parse
from rulings.remarks import Remark

#: A rules text is about a megabyte; a file that is much larger is something else.
_LARGEST_RULES = 16 << 20
#: What has less than this share of the last good data's entries is taken for a file cut off.
LEAST_SHARE = 0.8


@dataclass(slots=True)
class Measure:
    """How much of a kind a file holds.

    Attributes:
        read: Entries read.
        count: Distinct ones: cards by id and name; rulings by card, date and text; names by card, face and language.
        newest: The newest date in it (release, publication, edition); empty if it has none.
    """

    read: int = 0
    count: int = 0
    newest: str = ""


@dataclass(slots=True)
class Inspection:
    """What a file turned out to be.

    Attributes:
        path: The file.
        form: What it is; None if it is no reference data.
        holds: What it holds; empty when refused.
        rules: The parsed edition, if it is the rules.
        problem: Why it is refused; empty if it isn't.
    """

    path: Path
    form: Form | None = None
    holds: dict[Kind, Measure] = field(default_factory=dict)
    rules: RulesText | None = None
    problem: str = ""


def files_in(folder: Path) -> list[Path]:
    """The files of a folder and the folders in it, by path; hidden ones are left out.

    Links to folders are followed, each folder is looked into once. A folder that can't be read is among the files, so
    that it is refused as they are.
    """
    found: list[Path] = []
    seen: set[tuple[int, int]] = set()

    def unreadable(error: OSError) -> None:
        found.append(Path(error.filename))

    for where, folders, names in os.walk(folder, followlinks=True, onerror=unreadable):
        here = os.stat(where)
        if (here.st_dev, here.st_ino) in seen:
            folders.clear()
            continue
        seen.add((here.st_dev, here.st_ino))
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += (path for name in names if not name.startswith(".") and _may_be_file(path := Path(where, name)))
    return sorted(found)


def _may_be_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return True  # it can't even be looked at: it is refused when it is read


def inspect(path: Path, advance: Advance = lambda count: None) -> Inspection:
    """Read a file to its end and say what it holds; nothing is raised for a file that can't be taken."""
    found = Inspection(path)
    try:
        if path.is_dir():
            raise Refused(Remark("this folder can't be read; check its permissions"))
        found.form = recognise(path)
        if found.form is Form.RULES_TEXT:
            found.rules = read_rules(path, advance)
            count = sum(found.rules.count(kind) for kind in ("section", "rule", "subrule"))
            found.holds[Kind.RULES] = Measure(count, count, found.rules.edition)
        elif found.form is not None:
            found.holds = _measured(importers.records(path, found.form, advance))
            if not found.holds:
                raise Refused(Remark("it holds nothing"))
    except Refused as error:
        found.problem, found.holds = str(error), {}
    return found


def read_rules(path: Path, advance: Advance = lambda count: None) -> RulesText:
    """An edition from its file.

    Raises:
        Refused: It isn't a whole text of the rules.
    """
    with opened(path, advance) as stream:
        data = stream.read(_LARGEST_RULES + 1)
    if len(data) > _LARGEST_RULES:
        raise Refused(Remark("it is far too large for a text of the rules"))
    try:
        return parse(decode(data))
    except NotTheRules as error:
        raise Refused(str(error)) from None


def _measured(records: Iterable[Record]) -> dict[Kind, Measure]:
    measures: dict[Kind, Measure] = {}
    seen: dict[Kind, set[int]] = {}
    for record in records:
        kind = KIND_OF[type(record)]
        measure = measures.setdefault(kind, Measure())
        measure.read += 1
        match record:
            case CardRecord():
                key: tuple[str, ...] = (record.oracle_id, record.name)
                measure.newest = max(measure.newest, record.released_at)
            case RulingRecord():
                key = (record.oracle_id, record.published_at, record.comment)
                measure.newest = max(measure.newest, record.published_at)
            case NameRecord():
                key = tuple(record)
        # the hash alone: half a million names would be a lot of memory
        seen.setdefault(kind, set()).add(hash(key))
    for kind, keys in seen.items():
        measures[kind].count = len(keys)
    return measures


def winners(inspections: Iterable[Inspection]) -> dict[Kind, Inspection]:
    """Of each kind the file that wins: of the rules the newest edition, of the others the most complete one."""

    def rank(kind: Kind, found: Inspection) -> tuple[str | int, str | int]:
        measure = found.holds[kind]
        return (measure.newest, measure.count) if kind is Kind.RULES else (measure.count, measure.newest)

    best: dict[Kind, Inspection] = {}
    for found in inspections:
        for kind in found.holds:
            if kind not in best or rank(kind, found) > rank(kind, best[kind]):
                best[kind] = found
    return best


def too_small(
    inspections: Iterable[Inspection], served: Mapping[Kind, int], edition: str
) -> Iterator[tuple[Inspection, Kind, str]]:
    """What would serve and holds much less than what is in service, each with the reason for refusing it.

    Args:
        inspections: All files.
        served: Entries in service, by kind.
        edition: ISO date of the edition of the rules in service; older ones are only kept to compare with.
    """
    inspections = list(inspections)
    would_serve: list[tuple[Kind, Inspection]] = [
        (kind, found) for kind, found in winners(inspections).items() if kind is not Kind.RULES
    ]
    would_serve += [
        (Kind.RULES, found)
        for found in inspections
        if Kind.RULES in found.holds and found.holds[Kind.RULES].newest >= edition
    ]
    for kind, found in would_serve:
        last = served.get(kind, 0)
        count = found.holds[kind].count
        if count < LEAST_SHARE * last:
            reason = Remark(
                "it has only {count:,} {things}, the data in service has {served:,}",
                count=count,
                things=_NOUNS[kind],
                served=last,
            )
            yield found, kind, reason


_NOUNS = {
    Kind.RULES: Remark("headings and rules"),
    Kind.CARDS: Remark("cards"),
    Kind.RULINGS: Remark("rulings"),
    Kind.NAMES: Remark("printed names"),
}
