"""`tablejudge doctor`: what is missing or wrong, and what to do about it."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

import click

_MARKS = {"ok": ("✔", "green"), "warning": ("!", "yellow"), "problem": ("✘", "red"), "skipped": ("·", "cyan")}


@click.command()
@click.option("--offline", is_flag=True, help="Ask Discord nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(offline: bool, as_json: bool) -> None:
    """Check token, permissions, database, data folder, reference data and clock; say what to do.

    Nothing is changed. The exit code is 1 if something won't work, 0 otherwise; without a network what Discord would
    say is skipped.
    """
    from bot.services import health
    from bot.services.paths import data_dir, store_url
    from bot.settings import SettingsError, load

    findings: list[health.Finding] = []
    token = health.token(os.environ)
    try:
        settings = load()
        folder, url = settings.data_dir, settings.store_url
    except SettingsError as error:
        for line in str(error).splitlines():
            findings.append(health.Finding("environment", "problem", line, "Correct that variable."))
        folder = data_dir()
        url = os.environ.get("TABLEJUDGE_DATABASE_URL", "").strip() or store_url(folder)
    findings += [token, *health.local(Path(folder), url)]
    if token.verdict == "ok" and not offline:
        from bot.discord_app.health import online

        findings += online(os.environ["DISCORD_TOKEN"].strip())
    code = health.worst(findings)
    if as_json:
        click.echo(json.dumps({"ok": code == 0, "findings": [asdict(each) for each in findings]}, ensure_ascii=False))
    else:
        for each in findings:
            mark, colour = _MARKS[each.verdict]
            click.echo(f"{click.style(mark, fg=colour)} {each.name}: {each.message}")
            if each.advice:
                click.echo(f"    {each.advice}")
        problems = sum(each.verdict == "problem" for each in findings)
        click.echo("\nEverything is in place." if not problems else f"\nProblems: {problems}.")
    sys.exit(code)
