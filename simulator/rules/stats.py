"""Numbers of objects, and comparing them."""

from __future__ import annotations

from simulator.errors import Unsupported
from simulator.rules.context import Context
from simulator.sentences import say


def stat(ctx: Context, id: int, name: str) -> int:
    """A number of an object, as the game uses it (0 where it has none)."""
    obj, values = ctx.obj(id), ctx.values(id)
    if name == "power":
        return values.power or 0
    if name == "toughness":
        return values.toughness or 0
    if name == "mana value":
        # CR 202.3e: on the stack X is the announced value
        extra = 0
        if obj.zone == "stack" and obj.stack is not None and obj.stack.x and values.mana_cost is not None:
            extra = obj.stack.x * values.mana_cost.variables
        return values.mana_value + extra
    if name == "loyalty":
        return obj.counters.get("loyalty", 0)
    if name == "level":
        # CR 716.2d: a permanent without a level is treated as level 1
        return int(obj.flags.get("level", 1))
    if name == "damage":
        return obj.damage
    if name == "times mutated":
        # CR 702.140d: how often a spell merged with it as it is now
        return int(obj.flags.get("mutations", 0))
    if name == "colors":
        return len(values.colors)
    if name == "counters":
        return sum(obj.counters.values())
    if name == "total power and toughness":
        return (values.power or 0) + (values.toughness or 0)
    raise Unsupported(say("the simulator doesn't know this number yet"))


def compare(left: int, op: str, right: int) -> bool:
    """One comparison of two numbers."""
    return {
        "<": left < right,
        "<=": left <= right,
        "=": left == right,
        ">=": left >= right,
        ">": left > right,
        "!=": left != right,
        "odd": left % 2 == 1,
        "even": left % 2 == 0,
    }[op]
