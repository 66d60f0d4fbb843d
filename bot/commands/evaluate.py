"""`tablejudge evaluate FILE.jsonl`: how well questions with known answers are answered, by area."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from bot.services import paths
from bot.services.asking import AskService
from bot.services.evaluating import BadQuestion, Bin, Figures, Outcome, evaluate_cases, read_cases, reliability
from rulings.catalogue_file import CatalogueError

# Columns for output that goes to no terminal.
_WIDTH = 160


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--misses", is_flag=True, help="List each question that wasn't answered rightly.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="Draw confidence against correctness as a PNG (needs the extra tablejudge[plot], else a table).",
)
def command(file: Path, misses: bool, plot: Path | None) -> None:
    """Ask every question of FILE and compare the answers' rules with the known ones.

    FILE has one JSON object a line: "question", "rules" (the deciding one first), optionally "accept", "verdict",
    "area", "id"; a question without rules is to be declined. A hit cites the deciding rule, one under "accept", or a
    subrule of the same rule among its first four. "Opposite verdict" counts right answers that begin with the wrong yes
    or no; "turned" those whose own question is the asker's put the other way round.
    """
    try:
        cases = list(read_cases(file.read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, BadQuestion) as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(2)
    try:
        service = AskService.shipped(cache=paths.data_dir() / "cache")
        service.warm()
        outcomes = list(evaluate_cases(service, cases))
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error
    console = Console()
    if not console.is_terminal:
        # A file or a pipe has no width to fit into.
        console = Console(width=_WIDTH)
    console.print(_table(outcomes))
    whole = Figures()
    for outcome in outcomes:
        whole.add(outcome)
    console.print(
        f"{len(outcomes)} questions, {len(service.rulings)} rulings; "
        f"median {whole.quantile(0.5):.1f} ms, p99 {whole.quantile(0.99):.1f} ms",
        highlight=False,
    )
    if plot is not None:
        bins = reliability(outcomes)
        try:
            drawn = _plot(bins, plot)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"{plot} can't be written: {error}") from error
        if drawn:
            console.print(f"reliability plot: {plot}", highlight=False)
        else:
            console.print(
                "matplotlib isn't installed, so no plot (pip install 'tablejudge[plot]'). As a table:",
                markup=False,
            )
            console.print(_reliability_table(bins))
    if misses:
        for outcome in outcomes:
            if not outcome.right:
                console.print(_miss(outcome), highlight=False, markup=False, soft_wrap=True)


def _plot(bins: Sequence[Bin], file: Path) -> bool:
    """Draw the reliability plot; False if matplotlib isn't installed."""
    try:
        # By name: it is no dependency, so that type checkers and installations do without it.
        drawing: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        return False
    figure = drawing.Figure(figsize=(6, 6), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], linestyle="--", color="grey", label="as told")
    axes.plot([each.told for each in bins], [each.right for each in bins], marker="o", label="found")
    for each in bins:
        axes.annotate(str(each.number), (each.told, each.right), textcoords="offset points", xytext=(6, -10))
    axes.set(xlabel="confidence of the first entry", ylabel="share that is right", xlim=(0, 1), ylim=(0, 1))
    axes.set_title("Confidence against correctness, with numbers of questions")
    axes.legend(loc="upper left")
    figure.savefig(file, format="png", dpi=120)
    return True


def _reliability_table(bins: Sequence[Bin]) -> Table:
    table = Table(box=box.SIMPLE, title="Confidence against correctness")
    for name in ("confidence", "n", "mean confidence", "right"):
        table.add_column(name, justify="right")
    for each in bins:
        table.add_row(f"{each.low:.1f}-{each.high:.1f}", str(each.number), f"{each.told:.2f}", f"{each.right:.2f}")
    return table


def _table(outcomes: list[Outcome]) -> Table:
    areas: dict[str, Figures] = {}
    whole = Figures()
    for outcome in outcomes:
        if outcome.case.wanted:
            areas.setdefault(outcome.case.area or "-", Figures()).add(outcome)
        else:
            areas.setdefault("(to decline)", Figures()).add(outcome)
        whole.add(outcome)
    table = Table(box=box.SIMPLE, title="Answers against known rules")
    for name in (
        "area",
        "n",
        "hit@1",
        "hit@3",
        "exact@1",
        "answered right",
        "answered wrong",
        "opposite verdict (turned)",
    ):
        table.add_column(name, justify="left" if name == "area" else "right")
    for name in ("unsure (offered)", "declined wrongly", "declined rightly"):
        table.add_column(name, justify="right")
    for area in sorted(areas):
        table.add_row(area, *_row(areas[area]))
    table.add_section()
    table.add_row("all", *_row(whole), style="bold")
    return table


def _row(figures: Figures) -> list[str]:
    def share(count: int, of: int) -> str:
        return f"{count / of:.0%}" if of else "-"

    n, every = figures.questions, figures.questions + figures.to_decline
    return [
        str(every),
        share(figures.first, n),
        share(figures.third, n),
        share(figures.exact, n),
        share(figures.answered_right, n),
        f"{figures.answered_wrong} ({share(figures.answered_wrong, every)})",
        f"{figures.opposite} ({figures.turned})",
        f"{figures.unsure} ({figures.unsure_offered})",
        str(figures.declined_wrongly),
        f"{figures.declined_rightly} of {figures.to_decline}",
    ]


def _miss(outcome: Outcome) -> str:
    answer = outcome.result.answer
    shown = f"{answer.id} ({', '.join(answer.rules)})" if answer else outcome.result.status.value
    others = ", ".join(other.id for other in outcome.result.alternatives[:3])
    return f"{outcome.case.id}: {outcome.case.question} | wanted {', '.join(outcome.case.wanted)} | {shown} | {others}"
