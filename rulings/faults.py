"""What is wrong with a ruling: English text that remembers its template, so that a moderator can read it translated."""

from __future__ import annotations


class Fault(str):
    """One sentence about a ruling.

    Attributes:
        template: a literal with `{name}` where a value stands, found by `make messages`.
        values: what stands there: keys, ids, dates, numbers.
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, str | int]

    def __new__(cls, template: str, /, **values: str | int) -> Fault:
        """Make the English text."""
        self = super().__new__(cls, template.format(**values))
        self.template, self.values = template, values
        return self
