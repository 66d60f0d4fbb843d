"""What Discord says about this bot: is the token good, what may it do where, is the clock right. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import discord
import httpx

from bot.services.health import Finding

#: What the bot needs in a channel to do all that it does, and nothing else.
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
#: Seconds by which the clock may be wrong without anybody noticing.
SKEW = 30
_TIMEOUT = 8.0
_SHOWN = 5


def invite_link(application_id: int) -> str:
    """Where a server's manager adds the bot, with the permissions that it needs and no more."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=("bot", "applications.commands"))


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    body: Any
    date: str


def online(token: str) -> list[Finding]:
    """Ask Discord about the token, the application, its servers and the time; offline nothing is found out."""
    headers = {"Authorization": f"Bot {token}", "User-Agent": f"DiscordBot (tablejudge, {discord.__version__})"}
    try:
        with httpx.Client(base_url=discord.http.Route.BASE, headers=headers, timeout=_TIMEOUT) as client:
            application = _get(client, "/applications/@me")
            servers = _get(client, "/users/@me/guilds?limit=200") if application.status == 200 else None
    except httpx.HTTPError as error:
        told = f"Discord can't be reached ({type(error).__name__})"
        return [Finding("Discord", "skipped", told, "Is there a network? What Discord would say wasn't checked.")]
    findings = [_login(application)]
    if application.status == 200:
        findings.append(_installs(application.body))
    if servers is not None and servers.status == 200:
        findings.append(_permissions(servers.body, int(application.body["id"])))
    return [*findings, _clock(application.date)]


def _get(client: httpx.Client, path: str) -> _Answer:
    response = client.get(path)
    try:
        body = response.json()
    except ValueError:
        body = None
    return _Answer(response.status_code, body, response.headers.get("Date", ""))


def _login(application: _Answer) -> Finding:
    if application.status == 200:
        return Finding("login", "ok", f"Discord takes the token: {application.body.get('name', 'the application')}")
    if application.status in (401, 403):
        return Finding(
            "login", "problem", "Discord refuses the token",
            "Copy it again: discord.com/developers → your application → Bot → Reset Token.",
        )  # fmt: skip
    return Finding("login", "skipped", f"Discord answers {application.status}", "Try again later.")


def _installs(application: dict[str, Any]) -> Finding:
    kinds = {str(key) for key in application.get("integration_types_config") or {}}
    missing = [name for key, name in (("0", "Guild Install"), ("1", "User Install")) if key not in kinds]
    if missing and kinds:
        return Finding(
            "installation", "warning", f"{' and '.join(missing)} is switched off",
            "Switch it on: discord.com/developers → your application → Installation.",
        )  # fmt: skip
    # None is privileged: Discord never has to grant one.
    return Finding("installation", "ok", "servers and people can add it; it asks for no privileged intent")


def _permissions(servers: list[dict[str, Any]], application_id: int) -> Finding:
    link = f"Invite it with {invite_link(application_id)}"
    if not servers:
        return Finding("permissions", "warning", "the bot is in no server", link)
    lacking = []
    for server in servers:
        held = discord.Permissions(int(server.get("permissions") or 0))
        missing = [name for name, wanted in NEEDED if wanted and not getattr(held, name) and not held.administrator]
        if missing:
            lacking.append(f"{server.get('name', server['id'])}: {', '.join(missing)}")
    if lacking:
        more = f" and {len(lacking) - _SHOWN} more" if len(lacking) > _SHOWN else ""
        message = f"missing in {'; '.join(lacking[:_SHOWN])}{more}"
        return Finding("permissions", "warning", message, f"Give its role these permissions. {link}")
    count = f"{len(servers)} server{'s' if len(servers) != 1 else ''}"
    return Finding("permissions", "ok", f"all that it needs in {count} (single channels may say otherwise)")


def _clock(date: str, now: datetime | None = None) -> Finding:
    try:
        theirs = parsedate_to_datetime(date)
    except (TypeError, ValueError):
        return Finding("clock", "skipped", "Discord told no time")
    skew = round(((now or datetime.now(UTC)) - theirs).total_seconds())
    if abs(skew) > SKEW:
        side = "ahead of" if skew > 0 else "behind"
        return Finding(
            "clock", "problem", f"this machine's clock is {abs(skew)} s {side} Discord's",
            "Switch on time synchronisation (NTP): interactions are judged too old by a wrong clock.",
        )  # fmt: skip
    return Finding("clock", "ok", "right to within half a minute")
