"""`tablejudge run`: the Discord bot if there is a token, else the local console."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """Start the Discord bot with DISCORD_TOKEN; without it, the local console."""
    from bot.settings import SettingsError, load

    try:
        settings = load()
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    if settings.discord_token is not None:
        raise click.ClickException(
            "the Discord bot needs tables, which this version doesn't have yet; unset DISCORD_TOKEN for the console"
        )
    click.echo("DISCORD_TOKEN is not set: starting the local console", err=True)
    from bot.commands.console import start

    start(settings)
