"""What the simulator and the rulings say, in the reader's language.

Services keep their sentences as they are and make their own of them with `say`, so that what is kept or cached has no
language; pages tell them when they are shown: a text with `told`, a whole board or explanation with `told_whole`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from bot.i18n import _, ngettext
from rulings.remarks import Remark
from rulings.remarks import Value as RemarkValue
from simulator.sentences import Sentence, Value, retold

T = TypeVar("T")

#: Metadata of a dataclass's field whose texts are typed back as they are: `told_whole` leaves it, whoever shows one
#: tells it.
TYPED_BACK = {"typed back": True}


def told(text: str) -> str:
    """A text of the simulator (event, prompt, refusal, label) or the rulings in the language of the task; others stay.

    Its sentences remember how they were made only until something is done with them as text: tell them first. What an
    error says is `told(str(error))`.
    """
    if isinstance(text, Remark):
        return _(text.template).format(**{name: _told_value(value) for name, value in text.values.items()})
    return retold(text, _, ngettext)


def _told_value(value: RemarkValue) -> str | int:
    if isinstance(value, str):
        return told(value)
    return value if isinstance(value, int) else ", ".join(str(_told_value(each)) for each in value)


def told_whole(value: T) -> T:
    """A dataclass, sequence or mapping with all the texts in it told; what isn't text stays."""
    return _whole(value)  # type: ignore[no-any-return]


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return told(value)
    if isinstance(value, tuple):
        return tuple(map(_whole, value))
    if isinstance(value, list):
        return list(map(_whole, value))
    if isinstance(value, Mapping):
        return {key: _whole(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        kept = [each.name for each in fields(value) if each.init and not each.metadata.get("typed back")]
        return replace(value, **{name: _whole(getattr(value, name)) for name in kept})
    return value


def changed(text: str, change: Callable[[str], str]) -> str:
    """A text after a change that leaves its sentences sentences.

    Args:
        text: the text.
        change: what becomes of a text; where a sentence stays as it is, what was put into it is changed.
    """
    fresh = change(text)
    if fresh != text or not isinstance(text, Sentence) or not text.values:
        return fresh
    return Sentence(text.template, {name: _changed(value, change) for name, value in text.values.items()}, text.many)


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    if isinstance(value, str):
        return changed(value, change)
    return value if isinstance(value, int) else tuple(_changed(each, change) for each in value)
