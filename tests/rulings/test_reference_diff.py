"""Rules between two editions that were read by eye in both: the comparison still sees them so."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rulings.citations import section
from rulings.reference.comparing import Comparison, Fate, compare
from rulings.reference.inspecting import read_rules
from rulings.rules_index_build import index_of

#: What was found by reading: numbers, verdict and kind of change, in words of our own.
RECORD = Path(__file__).parent / "reference" / "diff_2025-02-07_2026-04-17.tsv"


@pytest.fixture(scope="module")
def compared(shared_dir: Path) -> Comparison:
    older, newer = (
        read_rules(shared_dir / "data" / "cr" / f"MagicCompRules_{edition}.txt") for edition in ("20250207", "20260417")
    )
    texts = [{rule.number: rule.text for rule in each.rules if rule.kind != "chapter"} for each in (older, newer)]
    return compare(index_of(older), index_of(newer), *texts)


def read() -> list[dict[str, str]]:
    with RECORD.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.shared
@pytest.mark.parametrize("row", read(), ids=lambda row: f"{row['old']} to {row['new']}")
def test_a_rule_that_was_read_in_both_editions_has_the_fate_that_was_read(
    compared: Comparison, row: dict[str, str]
) -> None:
    """CR of 2025-02-07 and 2026-04-17."""
    old, new = (row[which].replace("-", "") for which in ("old", "new"))
    added = {change.new: change for change in compared.changes if change.fate is Fate.ADDED}
    found = compared.by_old[old] if old else added[new]
    assert (found.fate, found.old, found.new) == (Fate(row["verdict"]), old, new)


def test_the_record_covers_every_fate_and_many_sections() -> None:
    rows = read()
    assert len(rows) >= 30
    assert {row["verdict"] for row in rows} == {fate.value for fate in Fate} - {Fate.AMBIGUOUS.value}
    assert len({section(row["new"] if row["old"] == "-" else row["old"]) for row in rows}) >= 10
