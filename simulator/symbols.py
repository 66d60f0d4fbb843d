"""Mana, colors, card types: the small vocabulary of CR 105, 106, 107 and 205.

Everything here is a value: frozen, hashable, printable back to its symbol.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

#: CR 105.1: the five colors in their customary order.
COLORS = ("W", "U", "B", "R", "G")
#: CR 106.1b: the six types of mana.
MANA_TYPES = (*COLORS, "C")
COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
COLOR_BY_NAME = {name: letter for letter, name in COLOR_NAMES.items()}

#: CR 205.2a (those that the simulator meets) and 205.4a.
CARD_TYPES = (
    "Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery",
    "Dungeon", "Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy",
)  # fmt: skip
PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}

#: CR 205.3g–205.3q: subtypes that belong to a card type other than creature; every other subtype is a creature type.
_SUBTYPES_OF = {
    "Artifact": "Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator Infinity "
    "Junk Lander Map Mutagen Powerstone Spacecraft Stone Terminus Treasure Vehicle",
    "Enchantment": "Aura Background Cartouche Case Class Curse Plan Role Room Rune Saga Shard Shrine",
    "Land": "Cave Cloud Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere Swamp "
    "Tower Town Urza's",
    "Spell": "Adventure Arcane Chorus Lesson Omen Trap",
    "Battle": "Siege",
}
SUBTYPE_OWNER: dict[str, str] = {sub: owner for owner, subs in _SUBTYPES_OF.items() for sub in subs.split()}

_SYMBOL = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class ManaSymbol:
    """One symbol of a mana cost (CR 107.4).

    Attributes:
        options: what may pay it: mana letters, "S" for snow; empty for purely generic or X.
        generic: amount of generic mana it stands for (the 2 of `{2/W}` with options).
        phyrexian: 2 life may pay it (CR 107.4f).
        variable: it is X, Y or Z (CR 107.3).
    """

    options: tuple[str, ...] = ()
    generic: int = 0
    phyrexian: bool = False
    variable: str = ""

    def __str__(self) -> str:
        if self.variable:
            return "{" + self.variable + "}"
        if not self.options:
            return "{" + str(self.generic) + "}"
        parts = ([str(self.generic)] if self.generic else []) + list(self.options) + (["P"] if self.phyrexian else [])
        return "{" + "/".join(parts) + "}"

    @property
    def mana_value(self) -> int:
        """CR 202.3: the largest component counts (202.3f); X is 0 off the stack (202.3e)."""
        if self.variable:
            return 0
        return max(self.generic, 1) if self.options else self.generic


@dataclass(frozen=True, slots=True)
class ManaCost:
    """A mana cost as printed or announced: symbols in order (CR 202)."""

    symbols: tuple[ManaSymbol, ...] = ()

    def __str__(self) -> str:
        return "".join(map(str, self.symbols)) or "{0}"

    @property
    def mana_value(self) -> int:
        """CR 202.3 with X as 0."""
        return sum(symbol.mana_value for symbol in self.symbols)

    @property
    def colors(self) -> tuple[str, ...]:
        """CR 105.2: the colors of the symbols, in WUBRG order."""
        found = {option for symbol in self.symbols for option in symbol.options}
        return tuple(color for color in COLORS if color in found)

    @property
    def variables(self) -> int:
        """How many X symbols the cost holds."""
        return sum(1 for symbol in self.symbols if symbol.variable == "X")

    @property
    def generic(self) -> int:
        """The amount of purely generic mana."""
        return sum(symbol.generic for symbol in self.symbols if not symbol.options)

    def with_x(self, x: int) -> ManaCost:
        """The cost with each X replaced by that much generic mana (CR 107.3a)."""
        if not self.variables:
            return self
        rest = tuple(symbol for symbol in self.symbols if symbol.variable != "X")
        return ManaCost(rest).plus_generic(x * self.variables)

    def plus_generic(self, amount: int) -> ManaCost:
        """The cost increased (or reduced, not below zero: CR 118.7c) by generic mana."""
        total = max(0, self.generic + amount)
        rest = tuple(s for s in self.symbols if s.options or s.variable)
        variables = tuple(s for s in rest if s.variable)
        others = tuple(s for s in rest if not s.variable)
        head = (ManaSymbol(generic=total),) if total else ()
        return ManaCost(variables + head + others)

    def plus(self, other: ManaCost) -> ManaCost:
        """Both costs together (CR 601.2f), generic amounts added up."""
        merged = ManaCost(
            tuple(s for s in self.symbols + other.symbols if s.options or s.variable),
        )
        return merged.plus_generic(self.generic + other.generic)

    def canonical(self) -> tuple[str, ...]:
        """A form in which two equal costs in another order are equal."""
        return tuple(sorted(str(symbol) for symbol in self.plus_generic(0).symbols))


@lru_cache(maxsize=8192)
def parse_mana_cost(text: str) -> ManaCost:
    """Read a cost such as `{2}{W/U}{X}`.

    Raises:
        ValueError: the text holds something else than mana symbols.
    """
    if _SYMBOL.sub("", text).strip():
        raise ValueError(f"not a mana cost: {text!r}")
    return ManaCost(tuple(_parse_symbol(body.upper()) for body in _SYMBOL.findall(text)))


def _parse_symbol(body: str) -> ManaSymbol:
    if body in ("X", "Y", "Z"):
        return ManaSymbol(variable=body)
    if body.isdigit():
        return ManaSymbol(generic=int(body))
    parts = body.split("/")
    phyrexian = "P" in parts and len(parts) > 1
    generic = next((int(part) for part in parts if part.isdigit()), 0)
    options = tuple(part for part in parts if part in (*MANA_TYPES, "S"))
    if len(options) + phyrexian + bool(generic) != len(parts) or not options:
        raise ValueError(f"unknown mana symbol {{{body}}}")
    return ManaSymbol(options=options, generic=generic, phyrexian=phyrexian)


@dataclass(frozen=True, slots=True)
class TypeLine:
    """Supertypes, card types and subtypes (CR 205)."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()

    def __str__(self) -> str:
        left = " ".join(self.supertypes + self.types)
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left

    def has(self, word: str) -> bool:
        """Whether the word is one of its supertypes, card types or subtypes (exact, title case)."""
        return word in self.types or word in self.subtypes or word in self.supertypes

    @property
    def is_permanent(self) -> bool:
        """CR 110.4: it has a permanent type."""
        return any(kind in PERMANENT_TYPES for kind in self.types)


@lru_cache(maxsize=8192)
def parse_type_line(text: str) -> TypeLine:
    """Read `Legendary Creature — Human Wizard` (or with a hyphen)."""
    left, _, right = text.replace(" - ", " — ").partition(" — ")
    supertypes: list[str] = []
    types: list[str] = []
    stray: list[str] = []
    for word in left.split():
        word = "Kindred" if word == "Tribal" else word
        (supertypes if word in SUPERTYPES else types if word in CARD_TYPES else stray).append(word)
    right = right.replace("Time Lord", "Time_Lord")
    subtypes = [word.replace("_", " ") for word in right.split()]
    return TypeLine(tuple(supertypes), tuple(types), tuple(stray + subtypes))


def subtype_fits(subtype: str, types: tuple[str, ...]) -> bool:
    """Whether a subtype is correlated to one of the card types (CR 205.3d, 205.1a)."""
    owner = SUBTYPE_OWNER.get(subtype)
    if owner == "Spell":
        return "Instant" in types or "Sorcery" in types
    if owner is not None:
        return owner in types
    return "Creature" in types or "Kindred" in types or "Planeswalker" in types
