"""Effects that move objects between zones, cast, counter and copy spells (CR 400, 701, 707)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.effects import Effect
from simulator.abilities.node import Node
from simulator.abilities.predicates import Predicate
from simulator.abilities.references import ObjectRef, PlayerRef, You


@dataclass(frozen=True)
class Destroy(Effect):
    """Destroy (CR 701.8)."""

    what: ObjectRef
    no_regeneration: bool = False
    save_as: str = ""


@dataclass(frozen=True)
class SacrificeEffect(Effect):
    """`player` sacrifices what is referred (their own choice through `Choose`) (CR 701.21)."""

    what: ObjectRef
    player: PlayerRef = You()
    save_as: str = ""


@dataclass(frozen=True)
class MoveTo(Effect):
    """Put objects into a zone: exile, return to hand, put into graveyard, into a library.

    Attributes:
        zone: hand | graveyard | exile | library.
        position: for a library: "top" | "bottom" | "shuffle" | number from the top as text ("2").
        face_down: exiled face down (CR 406.3).
        linked: the key under which the source remembers the cards (CR 607), or "".
        order: who orders several cards: "" owner's choice, "random".
    """

    what: ObjectRef
    zone: str
    position: str = "top"
    face_down: bool = False
    linked: str = ""
    order: str = ""
    save_as: str = ""


@dataclass(frozen=True)
class PutOntoBattlefield(Effect):
    """Put cards onto the battlefield.

    Attributes:
        controller: who controls them (None: "owner").
        tapped, transformed, attacking: how they enter.
        face_down: a `FaceDownAs` or None.
        counters: counters that it enters with: (kind, amount).
        attached_to: what an Aura or Equipment enters attached to.
    """

    what: ObjectRef
    controller: PlayerRef | None = You()
    tapped: bool = False
    transformed: bool = False
    attacking: bool = False
    face_down: Node | None = None
    counters: tuple[Node, ...] = ()
    attached_to: ObjectRef | None = None
    save_as: str = ""


@dataclass(frozen=True)
class EnterCounters(Node):
    """Counters with which something enters."""

    kind: str
    amount: Amount


@dataclass(frozen=True)
class ExileUntilLeaves(Effect):
    """Exile until the source leaves the battlefield (CR 610.3)."""

    what: ObjectRef
    save_as: str = ""


@dataclass(frozen=True)
class Blink(Effect):
    """Exile, then return it to the battlefield: at once, or at the next end step.

    Attributes:
        controller: "owner" or "you".
    """

    what: ObjectRef
    controller: str = "owner"
    end_step: bool = False
    tapped: bool = False
    save_as: str = ""


@dataclass(frozen=True)
class CastCard(Effect):
    """Cast a card (or copy of one) while resolving, or permission to do so (CR 608.2g).

    Attributes:
        duration: "" now | "end of turn" | "end of your next turn" | "while exiled".
        free: without paying its mana cost; play: lands may be played too.
    """

    what: ObjectRef
    player: PlayerRef = You()
    free: bool = False
    play: bool = False
    duration: str = ""
    any_mana: bool = False
    may: bool = True


@dataclass(frozen=True)
class CounterSpell(Effect):
    """Counter spells or abilities (CR 701.6); `to_zone`: exile, hand or library instead of the graveyard."""

    what: ObjectRef
    to_zone: str = "graveyard"


@dataclass(frozen=True)
class CopySpell(Effect):
    """Copy a spell or ability on the stack (CR 707.10); new targets may be chosen."""

    what: ObjectRef
    amount: Amount = Num(1)
    new_targets: bool = True
    player: PlayerRef = You()


@dataclass(frozen=True)
class ChangeTargets(Effect):
    """Choose new targets or change the target of a spell or ability (CR 115.7): kind "new" | "change"."""

    what: ObjectRef
    kind: str = "new"


@dataclass(frozen=True)
class CastNotedCopy(Effect):
    """Its controller may create a copy of the card that the source is, by its noted name, and may cast it for free.

    For a face-down permanent whose abilities were listed by the effect that put it there (CR 708.2a, 707.12).
    """

    player: PlayerRef = You()


@dataclass(frozen=True)
class RevealUntil(Effect):
    """Reveal cards from the top of a library until one that fits is revealed, or none is left.

    Attributes:
        save_as: the card that fits. rest_as: the others. They stay where they are until an instruction moves them.
    """

    where: Predicate
    player: PlayerRef = You()
    save_as: str = "found"
    rest_as: str = "rest"
