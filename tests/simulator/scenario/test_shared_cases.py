"""All shared scenarios are read, each line into a value that is printed back to the same line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from simulator.scenario.ast import CardName, SetupZone, Statement
from simulator.scenario.names import Names, fold
from simulator.scenario.parser import parse_line, parse_scenario, read_line
from simulator.scenario.printer import to_text

pytestmark = pytest.mark.shared
KINDS = {
    "setup": ("Setup",),
    "refuse": ("Refuse",),
    "check": ("Expect",),
}


class RealCards:
    """Every real card's name, and every face's."""

    def __init__(self, bulk: Path) -> None:
        self.whole: dict[str, CardName] = {}
        self.faces: dict[str, list[CardName]] = {}
        with gzip.open(bulk, "rt", encoding="utf-8") as lines:
            for line in lines:
                self.add(json.loads(line))

    def add(self, card: dict[str, object]) -> None:
        name = str(card["name"])
        self.whole[fold(name)] = CardName(name, name)
        faces = card.get("card_faces")
        for index, face in enumerate(faces if isinstance(faces, list) else []):
            known = self.faces.setdefault(fold(face["name"]), [])
            known.append(CardName(name, face["name"], index))

    def find_card(self, name: str) -> tuple[CardName, ...]:
        whole = self.whole.get(fold(name))
        return (whole,) if whole else tuple(self.faces.get(fold(name), ()))

    def nearest_names(self, name: str) -> tuple[str, ...]:
        return ()


@pytest.fixture(scope="module")
def real_cards(shared_dir: Path) -> RealCards:
    return RealCards(shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz")


def aliases_of(statement: Statement) -> list[str]:
    if isinstance(statement, SetupZone):
        return [item.alias for item in statement.items if item.alias]
    alias = getattr(statement, "alias", None)
    return [alias] if alias else []


def test_every_line_of_every_case_is_read_and_printed_back(shared_dir: Path, real_cards: RealCards) -> None:
    paths = sorted((shared_dir / "cases" / "scenarios").rglob("*.scn"))
    assert len(paths) >= 293
    for path in paths:
        scenario = parse_scenario(path.read_text(encoding="utf-8"))
        assert scenario.title
        assert scenario.rules
        names = Names(scenario.players, real_cards)
        for line in scenario.setup + scenario.body:
            statement = read_line(line, names)
            prefixes = KINDS.get(line.kind)
            assert prefixes is None or type(statement).__name__.startswith(prefixes), line
            printed = to_text(statement)
            assert printed.casefold() == line.text.casefold(), path.name
            assert read_line(parse_line(printed, scenario.players), names) == statement, path.name
            for alias in aliases_of(statement):
                names = names.with_alias(alias)
