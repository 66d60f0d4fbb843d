"""Scope: what "this", "you", "that creature" and "X" mean while an ability is evaluated."""

from __future__ import annotations

from dataclasses import dataclass, field

from simulator.model.objects import Happening, TargetChoice


@dataclass
class Scope:
    """The point of view of one ability.

    Attributes:
        source: id of the object that the ability is on (as it was). you: the controller of the ability.
        targets: choices, still legal ones only, by index. x: the X. event: what triggered it.
        bound: remembered objects by key; "" is the last ones. numbers: remembered numbers by key.
        each_player: the player of the surrounding "each player".
        players: remembered players by key ("chosen"). words: remembered words (color, type, name).
        done: whether the last instruction did something ("if you do").
        attached: for Auras judged before they enter: what it would be attached to.
    """

    source: int
    you: str
    targets: tuple[TargetChoice, ...] = ()
    x: int | None = None
    event: Happening | None = None
    bound: dict[str, tuple[int, ...]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    each_player: str = ""
    chosen_player: str = ""
    words: dict[str, str] = field(default_factory=dict)
    done: bool = True
    target_offset: int = 0
    kicked: tuple[str, ...] = ()
    stack_id: int = 0

    def bound_items(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The remembered objects as plain data."""
        return tuple(sorted(self.bound.items()))
