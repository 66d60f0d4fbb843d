"""The four kinds of "no" that the simulator says.

A caller can tell them apart by type: what can't be read, what the rules forbid, what is not clear
enough, and what this simulator does not implement.
"""

from __future__ import annotations


class SimulatorError(Exception):
    """Base of the simulator's errors; `str(error)` is fit for the person who acted."""


class InvalidAction(SimulatorError):
    """The action can't be read: it names something that isn't there or isn't of that kind."""


class IllegalAction(SimulatorError):
    """The rules forbid the action.

    Attributes:
        rules: the Comprehensive Rules numbers that forbid it, the deciding one first.
    """

    def __init__(self, message: str, *rules: str) -> None:
        super().__init__(message)
        self.rules: tuple[str, ...] = rules


class AmbiguousAction(SimulatorError):
    """The action may mean several things.

    Attributes:
        choices: what it may mean, in words that the same person may see.
    """

    def __init__(self, message: str, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class Unsupported(SimulatorError):
    """The rules allow it, but this simulator doesn't implement it (yet)."""
