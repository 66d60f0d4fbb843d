"""Finding rules by number, range, heading, term and words, with the rules' text and before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from reference_files import rules_text

from rulings.reference.book import spellings
from rulings.reference.database import Reference
from rulings.reference.importing import import_folder
from rulings.reference.lookup import OFFICIAL_PAGE, Status, complete, define, look_up
from rulings.remarks import Remark

RULES = """100.1. A game has players. See rule 100.3b.

100.2. Widgets

100.2a A widget whirls.

Example: One widget whirls.

100.2b A widget stops.

100.2c A widget rests. See rules 100.2a–b and 999.9.

100.3. A player wins.

100.3a A player may concede.

100.3b A gadget that is turned over shows its back.

101. Gizmos

101.1. A gizmo is a gadget. It turns."""
GLOSSARY = """Gadget, Thingamajig (Obsolete)
A thing.

Whirl
To go round. See rule 100.2.

Widgets
What whirls."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reference]:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "in").mkdir()
    (folder / "in" / "rules.txt").write_text(rules_text(RULES, glossary=GLOSSARY))
    import_folder(folder / "reference.db", folder / "in")
    found = Reference.open(folder / "reference.db")
    yield found
    found.close()


def numbers(reference: Reference | None, query: str) -> list[list[str]]:
    """The numbers of each page that is found."""
    return [[rule.number for rule in page.rules] for page in look_up(query, reference).pages]


@pytest.mark.parametrize(
    "query", ["100.2a", "100.2A", "CR 100.2a", "rule 100.2a.", "100.2a?", "100.2(a)", "does 100.2a apply here"]
)
def test_a_subrule_by_its_number(reference: Reference, query: str) -> None:
    found = look_up(query, reference)
    assert (found.status, found.edition, found.has_text) == (Status.FOUND, "2026-04-17", True)
    (page,) = found.pages
    assert (page.number, page.title) == ("100.2a", "Game Concepts › General › Widgets")
    assert (page.parent, page.previous, page.next) == ("100.2", "", "100.2b")
    assert page.rules[0].text == "A widget whirls."
    assert page.rules[0].examples == ("One widget whirls.",)


def test_a_rule_brings_its_subrules_and_what_it_refers_to(reference: Reference) -> None:
    (page,) = look_up("100.2", reference).pages
    assert [rule.number for rule in page.rules] == ["100.2", "100.2a", "100.2b", "100.2c"]
    assert (page.parent, page.previous, page.next) == ("100", "100.1", "100.3")
    assert page.see == ()  # its own subrules aren't elsewhere, and 999.9 doesn't exist
    assert look_up("100.1", reference).pages[0].see == ("100.3b",)


def test_a_section_and_a_chapter_bring_what_is_below(reference: Reference) -> None:
    assert len(numbers(reference, "100")[0]) == 9
    assert numbers(reference, "section 101") == [["101", "101.1"]]
    assert numbers(reference, "1") == [["1", "100", "101"]]
    assert look_up("1", reference).pages[0].parent == ""
    assert look_up("100", reference).pages[0].parent == "1"


@pytest.mark.parametrize(
    "query", ["100.2a-100.2c", "100.2a–c", "100.2a to 100.2c", "rules 100.2a..100.2c", "CR 100.2A - C"]
)
def test_ranges(reference: Reference, query: str) -> None:
    (page,) = look_up(query, reference).pages
    assert [rule.number for rule in page.rules] == ["100.2a", "100.2b", "100.2c"]
    assert (page.number, page.parent) == ("100.2a–100.2c", "100.2")
    assert (page.previous, page.next) == ("", "100.3a")


@pytest.mark.parametrize("query", ["100-101", "100–101", "rules 100 to 101", "section 100-101."])
def test_a_range_of_sections_gives_a_page_for_each(reference: Reference, query: str) -> None:
    assert [page.number for page in look_up(query, reference).pages] == ["100", "101"]


def test_of_a_range_of_sections_an_end_that_is_none_is_said(reference: Reference) -> None:
    found = look_up("101-109", reference)
    assert [page.number for page in found.pages] == ["101"]
    assert "have no 109." in found.message
    assert [page.number for page in look_up("1-9", reference).pages] == ["1", "9"]


@pytest.mark.parametrize("query", ["what’s widgets?", "What are widgets", "define Widgets", "glossary widgets"])
def test_a_question_for_a_heading_or_a_term_is_one_for_its_name(reference: Reference, query: str) -> None:
    assert [page.number for page in look_up(query, reference).pages] == ["100.2"]


def test_a_range_of_rules(reference: Reference) -> None:
    assert numbers(reference, "100.2-3")[0][:2] == ["100.2", "100.2a"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("100.9", "The rules of 2026-04-17 have no 100.9. 100 has 100.1 to 100.3."),
        ("100.2m", "The rules of 2026-04-17 have no 100.2m. 100.2 has 100.2a to 100.2c."),
        ("100.3c", "100.3 has 100.3a to 100.3b."),
        ("100.2l", "have no 100.2l. 100.2 has 100.2a to 100.2c."),
        ("rule 100.2o.", "have no 100.2o."),
        ("101-100", "101 to 100 is no range"),
        ("1-101", "1 to 101 is no range"),
        ("555-556", "have no 555. The rules of 2026-04-17 have no 556."),
        ("555", "have no 555."),
        ("100.2c-100.2a", "100.2a stands before 100.2c."),
        ("100.2a-100.2z", "have no 100.2z."),
    ],
)
def test_a_number_that_does_not_exist_gives_no_neighbour(reference: Reference, query: str, words: str) -> None:
    found = look_up(query, reference)
    assert (found.status, found.pages, found.matches) == (Status.UNKNOWN, (), ())
    assert words in found.message


def test_several_numbers_in_a_sentence_and_one_that_is_none(reference: Reference) -> None:
    found = look_up("is it 100.1 or 101.1, not 100.9?", reference)
    assert [page.number for page in found.pages] == ["100.1", "101.1"]
    assert "no 100.9" in found.message


@pytest.mark.parametrize("query", ["widgets", "WIDGETS", "“Widgets”", " Widgets? "])
def test_headings_whatever_the_case_and_the_glossary_beside(reference: Reference, query: str) -> None:
    found = look_up(query, reference)
    assert [page.number for page in found.pages] == ["100.2"]
    assert [entry.term for entry in found.glossary] == ["Widgets"]


@pytest.mark.parametrize("query", ["gadget", "Thingamajig", "Gadget, Thingamajig"])
def test_glossary_terms_by_each_spelling(reference: Reference, query: str) -> None:
    found = look_up(query, reference)
    assert found.status is Status.GLOSSARY
    assert [entry.term for entry in found.glossary] == ["Gadget, Thingamajig (Obsolete)"]
    assert define(query, reference).glossary == found.glossary


def test_words_find_the_rules_that_hold_them_all(reference: Reference) -> None:
    found = look_up("gadget turning over", reference)
    assert found.status is Status.MATCHES
    assert [rule.number for rule in found.matches] == ["100.3b"]


def test_words_that_no_rule_holds_together_find_those_that_hold_some(reference: Reference) -> None:
    assert "100.3a" in [rule.number for rule in look_up("concede gizmo", reference).matches]


@pytest.mark.parametrize(
    "query", ["", "  ", "?", '"', "***", "OR AND NOT", "100.2a " * 100, "x" * 5000, "💥", "a'b\"c(d)"]
)
def test_anything_typed_gets_an_answer(reference: Reference, query: str) -> None:
    for book in (reference, None):
        found = look_up(query, book)
        assert found.status in (Status.UNKNOWN, Status.MATCHES, Status.FOUND)
        assert found.pages or found.matches or isinstance(found.message, Remark)


def test_a_misspelt_heading_is_offered_and_not_taken(reference: Reference) -> None:
    found = look_up("widgtes", reference)
    assert (found.status, found.pages) == (Status.UNKNOWN, ())
    assert "Widgets" in found.suggestions
    assert define("widgtes", reference).suggestions == ("Widgets",)


def test_before_a_sync_headings_and_a_link_answer() -> None:
    """The shipped index knows the numbers and headings of the pinned edition."""
    found = look_up("701.40b", None)
    assert (found.status, found.has_text) == (Status.FOUND, False)
    assert found.pages[0].title == "Keyword Actions › Manifest"
    assert found.pages[0].rules[0].text == ""
    assert OFFICIAL_PAGE in found.advice
    assert "tablejudge sync" in found.advice
    assert look_up("manifest", None).pages[0].number == "701.40"
    assert look_up("708.99", None).status is Status.UNKNOWN
    assert look_up("face-down", None).matches[0].heading
    assert "glossary isn't here yet" in define("permanent", None).message
    assert numbers(None, "702.37a-c") == [["702.37a", "702.37b", "702.37c"]]


def test_completion_of_numbers_headings_and_terms(reference: Reference) -> None:
    assert list(complete("100.2", reference))[:2] == [("100.2 Widgets", "100.2"), ("100.2a Widgets", "100.2a")]
    assert ("100.2 Widgets", "100.2") in list(complete("widg", reference))
    assert ("Whirl (glossary)", "Whirl") in list(complete("whi", reference))
    assert len(list(complete("900", reference))) == 25
    assert list(complete("", reference)) == []
    assert ("701.40 Manifest", "701.40") in list(complete("manif", None))


def test_spellings_of_a_term() -> None:
    assert spellings("Partner, “Partner—[text],” “Partner with [name]”")[:2] == ["Partner", "Partner—[text]"]
    assert "Poison Counter" in spellings("Poison Counter")


def test_a_number_that_meant_another_rule_says_so(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    old = "100.1. One is a number that was first.\n\n100.2. Two is a number that was second."
    new = "100.1. Nothing.\n\n" + old.replace("100.2", "100.3").replace("100.1", "100.2")
    (tmp_path / "in" / "old.txt").write_text(rules_text(old, edition="May 1, 2025"))
    (tmp_path / "in" / "new.txt").write_text(rules_text(new))
    import_folder(tmp_path / "reference.db", tmp_path / "in")
    book = Reference.open(tmp_path / "reference.db")
    try:
        assert look_up("100.1", book).message == "In the CR of 2025-05-01, 100.1 was what is 100.2 (General) now."
        assert look_up("100", book).message == ""
    finally:
        book.close()


@pytest.mark.shared
def test_real_queries(shared_dir: Path, tmp_path: Path) -> None:
    import_folder(tmp_path / "reference.db", shared_dir / "data" / "cr")
    book = Reference.open(tmp_path / "reference.db")
    try:
        assert len(numbers(book, "704.5")[0]) == 25
        assert numbers(book, "Unearth") == numbers(book, "unearth") == [["702.84", "702.84a"]]
        assert numbers(book, "702.37a-702.37e") == [[f"702.37{letter}" for letter in "abcde"]]
        assert look_up("State-Based Actions", book).pages[0].number == "704"
        assert look_up("does 704.5a apply", book).pages[0].number == "704.5a"
        assert [rule.number for rule in look_up("general", book).matches][:2] == ["100", "200"]
        assert "708.7" in [rule.number for rule in look_up("turning a face-down permanent face up", book).matches]
        assert define("active player", book).glossary[0].term == "Active Player"
    finally:
        book.close()
