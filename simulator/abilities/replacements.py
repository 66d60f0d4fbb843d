"""Replacement and prevention effects, and how objects enter the battlefield (CR 614, 615)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.costs import Cost
from simulator.abilities.effects import Effect
from simulator.abilities.effects_zones import EnterCounters
from simulator.abilities.modifications import Modification
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import PlayerRef
from simulator.abilities.statics import StaticPart


@dataclass(frozen=True)
class Replacement(StaticPart):
    """A replacement effect (CR 614): when `event` would happen, `instead` happens.

    Attributes:
        event: the event it watches: see `ReplacedEvent`.
        instead: the replacing effect; None: the event is only modified by the other fields.
        optional: "you may".
    """

    event: ReplacedEvent
    instead: Effect | None = None
    optional: bool = False


@dataclass(frozen=True)
class ReplacedEvent(Node):
    """What a replacement watches and how it changes it.

    Attributes:
        kind: "enter" | "die" | "leave" | "draw" | "damage" | "counters" | "tokens" | "mana" | "life gain"
            | "life loss" | "discard" | "mill" | "to graveyard" | "turned face up" | "untap".
        where: objects concerned; player: players concerned; by: source (damage).
        multiply, add: change of the number; set_mana: the type that is produced instead.
        combat: only combat damage.
        uncast: only objects that enter without having been cast.
        keep_amount: with `set_mana`, the type alone changes and the amount stays.
        to_zone: the zone instead; "library" means shuffled into it.
        by_effect: only counters that an effect puts (neither a cost, nor a turn-based action, nor damage).
        not_first: of draws, not the first one in each of the player's draw steps.
    """

    kind: str
    where: Predicate = AllOf()
    player: PlayerRef | None = None
    by: Predicate | None = None
    multiply: int = 1
    add: int = 0
    set_mana: str = ""
    to_zone: str = ""
    from_zone: str = ""
    counter: str = ""
    combat: bool = False
    prevent: bool = False
    uncast: bool = False
    keep_amount: bool = False
    by_effect: bool = False
    not_first: bool = False


@dataclass(frozen=True)
class EntersWith(StaticPart):
    """How the source (or objects that fit `where`) enters (CR 614.1c, 614.12).

    Attributes:
        tapped: enters tapped; unless/condition: `Condition` nodes ("unless you control ...").
        counters: with counters.
        choose: as it enters, choices (`ChooseValue`).
        copy_of: may enter as a copy of an object that fits (Clone); `copy_except` modifications; copy_may False: must.
        face_down: enters face down. effect: other "as it enters" instruction; pay: tapped unless paid.
        turned_face_up: also (or only, with `enters` False) as it is turned face up (CR 708.11).
        copy_tapped: where it enters as a copy, it enters tapped.
    """

    where: Predicate | None = None
    tapped: bool = False
    counters: tuple[EnterCounters, ...] = ()
    choose: tuple[Effect, ...] = ()
    copy_of: Predicate | None = None
    copy_zone: str = "battlefield"
    copy_except: tuple[Modification, ...] = ()
    copy_may: bool = True
    condition: Node | None = None
    unless: Node | None = None
    pay: tuple[Cost, ...] = ()
    effect: Effect | None = None
    enters: bool = True
    turned_face_up: bool = False
    copy_tapped: bool = False
