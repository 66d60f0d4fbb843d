"""What may be asked about a game, whole and omniscient: for the tester and for checks, never for a player's eyes."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.model.position import ManaMode, Origin, ZoneName


@dataclass(frozen=True, slots=True)
class ObjectFacts:
    """Everything that a check may ask about an object now, after all effects.

    Attributes:
        id: the object. card_id: the physical card or token; cards: those of a merged pile, the topmost first.
        kind: "card" | "token" | "copy" | "ability". zone, owner, controller: controller is the owner's off the
            battlefield and the stack.
        name: "" for no name. types: supertypes, card types and subtypes. subtypes: those alone.
        colors: letters. power, toughness: None where it has none. mana_cost: None for no mana cost.
        keywords: keyword abilities in lower case with cost or value ("ward {2}", "flying").
        ability_count: abilities that it has, granted ones too.
        origin: how it became face down. handle: its number among face-down objects, 0 for none.
        transformed: a double-faced permanent with its back face up.
        source: for an ability on the stack, the id of its source (as it was). arrived: order of arrival.
    """

    id: int
    card_id: int
    cards: tuple[int, ...]
    kind: str
    zone: ZoneName
    owner: str
    controller: str
    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    mana_value: int
    mana_cost: str | None
    keywords: tuple[str, ...]
    ability_count: int
    counters: tuple[tuple[str, int], ...]
    damage: int
    tapped: bool
    face_down: bool
    origin: Origin | None
    handle: int
    summoning_sick: bool
    phased_out: bool
    transformed: bool
    attached_to: int | str | None
    source: int | None
    arrived: int


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What a check may ask about a player; `pool` holds mana letters."""

    name: str
    life: int
    hand: int
    library: int
    pool: tuple[str, ...]
    won: bool
    lost: bool
    mana: ManaMode


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an instruction.

    Attributes:
        ids: the objects that it put down, created or moved.
        nothing: the rules that turned it into nothing, the deciding one first; empty if it did something.
    """

    ids: tuple[int, ...] = ()
    nothing: tuple[str, ...] = ()
