"""Characteristics (CR 109.3): the values of an object after (or during) the application of the layers."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from simulator.abilities import tree as t
from simulator.model.objects import Copiable
from simulator.symbols import SUBTYPE_OWNER, ManaCost


class Reason(NamedTuple):
    """One change of characteristics (CR 613).

    Attributes:
        what: the modification; a counter's kind for counters that change power and toughness.
        layer: "2" to "7d". source: id of the object whose effect it is.
        power, toughness: what they were afterwards.
    """

    what: t.Modification | str
    layer: str
    source: int
    power: int | None
    toughness: int | None


class Characteristics:
    """What an object is, read by every rule.

    Attributes:
        names: several only for split cards outside the stack (CR 709.4a); empty: no name.
        colors: letters in WUBRG order. abilities: in the order of the text, granted ones last.
        power, toughness: None unless it is a creature or has them printed (Vehicles).
        controller: after layer 2. mana_value_fixed: for objects whose mana value isn't that of their cost
            (CR 712.8e back faces, copies of them).
        reasons: what changed them after layer 1, in the order in which it was applied.
    """

    __slots__ = (
        "abilities",
        "all_creature_types",
        "cant_have",
        "colors",
        "controller",
        "defense",
        "derived",
        "keyword_set",
        "loyalty",
        "mana_cost",
        "mana_value_fixed",
        "names",
        "power",
        "reasons",
        "shared",
        "subtypes",
        "supertypes",
        "toughness",
        "types",
    )  # fmt: skip

    def __init__(self, base: Copiable, controller: str) -> None:
        self.names = base.names
        self.mana_cost: ManaCost | None = base.mana_cost
        self.mana_value_fixed = base.mana_value
        self.colors = base.colors
        self.supertypes = base.supertypes
        self.types = base.types
        self.subtypes = base.subtypes
        self.power = base.power
        self.toughness = base.toughness
        self.loyalty = base.loyalty
        self.defense = base.defense
        self.abilities: tuple[t.Ability, ...] = base.abilities
        self.all_creature_types = base.all_creature_types
        self.cant_have: tuple[str, ...] = ()
        self.controller = controller
        self.reasons: tuple[Reason, ...] = ()
        self.shared = False
        self.keyword_set: frozenset[str] | None = None
        #: what has been worked out from the abilities, by topic; begun anew in each copy
        self.derived: dict[str, Any] = {}

    def copy(self) -> Characteristics:
        """A copy that may be changed."""
        new = Characteristics.__new__(Characteristics)
        new.names = self.names
        new.mana_cost = self.mana_cost
        new.mana_value_fixed = self.mana_value_fixed
        new.colors = self.colors
        new.supertypes = self.supertypes
        new.types = self.types
        new.subtypes = self.subtypes
        new.power = self.power
        new.toughness = self.toughness
        new.loyalty = self.loyalty
        new.defense = self.defense
        new.abilities = self.abilities
        new.all_creature_types = self.all_creature_types
        new.cant_have = self.cant_have
        new.controller = self.controller
        new.reasons = self.reasons
        new.shared = False
        new.keyword_set = None
        new.derived = {}
        return new

    def same_as(self, other: Characteristics) -> bool:
        """Whether both are alike in all that isn't worked out from the rest."""
        return bool(_VALUES(self) == _VALUES(other))

    @property
    def name(self) -> str:
        """Its name, or "" when it has none."""
        return " // ".join(self.names)

    @property
    def mana_value(self) -> int:
        """CR 202.3, with X as 0 (the stack adds it)."""
        if self.mana_value_fixed is not None:
            return self.mana_value_fixed
        return self.mana_cost.mana_value if self.mana_cost is not None else 0

    def is_type(self, word: str) -> bool:
        """Whether it has that supertype, card type or subtype."""
        if word in self.types or word in self.subtypes or word in self.supertypes:
            return True
        return self.all_creature_types and self.has_creature_types and is_creature_type(word)

    @property
    def has_creature_types(self) -> bool:
        """Only creatures and kindreds have creature types (CR 205.3d)."""
        return "Creature" in self.types or "Kindred" in self.types

    @property
    def is_creature(self) -> bool:
        """A creature right now."""
        return "Creature" in self.types

    @property
    def keywords(self) -> frozenset[str]:
        """Names of its keyword abilities, in lower case."""
        if self.keyword_set is None:
            self.keyword_set = frozenset(a.name for a in self.abilities if isinstance(a, t.Keyword))
        return self.keyword_set

    def has(self, keyword: str) -> bool:
        """Whether it has a keyword ability of that name."""
        return keyword in self.keywords

    def keyword_abilities(self, name: str) -> list[t.Keyword]:
        """Its keyword abilities of that name, in order."""
        return [a for a in self.abilities if isinstance(a, t.Keyword) and a.name == name]


#: All that `same_as` compares.
_VALUES = attrgetter(*(name for name in Characteristics.__slots__ if name not in ("derived", "keyword_set", "shared")))


def is_creature_type(word: str) -> bool:
    """Whether a subtype word is a creature type (no other card type claims it)."""
    from simulator.symbols import CARD_TYPES, SUPERTYPES

    return word not in SUBTYPE_OWNER and word not in CARD_TYPES and word not in SUPERTYPES
