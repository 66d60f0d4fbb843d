"""Rules compared between editions, and what that means for rulings that cite them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from reference_files import rules_text

from rulings import rules_index
from rulings.model import Ruling, Verdict
from rulings.reference.ageing import Aged, age_of, ages_of, overlay
from rulings.reference.comparing import Change, Comparison, Fate, compare
from rulings.reference.database import Reference
from rulings.reference.importing import import_folder
from rulings.reference.rules_text import is_name
from rulings.rules_index import RulesIndex
from rulings.rules_index_build import digest


def index(texts: Mapping[str, str], edition: str = "2025-01-01") -> RulesIndex:
    """The index of invented rules; a text that is a name is a heading."""
    headings = {n: text for n, text in texts.items() if n[-1].isdigit() and is_name(text)}
    return RulesIndex(edition, {number: digest(text) for number, text in texts.items()}, headings)


def fates(old: Mapping[str, str], new: Mapping[str, str], *, texts: bool = True) -> dict[str, tuple[str, str]]:
    """What became of each old number, and the added ones under their own with a plus."""
    more = (old, new) if texts else ()
    found = compare(index(old), index(new, "2026-01-01"), *more)
    return {change.old or f"+{change.new}": (change.fate.value, change.new) for change in found.changes}


OLD = {
    "701": "Actions",
    "701.1": "An action is done as written.",
    "701.2": "Whirl",
    "701.2a": "To whirl a thing, turn it round once.",
    "701.2b": "A thing that whirls twice stops, see rule 701.3.",
    "701.3": "Stop",
    "701.3a": "A thing that stops is still.",
}


def test_nothing_changed() -> None:
    assert {fate for fate, _ in fates(OLD, OLD).values()} == {"unchanged"}


def test_a_keyword_that_moved_takes_its_subrules_along_and_changed_references_are_no_change() -> None:
    new = {
        "701": "Actions",
        "701.1": "An action is done as written.",
        "701.2": "Bounce",
        "701.2a": "To bounce a thing, throw it.",
        "701.3": "Whirl",
        "701.3a": "To whirl a thing, turn it round once.",
        "701.3b": "A thing that whirls twice stops, see rule 701.4.",
        "701.4": "Stop",
        "701.4a": "A thing that stops is still.",
    }
    found = fates(OLD, new)
    assert found["701.2"] == ("moved", "701.3")
    assert found["701.3a"] == ("moved", "701.4a")
    assert compare(index(OLD), index(new), OLD, new).by_old["701.2b"] == Change(Fate.MOVED, "701.2b", "701.3b")
    assert Change(Fate.ADDED, "", "701.2a") in compare(index(OLD), index(new), OLD, new).changes


def test_a_rule_that_moved_and_changed_is_followed_by_its_heading() -> None:
    new = {"701": "Actions", "701.9": "Whirl", "701.9a": "To whirl a thing, turn it round three times."}
    for texts in (True, False):
        assert fates(OLD, new, texts=texts)["701.2a"] == ("changed", "701.9a")


def test_a_rule_that_moved_and_changed_is_followed_by_its_likeness() -> None:
    old = {
        "100": "G",
        "100.1": "First come the players with their decks.",
        "100.2": "Then the cards are shuffled well.",
    }
    new = {
        "100": "G",
        "100.1": "Nobody may look at the hidden things of others at any time.",
        "100.2": "First come all the players with their decks.",
        "100.3": "Then the cards are shuffled well.",
    }
    assert fates(old, new)["100.1"] == ("changed", "100.2")
    assert fates(old, new)["100.2"] == ("moved", "100.3")


def test_a_rule_that_is_gone_is_removed_and_a_new_one_added() -> None:
    new = {number: text for number, text in OLD.items() if not number.startswith("701.3")} | {"701.2c": "It rests."}
    found = fates(OLD, new)
    assert found["701.3a"] == ("removed", "")
    assert found["+701.2c"] == ("added", "701.2c")


def test_rules_that_read_the_same_are_told_apart_by_their_heading() -> None:
    old = {"701": "A", "701.2": "Whirl", "701.2a": "See the rules.", "701.3": "Stop", "701.3a": "See the rules."}
    new = {"701": "A", "701.5": "Whirl", "701.5a": "See the rules.", "701.6": "Stop", "701.6a": "See the rules."}
    found = fates(old, new)
    assert (found["701.2a"], found["701.3a"]) == (("moved", "701.5a"), ("moved", "701.6a"))


def test_what_could_be_several_is_ambiguous_and_none_is_taken() -> None:
    old = {"701": "A", "701.2": "Whirl", "701.2a": "See the other rules for it."}
    new = {"701": "A", "701.4": "Bounce", "701.4a": "See the other rules for it."} | {
        "701.5": "Jump",
        "701.5a": "See the other rules for it.",
    }
    change = compare(index(old), index(new), old, new).by_old["701.2a"]
    assert change == Change(Fate.AMBIGUOUS, "701.2a", "", ("701.4a", "701.5a"))


def test_a_keyword_at_the_number_of_another_one_is_not_that_keyword_changed() -> None:
    old = {"701": "A", "701.2": "Whirl", "701.2a": "To whirl a thing, turn it round once."}
    new = {"701": "A", "701.2": "Bounce", "701.2a": "To bounce a thing, throw it at the wall and wait."}
    found = fates(old, new)
    assert (found["701.2"], found["701.2a"]) == (("removed", ""), ("removed", ""))
    assert (found["+701.2"], found["+701.2a"]) == (("added", "701.2"), ("added", "701.2a"))


def test_a_keyword_that_was_renamed_is_followed_by_what_it_says() -> None:
    old = {"701": "A", "701.2": "Whirl", "701.2a": "To whirl a thing, turn it round once and put it down again."}
    new = {"701": "A", "701.2": "Spin", "701.2a": "To spin a thing, turn it round once and put it down again."}
    assert fates(old, new) == {
        "701": ("unchanged", "701"),
        "701.2": ("changed", "701.2"),
        "701.2a": ("changed", "701.2a"),
    }


EDITIONS = [
    index({"701": "A", "701.2": "Whirl", "701.2a": "Turn it round.", "701.2b": "It stops.", "701.9": "Gone it is."}),
    index(
        {"701": "A", "701.3": "Whirl", "701.3a": "Turn it round.", "701.3b": "It stops there."}, edition="2025-06-01"
    ),
    index(
        {"701": "A", "701.4": "Whirl", "701.4a": "Turn it round.", "701.4b": "It stops there."}, edition="2026-01-01"
    ),
]


class Ages:
    """Ages of invented editions, as the database tells them."""

    edition = "2026-01-01"

    def __init__(self) -> None:
        self.all = list(ages_of(EDITIONS, lambda edition: {}))

    def ages(self, edition: str, numbers: list[str]) -> object:
        found = {age.old: age for age in self.all if age.edition == edition}
        return {number: found[number] for number in numbers if number in found} if found else None


def aged(*rules: str, as_of: str = "2025-01-01") -> Aged:
    return age_of(rules, as_of, Ages())  # type: ignore[arg-type]


def test_moves_over_several_editions_are_followed_and_need_no_review() -> None:
    found = aged("701.2a")
    assert found.renumbered == {"701.2a": "701.4a"}
    assert (found.needs_review_since, found.note) == ("", "")


def test_a_changed_rule_needs_review_since_the_edition_that_changed_it() -> None:
    found = aged("701.2a", "701.2b")
    assert found.needs_review_since == "2025-06-01"
    assert found.note == "Needs review since CR of 2025-06-01: 701.2b, now 701.4b changed."
    assert [rule.fate for rule in found.cited] == [Fate.MOVED, Fate.CHANGED]


def test_a_removed_rule_needs_review() -> None:
    assert aged("701.9").cited[0].fate is Fate.REMOVED
    assert aged("701.9").needs_review_since == "2025-06-01"


def test_a_heading_stands_for_what_is_below_it() -> None:
    assert aged("701.2").needs_review_since == "2025-06-01"
    assert aged("701").needs_review_since == "2025-06-01"
    assert aged("701.3", as_of="2025-06-01").needs_review_since == ""


def test_a_ruling_of_the_newest_edition_or_a_later_one_is_current() -> None:
    assert aged("701.4b", as_of="2026-01-01") == Aged("2026-01-01", "2026-01-01")
    assert aged("999.9", as_of="2027-01-01").note == ""


def test_an_edition_that_was_never_met_is_said_so() -> None:
    found = aged("701.2", as_of="2025-03-03")
    assert found.unknown
    assert "never imported" in found.note
    assert not aged("IPG 2.1", as_of="2025-03-03").unknown


def ruling(**more: object) -> Ruling:
    plain = {"id": "x", "question": "Q?", "verdict": Verdict.YES, "answer": "Yes.", "rules": (), "as_of": "2025-01-01"}
    return Ruling(**(plain | more))  # type: ignore[arg-type]


def test_a_shipped_ruling_is_shown_with_todays_numbers() -> None:
    given = ruling(rules=("701.2a", "MTR 4.1"), answer="Yes: CR 701.2a, not 1701.2a or 701.2. See 701.99.")
    shown, found = overlay(given, Ages())  # type: ignore[arg-type]
    assert shown.rules == ("701.4a", "MTR 4.1")
    assert shown.answer == "Yes: CR 701.4a, not 1701.2a or 701.4. See 701.99."
    assert given.rules == ("701.2a", "MTR 4.1")
    assert found.needs_review_since == ""


def test_the_shipped_index_is_compared_with_a_newer_edition_that_is_imported(tmp_path: Path) -> None:
    """Every site can age the shipped rulings, though it never imported the edition that they were written against."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text(edition="August 7, 2026"))
    import_folder(tmp_path / "reference.db", tmp_path / "in")
    with closing(Reference.open(tmp_path / "reference.db")) as reference:
        found = age_of(["701.40b"], rules_index.load().edition, reference)
        assert found.needs_review_since == "2026-08-07"


def test_examples_and_moves_queue_nothing(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    one = rules_text(
        "100.1. One.\n\nExample: A.\n\n100.2. Two is more than one, see rule 100.1.", edition="May 1, 2025"
    )
    two = rules_text("100.1. New.\n\n100.2. One.\n\nExample: B.\n\n100.3. Two is more than one, see rule 100.2.")
    (tmp_path / "in" / "a.txt").write_text(one)
    (tmp_path / "in" / "b.txt").write_text(two)
    import_folder(tmp_path / "reference.db", tmp_path / "in")
    with closing(Reference.open(tmp_path / "reference.db")) as reference:
        found = age_of(["100.1", "100.2"], "2025-05-01", reference)
        assert (found.needs_review_since, found.renumbered) == ("", {"100.1": "100.2", "100.2": "100.3"})


@pytest.fixture(scope="module")
def real(shared_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "reference.db"
    import_folder(path, shared_dir / "data" / "cr")
    return path


def _compared(path: Path, old: str, new: str) -> Comparison:
    with closing(Reference.open(path)) as reference:
        before, behind = reference.index(old), reference.index(new)
        assert before is not None
        assert behind is not None
        return compare(before, behind, reference.texts(old), reference.texts(new))


@pytest.mark.shared
def test_manifest_moved_and_a_ruling_that_cites_it_is_renumbered(real: Path) -> None:
    with closing(Reference.open(real)) as reference:
        shown, found = overlay(ruling(rules=("701.34", "701.34b"), as_of="2025-02-07"), reference)
        assert shown.rules == ("701.40", "701.40b")
        assert found.needs_review_since == ""
        assert age_of(["100.6"], "2025-02-07", reference).needs_review_since == "2026-01-16"


@pytest.mark.shared
def test_the_real_editions_compare_with_sane_counts(real: Path) -> None:
    found = _compared(real, "2025-02-07", "2026-04-17")
    counts = found.counts()
    # 3,166 rules: every one has one fate, and most only keep or change their number
    assert sum(counts[fate] for fate in Fate if fate is not Fate.ADDED) == 144 + 1127 + 1895
    assert counts[Fate.UNCHANGED] > 2600
    assert counts[Fate.MOVED] > 300
    assert counts[Fate.CHANGED] < 150
    assert counts[Fate.AMBIGUOUS] < 5
    for old, new in {"701.34": "701.40", "701.34b": "701.40b", "722": "725", "701.46b": "701.49b"}.items():
        assert found.by_old[old] == Change(Fate.MOVED, old, new)
    # nothing is paired twice
    targets = [change.new for change in found.changes if change.new]
    assert len(targets) == len(set(targets))
