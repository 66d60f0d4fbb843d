"""Game objects (CR 109) and players: plain data with copy-on-write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simulator.abilities import tree as t
from simulator.model.cards import CardDefinition
from simulator.symbols import ManaCost

ZONES = ("library", "hand", "battlefield", "graveyard", "stack", "exile", "command")


@dataclass(frozen=True)
class FaceDown:
    """Why and as what an object is face down (CR 708.2).

    Attributes:
        mode: "morph" | "disguise" | "manifest" | "cloak" | "effect"; it decides how it may be turned up.
        as_: the characteristics that the rule or effect lists.
    """

    mode: str
    as_: t.FaceDownAs


@dataclass(frozen=True)
class Copiable:
    """Copiable values (CR 707.2): what a copy copies.

    Attributes:
        mana_value: where it isn't that of the mana cost.
        flips_to: for a flip card, the values that apply instead while the permanent is flipped (CR 710.1b).
    """

    names: tuple[str, ...]
    mana_cost: ManaCost | None
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    loyalty: int | None
    defense: int | None
    abilities: tuple[t.Ability, ...]
    all_creature_types: bool = False
    mana_value: int | None = None
    flips_to: Copiable | None = None

    @property
    def mana_cost_value(self) -> int:
        """The mana value of the mana cost (CR 202.3)."""
        return self.mana_cost.mana_value if self.mana_cost is not None else 0


@dataclass(frozen=True)
class TargetChoice:
    """What was chosen for one "target": object ids and player names, in the order chosen."""

    objects: tuple[int, ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Happening:
    """Something that happened in the game, for triggers, conditions and delayed effects.

    Attributes:
        kind: "zone" | "face up" | "transform" | "attack" | "block" | "blocked" | "damage" | "step" | "mana" | "tap"
            | "untap" | "cast" | "activate" | "target" | "counters" | "draw" | "discard" | "sacrifice" | "does" | ...
        object: id of the subject as it was (left) or is (entered); other: another object's id; player: name.
        new: id of the object that it became in the new zone. amount: a number. source: id of the source.
        from_zone, to_zone, word: details. batch: number that happenings at the same time share.
        several: ids of further objects concerned (cards put into a graveyard by a manifest dread, all new objects
            of a zone change in which a pile parts).
    """

    kind: str
    object: int = 0
    other: int = 0
    new: int = 0
    player: str = ""
    amount: int = 0
    source: int = 0
    from_zone: str = ""
    to_zone: str = ""
    word: str = ""
    batch: int = 0
    detail: tuple[str, ...] = ()
    several: tuple[int, ...] = ()


@dataclass(frozen=True)
class StackInfo:
    """What was announced for a spell or ability on the stack (CR 601.2, 602.2, 603.3).

    Attributes:
        ability: the ability node (abilities only). source: id of its source as it was on announcement.
        targets: choices in the order of the text (for modes: of the chosen modes, one after the other).
        modes: indices of the chosen modes in order. x: announced X, None if there is none.
        event: what triggered it. face_down: cast face down as.
        alternative: the alternative cost used ("morph", "mutate", "flashback", ...).
        kicked: names of optional additional costs paid. bound: remembered objects by key. over: mutate onto the top.
        paid: ids (as they were) of what was sacrificed, discarded, exiled as a cost. mana_spent: number.
    """

    ability: t.Ability | None = None
    source: int = 0
    targets: tuple[TargetChoice, ...] = ()
    modes: tuple[int, ...] = ()
    x: int | None = None
    event: Happening | None = None
    alternative: str = ""
    kicked: tuple[str, ...] = ()
    bound: tuple[tuple[str, tuple[int, ...]], ...] = ()
    over: bool | None = None
    paid: tuple[int, ...] = ()
    mana_spent: int = 0
    cast_from: str = ""
    free: bool = False
    specs: tuple[t.TargetSpec, ...] = ()


class GameObject:
    """An object (CR 109.1): a card, token, copy of a spell, or ability on the stack.

    Its `id` is its identity: an object that changes zones becomes a new one with a new id (CR 400.7), while
    `card_id` names the physical card or token throughout.
    """

    __slots__ = (
        "attached_to",
        "card",
        "card_id",
        "cast",
        "chosen",
        "control_stamp",
        "controller",
        "counters",
        "damage",
        "deathtouched",
        "digest",
        "entered_turn",
        "face",
        "face_down",
        "flags",
        "flipped",
        "handle",
        "held_by",
        "id",
        "kind",
        "linked",
        "merged",
        "owner",
        "owner_token",
        "phased_out",
        "prototyped",
        "stack",
        "tapped",
        "timestamp",
        "token_faces",
        "token_of",
        "top_stamp",
        "x",
        "zone",
    )  # fmt: skip

    def __init__(self, id: int, kind: str, card: CardDefinition, owner: str, zone: str, card_id: int) -> None:
        self.id = id
        #: "card" | "token" | "copy" (of a spell) | "ability"
        self.kind = kind
        self.card = card
        self.card_id = card_id
        self.owner = owner
        self.controller = owner
        self.zone = zone
        #: index of the face that is up (double-faced), was cast (split, adventure), or 0
        self.face = 0
        self.face_down: FaceDown | None = None
        self.handle = 0
        self.tapped = False
        self.flipped = False
        self.phased_out = False
        #: cast as a prototyped spell, or the permanent that such a spell became (CR 718.3b)
        self.prototyped = False
        self.counters: dict[str, int] = {}
        self.damage = 0
        self.deathtouched = False
        self.attached_to: int | str | None = None
        self.timestamp = 0
        self.control_stamp = 0
        #: who controlled it when changes of control were last noticed; "" for nobody yet
        self.held_by = ""
        self.entered_turn = 0
        #: choices made as it entered: "color", "creature type", "player", "name", "number", "card type", "mode"
        self.chosen: dict[str, Any] = {}
        #: remembered cards by key (CR 607): card ids
        self.linked: dict[str, tuple[int, ...]] = {}
        #: components under the top one of a merged permanent (CR 730), the highest first
        self.merged: tuple[Component, ...] = ()
        #: X of the spell that it was (CR 107.3m)
        self.x: int | None = None
        #: how it was cast: "zone", "by", "kicked", "alternative"; empty if it wasn't
        self.cast: dict[str, Any] = {}
        self.stack: StackInfo | None = None
        #: copiable values of a token or copy that isn't a card
        self.token_of: Copiable | None = None
        #: both faces of a double-faced token (CR 707.8a), the front face first
        self.token_faces: tuple[Copiable, ...] = ()
        #: when the topmost component of a merged permanent became part of it (CR 730.2a)
        self.top_stamp = 0
        #: per-object marks: uses of limited abilities this turn, regeneration shields, "exerted" ...
        self.flags: dict[str, Any] = {}
        self.digest: str | None = None
        self.owner_token: object = None

    def clone(self) -> GameObject:
        """A copy that may be changed without changing this one."""
        new = GameObject.__new__(GameObject)
        for name in GameObject.__slots__:
            setattr(new, name, getattr(self, name))
        new.counters = dict(self.counters)
        new.chosen = dict(self.chosen)
        new.linked = dict(self.linked)
        new.cast = dict(self.cast)
        new.flags = dict(self.flags)
        new.digest = None
        return new

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id} {self.card.name!r} in {self.zone}>"


@dataclass(frozen=True)
class Component:
    """One card or token of a merged permanent (CR 730.2).

    Attributes:
        token_faces: both faces of a double-faced token. face_down: it is face down itself (CR 730.2e).
        stamp: when it became part of the permanent, 0 for the one that it began with (CR 730.2a).
        prototyped: it was cast as a prototyped spell (CR 718.3b).
    """

    card: CardDefinition
    face: int
    card_id: int
    owner: str
    kind: str
    token_of: Copiable | None = None
    token_faces: tuple[Copiable, ...] = ()
    face_down: FaceDown | None = None
    stamp: int = 0
    prototyped: bool = False


@dataclass(frozen=True)
class ManaUnit:
    """One mana in a pool (CR 106.4): its type and what it may be spent for."""

    type: str
    restriction: t.Node | None = None
    snow: bool = False
    source: int = 0
    persists: bool = False


class PlayerState:
    """A player (CR 102)."""

    __slots__ = (
        "counters",
        "digest",
        "drew_from_empty",
        "flags",
        "graveyard",
        "hand",
        "lands_played",
        "library",
        "life",
        "lost",
        "mana_mode",
        "name",
        "owner_token",
        "pool",
        "seen",
        "turn_stamp",
        "won",
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.life = 20
        self.counters: dict[str, int] = {}
        self.hand: list[int] = []
        self.library: list[int] = []
        self.graveyard: list[int] = []
        self.pool: list[ManaUnit] = []
        #: "free" | "pool" (exactly the pool, kept between steps) | "lands" (real payment)
        self.mana_mode = "free"
        self.lands_played = 0
        self.lost = False
        self.won = False
        self.drew_from_empty = False
        #: stamp of the beginning of the most recent turn (CR 302.6)
        self.turn_stamp = 0
        #: card ids (with the object id at that time) that this player has looked at or was shown
        self.seen: dict[int, int] = {}
        #: counts of this turn: "cards drawn", "spells cast", "life gained" ...
        self.flags: dict[str, Any] = {}
        self.owner_token: object = None
        self.digest: str | None = None

    def clone(self) -> PlayerState:
        """A copy that may be changed without changing this one."""
        new = PlayerState.__new__(PlayerState)
        for name in PlayerState.__slots__:
            value = getattr(self, name)
            setattr(new, name, value.copy() if isinstance(value, dict | list) else value)
        new.digest = None
        return new
