"""The journal of a game: a header and rows of actions, as JSON values; a game is these, replayed.

The header keeps the card definitions that the game uses, so that newer card data never touches a game that has begun.
Seed and actions are secrets while the game runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from simulator.errors import InvalidAction
from simulator.model import action_json
from simulator.model.actions import EngineInstruction, PlayerAction
from simulator.model.cards import UNKNOWN_CARD, CardDefinition, card_from_json
from simulator.model.decisions import Answer
from simulator.model.position import Placed, Position, Seat
from simulator.sentences import say

#: Version of header and rows.
JOURNAL_VERSION = 1
#: Version of the engine's behaviour: a replay by another one is compared row by row.
ENGINE_VERSION = "1"


@dataclass(frozen=True)
class Row:
    """One thing that was done.

    Attributes:
        seq: 1 for the first. seat: the player who did it, None for the game itself.
        op: "act" | "instruct" | "answer" | "resolve" | "advance" | "next turn" | "undo" | "cancel".
        payload: the action, instruction or answer as JSON; the step; for "undo" the seq to go back to.
        state_hash: digest of the state afterwards. text: the step as it was typed, for shared scripts.
    """

    seq: int
    seat: str | None
    op: str
    payload: Mapping[str, Any]
    state_hash: str
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """The row as JSON values, without seq, seat and hash (the store has columns for them)."""
        return {"v": JOURNAL_VERSION, "op": self.op, "payload": dict(self.payload), "text": self.text}

    @classmethod
    def from_json(cls, seq: int, seat: str | None, state_hash: str, data: Mapping[str, Any]) -> Row:
        """The inverse of `to_json`.

        Raises:
            InvalidAction: the row is of another version.
        """
        if data.get("v") != JOURNAL_VERSION:
            raise InvalidAction(_other_version(data))
        return cls(seq, seat, data["op"], data["payload"], state_hash, data.get("text", ""))


def _other_version(data: Mapping[str, Any]) -> str:
    return say(
        "This game is of version {version}; this program reads {own}.", version=str(data.get("v")), own=JOURNAL_VERSION
    )


def header_json(
    position: Position, seed: bytes, cr_edition: str, extra_cards: Sequence[CardDefinition]
) -> dict[str, Any]:
    """What a replay begins with."""
    cards: dict[str, Any] = {}
    for card in [*(c for placed in position.cards for c in (placed.card, *placed.under)), *extra_cards]:
        cards.setdefault(card.name, card.to_json())
    return {
        "v": JOURNAL_VERSION,
        "engine": ENGINE_VERSION,
        "cr_edition": cr_edition,
        "seed": seed.hex(),
        "cards": cards,
        "position": {
            "active": position.active,
            "step": position.step,
            "seats": [{f.name: getattr(seat, f.name) for f in fields(seat)} for seat in position.seats],
            "cards": [_placed_json(placed) for placed in position.cards],
        },
    }


def _placed_json(placed: Placed) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for spec in fields(placed):
        value = getattr(placed, spec.name)
        if isinstance(value, CardDefinition):
            value = value.name
        elif spec.name == "under":
            value = [card.name for card in value]
        elif value == spec.default:
            continue
        data[spec.name] = value
    return data


def read_header(data: Mapping[str, Any]) -> tuple[Position, bytes, dict[str, CardDefinition]]:
    """Position, seed and card definitions of a header.

    Raises:
        InvalidAction: it is of another version.
    """
    if data.get("v") != JOURNAL_VERSION:
        raise InvalidAction(_other_version(data))
    cards = {name: card_from_json(value) for name, value in data["cards"].items()}
    cards[UNKNOWN_CARD.name] = UNKNOWN_CARD
    where = data["position"]
    seats = tuple(Seat(**seat) for seat in where["seats"])
    placed = tuple(_placed(item, cards) for item in where["cards"])
    return Position(seats, where["active"], where["step"], placed), bytes.fromhex(data["seed"]), cards


def _placed(data: Mapping[str, Any], cards: Mapping[str, CardDefinition]) -> Placed:
    values = dict(data)
    values["card"] = cards[values["card"]]
    values["under"] = tuple(cards[name] for name in values.get("under", ()))
    for name in ("counters", "unlocked"):
        if name in values:
            values[name] = tuple(tuple(item) if isinstance(item, list) else item for item in values[name])
    return Placed(**values)


def payload_of(value: PlayerAction | EngineInstruction | Answer) -> dict[str, Any]:
    """An action, instruction or answer as a row's payload."""
    return action_json.to_json(value)


def outside_cards(value: PlayerAction | EngineInstruction | Answer) -> list[CardDefinition]:
    """Cards from outside the game that an instruction brings."""
    found = getattr(value, "outside", None)
    return [found] if isinstance(found, CardDefinition) else []


def effective_rows(rows: Sequence[Row]) -> list[int]:
    """Numbers of the rows that led to where the game stands: those taken back are left out."""
    path: list[int] = []
    for row in rows:
        if row.op == "undo":
            path = [seq for seq in path if seq <= row.payload["to"]]
        else:
            path.append(row.seq)
    return path
