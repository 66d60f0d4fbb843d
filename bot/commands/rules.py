"""`tablejudge rules diff OLD NEW`: what became of each rule between two editions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from bot.services.paths import REFERENCE_FILE, data_dir
from rulings import rules_index
from rulings.reference.comparing import Change, Comparison, Fate, compare
from rulings.reference.database import Reference, Unreadable
from rulings.reference.inspecting import read_rules
from rulings.reference.records import Refused
from rulings.rules_index import RulesIndex, UnknownEdition
from rulings.rules_index_build import index_of

#: The order in which fates are listed.
_ORDER = (Fate.CHANGED, Fate.AMBIGUOUS, Fate.REMOVED, Fate.ADDED, Fate.MOVED, Fate.UNCHANGED)


@click.group()
def command() -> None:
    """Compare editions of the Comprehensive Rules."""


@command.command()
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--text", "with_text", is_flag=True, help="Show old and new text, where it is at hand.")
@click.option(
    "--only",
    type=click.Choice([fate.value for fate in _ORDER]),
    multiple=True,
    help="List these only. Default: all but the unchanged ones.",
)
def diff(old: str, new: str, as_json: bool, with_text: bool, only: tuple[str, ...]) -> None:
    """Say which rules are unchanged, moved, changed, ambiguous, removed or added between OLD and NEW.

    Each is the date of an edition that was synced or whose index is shipped (2025-02-07), or a file of the rules' text.
    """
    before, old_texts = _edition(old)
    behind, new_texts = _edition(new)
    found = compare(before, behind, old_texts, new_texts)
    wanted = [Fate(each) for each in only] or [fate for fate in _ORDER if fate is not Fate.UNCHANGED]
    listed = [change for fate in wanted for change in found.changes if change.fate is fate]
    if as_json:
        click.echo(json.dumps(_as_json(found, listed, old_texts, new_texts, with_text=with_text), ensure_ascii=False))
        return
    click.echo(f"Comprehensive Rules of {found.old} and {found.new}: {summary(found)}")
    fate = None
    for change in listed:
        if change.fate is not fate:
            fate = change.fate
            click.echo(f"{fate.value}:")
        click.echo(_line(change, before, behind))
        for line in _texts(change, old_texts, new_texts) if with_text else ():
            click.echo(line)


def summary(found: Comparison) -> str:
    """The counts of a comparison in words."""
    counts = found.counts()
    return ", ".join(f"{counts[fate]:,} {fate.value}" for fate in Fate)


def _edition(named: str) -> tuple[RulesIndex, dict[str, str]]:
    """An edition by its date or from a file, with its texts where they are at hand."""
    path = Path(named)
    if path.is_file():
        try:
            edition = read_rules(path)
        except Refused as error:
            raise click.ClickException(f"{named}: {error}") from None
        return index_of(edition), {rule.number: rule.text for rule in edition.rules if rule.kind != "chapter"}
    known = list(rules_index.editions())
    try:
        reference = Reference.open(data_dir() / REFERENCE_FILE)
    except Unreadable:
        reference = None
    if reference is not None:
        try:
            index = reference.index(named)
            if index is not None:
                return index, reference.texts(named)
            known = sorted({*known, *(each.edition for each in reference.editions())})
        finally:
            reference.close()
    try:
        return rules_index.load(named), {}
    except UnknownEdition:
        raise click.ClickException(
            f"“{named}” is neither a file nor a known edition; known: {', '.join(known)}. "
            "`tablejudge sync --from FOLDER` adds the editions in a folder."
        ) from None


def _line(change: Change, before: RulesIndex, behind: RulesIndex) -> str:
    if change.fate is Fate.ADDED:
        return f"  {change.new}  {behind.heading(change.new)}"
    if change.candidates:
        return f"  {change.old} → one of {', '.join(change.candidates)}  {before.heading(change.old)}"
    target = f" → {change.new}" if change.renumbered else ""
    return f"  {change.old}{target}  {before.heading(change.old)}"


def _texts(change: Change, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    if change.old in old and change.fate is not Fate.MOVED:
        yield f"    - {change.old} {old[change.old]}"
    if change.new in new:
        yield f"    + {change.new} {new[change.new]}"


def _as_json(
    found: Comparison, listed: list[Change], old: Mapping[str, str], new: Mapping[str, str], *, with_text: bool
) -> dict[str, Any]:
    changes = []
    for change in listed:
        plain: dict[str, Any] = {"fate": change.fate.value, "old": change.old, "new": change.new}
        if change.candidates:
            plain["candidates"] = list(change.candidates)
        if with_text:
            plain |= {"old_text": old.get(change.old, ""), "new_text": new.get(change.new, "")}
        changes.append(plain)
    counts = {fate.value: found.counts()[fate] for fate in Fate}
    return {"old": found.old, "new": found.new, "counts": counts, "changes": changes}
