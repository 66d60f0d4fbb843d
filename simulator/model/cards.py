"""Card definitions: what is printed on a card (CR 200s), with its abilities as trees."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

from simulator.abilities import tree as t
from simulator.symbols import ManaCost, TypeLine, parse_mana_cost, parse_type_line

#: Layouts whose two faces are on the two sides of the card (CR 712.1).
DOUBLE_FACED_LAYOUTS = ("transform", "modal_dfc", "meld", "reversible_card", "double_faced_token")


@dataclass(frozen=True)
class Face:
    """One face, half or alternative part of a card.

    Attributes:
        mana_cost: None where there is none (CR 202.1b).
        power, toughness: the printed number; a star counts as 0 until a characteristic-defining ability sets it.
        loyalty, defense: the printed number or None; X is 0.
        color_indicator: color letters (CR 204).
        abilities: in the order of the text.
    """

    name: str
    mana_cost: ManaCost | None = None
    type_line: TypeLine = TypeLine()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    color_indicator: tuple[str, ...] = ()
    abilities: tuple[t.Ability, ...] = ()

    @property
    def colors(self) -> tuple[str, ...]:
        """CR 105.2: the colors of the mana cost and of the color indicator."""
        cost = self.mana_cost.colors if self.mana_cost else ()
        return tuple(c for c in "WUBRG" if c in cost or c in self.color_indicator)

    def to_json(self) -> dict[str, Any]:
        """The face as JSON values; the inverse is `face_from_json`."""
        return {
            "name": self.name,
            "cost": str(self.mana_cost) if self.mana_cost is not None else None,
            "type": str(self.type_line),
            "pt": [self.power, self.toughness],
            "loyalty": self.loyalty,
            "defense": self.defense,
            "indicator": "".join(self.color_indicator),
            "abilities": [t.to_json(ability) for ability in self.abilities],
        }


def face_from_json(data: dict[str, Any]) -> Face:
    """The inverse of `Face.to_json`."""
    return Face(
        name=data["name"],
        mana_cost=parse_mana_cost(data["cost"]) if data["cost"] is not None else None,
        type_line=parse_type_line(data["type"]),
        power=data["pt"][0],
        toughness=data["pt"][1],
        loyalty=data["loyalty"],
        defense=data["defense"],
        color_indicator=tuple(data["indicator"]),
        abilities=tuple(t.from_json(a) for a in data["abilities"]),
    )


#: So many values are kept with one card; more than a game of eight players asks for.
MOST_KEPT = 128


@dataclass(frozen=True)
class CardDefinition:
    """A card as printed: its faces and how they sit on it.

    Attributes:
        name: the full name ("Fire // Ice" for a split card; the front face's for a double-faced one).
        layout: Scryfall's word: normal, transform, modal_dfc, split, adventure, flip, meld, prototype, token ...
        melds_with: of a card of a meld pair, the name of the other one (CR 712.5), else "".
        melds_into: of such a card, the combined back face of the pair (CR 712.4b).
        melded_from: of what such a pair is together, the two cards; only a melded permanent is it (CR 712.8g).
    """

    name: str
    layout: str
    faces: tuple[Face, ...]
    melds_with: str = ""
    melds_into: Face | None = None
    melded_from: tuple[CardDefinition, ...] = ()
    _cache: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def keep(self, key: Hashable, value: object) -> None:
        """Keep a value worked out from this card, at `_cache[key]`, until there are `MOST_KEPT` of them.

        Games share definitions, and a key may hold the name of a player: without a bound they would go on growing.
        """
        if len(self._cache) >= MOST_KEPT:
            self._cache.clear()
        self._cache[key] = value

    @property
    def front(self) -> Face:
        """The front face (the whole card when it has one face)."""
        return self.faces[0]

    @property
    def is_double_faced(self) -> bool:
        """CR 712.1: it has a face on each side."""
        # CR 712.4: a meld card has half of a face on its other side, which is no face of this card alone
        return self.layout in DOUBLE_FACED_LAYOUTS and (len(self.faces) > 1 or self.layout == "meld")

    @property
    def can_transform(self) -> bool:
        """CR 701.27a, 712.9: a double-faced card that isn't a meld card may transform (modal ones too)."""
        return self.is_double_faced and self.layout != "meld"

    @property
    def is_melded_face(self) -> bool:
        """CR 712.4b: the combined back face of a meld pair, which is no card: without a mana cost, and no land."""
        if self.layout != "meld" or self.melds_with:
            return False
        return bool(self.melded_from) or (self.front.mana_cost is None and "Land" not in self.front.type_line.types)

    def to_json(self) -> dict[str, Any]:
        """The card as JSON values; the inverse is `card_from_json`."""
        data: dict[str, Any] = {"name": self.name, "layout": self.layout, "faces": [f.to_json() for f in self.faces]}
        if self.melds_into is not None:
            data["melds"] = {"with": self.melds_with, "into": self.melds_into.to_json()}
        if self.melded_from:
            data["melded_from"] = [card.to_json() for card in self.melded_from]
        return data


def card_from_json(data: dict[str, Any]) -> CardDefinition:
    """The inverse of `CardDefinition.to_json`."""
    melds = data.get("melds")
    return CardDefinition(
        data["name"],
        data["layout"],
        tuple(face_from_json(face) for face in data["faces"]),
        melds["with"] if melds else "",
        face_from_json(melds["into"]) if melds else None,
        tuple(card_from_json(card) for card in data.get("melded_from", ())),
    )


#: A card that nobody has seen (CR 708: what a spectator's copy of a game knows of a face-down card).
UNKNOWN_CARD = CardDefinition("unknown", "unknown", (Face("unknown"),))


class CardPool(Protocol):
    """Where card definitions come from; the caller injects it."""

    def find(self, name: str) -> tuple[CardDefinition, int | None] | None:
        """The card of that name (exact after normalisation, any printed language).

        Returns:
            The definition and the index of the face or half that was named (None: the whole card), or None.
        """
        ...

    def known_names(self, text: str) -> bool:
        """Whether a whole text is some card's name (cheap; used while reading scenario lines)."""
        ...
