"""Changes of characteristics through the layers (CR 613): what static abilities and effects do to objects."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.node import Node
from simulator.abilities.references import PlayerRef


@dataclass(frozen=True)
class Modification(Node):
    """Base: one change of characteristics, in one layer."""


@dataclass(frozen=True)
class SetController(Modification):
    """Layer 2."""

    player: PlayerRef


@dataclass(frozen=True)
class SetText(Modification):
    """Layer 3: replace a color or type word."""

    old: str
    new: str


@dataclass(frozen=True)
class SetTypes(Modification):
    """Layer 4: becomes exactly these card types; subtypes that still fit stay unless `subtypes` are given.

    Without `types` the card types stay ("becomes a Frog"), and `subtypes` replace those of the same kind (CR 205.1a).

    Attributes:
        keep_types: "in addition to its other types": nothing is lost.
        keep_card_types: other card types stay, creature types are replaced ("becomes an artifact creature",
            "it's still a land"; CR 205.1b).
        supertypes: added supertypes ("legendary"), removed with a leading "-".
        chosen: use the chosen "creature type" | "basic land type" of the source.
        all_creature_types: "is every creature type".
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    keep_types: bool = False
    chosen: str = ""
    all_creature_types: bool = False
    keep_card_types: bool = False


@dataclass(frozen=True)
class SetLandType(Modification):
    """Layer 4: a land becomes a basic land type and loses its text (CR 305.7), unless `add`."""

    subtypes: tuple[str, ...]
    add: bool = False


@dataclass(frozen=True)
class RemoveTypes(Modification):
    """Layer 4: isn't a creature, loses all creature types ("creature types")."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class SetColors(Modification):
    """Layer 5: becomes these colors (empty: colorless); `add` keeps the others; `chosen`: the source's chosen color."""

    colors: tuple[str, ...] = ()
    add: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class GainAbility(Modification):
    """Layer 6: has an ability (an `Ability` node)."""

    ability: Node


@dataclass(frozen=True)
class LoseAbilities(Modification):
    """Layer 6: loses all abilities, or the named keyword; `kind` "" all."""

    keyword: str = ""


@dataclass(frozen=True)
class CantHave(Modification):
    """Layer 6: loses and can't have or gain a keyword."""

    keyword: str


@dataclass(frozen=True)
class SetPT(Modification):
    """Layer 7b (7a when `characteristic_defining`): base power and/or toughness."""

    power: Amount | None = None
    toughness: Amount | None = None
    characteristic_defining: bool = False


@dataclass(frozen=True)
class ModifyPT(Modification):
    """Layer 7c: gets +N/+N."""

    power: Amount = Num(0)
    toughness: Amount = Num(0)


@dataclass(frozen=True)
class SwitchPT(Modification):
    """Layer 7d."""


@dataclass(frozen=True)
class SetName(Modification):
    """Layer 1-like in copies ("except its name is"), layer 3 otherwise."""

    name: str
