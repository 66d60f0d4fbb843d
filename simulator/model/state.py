"""The whole state of a game: data only. The rules change it through `Context`; nobody outside sees it.

Copying is cheap: containers are copied, objects and players are shared until one side writes (`write`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from simulator.abilities import tree as t
from simulator.model.decisions import Decision
from simulator.model.events import Event
from simulator.model.objects import Copiable, GameObject, Happening, PlayerState

#: Steps and phases in order (CR 500.1); main and second-main are phases without steps.
STEPS = (
    "untap", "upkeep", "draw", "main", "combat", "attackers", "blockers", "first-damage", "damage", "end-of-combat",
    "second-main", "end", "cleanup",
)  # fmt: skip


@dataclass(frozen=True)
class ContinuousEffect:
    """A continuous effect from a resolution (CR 611.2), or a rule effect for a duration.

    Attributes:
        objects: ids of the affected objects, fixed when it began (611.2c); empty with `static`.
        mods: modifications with their amounts fixed. copy: the copiable values of a copy effect (layer 1a).
        static: a rule (`Cant`, `Replacement`, ...) for the duration.
        duration: see `Continuous`. until: for "your next turn" durations: (player, turn stamp).
        source: id of the source. controller: who "you" is.
    """

    id: int
    timestamp: int
    controller: str
    source: int
    objects: tuple[int, ...] = ()
    mods: tuple[t.Modification, ...] = ()
    copy: Copiable | None = None
    static: t.StaticPart | None = None
    duration: str = "end of turn"
    turn: int = 0
    x: int | None = None


@dataclass(frozen=True)
class DelayedTrigger:
    """A delayed triggered ability that waits (CR 603.7)."""

    id: int
    event: t.Event
    effect: t.Effect
    controller: str
    source: int
    bound: tuple[tuple[str, tuple[int, ...]], ...] = ()
    once: bool = True
    until: str = ""
    turn: int = 0
    x: int | None = None
    targets: tuple[Any, ...] = ()


@dataclass(frozen=True)
class PendingTrigger:
    """A triggered ability that has triggered and waits to be put on the stack (CR 603.3)."""

    ability: t.Triggered
    controller: str
    source: int
    event: Happening
    bound: tuple[tuple[str, tuple[int, ...]], ...] = ()
    x: int | None = None


@dataclass(frozen=True)
class Shield:
    """A shield that prevents the next damage this turn (CR 615.7).

    Attributes:
        to: the object's id or the player's name. remaining: how much it still prevents, None: all of it.
    """

    id: int
    to: int | str
    remaining: int | None
    source: int
    combat: bool = False


@dataclass
class Combat:
    """Attackers and blockers (CR 506–511)."""

    attackers: dict[int, Any] = field(default_factory=dict)  # attacker id -> player name or object id
    blockers: dict[int, tuple[int, ...]] = field(default_factory=dict)  # blocker id -> attackers
    blocked: dict[int, tuple[int, ...]] = field(default_factory=dict)  # attacker id -> blockers; () once blocked
    dealt_first: tuple[int, ...] = ()
    attack_declared: bool = False
    block_declared: bool = False
    attacked: bool = False  # whether any creature attacked, also one that isn't there any longer (CR 508.8)

    def clone(self) -> Combat:
        """A copy that may be changed without changing this one."""
        new = Combat.__new__(Combat)
        new.__dict__.update(self.__dict__)
        new.attackers, new.blockers, new.blocked = self.attackers.copy(), self.blockers.copy(), self.blocked.copy()
        return new


@dataclass(frozen=True)
class LastKnown:
    """Last known information about an object that left (CR 608.2h): the object and its characteristics."""

    object: GameObject
    values: Any  # rules.characteristics.Characteristics
    new_id: int = 0


#: What a copy of a state has of its own.
_CONTAINERS = (
    "players", "objects", "battlefield", "stack", "exile", "command", "lki", "moved", "effects", "delayed",
    "triggered", "agenda", "log", "happened", "extra_turns", "turn_flags", "trigger_log", "reveal_log",
    "until_leaves", "forced_log", "skips", "shields", "cache",
)  # fmt: skip


class State:
    """Everything that a game is at one moment.

    Attributes:
        objects: all objects by id. battlefield, stack (bottom first), exile, command: ids in order of arrival.
        lki: last known information by old id.
        agenda: operations that the engine has still to carry out (data).
        log: events so far. happened: happenings of this turn.
    """

    def __init__(self, players: tuple[str, ...], seed: bytes) -> None:
        self.token: object = object()
        self.seed = seed
        self.rng_counter = 0
        self.order = players
        self.players = {name: PlayerState(name) for name in players}
        for player in self.players.values():
            player.owner_token = self.token
        self.objects: dict[int, GameObject] = {}
        self.battlefield: list[int] = []
        self.stack: list[int] = []
        self.exile: list[int] = []
        self.command: list[int] = []
        self.lki: dict[int, LastKnown] = {}
        self.moved: dict[int, int] = {}
        self.effects: list[ContinuousEffect] = []
        self.delayed: list[DelayedTrigger] = []
        self.triggered: list[PendingTrigger] = []
        self.agenda: list[tuple[Any, ...]] = []
        self.log: list[Event] = []
        self.happened: list[Happening] = []
        #: how many of them are in the fingerprint already, and the fingerprint of those (`digest`)
        self.happened_digest: tuple[int, str] = (0, "")
        self.combat = Combat()
        self.turn = 3
        self.active = players[0]
        self.step = "main"
        self.priority: str | None = players[0]
        self.passed: tuple[str, ...] = ()
        self.extra_turns: list[str] = []
        #: during extra turns: whose turn they were put after, where the turn order goes on; else "" (CR 500.7)
        self.turns_go_on_after: str = ""
        self.next_id = 1
        self.next_stamp = 1
        self.next_handle = 1
        self.next_batch = 1
        self.version = 0
        self.over = False
        #: (source, exiled objects) that come back when the source leaves (CR 610.3)
        self.until_leaves: list[tuple[int, tuple[int, ...]]] = []
        #: (player, what) to be skipped once: "untap step", "draw step", "combat phase", "turn" (CR 614.10)
        self.skips: list[tuple[str, str]] = []
        #: prevention shields (CR 615.7)
        self.shields: list[Shield] = []
        self.day: str = ""
        self.monarch: str = ""
        #: per-turn facts: "spells cast", ...; reset at the beginning of each turn
        self.turn_flags: dict[str, Any] = {}
        #: counts of the current step of a scenario: what triggered and what was revealed since
        self.trigger_log: list[int] = []
        #: decisions with just one legal answer, which nobody was asked
        self.forced_log: list[Decision] = []
        self.reveal_log: list[tuple[int, str]] = []
        self.cache: dict[str, Any] = {}
        #: what is kept of each permanent (`rules.board_index`), shared between copies, and what it has to look at anew:
        #: the objects written since this copy of the state was made, and those written on others since it was kept
        self.index: Any = None
        #: the last result of the layers, with what it follows from (`rules.layers`)
        self.layered: Any = None
        self.written: set[int] = set()
        self.unindexed: frozenset[int] = frozenset()

    def clone(self) -> State:
        """A copy; objects are shared until written on either side."""
        new = State.__new__(State)
        held = new.__dict__
        held.update(self.__dict__)
        for name in _CONTAINERS:
            held[name] = held[name].copy()
        new.combat = self.combat.clone()
        new.unindexed = self.unindexed | self.written
        new.written = set()
        self.token = object()
        new.token = object()
        return new

    def begin_effect(
        self,
        controller: str,
        source: int,
        duration: str,
        objects: tuple[int, ...] = (),
        mods: tuple[t.Modification, ...] = (),
        copy: Copiable | None = None,
        static: t.StaticPart | None = None,
        x: int | None = None,
    ) -> None:
        """A continuous effect begins now, with a timestamp of its own (CR 611.2, 613.7b)."""
        id, stamp = self.new_id(), self.stamp()
        self.effects.append(
            ContinuousEffect(id, stamp, controller, source, objects, mods, copy, static, duration, self.turn, x)
        )
        self.touch()

    def checkpoint(self, agenda: list[tuple[Any, ...]]) -> State:
        """The same state with another agenda, never to be written itself: what it holds is this one's, not a copy."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        new.agenda = agenda
        self.token = object()
        new.token = object()
        return new

    def write(self, id: int) -> GameObject:
        """The object, ready to be changed; characteristics are computed anew afterwards."""
        found = self.objects[id]
        if found.owner_token is not self.token:
            found = found.clone()
            found.owner_token = self.token
            self.objects[id] = found
        found.digest = None
        self.written.add(id)
        self.touch()
        return found

    def write_player(self, name: str) -> PlayerState:
        """The player, ready to be changed."""
        found = self.players[name]
        if found.owner_token is not self.token:
            found = found.clone()
            found.owner_token = self.token
            self.players[name] = found
        found.digest = None
        self.version += 1
        return found

    def touch(self) -> None:
        """Something that characteristics may depend on has changed."""
        self.version += 1
        if self.cache:
            self.cache.clear()

    def new_id(self) -> int:
        """A fresh object id."""
        self.next_id += 1
        return self.next_id - 1

    def stamp(self) -> int:
        """A fresh timestamp (CR 613.7)."""
        self.next_stamp += 1
        return self.next_stamp - 1

    def zone_list(self, zone: str, player: str) -> list[int]:
        """The ids of a zone, to be read; a player's own zone where each player has one."""
        if zone in ("hand", "library", "graveyard"):
            found: list[int] = getattr(self.players[player], zone)
            return found
        listed: list[int] = getattr(self, zone)
        return listed

    def zone_list_for_writing(self, zone: str, player: str) -> list[int]:
        """The ids of a zone, to be changed."""
        if zone in ("hand", "library", "graveyard"):
            found: list[int] = getattr(self.write_player(player), zone)
            self.touch()
            return found
        self.touch()
        listed: list[int] = getattr(self, zone)
        return listed

    def players_in_turn_order(self, first: str | None = None) -> list[str]:
        """Players still in the game, from `first` (the active player) on (CR 101.4)."""
        start = self.order.index(first or self.active)
        turned = self.order[start:] + self.order[:start]
        return [name for name in turned if not self.players[name].lost]

    def opponents(self, player: str) -> list[str]:
        """The opponents of a player who are still in the game, in turn order."""
        return [name for name in self.players_in_turn_order(player) if name != player]
