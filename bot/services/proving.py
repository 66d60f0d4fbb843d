"""Proofs: the scenarios that rulings carry, played by the simulator.

A proof counts only if it plays to its end, every expectation holds, nothing in it is unsupported, and no decision was
left to an assumption. Whether mana may be free in it depends on what it proves: that is for its reviewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.i18n import _
from bot.telling import told
from rulings.model import Ruling

if TYPE_CHECKING:
    from simulator.scenario.result import ScenarioResult


class ProofStatus(StrEnum):
    """What came of a proof."""

    OK = "ok"
    FAILED = "failed"
    UNSUPPORTED = "unsupported"
    ASSUMED = "assumed"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that was played.

    Attributes:
        ruling: Id of the ruling.
        origin: File that the ruling stands in.
        status: What came of it.
        reason: Why it isn't ok, with the line of the scenario; empty if it is.
    """

    ruling: str
    origin: str
    status: ProofStatus
    reason: str = ""


def prove(rulings: Iterable[Ruling]) -> Iterator[Proof]:
    """Play the proof of each ruling that has one, in order.

    Raises:
        CatalogueError: The shipped card data can't be read.
    """
    # Imported when needed: who only asks pays nothing for the simulator.
    from bot.services.card_pool import load_pool
    from simulator.scenario.runner import run_scenario

    pool = load_pool()
    for ruling in rulings:
        if ruling.proof:
            status, reason = judge(run_scenario(ruling.proof, pool))
            yield Proof(ruling.id, ruling.origin, status, reason)


def judge(result: ScenarioResult) -> tuple[ProofStatus, str]:
    """Whether a scenario that was played proves anything, and if not, why, with the line."""
    if result.error is not None:
        return ProofStatus.UNREADABLE, told(str(result.error))
    if result.failed:
        first = result.failed[0]
        return ProofStatus.FAILED, _("line {line}: expected {expected}, but {actual}").format(
            line=first.line, expected=told(first.expected), actual=told(first.actual)
        )
    if result.unsupported:
        return ProofStatus.UNSUPPORTED, "; ".join(map(told, result.unsupported))
    if result.assumed:
        guess = result.assumed[0]
        return ProofStatus.ASSUMED, _("line {line}: {player}'s {decision} was assumed: {answer}").format(
            line=guess.line, player=guess.player, decision=told(guess.decision), answer=told(guess.answer)
        )
    if not result.passed:
        return ProofStatus.FAILED, _("it expects nothing")
    return ProofStatus.OK, ""
