"""The practice decks with which a table begins, so that there is something to draw, manifest and cast face down.

Both players have the same forty cards, shuffled anew for each game: nobody at the table knows their order.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

OPENING_HAND = 7
#: (card, copies): creatures with morph, disguise and plain ones, tricks for face-down permanents, lands.
_DECK = (
    ("Willbender", 2), ("Battering Craghorn", 3), ("Hooded Hydra", 1), ("Museum Nightwatch", 2), ("Serra Angel", 1),
    ("Runeclaw Bear", 3), ("Hill Giant", 2), ("Elvish Visionary", 2), ("Shock", 3), ("Giant Growth", 3),
    ("Zoetic Cavern", 1), ("Island", 5), ("Forest", 5), ("Mountain", 5), ("Plains", 2),
)  # fmt: skip


def practice_setup(players: Sequence[str]) -> str:
    """A script that sets up a table: a shuffled library and an opening hand for each player."""
    lines = [f"players: {', '.join(players)}"]
    for player in players:
        cards = [card for card, copies in _DECK for _ in range(copies)]
        secrets.SystemRandom().shuffle(cards)
        lines.append(f"{player} hand: {', '.join(cards[:OPENING_HAND])}")
        lines.append(f"{player} library: {', '.join(cards[OPENING_HAND:])}")
    return "\n".join(lines)
