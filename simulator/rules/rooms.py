"""Rooms: split permanent cards with a shared type line (CR 709.5)."""

from __future__ import annotations

from simulator.errors import Unsupported
from simulator.model.cards import CardDefinition
from simulator.model.objects import GameObject, Happening
from simulator.rules.context import Context
from simulator.sentences import say


def is_room(card: CardDefinition) -> bool:
    """Whether a card is a split permanent card."""
    return card.layout == "split" and "Room" in card.front.type_line.subtypes


def check_copy(obj: GameObject) -> None:
    """Refuse to copy a Room: which half a characteristic is in belongs to its copiable values (CR 709.5).

    Raises:
        Unsupported: it is a Room permanent or spell.
    """
    if is_room(obj.card) and obj.token_of is None and obj.face_down is None:
        raise Unsupported(say("copying a Room isn't simulated yet"))


def unlock_half(ctx: Context, id: int, half: int) -> None:
    """Give a permanent an unlocked designation (CR 709.5d, 709.5f) and let abilities see it (709.5h, 709.5i)."""
    obj = ctx.state.write(id)
    unlocked = tuple(obj.flags.get("unlocked", ()))
    if half in unlocked:
        return
    obj.flags["unlocked"] = tuple(sorted((*unlocked, half)))
    player = ctx.controller(id)
    ctx.happen(Happening("does", id, player=player, word="unlock this door", amount=half))
    if len(obj.flags["unlocked"]) == len(obj.card.faces):
        ctx.happen(Happening("does", id, player=player, word="fully unlock"))
