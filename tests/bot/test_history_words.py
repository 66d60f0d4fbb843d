"""What the store keeps in the program's English words is read in the reader's language; people's words stay."""

from __future__ import annotations

import pytest

from bot.discord_app.history_words import commented, reported
from bot.i18n import speaking
from bot.services.moderation_types import CONFIRMED_WITH, RENUMBERED_TO, RULES_CHANGED


@pytest.mark.parametrize(
    ("kept", "spanish"),
    [
        (CONFIRMED_WITH, "con las CR del 2026-08-07"),
        (RENUMBERED_TO, "con los números de las CR del 2026-08-07"),
        (RULES_CHANGED, "sus reglas cambiaron en las CR del 2026-08-07"),
    ],
)
def test_what_the_program_said_of_a_revision_is_told_in_the_readers_language(kept: str, spanish: str) -> None:
    comment = kept.format(edition="2026-08-07")
    assert commented(comment) == comment
    with speaking("es"):
        assert commented(comment) == spanish


@pytest.mark.parametrize("comment", ["", "asked on 2026-08-07", "with the CR of 2026-08-07!", "{edition}"])
def test_what_a_person_said_stays(comment: str) -> None:
    with speaking("es"):
        assert commented(comment) == comment


def test_the_parts_of_a_report_have_names_in_the_readers_language() -> None:
    kept = "Rule: is not so\n\nRule: 701.40b\n\nScenario:\nAlice draws 1"
    assert reported(kept) == kept
    with speaking("es"):
        assert reported(kept) == "Rule: is not so\n\nRegla: 701.40b\n\nEscenario:\nAlice draws 1"
