"""`tablejudge run`: the Discord bot if there is a token, else the local console."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bot.settings import Settings

#: So long the bot has to end before it is told again.
_STOP_SECONDS = 5.0


@click.command()
def command() -> None:
    """Start the Discord bot with DISCORD_TOKEN; without it, the local console.

    In the background the reference data is brought at the first start and kept current once a day (`tablejudge sync`);
    TABLEJUDGE_SYNC=off prevents that, and so does a console that reads from a pipe.
    """
    from bot.settings import SettingsError, load

    try:
        settings = load()
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    if settings.discord_token is None:
        click.echo("DISCORD_TOKEN is not set: starting the local console", err=True)
        from bot.commands.console import start

        start(settings, sync=settings.sync)
    else:
        _run_bot(settings, settings.discord_token.get_secret_value())


def _run_bot(settings: Settings, token: str) -> None:
    """Run the bot until it is told to stop (SIGINT, SIGTERM).

    Raises:
        click.ClickException: it can't start; the message says what to do.
    """
    click.echo("reading the Discord library …", err=True)
    import aiohttp
    import discord

    from bot.discord_app import logs
    from rulings.catalogue import CatalogueError
    from rulings.store.errors import StoreUnavailable

    logging.basicConfig(level=settings.logging_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Before anything is opened: the store's driver would log what it writes.
    logs.guard()
    try:
        asyncio.run(_serve(settings, token))
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
    except discord.LoginFailure:
        raise click.ClickException(
            "Discord refuses DISCORD_TOKEN. Copy it again from the application's Bot page (Reset Token makes one)."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise click.ClickException("Discord asks for a privileged intent that Table Judge doesn't use") from None
    except (aiohttp.ClientError, OSError) as error:
        raise click.ClickException(
            f"Discord can't be reached ({error}). Is there a network? Try again later."
        ) from None
    except (StoreUnavailable, CatalogueError) as error:
        raise click.ClickException(str(error)) from None


async def _serve(settings: Settings, token: str) -> None:
    from bot.discord_app.app import serve
    from bot.services.background_sync import BackgroundSync
    from bot.wiring import opened

    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: a KeyboardInterrupt ends it
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(opened(settings, _progress))
        if settings.sync:
            loop, synced = asyncio.get_running_loop(), services.moderation.synced

            def tell() -> None:
                loop.call_soon_threadsafe(synced.set)

            stack.enter_context(BackgroundSync(settings.data_dir, on_change=tell))
        _progress("connecting to Discord")
        bot = asyncio.create_task(serve(services, token, data_dir=settings.data_dir, dev_server=settings.dev_server_id))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({bot, stopping}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            # Once isn't enough: before Python 3.12, `asyncio.wait_for` (which discord.py uses) swallows a cancellation
            # that comes at the very moment when what it waits for is done.
            while not bot.done():
                bot.cancel()
                await asyncio.wait({bot}, timeout=_STOP_SECONDS)
    if bot.cancelled():
        click.echo("stopped", err=True)
    else:
        bot.result()


def _progress(step: str) -> None:
    click.echo(f"{step} …", err=True)
