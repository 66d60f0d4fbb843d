"""A small catalogue of names for tests of the scenario language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.errors import AmbiguousAction
from simulator.model.cards import CardDefinition, Face
from simulator.scenario.ast import CardName, Statement
from simulator.scenario.names import Names, fold
from simulator.scenario.parser import parse_line, read_line
from simulator.scenario.result import ScenarioResult
from simulator.scenario.runner import run_scenario
from simulator.symbols import parse_mana_cost, parse_type_line

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


class TinyPool:
    """A few cards without abilities, a double-faced one and one of two halves."""

    def __init__(self) -> None:
        self.cards: dict[str, tuple[CardDefinition, int | None]] = {}
        for name, cost, line, size in (
            ("Grizzly Bears", "{1}{G}", "Creature — Bear", (2, 2)),
            ("Hill Giant", "{3}{R}", "Creature — Giant", (3, 3)),
            ("Island", None, "Basic Land — Island", None),
            ("Darksteel Relic", "{0}", "Artifact", None),
        ):
            self.add(CardDefinition(name, "normal", (_printed(name, cost, line, size),)))
        front = _printed("Delver of Secrets", "{U}", "Creature — Human Wizard", (1, 1))
        back = _printed("Insectile Aberration", None, "Creature — Human Insect", (3, 2), ("U",))
        self.add(CardDefinition("Delver of Secrets", "transform", (front, back)))
        halves = (_printed("Fire", "{1}{R}", "Instant", None), _printed("Ice", "{1}{U}", "Instant", None))
        self.add(CardDefinition("Fire // Ice", "split", halves))

    def add(self, card: CardDefinition) -> None:
        for index, face in enumerate(card.faces):
            self.cards[fold(face.name)] = (card, index if len(card.faces) > 1 else None)
        self.cards[fold(card.name)] = (card, None)

    def find(self, name: str) -> tuple[CardDefinition, int | None] | None:
        if fold(name) == "chaos":
            raise AmbiguousAction(
                "“Chaos” could be Order // Chaos or Chaos // Law.", ("Order // Chaos", "Chaos // Law")
            )
        return self.cards.get(fold(name))

    def known_names(self, text: str) -> bool:
        return fold(text) in self.cards

    def nearest_names(self, name: str) -> tuple[str, ...]:
        return ("Grizzly Bears",) if fold(name).startswith("griz") else ()


def _printed(
    name: str, cost: str | None, line: str, size: tuple[int, int] | None, indicator: tuple[str, ...] = ()
) -> Face:
    return Face(
        name,
        parse_mana_cost(cost) if cost is not None else None,
        parse_type_line(line),
        power=size[0] if size else None,
        toughness=size[1] if size else None,
        color_indicator=indicator,
    )


@pytest.fixture
def pool() -> TinyPool:
    """A card pool of a few cards."""
    return TinyPool()


@pytest.fixture
def play(pool: TinyPool) -> Callable[[str], ScenarioResult]:
    """Plays a script with the few cards of the pool."""
    return lambda text: run_scenario(text, pool)
