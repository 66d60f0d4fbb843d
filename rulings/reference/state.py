"""What the last syncs came to, kept beside `reference.db`: which data is stale, since when and why."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from rulings.reference.records import Kind
from rulings.remarks import from_plain, to_plain

_FILE = "reference-state.json"


@dataclass(frozen=True, slots=True)
class KindState:
    """What the last syncs of a kind came to.

    Attributes:
        checked_at: When it was last known to be the newest there is (ISO, UTC); empty if never.
        failed_at: When the first of the failures since then was; empty if the last sync was well.
        failures: How many syncs failed since then.
        problem: Why the last one failed.
    """

    checked_at: str = ""
    failed_at: str = ""
    failures: int = 0
    problem: str = ""

    @property
    def stale(self) -> bool:
        """Whether newer data may exist that couldn't be taken."""
        return self.failures > 0


def read(database: Path) -> dict[Kind, KindState]:
    """The state of each kind that was ever synced; empty when the note is missing or damaged."""
    try:
        plain = json.loads(database.with_name(_FILE).read_text(encoding="utf-8"))
        return {
            Kind(kind): KindState(**{**values, "problem": from_plain(values.get("problem", ""))})
            for kind, values in plain.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def note(database: Path, fresh: Collection[Kind], failed: Mapping[Kind, str]) -> None:
    """Note the outcome of a sync. It is only a note: where it can't be written, the data serves all the same.

    Args:
        database: The reference database that it stands beside.
        fresh: Kinds that are now known to be the newest there is.
        failed: Kinds that couldn't be brought up to date, with the reason.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    states = read(database)
    for kind in fresh:
        states[kind] = KindState(checked_at=now)
    for kind, problem in failed.items():
        known = states.get(kind, KindState())
        states[kind] = KindState(known.checked_at, known.failed_at or now, known.failures + 1, problem)
    path = database.with_name(_FILE)
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        # The reason is worded when it is read, in the reader's language.
        plain = {kind.value: {**asdict(each), "problem": to_plain(each.problem)} for kind, each in states.items()}
        new.write_text(json.dumps(plain), encoding="utf-8")
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
