"""Scripts are cut into lines: comments, blanks, one-line scripts."""

from __future__ import annotations

import pytest

from simulator.scenario.errors import ScenarioError
from simulator.scenario.lines import MAX_LINE_LENGTH, MAX_LINES, split_lines


def texts(script: str) -> list[str]:
    return [line.text for line in split_lines(script)]


def test_a_comment_begins_at_the_start_or_after_two_blanks() -> None:
    script = "// all of it\nresolve  // after two blanks\nresolve all\t\t// tabs are blanks\n   // indented"
    assert texts(script) == ["resolve", "resolve all"]


def test_a_split_cards_name_holds_no_comment() -> None:
    assert texts("Alice casts Fire // Ice\n\n") == ["Alice casts Fire // Ice"]


def test_a_semicolon_and_a_blank_break_a_one_line_script() -> None:
    lines = split_lines("Alice manifests Island; Alice turns #1 face up;")
    assert [(line.number, line.text) for line in lines] == [
        (1, "Alice manifests Island"),
        (2, "Alice turns #1 face up"),
    ]


def test_in_a_script_of_several_lines_a_semicolon_is_text() -> None:
    assert texts("title: one; two\nresolve") == ["title: one; two", "resolve"]


def test_blank_lines_and_line_ends_of_all_kinds_are_free() -> None:
    lines = split_lines("\ufeff\r\n\r\nresolve\r\n\r\n  next turn  \r\n")
    assert [(line.number, line.column, line.text) for line in lines] == [(3, 1, "resolve"), (5, 3, "next turn")]


def test_an_empty_script_has_no_lines() -> None:
    assert split_lines("") == split_lines(" \n\t\n// nothing") == ()


@pytest.mark.parametrize("script", ["resolve\n" * (MAX_LINES + 1), "x" * (MAX_LINE_LENGTH + 1)])
def test_a_script_beyond_all_measure_is_refused(script: str) -> None:
    with pytest.raises(ScenarioError, match="at most"):
        split_lines(script)
