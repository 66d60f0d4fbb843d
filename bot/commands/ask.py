"""`tablejudge ask`: one question, or a file of them."""

from __future__ import annotations

import contextlib
import errno
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click

from bot.services import paths
from bot.services.answer_age import AnswerAge
from bot.services.asking import AskResult, AskService
from bot.services.card_names import naming
from rulings.catalogue_file import CatalogueError

_SOURCES = {
    "server": "this server's ruling",
    "curated": "curated ruling",
    "official": "official ruling",
    "rules": "rules text",
}


@click.command(name="ask", short_help="Answer a rules question from the curated rulings.")
@click.argument("question", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON.")
@click.option("--batch", metavar="FILE", help='Answer each {"id", "question"} line of a JSONL file ("-" for stdin).')
@click.option("--timing", is_flag=True, help="Say how long the answer took in the process.")
@click.option("--why", is_flag=True, help="Say what the first entry was found by, and what came next.")
def command(question: tuple[str, ...], as_json: bool, batch: str | None, timing: bool, why: bool) -> None:
    """Answer a rules QUESTION from the curated rulings, with its rule numbers.

    Says so when it isn't sure, and declines what is no question about the rules.
    """
    if batch is not None and question:
        raise click.UsageError("give a question or --batch FILE, not both")
    if batch is None and not question:
        raise click.UsageError('give a question, for instance: tablejudge ask "does unmorphing use the stack?"')
    try:
        data = paths.data_dir()
        service = AskService.shipped(cache=data / "cache", naming=naming(data), reference=data / paths.REFERENCE_FILE)
        for problem in service.problems:
            click.echo(f"left out: {problem}", err=True)
        with contextlib.closing(AnswerAge(data)) as age:
            if batch is not None:
                sys.exit(_batch(service, age, batch, timing))
            result, elapsed = _timed(service, age, " ".join(question))
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        click.echo(_line(result, elapsed if timing else None))
        return
    click.echo(_text(result))
    if why and result.why is not None:
        click.echo("\n".join(f"  {line}" for line in result.why.lines()))
    if timing:
        click.echo(f"({elapsed:.1f} ms)")


def _timed(service: AskService, age: AnswerAge, question: str) -> tuple[AskResult, float]:
    started = time.perf_counter()
    result = age.told(service.ask(question), service)
    return result, (time.perf_counter() - started) * 1000


def _line(result: AskResult, elapsed: float | None, identity: Any = None) -> str:
    plain = result.to_json()
    if identity is not None:
        plain = {"id": identity, **plain}
    if elapsed is not None:
        plain["elapsed_ms"] = round(elapsed, 2)
    # A lone surrogate can come in by an escape of JSON; it can't be written.
    return json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace").decode()


def _batch(service: AskService, age: AnswerAge, name: str, timing: bool) -> int:
    """Answer a file line by line: exit code 1 if a line can't be read, 2 if none can, or nobody takes the answers."""
    status = answered = 0
    try:
        for number, line in _lines(name):
            try:
                row = json.loads(line.decode("utf-8-sig"))
                identity, question = row.get("id"), row["question"]
                if not isinstance(question, str):
                    raise TypeError
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                click.echo(f'{name}:{number}: no {{"id", "question"}} object; the line is left out', err=True)
                status = 1
                continue
            result, elapsed = _timed(service, age, question)
            click.echo(_line(result, elapsed if timing else None, identity))
            answered += 1
        if status and not answered:
            raise _Unreadable('it has no line with an {"id", "question"} object')
    except _Unreadable as error:
        click.echo(f"{name}: can't be read: {error}", err=True)
        return 2
    except OSError as error:
        if error.errno == errno.EPIPE:  # whoever reads the answers has seen enough: click ends quietly
            raise
        click.echo(f"the answers can't be written: {error.strerror or error}", err=True)
        return 2
    return status


class _Unreadable(Exception):
    """A file can't be opened or read; the message says why."""


def _lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a file that aren't blank, with their numbers; bytes, so that one broken line spoils no other.

    Raises:
        _Unreadable: the file can't be opened or read.
    """
    number = 0
    with contextlib.ExitStack() as stack:
        try:
            file = _standard_input() if name == "-" else stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise _Unreadable(error.strerror or error) from error
        while True:
            try:
                line = file.readline()
            except OSError as error:
                raise _Unreadable(error.strerror or error) from error
            if not line:
                return
            number += 1
            if line.strip():
                yield number, line


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise _Unreadable("there is no standard input")
    return sys.stdin.buffer


def _text(result: AskResult) -> str:
    """A result as a person reads it in a terminal."""
    answer = result.answer
    lines: list[str] = []
    if answer is None:
        # Commands are named as they are typed in Discord and in the console; here they are the program's.
        lines.append(result.message.replace("`/", "`tablejudge "))
        lines += [
            f"  {place}. {other.title}" + (f" (CR {', '.join(other.rules)})" if other.rules else "")
            for place, other in enumerate(result.alternatives, 1)
        ]
        return "\n".join(lines)
    lines += [click.style(answer.title, bold=True), answer.text]
    if answer.note:
        lines.append(answer.note)
    rules = ", ".join(answer.rules)
    source = _SOURCES[answer.source]
    lines.append(click.style(f"Rules {rules} · {source} {answer.id} · rules of {answer.as_of}", dim=True))
    lines.append(click.style(f"Found by {answer.matched_by}", dim=True))
    if result.alternatives:
        lines.append(click.style("See also: " + " · ".join(o.title for o in result.alternatives[:3]), dim=True))
    return "\n".join(lines)
