"""`tablejudge import FILE`: take own rulings from a file; what would change is shown first."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.services.moderation_exchange import ImportPlan
    from bot.settings import Settings
    from rulings.store import Scope

#: Exit code: the file is refused, or nothing was imported.
REFUSED = 1
#: So many changed fields of a ruling are named.
_MOST_LINES = 200


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--server", type=click.IntRange(1, 2**63 - 1), help="Discord's id of the server. Default: the console.")
@click.option("--yes", is_flag=True, help="Don't ask.")
def command(file: Path, server: int | None, yes: bool) -> None:
    """Import the rulings of FILE (TOML in the shape of rulings/data, as `tablejudge export own` writes it).

    Every entry is checked and its proof played first; what would change is shown. All of it is imported or nothing:
    at once, or, where four eyes are set, it waits for a moderator's approval. Exit code: 0 imported (or nothing to do),
    1 refused.
    """
    from bot.services.drafts import InvalidRuling
    from bot.services.moderation_types import ModerationError
    from bot.settings import SettingsError, load
    from rulings.catalogue import CatalogueError
    from rulings.store import Scope, StoreError

    try:
        settings = load()
        scope = Scope.local() if server is None else Scope.server(server)
        done = asyncio.run(_import(settings, scope, file.read_bytes(), yes=yes))
    except InvalidRuling as error:
        for problem in error.problems:
            click.echo(f"✘ {problem}", err=True)
        click.echo(f"nothing was imported from {file}", err=True)
        sys.exit(REFUSED)
    except (SettingsError, StoreError, CatalogueError, ModerationError, OSError) as error:
        raise click.ClickException(str(error)) from None
    if done is None:
        click.echo("nothing was imported", err=True)
        sys.exit(REFUSED)
    click.echo(
        f"✔ {done} ruling{'s' if done != 1 else ''} imported" if done else "nothing to do: all of it is here as it is"
    )


async def _import(settings: Settings, scope: Scope, data: bytes, *, yes: bool) -> int | None:
    """Show what would change, and do it if that is wanted; how many rulings, None if it isn't wanted."""
    from bot.services.moderation_ageing import PROGRAM
    from bot.services.moderation_types import Actor
    from bot.wiring import opened

    operator = Actor(PROGRAM, is_moderator=True)
    async with opened(settings, lambda step: click.echo(f"{step} …", err=True)) as services:
        exchange = services.moderation.exchange
        plan = await exchange.plan(scope, operator, data)
        _show(plan)
        if not plan.work:
            return 0
        what = "1 ruling" if len(plan.work) == 1 else f"{len(plan.work)} rulings"
        question = f"Import {what}" + (" (to be approved)" if plan.waits else "") + "?"
        if not yes and not click.confirm(question, err=True):
            return None
        return len(await exchange.apply(scope, operator, plan))


def _show(plan: ImportPlan) -> None:
    for item in plan.items[:_MOST_LINES]:
        fields = f" ({', '.join(change.field for change in item.changes)})" if item.changes else ""
        click.echo(f"{item.kind:>7}  {item.slug}{fields}")
    if len(plan.items) > _MOST_LINES:
        click.echo(f"         and {len(plan.items) - _MOST_LINES} more")
