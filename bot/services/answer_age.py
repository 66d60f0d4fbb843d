"""An answer beside the rules edition that is loaded: today's rule numbers, and what changed since it was written.

Light: nothing of the reference data is imported before there is some.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.i18n import _
from bot.services.asking import MOST_RULES, AskResult, AskService
from bot.services.paths import REFERENCE_FILE
from bot.services.verdicts import worded

if TYPE_CHECKING:
    from bot.services.reference import ReferenceService


class AnswerAge:
    """Tells the age of answers.

    Args:
        folder: The data folder. Nothing needs to be in it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reference: ReferenceService | None = None

    def told(self, result: AskResult, service: AskService) -> AskResult:
        """The result with its answer as it stands in the edition that is loaded; unchanged before a sync.

        Args:
            result: What came of a question.
            service: The service that gave it.
        """
        answer = result.answer
        if answer is None or not (self._folder / REFERENCE_FILE).is_file():
            return result
        ruling = service.ruling(answer.id)
        if ruling is None or ruling.source != answer.source:
            return result
        if self._reference is None:
            from bot.services.reference import ReferenceService

            self._reference = ReferenceService(self._folder)
        shown, age = self._reference.current(ruling)
        if not age:
            return result
        text = worded(shown.question, shown.answer, shown.verdict, as_asked=bool(answer.verdict)).text
        later = _("Later change: {change}").format(change=shown.later) if shown.later else ""
        note = " ".join(filter(None, (later, age)))
        return replace(result, answer=replace(answer, text=text, rules=shown.rules[:MOST_RULES], note=note))

    def close(self) -> None:
        """Close the reference data; the next call opens it again."""
        if self._reference is not None:
            self._reference.close()
            self._reference = None
