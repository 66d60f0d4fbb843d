"""Plays a whole script and judges it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simulator.errors import AmbiguousAction, SimulatorError, Unsupported
from simulator.model.cards import CardPool
from simulator.scenario.errors import ScenarioError
from simulator.scenario.parser import Scenario, ScriptLine
from simulator.scenario.result import Failure, ScenarioResult, StepResult
from simulator.scenario.session import DEFAULT_SEED, EngineMaker, ScenarioSession, line_kind, new_game
from simulator.sentences import say

_CHOOSES = re.compile(r"\S+\s+chooses\s", re.IGNORECASE)


def run_scenario(
    text: str, pool: CardPool, seed: bytes = DEFAULT_SEED, make_engine: EngineMaker = new_game
) -> ScenarioResult:
    """Play a script; nothing that it says makes this raise.

    Args:
        text: the script. pool: where its cards come from. seed: for all that is random. make_engine: the engine.

    Returns:
        What happened; a script that can't be read gives a result with `error`.
    """
    try:
        session = ScenarioSession(pool, text, seed, make_engine)
    except ScenarioError as error:
        return ScenarioResult(error=error)
    except SimulatorError as fault:
        return ScenarioResult(unsupported=(str(fault),))
    except Exception as fault:
        named = f"{type(fault).__name__}: {fault}"
        return ScenarioResult(unsupported=(say("the simulator failed to set this up ({fault})", fault=named),))
    return _played(session)


def _played(session: ScenarioSession) -> ScenarioResult:
    scenario = session.scenario
    steps: list[StepResult] = []
    for index, line in enumerate(scenario.body):
        try:
            step = session.run(line, answer_follows=_answer_follows(scenario.body[index + 1 :]))
        except ScenarioError as error:
            return ScenarioResult(scenario.title, scenario.rules, error=error, steps=tuple(steps))
        except Unsupported as fault:
            step = _not_simulated(line, str(fault))
        except SimulatorError as fault:
            if not any(each.failures or each.doubts for each in steps):
                unread = _unreadable(line, fault)
                return ScenarioResult(scenario.title, scenario.rules, error=unread, steps=tuple(steps))
            # what the line names would be there if the game had gone as expected
            failure = Failure(line.number, say("the line can be played"), str(fault))
            step = StepResult(line.number, line.text, line_kind(line), "refused", failures=(failure,))
        except Exception as fault:
            # a fault of the simulator's: it is named, and whoever plays many scripts can play the others
            step = _not_simulated(
                line, say("the simulator failed here ({fault}), please report it", fault=type(fault).__name__)
            )
        steps.append(step)
        if step.status == "unsupported":
            # what follows would be judged on a game that isn't the one that was meant
            break
    return _result(session, scenario, steps)


def _not_simulated(line: ScriptLine, why: str) -> StepResult:
    return StepResult(line.number, line.text, line_kind(line), "unsupported", message=why, unsupported=(why,))


def _result(session: ScenarioSession, scenario: Scenario, steps: list[StepResult]) -> ScenarioResult:
    named = [(step, text) for step in steps for text in step.unsupported]
    met = dict.fromkeys(
        say("line {line}: {text}", line=s.line, text=text) if text == s.message else text for s, text in named
    )
    if met or session.game.unsupported:
        # something wasn't simulated: what didn't hold may be due to it
        steps = [replace(step, failures=(), doubts=step.doubts + step.failures) for step in steps]
    return ScenarioResult(
        title=scenario.title,
        rules=scenario.rules,
        steps=tuple(steps),
        unsupported=tuple(dict.fromkeys([*met, *session.game.unsupported])),
        free_mana=session.free_mana,
    )


def _answer_follows(rest: Sequence[ScriptLine]) -> bool:
    """Whether the next line that is a step answers a decision."""
    following = next((line for line in rest if line.kind == "step"), None)
    return following is not None and _CHOOSES.match(following.text) is not None


def _unreadable(line: ScriptLine, fault: SimulatorError) -> ScenarioError:
    """A line that names nothing, or several things, as an error of the script."""
    choices = fault.choices if isinstance(fault, AmbiguousAction) else ()
    return ScenarioError(str(fault), line.number, line.column, choices)
