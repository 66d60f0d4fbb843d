"""Effects: the instructions that spells and abilities give when they resolve (CR 608.2, 701).

An instruction that affects objects remembers them under `save_as` ("" keeps them as "the last ones"), so that a
later `Prior` can speak of them. Instructions are carried out in order; `May` and `IfDone` tie them together.
"""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount
from simulator.abilities.node import Node
from simulator.abilities.predicates import AllOf, Predicate
from simulator.abilities.references import ObjectRef, PlayerRef, You


@dataclass(frozen=True)
class Effect(Node):
    """Base: one instruction."""


@dataclass(frozen=True)
class Sequence(Effect):
    """Several instructions in the order of the text."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True)
class If(Effect):
    """If a condition holds, ...: a `Condition` node judged when the instruction is reached."""

    condition: Node
    then: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True)
class May(Effect):
    """You may ...: the player decides; `otherwise` is "if you don't"."""

    effect: Effect
    player: PlayerRef = You()
    then: Effect | None = None
    otherwise: Effect | None = None


@dataclass(frozen=True)
class IfDone(Effect):
    """If you do, ...: `then` happens only if `effect` did something.

    Attributes:
        when: "when you do": a reflexive trigger (CR 603.12) with its own `targets` (`TargetSpec`, counted from 0).
    """

    effect: Effect
    then: Effect | None = None
    otherwise: Effect | None = None
    when: bool = False
    targets: tuple[TargetSpec, ...] = ()


@dataclass(frozen=True)
class PayOr(Effect):
    """Unless PLAYER pays COST: the player may pay; `unpaid` happens if not, `paid` if so ("may pay. If you do")."""

    player: PlayerRef
    cost: tuple[Node, ...]
    unpaid: Effect | None = None
    paid: Effect | None = None


@dataclass(frozen=True)
class Modes(Effect):
    """Modal (CR 700.2): modes chosen while casting or as the ability is put on the stack.

    Attributes:
        modes: the effects in order; their targets are chosen after the modes.
        targets: for each mode, its target specifications (indices in that mode's effect count from 0 in the mode).
        minimum, maximum: how many are chosen; repeated: the same mode may be chosen again.
        extra_costs: for each mode, an additional cost (spree), or ().
    """

    modes: tuple[Effect, ...]
    targets: tuple[tuple[TargetSpec, ...], ...] = ()
    minimum: int = 1
    maximum: int = 1
    repeated: bool = False
    extra_costs: tuple[tuple[Node, ...], ...] = ()


@dataclass(frozen=True)
class ChooseOne(Effect):
    """One of several instructions, chosen while it is carried out ("tap or untap"; CR 608.2d).

    Attributes:
        chooser: who chooses (a `PlayerRef`); None: you.
    """

    options: tuple[Effect, ...]
    chooser: Node | None = None


@dataclass(frozen=True)
class ForEach(Effect):
    """Do `effect` once for each object of `what`; inside, `Prior("each")` is that object."""

    what: ObjectRef
    effect: Effect


@dataclass(frozen=True)
class ForEachPlayer(Effect):
    """Each of the players does it, in APNAP order; inside, `You` is unchanged and `ThatPlayer` is the player."""

    players: PlayerRef
    effect: Effect


@dataclass(frozen=True)
class Repeat(Effect):
    """Do it that many times, one after the other."""

    amount: Amount
    effect: Effect


@dataclass(frozen=True)
class Delayed(Effect):
    """A delayed triggered ability (CR 603.7): when `event` (a trigger node) happens, do `effect`.

    Attributes:
        once: it triggers only once; until: "" | "end of turn".
        what: objects that the trigger is about, remembered now (`Prior("delayed")` inside).
    """

    event: Node
    effect: Effect
    what: ObjectRef | None = None
    once: bool = True
    until: str = ""


@dataclass(frozen=True)
class TargetSpec(Node):
    """One "target ..." of the text (CR 115).

    Attributes:
        where: predicate for objects; None if only players.
        zone: battlefield | stack | graveyard | exile | hand.
        players: "" | "player" | "opponent": players that may be chosen too.
        minimum, maximum: how many ("up to two": 0, 2); maximum -1: any number; `x` if X of them.
        chooser: who chooses (None: the controller).
        distinct_from: indices of earlier targets that must be different ("another target").
    """

    where: Predicate | None = AllOf()
    zone: str = "battlefield"
    players: str = ""
    minimum: int = 1
    maximum: int = 1
    x: bool = False
    chooser: PlayerRef | None = None
    distinct_from: tuple[int, ...] = ()


@dataclass(frozen=True)
class ChooseValue(Effect):
    """Choose a color, creature type, card type, name, number, player or one of `options`; kept on the source.

    As the source enters it is an `EntersWith`; elsewhere it lasts for the rest of the ability.
    """

    kind: str
    options: tuple[str, ...] = ()
    player: PlayerRef = You()


@dataclass(frozen=True)
class ChooseObjects(Effect):
    """Choose objects now (not targeted) and remember them under `save_as`."""

    what: ObjectRef
    save_as: str = ""


@dataclass(frozen=True)
class Nothing(Effect):
    """Nothing happens (a text that only forbids or reminds)."""


@dataclass(frozen=True)
class FlipCoin(Effect):
    """A player flips a coin (CR 705): `won` happens if they win the flip, `lost` if they lose it."""

    won: Effect | None = None
    lost: Effect | None = None
    player: PlayerRef = You()
