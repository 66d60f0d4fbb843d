"""`tablejudge simulate PATH…`: plays scenarios and says whether what they expect is so."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from bot.console.terminal import clean
from rulings.catalogue import CatalogueError
from simulator.model.cards import CardPool
from simulator.scenario.errors import ScenarioError
from simulator.scenario.result import Failure, ScenarioResult, StepResult, event_json
from simulator.scenario.runner import run_scenario

#: Larger files are no scenarios.
MAX_BYTES = 1_000_000
_PATTERN = "*.scn"
#: Exit codes from the worst on: can't be read, a check fails, unsupported, all hold.
_ORDER = (2, 1, 3, 0)


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=str))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file, one a line.")
def command(paths: tuple[str, ...], as_json: bool) -> None:
    """Play scenarios and check what they expect.

    PATH is a file, a folder (its *.scn files, also in folders below) or - for the standard input.

    Exit code: 0 all checks hold, 1 some fail, 2 a scenario can't be read, 3 one needs what isn't simulated; over
    several files the worst, in the order 2, 1, 3, 0.
    """
    from bot.services.card_pool import load_pool

    codes: list[int] = []
    try:
        pool = load_pool()
        for name, result in _results(paths, pool):
            codes.append(result.exit_code)
            click.echo(_json_line(name, result) if as_json else "\n".join(_page(name, result)))
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error
    if not as_json and len(codes) > 1:
        click.echo(_summary(codes))
    sys.exit(next(code for code in _ORDER if code in codes))


def _results(paths: tuple[str, ...], pool: CardPool) -> Iterator[tuple[str, ScenarioResult]]:
    for path in paths:
        for name in _files(path):
            text = _read(name)
            yield name, run_scenario(text, pool) if isinstance(text, str) else ScenarioResult(error=text)


def _files(path: str) -> list[str]:
    """The scenario files that a path means; a folder without any stands for itself. An empty name means no folder."""
    folder = Path(path)
    if path in ("", "-") or not folder.is_dir():
        return [path]
    return [str(found) for found in sorted(folder.rglob(_PATTERN)) if found.is_file()] or [path]


def _read(name: str) -> str | ScenarioError:
    """A file's text, or why it can't be read."""
    if not name:
        return ScenarioError("An empty name names no file.", 0)
    if name == "-" and sys.stdin is None:
        return ScenarioError("There is no standard input.", 0)
    try:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1) if name == "-" else _bytes(Path(name))
        if len(raw) > MAX_BYTES:
            return ScenarioError(f"A scenario has at most {MAX_BYTES:,} bytes.", 0)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return ScenarioError("This isn't UTF-8 text: save the file in UTF-8.", line)
    except OSError as error:
        hint = f"This folder holds no {_PATTERN} file." if Path(name).is_dir() else (error.strerror or str(error))
        return ScenarioError(hint, 0)


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _json_line(name: str, result: ScenarioResult) -> str:
    return json.dumps({"file": name, **result.to_json()}, ensure_ascii=False)


# ---------------------------------------------------------------------- for people


def _page(name: str, result: ScenarioResult) -> Iterator[str]:
    yield click.style(clean(f"{name}: {result.title}" if result.title else name), bold=True)
    if result.error is not None:
        yield from _error_lines(result.error)
        yield ""
        return
    for step in result.steps:
        yield from _step_lines(step)
    yield from _verdict_lines(result)
    yield ""


def _error_lines(error: ScenarioError) -> Iterator[str]:
    yield click.style(clean(f"  ✘ can't be read: {error}"), fg="red")
    if error.expected:
        yield clean(f"    expected: {', '.join(error.expected)}")


def _step_lines(step: StepResult) -> Iterator[str]:
    for assumed in step.assumed:
        yield click.style(f"       ? {assumed.player}: {assumed.decision} Assumed: {assumed.answer}.", fg="yellow")
    mark = " "
    if step.kind != "step":
        mark = "✔" if step.ok and not step.doubts else "?" if step.ok or step.doubts else "✘"
    elif step.failures:
        mark = "✘"
    yield clean(f"{step.line:5} {mark} {step.text}")
    if step.kind == "step":
        for event in step.events:
            yield from _event_lines(event_json(event))
    if step.message and not step.failures:
        rules = f" [{', '.join(step.rules)}]" if step.rules and step.status == "refused" else ""
        yield clean(f"          → {step.message}{rules}")
    for failure in step.failures:
        yield click.style(f"          ✘ {_failure(failure)}", fg="red")
    for failure in step.doubts:
        yield click.style(f"          ? {_failure(failure)} (something before isn't simulated)", fg="yellow")


def _event_lines(faces: list[dict[str, object]]) -> Iterator[str]:
    for face in faces:
        audience, rules = face["audience"], face["rules"]
        whom = f"(only {', '.join(audience)}) " if isinstance(audience, list) else ""
        cited = f" [{', '.join(map(str, rules))}]" if isinstance(rules, list) and rules else ""
        yield clean(f"          {whom}{face['text']}{cited}")


def _failure(failure: Failure) -> str:
    return clean(f"expected {failure.expected}; it is {failure.actual}")


def _verdict_lines(result: ScenarioResult) -> Iterator[str]:
    paid = f" Costs not paid: {', '.join(result.free_mana)}." if result.free_mana else ""
    if result.exit_code == 0:
        yield click.style(f"  ✔ {_checks(result.passed)}.{paid}", fg="green")
    elif result.exit_code == 1:
        yield click.style(
            f"  ✘ {len(result.failed)} of {_checks(result.passed + len(result.failed), 'fail')}.", fg="red"
        )
    else:
        yield click.style("  ? unsupported: this scenario needs what isn't simulated yet", fg="yellow")
        for text in result.unsupported:
            yield clean(f"    - {text}")


def _checks(number: int, verb: str = "hold") -> str:
    return f"{number} checks {verb}" if number != 1 else f"1 check {verb}s"


def _summary(codes: list[int]) -> str:
    said = {0: "hold", 1: "fail", 2: "can't be read", 3: "unsupported"}
    counted = [f"{codes.count(code)} {said[code]}" for code in sorted(said) if code in codes]
    return f"{len(codes)} scenarios: {', '.join(counted)}."
