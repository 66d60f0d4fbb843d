"""The compiler on the real card data, where it is present."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def cards(shared_dir: Path) -> dict[str, dict[str, Any]]:
    path = shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz"
    found: dict[str, dict[str, Any]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            if card.get("layout") not in ("token", "double_faced_token", "art_series", "emblem"):
                found.setdefault(card["name"], card)
                for face in card.get("card_faces", ()):
                    found.setdefault(face["name"], face)
    return found


def abilities(card: dict[str, Any]) -> tuple[t.Ability, ...]:
    return compile_face(
        FaceText(card["name"], card.get("mana_cost", ""), card.get("type_line", ""), card.get("oracle_text", ""))
    )


def cost_words(cost: tuple[t.Cost, ...]) -> str:
    return "".join(part.mana for part in cost if isinstance(part, t.PayMana))


def test_turn_up_costs_equal_the_table(cards: dict[str, dict[str, Any]], shared_dir: Path) -> None:
    """CR 702.37, 702.168: mana costs as worded; the others are read as other costs, none is lost."""
    rows = (shared_dir / "data" / "turn_up_costs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    wrong = []
    for row in rows:
        name, keyword, wording = row.split("\t")
        found = [a for a in abilities(cards[name]) if isinstance(a, t.Keyword) and a.name == keyword]
        if len(found) != 1:
            wrong.append((name, "not read"))
            continue
        mana = wording.split(".")[0] if wording.startswith("{") else ""
        if cost_words(found[0].cost) != mana or not found[0].cost:
            wrong.append((name, wording))
        if "reduced" in wording and found[0].reduction is None:
            wrong.append((name, "reduction"))
    assert not wrong
    assert len(rows) == 231


@pytest.mark.parametrize(
    "name",
    ["Delver of Secrets", "Ixidron", "Lightform", "Efreet Weaponmaster", "Willbender", "Cyber Conversion", "Clone",
     "Contamination", "Mana Reflection", "Gauntlet of Power", "Exotic Orchard", "Wild Growth", "Walking Ballista",
     "Grafdigger's Cage", "Containment Priest", "Coat of Arms", "Humility", "Turn to Frog", "Hooded Hydra"],
)  # fmt: skip
def test_cards_that_must_compile_wholly(name: str, cards: dict[str, dict[str, Any]]) -> None:
    assert not [a for a in abilities(cards[name]) if isinstance(a, t.UnsupportedAbility)]
