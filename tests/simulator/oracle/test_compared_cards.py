"""1182 wholly compiled cards whose trees were compared with their texts by reading both: 750 drawn by fixed seeds.

`compared_cards.tsv`: card, verdict ("right", "wrong", or "fixed" with the fault that was found), and a hash of the
trees that were read. The draw: all cards of the "constructed" group, sorted by name, shuffled by
`random.Random(20260417)`; the first 300 with text that compile wholly. Later, with the seed 20261130, the first 150
that weren't among them, and with the seed 20261201 the first 300 that weren't among those.

The other 432 weren't drawn: of some 700 cards that players know best (staples of Commander, Modern and Legacy, those
of famous interactions, of winning and losing, of face-down cards and mutate) they are all that compiled wholly at that
time and weren't in the table yet. Faults found in them are mended throughout.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face

TABLE = Path(__file__).with_name("compared_cards.tsv")
MOST_WRONG = 3


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]:
        card, verdict, tree, fault = line.split("\t")
        found.append((card, verdict, tree, fault))
    return found


def faces_of(card: dict[str, Any]) -> list[FaceText]:
    return [
        FaceText(face["name"], face.get("mana_cost", ""), face.get("type_line", ""), face.get("oracle_text", ""))
        for face in card.get("card_faces") or [card]
    ]


def tree_hash(card: dict[str, Any]) -> str:
    trees = [[t.to_json(ability) for ability in compile_face(face)] for face in faces_of(card)]
    return hashlib.sha256(json.dumps(trees).encode()).hexdigest()[:12]


def test_the_table_holds_1182_verdicts_and_at_most_3_faults() -> None:
    compared = rows()
    assert len({card for card, *_ in compared}) == len(compared) == 1182
    assert {verdict for _, verdict, *_ in compared} <= {"right", "wrong", "fixed"}
    assert all(bool(fault) == (verdict != "right") for _, verdict, _, fault in compared)
    assert sum(verdict == "wrong" for _, verdict, *_ in compared) <= MOST_WRONG


@pytest.mark.shared
def test_the_trees_are_those_that_were_read(shared_dir: Path) -> None:
    """A changed tree has to be compared with the text again before its hash is renewed."""
    wanted = {card: tree for card, _, tree, _ in rows()}
    seen: dict[str, str] = {}
    path = shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            if card["name"] in wanted and card.get("layout") not in ("token", "double_faced_token", "art_series"):
                seen.setdefault(card["name"], tree_hash(card))
    assert {card: seen.get(card) for card in wanted} == wanted
