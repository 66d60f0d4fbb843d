"""What the front ends need of the services, and the plain values that they render.

They are written against these protocols; `bot.wiring` opens the real services. The values of tables and scripts are
those of `bot.services.table_types`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.discord_app.table_ports import Table, Tables
from bot.services.answers import AnswerService
from bot.services.asking_reason import Reason
from bot.services.moderation import ModerationService
from bot.services.reference import ReferenceService
from bot.services.scenes import Scenes
from bot.services.table_types import (
    Board,
    EventLine,
    Explained,
    Look,
    Outcome,
    PlayerBoard,
    Refusal,
    ScriptResult,
    ScriptStep,
    Seat,
)
from rulings.store.languages import Languages
from rulings.store.privacy import Privacy
from rulings.store.scope import Scope
from rulings.store.settings import Settings

__all__ = [
    "Asked",
    "Asking",
    "Board",
    "CardPage",
    "Cards",
    "Entry",
    "EventLine",
    "Explained",
    "Look",
    "Outcome",
    "PlayerBoard",
    "Refusal",
    "ScriptResult",
    "ScriptStep",
    "Seat",
    "Services",
    "Suggestion",
    "Table",
    "Tables",
]

# --- asking -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling to show.

    Attributes:
        id: its stable id, unique over all sources.
        title: its own question.
        text: the answer.
        rules: cited rules, the deciding one first.
        source: where it comes from, in words ("this server's ruling").
        as_of: date of the edition that it was written against.
        note: what else must be shown with it (a later change, another edition loaded), or empty.
        proof: a scenario that the simulator has played to prove it, or empty.
        origin: where it comes from: server, curated, official or rules.
    """

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    source: str
    as_of: str
    note: str = ""
    proof: str = ""
    origin: str = "curated"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entry that may be the one that was meant."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question.

    Attributes:
        status: answered, unsure (the suggestions are the choices) or declined.
        entry: the answer, when answered.
        suggestions: other entries, best first.
        hint: why there is no answer and what to do, when there is none.
        why: what the first entry was found by, a line each: phrase, words, cards, score, what came next.
        unused: cards that the question names and the answer isn't about.
        reason: why there is no answer; what is off topic, or no question, isn't filed for moderators.
        cards: cards that the question names, where there is no answer.
    """

    status: Literal["answered", "unsure", "declined"]
    entry: Entry | None
    suggestions: tuple[Suggestion, ...] = ()
    hint: str = ""
    why: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    reason: Reason = Reason.NONE
    cards: tuple[str, ...] = ()


class Asking(Protocol):
    """Questions to rulings."""

    async def ask(self, scope: Scope, question: str, *, file: bool = True) -> Asked:
        """Answer a question; one without an answer is filed for the scope's moderators, unless it was put before."""
        ...

    async def entry(self, scope: Scope, entry_id: str) -> Entry:
        """An entry by id.

        Raises:
            Refusal: there is none (any more).
        """
        ...

    async def about(self, scope: Scope, card: str) -> Sequence[Suggestion]:
        """The rulings in service that are about a card, by its full English name; the scope's own first."""
        ...


# --- cards ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card, ready to show.

    Attributes:
        name: its full English name.
        lines: its facts.
        more: headings and lines of all that follows: wording, abilities, official rulings.
        aside: likewise, what is of use to whoever looks it up and too much for a channel: printed names.
        note: up to when the data goes; on every page.
        url: its page at Scryfall, or empty.
    """

    name: str
    lines: tuple[str, ...]
    more: tuple[tuple[str, tuple[str, ...]], ...] = ()
    aside: tuple[tuple[str, tuple[str, ...]], ...] = ()
    note: str = ""
    url: str = ""


class Cards(Protocol):
    """Cards and their names. Synchronous: the app calls it off the event loop."""

    def complete(self, typed: str, limit: int) -> Sequence[tuple[str, str]]:
        """What the person reads and the card's full English name, the best first."""
        ...

    def page(self, name: str, hidden: Mapping[str, str] | None = None) -> CardPage:
        """A card's facts.

        Args:
            name: as typed.
            hidden: official rulings that aren't used where it is asked for, by id, and why.

        Raises:
            Refusal: no card has that name, or several could be meant (`choices`).
        """
        ...

    def unclear(self, question: str) -> Sequence[tuple[str, Sequence[str]]]:
        """What in a question is written as a card's name and could mean several: as typed, and those cards."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the app stands on."""

    asking: Asking
    cards: Cards
    tables: Tables
    moderation: ModerationService
    settings: Settings
    reference: ReferenceService
    answers: AnswerService
    privacy: Privacy
    scenes: Scenes
    languages: Languages
