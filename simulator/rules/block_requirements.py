"""Requirements on blocks (CR 509.1c): as many as possible are obeyed without breaking a restriction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from simulator.abilities import tree as t
from simulator.rules.context import Context
from simulator.rules.predicates import fits
from simulator.rules.replacement import parts_of
from simulator.rules.scope import Scope

#: Who blocks whom: blocker -> attackers.
Blocks = dict[int, tuple[int, ...]]
#: So many single blocks are looked at in pairs; on larger boards only one creature is moved at a time.
_PAIRS = 60


def better_blocks(
    ctx: Context, blocks: Blocks, possible: Callable[[], list[tuple[int, int]]], legal: Callable[[Blocks], bool]
) -> Blocks | None:
    """Blocks that obey more requirements than these, if one or two creatures block otherwise; None if there are none.

    Args:
        possible: (blocker, attacker) that no restriction forbids by itself. legal: whether blocks break no restriction.
    """
    requirements = [
        (part, scope)
        for _, _, part, scope in parts_of(ctx, t.Must)
        if isinstance(part, t.Must) and part.what != "attack"
    ]
    if not requirements:
        return None
    now = _obeyed(ctx, requirements, blocks)
    for changed in _changes(blocks, possible()):
        ctx.spend(1 + len(changed))
        if _obeyed(ctx, requirements, changed) > now and legal(changed):
            return changed
    return None


def _changes(blocks: Blocks, possible: list[tuple[int, int]]) -> Iterator[Blocks]:
    single = [(blocker, attacker) for blocker, attacker in possible if attacker not in blocks.get(blocker, ())]
    for blocker, attacker in single:
        yield {**blocks, blocker: (attacker,)}
        if blocks.get(blocker):
            yield {**blocks, blocker: (*blocks[blocker], attacker)}
    if len(single) <= _PAIRS:
        # an attacker that takes two to block (CR 702.111b)
        for one, other in combinations(single, 2):
            if one[0] != other[0]:
                yield {**blocks, one[0]: (one[1],), other[0]: (other[1],)}


def _obeyed(ctx: Context, requirements: list[tuple[t.Must, Scope]], blocks: Blocks) -> int:
    """How many requirements are obeyed: one for each creature that has to do something and does it."""
    pairs = [(blocker, attacker) for blocker, attackers in blocks.items() for attacker in attackers]
    count = 0
    for part, scope in requirements:
        if part.what == "be blocked":
            count += sum(fits(ctx, part.where, attacker, scope) for attacker in {attacker for _, attacker in pairs})
        elif part.what == "block":
            count += sum(fits(ctx, part.where, blocker, scope) for blocker in {blocker for blocker, _ in pairs})
        else:
            count += sum(fits(ctx, part.where, attacker, scope) for _, attacker in pairs)
    return count
