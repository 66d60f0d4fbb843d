"""When an object has the name that a reference says."""

from __future__ import annotations

from simulator.errors import SimulatorError
from simulator.scenario.ast import NameRef
from simulator.scenario.names import fold
from simulator.scenario.pool_names import PoolNames

_SPLIT = " // "


def parts_of(name: str) -> frozenset[str]:
    """A name and, if it is of two parts, each part; folded."""
    return frozenset(fold(part) for part in (name, *name.split(_SPLIT)) if part)


def is_called(ref: NameRef, name: str) -> bool:
    """Whether an object of that present name has the name that was written (of a name of two parts, either)."""
    return fold(ref.name) in parts_of(name) or fold(name) in parts_of(ref.name)


def card_parts(ref: NameRef, cards: PoolNames) -> frozenset[str]:
    """All names, folded, of the card of that name: in full and of its faces or halves."""
    if ref.card is None:
        return parts_of(ref.name)
    try:
        found = cards.definition(ref.card.name)
    except SimulatorError:
        found = None
    if found is None:
        return parts_of(ref.card.name)
    card = found[0]
    full = _SPLIT.join(face.name for face in card.faces)
    return frozenset({fold(card.name), fold(full), *(fold(face.name) for face in card.faces)})


def is_card(ref: NameRef, name: str, cards: PoolNames) -> bool:
    """Whether a card of that name (or of one of its parts) is the card that was named."""
    return bool(name) and (is_called(ref, name) or not parts_of(name).isdisjoint(card_parts(ref, cards)))
