"""The parser of the rules: invented texts with every quirk, and the published editions where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.reference.rules_text import GlossaryEntry, NotTheRules, RulesText, decode, parse, references

INTRODUCTION = (
    "Rules\n\nThese rules are effective as of April 17, 2026.\n\nContents\n\n1. Game Concepts\n100. General\n\n"
)


def text_of(
    rules: str, *, glossary: str = "Gadget\nA thing.", edition: str = "April 17, 2026", fill: int = 2050
) -> str:
    """A text in the form of the Comprehensive Rules, long enough to be taken for them."""
    filler = "\n\n".join(f"900.{number}. Rule number {number} says so." for number in range(1, fill))
    start = INTRODUCTION.replace("April 17, 2026", edition) + "Glossary\n\nCredits\n\n1. Game Concepts\n\n100. General"
    return f"{start}\n\n{rules}\n\n9. Variants\n\n900. More\n\n{filler}\n\nGlossary\n\n{glossary}\n\n\nCredits\n\nMany."


def rules_of(rules: str) -> dict[str, str]:
    """Number -> text of the invented rules, without the filler."""
    return {rule.number: rule.text for rule in parse(text_of(rules)).rules if not rule.number.startswith("9")}


def test_kinds_headings_and_order() -> None:
    parsed = parse(text_of("100.1. A game has players.\n\n100.1a Two or more.\n\n100.2. Widgets\n\n100.2a To widget."))
    first = parsed.rules[:6]
    assert [rule.number for rule in first] == ["1", "100", "100.1", "100.1a", "100.2", "100.2a"]
    assert [rule.kind for rule in first] == ["chapter", "section", "rule", "subrule", "rule", "subrule"]
    assert [rule.heading for rule in first] == ["Game Concepts", "General", "", "", "Widgets", ""]
    assert parsed.edition == "2026-04-17"


@pytest.mark.parametrize(
    "line",
    ["100.3a. With a period.", "100.3a Plain.", "100.3a.Without a blank."],
)
def test_a_period_behind_a_subrule_and_a_lacking_blank_are_read(line: str) -> None:
    assert "100.3a" in rules_of(line)


def test_a_rule_without_a_period_is_a_rule() -> None:
    assert rules_of("100.5 If a cost is paid.")["100.5"] == "If a cost is paid."


def test_a_chapter_heading_does_not_belong_to_the_rule_above() -> None:
    parsed = parse(text_of("100.1. The end."))
    assert [rule.text for rule in parsed.rules if rule.number in ("100.1", "9")] == ["The end.", "Variants"]


def test_unnumbered_paragraphs_continue_the_rule_and_examples_stand_by_themselves() -> None:
    rule = parse(text_of("100.1. One.\n\nTwo.\n\nExample: Three.\nExample: Four.\n\nFive.")).rules[2]
    assert rule.text == "One.\nTwo."
    assert rule.examples == ("Three.", "Four.\nFive.")


def test_italics_of_old_files_are_taken_away_and_blanks_to_fill_in_are_not() -> None:
    found = rules_of("100.1. The _Magic_ game and “Wolf in ________ Clothing.”")
    assert found["100.1"] == "The Magic game and “Wolf in ________ Clothing.”"


def test_glossary_entries_keep_their_lines() -> None:
    glossary = "Gadget, Gizmo\n1. A thing.\n2. Another.\nSee rule 100.1.\n\nWidget\nTo use one.\n\nA stray paragraph."
    assert parse(text_of("100.1. One.", glossary=glossary)).glossary == (
        GlossaryEntry("Gadget, Gizmo", "1. A thing.\n2. Another.\nSee rule 100.1."),
        GlossaryEntry("Widget", "To use one.\nA stray paragraph."),
    )


def test_references_with_ranges_and_sections() -> None:
    assert references("See rule 708, “Things,” and 702.9k–n.") == ["708", "702.9k", "702.9m", "702.9n"]
    assert references("rules 903.6–903.8 and rules 700 and 701") == ["903.6", "903.7", "903.8", "700", "701"]
    assert references("rules 601.2f–h") == ["601.2f", "601.2g", "601.2h"]
    assert references("pay 300 life") == []


def test_a_rule_does_not_refer_to_itself() -> None:
    assert parse(text_of("100.1. This rule 100.1 and 100.2.")).rules[2].references == ("100.2",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom", "utf-16-be-bom", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_encoding_and_line_end_gives_the_same(encoding: str, newline: str) -> None:
    text = text_of("100.1. A player’s “turn”.\n\n100.2. Next.")
    raw = text.replace("\n", newline)
    match encoding:
        case "utf-16-le-bom":
            data = b"\xff\xfe" + raw.encode("utf-16-le")
        case "utf-16-be-bom":
            data = b"\xfe\xff" + raw.encode("utf-16-be")
        case _:
            data = raw.encode(encoding)
    assert parse(decode(data)) == parse(text)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_read(encoding: str) -> None:
    assert decode("Magic’s rules".encode(encoding)) == "Magic’s rules"


def test_a_mixture_of_line_ends_is_read() -> None:
    raw = text_of("100.1. One.").replace("\n", "\r").replace("\r\rGlossary\r\rGadget", "\r\r\nGlossary\r\rGadget")
    assert parse(decode(raw.encode())) == parse(text_of("100.1. One."))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "effective"),
        ("a shopping list", "effective"),
        ("These rules are effective as of Octember 44, 2026.", "isn't a date"),
        (text_of("100.1. One.", fill=10), "only"),
        (text_of("100.1. One.").partition("\n\nGlossary\n\nGadget")[0], "go on to the glossary"),
        (text_of("100.1. One.").rpartition("Credits")[0], "cut off in the glossary"),
        (text_of("100.1. One.")[:100], "cut off"),
    ],
    ids=["empty", "another text", "no date", "few rules", "no glossary", "cut in the glossary", "cut in the contents"],
)
def test_what_is_not_the_whole_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(NotTheRules, match=reason):
        parse(text)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "edition", "headings", "rules", "subrules", "glossary"),
    [
        ("20140201", "2014-02-01", 124, 845, 1113, 484),
        ("20221118", "2022-11-18", 141, 1080, 1711, 647),
        ("20250207", "2025-02-07", 144, 1127, 1895, 703),
        ("20260116", "2026-01-16", 146, 1157, 1957, 725),
        ("20260417", "2026-04-17", 147, 1165, 1973, 730),
    ],
)
def test_each_published_edition_has_its_own_counts(
    shared_dir: Path, file: str, edition: str, headings: int, rules: int, subrules: int, glossary: int
) -> None:
    parsed = _published(shared_dir, file)
    assert parsed.edition == edition
    counts = [parsed.count(kind) for kind in ("chapter", "section", "rule", "subrule")]
    assert [*counts, len(parsed.glossary)] == [9, headings, rules, subrules, glossary]


@pytest.mark.shared
def test_the_published_file_that_is_cut_off_is_refused(shared_dir: Path) -> None:
    with pytest.raises(NotTheRules, match="cut off in the glossary"):
        _published(shared_dir, "20130201")


@pytest.mark.shared
def test_every_reference_of_the_pinned_edition_exists(shared_dir: Path) -> None:
    parsed = _published(shared_dir, "20260417")
    numbers = {rule.number for rule in parsed.rules}
    referring = [*parsed.rules, *parsed.glossary]
    assert [(each, number) for each in referring for number in each.references if number not in numbers] == []
    assert sum(len(each.references) for each in referring) > 1500


def _published(shared_dir: Path, date: str) -> RulesText:
    return parse(decode((shared_dir / "data" / "cr" / f"MagicCompRules_{date}.txt").read_bytes()))
