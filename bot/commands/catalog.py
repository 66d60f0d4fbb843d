"""`tablejudge catalog build|coverage`: make the catalogue's files from card data, or say how much is simulated.

A maintainer's command: it needs Scryfall's bulk file. What it writes is shipped in the package.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

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
        compiled = dict(_compiled(making.card_faces(cards)))
        making.write_trees(folder, compiled.items(), {"data_date": data_date})
        _tell(folder / TREES, f"ability trees of {len(compiled)} cards")
        _report(compiled.values())


def _tell(path: Path, what: str) -> None:
    click.echo(f"{path.name}: {what}, {path.stat().st_size / 1e6:.2f} MB")


def _compiled(cards: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[tuple[str, Any]]:
    """Each card's ability trees; cards without abilities are left out."""
    from simulator.oracle import FaceText, trees_for

    def text(face: Mapping[str, Any]) -> FaceText:
        fields = ("name", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense", "layout")
        return FaceText(**{field: str(face.get(field) or "") for field in fields})

    with click.progressbar(cards.items(), label="compiling texts", show_pos=True, width=0) as bar:
        for name, faces in bar:
            trees = trees_for([text(face) for face in faces])
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


@command.command()
def coverage() -> None:
    """Say how many cards' abilities the shipped trees cover."""
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
