"""Sentences that can be told again in another language.

What the simulator says (events, prompts, refusals) is English text that remembers how it was made: its template and the
values put in. To everything in here it is a `str`; whoever shows it to a reader of another language makes it again from
a translated template, `retold(text, gettext, ngettext)`. The simulator has no catalogue itself.

    say("{player} draws {card}", player=player, card=name)
    say_counted("{count} card is drawn", "{count} cards are drawn", number)
    say("Revealed: {names}", names=names)            # a tuple of texts: with commas
    term("exile")                                    # of `simulator.terms`; another word stays as it is

Templates are literals, so that `make messages` finds them; a value that the template doesn't name would be carried
along unseen, so there may be none (`tests/simulator/test_sentences.py` looks at both).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

#: A value of a sentence: a text (perhaps a sentence itself), a number, or texts that stand with commas.
Value = str | int | Sequence["Value"]

_SEPARATOR = ", "


class Sentence(str):
    """English text with the template and the values that it was made of.

    Attributes:
        template: with `{name}` where a value stands; for one thing if `many` is given.
        many: the template for several; "" if nothing is counted.
        values: what stands for each name; `count` decides between the templates.
    """

    __slots__ = ("many", "template", "values")

    template: str
    many: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value], many: str = "") -> Sentence:
        """Make the English text."""
        chosen = many if many and values["count"] != 1 else template
        self = super().__new__(cls, chosen.format(**{name: _plain(value) for name, value in values.items()}))
        self.template, self.many, self.values = template, many, values
        return self

    def __str__(self) -> str:
        """The sentence itself, so that `str(error)` remembers too how its message was made."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles remember it too."""
        return Sentence, (self.template, dict(self.values), self.many)


def say(template: str, /, **values: Value) -> Sentence:
    """A sentence with these values.

    Raises:
        KeyError: the template names a value that isn't given.
    """
    return Sentence(template, values)


def say_counted(one: str, many: str, count: int, /, **values: Value) -> Sentence:
    """A sentence about a number of things, `{count}` in both templates."""
    return Sentence(one, {"count": count, **values}, many)


def either(texts: Sequence[str]) -> str:
    """Texts of which one is to be taken; "" for none."""
    return reduce(lambda one, other: say("{one} or {other}", one=one, other=other), texts) if texts else ""


def both(texts: Sequence[str]) -> str:
    """Texts that all hold; "" for none."""
    return reduce(lambda one, other: say("{one} and {other}", one=one, other=other), texts) if texts else ""


def in_turn(texts: Sequence[str]) -> str:
    """Texts that stand one after the other; "" for none."""
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), texts) if texts else ""


def in_a_phrase(words: Sequence[str]) -> str:
    """Words that stand side by side; "" for none."""
    return reduce(lambda one, other: say("{one} {other}", one=one, other=other), words) if words else ""


def retold(text: str, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
    """The text from translated templates, its parts too; what isn't a sentence stays as it is."""
    if not isinstance(text, Sentence):
        return text
    count = text.values.get("count")
    if text.many and isinstance(count, int):
        template = ngettext(text.template, text.many, count)
    else:
        template = gettext(text.template)
    return template.format(**{name: _retold(value, gettext, ngettext) for name, value in text.values.items()})


def _plain(value: Value) -> str | int:
    return value if isinstance(value, str | int) else _SEPARATOR.join(str(_plain(each)) for each in value)


def _retold(value: Value, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str | int:
    if isinstance(value, str):
        return retold(value, gettext, ngettext)
    if isinstance(value, int):
        return value
    return _SEPARATOR.join(str(_retold(each, gettext, ngettext)) for each in value)
