"""What is said to a person beside rulings and rules: English text that remembers its template.

A reader of another language is told it again from a translated template (`bot.telling`). Texts go into the store and
into files as plain values, `to_plain` and `from_plain`, so that they are worded only when they are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Self, TypeAlias

#: A value of a remark: a text (perhaps a remark itself), a number, or texts that stand with commas.
Value: TypeAlias = "str | int | Sequence[Value]"


class Remark(str):
    """English text with the template and the values that it was made of.

    Attributes:
        template: a literal with `{name}` where a value stands, found by `make messages`.
        values: what stands there.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, /, **values: Value) -> Self:
        """Make the English text."""
        self = super().__new__(cls, template.format(**{name: _plain(value) for name, value in values.items()}))
        self.template, self.values = template, values
        return self

    def __str__(self) -> str:
        """The remark itself, so that `str(error)` remembers too how its message was made."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles remember it too."""
        return _again, (type(self), self.template, dict(self.values))


def in_turn(remarks: Sequence[str]) -> str:
    """Sentences that stand one after the other; "" for none."""
    return reduce(lambda one, other: Remark("{one} {other}", one=one, other=other), remarks) if remarks else ""


def in_lines(texts: Sequence[str]) -> str:
    """Texts of which each has a line of its own; "" for none."""
    return reduce(lambda one, other: Remark("{one}\n{other}", one=one, other=other), texts) if texts else ""


def to_plain(text: str) -> Any:
    """A text as values that JSON has."""
    if not isinstance(text, Remark):
        return text
    return {"template": text.template, "values": {name: _value_to_plain(value) for name, value in text.values.items()}}


def from_plain(plain: Any) -> str:
    """A text out of JSON values; what isn't one, or isn't whole, is text as it stands."""
    if isinstance(plain, dict):
        try:
            return Remark(
                plain["template"], **{name: _value_from_plain(each) for name, each in plain["values"].items()}
            )
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            return ""
    return str(plain)


def _value_to_plain(value: Value) -> Any:
    if isinstance(value, str):
        return to_plain(value)
    return value if isinstance(value, int) else [_value_to_plain(each) for each in value]


def _value_from_plain(plain: Any) -> Value:
    if isinstance(plain, list):
        return [_value_from_plain(each) for each in plain]
    return plain if isinstance(plain, int) else from_plain(plain)


def _plain(value: Value) -> str | int:
    return value if isinstance(value, str | int) else ", ".join(str(_plain(each)) for each in value)


def _again(kind: type[Remark], template: str, values: Mapping[str, Value]) -> Remark:
    return kind(template, **values)
