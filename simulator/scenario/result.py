"""What playing a script gave: for every line what happened, and which expectations held."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from simulator.model.events import Event
from simulator.scenario.errors import ScenarioError

Status = Literal["ok", "refused", "unsupported"]


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that didn't hold."""

    line: int
    expected: str
    actual: str

    def to_json(self) -> dict[str, object]:
        """In the form that `tablejudge simulate --json` prints."""
        return {"line": self.line, "expected": self.expected, "actual": self.actual}


@dataclass(frozen=True, slots=True)
class Assumption:
    """A decision that no step answered, and the default that was taken."""

    line: int
    player: str
    decision: str
    answer: str

    def to_json(self) -> dict[str, object]:
        """In the form that `tablejudge simulate --json` prints."""
        return {"line": self.line, "player": self.player, "decision": self.decision, "answer": self.answer}


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one line did.

    Attributes:
        line: its 1-based number. text: as written. kind: "step", "refuse" or "check".
        status: "refused" also for an instruction that the rules turn into nothing.
        rules: the rules that made it so, or that refused it.
        events: what happened, with its audience.
        passed: how many of its expectations held. failures: the others.
        assumed: decisions before it that it didn't answer.
        message: why it was refused, isn't supported or stopped early; "" else. It may speak of what is hidden from
            others: it is for whoever wrote the line.
        doubts: expectations that didn't hold, but where something that isn't simulated was met before.
        unsupported: what isn't simulated.
    """

    line: int
    text: str
    kind: Literal["step", "refuse", "check"]
    status: Status = "ok"
    rules: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    passed: int = 0
    failures: tuple[Failure, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    message: str = ""
    doubts: tuple[Failure, ...] = ()
    unsupported: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing failed and nothing was unsupported."""
        return not self.failures and self.status != "unsupported" and not self.unsupported

    def to_json(self) -> dict[str, object]:
        """In the form that `tablejudge simulate --json` prints."""
        return {
            "line": self.line,
            "text": self.text,
            "status": self.status,
            "rules": list(self.rules),
            "events": [face for event in self.events for face in event_json(event)],
        }


def event_json(event: Event) -> list[dict[str, object]]:
    """The faces of an event, each with its audience: "public" or the players who see that text."""
    faces: list[dict[str, object]] = []
    if event.public is not None:
        faces.append({"text": event.public, "rules": list(event.rules), "audience": "public"})
    for text in dict.fromkeys(text for _, text in event.private):
        audience = [player for player, said in event.private if said == text]
        faces.append({"text": text, "rules": list(event.rules), "audience": audience})
    return faces


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What playing a whole script gave.

    Attributes:
        title, rules: from its head.
        error: why it can't be read; then nothing else counts.
        steps: every line that was reached.
        unsupported: what the script needs and the simulator doesn't implement.
        free_mana: players whose costs were announced but not paid.
    """

    title: str = ""
    rules: tuple[str, ...] = ()
    error: ScenarioError | None = None
    steps: tuple[StepResult, ...] = ()
    unsupported: tuple[str, ...] = ()
    free_mana: tuple[str, ...] = ()

    @property
    def passed(self) -> int:
        """How many expectations held."""
        return sum(step.passed for step in self.steps)

    @property
    def failed(self) -> tuple[Failure, ...]:
        """The expectations that didn't hold."""
        return tuple(failure for step in self.steps for failure in step.failures)

    @property
    def assumed(self) -> tuple[Assumption, ...]:
        """The decisions that no step answered."""
        return tuple(each for step in self.steps for each in step.assumed)

    @property
    def ok(self) -> bool:
        """Whether it was played whole and every expectation held."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """0 all checks hold, 1 some fail, 2 it can't be read, 3 unsupported."""
        if self.error is not None:
            return 2
        if self.failed:
            return 1
        return 3 if self.unsupported else 0

    def to_json(self) -> dict[str, Any]:
        """In the form that `tablejudge simulate --json` prints, without the file."""
        if self.error is not None:
            return {"error": self.error.to_json()}
        return {
            "title": self.title,
            "ok": self.ok,
            "unsupported": list(self.unsupported),
            "steps": [step.to_json() for step in self.steps if step.kind != "check"],
            "checks": {"passed": self.passed, "failed": [failure.to_json() for failure in self.failed]},
            "assumed": [each.to_json() for each in self.assumed],
        }
