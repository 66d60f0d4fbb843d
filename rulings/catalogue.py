"""The shipped catalogue: facts of every card, printed names, and ability trees, each read card by card.

Facts only: names, layout, costs, types, power and toughness, keywords with their parameters. No sentence of a card is
in it. The files are made by `rulings.catalogue_build` (`tablejudge catalog build`); their format is in
`rulings.catalogue_file`. Nothing is read before it is asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rulings.catalogue_file import Bundle, CatalogueError, Lines, Table

__all__ = ["CardFacts", "Catalogue", "CatalogueError", "FaceFacts", "Keyword"]

#: File names in the catalogue's folder.
FACTS, NAMES, TREES, LOOKUP = "facts.bin", "names.bin", "trees.bin", "lookup.bin"

#: Kinds of object that have a card's form. Only "card" is a card that players put in decks and are offered.
KINDS = {
    "card": "card",
    "token": "token",
    "art": "art card",
    "plane": "plane",
    "phenomenon": "phenomenon",
    "scheme": "scheme",
    "vanguard": "vanguard",
    "conspiracy": "conspiracy",
    "dungeon": "dungeon",
    "sticker": "sticker sheet",
    "hero": "hero of a challenge deck",
    "challenge": "card of a challenge deck",
    "memorabilia": "commemorative card",
    "emblem": "emblem",
    "playtest": "playtest card",
    "rebalanced": "rebalanced digital card",
}

#: CR 205.4a and the types of 300.1 in the order in which a type line holds them.
SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World"})


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability that a face has (CR 702).

    Attributes:
        name: In lower case: ``morph``, ``first strike``, ``partner with``.
        value: The cost in mana symbols, the number, the quality (``from red``); None if it has none. A cost in words
            that isn't kept reads ``(in words)``.
    """

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class FaceFacts:
    """The printed characteristics of one face, half or part (CR 109.3).

    Attributes:
        name: English name of this face.
        mana_cost: Symbols in braces; empty if there is no mana cost (CR 202.1b), which is not ``{0}``.
        type_line: With an em dash before subtypes; empty when the data doesn't have this face's facts.
        power, toughness, loyalty, defense: As printed (``*``, ``1+*``); None where the face has none. A battle's
            defense is None too where the data it was built from has no such field.
        color_indicator: Colours of the indicator (CR 204), in WUBRG order.
        colors: Colours by mana cost and indicator (CR 202.2, 204), or by a characteristic-defining ability.
        keywords: In the order of the text.
    """

    name: str
    mana_cost: str = ""
    type_line: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    color_indicator: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the data had this face's facts; of some second faces only the name is known."""
        return bool(self.type_line)

    @property
    def supertypes(self) -> tuple[str, ...]:
        """The supertypes of the type line (CR 205.4)."""
        return tuple(word for word in self.type_line.partition("—")[0].split() if word in SUPERTYPES)

    @property
    def types(self) -> tuple[str, ...]:
        """The card types of the type line (CR 205.2)."""
        return tuple(word for word in self.type_line.partition("—")[0].split() if word not in SUPERTYPES)

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The subtypes of the type line (CR 205.3)."""
        return tuple(self.type_line.partition("—")[2].split())


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts of a card.

    Attributes:
        name: Full English name; faces and halves are joined by `` // ``.
        layout: In Scryfall's words: normal, transform, modal_dfc, split, adventure, flip, meld, saga, …
        kind: A key of `KINDS`.
        faces: At least one, the front or left first.
        mana_value: CR 202.3, of the front face for double-faced cards, of both halves together for split cards.
        color_identity: CR 903.4, in WUBRG order.
        keywords: Of all faces, without repetition.
        melds_with, melds_into: The other card of a meld pair and what they become (CR 712.4); None if it isn't one.
        variants: Cards of the same name with other facts (some joke cards were printed in several versions).
    """

    name: str
    layout: str
    kind: str
    faces: tuple[FaceFacts, ...]
    mana_value: float = 0
    color_identity: tuple[str, ...] = ()
    melds_with: str | None = None
    melds_into: str | None = None
    variants: tuple[CardFacts, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether it is a card that players put in decks, and may be offered without being named in full."""
        return self.kind == "card"

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        """The keywords of all faces."""
        return tuple(dict.fromkeys(keyword for face in self.faces for keyword in face.keywords))

    def face(self, name: str) -> FaceFacts | None:
        """The face of that exact name."""
        return next((face for face in self.faces if face.name == name), None)


def to_json(facts: CardFacts) -> dict[str, Any]:
    """Facts as plain JSON values: what the files hold and what `tablejudge card --json` prints."""

    def face_json(face: FaceFacts) -> dict[str, Any]:
        plain: dict[str, Any] = {"name": face.name, "mana_cost": face.mana_cost, "type_line": face.type_line}
        for field in ("power", "toughness", "loyalty", "defense"):
            if getattr(face, field) is not None:
                plain[field] = getattr(face, field)
        plain["colors"] = list(face.colors)
        if face.color_indicator:
            plain["color_indicator"] = list(face.color_indicator)
        plain["keywords"] = [
            {"name": keyword.name} | ({} if keyword.value is None else {"value": keyword.value})
            for keyword in face.keywords
        ]
        return plain

    value = int(facts.mana_value) if facts.mana_value == int(facts.mana_value) else facts.mana_value
    plain: dict[str, Any] = {
        "name": facts.name,
        "layout": facts.layout,
        "kind": facts.kind,
        "mana_value": value,
        "color_identity": list(facts.color_identity),
        "faces": [face_json(face) for face in facts.faces],
    }
    if facts.melds_with is not None:
        plain["melds_with"] = facts.melds_with
    if facts.melds_into is not None:
        plain["melds_into"] = facts.melds_into
    if facts.variants:
        plain["variants"] = [to_json(variant) for variant in facts.variants]
    return plain


def from_json(plain: dict[str, Any]) -> CardFacts:
    """The reverse of `to_json`."""
    return CardFacts(
        name=plain["name"],
        layout=plain["layout"],
        kind=plain["kind"],
        faces=tuple(
            FaceFacts(
                name=face["name"],
                mana_cost=face["mana_cost"],
                type_line=face["type_line"],
                power=face.get("power"),
                toughness=face.get("toughness"),
                loyalty=face.get("loyalty"),
                defense=face.get("defense"),
                color_indicator=tuple(face.get("color_indicator", ())),
                colors=tuple(face["colors"]),
                keywords=tuple(Keyword(each["name"], each.get("value")) for each in face["keywords"]),
            )
            for face in plain["faces"]
        ),
        mana_value=plain["mana_value"],
        color_identity=tuple(plain["color_identity"]),
        melds_with=plain.get("melds_with"),
        melds_into=plain.get("melds_into"),
        variants=tuple(from_json(variant) for variant in plain.get("variants", ())),
    )


def wording_hash(faces: Iterable[tuple[str, str, str, str]]) -> str:
    """A hash of what the compiler of texts reads of a card: by it a newer wording is told from the one compiled.

    Args:
        faces: Name, mana cost, type line and Oracle text of each face.
    """
    text = "\x1e".join("\x1f".join(face) for face in faces)
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def shipped_folder() -> Path:
    """The folder of the catalogue inside the package."""
    return Path(__file__).parent / "data" / "catalogue"


class Catalogue:
    """Facts, printed names and ability trees of all cards, read from a folder of bundles.

    Args:
        folder: Where the files are; `Catalogue.shipped()` takes the package's own.
        trees_folder: Where the file of ability trees is, if not there too.
    """

    def __init__(self, folder: Path, trees_folder: Path | None = None) -> None:
        self.folder = folder
        self._trees_folder = trees_folder or folder

    @staticmethod
    def shipped() -> Catalogue:
        """The catalogue that is shipped in the package, opened once."""
        return _shipped()

    @cached_property
    def _facts_bundle(self) -> Bundle:
        return Bundle(self.folder / FACTS)

    @cached_property
    def _facts(self) -> Table:
        return self._facts_bundle.table("facts")

    @cached_property
    def _faces(self) -> Table:
        return self._facts_bundle.table("faces")

    @cached_property
    def _printed(self) -> dict[str, Lines]:
        bundle = Bundle(self.folder / NAMES)
        return {language: bundle.lines(language) for language in bundle.meta["languages"]}

    @cached_property
    def _trees_bundle(self) -> Bundle | None:
        path = self._trees_folder / TREES
        return Bundle(path) if path.exists() else None

    @cached_property
    def _trees(self) -> Table | None:
        return None if self._trees_bundle is None else self._trees_bundle.table("trees")

    @property
    def data_date(self) -> str:
        """ISO date up to which released cards are in the catalogue."""
        return str(self._facts_bundle.meta["data_date"])

    def __len__(self) -> int:
        return len(self._facts)

    def names(self) -> Iterator[str]:
        """The full English names of everything in the catalogue, sorted by code point."""
        return self._facts.keys()

    def name_at(self, ordinal: int) -> str:
        """The name at a place of the sorted order of `names`.

        Raises:
            IndexError: There is no such place.
        """
        return self._facts.at(ordinal)[0]

    def ordinal(self, name: str) -> int:
        """The place of a full name in the sorted order of `names`."""
        return self._facts.ordinal(name)

    def full_name(self, name: str) -> str | None:
        """The full name for an exact English name: of a card, else of a face; None if there is neither."""
        return name if self._facts.get(name) is not None else self._faces.get(name)

    def facts(self, name: str) -> CardFacts | None:
        """The facts of a card by its exact English name, in full or of one of its faces."""
        raw = self._facts.get(name)
        if raw is None:
            full = self._faces.get(name)
            raw = None if full is None else self._facts.get(full)
        return None if raw is None else from_json(json.loads(raw))

    def printed(self, name: str) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names in other languages of a card by its full name: face name -> language code -> printed names."""
        facts = self.facts(name)
        if facts is None or facts.name != name:
            return {}
        ordinal = self.ordinal(name)
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for language, lines in self._printed.items():
            # one line a card: faces separated by tabs, several printed names of a face by U+001F
            for face, names in zip(facts.faces, lines[ordinal].split("\t"), strict=False):
                if names:
                    found.setdefault(face.name, {})[language] = tuple(names.split("\x1f"))
        return found

    @property
    def has_trees(self) -> bool:
        """Whether the ability trees were compiled into this catalogue."""
        return self._trees is not None

    def trees(self, name: str) -> Any | None:
        """The ability trees of a card by its full name, as the JSON value that the compiler gave; None if none."""
        raw = None if self._trees is None else self._trees.get(name)
        return None if raw is None else json.loads(raw)

    def compiled_wording(self, name: str) -> str | None:
        """The `wording_hash` of the text that a card's trees were compiled from, None if it wasn't compiled."""
        bundle = self._trees_bundle
        return bundle.table("wordings").get(name) if bundle is not None and bundle.has_table("wordings") else None

    def was_compiled(self, name: str) -> bool:
        """Whether a card's text was compiled; without abilities it has no trees all the same."""
        bundle = self._trees_bundle
        if bundle is None or not bundle.has_table("wordings"):
            return bundle is not None
        return bundle.table("wordings").get(name) is not None

    def cards_with_trees(self) -> Iterator[str]:
        """The full names of the cards that have ability trees, sorted."""
        return iter(()) if self._trees is None else self._trees.keys()


@cache
def _shipped() -> Catalogue:
    return Catalogue(shipped_folder())
