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


def _hand(color: str) -> tuple[t.Cost, ...]:
    return (t.RevealFromHand(t.HasColor(color)),)


OTHER_COSTS: dict[str, tuple[t.Cost, ...]] = {
    "Dragon's Eye Savants": _hand("U"),
    "Fathom Seer": (t.ReturnToHand(t.AllOf((t.HasType("Island"), t.ControlledBy(t.You()))), t.Num(2)),),
    "Gathan Raiders": (t.Discard(),),
    "Gift of Doom": (t.Sacrifice(t.AllOf((t.Other(), t.HasType("Creature")))),),
    "Horde Ambusher": _hand("R"),
    "Putrid Raptor": (t.Discard(t.HasType("Zombie")),),
    "Raven Guild Initiate": (t.ReturnToHand(t.AllOf((t.HasType("Bird"), t.ControlledBy(t.You())))),),
    "Ruthless Ripper": _hand("B"),
    "Skirk Volcanist": (t.Sacrifice(t.HasType("Mountain"), t.Num(2)),),
    "Temur Charger": _hand("G"),
    "Watcher of the Roost": _hand("W"),
    "Zombie Cutthroat": (t.PayLife(t.Num(5)),),
}


def test_turn_up_costs_that_aren_t_mana(cards: dict[str, dict[str, Any]], shared_dir: Path) -> None:
    """CR 118, 702.37: each other-than-mana cost of the table is exactly that cost, and no other is missing here."""
    rows = (shared_dir / "data" / "turn_up_costs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert {row.split("\t")[0] for row in rows if not row.split("\t")[2].startswith("{")} == set(OTHER_COSTS)
    for name, cost in OTHER_COSTS.items():
        (found,) = (a for a in abilities(cards[name]) if isinstance(a, t.Keyword) and a.name == "morph")
        assert found.cost == cost, name


def test_the_one_reduced_turn_up_cost(cards: dict[str, dict[str, Any]]) -> None:
    """CR 118.7: {1} less for each instant and sorcery card in the graveyard of its controller."""
    (found,) = (
        a for a in abilities(cards["Fugitive Codebreaker"]) if isinstance(a, t.Keyword) and a.name == "disguise"
    )
    kinds = tuple(t.AllOf((t.HasType(kind), t.OwnedBy(t.You()))) for kind in ("Instant", "Sorcery"))
    assert found.reduction == t.Count(t.AnyOf(kinds), "graveyard")


@pytest.mark.parametrize(
    "name",
    ["Delver of Secrets", "Ixidron", "Lightform", "Efreet Weaponmaster", "Willbender", "Cyber Conversion", "Clone",
     "Contamination", "Mana Reflection", "Gauntlet of Power", "Exotic Orchard", "Wild Growth", "Walking Ballista",
     "Vesuvan Shapeshifter", "Backslide", "Bane Alley Broker", "Boltbender", "Brine Elemental", "Caged Sun",
     "Cavern of Souls", "Crowd-Control Warden", "Cytoshape", "Deathmist Raptor", "Etrata, Deadly Fugitive",
     "Expose the Culprit", "Ghastly Conscription", "Jeskai Infiltrator", "Ire Shaman", "Mutavault", "Necropotence",
     "Oblivious Bookworm", "Qarsi Deceiver", "Thoughtseize", "Vannifar, Evolved Enigma", "Veiled Ascension",
     "Write into Being", "Yedora, Grave Gardener", "Fatal Push", "Fireball", "Gonti, Lord of Luxury",
     "Azusa's Many Journeys", "Kozilek, the Broken Reality", "Sakashima the Impostor",
     "Grafdigger's Cage", "Containment Priest", "Coat of Arms", "Humility", "Turn to Frog", "Hooded Hydra"],
)  # fmt: skip
def test_cards_that_must_compile_wholly(name: str, cards: dict[str, dict[str, Any]]) -> None:
    assert not [a for a in abilities(cards[name]) if isinstance(a, t.UnsupportedAbility)]
