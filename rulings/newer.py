"""Cards that came out after the shipped catalogue, and cards whose facts changed since: made at a sync.

What the reference data has beyond the shipped catalogue is laid over it: facts (`rulings.newer_catalogue`) and names
(`rulings.newer_names`), so that names of all cards resolve the same way, and time and memory follow the number of newer
cards. The files of one build stand in a folder of their own beside the reference data; a
note names the folder in service and is swapped in one step, so that nobody reads half. Readers keep the files that
they opened; the build before is kept until the next one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulings.catalogue import FACTS, NAMES, CardFacts, Catalogue, FaceFacts, from_json, to_json, wording_hash
from rulings.catalogue_build import PrintedName, color_identity_of, facts_of, printed_names
from rulings.catalogue_file import Bundle, pack_table, write_bundle
from rulings.newer_catalogue import CHANGED, PRINTED
from rulings.newer_files import PREFIX, in_service, mark, put_in_service
from rulings.newer_names import NewCard, NewerNames, NewFace, NewPrinted
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
        added: Facts, by full name and sorted by it, of cards that the catalogue doesn't have; facts are kept in their
            stored form, since they may be many.
        changed: The same of cards that read otherwise now.
        printed: All names in other languages, in their stored form, of the cards that have some which the catalogue
            lacks.
    """

    added: Mapping[str, str]
    changed: Mapping[str, str]
    printed: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.printed)

    def new_printed(self, below: Catalogue) -> Iterator[NewPrinted]:
        """The names in other languages that the catalogue below doesn't have."""
        for card, plain in self.printed.items():
            known = {} if card in self.added else below.printed(card)
            facts = None if card in self.added else below.facts(card)
            faces = [face.name for face in facts.faces] if facts else card.split(" // ")
            for face, languages in json.loads(plain).items():
                number = faces.index(face) if face in faces else 0
                for language, names in languages.items():
                    for name in set(names) - set(known.get(face, {}).get(language, ())):
                        yield NewPrinted(card, number, name, facts is None or facts.playable)


def find_newer(reference: Reference, shipped: Catalogue) -> Newer:
    """Compare the reference data with the shipped catalogue, card by card."""
    added: dict[str, str] = {}
    changed: dict[str, str] = {}
    for wording in reference.cards():
        if _reads_the_same(wording, shipped):
            continue
        found = facts_of_wording(wording)
        if not found.playable or not all(face.known for face in found.faces):
            continue
        known = shipped.facts(found.name)
        if known is None:
            added.setdefault(found.name, _compact(to_json(found)))
        elif known.name == found.name and known.kind == "card" and not known.variants:
            merged = _merged(known, found)
            if merged != known:
                changed[found.name] = _compact(to_json(merged))
    added = dict(sorted(added.items()))
    return Newer(added, dict(sorted(changed.items())), _new_printed(reference, shipped, added))


def _reads_the_same(wording: CardWording, shipped: Catalogue) -> bool:
    """Whether a card has the text from which the shipped facts are, and the numbers: most have, and no more is read."""
    compiled = shipped.compiled_wording(wording.name)
    faces = wording.faces
    if compiled is None or compiled != wording_hash((e.name, e.mana_cost, e.type_line, e.oracle_text) for e in faces):
        return False
    known = shipped.facts(wording.name)
    return known is not None and [_numbers(face) for face in known.faces] == [face.numbers for face in faces]


def _numbers(face: FaceFacts) -> str:
    """The numbers of a face as the reference data has them."""
    if face.power is not None:
        return f"{face.power}/{face.toughness}"
    if face.loyalty is not None:
        return f"loyalty {face.loyalty}"
    return "" if face.defense is None else f"defense {face.defense}"


def _new_printed(reference: Reference, shipped: Catalogue, added: Mapping[str, str]) -> dict[str, str]:
    """All names in other languages of the cards of which the reference data has some that the catalogue lacks."""
    faces = {face: name for name in sorted(added, reverse=True) if " // " in name for face in name.split(" // ")}
    languages = PrintedLines(shipped)
    # rows in one string each: there may be hundreds of thousands
    found: dict[str, list[str]] = {}
    for row in map(PrintedName._make, reference.all_printed_names()):
        card = row.card if row.card in added else shipped.full_name(row.card) or faces.get(row.card)
        if card is not None and (card in added or not languages.has(card, row)):
            found.setdefault(card, []).append("\t".join(row[1:]))
    printed: dict[str, str] = {}
    for card in sorted(found):
        rows = [PrintedName(card, *row.split("\t", 2)) for row in found.pop(card)]
        facts = from_json(json.loads(added[card])) if card in added else shipped.facts(card)
        if facts is None:
            continue
        known = shipped.printed(card) if card not in added else {}
        for face, by_language in known.items():
            rows += (PrintedName(card, face, code, name) for code, each in by_language.items() for name in each)
        names, _ = printed_names({card: facts}, rows)
        # a name may be written otherwise there, and be the same
        if names[card] != {face: {code: list(each) for code, each in of.items()} for face, of in known.items()}:
            printed[card] = _compact(names[card])
    return printed


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class PrintedLines:
    """Tells whether the shipped catalogue has a printed name: in less time than `Catalogue.printed`.

    Args:
        shipped: The shipped catalogue.
    """

    def __init__(self, shipped: Catalogue) -> None:
        self._shipped = shipped
        bundle = Bundle(shipped.folder / NAMES)
        self._lines = {language: bundle.lines(language) for language in bundle.meta["languages"]}
        self._last = ("", 0)

    def has(self, card: str, row: PrintedName) -> bool:
        """Whether a card has the name of a row, whichever face it is of."""
        if self._last[0] != card:
            self._last = (card, self._shipped.ordinal(card))
        lines = self._lines.get(row.language)
        line = lines[self._last[1]] if lines is not None else ""
        if line == row.name:
            return True
        known = line.replace("\x1f", "\t").split("\t")
        return row.name in known or all(half in known for half in row.name.split(" // "))


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
    # one of its own: all that is read for this is let go afterwards
    below = Catalogue(shipped.folder)
    newer = find_newer(reference, below)
    if not newer:
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
        write_over(new, newer, reference, below, date)
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
    digest = hashlib.sha256(json.dumps(more).encode())
    for each in (newer.added, newer.changed, newer.printed):
        for name, plain in each.items():
            digest.update(f"{name}\n{plain}\n".encode())
        digest.update(b"\n")
    return digest.hexdigest()[:12]


def write_over(new: Path, newer: Newer, reference: Reference, below: Catalogue, date: str) -> None:
    """Write what is laid over a catalogue.

    Args:
        new: Where to.
        newer: What there is beyond the catalogue.
        reference: Has the texts of the newer cards.
        below: The catalogue; what it reads for this it keeps, so it should be one of its own.
        date: ISO date of the data.
    """
    changed = [from_json(json.loads(plain)) for plain in newer.changed.values()]
    added = [_named(name, json.loads(plain)) for name, plain in newer.added.items()]
    write_bundle(
        new / FACTS,
        {"data_date": date, "cards": len(newer.added)},
        {
            "facts": pack_table(newer.added.items(), per_block=32),
            CHANGED: pack_table(newer.changed.items(), per_block=32),
            "faces": pack_table(_new_faces(added, below).items(), per_block=128),
        },
    )
    write_bundle(
        new / NAMES, {"data_date": date, "cards": len(newer.printed)}, {PRINTED: pack_table(newer.printed.items())}
    )
    NewerNames(below, added, changed).write(new, newer.new_printed(below), date)
    wordings = (reference.card(name) for name in newer.added)
    cards_build.write_newer(new, (_card_json(wording) for wording in wordings if wording is not None))


def _named(name: str, plain: dict[str, Any]) -> NewCard:
    return NewCard(name, tuple(NewFace(face["name"], face["type_line"]) for face in plain["faces"]))


def _new_faces(added: Iterable[NewCard], below: Catalogue) -> dict[str, str]:
    """Full names by the names of faces that mean newer cards; of several cards the first by name is meant."""
    names = {card.name for card in added}
    faces: dict[str, str] = {}
    for card in added:
        for face in card.faces:
            known = below.full_name(face.name)
            if face.name in names or known == face.name:
                continue
            if known is not None and known < card.name:
                facts = below.facts(known)
                if facts is not None and facts.playable:
                    continue
            faces.setdefault(face.name, card.name)
    return faces
