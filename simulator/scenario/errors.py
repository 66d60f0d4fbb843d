"""What is said when a script can't be read."""

from __future__ import annotations

from simulator.errors import InvalidAction
from simulator.sentences import say


class ScenarioError(InvalidAction):
    """A line that can't be read.

    Attributes:
        message: what is wrong, in one sentence.
        line: 1-based number of the line (0: the script as a whole); in a one-line script `; ` begins a new line.
        column: 1-based position of what can't be read.
        expected: what could stand there.
        hint: the nearest valid word, or "".
    """

    def __init__(
        self, message: str, line: int, column: int = 1, expected: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected
        self.hint = hint
        if hint:
            message = say("{message} Did you mean “{hint}”?", message=message, hint=hint)
        if line:
            message = say("line {line}, column {column}: {message}", line=line, column=column, message=message)
        super().__init__(message)

    def to_json(self) -> dict[str, object]:
        """The error in the form that `tablejudge simulate --json` prints."""
        return {
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "expected": list(self.expected),
            "hint": self.hint,
        }
