"""`tablejudge evaluate FILE.jsonl`: how well questions with known answers are answered, by area."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Table

from bot.services import paths
from bot.services.asking import AskService
from bot.services.evaluating import BadQuestion, Figures, Outcome, evaluate_cases, read_cases
from rulings.catalogue_file import CatalogueError


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--misses", is_flag=True, help="List each question that wasn't answered rightly.")
def command(file: Path, misses: bool) -> None:
    """Ask every question of FILE and compare the answers' rules with the known ones.

    FILE has one JSON object a line: "question", "rules" (the deciding one first), optionally "accept", "verdict",
    "area", "id"; a question without rules is to be declined. A hit cites the deciding rule, one under "accept", or a
    subrule of the same rule among its first four.
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
    console.print(_table(outcomes))
    whole = Figures()
    for outcome in outcomes:
        whole.add(outcome)
    console.print(
        f"{len(outcomes)} questions, {len(service.rulings)} rulings; "
        f"median {whole.quantile(0.5):.1f} ms, p99 {whole.quantile(0.99):.1f} ms",
        highlight=False,
    )
    if misses:
        for outcome in outcomes:
            if not outcome.right:
                console.print(_miss(outcome), highlight=False, markup=False, soft_wrap=True)


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
    for name in ("area", "n", "hit@1", "hit@3", "exact@1", "answered right", "answered wrong", "opposite verdict"):
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
        str(figures.opposite),
        f"{figures.unsure} ({figures.unsure_offered})",
        str(figures.declined_wrongly),
        f"{figures.declined_rightly} of {figures.to_decline}",
    ]


def _miss(outcome: Outcome) -> str:
    answer = outcome.result.answer
    shown = f"{answer.id} ({', '.join(answer.rules)})" if answer else outcome.result.status.value
    others = ", ".join(other.id for other in outcome.result.alternatives[:3])
    return f"{outcome.case.id}: {outcome.case.question} | wanted {', '.join(outcome.case.wanted)} | {shown} | {others}"
