"""References: "it", "that creature", "each opponent": what an instruction acts on.

An `ObjectRef` stands for zero or more objects, a `PlayerRef` for zero or more players, evaluated when the
instruction is carried out (CR 608.2h), with last known information where the object is gone.
"""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate


@dataclass(frozen=True)
class ObjectRef(Node):
    """Base: zero or more objects."""


@dataclass(frozen=True)
class Self(ObjectRef):
    """The object that the ability is on: "this creature", the card's own name."""


@dataclass(frozen=True)
class Target(ObjectRef):
    """The objects chosen for target number `index` of this ability (0-based, order of the text)."""

    index: int = 0


@dataclass(frozen=True)
class That(ObjectRef):
    """The object(s) of the event that triggered the ability: "it", "that creature".

    Attributes:
        role: "object" (the subject of the event), "source" (of damage), "other" (blocked by, attached to ...).
    """

    role: str = "object"


@dataclass(frozen=True)
class Prior(ObjectRef):
    """What an earlier instruction of the same ability produced: "the exiled card", "those tokens", "the card".

    Attributes:
        key: the `save_as` of that instruction; "" means the last instruction that acted on objects.
    """

    key: str = ""


@dataclass(frozen=True)
class Linked(ObjectRef):
    """Cards that the source's linked ability exiled or chose (CR 607): "the exiled card"."""

    key: str = "exiled"


@dataclass(frozen=True)
class AttachedTo(ObjectRef):
    """What the source is attached to: "enchanted creature", "equipped creature"."""


@dataclass(frozen=True)
class All(ObjectRef):
    """Every object of a zone that fits ("each creature you control"), determined once.

    Attributes:
        zone: battlefield | graveyard | hand | library | exile | stack.
    """

    where: Predicate = AllOf()
    zone: str = "battlefield"


@dataclass(frozen=True)
class Choose(ObjectRef):
    """Objects chosen (not targeted) while the instruction is carried out, by `chooser` (a `PlayerRef`; None: you).

    Attributes:
        minimum: an `Amount`; maximum: an `Amount` (None: any number); equal numbers: exactly that many if possible.
        at_random: CR 701.9b style.
    """

    where: Predicate = AllOf()
    zone: str = "battlefield"
    minimum: Node | None = None
    maximum: Node | None = None
    chooser: Node | None = None
    at_random: bool = False


@dataclass(frozen=True)
class TopCards(ObjectRef):
    """The top (or bottom) cards of a library."""

    amount: Node
    player: Node
    bottom: bool = False


@dataclass(frozen=True)
class Union(ObjectRef):
    """Several references together ("this creature and target creature")."""

    parts: tuple[ObjectRef, ...] = ()


@dataclass(frozen=True)
class FromGraveyard(ObjectRef):
    """The source in its owner's graveyard ("return this card from your graveyard ..."); nothing if it isn't there.

    An ability that speaks of it functions in the graveyard (CR 113.6k).
    """


@dataclass(frozen=True)
class InZoneRef(ObjectRef):
    """The referred objects, those of them that are in that zone now ("put that card from a graveyard ...")."""

    ref: ObjectRef
    zone: str


@dataclass(frozen=True)
class ObjectId(ObjectRef):
    """One given object: only in instructions that come from a player's step, never in a card's tree."""

    id: int


@dataclass(frozen=True)
class PlayerRef(Node):
    """Base: zero or more players."""


@dataclass(frozen=True)
class You(PlayerRef):
    """The controller of the spell or ability."""


@dataclass(frozen=True)
class EachOpponent(PlayerRef):
    """Each opponent of the controller; as a predicate's player: "an opponent"."""


@dataclass(frozen=True)
class EachPlayer(PlayerRef):
    """Each player, in APNAP order."""


@dataclass(frozen=True)
class EachOtherPlayer(PlayerRef):
    """Each player but the one in question."""


@dataclass(frozen=True)
class TargetPlayer(PlayerRef):
    """The players chosen for target number `index`."""

    index: int = 0


@dataclass(frozen=True)
class ControllerOf(PlayerRef):
    """The controller of the referred object ("its controller"; last known if it's gone)."""

    ref: ObjectRef


@dataclass(frozen=True)
class OwnerOf(PlayerRef):
    """The owner of the referred object."""

    ref: ObjectRef


@dataclass(frozen=True)
class ThatPlayer(PlayerRef):
    """The player of the event that triggered, or of the surrounding `ForEachPlayer`."""


@dataclass(frozen=True)
class ActivePlayer(PlayerRef):
    """The player whose turn it is."""


@dataclass(frozen=True)
class DefendingPlayer(PlayerRef):
    """The player that the referred (else the source) creature attacks (CR 506.2)."""

    ref: ObjectRef | None = None


@dataclass(frozen=True)
class ChosenPlayer(PlayerRef):
    """The player chosen as the source entered, or earlier in the same ability."""


@dataclass(frozen=True)
class ChooseOpponent(PlayerRef):
    """One opponent chosen while the instruction is carried out."""


@dataclass(frozen=True)
class PlayerId(PlayerRef):
    """One given player: only in instructions that come from a player's step."""

    name: str
