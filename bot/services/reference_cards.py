"""A card's reference data as text and as JSON: for `tablejudge card`, the console and Discord."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.services.reference import CardReference
from rulings.reference.database import OfficialRuling


def wording_lines(found: CardReference) -> Iterator[str]:
    """The Oracle text of each face, and up to when the data goes."""
    for face in found.wording.faces:
        yield "  ".join(part for part in (face.name, face.mana_cost) if part)
        if face.type_line:
            yield f"  {face.type_line}"
        elif not face.oracle_text:
            yield "  The data has only this face's name."
        yield from (f"  {line}" for line in face.oracle_text.split("\n") if line)
        if face.numbers:
            yield f"  {face.numbers}"
    yield f"Oracle text, data to {found.wording_to}" if found.wording_to else "Oracle text"


def ruling_lines(found: CardReference) -> Iterator[str]:
    """The official rulings, newest first, older wordings folded, and up to when the data goes."""
    if not found.rulings_to:
        yield "Official rulings aren't here yet: run `tablejudge sync`"
        return
    for shown in found.rulings:
        gone = f" (no longer published, seen gone on {shown.ruling.gone_since})" if shown.ruling.gone_since else ""
        yield f"  {shown.ruling.published_at}{gone}  {shown.ruling.comment}"
        for old in shown.replaced:
            yield f"    replaces the wording of {old.published_at}"
    count = len(found.rulings)
    yield f"{count or 'No'} official ruling{'' if count == 1 else 's'}. Rulings data to {found.rulings_to}"


def to_json(found: CardReference) -> dict[str, Any]:
    """The same as plain JSON values: what `tablejudge card --json` adds under ``reference``."""

    def ruling(each: OfficialRuling) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "id": each.id,
            "source": each.source,
            "published_at": each.published_at,
            "text": each.comment,
        }
        return plain | ({"gone_since": each.gone_since} if each.gone_since else {})

    return {
        "oracle_id": found.wording.oracle_id,
        "url": found.wording.url,
        "wording_to": found.wording_to,
        "faces": [{"name": face.name, "oracle_text": face.oracle_text} for face in found.wording.faces],
        "rulings_to": found.rulings_to,
        "rulings": [
            ruling(shown.ruling) | {"replaces": [ruling(old) for old in shown.replaced]} for shown in found.rulings
        ],
    }
