"""`tablejudge check`: are all shipped rulings valid, do their citations exist, do their proofs play?"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from bot.services.proving import Proof, ProofStatus, prove
from rulings import CR_EDITION, curated
from rulings.catalogue import Catalogue, CatalogueError
from rulings.curated import Problem
from rulings.model import Ruling

#: Exit codes: something is wrong; nothing could be read. (A proof that needs what isn't simulated yet is a warning.)
WRONG, UNREADABLE = 1, 2


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--no-proofs", is_flag=True, help="Don't play the proofs.")
def command(folder: Path | None, no_proofs: bool) -> None:
    """Validate every curated ruling, citation and proof of FOLDER (default: the shipped ones).

    Exit code: 0 all is well, 1 something is wrong, 2 nothing could be read. A proof that needs what isn't simulated yet
    is shown, but isn't wrong.
    """
    console = Console()
    reading = curated.read(folder or curated.DATA)
    if not reading.rulings and not reading.problems:
        click.echo(f"there are no rulings in {folder or curated.DATA}", err=True)
        sys.exit(UNREADABLE)
    problems = reading.problems + curated.check(reading.rulings, is_card=_is_card())
    proofs = [] if no_proofs else _prove(reading.rulings, console)
    console.print(_by_file(reading.rulings, problems, proofs))
    for problem in problems:
        console.print(f"[red]✘[/red] {escape(str(problem))}", highlight=False, soft_wrap=True)
    for proof in proofs:
        if proof.status is not ProofStatus.OK:
            mark = "[yellow]·[/yellow]" if proof.status is ProofStatus.UNSUPPORTED else "[red]✘[/red]"
            line = escape(f"{proof.origin}: {proof.ruling}: proof {proof.status.value}: {proof.reason}")
            console.print(f"{mark} {line}", highlight=False, soft_wrap=True)
    wrong = len(problems) + sum(proof.status not in (ProofStatus.OK, ProofStatus.UNSUPPORTED) for proof in proofs)
    console.print(_summary(reading.rulings, proofs, wrong, played=not no_proofs), highlight=False, soft_wrap=True)
    sys.exit(WRONG if wrong else 0)


def _is_card() -> curated.IsCard:
    catalogue = Catalogue.shipped()

    def is_card(name: str) -> bool:
        return catalogue.facts(name) is not None

    try:
        is_card("Forest")
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error
    return is_card


def _prove(rulings: Sequence[Ruling], console: Console) -> list[Proof]:
    total = sum(bool(ruling.proof) for ruling in rulings)
    proofs: list[Proof] = []
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("playing the proofs", total=total)
        for proof in prove(rulings):
            proofs.append(proof)
            progress.advance(task)
    return proofs


def _by_file(rulings: Sequence[Ruling], problems: Sequence[Problem], proofs: Sequence[Proof]) -> Table:
    """Counts by file, which is by topic."""
    table = Table(box=box.SIMPLE, title=f"Curated rulings, checked against the rules of {CR_EDITION}")
    table.add_column("topic")
    for name in ("rulings", "phrasings", "proofs", "proved", "problems"):
        table.add_column(name, justify="right")
    entries = Counter(ruling.origin for ruling in rulings)
    phrasings = Counter[str]()
    for ruling in rulings:
        phrasings[ruling.origin] += 1 + len(ruling.also_asked)
    with_proof = Counter(ruling.origin for ruling in rulings if ruling.proof)
    proved = Counter(proof.origin for proof in proofs if proof.status is ProofStatus.OK)
    wrong = Counter(problem.file for problem in problems)
    for origin in sorted({*entries, *wrong}):
        row = [entries[origin], phrasings[origin], with_proof[origin], proved[origin], wrong[origin]]
        table.add_row(origin.removesuffix(".toml"), *map(str, row))
    table.add_section()
    totals = (entries, phrasings, with_proof, proved, wrong)
    table.add_row("all", *(str(sum(counts.values())) for counts in totals), style="bold")
    return table


def _summary(rulings: Sequence[Ruling], proofs: Sequence[Proof], wrong: int, *, played: bool) -> str:
    if not played:
        return f"{len(rulings)} rulings, proofs not run, {wrong} wrong"
    outcomes = Counter(proof.status for proof in proofs)
    parts = [f"{outcomes[status]} {status.value}" for status in ProofStatus if outcomes[status]]
    return f"{len(rulings)} rulings; proofs: {', '.join(parts) or 'none'}; {wrong} wrong"
