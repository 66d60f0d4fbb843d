"""Battles and their protectors (CR 310), and who the defending player is (508.5)."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.sentences import say

_SELF = t.Is(t.Self())


@dataclass(frozen=True)
class CastTransformed(t.Effect):
    """Its controller may cast the exiled card transformed without paying its mana cost (CR 310.11b)."""

    what: t.ObjectRef


#: CR 310.11b: the intrinsic ability of Sieges.
SIEGE = t.Triggered(
    t.PlayerDoes("last defense counter", t.EachPlayer(), _SELF),
    t.Sequence((t.MoveTo(t.Self(), "exile", save_as="siege"), CastTransformed(t.Prior("siege")))),
    keyword="siege",
)


def protector_of(ctx: Context, id: int) -> str:
    """CR 310.8: the player designated as a battle's protector, "" for nobody in the game."""
    name = str(ctx.obj(id).chosen.get("protector", ""))
    return name if name and not ctx.state.players[name].lost else ""


def possible_protectors(ctx: Context, id: int) -> list[str]:
    """CR 310.8a, 310.11a: an opponent for a Siege, its controller for a battle without a type."""
    controller = ctx.values(id).controller
    return ctx.state.opponents(controller) if ctx.values(id).is_type("Siege") else [controller]


def choose_protector(ctx: Context, id: int) -> bool:
    """The controller chooses a protector; False if nobody can be chosen (CR 310.10)."""
    from simulator.rules.references import choose_player

    possible = possible_protectors(ctx, id)
    if not possible:
        return False
    rule = ("310.11a",) if ctx.values(id).is_type("Siege") else ("310.8a",)
    name = choose_player(ctx, ctx.values(id).controller, possible, rule)
    ctx.state.write(id).chosen["protector"] = name
    ctx.tell(say("{player} protects {name}", player=name, name=ctx.values(id).name), *rule)
    return True


def defending_player(ctx: Context, attacked: int | str) -> str:
    """CR 508.5: the attacked player, the controller of the attacked planeswalker, the protector of the battle."""
    if isinstance(attacked, str):
        return attacked
    if ctx.exists(attacked) and "Battle" in ctx.values(attacked).types:
        return protector_of(ctx, attacked)
    return ctx.controller(attacked)
