"""What is said when a script can't be read."""

from __future__ import annotations

from simulator.errors import InvalidAction


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
        where = f"line {line}, column {column}: " if line else ""
        super().__init__(f"{where}{message}" + (f" Did you mean “{hint}”?" if hint else ""))

    def to_json(self) -> dict[str, object]:
        """The error in the form that `tablejudge simulate --json` prints."""
        return {
            "line": self.line,
            "column": self.column,
            "message": self.message,
            "expected": list(self.expected),
            "hint": self.hint,
        }
