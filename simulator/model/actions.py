"""What happens in a game from outside: actions of players, and instructions from nowhere.

Objects are named by their ids, players by their names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.model.cards import CardDefinition

# ---------------------------------------------------------------- what players do


@dataclass(frozen=True, slots=True)
class PriceTag:
    """What a step announces as the total cost: `mana` (symbols, "" for nothing at all), or the mana cost."""

    kind: Literal["mana", "nothing", "mana cost"]
    mana: str = ""


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a card (CR 601).

    Attributes:
        object: the card, where it is. face: the half or face that was named, None if the whole card was.
        ways: keywords named with `with` ("morph", "mutate", "kicker"), lower case.
        modes: 1-based. paying: what non-mana costs are paid with. targets: object ids and player names, one for each
            target in the order of the text. over: mutate over (True), under (False) the object `merge_with`.
    """

    object: int
    face: int | None = None
    face_down: bool = False
    ways: tuple[str, ...] = ()
    price: PriceTag | None = None
    x: int | None = None
    modes: tuple[int, ...] = ()
    paying: tuple[int, ...] = ()
    targets: tuple[int | str, ...] = ()
    over: bool | None = None
    merge_with: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Play a land (CR 305)."""

    object: int
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate an ability (CR 602); `ability` is 1-based among activated abilities, None: the only one (or ask)."""

    object: int
    ability: int | None = None
    x: int | None = None
    paying: tuple[int, ...] = ()
    targets: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class TapForMana:
    """Activate a mana ability with {T} in its cost (CR 106.12); `choices` are answers in words ("{G}", "green")."""

    object: int
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnFaceUp:
    """The special action (CR 116.2b); `way`: "morph", "megamorph", "disguise" or None."""

    object: int
    price: PriceTag | None = None
    way: str | None = None
    x: int | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a face-down object (CR 708.5)."""

    object: int


@dataclass(frozen=True, slots=True)
class DeclareAttackers:
    """Declare attackers (CR 508.1); `defender` None: the only opponent, or ask."""

    attackers: tuple[int, ...]
    defender: int | str | None = None


@dataclass(frozen=True, slots=True)
class DeclareBlockers:
    """Declare blockers of one attacker (CR 509.1); several steps in a row add to one declaration."""

    attacker: int
    blockers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Special:
    """Foretell, plot or suspend a card (CR 702.143, 702.170, 702.62)."""

    kind: Literal["foretell", "plot", "suspend"]
    object: int


@dataclass(frozen=True, slots=True)
class Unlock:
    """Unlock a door (CR 709.5): the index of the half."""

    object: int
    half: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass priority."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Leave the game (CR 104.3a)."""


PlayerAction = (
    Cast
    | Play
    | Activate
    | TapForMana
    | TurnFaceUp
    | Look
    | DeclareAttackers
    | DeclareBlockers
    | Special
    | Unlock
    | Pass
    | Concede
)

# ---------------------------------------------------------------- instructions from nowhere


@dataclass(frozen=True, slots=True)
class PutFaceDown:
    """Manifest or cloak (CR 701.40, 701.58): the top `number` cards one at a time, the object, or an outside card."""

    keyword: Literal["manifest", "cloak"]
    player: str
    number: int = 1
    object: int | None = None
    outside: CardDefinition | None = None


@dataclass(frozen=True, slots=True)
class ManifestDread:
    """CR 701.62; `keeping`: the object to be manifested, None: the player chooses."""

    player: str
    keeping: int | None = None


@dataclass(frozen=True, slots=True)
class PutOnto:
    """Put a card (where it is, or from outside the game) onto the battlefield."""

    player: str
    object: int | None = None
    outside: CardDefinition | None = None
    face_down: bool = False
    transformed: bool = False


@dataclass(frozen=True, slots=True)
class Simple:
    """An instruction that names only an object."""

    verb: Literal[
        "destroy", "sacrifice", "exile", "tap", "untap", "transform", "regenerate", "counter", "phase out", "reveal",
        "turn face up", "turn face down", "lose all abilities",
    ]  # fmt: skip
    object: int
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Return an object to its owner's hand or library, or to the battlefield under `player` (None: its owner)."""

    object: int
    zone: Literal["hand", "library", "battlefield"]
    player: str | None = None


@dataclass(frozen=True, slots=True)
class BlinkIt:
    """Exile it, then return it to the battlefield under `player` (None: its owner)."""

    object: int
    player: str | None = None


@dataclass(frozen=True, slots=True)
class BecomeCopy:
    """It becomes a copy of the original (CR 707.4)."""

    object: int
    original: int
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class CopyToken:
    """Create a token that is a copy (CR 707.2, 111)."""

    original: int
    player: str


@dataclass(frozen=True, slots=True)
class AttachIt:
    """CR 701.3."""

    object: int
    host: int


@dataclass(frozen=True, slots=True)
class GainControl:
    """CR 613.1b."""

    player: str
    object: int
    this_turn: bool = False


@dataclass(frozen=True, slots=True)
class Grant:
    """A continuous effect on one object: exactly one of the fields is set."""

    object: int
    this_turn: bool = False
    keyword: str | None = None
    modifier: tuple[int, int] | None = None
    size: tuple[int, int] | None = None
    types: tuple[str, ...] | None = None
    colors: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class AddCounters:
    """CR 122."""

    object: int
    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Damage:
    """CR 120; from a source without characteristics."""

    target: int | str
    number: int


@dataclass(frozen=True, slots=True)
class ToPlayer:
    """An instruction to a player."""

    verb: Literal["draw", "mill", "discard", "lose life", "gain life", "scry", "surveil", "shuffle"]
    player: str
    number: int = 1


EngineInstruction = (
    PutFaceDown
    | ManifestDread
    | PutOnto
    | Simple
    | Return
    | BlinkIt
    | BecomeCopy
    | CopyToken
    | AttachIt
    | GainControl
    | Grant
    | AddCounters
    | Damage
    | ToPlayer
)
