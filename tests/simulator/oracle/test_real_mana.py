"""Mana abilities of real lands and artifacts, found in the data by what they look like."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from simulator.abilities import tree as t
from simulator.oracle import FaceText, compile_face
from simulator.oracle.text import normalise, text_hash

_SYMBOLS = r"(?:\{[WUBRGC]\})+"
_AMOUNT = r"(?:one|two|three|four|five|X)"
_COLORS = (
    r"(?:of any one color|of any color|of the chosen color|of different colors|in any combination of colors"
    r"|of any color in your commander's color identity|of any (?:color|type) that an? [^.]+ could produce)"
)
#: "COST: Add MANA.", with colors that are fixed or chosen, and nothing after it; but for those of max speed
#: and station, which are abilities of other kinds of lines (CR 702.178, 702.184).
NOT_READ = {
    "Sceptre of Eternal Glory",  # its condition counts lands that share one name
    "Unknown Event Shores",  # its color is chosen while a deck is built
}
ADDS = re.compile(
    r'(?!max speed|\d+\+|pay X speed)[^":]+: add '
    rf"(?:{_SYMBOLS}(?:(?:,? or |, ){_SYMBOLS})*(?: or one mana of the chosen color)?|{_AMOUNT} mana {_COLORS})"
    r"(?: for each [^.]+)?\.(?: activate only if [^.]+\.)?",
)


@pytest.mark.shared
def test_mana_abilities_of_fixed_or_chosen_colors_compile(shared_dir: Path) -> None:
    """CR 605.1a, 106.3."""
    seen, unread = 0, []
    with gzip.open(shared_dir / "data" / "scryfall" / "oracle-cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            if card.get("set_type") in ("funny", "memorabilia", "alchemy") or card.get("digital"):
                continue
            for face in card.get("card_faces") or [card]:
                types = face.get("type_line", "")
                if not re.search("Land|Artifact", types.split("—")[0]):
                    continue
                text = FaceText(face["name"], face.get("mana_cost", ""), types, face.get("oracle_text", ""))
                adding = [each for each in normalise(text) if ADDS.fullmatch(each)]
                missing = {a.text_hash for a in compile_face(text) if isinstance(a, t.UnsupportedAbility)}
                seen += len(adding)
                unread += [(face["name"], each) for each in adding if text_hash(each) in missing]
    assert [row for row in unread if row[0] not in NOT_READ] == []
    assert seen > 1000
