"""Where each kind of step looks for what a bare name means, in order."""

from __future__ import annotations

from typing import NamedTuple

from simulator.model.position import ZoneName


class Slot(NamedTuple):
    """Where a name is looked for.

    Attributes:
        zones: in order.
        own: whether the acting player's own objects are meant where there are several.
    """

    zones: tuple[ZoneName, ...]
    own: bool = False


#: What a player activates, turns, attacks or blocks with, pays with.
OWN = Slot(("battlefield", "stack", "hand", "graveyard", "exile", "command", "library"), own=True)
#: What a step targets or an instruction names.
ANY = Slot(("battlefield", "stack", "graveyard", "exile", "command", "hand", "library"))
#: What is cast or played: hand first, then where the rules may let the player.
CAST = Slot(("hand", "graveyard", "exile", "command", "library"), own=True)
#: Where what is to be cast or played is when it can't be.
ELSEWHERE: tuple[ZoneName, ...] = ("battlefield", "stack")
#: What is put down: not what is on the battlefield already.
PUT_DOWN = Slot(("library", "hand", "graveyard", "exile", "command"), own=True)
#: What is put onto the battlefield.
PUT_ONTO = Slot(("hand", "graveyard", "exile", "command", "library"), own=True)
#: What is returned to the battlefield.
RETURN = Slot(("graveyard", "exile", "hand", "command", "library", "battlefield"))
#: What a player attacks or blocks with: permanents; that something elsewhere can't is for the rules to say.
PERMANENT = OWN
#: What a check looks at.
CHECKED = Slot(("battlefield", "stack", "graveyard", "exile", "command", "hand", "library"))
#: Zones that all players see (CR 400.2), face-down cards aside.
PUBLIC_ZONES: tuple[ZoneName, ...] = ("battlefield", "stack", "graveyard", "exile", "command")
