"""Static abilities: modifications through the layers (CR 613), rules changes, and replacement effects (CR 614)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.costs import Cost
from simulator.abilities.effects import Effect
from simulator.abilities.effects_zones import EnterCounters
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import EachPlayer, PlayerRef, You


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
        keep_subtypes: with given subtypes and not keep_types: other subtypes of other kinds remain (CR 205.1b).
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
class Replacement(StaticPart):
    """A replacement effect (CR 614): when `event` would happen, `instead` happens.

    Attributes:
        event: the event it watches: see `ReplacedEvent`.
        instead: the replacing effect; None: the event is only modified by the other fields.
        self_only: it watches its own source.
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
        multiply, add: change of the number; set_mana: the type that is produced instead; to_zone: other zone.
        combat: only combat damage.
        uncast: only objects that enter without having been cast.
        keep_amount: with `set_mana`, the type alone changes and the amount stays.
        to_zone: "library" means shuffled into it. by_effect: only counters that an effect puts (neither a cost, nor a
            turn-based action, nor damage). not_first: of draws, not the first one in each of the player's draw steps.
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
