"""Phrases for players: "each opponent", "that player", "its controller", "up to two target players" (CR 102, 115)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.context import Context
from simulator.oracle.numbers import NUMBER_PATTERN, number
from simulator.oracle.phrases import last_object, reference
from simulator.oracle.template import reader

_PLAYERS: dict[str, t.PlayerRef] = {
    "you": t.You(),
    "each opponent": t.EachOpponent(),
    "your opponents": t.EachOpponent(),
    "each of your opponents": t.EachOpponent(),
    "each player": t.EachPlayer(),
    "each other player": t.EachOtherPlayer(),
    "defending player": t.DefendingPlayer(),
    "the active player": t.ActivePlayer(),
    "the chosen player": t.ChosenPlayer(),
    "the exiled card's owner": t.OwnerOf(t.Linked()),
}
_TARGET_PLAYERS = re.compile(
    rf"(?:(?P<any>any number of)|up to (?P<upto>{NUMBER_PATTERN})|(?P<exact>{NUMBER_PATTERN}))? ?(?P<another>another )?"
    r"target (?P<who>player|opponent)s?"
)
_CONTROLLER = re.compile(r"(.+?)(?:'s|s') (controller|owner)s?|(its|their) (controller|owner)s?")


@reader("p")
def player(text: str, context: Context) -> t.PlayerRef | None:
    """A phrase for players."""
    if text in _PLAYERS:
        found_player = _PLAYERS[text]
        if not isinstance(found_player, t.You):
            context.name_player(tables.EACH_OF_THEM if "each" in text or text.startswith("your") else found_player)
        return found_player
    if text == "%":
        return context.subject if isinstance(context.subject, t.PlayerRef) else None
    if text in ("that player", "they", "that opponent", "the player", "them", "those players"):
        return context.players[-1] if context.players else None
    found = _TARGET_PLAYERS.fullmatch(text)
    if found is not None:
        return _target_player(found, context)
    text = re.sub(r"^the (controller|owner) of (.+)$", r"\2's \1", text)
    owned = _CONTROLLER.fullmatch(text)
    if owned is not None:
        if owned.group(1):
            ref = reference(owned.group(1), context)
        else:
            ref = last_object(context, None, owned.group(3) == "their", possessive=True)
        if ref is None:
            return None
        kind = owned.group(2) or owned.group(4)
        result: t.PlayerRef = t.ControllerOf(ref) if kind == "controller" else t.OwnerOf(ref)
        context.name_player(result)
        return result
    return None


def _target_player(found: re.Match[str], context: Context) -> t.PlayerRef:
    minimum, maximum = 1, 1
    if found.group("any"):
        minimum, maximum = 0, -1
    elif found.group("upto") or found.group("exact"):
        value = number(found.group("upto") or found.group("exact"))
        maximum = value.value if isinstance(value, t.Num) else -1
        minimum = 0 if found.group("upto") else maximum
    distinct = tuple(i for i, s in enumerate(context.targets) if s.players) if found.group("another") else ()
    spec = t.TargetSpec(None, players=found.group("who"), minimum=minimum, maximum=maximum, distinct_from=distinct)
    result = t.TargetPlayer(context.add_target(spec))
    context.name_player(result)
    return result
