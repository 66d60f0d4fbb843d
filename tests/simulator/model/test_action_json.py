"""Actions and instructions come back from their JSON form unchanged."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from simulator.errors import InvalidAction
from simulator.model import actions as a
from simulator.model.action_json import Journalled, from_json, to_json
from simulator.model.cards import UNKNOWN_CARD, CardDefinition, Face
from simulator.model.decisions import Answer

BEARS = CardDefinition("Grizzly Bears", "normal", (Face("Grizzly Bears"),))
EXAMPLES: tuple[Journalled, ...] = (
    a.Cast(3, face_down=True, ways=("morph",), price=a.PriceTag("mana", "{3}"), targets=(4, "Bob")),
    a.Cast(3, face=1, x=0, modes=(1, 3), paying=(7,), over=False, merge_with=9),
    a.Play(1, 1),
    a.Activate(2, 2, x=3, targets=("Alice",)),
    a.TapForMana(2, ("{G}",)),
    a.TurnFaceUp(5, a.PriceTag("mana cost"), "morph", 2),
    a.Look(5),
    a.DeclareAttackers((1, 2), "Bob"),
    a.DeclareBlockers(1, (2,)),
    a.Special("foretell", 4),
    a.Unlock(4, 1),
    a.Pass(),
    a.Concede(),
    a.PutFaceDown("manifest", "Alice", outside=BEARS),
    a.PutFaceDown("cloak", "Alice", 2),
    a.ManifestDread("Bob", 4),
    a.PutOnto("Bob", outside=UNKNOWN_CARD, face_down=True),
    a.Simple("phase out", 4, this_turn=True),
    a.Return(4, "library"),
    a.BlinkIt(4, "Bob"),
    a.BecomeCopy(4, 5, True),
    a.CopyToken(4, "Alice"),
    a.AttachIt(4, 5),
    a.GainControl("Bob", 4),
    a.Grant(4, size=(0, -1)),
    a.Grant(4, types=("Artifact", "Creature"), this_turn=True),
    a.AddCounters(4, "+1/+1", 2),
    a.Damage("Bob", 3),
    a.ToPlayer("scry", "Alice", 2),
    Answer((2, 0), (1, 3)),
)


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_it_comes_back_from_json_text(value: Journalled) -> None:
    text = json.dumps(to_json(value))
    assert from_json(json.loads(text), {"Grizzly Bears": BEARS}) == value


def test_every_action_and_instruction_has_an_example() -> None:
    kinds = {*get_args(a.PlayerAction), *get_args(a.EngineInstruction)}
    assert kinds <= {type(value) for value in EXAMPLES}


def test_fields_at_their_default_are_left_out() -> None:
    assert to_json(a.Cast(3)) == {"do": "Cast", "object": 3}


def test_a_card_is_written_by_its_name() -> None:
    assert to_json(a.PutFaceDown("manifest", "Alice", outside=BEARS))["outside"] == {"card": "Grizzly Bears"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"do": "Explode"}, "“Explode”"),
        ({"do": 3}, "“3”"),
        ({}, "“None”"),
        ({"do": "Cast", "object": 3, "colour": "W"}, "“colour”"),
        ({"do": "Cast"}, "missing"),
        ({"do": "PutOnto", "player": "Bob", "outside": {"card": "Hill Giant"}}, "“Hill Giant”"),
        ({"do": "Cast", "object": 3, "price": {"kind": "mana", "life": 2}}, "“life”"),
    ],
)
def test_what_it_does_not_know_is_named(data: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidAction, match=said):
        from_json(data, {})
