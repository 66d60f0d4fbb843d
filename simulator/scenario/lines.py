"""From a script to its lines: comments, blank lines, one-line scripts, the indented text of invented cards."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simulator.scenario.errors import ScenarioError
from simulator.sentences import say

#: Larger scripts and lines are refused: no scenario that a person wrote comes near.
MAX_LINES = 2_000
MAX_LINE_LENGTH = 2_000

# A comment stands at the start of a line or after two blanks: `Fire // Ice` has one.
_COMMENT = re.compile(r"(^\s*|\s{2,})//.*$")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line without its comment.

    Attributes:
        number: 1-based.
        column: 1-based column at which `text` begins.
        text: the line, stripped.
        indented: whether blanks stood before it.
    """

    number: int
    column: int
    text: str
    indented: bool


def split_lines(script: str) -> tuple[SourceLine, ...]:
    """The lines of a script that say something.

    Raises:
        ScenarioError: the script or one of its lines is too long.
    """
    cleaned = script.removeprefix("\ufeff").replace("\u00a0", " ")
    raw = cleaned.splitlines()
    if sum(1 for line in raw if line.strip()) == 1:
        # in a one-line script `; ` is a line break
        only = next(number for number, line in enumerate(raw) if line.strip())
        raw[only:] = re.split(r"; |;$", raw[only].rstrip())
    if len(raw) > MAX_LINES:
        raise ScenarioError(
            say("A script has at most {most} lines, this one has {number}.", most=MAX_LINES, number=len(raw)), 0
        )
    lines = []
    for number, line in enumerate(raw, 1):
        if len(line) > MAX_LINE_LENGTH:
            raise ScenarioError(
                say("A line has at most {most} characters.", most=MAX_LINE_LENGTH), number, MAX_LINE_LENGTH + 1
            )
        said = _COMMENT.sub("", line)
        text = said.strip()
        if text:
            begin = len(said) - len(said.lstrip())
            lines.append(SourceLine(number, begin + 1, text, begin > 0))
    return tuple(lines)
