"""How a table begins: with practice decks, and with what its host sets up for the own side.

Both players have the same forty cards, shuffled anew for each game: nobody at the table knows their order.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Sequence

from bot.i18n import _
from bot.services.table_types import Refusal
from simulator.scenario.names import fold
from simulator.scenario.parser import parse_line

OPENING_HAND = 7
#: Whom the seats are named after, in turn order.
PLAYERS = ("Alice", "Bob", "Carol", "Dave")
#: What is on the battlefield at the beginning where mana has to be paid.
_LANDS = "Plains x2, Island x4, Swamp x2, Mountain x2, Forest x2"
#: How costs are paid at a table: by the lands, not at all, or from a pool that is stated.
_MANA = re.compile(r"lands|free|(?:\{(?:[WUBRGC]|\d{1,2})\})+", re.IGNORECASE)
#: (card, copies): creatures with morph, disguise and plain ones, tricks for face-down permanents, lands.
_DECK = (
    ("Willbender", 2), ("Battering Craghorn", 3), ("Hooded Hydra", 1), ("Museum Nightwatch", 2), ("Serra Angel", 1),
    ("Runeclaw Bear", 3), ("Hill Giant", 2), ("Elvish Visionary", 2), ("Shock", 3), ("Giant Growth", 3),
    ("Zoetic Cavern", 1), ("Island", 5), ("Forest", 5), ("Mountain", 5), ("Plains", 2),
)  # fmt: skip


def table_script(players: Sequence[str], own: Collection[str] = (), cards: str = "", mana: str = "free") -> str:
    """A script that sets up a table.

    Args:
        players: in turn order.
        own: the host's players: only for them the host sets something up, because it would know what is hidden.
        cards: set-up lines of the scenario language, with or without a player's name in front ("hand: Willbender;
            battlefield: Lightform"). A hand or library that they set up takes the place of the practice deck's.
        mana: `lands` (everybody begins with six of them), `free`, or everybody's pool such as `{U}{U}{3}`.

    Raises:
        Refusal: a line isn't a set-up line, or is for somebody else's side. ScenarioError: it can't be read.
    """
    lines = [_own_line(line, players, own) for line in re.split(r";|\n", cards) if line.strip()]
    begun = [tuple(fold(line).split(":")[0].split()) for line in lines]
    mana = " ".join(mana.split())
    if _MANA.fullmatch(mana) is None:
        raise Refusal(_("Mana is `lands`, `free` or a pool that is stated, such as `{U}{U}{3}`."))
    script = [f"players: {', '.join(players)}", *lines]
    for player in players:
        script += [] if (fold(player), "mana") in begun else [f"{player} mana: {mana}"]
        if mana.casefold() == "lands" and (fold(player), "battlefield") not in begun:
            script.append(f"{player} battlefield: {_LANDS}")
        deck = [card for card, copies in _DECK for _ in range(copies)]
        secrets.SystemRandom().shuffle(deck)
        zones = {"hand": deck[:OPENING_HAND], "library": deck[OPENING_HAND:]}
        script += [
            f"{player} {zone}: {', '.join(dealt)}" for zone, dealt in zones.items() if (fold(player), zone) not in begun
        ]
    return "\n".join(script)


def _own_line(line: str, players: Sequence[str], own: Collection[str]) -> str:
    line = " ".join(line.split())
    named = next((player for player in players if fold(line).startswith(f"{fold(player)} ")), None)
    if named is None:
        if len(own) != 1:
            text = _("You play several seats: begin each line with a name, such as “{line}”.")
            raise Refusal(text.format(line=f"{players[0]} {line}"))
        named = next(iter(own))
        line = f"{named} {line}"
    if named not in own:
        text = _("You set up your own side only: {player}'s cards would be no secret from you.")
        raise Refusal(text.format(player=named))
    if parse_line(line, tuple(players)).kind != "setup":
        text = _("“{line}” is no set-up line. For example: `hand: Willbender, Island; battlefield: Lightform`.")
        raise Refusal(text.format(line=line))
    return line
