"""Scripts in the console: played step by step, each event with its rules and who may know it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.console.terminal import Out
from simulator.scenario.errors import ScenarioError
from simulator.scenario.result import ScenarioResult, StepResult, event_json


async def play(out: Out, text: str) -> None:
    """Play a script and show what happened. Whoever wrote it named its cards, so every seat's part is shown."""
    result = await asyncio.to_thread(_run, text)
    if result.title:
        out.line(result.title, bold=True)
    if result.error is not None:
        _error(out, result.error)
    for step in result.steps:
        _step(out, step)
    if result.error is None:
        for line in _verdict(result):
            out.line(line)


def _run(text: str) -> ScenarioResult:
    from bot.services.card_pool import load_pool
    from simulator.scenario.runner import run_scenario

    return run_scenario(text, load_pool())


def _error(out: Out, error: ScenarioError) -> None:
    out.error(f"That can't be played: {error}")
    if error.expected:
        out.line(f"expected: {', '.join(error.expected)}", indent=2)


def _step(out: Out, step: StepResult) -> None:
    for assumed in step.assumed:
        out.line(f"? {assumed.player}: {assumed.decision} Assumed: {assumed.answer}.", indent=4)
    out.line(f"{_mark(step)} {step.text}")
    if step.kind == "step":
        for event in step.events:
            for face in event_json(event):
                out.line(_face(face), indent=4)
    if step.message and not step.failures:
        rules = f" [{', '.join(step.rules)}]" if step.rules and step.status == "refused" else ""
        out.line(f"→ {step.message}{rules}", indent=4)
    for failure in step.failures:
        out.line(f"✘ expected {failure.expected}; it is {failure.actual}", indent=4)
    for failure in step.doubts:
        out.line(f"? expected {failure.expected}; it is {failure.actual} (not all is simulated)", indent=4)


def _mark(step: StepResult) -> str:
    if step.failures:
        return "✘"
    if step.status == "unsupported" or step.doubts:
        return "?"
    return "▸" if step.kind == "step" else "✔"


def _face(face: dict[str, object]) -> str:
    audience, rules = face["audience"], face["rules"]
    whom = f"(only {', '.join(map(str, audience))}) " if isinstance(audience, list) else ""
    cited = f" [{', '.join(map(str, rules))}]" if isinstance(rules, list) and rules else ""
    return f"{whom}{face['text']}{cited}"


def _verdict(result: ScenarioResult) -> Iterator[str]:
    if result.failed:
        yield f"✘ {len(result.failed)} of {result.passed + len(result.failed)} checks failed"
    for text in result.unsupported:
        yield f"? not simulated yet: {text}"
    if result.ok and result.passed:
        yield f"✔ {result.passed} {'check holds' if result.passed == 1 else 'checks hold'}"
    if result.free_mana:
        yield f"(costs not paid: mana is free for {' and '.join(result.free_mana)})"
