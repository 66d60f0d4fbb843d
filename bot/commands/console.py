"""`tablejudge console`: the commands of Discord in the terminal, or through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.settings import Settings


@click.command()
def command() -> None:
    """Ask, play and moderate in the terminal, without Discord.

    Reads commands (`/help` lists them) from the terminal or from a pipe; what is no command is a question. `@Bob /look`
    gives a command for another seat.
    """
    from bot.settings import SettingsError, load

    try:
        settings = load()
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    start(settings)


def start(settings: Settings, *, sync: bool = False) -> None:
    """Run the console; what prevents it is said as the command line says it.

    Args:
        settings: the process's settings.
        sync: keep the reference data current in the background, if it is a terminal.

    Raises:
        click.ClickException: the store or the shipped data can't be opened.
    """
    from bot.console.start import run_console
    from rulings.catalogue import CatalogueError
    from rulings.store.errors import StoreUnavailable

    try:
        run_console(settings, sync=sync)
    except (StoreUnavailable, CatalogueError) as error:
        raise click.ClickException(str(error)) from None
