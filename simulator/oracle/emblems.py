"""Emblems: "you get an emblem with ..." (CR 114)."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS
from simulator.oracle.context import Context
from simulator.oracle.template import read, reader


@EFFECTS("{p:p} get(s) an emblem with {what:emblem}")
def _emblem(context: Context, p: t.PlayerRef, what: tuple[t.Ability, ...]) -> t.Effect:
    context.subject = p
    return t.GetEmblem(what, p)


@reader("emblem")
def _abilities(text: str, context: Context) -> tuple[t.Ability, ...] | None:
    """One or more abilities in quotation marks, joined by "and"."""
    pieces = text.split('" and "')
    pieces = [piece.strip('"') for piece in pieces]
    if not (text.startswith('"') and text.endswith('"')) or any('"' in piece for piece in pieces):
        return None
    found: list[t.Ability] = []
    for piece in pieces:
        abilities = read("ability", piece, Context("granted"))
        if abilities is None:
            return None
        for ability in abilities:
            placed = _in_command_zone(ability)
            if placed is None:
                return None
            found.append(placed)
    return tuple(found)


def _in_command_zone(ability: t.Ability) -> t.Ability | None:
    """CR 113.6p, 114.4: the ability as it functions in the command zone; None for a kind that isn't simulated there."""
    if any(isinstance(node, t.Self | t.Other | t.FromGraveyard) for node in _of_the_emblem(ability)):
        # an emblem is no permanent: what speaks of the ability's own object isn't understood
        return None
    if isinstance(ability, t.Triggered):
        return replace(ability, zone="command") if ability.zone == "battlefield" else None
    if isinstance(ability, t.Static):
        if ability.zone != "battlefield" or any(
            isinstance(p, t.Modify) and p.zone != "battlefield" for p in ability.parts
        ):
            return None
        return ability
    return None


def _of_the_emblem(ability: t.Ability) -> list[t.Node]:
    """The nodes that are about the emblem itself: not those of abilities that it grants, nor sources of damage."""
    inner = {
        id(node)
        for granted in t.walk(ability)
        if isinstance(granted, t.GainAbility | t.TokenSpec)
        for node in t.walk(granted)
    }
    own = [node for node in t.walk(ability) if id(node) not in inner]
    sources = [node.source for node in own if isinstance(node, t.DealDamage)]
    return [node for node in own if not any(node is source for source in sources)]
