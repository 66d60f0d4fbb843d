"""What the program is and on which data it stands, as every front end says it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from bot.i18n import N_
from bot.services.reference import ReferenceService
from rulings import rules_index
from rulings.reference.records import Kind

NOTICE = N_(
    "Table Judge is unofficial Fan Content permitted under the Fan Content Policy. Not approved/endorsed by Wizards. "
    "Portions of the materials used are property of Wizards of the Coast. ©Wizards of the Coast LLC."
)
SOURCES = N_(
    "**Sources:** the project's own rulings, proved by its simulator; this server's rulings; facts about cards; and, "
    "after a sync, Oracle texts and official rulings by way of Scryfall or MTGJSON and the Comprehensive Rules."
)


def standing(reference: ReferenceService) -> tuple[str, list[str]]:
    """The edition of the Comprehensive Rules in service, and a line on each kind of reference data that is here."""
    notes = (reference.data_note(kind) for kind in Kind)
    return reference.edition or rules_index.load().edition, [note for note in notes if note]


def release() -> str:
    """The version that is installed; empty where that can't be told."""
    try:
        return version("tablejudge")
    except PackageNotFoundError:
        return ""
