"""What can go wrong in the store; every message is written for a person."""

from __future__ import annotations


class StoreError(Exception):
    """Base of the store's errors.

    StoreError
    ├── StoreUnavailable   the database can't be opened, written or reached
    ├── NotFound           no such thing within the scope that asked
    ├── Conflict           somebody else was first; read again and retry
    ├── PlaceTaken         another ruling in service replaces the same shipped ruling
    └── NotActive          the game takes no more rows
    """


class StoreUnavailable(StoreError):
    """The database can't be opened, read or written: what was asked has not happened."""


class NotFound(StoreError):
    """There is no such thing in this scope. Things of another server look exactly like this."""


class Conflict(StoreError):
    """Somebody else changed it first; nothing of this write has happened.

    Attributes:
        expected: the number (journal seq, ruling revision) that the writer had seen or wanted.
        actual: the number that the store holds: the next free seq, or the newest revision.
    """

    def __init__(self, message: str, *, expected: int, actual: int) -> None:
        super().__init__(message)
        self.expected = expected
        self.actual = actual


class PlaceTaken(StoreError):
    """Another ruling in service replaces the same shipped ruling; nothing of this write has happened.

    Attributes:
        slug: that other ruling.
    """

    def __init__(self, message: str, slug: str) -> None:
        super().__init__(message)
        self.slug = slug


class NotActive(StoreError):
    """The game is finished, frozen or closed, so its journal takes no more rows."""
