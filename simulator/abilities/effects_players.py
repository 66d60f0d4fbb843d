"""Effects on players: damage, life, cards, mana, looking and revealing (CR 119–122, 701)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.effects import Effect
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import ObjectRef, PlayerRef, Self, You


@dataclass(frozen=True)
class DealDamage(Effect):
    """Damage (CR 120) by `source` to objects and/or players."""

    amount: Amount
    to: ObjectRef | None = None
    to_players: PlayerRef | None = None
    source: ObjectRef = Self()
    divided: bool = False


@dataclass(frozen=True)
class GainLife(Effect):
    """Players gain life (CR 119.3)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class LoseLife(Effect):
    """Players lose life (not damage)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class SetLife(Effect):
    """A life total becomes a number (CR 119.5)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class Draw(Effect):
    """Draw cards (CR 121)."""

    amount: Amount = Num(1)
    player: PlayerRef = You()


@dataclass(frozen=True)
class DiscardCards(Effect):
    """Players discard; chosen by themselves unless `at_random` or `whole_hand` (CR 701.9)."""

    amount: Amount = Num(1)
    player: PlayerRef = You()
    at_random: bool = False
    whole_hand: bool = False
    where: Predicate = AllOf()
    save_as: str = ""


@dataclass(frozen=True)
class Mill(Effect):
    """Mill cards (CR 701.17)."""

    amount: Amount = Num(1)
    player: PlayerRef = You()
    save_as: str = ""


@dataclass(frozen=True)
class Scry(Effect):
    """Scry (CR 701.22)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class Surveil(Effect):
    """Surveil (CR 701.25)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class LookAt(Effect):
    """Look at cards: only `player` sees them (CR 701.20e)."""

    what: ObjectRef
    player: PlayerRef = You()
    save_as: str = ""


@dataclass(frozen=True)
class Reveal(Effect):
    """Reveal to all (CR 701.20a)."""

    what: ObjectRef
    save_as: str = ""


@dataclass(frozen=True)
class RevealHand(Effect):
    """A player reveals their hand."""

    player: PlayerRef


@dataclass(frozen=True)
class LookAtHand(Effect):
    """Look at a player's hand."""

    of: PlayerRef
    player: PlayerRef = You()


@dataclass(frozen=True)
class Shuffle(Effect):
    """Shuffle a library (CR 701.24)."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class Search(Effect):
    """Search a library for cards (CR 701.23) and put them where `to` says; shuffle is its own instruction.

    Attributes:
        to: "hand" | "battlefield" | "graveyard" | "top" | "exile" | "" (only found, moved by a later instruction).
        reveal: the found cards are revealed.
    """

    where: Predicate = AllOf()
    amount: Amount = Num(1)
    up_to: bool = False
    to: str = "hand"
    tapped: bool = False
    reveal: bool = False
    player: PlayerRef = You()
    library_of: PlayerRef | None = None
    save_as: str = ""


@dataclass(frozen=True)
class WinGame(Effect):
    """Players win the game."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class LoseGame(Effect):
    """Players lose the game."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class GiveCountersToPlayer(Effect):
    """Players get counters: poison, energy, experience (CR 122.1)."""

    kind: str
    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True)
class ExtraTurn(Effect):
    """An extra turn after this one (CR 500.7)."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class KeywordAction(Effect):
    """A keyword action that has no node of its own (CR 701): "investigate", "populate", "explore", "connive" ...

    Attributes:
        action: its name, lower case; player: who does it.
        amount: its number, if it has one; what: the object that does it, if an object does.
    """

    action: str
    player: PlayerRef = You()
    amount: Amount | None = None
    what: ObjectRef | None = None


@dataclass(frozen=True)
class AddMana(Effect):
    """Add mana (CR 106.3).

    Attributes:
        mana: symbols added as they stand ("{G}", "{C}{C}"), or "" when a choice decides.
        choice: "" | "any color" | "any type" | "options" (one of `options`) | "could produce" | "chosen color"
            | "combination" (any combination of `options`) | "same type" (a type that the tapped permanent produced)
            | "colors among" (a color of an object that fits `where`) | "commander identity".
        options: strings of symbols to choose from.
        amount: how many times (or how much, for one choice).
        where: the permanents or cards looked at by "could produce" and "colors among"; zone: where they are.
        player: who gets it. `restriction`: a predicate on what it may be spent for (kept with the mana), or None.
        one_color: all of the amount of one color.
        until_end_of_turn: it doesn't empty between steps.
        types: with "could produce": "color" counts colors only, "type" colorless too (CR 106.7).
    """

    mana: str = ""
    choice: str = ""
    options: tuple[str, ...] = ()
    amount: Amount = Num(1)
    where: Predicate | None = None
    zone: str = "battlefield"
    player: PlayerRef = You()
    restriction: Node | None = None
    one_color: bool = True
    until_end_of_turn: bool = False
    types: str = ""


@dataclass(frozen=True)
class SkipNext(Effect):
    """Players skip their next "untap step" | "draw step" | "combat phase" | "turn" (CR 614.10)."""

    what: str
    player: PlayerRef = You()


@dataclass(frozen=True)
class PreventNext(Effect):
    """Prevent the next damage up to `amount` (None: all of it) that would be dealt to them this turn (CR 615.7)."""

    amount: Amount | None
    to: ObjectRef | None = None
    to_players: PlayerRef | None = None
    combat: bool = False


@dataclass(frozen=True)
class DoubleMana(Effect):
    """A player doubles the amount of each type of unspent mana that they have (CR 701.10f)."""

    player: PlayerRef = You()


@dataclass(frozen=True)
class AllowLook(Effect):
    """A player may look at cards exiled face down (CR 406.3): duration as in `CastCard`."""

    what: ObjectRef
    player: PlayerRef = You()
    duration: str = "while exiled"


@dataclass(frozen=True)
class SpendOnly(Node):
    """What restricted mana may be spent on (CR 106.6); any of the purposes.

    Attributes:
        spells: casting a spell that fits. abilities: activating an ability of an object that fits.
        turning: turning up permanents that fit, by any cost; manifested: by the mana cost of a manifested one that fits
            (CR 701.40b); morph_costs: "morph", "megamorph", "disguise" (costs of that name).
        actions: other purposes as words ("unlock a door", "foretell").
        uncounterable: a spell that it was spent on can't be countered.
    """

    spells: Predicate | None = None
    abilities: Predicate | None = None
    turning: Predicate | None = None
    manifested: Predicate | None = None
    morph_costs: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    uncounterable: bool = False


@dataclass(frozen=True)
class NextSpellCosts(Effect):
    """The next spell that fits and that you cast this turn costs `amount` more (negative: less)."""

    where: Predicate
    amount: Amount
