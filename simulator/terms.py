"""Words of the rules that stand as values in sentences: steps, zones, colors, kinds of counters, states."""

from __future__ import annotations

from simulator.sentences import Sentence

#: `make messages` reads these too. A term is added where a sentence shows it.
TERMS = frozenset(
    (
        # CR 105.1
        "white", "blue", "black", "red", "green", "colorless",
        # CR 400.1
        "battlefield", "hand", "library", "graveyard", "exile", "stack", "command zone",
    )
)  # fmt: skip


def term(word: str) -> str:
    """The word, ready to be told in another language if it is one of the terms."""
    return Sentence(word, {}) if word in TERMS else word
