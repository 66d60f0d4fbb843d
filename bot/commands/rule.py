"""`tablejudge rule NUMBER|TEXT|RANGE`: the rules' text, or before a sync their headings and where to read them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from bot.console.terminal import clean
from bot.services.paths import data_dir
from bot.services.reference import ReferenceService
from rulings.reference.lookup import OFFICIAL_PAGE, Found, Page, Status
from rulings.reference.records import Kind
from rulings.reference.rules_text import GlossaryEntry, Rule

#: Exit code: no rule, heading or term of that name. (2 is click's, for a command that can't be read.)
UNKNOWN = 1


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--glossary", "in_glossary", is_flag=True, help="Look in the glossary only.")
def command(query: tuple[str, ...], as_json: bool, in_glossary: bool) -> None:
    """Show a rule by its number (704.5, 704.5a, 708), a range (702.37a-702.37e), a heading or some words.

    Exit code: 0 found, 1 nothing of that name.
    """
    service = ReferenceService(data_dir())
    text = " ".join(query)
    try:
        found = service.glossary(text) if in_glossary else service.rule(text)
        note = service.data_note(Kind.RULES)
    finally:
        service.close()
    if as_json:
        click.echo(json.dumps(to_json(found), ensure_ascii=False))
    elif found.status is Status.UNKNOWN:
        click.echo(clean(found.advice), err=True)
        if found.suggestions:
            click.echo(f"Did you mean: {'; '.join(found.suggestions)}?", err=True)
    else:
        for line in lines(found, note):
            click.echo(clean(line))
    sys.exit(UNKNOWN if found.status is Status.UNKNOWN else 0)


def to_json(found: Found) -> dict[str, Any]:
    """What was found as plain JSON values."""
    return {
        "query": found.query,
        "status": found.status.value,
        "edition": found.edition,
        "has_text": found.has_text,
        "pages": [
            {
                "number": page.number,
                "title": page.title,
                "rules": [rule_json(rule) for rule in page.rules],
                "parent": page.parent,
                "previous": page.previous,
                "next": page.next,
                "see": list(page.see),
            }
            for page in found.pages
        ],
        "matches": [rule_json(rule) for rule in found.matches],
        "glossary": [entry_json(entry) for entry in found.glossary],
        "suggestions": list(found.suggestions),
        "message": found.advice,
        "official_page": OFFICIAL_PAGE,
    }


def rule_json(rule: Rule) -> dict[str, Any]:
    """A rule as plain JSON values."""
    return {
        "number": rule.number,
        "kind": rule.kind,
        "heading": rule.heading,
        "text": rule.text,
        "examples": list(rule.examples),
        "see": list(rule.references),
    }


def entry_json(entry: GlossaryEntry) -> dict[str, Any]:
    """An entry of the glossary as plain JSON values."""
    return {"term": entry.term, "text": entry.text, "see": list(entry.references)}


def lines(found: Found, note: str) -> Iterator[str]:
    """What was found as it is read in a terminal, the edition last.

    Args:
        found: What was found.
        note: What is said of the data; empty before a sync.
    """
    for page in found.pages:
        yield from _page(page, found.has_text)
        yield ""
    for entry in found.glossary:
        yield f"Glossary: {entry.term}"
        yield from (f"  {line}" for line in entry.text.split("\n"))
        yield ""
    if found.matches:
        yield "Rules that hold these words:" if found.has_text else "Headings:"
        for rule in found.matches:
            yield from _rule(rule)
        yield ""
    if found.advice:
        yield found.advice
    yield note or f"Numbers and headings of the Comprehensive Rules of {found.edition}"


def _page(page: Page, has_text: bool) -> Iterator[str]:
    yield f"{page.number}  {page.title}"
    shown = page.rules if has_text else page.rules[:1]
    for rule in shown:
        if has_text and (rule.number != page.number or rule.kind not in ("chapter", "section")):
            yield from _rule(rule)
    if not has_text and len(page.rules) > 1:
        first, last = page.rules[1].number, page.rules[-1].number
        yield (
            f"  1 number below: {first}"
            if first == last
            else f"  {len(page.rules) - 1} numbers below: {first} to {last}"
        )
    ways = [("above", page.parent), ("before", page.previous), ("next", page.next), ("see", ", ".join(page.see))]
    if line := "   ".join(f"{name}: {number}" for name, number in ways if number):
        yield f"  [{line}]"


def _rule(rule: Rule) -> Iterator[str]:
    first, *more = rule.text.split("\n")
    yield f"  {rule.number} {first}"
    yield from (f"    {line}" for line in more)
    for example in rule.examples:
        yield from (f"    {line}" for line in f"Example: {example}".split("\n"))
