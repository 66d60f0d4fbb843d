"""Overload (CR 702.96): the text of the spell says "each" instead of "target"."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.rules.rewriting import rewritten
from simulator.sentences import say

#: Nodes in which one object is spoken of: with "each" they would have to be said for each of them.
_OF_ONE = (t.ControllerOf, t.OwnerOf, t.Stat, t.Counters, t.ForEach, t.IfDone, t.If, t.Modes)


def overloaded(effect: t.Effect, targets: tuple[t.TargetSpec, ...]) -> t.Effect:
    """CR 702.96a: the instructions with each object that a target could be, instead of the target.

    Raises:
        Unsupported: the text says something of its target that can't be said of each object in this way.
    """
    for node in t.walk(effect):
        if isinstance(node, _OF_ONE) and any(isinstance(n, t.Target | t.That | t.Prior) for n in t.walk(node)):
            raise Unsupported(say("what this overloaded spell says of each object isn't simulated yet"))
    changed = rewritten(effect, lambda node: _each(node, targets))
    assert isinstance(changed, t.Effect)  # noqa: S101 - only references in it were replaced
    return changed


def _each(node: t.Node, targets: tuple[t.TargetSpec, ...]) -> t.Node | None:
    """What stands instead of a target."""
    if isinstance(node, t.Target):
        target = targets[node.index]
        if target.where is None or target.players:
            raise Unsupported(say("overloading a spell that targets players isn't simulated yet"))
        # CR 702.96b: it may affect what couldn't be a target
        return t.All(target.where, target.zone)
    if isinstance(node, t.TargetPlayer):
        raise Unsupported(say("overloading a spell that targets players isn't simulated yet"))
    return None
