"""What the simulator says no with, in the words of a person at a table."""

from __future__ import annotations

from collections.abc import Collection

from bot.i18n import _
from bot.services.table_types import Refusal, Unreadable
from bot.services.table_view import without
from bot.telling import told
from simulator.errors import AmbiguousAction, IllegalAction, SimulatorError, Unsupported
from simulator.scenario.errors import ScenarioError
from simulator.scenario.result import StepResult


def refusal_of(error: SimulatorError, names: Collection[str] = ()) -> Refusal:
    """The refusal for an error.

    Args:
        error: why it can't be done.
        names: names that must not be in it (those of the person's face-down cards).
    """
    text = told(without(error.message if isinstance(error, ScenarioError) else str(error), names))
    if isinstance(error, ScenarioError):
        return Refusal(text, choices=(error.hint,) if error.hint else ())
    if isinstance(error, IllegalAction):
        return Refusal(_("The rules don't allow that: {why}").format(why=text), rules=error.rules)
    if isinstance(error, AmbiguousAction):
        return Refusal(text, choices=[told(without(each, names)) for each in error.choices])
    if isinstance(error, Unsupported):
        return Refusal(_("The simulator can't do that yet: {what}").format(what=text))
    return Refusal(text)


def refusal_of_step(result: StepResult, names: Collection[str]) -> Refusal | None:
    """The refusal for a step that wasn't played, or None if it was."""
    message = told(without(result.message, names))
    if result.status == "unsupported":
        return Refusal(_("The simulator can't do that yet: {what}").format(what=message))
    if result.status == "refused" and result.failures:
        return Refusal(_("The rules don't allow that: {why}").format(why=message), rules=result.rules)
    return None


def unreadable_script(error: ScenarioError) -> Unreadable:
    """The refusal for a script that can't be read: where, why, and what could stand there."""
    place = _("Line {line}, column {column}: ").format(line=error.line, column=error.column)
    where = place if error.line else ""
    expected = _(" Expected: {words}.").format(words=", ".join(map(told, error.expected[:6]))) if error.expected else ""
    return Unreadable(f"{where}{told(error.message)}{expected}", choices=(error.hint,) if error.hint else ())
