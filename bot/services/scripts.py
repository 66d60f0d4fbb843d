"""Scripts played on their own: open to all, apart from any table, off the event loop, a few at a time."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import replace

from bot.services.proving import ProofStatus, judge
from bot.services.table_errors import unreadable_script
from bot.services.table_types import EventLine, ScriptResult, ScriptStep
from bot.telling import told, told_whole
from simulator.game import Game
from simulator.model.cards import CardPool
from simulator.model.events import Event
from simulator.model.position import Position
from simulator.scenario.result import ScenarioResult, StepResult
from simulator.scenario.runner import run_scenario
from simulator.sentences import say

#: So many scripts are played at once; the others wait.
_AT_ONCE = 2
#: So many verdicts on proofs are remembered.
_KEPT = 4096


class Scripts:
    """Plays scripts.

    Args:
        pool: where cards come from.
    """

    def __init__(self, pool: CardPool) -> None:
        self._pool = pool
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._proved: dict[bytes, bool] = {}

    async def play(self, text: str) -> ScenarioResult:
        """Play a script, whatever it says; the language bounds its length, the engine its work."""
        async with self._free:
            return await asyncio.to_thread(run_scenario, text, self._pool)

    async def shown(self, text: str) -> ScriptResult:
        """Play a script for whoever reads along.

        Raises:
            Refusal: it can't be read.
        """
        engines: list[Game] = []

        def engine(position: Position, seed: bytes) -> Game:
            engines.append(Game.from_position(position, seed))
            return engines[0]

        async with self._free:
            result = await asyncio.to_thread(run_scenario, text, self._pool, make_engine=engine)
        if result.error is not None:
            raise unreadable_script(result.error)
        pending = engines[0].pending() if engines else None
        if pending is None or result.unsupported:
            return shown(result)
        options = [option.label or str(option.value) for option in pending.options]
        return replace(shown(result), waiting=told(_waiting(pending.player, pending.prompt, options)))

    async def proves(self, scenario: str) -> bool:
        """Whether a ruling's scenario proves it, played here and now (once): only then it is shown as played."""
        if not scenario:
            return False
        key = hashlib.sha256(scenario.encode()).digest()
        if key not in self._proved:
            status, _ = judge(await self.play(scenario))
            while len(self._proved) >= _KEPT:
                del self._proved[next(iter(self._proved))]
            self._proved[key] = status is ProofStatus.OK
        return self._proved[key]

    def forget_proofs(self) -> None:
        """Play each proof again when it is next asked for: cards or rules have changed."""
        self._proved.clear()


def _waiting(player: str, prompt: str, options: Sequence[str]) -> str:
    if not options:
        return say("{player}: {prompt}", player=player, prompt=prompt)
    return say("{player}: {prompt} {options}", player=player, prompt=prompt, options=options)


def shown(result: ScenarioResult) -> ScriptResult:
    """A played script as people read it. It is open, so events are told as those know them who see the most."""
    checks = [step for step in result.steps if step.kind == "check"]
    found = ScriptResult(
        title=result.title,
        steps=tuple(_step(step) for step in result.steps if step.kind != "check"),
        failed=tuple(
            say(
                "line {line}: expected {expected}, but: {actual}",
                line=failure.line,
                expected=failure.expected,
                actual=failure.actual,
            )
            for step in result.steps
            if step.kind != "step"
            for failure in step.failures
        ),
        passed=sum(step.passed for step in [*checks, *(s for s in result.steps if s.kind == "refuse")]),
        unsupported=result.unsupported,
        costs_not_paid=bool(result.free_mana),
        assumed=tuple(
            say(
                "line {line}, {player}: {decision} {answer}",
                line=each.line,
                player=each.player,
                decision=each.decision,
                answer=each.answer,
            )
            for each in result.assumed
        ),
    )
    return told_whole(found)


def _step(step: StepResult) -> ScriptStep:
    events = tuple(_event(event) for event in step.events)
    if step.message:
        as_expected = step.kind == "refuse" and not step.failures
        words = say("Refused, as expected: {why}", why=step.message) if as_expected else step.message
        events = (*events, EventLine(words, step.rules if step.status == "refused" else ()))
    unexpected = step.status == "refused" and bool(step.failures)
    status = "refused" if unexpected else "unsupported" if step.status == "unsupported" else "ok"
    return ScriptStep(step.line, step.text, status, events)  # type: ignore[arg-type]


def _event(event: Event) -> EventLine:
    seen_most = next((text for _, text in event.private), event.public)
    return EventLine(seen_most or "", event.rules)
