"""Invented files in the forms that reference data comes in. No sentence of them is official."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Sequence
from typing import Any


def rules_text(
    rules: str = "100.1. A game has players.\n\n100.1a Two or more.",
    *,
    edition: str = "April 17, 2026",
    glossary: str = "Gadget\nA thing. See rule 100.1.",
    fill: int = 2050,
) -> str:
    """A text in the form of the Comprehensive Rules, long enough to be taken for them."""
    filler = "\n\n".join(f"900.{number}. Rule number {number} says so." for number in range(1, fill))
    contents = "Contents\n\n1. Game Concepts\n100. General\n\nGlossary\n\nCredits"
    start = f"Magic Comprehensive Rules\n\nThese rules are effective as of {edition}.\n\n{contents}"
    body = f"1. Game Concepts\n\n100. General\n\n{rules}\n\n9. Variants\n\n900. More\n\n{filler}"
    return f"{start}\n\n{body}\n\nGlossary\n\n{glossary}\n\n\nCredits\n\nMany.\n"


def card(number: int, **more: Any) -> dict[str, Any]:
    """A card object in Scryfall's form."""
    plain = {
        "object": "card",
        "oracle_id": f"{number:08}-0000-0000-0000-000000000000",
        "name": f"Gizmo {number}",
        "lang": "en",
        "released_at": "2024-01-01",
        "layout": "normal",
        "mana_cost": "{1}",
        "type_line": "Artifact",
        "oracle_text": f"Gizmo {number} does {number} things.",
    }
    return plain | more


def cards(count: int) -> list[dict[str, Any]]:
    """So many different cards."""
    return [card(number) for number in range(count)]


def ruling(number: int, comment: str = "", date: str = "2020-01-01") -> dict[str, Any]:
    """A ruling on the card of that number, in Scryfall's form."""
    return {
        "object": "ruling",
        "oracle_id": card(number)["oracle_id"],
        "source": "wotc",
        "published_at": date,
        "comment": comment or f"Gizmo {number} works as it says.",
    }


def lines(objects: Iterable[Any]) -> bytes:
    """JSON Lines, gzipped; equal objects give equal bytes."""
    text = "".join(f"{json.dumps(each)}\n" for each in objects)
    return gzip.compress(text.encode(), mtime=0)


def names_table(rows: Sequence[tuple[str, str, str, str]]) -> bytes:
    """A table of printed names."""
    return "".join("\t".join(row) + "\n" for row in [("english", "face", "lang", "printed"), *rows]).encode()
