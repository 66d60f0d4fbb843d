"""What static abilities do (CR 604): modify objects, change what may be done, what it costs, and other rules."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.costs import Cost
from simulator.abilities.modifications import Modification
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import EachPlayer, PlayerRef, You


@dataclass(frozen=True)
class StaticPart(Node):
    """Base: what a static ability does while it applies."""


@dataclass(frozen=True)
class Modify(StaticPart):
    """Objects that fit are modified ("creatures you control get +1/+1 and have haste").

    Attributes:
        where: which objects; use `Is(Self())` for "this creature", `Is(AttachedTo())` for "enchanted creature".
        zone: where they are (usually the battlefield; cards in other zones for "cards in your hand have ...").
    """

    where: Predicate
    mods: tuple[Modification, ...]
    zone: str = "battlefield"


@dataclass(frozen=True)
class Cant(StaticPart):
    """Something that can't be done.

    Attributes:
        what: "attack" | "block" | "be blocked" | "be countered" | "be targeted" | "be cast" | "be activated"
            | "be turned face up" | "untap" | "gain life" | "lose life" | "draw" | "be regenerated"
            | "enter" (from `zone`) | "transform" | "be sacrificed" | "legend rule" | "have counters" | "be enchanted"
            | "be equipped" | "play lands" | "search" | "win" | "lose" | "be prevented".
        where: the objects (None with players).
        by: what else matters (blockers for "be blocked"; sources for targeting).
        player: the players who can't.
        zone: from which zones (a word or several joined by "|").
        alone: "can't attack alone".
        unless: a `Condition` that lifts it.
        except_mana: with "be activated": mana abilities may be.
    """

    what: str
    where: Predicate | None = None
    by: Predicate | None = None
    player: PlayerRef | None = None
    zone: str = ""
    alone: bool = False
    unless: Node | None = None
    except_mana: bool = False


@dataclass(frozen=True)
class BlockLimit(StaticPart):
    """Creatures that fit can't be blocked except by at least `minimum`, at most `maximum` creatures (0: no limit)."""

    where: Predicate
    minimum: int = 0
    maximum: int = 0


@dataclass(frozen=True)
class MayNotUntap(StaticPart):
    """Its controller may choose not to untap it during their untap step (CR 502.3)."""

    where: Predicate


@dataclass(frozen=True)
class AsThough(StaticPart):
    """Something may be done as though a thing were otherwise ("didn't have defender"; CR 609.4)."""

    what: str
    where: Predicate


@dataclass(frozen=True)
class Must(StaticPart):
    """Must "attack" | "block" | "be blocked" | "be blocked by all" (that are able) if able."""

    what: str
    where: Predicate


@dataclass(frozen=True)
class CostChange(StaticPart):
    """Spells or abilities cost more or less.

    Attributes:
        kind: "cast" | "activate" | "turn face up" | "equip" | keyword.
        where: the spells or the objects with the abilities.
        amount: generic mana, negative reduces; mana: symbols added or ("-" first) taken away.
        player: whose. zone: cast from. nth: only the nth such spell each turn. targets: only if it targets what fits.
        each: multiply by an amount ("for each ..."). minimum: never below that much mana.
    """

    kind: str
    where: Predicate = AllOf()
    amount: Amount = Num(0)
    mana: str = ""
    player: PlayerRef = EachPlayer()
    zone: str = ""
    nth: int = 0
    targets: Predicate | None = None
    minimum: int = 0


@dataclass(frozen=True)
class AdditionalCost(StaticPart):
    """This spell's additional cost; `options`: choose one of several; `optional`: you may pay it, named by `name`."""

    cost: tuple[Cost, ...] = ()
    options: tuple[tuple[Cost, ...], ...] = ()
    optional: bool = False
    name: str = ""


@dataclass(frozen=True)
class AlternativeCost(StaticPart):
    """You may pay COST rather than this spell's mana cost, if the condition holds."""

    cost: tuple[Cost, ...]
    condition: Node | None = None


@dataclass(frozen=True)
class MayPlay(StaticPart):
    """Permission to cast or play.

    Attributes:
        where: which cards; zone: "hand" | "graveyard" | "exile" | "top of library".
        flash: as though it had flash; land: also/only play lands; free: without paying its mana cost.
        face_down: cast them face down as a 2/2 creature spell for {3}.
        limit: times each turn (0: any).
    """

    where: Predicate = AllOf()
    zone: str = "hand"
    player: PlayerRef = You()
    flash: bool = False
    free: bool = False
    face_down: bool = False
    limit: int = 0
    pay_life: bool = False


@dataclass(frozen=True)
class MayLook(StaticPart):
    """May look at any time: "face-down creatures you don't control", "top of library" (yours)."""

    what: str
    where: Predicate = AllOf()
    player: PlayerRef = You()
    revealed: bool = False


@dataclass(frozen=True)
class PlayerRule(StaticPart):
    """A rule for players.

    Attributes:
        rule: "no maximum hand size" | "additional land" (amount) | "hexproof" | "shroud" | "life can't change"
            | "mana doesn't empty" | "skip draw" | "skip untap" | "draws each turn" (amount) | "starting hand"
            | "extra land drop" | "mana of any color" | "sorcery speed" (casts only when a sorcery could be cast).
    """

    rule: str
    player: PlayerRef = You()
    amount: Amount = Num(1)


@dataclass(frozen=True)
class OpeningHand(StaticPart):
    """If it is in the opening hand, its player may begin the game with it on the battlefield (CR 103.6a)."""


@dataclass(frozen=True)
class EventDoubling(StaticPart):
    """Triggered abilities of `where`, caused by `event`, trigger an additional time (CR 603.2d)."""

    where: Predicate = AllOf()
    event: Node | None = None


@dataclass(frozen=True)
class DuringDraft(StaticPart):
    """What a card lets its drafter do while cards are drafted: it functions then, not in a game (CR 905.2)."""


@dataclass(frozen=True)
class MustAttackPlayer(StaticPart):
    """Creatures that fit attack that player if able (CR 508.1d)."""

    where: Predicate
    player: PlayerRef


@dataclass(frozen=True)
class MayExert(StaticPart):
    """The source may be exerted as it attacks (CR 701.43d)."""


@dataclass(frozen=True)
class Goaded(StaticPart):
    """Creatures that fit are goaded by "you" (CR 701.15)."""

    where: Predicate


@dataclass(frozen=True)
class NoTriggers(StaticPart):
    """An event doesn't cause abilities of objects that fit to trigger (CR 603.2; the opposite of `EventDoubling`)."""

    where: Predicate
    event: Node


@dataclass(frozen=True)
class UntapsToo(StaticPart):
    """Permanents that fit untap during each other player's untap step as well (CR 502.3)."""

    where: Predicate


@dataclass(frozen=True)
class CostFloor(StaticPart):
    """Each spell that would cost less than that much mana costs that much: the last change of a total cost (601.2f)."""

    amount: int


@dataclass(frozen=True)
class AttackTax(StaticPart):
    """Creatures can't attack the source's controller unless theirs pays for each of them (CR 508.1d, 508.1h).

    Attributes:
        mana: symbols; x: what {X} in them stands for. planeswalkers: also for attacking their planeswalkers.
    """

    mana: str
    x: Amount | None = None
    planeswalkers: bool = False


@dataclass(frozen=True)
class UntapLimit(StaticPart):
    """Players can't untap more permanents that fit than that in their untap steps (CR 502.3)."""

    where: Predicate
    amount: int = 1
