"""What a player announces while casting a spell (CR 601.2)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.rules.targets import Given
from simulator.symbols import ManaCost


@dataclass
class Announcement:
    """What the player said while casting.

    Attributes:
        face: the face or half that is cast. face_down: cast face down. ways: keywords whose alternative or additional
            costs are used. for_cost: the announced total; for_nothing: without paying its mana cost.
        targets, modes: None where they are to be asked. named: what pays other costs. over: mutate onto the top.
        transformed: with its back face up because an effect says so (CR 712.11a).
        during_resolution: cast because an effect that is resolving lets the player (CR 608.2g); free: by that effect,
            without paying its mana cost; any_mana: mana of any type can be spent on it.
    """

    face: int = 0
    face_down: bool = False
    ways: tuple[str, ...] = ()
    for_cost: ManaCost | None = None
    for_nothing: bool = False
    x: int | None = None
    modes: tuple[int, ...] | None = None
    targets: tuple[Given, ...] | None = None
    named: tuple[int, ...] = ()
    over: bool | None = None
    during_resolution: bool = False
    free: bool = False
    transformed: bool = False
    any_mana: bool = False
