"""Cards that came out after the shipped catalogue, and cards whose facts changed since: made at a sync.

The shipped catalogue is taken over and completed from the reference data: names of all cards, with the newer ones
among them, resolve the same way. The files of one build stand in a folder of their own beside the reference data; a
note names the folder in service and is swapped in one step, so that nobody reads half. Readers keep the files that
they opened; the build before is kept until the next one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulings.catalogue import CardFacts, Catalogue, FaceFacts, to_json
from rulings.catalogue_build import (
    PrintedName,
    color_identity_of,
    facts_of,
    printed_names,
    write_facts,
    write_printed,
)
from rulings.catalogue_file import CatalogueError
from rulings.names_build import write_lookup
from rulings.newer_files import PREFIX, in_service, mark, put_in_service
from rulings.reference.database import CardWording, Reference
from rulings.reference.records import FaceText, Kind
from rulings.search import cards_build

_SIZE = re.compile(r"(?P<power>.+)/(?P<toughness>.+)")
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_DEVOID = re.compile(r"^Devoid\b", re.MULTILINE)
#: What a sync may change of a face that the catalogue knows.
_CHANGING = ("mana_cost", "type_line", "power", "toughness", "loyalty", "defense")


@dataclass(frozen=True, slots=True)
class Newer:
    """What the reference data has beyond the shipped catalogue.

    Attributes:
        added: Facts of cards that the catalogue doesn't have.
        changed: Facts of cards that read otherwise now.
    """

    added: tuple[CardFacts, ...]
    changed: tuple[CardFacts, ...]


def find_newer(reference: Reference, shipped: Catalogue) -> Newer:
    """Compare the reference data with the shipped catalogue, card by card."""
    added: dict[str, CardFacts] = {}
    changed: dict[str, CardFacts] = {}
    for wording in reference.cards():
        found = facts_of_wording(wording)
        if not found.playable or not all(face.known for face in found.faces):
            continue
        known = shipped.facts(found.name)
        if known is None:
            added.setdefault(found.name, found)
        elif known.name == found.name and known.kind == "card" and not known.variants:
            merged = _merged(known, found)
            if merged != known:
                changed[found.name] = merged
    return Newer(tuple(added.values()), tuple(changed.values()))


def facts_of_wording(wording: CardWording) -> CardFacts:
    """The facts of a card of the reference data."""
    found = facts_of(_card_json(wording))
    halves = found.faces if found.layout == "split" else found.faces[:1]
    return replace(
        found,
        mana_value=sum(mana_value(face.mana_cost) for face in halves),
        color_identity=color_identity_of(found, [face.oracle_text for face in wording.faces]),
    )


def _card_json(wording: CardWording) -> dict[str, Any]:
    faces = [_face_json(face) for face in wording.faces]
    card: dict[str, Any] = {"name": wording.name, "layout": wording.layout}
    return card | ({"card_faces": faces} if len(faces) > 1 else faces[0] | card)


def _face_json(face: FaceText) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "name": face.name,
        "mana_cost": face.mana_cost,
        "type_line": face.type_line,
        "oracle_text": face.oracle_text,
    }
    if face.indicator:
        plain["color_indicator"] = list(face.indicator)
        plain["colors"] = list(face.indicator)
    elif _DEVOID.search(face.oracle_text):
        # CR 702.114a: no colors, whatever its mana cost
        plain["colors"] = []
    size = _SIZE.fullmatch(face.numbers)
    if size is not None:
        plain |= size.groupdict()
    elif face.numbers:
        what, _, number = face.numbers.partition(" ")
        plain[what] = number
    return plain


def mana_value(cost: str) -> float:
    """The mana value of a cost in symbols (CR 202.3)."""
    # CR 202.3e: X is 0; 202.3f, 202.3g: of a hybrid symbol the larger part counts, {W/P} is 1
    total = 0.0
    for symbol in _SYMBOL.findall(cost):
        numbers = [int(part) for part in symbol.split("/") if part.isdigit()]
        if numbers:
            total += max(numbers)
        elif symbol.startswith("H"):
            total += 0.5
        elif symbol not in ("X", "Y", "Z"):
            total += 1
    return total


def _merged(known: CardFacts, found: CardFacts) -> CardFacts:
    """The facts of the catalogue with what changed since; colors and indicators stay where the cost does."""
    if len(known.faces) != len(found.faces):
        return known
    faces: list[FaceFacts] = []
    for old, new in zip(known.faces, found.faces, strict=True):
        if old.name != new.name or not old.known:
            faces.append(new if old.name == new.name else old)
            continue
        # a battle's defense isn't in every form of data
        values = {field: getattr(new, field) for field in _CHANGING if field != "defense" or new.defense is not None}
        if new.mana_cost != old.mana_cost:
            values["colors"] = new.colors
        faces.append(replace(old, keywords=new.keywords, **values))
    merged = replace(known, faces=tuple(faces))
    if any(old.mana_cost != new.mana_cost for old, new in zip(known.faces, faces, strict=True)):
        merged = replace(merged, mana_value=found.mana_value)
    return merged


def build(folder: Path, reference: Reference, shipped: Catalogue) -> Newer:
    """Bring the newer cards of a data folder up to date with its reference data; nothing is done where they are.

    Args:
        folder: The data folder.
        reference: Its reference data.
        shipped: The shipped catalogue.

    Raises:
        OSError: The files can't be written; those in service are as they were.
    """
    newer = find_newer(reference, shipped)
    if not newer.added and not newer.changed:
        put_in_service(folder, None, shipped)
        return newer
    cards = reference.sources().get(Kind.CARDS)
    date = max(shipped.data_date, cards.newest if cards is not None else "")
    name = PREFIX + _digest(newer, [date, *mark(shipped)])
    current = in_service(folder, shipped)
    if current is not None and current.name == name:
        return newer
    new = folder / f"{PREFIX}{os.getpid()}.new"
    try:
        new.mkdir()
        _write(new, newer, reference, shipped, date)
        shutil.rmtree(folder / name, ignore_errors=True)
        new.rename(folder / name)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    put_in_service(folder, name, shipped)
    for old in folder.glob(f"{PREFIX}*"):
        if old.is_dir() and old.name != name and (current is None or old.name != current.name):
            shutil.rmtree(old, ignore_errors=True)
    return newer


def _digest(newer: Newer, more: list[Any]) -> str:
    plain = [[to_json(facts) for facts in each] for each in (newer.added, newer.changed)]
    return hashlib.sha256(json.dumps([plain, more]).encode()).hexdigest()[:12]


def _write(new: Path, newer: Newer, reference: Reference, shipped: Catalogue, date: str) -> None:
    changed = {facts.name: facts for facts in newer.changed}
    found = {name: changed.get(name) or _known(shipped, name) for name in shipped.names()}
    found |= {facts.name: facts for facts in newer.added}
    found = dict(sorted(found.items()))
    names, _ = printed_names(found, _printed(shipped, reference))
    write_lookup(new, found, names, date)
    write_facts(new, found, date)
    write_printed(new, found, names, date)
    wordings = (reference.card(facts.name) for facts in newer.added)
    cards_build.write_newer(new, [_card_json(wording) for wording in wordings if wording is not None])


def _known(shipped: Catalogue, name: str) -> CardFacts:
    facts = shipped.facts(name)
    if facts is None:
        raise CatalogueError(f"the catalogue has no facts of {name}: install Table Judge again")
    return facts


def _printed(shipped: Catalogue, reference: Reference) -> Iterator[PrintedName]:
    for name in shipped.names():
        for face, languages in shipped.printed(name).items():
            for language, printed in languages.items():
                yield from (PrintedName(name, face, language, each) for each in printed)
    yield from (PrintedName(*row) for row in reference.all_printed_names())
