"""Dividing or distributing an effect among targets as a spell or ability is put on the stack (CR 601.2d)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.errors import IllegalAction
from simulator.model.decisions import Decision
from simulator.model.objects import TargetChoice
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.rules.wording import options_for
from simulator.sentences import say

#: What is remembered with the object on the stack, by the index of its target specification.
_KEY = "division {}"


def announce(
    ctx: Context, effect: t.Effect | None, modes: tuple[int, ...], targets: tuple[TargetChoice, ...], scope: Scope
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """CR 601.2d, 602.2b, 603.3d: the division that its controller announces, to be bound to the object on the stack.

    Raises:
        IllegalAction: a target wouldn't receive anything.
    """
    found: list[tuple[str, tuple[int, ...]]] = []
    for part, offset in _parts(effect, modes):
        for node in _divided_nodes(part):
            index = _index(node)
            if index is None or index + offset >= len(targets):
                continue
            choice = targets[index + offset]
            among: list[int | str] = [*choice.objects, *choice.players]
            if among:
                number = amount(ctx, node.amount, scope)
                found.append((_KEY.format(index + offset), _divide(ctx, scope.you, number, among)))
    return tuple(found)


def announced(ctx: Context, target: t.Node | None, scope: Scope) -> dict[int | str, int] | None:
    """What each target receives by the division that was announced; None if none was.

    CR 608.2b, 707.10: what was divided to an illegal target is lost; a copy has the same division, place by place.
    """
    if not isinstance(target, t.Target) or not scope.stack_id:
        return None
    index = target.index + scope.target_offset
    amounts = scope.bound.get(_KEY.format(index))
    info = ctx.obj(scope.stack_id).stack
    if amounts is None or info is None or index >= len(info.targets):
        return None
    choice = info.targets[index]
    return dict(zip([*choice.objects, *choice.players], amounts, strict=False))


def _parts(effect: t.Effect | None, modes: tuple[int, ...]) -> list[tuple[t.Effect, int]]:
    """What will be carried out, each with the place at which its targets begin."""
    if effect is None:
        return []
    if not isinstance(effect, t.Modes):
        return [(effect, 0)]
    parts, offset = [], 0
    for mode in modes:
        parts.append((effect.modes[mode], offset))
        offset += len(effect.targets[mode]) if mode < len(effect.targets) else 0
    return parts


def _divided_nodes(effect: t.Effect) -> list[t.DealDamage | t.PutCountersOn]:
    """The instructions that divide, but for those of a reflexive ability, which is announced later (CR 603.12)."""
    later = [
        id(below) for node in t.walk(effect) if isinstance(node, t.IfDone) and node.when for below in t.walk(node.then)
    ]
    return [
        node
        for node in t.walk(effect)
        if isinstance(node, t.DealDamage | t.PutCountersOn) and node.divided and id(node) not in later
    ]


def _index(node: t.DealDamage | t.PutCountersOn) -> int | None:
    target = node.to if isinstance(node, t.DealDamage) else node.what
    return target.index if isinstance(target, t.Target) else None


def _divide(ctx: Context, player: str, number: int, among: list[int | str]) -> tuple[int, ...]:
    if number < len(among):
        raise IllegalAction(
            say(
                "{number} can't be divided among {targets} targets: each receives one.",
                number=number,
                targets=len(among),
            ),
            "601.2d",
        )
    if len(among) == 1:
        return (number,)
    options = options_for(ctx, among, player)
    prompt = say("Divide {number} among the targets.", number=number)
    decision = Decision(player, "divide", prompt, options, len(among), len(among), ("601.2d",), number)
    answer = ctx.ask(decision)
    shares = dict(zip(answer.chosen, answer.amounts, strict=True))
    amounts = tuple(shares.get(index, 0) for index in range(len(among)))
    if min(amounts) < 1:
        raise IllegalAction(say("Each target receives at least one."), "601.2d")
    return amounts
