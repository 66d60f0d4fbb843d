"""Effects on permanents: status, counters, attaching, face-down, tokens, copies (CR 701, 707, 708)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.amounts import Amount, Num
from simulator.abilities.effects import Effect
from simulator.abilities.node import Node
from simulator.abilities.predicates import Predicate
from simulator.abilities.references import ObjectRef, PlayerRef, Self, You


@dataclass(frozen=True)
class TapEffect(Effect):
    """Tap."""

    what: ObjectRef


@dataclass(frozen=True)
class UntapEffect(Effect):
    """Untap."""

    what: ObjectRef


@dataclass(frozen=True)
class PutCountersOn(Effect):
    """Put counters on objects (CR 122)."""

    kind: str
    amount: Amount
    what: ObjectRef = Self()
    divided: bool = False


@dataclass(frozen=True)
class RemoveCountersFrom(Effect):
    """Remove counters; amount None: all of them; kind "" any kind."""

    kind: str
    amount: Amount | None
    what: ObjectRef = Self()


@dataclass(frozen=True)
class MoveCounters(Effect):
    """Move counters from one object to another (CR 122.5); amount None: all."""

    kind: str
    amount: Amount | None
    source: ObjectRef
    to: ObjectRef


@dataclass(frozen=True)
class Proliferate(Effect):
    """Proliferate (CR 701.34)."""


@dataclass(frozen=True)
class Attach(Effect):
    """Attach an Aura, Equipment or Fortification (CR 701.3)."""

    what: ObjectRef
    to: ObjectRef


@dataclass(frozen=True)
class Unattach(Effect):
    """Unattach an Equipment."""

    what: ObjectRef


@dataclass(frozen=True)
class BecomeAura(Effect):
    """The source becomes an Aura with that enchant restriction and is attached to an object (the Form enchantments)."""

    what: ObjectRef
    enchant: Predicate
    to: ObjectRef


@dataclass(frozen=True)
class Regenerate(Effect):
    """A regeneration shield (CR 701.19)."""

    what: ObjectRef


@dataclass(frozen=True)
class Transform(Effect):
    """Transform (CR 701.27); `convert` uses the other word."""

    what: ObjectRef
    convert: bool = False


@dataclass(frozen=True)
class Meld(Effect):
    """Exile this and a permanent that you own and control, then meld them (CR 701.42, 712.4a).

    Attributes:
        partner: what the other one is ("a creature named ...").
        tapped, attacking: how the melded permanent enters.
    """

    partner: Predicate
    tapped: bool = False
    attacking: bool = False


@dataclass(frozen=True)
class Flip(Effect):
    """Flip a permanent (CR 710): it becomes flipped and stays so."""

    what: ObjectRef


@dataclass(frozen=True)
class FaceDownAs(Node):
    """How something is face down (CR 708.2).

    Attributes:
        mode: "morph" | "disguise" | "manifest" | "cloak" | "effect".
        power, toughness, types, subtypes, colors, name, keywords: characteristics listed by the effect.
    """

    mode: str = "effect"
    power: int = 2
    toughness: int = 2
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    name: str = ""
    abilities: tuple[Node, ...] = ()


@dataclass(frozen=True)
class TurnFaceUp(Effect):
    """Turn permanents face up by an effect (CR 708.7, 701.40g)."""

    what: ObjectRef


@dataclass(frozen=True)
class TurnFaceDown(Effect):
    """Turn permanents face down; they become what `as_` lists (CR 708.2a)."""

    what: ObjectRef
    as_: FaceDownAs = FaceDownAs()


@dataclass(frozen=True)
class Manifest(Effect):
    """Manifest cards (CR 701.40); None: the top cards of the library, one at a time."""

    what: ObjectRef | None = None
    amount: Amount = Num(1)
    player: PlayerRef = You()
    save_as: str = ""


@dataclass(frozen=True)
class Cloak(Effect):
    """Cloak cards (CR 701.58)."""

    what: ObjectRef | None = None
    amount: Amount = Num(1)
    player: PlayerRef = You()
    save_as: str = ""


@dataclass(frozen=True)
class ManifestDread(Effect):
    """Manifest dread (CR 701.62); with `keep` (in steps) that card is kept."""

    player: PlayerRef = You()
    keep: ObjectRef | None = None
    save_as: str = ""


@dataclass(frozen=True)
class Fight(Effect):
    """Two creatures fight (CR 701.14)."""

    first: ObjectRef
    second: ObjectRef


@dataclass(frozen=True)
class GainControl(Effect):
    """Gain control; duration as in `Continuous`."""

    what: ObjectRef
    player: PlayerRef = You()
    duration: str = "permanent"


@dataclass(frozen=True)
class ExchangeControl(Effect):
    """Exchange control of two permanents (CR 701.12b)."""

    first: ObjectRef
    second: ObjectRef


@dataclass(frozen=True)
class PhaseOut(Effect):
    """Phase out (CR 702.26)."""

    what: ObjectRef


@dataclass(frozen=True)
class RemoveFromCombat(Effect):
    """Remove from combat (CR 506.4)."""

    what: ObjectRef


@dataclass(frozen=True)
class Continuous(Effect):
    """A continuous effect from a resolving spell or ability (CR 611.2) on the objects that are there now.

    Attributes:
        mods: `Modification` nodes (see `statics`).
        duration: "end of turn" | "permanent" | "your next turn" | "end of your next turn" | "while source"
            (for as long as the source remains) | "while tapped" (source) | "while controlled" | "end of combat".
    """

    what: ObjectRef
    mods: tuple[Node, ...]
    duration: str = "end of turn"


@dataclass(frozen=True)
class RuleEffect(Effect):
    """A `Static` rule ("creatures can't block this turn", "prevent all combat damage") for a duration."""

    static: Node
    duration: str = "end of turn"


@dataclass(frozen=True)
class BecomeCopy(Effect):
    """Become a copy of another object (CR 707.2), with `except_` modifications."""

    what: ObjectRef
    of: ObjectRef
    duration: str = "permanent"
    except_: tuple[Node, ...] = ()


@dataclass(frozen=True)
class TokenSpec(Node):
    """What a created token is (CR 111.3–111.4)."""

    name: str = ""
    types: tuple[str, ...] = ("Creature",)
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Node, ...] = ()


@dataclass(frozen=True)
class CreateToken(Effect):
    """Create tokens (CR 701.7)."""

    token: TokenSpec
    amount: Amount = Num(1)
    player: PlayerRef = You()
    tapped: bool = False
    attacking: bool = False
    counters: tuple[Node, ...] = ()
    save_as: str = ""


@dataclass(frozen=True)
class CreateCopyToken(Effect):
    """Create tokens that are copies of an object (CR 707.2)."""

    of: ObjectRef
    amount: Amount = Num(1)
    player: PlayerRef = You()
    tapped: bool = False
    attacking: bool = False
    except_: tuple[Node, ...] = ()
    save_as: str = ""


@dataclass(frozen=True)
class RotateControl(Effect):
    """Each player gains control of all that fits and is controlled by the next player in the chosen direction.

    The direction is the `ChooseValue("direction")` before; all change controllers at once (Aminatou's last ability).
    """

    where: Predicate


@dataclass(frozen=True)
class GetEmblem(Effect):
    """Players get an emblem with those abilities (CR 114): static ones, and triggered ones of zone "command"."""

    abilities: tuple[Node, ...]
    player: PlayerRef = You()
