"""Citations: their forms, how they relate, and where they stand in sources and questions."""

from __future__ import annotations

import pytest

from rulings.citations import cited_in_source, is_policy, is_rule, is_within, parent, same_rule, section, typed_by_asker


@pytest.mark.parametrize("citation", ["708", "708.8", "701.40b", "100.6b", "702.168d", "605.3a"])
def test_rules_subrules_and_sections_are_citations(citation: str) -> None:
    assert is_rule(citation)


@pytest.mark.parametrize(
    "citation", ["", "7", "70", "708.", "708.0", "708.2l", "708.2o", "708.2A", "CR 708.2", "1708.2"]
)
def test_other_forms_are_no_citations(citation: str) -> None:
    assert not is_rule(citation)


def test_policy_documents_are_cited_by_their_part() -> None:
    assert is_policy("IPG 2.1")
    assert is_policy("MTR 4.1")
    assert is_policy("JAR")
    assert not is_policy("IPG")
    assert not is_policy("701.40b")


def test_a_subrule_belongs_to_its_rule_and_section() -> None:
    assert parent("701.40b") == "701.40"
    assert parent("701.40") == "701.40"
    assert section("701.40b") == "701"
    assert section("IPG 2.1") == "IPG 2.1"


def test_within_means_the_rule_itself_or_below_it() -> None:
    assert is_within("708.2a", "708.2")
    assert is_within("708.2a", "708")
    assert is_within("708.2a", "708.2a")
    assert not is_within("708.2", "708.2a")
    assert not is_within("708.2a", "708.2b")
    # 701.4 is another rule than 701.40
    assert not is_within("701.40", "701.4")


def test_subrules_of_one_rule_are_the_same_rule() -> None:
    assert same_rule("701.40b", "701.40g")
    assert same_rule("701.40", "701.40g")
    assert not same_rule("701.4", "701.40")


def test_citations_are_found_in_source_with_lists_and_ranges() -> None:
    text = '# CR 708.8: no new object\n"""Obeys CR 613.1f, 613.2b and 708.2a, see CR 601-608."""'
    assert cited_in_source(text) == ["708.8", "613.1f", "613.2b", "708.2a", "601", "608"]


def test_prose_without_the_mark_is_no_citation() -> None:
    assert cited_in_source("version 3.11, 708.2 times, CRX 708.2") == []


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("does 701.40b let me flip it", ["701.40b"]),
        ("CR 702.37E vs 708.8?", ["702.37e", "708.8"]),
        ("rule 708 . 2 a", ["708.2a"]),
        ("708.2a and 708.2a again", ["708.2a"]),
        ("costs 100.50 dollars", ["100.50"]),
        ("i have 701 cards", []),
        ("version 1.708.2", []),
    ],
)
def test_rule_numbers_typed_by_the_asker(question: str, numbers: list[str]) -> None:
    assert typed_by_asker(question) == numbers
