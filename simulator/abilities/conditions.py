"""Conditions and events: "if ...", "as long as ...", "when(ever) ...", "at the beginning of ..." (CR 603)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import EachPlayer, ObjectRef, PlayerRef, You


@dataclass(frozen=True)
class Condition(Node):
    """Base: true or false of the game."""


@dataclass(frozen=True)
class AllTrue(Condition):
    """All parts hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyTrue(Condition):
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True)
class NotTrue(Condition):
    """The part doesn't hold."""

    part: Condition


@dataclass(frozen=True)
class Holds(Condition):
    """The referred object (every one of them, at least one) fits the predicate ("if it was a creature card")."""

    ref: ObjectRef
    where: Predicate


@dataclass(frozen=True)
class AmountIs(Condition):
    """Two amounts compared: op "<" "<=" "=" ">=" ">" "!="; ("if you control three or more artifacts")."""

    left: Amount
    op: str
    right: Amount


@dataclass(frozen=True)
class YourTurn(Condition):
    """It is that player's turn."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class InStep(Condition):
    """The game is in that step or phase ("combat", "main", "upkeep")."""

    step: str


@dataclass(frozen=True)
class WasCast(Condition):
    """The referred permanent was cast; `zone`: from that zone; `kicked`: with that optional cost; `by`: by them."""

    ref: ObjectRef
    zone: str = ""
    kicked: str = ""
    by: PlayerRef | None = None


@dataclass(frozen=True)
class HappenedThisTurn(Condition):
    """An event (an `Event` node) happened this turn ("if a creature died this turn")."""

    event: Node


@dataclass(frozen=True)
class AnyPlayer(Condition):
    """At least one of the players fits ("if an opponent ..."): in `condition`, `ThatPlayer` is that player."""

    players: PlayerRef
    condition: Condition


@dataclass(frozen=True)
class Event(Node):
    """Base: what a triggered ability waits for."""


@dataclass(frozen=True)
class ZoneChange(Event):
    """An object that fits moves between zones; `from_`/`to` "" means any ("dies": battlefield → graveyard).

    Attributes:
        where: judged by the object as it was for leaves-the-battlefield (603.10a), as it is for enters (603.6a).
        player: for cards whose owner or controller matters the predicate says so.
        one_or_more: a batch trigger ("whenever one or more ...").
    """

    where: Predicate = AllOf()
    from_: str = ""
    to: str = ""
    one_or_more: bool = False


@dataclass(frozen=True)
class TurnedFaceUp(Event):
    """A permanent that fits is turned face up (CR 708.7)."""

    where: Predicate = AllOf()


@dataclass(frozen=True)
class Transforms(Event):
    """A permanent that fits transforms (into a face that fits `into`)."""

    where: Predicate = AllOf()
    into: Predicate | None = None


@dataclass(frozen=True)
class Attacks(Event):
    """A creature that fits attacks; alone, or that player/planeswalker; one_or_more batches."""

    where: Predicate = AllOf()
    alone: bool = False
    defender: PlayerRef | None = None
    one_or_more: bool = False


@dataclass(frozen=True)
class Blocks(Event):
    """A creature that fits blocks; `blocked`: what it blocks."""

    where: Predicate = AllOf()
    blocked: Predicate | None = None


@dataclass(frozen=True)
class BecomesBlocked(Event):
    """A creature that fits becomes blocked (by one that fits `by`: then for each)."""

    where: Predicate = AllOf()
    by: Predicate | None = None


@dataclass(frozen=True)
class DealsDamage(Event):
    """A source that fits deals damage.

    Attributes:
        to: predicate of a damaged object, or None; to_player: damaged players, or None; both None: to anything.
        combat: True only combat damage, False any.
    """

    where: Predicate = AllOf()
    to: Predicate | None = None
    to_player: PlayerRef | None = None
    combat: bool = False
    one_or_more: bool = False


@dataclass(frozen=True)
class IsDealtDamage(Event):
    """An object that fits is dealt damage."""

    where: Predicate = AllOf()
    combat: bool = False


@dataclass(frozen=True)
class BeginningOf(Event):
    """The beginning of a step: "upkeep" | "draw" | "end" | "combat" | "main" | "second-main" | "untap"."""

    step: str
    player: PlayerRef = EachPlayer()


@dataclass(frozen=True)
class TappedForMana(Event):
    """A permanent that fits is tapped for mana (CR 106.12); `by`: by those players; `mana`: producing that symbol."""

    where: Predicate = AllOf()
    by: PlayerRef = EachPlayer()
    mana: str = ""


@dataclass(frozen=True)
class BecomesTapped(Event):
    """A permanent that fits becomes tapped; `untapped` for the opposite."""

    where: Predicate = AllOf()
    untapped: bool = False


@dataclass(frozen=True)
class CastsSpell(Event):
    """A player casts a spell that fits; `nth` of the turn if not 0."""

    where: Predicate = AllOf()
    player: PlayerRef = You()
    nth: int = 0


@dataclass(frozen=True)
class ActivatesAbility(Event):
    """A player activates an ability of an object that fits (never a mana ability unless `mana`)."""

    where: Predicate = AllOf()
    player: PlayerRef = You()
    mana: bool = False


@dataclass(frozen=True)
class BecomesTarget(Event):
    """An object that fits becomes the target of a spell or ability that fits (`by` controller)."""

    where: Predicate = AllOf()
    by: PlayerRef | None = None
    what: str = "spell or ability"


@dataclass(frozen=True)
class DrawsCard(Event):
    """A player draws a card; `nth` of the turn if not 0."""

    player: PlayerRef = You()
    nth: int = 0


@dataclass(frozen=True)
class DiscardsCard(Event):
    """A player discards a card that fits."""

    where: Predicate = AllOf()
    player: PlayerRef = You()


@dataclass(frozen=True)
class GainsLife(Event):
    """A player gains life (or loses it)."""

    player: PlayerRef = You()
    loses: bool = False


@dataclass(frozen=True)
class Sacrifices(Event):
    """A player sacrifices a permanent that fits."""

    where: Predicate = AllOf()
    player: PlayerRef = You()


@dataclass(frozen=True)
class CountersPut(Event):
    """Counters of a kind are put on an object that fits."""

    kind: str = ""
    where: Predicate = AllOf()
    one_or_more: bool = True


@dataclass(frozen=True)
class Mutates(Event):
    """A creature that fits mutates (CR 702.140d)."""

    where: Predicate = AllOf()


@dataclass(frozen=True)
class PlayerDoes(Event):
    """A keyword action of a player: "manifest dread", "scry", "surveil", "search", "shuffle", "cycle", "explore" ...

    `where`: of an object that fits, where the action is one of an object ("when you cycle this card").
    """

    action: str
    player: PlayerRef = You()
    where: Predicate = AllOf()


@dataclass(frozen=True)
class BecomesAttached(Event):
    """An object that fits becomes attached to one that fits `to`; `un` for unattached."""

    where: Predicate = AllOf()
    to: Predicate | None = None
    un: bool = False


@dataclass(frozen=True)
class AnyEvent(Event):
    """Any of several events ("enters or attacks")."""

    parts: tuple[Event, ...]


@dataclass(frozen=True)
class StateIs(Event):
    """A state trigger (CR 603.8): the condition is true."""

    condition: Condition


@dataclass(frozen=True)
class ChapterReached(Event):
    """The source Saga's number of lore counters becomes at least `number`, having been less (CR 714.2b)."""

    number: int


@dataclass(frozen=True)
class ManaAdded(Event):
    """An ability of an object that fits causes a player to add mana: with `mana`, of that symbol or "chosen color"."""

    where: Predicate = AllOf()
    player: PlayerRef = You()
    mana: str = ""


@dataclass(frozen=True)
class TurnsFaceUp(Event):
    """A player turns a permanent that fits face up, by special action or by an effect that they control."""

    where: Predicate = AllOf()
    player: PlayerRef = You()


@dataclass(frozen=True)
class PlaysCard(Event):
    """A player plays a land or casts a spell that fits, with `zone` from that zone."""

    where: Predicate = AllOf()
    player: PlayerRef = You()
    zone: str = ""
    land_only: bool = False


@dataclass(frozen=True)
class AttacksWith(Event):
    """At least `number` creatures that fit attack together; `That()`: all of them, `EventAmount`: how many.

    Attributes:
        source_too: only if the source attacks with them.
    """

    where: Predicate = AllOf()
    number: int = 1
    source_too: bool = False


@dataclass(frozen=True)
class LosesControl(Event):
    """The source's controller loses control of an object that fits (CR 603.10a)."""

    where: Predicate = AllOf()


@dataclass(frozen=True)
class PutsCounters(Event):
    """A player puts one or more counters of a kind on an object that fits."""

    kind: str = ""
    where: Predicate = AllOf()
    player: PlayerRef = You()


@dataclass(frozen=True)
class NotBlocked(Event):
    """A creature that fits attacks and isn't blocked (CR 509.3g)."""

    where: Predicate = AllOf()


@dataclass(frozen=True)
class CopiesSpell(Event):
    """A player copies a spell that fits (CR 707.10)."""

    where: Predicate = AllOf()
    player: PlayerRef = You()
