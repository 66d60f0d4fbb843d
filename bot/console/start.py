"""Starts the console: opens what it stands on, with a line of progress for each step that takes time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

import click

from bot.console.asking import AskingCommands, add_card
from bot.console.errors import words
from bot.console.rules import RuleCommands, add_about
from bot.console.rulings import RulingCommands
from bot.console.shell import Shell
from bot.console.tables import TableCommands
from bot.console.terminal import Lines, Out
from bot.services.background_sync import BackgroundSync
from bot.settings import Settings
from bot.wiring import opened
from rulings.store import Scope

GREETING = "Table Judge. Ask a question, or type /help."
#: Libraries whose notes are of no use to who sits at the console.
_CHATTY = ("alembic", "aiosqlite", "sqlalchemy", "asyncio")


def run_console(settings: Settings, *, sync: bool = False) -> None:
    """Run the console on the standard input and output until `/quit` or the end of the input.

    Args:
        settings: the process's settings.
        sync: keep the reference data current in the background; a pipe never does.

    Raises:
        StoreUnavailable: the store can't be opened; the message says what to do.
        CatalogueError: the shipped facts can't be read.
    """
    logging.basicConfig(level=settings.logging_level, format="%(levelname)s %(name)s: %(message)s")
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
    lines, out = Lines(), Out()
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        try:
            services = runner.run(stack.enter_async_context(opened(settings, _progress)))
            shell = Shell(lines, out, words)
            scope = Scope.local()
            asking = AskingCommands(shell, services.asking, scope, services.scenes, services.answers)
            add_card(shell, asking, services.cards)
            RuleCommands(shell, services.reference)
            TableCommands(shell, services.tables, scope)
            RulingCommands(shell, services.moderation, scope, lambda typed: services.cards.page(typed).name)
            add_about(shell, services.reference)
            if sync and lines.is_terminal:
                stack.enter_context(BackgroundSync(settings.data_dir))
            if lines.is_terminal:
                out.line(GREETING)
            shell.run(runner)
        finally:
            runner.run(stack.aclose())


def _progress(step: str) -> None:
    # To the standard error: what is read from a pipe are answers only.
    click.echo(f"{step} …", err=True)
