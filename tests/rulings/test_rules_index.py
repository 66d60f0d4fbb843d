"""The index of rule numbers: what is shipped, and how it is made from a rules text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import CR_EDITION, rules_index, rules_index_build
from rulings.rules_index_build import NotTheRules, abstracted, decode, digest, parse


def text_of(rules: str, *, edition: str = "April 17, 2026", fillers: int = 2100) -> str:
    """A text in the form of the Comprehensive Rules, with enough rules to be taken for them."""
    filler = "\n\n".join(f"900.{number}. Rule number {number} says so." for number in range(1, fillers))
    contents = "Contents\n\n1. Game Concepts\n100. General\n\nGlossary\n\nCredits"
    start = f"Rules\n\nThese rules are effective as of {edition}.\n\n{contents}\n\n1. Game Concepts\n\n100. General"
    return f"{start}\n\n{rules}\n\n{filler}\n\nGlossary\n\nAbility\n\nCredits\n\nMany."


def test_the_pinned_edition_is_shipped_with_headings() -> None:
    index = rules_index.load()
    assert index.edition == CR_EDITION
    assert len(index.hashes) > 3000
    assert index.heading("701.40b") == "Manifest"
    assert index.heading("708.8") == "Face-Down Spells and Permanents"
    assert "708.8" in index
    assert "708.99" not in index


def test_the_shipped_index_holds_no_sentences() -> None:
    """Only facts are shipped: numbers, hashes and headings, which are names."""
    for heading in rules_index.load().headings.values():
        assert len(heading) <= 60
        assert not heading.endswith(".")


def test_an_edition_that_is_not_shipped_is_said_so() -> None:
    with pytest.raises(rules_index.UnknownEdition, match=CR_EDITION):
        rules_index.load("1999-01-01")
    with pytest.raises(rules_index.UnknownEdition):
        rules_index.load("../2026-04-17")


def test_rules_subrules_and_headings_are_read() -> None:
    index = parse(
        text_of("701.40. Manifest\n\n701.40a To manifest a card, turn it face down.\n\n606.5 If a cost is paid.")
    )
    assert index.edition == "2026-04-17"
    assert index.headings["100"] == "General"
    assert index.headings["701.40"] == "Manifest"
    assert "701.40a" in index
    assert "606.5" in index  # the one rule without a period behind its number
    assert "606.5" not in index.headings


def test_a_period_behind_a_subrule_is_accepted() -> None:
    assert "119.1d" in parse(text_of("119.1d. In a Brawl game, each player has 25 life."))


def test_an_unnumbered_paragraph_belongs_to_the_rule_above_and_an_example_does_not() -> None:
    plain = parse(text_of("104.1. A game ends.\n\nIt ends at once."))
    with_example = parse(text_of("104.1. A game ends.\n\nIt ends at once.\n\nExample: It is over."))
    without = parse(text_of("104.1. A game ends."))
    assert plain.hashes["104.1"] == with_example.hashes["104.1"]
    assert plain.hashes["104.1"] != without.hashes["104.1"]


def test_a_moved_rule_keeps_its_hash() -> None:
    assert digest("See rule 701.34, “Manifest.”") == digest("See rule 701.40, “Manifest.”")
    assert digest("Rule 708.2 applies") == digest("Rule 709.11a applies")
    assert digest("two cards") != digest("three cards")
    assert abstracted("A player’s card – as   it is") == "A player's card - as it is"


@pytest.mark.parametrize("encode", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_files_of_every_vintage_are_read(encode: str, newline: str) -> None:
    data = text_of("701.40. Manifest\n\n701.40a Turn “it” face down.").replace("\n", newline).encode(encode)
    assert parse(decode(data)).headings["701.40"] == "Manifest"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a shopping list",
        text_of("701.40. Manifest", fillers=10),
        text_of("701.40. Manifest").partition("\n\nGlossary\n\nAbility")[0],
        text_of("701.40. Manifest").rpartition("Credits")[0],
    ],
    ids=["empty", "other text", "too few rules", "cut before the glossary", "cut in the glossary"],
)
def test_what_is_not_the_whole_rules_is_refused(text: str) -> None:
    with pytest.raises(NotTheRules):
        parse(text)


def test_the_tool_names_a_refused_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("nothing")
    assert rules_index_build.main([str(file), str(tmp_path / "missing.txt")]) == 1
    said = capsys.readouterr().err
    assert "rules.txt: refused" in said
    assert "missing.txt" in said


@pytest.mark.shared
def test_the_shipped_index_is_that_of_the_published_text(shared_dir: Path) -> None:
    data = (shared_dir / "data" / "cr" / "MagicCompRules_20260417.txt").read_bytes()
    built = parse(decode(data))
    shipped = rules_index.load()
    assert built.hashes == shipped.hashes
    assert built.headings == shipped.headings


@pytest.mark.shared
def test_a_cut_file_is_refused_and_older_editions_are_read(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "cr"
    with pytest.raises(NotTheRules, match="cut off"):
        parse(decode((folder / "MagicCompRules_20130201.txt").read_bytes()))
    older = parse(decode((folder / "MagicCompRules_20250207.txt").read_bytes()))
    # Manifest moved from 701.34 to 701.40; its text is recognised.
    assert older.hashes["701.34b"] == rules_index.load().hashes["701.40b"]
