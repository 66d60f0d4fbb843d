"""Curated rulings: reading their files, and every check that they must pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rulings import curated, rules_index
from rulings.curated import Problem, check, read, read_text
from rulings.model import Ruling, Source, Verdict

GOOD = """
[[ruling]]
id = "morph-stack"
question = "Does turning a morph face up use the stack?"
also_asked = ["unmorph respond", "can they respond to a flip", "flip morph stack", "morph special action"]
verdict = "no"
answer = \"\"\"No. It is a special action.
Nobody can respond.

A trigger of it does use the stack (603.3).\"\"\"
rules = ["116.2b", "702.37e"]
cards = ["Exalted Angel"]
topics = ["face-down"]
as_of = "2026-04-17"
proof = \"\"\"
title: a proof
  indented
\"\"\"
"""


def one(**changes: object) -> Ruling:
    """A valid ruling with some fields changed."""
    return replace(read_text(GOOD, "a.toml").rulings[0], **changes)


def messages(*rulings: Ruling, **options: object) -> str:
    """What the checks say of some rulings."""
    return "\n".join(map(str, check(rulings, **options)))  # type: ignore[arg-type]


def test_a_ruling_is_read_with_all_its_fields() -> None:
    reading = read_text(GOOD, "a.toml")
    assert reading.problems == []
    [ruling] = reading.rulings
    assert ruling.id == "morph-stack"
    assert ruling.verdict is Verdict.NO
    assert ruling.rules == ("116.2b", "702.37e")
    assert ruling.source is Source.CURATED
    assert ruling.origin == "a.toml"
    # line breaks of the file aren't the answer's, its paragraphs are
    assert ruling.answer.split("\n\n") == [
        "No. It is a special action. Nobody can respond.",
        "A trigger of it does use the stack (603.3).",
    ]
    assert ruling.proof == "title: a proof\n  indented"
    assert check(reading.rulings) == []


def test_a_broken_file_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text("[[ruling]\n")
    (tmp_path / "c.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "vocabulary.toml").write_text("[[word]]")
    reading = read(tmp_path)
    assert [ruling.id for ruling in reading.rulings] == ["morph-stack"]
    assert [problem.file for problem in reading.problems] == ["b.toml", "c.toml"]
    assert "isn't valid TOML" in reading.problems[0].message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('verdict = "no"', 'verdict = "maybe"', "must be one of yes, no, depends, explains"),
        ('rules = ["116.2b", "702.37e"]', "rules = []", "lacks “rules”"),
        ('rules = ["116.2b", "702.37e"]', 'rules = "116.2b"', "must be a list of texts"),
        ('as_of = "2026-04-17"', "as_of = 2026-04-17", "must be text in quotes"),
        ('topics = ["face-down"]', 'topics = ["face-down"]\ncolour = "red"', "unknown key “colour”"),
        ('id = "morph-stack"\n', "", "lacks “id”"),
    ],
)
def test_a_wrongly_shaped_entry_is_left_out_and_explained(old: str, new: str, said: str) -> None:
    reading = read_text(GOOD.replace(old, new), "a.toml")
    assert reading.rulings == []
    assert said in str(reading.problems[0])
    assert "a.toml" in str(reading.problems[0])


@pytest.mark.parametrize("text", ["[ruling]\nid = 'x'", "[[rulings]]\nid = 'x'"])
def test_a_misspelt_table_is_reported(text: str) -> None:
    assert "[[ruling]]" in str(read_text(text, "a.toml").problems[0])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "Morph_Stack"}, "kebab-case"),
        ({"question": "Does it use the stack"}, "question mark"),
        ({"question": "x" * 200 + "?"}, "201 characters"),
        ({"also_asked": ("one", "two", "three")}, "has 3 phrasings"),
        ({"answer": "It is a special action."}, "don't say the verdict, “no”"),
        ({"answer": "x" * 201 + " No."}, "don't say the verdict"),
        ({"verdict": Verdict.YES}, "don't say the verdict, “yes”"),
        ({"answer": "No. " + "x" * 1800}, "at most 1800"),
        ({"topics": ("Face Down",)}, "topic “Face Down”"),
        ({"rules": ("116.2b", "116.2b")}, "cites a rule twice"),
        ({"rules": ("rule 116",)}, "is no citation"),
        ({"rules": ("116.99",)}, "CR 116.99 doesn't exist"),
        ({"answer": "No, see 116.99."}, "CR 116.99 doesn't exist"),
        ({"as_of": "2020-01-01"}, "no shipped edition"),
        ({"see": ("morph-stack",)}, "which is itself"),
        ({"see": ("nothing-there",)}, "which is no ruling"),
        ({"also_asked": ("a b", "c d", "e f", "Does turning a morph face up use the stack!")}, "already a phrasing"),
    ],
)
def test_each_check_finds_what_is_wrong(changes: Mapping[str, object], said: str) -> None:
    assert said in messages(one(**changes))


def test_policy_documents_may_be_cited() -> None:
    assert messages(one(rules=("IPG 2.1", "116.2b"))) == ""


def test_ids_and_phrasings_are_unique_over_all_files() -> None:
    said = messages(one(), replace(one(), origin="b.toml"))
    assert "the id is taken by an entry of a.toml" in said
    assert "already a phrasing of morph-stack" in said


def test_card_names_are_checked_where_a_catalogue_is_given() -> None:
    assert messages(one(), is_card=lambda name: name == "Exalted Angel") == ""
    assert "isn't exactly a card's English name" in messages(one(), is_card=lambda name: False)


def test_a_server_may_have_fewer_phrasings_and_refer_to_shipped_rulings() -> None:
    ruling = one(also_asked=(), see=("shipped-ruling",))
    assert messages(ruling, least_phrasings=0, other_ids=["shipped-ruling"]) == ""


def test_the_tool_prints_problems_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.toml").write_text(GOOD.replace("702.37e", "702.999"))
    assert curated.main([str(tmp_path)]) == 1
    assert "a.toml: morph-stack: CR 702.999 doesn't exist" in capsys.readouterr().out


def test_a_problem_reads_as_file_ruling_message() -> None:
    assert str(Problem("a.toml", "x", "is wrong")) == "a.toml: x: is wrong"
    assert str(Problem("a.toml", "", "is wrong")) == "a.toml: is wrong"


def test_the_shipped_rulings_are_valid() -> None:
    reading = read()
    assert reading.problems == []
    assert check(reading.rulings) == []
    assert len(reading.rulings) >= 50


def test_every_shipped_ruling_cites_the_pinned_edition() -> None:
    index = rules_index.load()
    for ruling in read().rulings:
        assert ruling.as_of == index.edition, ruling.id
