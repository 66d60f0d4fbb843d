"""Run `tablejudge` against a stand-in for Discord: `python tests/standin/launch.py API_URL GATEWAY_URL [ARGUMENTS]`.

The only seam between the product and the stand-in: two addresses of the discord.py library are set before it starts.
"""

from __future__ import annotations

import os
import sys


def point_at(api_url: str, gateway_url: str) -> None:
    """Make discord.py in this process talk to the given addresses."""
    import discord
    import yarl

    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


if __name__ == "__main__":
    api, gateway, *arguments = sys.argv[1:]
    point_at(api, gateway)
    from bot.cli import main

    # No test goes to the network; one that means the background sync sets this itself.
    os.environ.setdefault("TABLEJUDGE_SYNC", "off")
    sys.argv = ["tablejudge", *arguments]
    main()
