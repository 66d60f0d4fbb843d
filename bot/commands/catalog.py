"""`tablejudge catalog build|coverage`: make the catalogue's files from card data, or say how much is simulated.

A maintainer's command: it needs Scryfall's bulk file. What it writes is shipped in the package.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import click

#: The figures of the last build, beside the catalogue's other files.
COVERAGE = "coverage.json"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@click.group()
def command() -> None:
    """Build the catalogue of card facts, or report what it covers."""


@command.command()
@click.option(
    "--cards",
    "cards_path",
    required=True,
    type=click.Path(path_type=Path),
    help="Scryfall's oracle cards: JSON or JSON Lines, gzipped or not.",
)
@click.option(
    "--foreign-names",
    "names_path",
    type=click.Path(path_type=Path),
    help="Printed names: tab-separated english, face, lang, printed; gzipped or not.",
)
@click.option(
    "--date",
    "data_date",
    metavar="YYYY-MM-DD",
    help="The date up to which cards are in the data. Default: the newest release date in it.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to write. Default: the package's own folder.",
)
@click.option("--trees/--no-trees", default=True, help="Compile the cards' texts into ability trees too (a minute).")
def build(cards_path: Path, names_path: Path | None, data_date: str | None, out: Path | None, trees: bool) -> None:
    """Make the catalogue from card data: facts, names in all languages, ability trees.

    The same data gives the same bytes. No sentence of a card is written.
    """
    from rulings import catalogue_build as making
    from rulings.catalogue import FACTS, LOOKUP, NAMES, TREES, shipped_folder
    from rulings.names_build import NicknameError, write_lookup

    folder = out or shipped_folder()
    try:
        cards = list(making.read_cards(cards_path))
        if not cards:
            raise click.ClickException(f"{cards_path} holds no card")
        rows = making.read_printed_names(names_path) if names_path else []
    except making.DataError as error:
        raise click.ClickException(str(error)) from error
    if data_date is not None and not _DATE.fullmatch(data_date):
        raise click.BadParameter(f"{data_date!r} is no date such as 2026-08-14", param_hint="--date")
    newest = making.newest_release(cards)
    data_date = data_date or newest
    if data_date is None:
        raise click.UsageError("no card of the data has a release date: say up to when it goes with --date YYYY-MM-DD")
    undated = sum(not card.get("released_at") for card in cards)
    if undated:
        click.echo(f"note: {undated} cards have no release date; the newest date is {newest}, taken is {data_date}")

    folder.mkdir(parents=True, exist_ok=True)
    found = making.collect(cards)
    names, strangers = making.printed_names(found, rows)
    if strangers:
        click.echo(f"note: printed names of {len(strangers)} unknown cards were left out, such as {strangers[0]}")
    try:
        # first what can be refused, so that the files stay those of one build
        write_lookup(folder, found, names, data_date)
    except NicknameError as error:
        raise click.ClickException(str(error)) from error
    _tell(folder / LOOKUP, "keys and words of names")
    making.write_facts(folder, found, data_date)
    _tell(folder / FACTS, f"facts of {len(found)} cards")
    making.write_printed(folder, found, names, data_date)
    _tell(folder / NAMES, f"{len(rows)} printed names")
    if trees:
        faces = making.card_faces(cards)
        compiled = dict(_compiled(faces))
        making.write_trees(folder, compiled.items(), {"data_date": data_date}, making.wordings_of(faces))
        _tell(folder / TREES, f"ability trees of {len(compiled)} cards")
        _report(compiled.values())
        report = {"data_date": data_date, **measure_coverage(faces)}
        (folder / COVERAGE).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        _tell(folder / COVERAGE, "how much of the cards' text is read")


def _tell(path: Path, what: str) -> None:
    click.echo(f"{path.name}: {what}, {path.stat().st_size / 1e6:.2f} MB")


def _text(face: Mapping[str, Any]) -> Any:
    from simulator.oracle import FaceText

    fields = ("name", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense", "layout")
    return FaceText(**{field: str(face.get(field) or "") for field in fields})


def _compiled(cards: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[tuple[str, Any]]:
    """Each card's ability trees; cards without abilities are left out."""
    from simulator.oracle import trees_for

    with click.progressbar(cards.items(), label="compiling texts", show_pos=True, width=0) as bar:
        for name, faces in bar:
            trees = trees_for([_text(face) for face in faces])
            if any(trees["faces"]):
                yield name, trees


def unsupported(ability: list[Any]) -> bool:
    """Whether an ability's tree says that its text isn't understood."""
    return bool(ability) and ability[0] == "UnsupportedAbility"


def _report(compiled: Iterable[Any]) -> None:
    abilities: Counter[bool] = Counter()
    cards: Counter[bool] = Counter()
    for trees in compiled:
        each = [unsupported(ability) for face in trees["faces"] for ability in face]
        abilities.update(each)
        cards[any(each)] += 1
    whole, total = cards[False], sum(cards.values())
    click.echo(f"abilities simulated: {abilities[False]} of {sum(abilities.values())}{_percent(abilities)}")
    click.echo(f"cards with abilities, all of them simulated: {whole} of {total}{_percent(cards)}")


def _percent(counts: Counter[bool]) -> str:
    total = sum(counts.values())
    return f" ({100 * counts[False] / total:.1f} %)" if total else ""


def _measured(cards: list[list[Any]]) -> Any:
    from simulator.oracle.coverage import coverage as measure
    from simulator.playable import executes

    return measure(cards, executes)


def measure_coverage(cards: Mapping[str, list[Mapping[str, Any]]]) -> dict[str, Any]:
    """The report on how much of the cards' text is simulated, measured on all cores."""
    from concurrent.futures import ProcessPoolExecutor
    from os import cpu_count

    texts = [[_text(face) for face in faces] for faces in cards.values()]
    count = cpu_count() or 1
    size = max(1, len(texts) // (8 * count))
    chunks = [texts[start : start + size] for start in range(0, len(texts), size)]
    found = _measured([])
    with ProcessPoolExecutor(count) as pool:
        for part in pool.map(_measured, chunks):
            found.merge(part)
    report: dict[str, Any] = found.to_json()
    return report


@command.command()
@click.option(
    "--cards",
    "cards_path",
    type=click.Path(path_type=Path),
    help="Measure the texts of Scryfall's oracle cards anew. Default: what the catalogue's last build found.",
)
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
def coverage(cards_path: Path | None, as_json: bool) -> None:
    """Say how many cards' abilities are understood and simulated, and which phrases aren't read yet."""
    from rulings.catalogue import shipped_folder

    if cards_path is None and not as_json and not (shipped_folder() / COVERAGE).exists():
        _report_trees()
        return
    report = _measure_file(cards_path, as_json) if cards_path else _shipped_report()
    if as_json:
        click.echo(json.dumps(report, indent=2))
        return
    for line in _report_lines(report):
        click.echo(line)


def _report_trees() -> None:
    """What the shipped trees themselves tell, where no figures were measured with them."""
    from rulings.catalogue import Catalogue, CatalogueError

    try:
        catalogue = Catalogue.shipped()
        click.echo(f"{len(catalogue)} cards, data to {catalogue.data_date}")
        if not catalogue.has_trees:
            click.echo("no ability trees are compiled yet: `tablejudge catalog build` makes them")
            return
        _report(catalogue.trees(name) for name in catalogue.cards_with_trees())
    except CatalogueError as error:
        raise click.ClickException(str(error)) from error


def _measure_file(path: Path, quiet: bool) -> dict[str, Any]:
    from rulings import catalogue_build as making

    try:
        start = perf_counter()
        cards = list(making.read_cards(path))
        reading = perf_counter() - start
    except making.DataError as error:
        raise click.ClickException(str(error)) from error
    if not cards:
        raise click.ClickException(f"{path} holds no card")
    faces = making.card_faces(cards)
    start = perf_counter()
    report = measure_coverage(faces)
    compiling = perf_counter() - start
    click.echo(
        f"reading the file: {reading:.1f} s; compiling all texts: {compiling:.1f} s, {compiling / reading:.0f} times "
        "as long",
        err=quiet,
    )
    return report


def _shipped_report() -> dict[str, Any]:
    from rulings.catalogue import shipped_folder

    path = shipped_folder() / COVERAGE
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise click.ClickException(
            "the catalogue holds no figures yet: `tablejudge catalog build` measures them, "
            "or name the card data with --cards"
        ) from None
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{path.name} can't be read ({error}): build the catalogue again") from error
    if not isinstance(report, dict):
        raise click.ClickException(f"{path.name} holds no figures: build the catalogue again")
    return report


def _report_lines(report: Mapping[str, Any]) -> Iterator[str]:
    executable = report.get("executable", {})
    for group, title in (("all", "all cards"), ("constructed", "constructed"), ("face_down", "face-down family")):
        yield _share_line(title, report[group])
        if group in executable:
            yield _share_line("  and executable", executable[group])
    for kind in ("types", "keywords"):
        yield ""
        for name, share in report.get(kind, {}).items():
            yield _share_line(name, share)
    yield ""
    yield "most frequent unread phrases:"
    for row in report["unread"]:
        yield f"{row['cards']:6}  {row['phrase']}"


def _share_line(title: str, share: Mapping[str, int]) -> str:
    cards, abilities = share["cards"] or 1, share["abilities"] or 1
    return (
        f"{title:18} cards {share['compiled']:6} of {share['cards']:6} ({100 * share['compiled'] / cards:5.2f} %)"
        f"   abilities {share['abilities_compiled']:6} of {share['abilities']:6}"
        f" ({100 * share['abilities_compiled'] / abilities:5.2f} %)"
    )
