"""A small catalogue of names for tests of the scenario language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario.ast import CardName, Statement
from simulator.scenario.names import Names, fold
from simulator.scenario.parser import parse_line, read_line

WHOLE = (
    "Alone", "Circle of Protection: Red", "Delver of Secrets", "Destroy Evil", "Dread",
    "Erase (Not the Urza's Legacy One)",
    "Fight with Fire", "Fight", "Fire // Ice", "Forest", "Grizzly Bears", "Hill Giant", "Island", "Rancor",
    "Start // Fire", "Swift Reconfiguration", "Tergrid, God of Fright", "Turn to Frog", "Æther Vial", "Lim-Dûl's Vault",
    "Good for Nothing", "Cast into Darkness", "+2 Mace", "Mirrored Lotus Room // Walk-In Closet",
)  # fmt: skip
FACES = {
    "Fire": (CardName("Fire // Ice", "Fire", 0), CardName("Start // Fire", "Fire", 1)),
    "Ice": (CardName("Fire // Ice", "Ice", 1),),
    "Insectile Aberration": (CardName("Delver of Secrets", "Insectile Aberration", 1),),
    "Walk-In Closet": (CardName("Mirrored Lotus Room // Walk-In Closet", "Walk-In Closet", 1),),
    "Forma de luz": (CardName("Lightform", "Lightform"),),
}


class FewCards:
    """A catalogue of a few names."""

    def __init__(self) -> None:
        self.known = {fold(name): (CardName(name, name),) for name in WHOLE}
        self.known.update({fold(name): cards for name, cards in FACES.items()})

    def find_card(self, name: str) -> tuple[CardName, ...]:
        return self.known.get(fold(name), ())

    def nearest_names(self, name: str) -> tuple[str, ...]:
        return ("Delver of Secrets",) if fold(name).startswith("delv") else ()


@pytest.fixture
def few_names() -> Names:
    """Alice, Bob and Carol, a few cards, the aliases `secret`, `bear` and `giant`, a Marit Lage token."""
    aliases = {name: name for name in ("secret", "bear", "giant")}
    return Names(("Alice", "Bob", "Carol"), FewCards(), aliases, {"marit lage": "Marit Lage"})


@pytest.fixture
def read(few_names: Names) -> Callable[..., Statement]:
    """Reads one line, with further aliases if named."""

    def reader(text: str, *aliases: str) -> Statement:
        names = few_names
        for alias in aliases:
            names = names.with_alias(alias)
        return read_line(parse_line(text, tuple(names.players)), names)

    return reader
