"""Lines in, lines out: a terminal with a prompt, or a pipe without any decoration."""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator
from typing import IO

import click

_NARROWEST, _WIDEST = 40, 110
#: What marks Discord text: headings, bold, small print. A terminal shows the text alone.
_MARKS = re.compile(r"^(?:-# |#{1,3} )|\*\*|__", re.MULTILINE)


class Lines:
    """Where commands come from. A line can be put back, to be read again by somebody else.

    Args:
        source: a binary stream to read from; None reads the standard input, with a prompt if it is a terminal.
    """

    def __init__(self, source: Iterable[bytes] | None = None) -> None:
        self.is_terminal = source is None and sys.stdin is not None and sys.stdin.isatty()
        self._put_back: list[str] = []
        self._lines: Iterator[bytes] = iter(source if source is not None else _standard_input())
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - importing it gives input() a history
        self._first = True

    def next(self, prompt: str) -> str | None:
        """The next line without its end; None when there are no more."""
        if self._put_back:
            return self._put_back.pop()
        if self.is_terminal:
            try:
                return input(prompt)
            except EOFError:
                click.echo()
                return None
        raw = next(self._lines, None)
        if raw is None:
            return None
        text = raw.decode("utf-8", "replace")
        if self._first:
            text = text.removeprefix("\ufeff")
        self._first = False
        return text.rstrip("\r\n")

    def put_back(self, line: str) -> None:
        """Give a line back: it is the next one."""
        self._put_back.append(line)


def _standard_input() -> Iterable[bytes]:
    return sys.stdin.buffer if sys.stdin is not None else ()


class Out:
    """Where answers go. Texts are cleaned of control characters: nobody's ruling moves the cursor.

    Args:
        file: a text stream; None writes to the standard output.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        self._file = file
        stream = sys.stdout if file is None else file
        # A pipe gets each paragraph as one line: whoever reads it wraps it as they like.
        self._width = min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size().columns)) if stream.isatty() else None

    def line(self, text: str = "", *, indent: int = 0, bold: bool = False, dim: bool = False) -> None:
        """Write a text; its own line breaks are kept."""
        for part in clean(text).split("\n"):
            for piece in self.wrapped(part, indent):
                styled = click.style(piece, bold=bold or None, dim=dim or None) if bold or dim else piece
                click.echo(styled, file=self._file)

    def error(self, text: str) -> None:
        """Write why something can't be done."""
        self.line(f"✗ {text}")

    def done(self, text: str) -> None:
        """Write that something was done."""
        self.line(f"✔ {text}")

    def wrapped(self, text: str, indent: int = 0) -> list[str]:
        """The lines that a text without line breaks takes."""
        room = " " * indent
        if self._width is None or len(text) + indent <= self._width:
            return [room + text]
        return textwrap.wrap(
            text, self._width, initial_indent=room, subsequent_indent=room + "  ", break_on_hyphens=False
        ) or [room]


def clean(text: str) -> str:
    """A text without control characters, line breaks apart."""
    whole = text.encode("utf-8", "replace").decode("utf-8").expandtabs(4)
    return "".join(c for c in whole if c == "\n" or unicodedata.category(c) != "Cc")


def unmarked(text: str) -> str:
    """A text for Discord without the marks that only Discord understands."""
    return _MARKS.sub("", text)
