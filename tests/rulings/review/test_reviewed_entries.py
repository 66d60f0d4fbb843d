"""The rulings as a judge who didn't write them went through them, and what that taught about every entry.

`entries.tsv` holds 140 entries drawn at random (seed 20260417, those about face-down cards, double-faced cards, mutate
and mana twice in the urn; `drawn` says so) and every other one in which a fault of the same kind was found: what the
review held of it as it was then, the rule cited first today, and what was mended.

`entries-2.tsv` is a second reading by another judge: 120 of 666 entries (`random.Random(20260430).sample` of the sorted
ids, 8 of the 49 newest among them), and those in which a fault of the same kind, or one that near-misses showed, was
found beside.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from rulings import curated, rules_index
from rulings.model import Ruling, Verdict

TABLE = Path(__file__).parent / "entries.tsv"
SECOND = TABLE.with_name("entries-2.tsv")
JUDGED = frozenset({"right", "wrong", "misleading", "incomplete"})

_AUXILIARY = r"(?:can|may|must|do|does|did|is|are|was|will|would|could|should|has|have)"
#: A question that yes or no answers: it begins with its verb, or a condition stands before that.
_YES_OR_NO = re.compile(rf"(?:^|, ){_AUXILIARY}\b", re.IGNORECASE)
_BEGINS_WITH_VERB = re.compile(rf"{_AUXILIARY}\b", re.IGNORECASE)


def rows(table: Path = TABLE) -> list[dict[str, str]]:
    """The lines of a table."""
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def rulings() -> dict[str, Ruling]:
    """The shipped rulings by id."""
    return {ruling.id: ruling for ruling in curated.read().rulings}


def test_140_entries_were_drawn_and_each_line_names_an_entry_once(rulings: dict[str, Ruling]) -> None:
    ids = [row["id"] for row in rows()]
    assert len(set(ids)) == len(ids)
    assert set(ids) <= set(rulings)
    assert sum(row["drawn"] == "yes" for row in rows()) == 140


def test_120_entries_were_drawn_a_second_time_and_at_most_one_was_wrong(rulings: dict[str, Ruling]) -> None:
    drawn = [row for row in rows(SECOND) if row["drawn"] == "yes"]
    assert len({row["id"] for row in rows(SECOND)}) == len(rows(SECOND))
    assert {row["id"] for row in rows(SECOND)} <= set(rulings)
    assert len(drawn) == 120
    assert sum(row["review"] == "wrong" for row in drawn) <= 1
    assert not any(row["review"] == "misleading" for row in drawn)


def test_each_line_has_a_judgement_and_a_rule_that_the_entry_cites(rulings: dict[str, Ruling]) -> None:
    index = rules_index.load()
    for row in (*rows(), *rows(SECOND)):
        assert row["review"] in JUDGED, row
        assert row["rule"] in rulings[row["id"]].rules, row
        assert row["rule"] in index or not row["rule"][0].isdigit(), row


def test_a_fault_was_never_left_as_it_was() -> None:
    assert [row["id"] for row in (*rows(), *rows(SECOND)) if row["review"] != "right" and row["mended"] == "-"] == []


def test_yes_and_no_answer_a_question_that_can_be_answered_so(rulings: dict[str, Ruling]) -> None:
    for ruling in rulings.values():
        if ruling.verdict in (Verdict.YES, Verdict.NO):
            assert _YES_OR_NO.search(ruling.question), (ruling.id, ruling.question)


def test_a_question_that_begins_with_its_verb_gets_a_verdict(rulings: dict[str, Ruling]) -> None:
    for ruling in rulings.values():
        if _BEGINS_WITH_VERB.match(ruling.question):
            assert ruling.verdict is not Verdict.EXPLAINS, (ruling.id, ruling.question)


def test_an_answer_begins_with_the_verdict_word(rulings: dict[str, Ruling]) -> None:
    for ruling in rulings.values():
        if ruling.verdict in (Verdict.YES, Verdict.NO):
            assert ruling.answer.lower().startswith(ruling.verdict.value), (ruling.id, ruling.answer[:40])


def test_face_down_creatures_lack_creature_types_not_types(rulings: dict[str, Ruling]) -> None:
    """CR 708.2a: they are creatures, so "without types" is false."""
    for ruling in rulings.values():
        if "face-down" in ruling.topics or "face down" in ruling.question:
            assert not re.search(r"without (?:names?, )?types\b|\bno types\b", ruling.answer), ruling.id
