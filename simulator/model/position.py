"""Where a game that isn't played from its beginning starts: the position that a scenario sets up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simulator.model.cards import CardDefinition

ManaMode = Literal["free", "lands", "pool"]
Origin = Literal["morph", "disguise", "manifest", "cloak", "effect"]
ZoneName = Literal["library", "hand", "battlefield", "graveyard", "stack", "exile", "command"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card where the game begins.

    Attributes:
        card: its definition; `UNKNOWN_CARD` for one that nobody has seen.
        player: whose zone it is in; on the battlefield its controller.
        owner: None: that player.
        face: the face that is up (double-faced), 1 for a flipped flip card, 0 else; other
            halves don't matter outside the stack.
        face_down: how it became face down, or None.
        attached_to: index in `Position.cards` of what it is attached to.
        x: value of X. choice: a choice made as it entered (a color letter, type word, card name, player or number).
        unlocked: indices of unlocked halves of a Room.
        under: the cards under it in a merged pile, the highest first (CR 730).
    """

    card: CardDefinition
    player: str
    zone: ZoneName
    owner: str | None = None
    face: int = 0
    face_down: Origin | None = None
    tapped: bool = False
    summoning_sick: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int | None = None
    token: bool = False
    x: int | None = None
    choice: str | int | None = None
    unlocked: tuple[int, ...] = ()
    under: tuple[CardDefinition, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the start; `pool` holds mana symbols with `mana="pool"`."""

    name: str
    life: int = 20
    poison: int = 0
    mana: ManaMode = "free"
    pool: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a scenario begins: turn 3 of `active`, in `step`, stack empty.

    Attributes:
        cards: in the order written: library cards top first, permanents by timestamp.
    """

    seats: tuple[Seat, ...]
    active: str
    step: str
    cards: tuple[Placed, ...]
