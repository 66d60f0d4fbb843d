"""Templates: sentences with slots, matched with backtracking over where a slot ends.

A pattern is ordinary text with

- `{name:kind}`: a slot, read by the reader registered for its kind (`reader`);
- `[...]`: an optional part (the handler's parameter for a slot in it needs a default);
- `(a|b)`: one of several, `(a|b)?`: maybe none;  `(s)`: an optional s;
- `<name:a|b>`: one of several words, given to the handler as text (`<name:a|b>?` may be missing: "").

Slots are read from left to right, so that targets are numbered in the order of the text (CR 115, 601.2c). The
first template of a table whose slots all can be read wins; the handler may still decline with None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from simulator.oracle.context import Context

Reader = Callable[[str, Context], Any]
Handler = Callable[..., Any]
F = TypeVar("F", bound=Handler)
R = TypeVar("R", bound=Reader)

_READERS: dict[str, Reader] = {}
_SLOT = re.compile(r"\{(\w+):(\w+)\}")
_CHOICE = re.compile(r"<(\w+):([^>]*)>(\??)")


def reader(kind: str) -> Callable[[R], R]:
    """Register the function that reads slots of a kind: text and context to a value, or None.

    Raises:
        ValueError: slots of that kind are read by another function.
    """

    def register(function: R) -> R:
        if kind in _READERS:
            raise ValueError(f"two readers of {kind!r}")
        _READERS[kind] = function
        return function

    return register


def read(kind: str, text: str, context: Context) -> Any:
    """Read a text as a slot of that kind; None if it can't be read (the context is then unchanged)."""
    mark = context.mark()
    value = _READERS[kind](text, context)
    if value is None:
        context.reset(mark)
    return value


class Template:
    """One pattern with its handler."""

    __slots__ = ("first", "handler", "needed", "parts", "quick", "source")

    def __init__(self, pattern: str, handler: Handler) -> None:
        self.source = pattern
        self.handler = handler
        self.parts: list[re.Pattern[str] | tuple[str, str]] = []
        quick: list[str] = []
        position = 0
        for slot in _SLOT.finditer(pattern):
            self._literal(pattern[position : slot.start()], quick)
            self.parts.append((slot.group(1), slot.group(2)))
            quick.append("(?:.+?)")
            position = slot.end()
        self._literal(pattern[position:], quick)
        self.quick = re.compile("".join(quick), re.DOTALL)
        self.first = _first_word(pattern)
        self.needed = _needed_word(pattern)

    def _literal(self, text: str, quick: list[str]) -> None:
        if text:
            expression = _expression(text)
            self.parts.append(re.compile(expression, re.DOTALL))
            quick.append(re.sub(r"\?P<\w+>", "?:", expression))

    def match(self, text: str, context: Context) -> Any:
        """The handler's value for the text, or None; on None the context is unchanged."""
        if not self.quick.fullmatch(text):
            return None
        mark = context.mark()
        for values in self._bind(0, 0, text, context):
            value = self.handler(context, **values)
            if value is not None:
                return value
            context.reset(mark)
        context.reset(mark)
        return None

    def _bind(self, index: int, position: int, text: str, context: Context) -> Iterator[dict[str, Any]]:
        if index == len(self.parts):
            if position == len(text):
                yield {}
            return
        part = self.parts[index]
        if isinstance(part, re.Pattern):
            found = part.match(text, position)
            if found is not None:
                words = {name: value or "" for name, value in found.groupdict().items()}
                for rest in self._bind(index + 1, found.end(), text, context):
                    yield {**words, **rest}
            return
        name, kind = part
        for end, after, words, used in self._ends(index, position, text):
            mark = context.mark()
            value = read(kind, text[position:end], context)
            if value is not None:
                for rest in self._bind(index + used, after, text, context):
                    yield {name: value, **words, **rest}
            context.reset(mark)

    def _ends(self, index: int, position: int, text: str) -> Iterator[tuple[int, int, dict[str, str], int]]:
        """Where the slot may end, where the parts after it go on, the words chosen there, and parts used up."""
        if index + 1 == len(self.parts):
            yield len(text), len(text), {}, 1
            return
        following = self.parts[index + 1]
        if not isinstance(following, re.Pattern):
            for end in range(position + 1, len(text)):
                yield end, end, {}, 1
            return
        start = position + 1
        while start <= len(text):
            found = following.search(text, start)
            if found is None:
                return
            words = {name: value or "" for name, value in found.groupdict().items()}
            yield found.start(), found.end(), words, 2
            start = found.start() + 1


def _expression(text: str) -> str:
    out: list[str] = []
    position = 0
    for choice in _CHOICE.finditer(text):
        out.append(_plain(text[position : choice.start()]))
        out.append(f"(?P<{choice.group(1)}>{choice.group(2)}){choice.group(3)}")
        position = choice.end()
    out.append(_plain(text[position:]))
    return "".join(out)


def _plain(text: str) -> str:
    text = re.sub(r"([.+*^$\\]|(?<!\))\?)", r"\\\1", text)
    text = text.replace("(s)", "s?").replace("(es)", "(?:es)?").replace("[", "(?:").replace("]", ")?")
    return re.sub(r"\((?![?])", "(?:", text)


_OPTIONAL_SLOT = re.compile(r"\[([^\[\]]*\{\w+:\w+\}[^\[\]]*)\]")


def _variants(pattern: str) -> list[str]:
    """A pattern with an optional slot stands for two patterns: without and with it."""
    found = _OPTIONAL_SLOT.search(pattern)
    if found is None:
        return [pattern]
    before, after = pattern[: found.start()], pattern[found.end() :]
    return [*_variants(before + after), *_variants(before + found.group(1) + after)]


def _first_word(pattern: str) -> str:
    found = re.match(r"[a-z']+(?=[ ,]|$)", pattern)
    return found.group(0) if found else ""


def _needed_word(pattern: str) -> str:
    text = _SLOT.sub("|", pattern)
    text = re.sub(r"<[^>]*>\??", "|", text)
    text = re.sub(r"\[[^\]]*\]", "|", text)
    text = re.sub(r"\((?!s\)|es\))[^)]*\)", "|", text).replace("(s)", "|").replace("(es)", "|")
    return max((piece.strip() for piece in text.split("|")), key=len, default="")


class Table:
    """Templates of one kind of sentence, tried in the order of registration."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._by_word: dict[str, list[tuple[int, Template]]] = {}
        self._general: list[tuple[int, Template]] = []
        self._size = 0

    def __call__(self, *patterns: str) -> Callable[[F], F]:
        """Register a handler for several patterns."""

        def register(handler: F) -> F:
            for pattern in (variant for given in patterns for variant in _variants(given)):
                template = Template(pattern, handler)
                entry = (self._size, template)
                self._size += 1
                if template.first:
                    self._by_word.setdefault(template.first, []).append(entry)
                else:
                    self._general.append(entry)
            return handler

        return register

    def parse(self, text: str, context: Context) -> Any:
        """The value of the first template that reads the whole text, or None."""
        found = re.match(r"[a-z']+", text)
        chosen = self._by_word.get(found.group(0), ()) if found else ()
        for _, template in sorted((*chosen, *(e for e in self._general if e[1].needed in text)), key=lambda e: e[0]):
            value = template.match(text, context)
            if value is not None:
                return value
        return None
