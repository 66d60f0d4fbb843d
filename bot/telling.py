"""What the simulator says, in the reader's language."""

from __future__ import annotations

from bot.i18n import _, ngettext
from simulator.sentences import retold


def told(text: str) -> str:
    """A text of the simulator (event, prompt, refusal, label) in the language of the task; other text as it is.

    Its sentences remember how they were made only until something is done with them as text: tell them first.
    """
    return retold(text, _, ngettext)
