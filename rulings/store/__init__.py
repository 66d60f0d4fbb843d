"""The store: what must never be lost. Rulings of servers, games, settings, questions, the audit trail.

    store = await Store.open(url)
    await store.rulings.create(Scope.server(1), "slug", content, author=2)
    await store.close()

Every method that changes something returns after its commit. Every query takes a `Scope` and sees only what is in it.
Importing this package costs SQLAlchemy's import: answering a question must not do it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from rulings.store.audit import Audit, AuditEntry
from rulings.store.engine import Database
from rulings.store.errors import Conflict, NotActive, NotFound, PlaceTaken, StoreError, StoreUnavailable
from rulings.store.game_records import Game, GameStatus, JournalRow, LoadedGame, Seat
from rulings.store.games import Games
from rulings.store.hidden import HiddenText, HiddenTexts
from rulings.store.languages import Languages
from rulings.store.messages import PrivateMessage, PrivateMessages
from rulings.store.migrate import migrate
from rulings.store.news import Editions, News, Seen, Told
from rulings.store.posted import PostedAnswer, PostedAnswers, Watcher
from rulings.store.privacy import Forgotten, Privacy
from rulings.store.questions import AnswerFeedback, Feedback, Questions, UnansweredQuestion
from rulings.store.repository import Clock, JsonObject
from rulings.store.rulings import Published, Revision, Rulings, Status, Step, StoredRuling
from rulings.store.scope import Scope
from rulings.store.settings import ServerSettings, Settings
from rulings.store.versions import Versions
from rulings.store.words import Words

__all__ = [
    "AnswerFeedback",
    "Audit",
    "AuditEntry",
    "Clock",
    "Conflict",
    "Editions",
    "Feedback",
    "Forgotten",
    "Game",
    "GameStatus",
    "Games",
    "HiddenText",
    "HiddenTexts",
    "JournalRow",
    "JsonObject",
    "Languages",
    "LoadedGame",
    "News",
    "NotActive",
    "NotFound",
    "PlaceTaken",
    "PostedAnswer",
    "PostedAnswers",
    "PrivateMessage",
    "PrivateMessages",
    "Published",
    "Questions",
    "Revision",
    "Rulings",
    "Scope",
    "Seat",
    "Seen",
    "ServerSettings",
    "Settings",
    "Status",
    "Step",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "StoredRuling",
    "Told",
    "UnansweredQuestion",
    "Watcher",
]


def _now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The open store, one repository a subject. Make it with `Store.open`, and close it.

    Attributes:
        rulings: moderators' rulings and their revisions.
        games: game sessions, journals, seats.
        messages: which private message belongs to which seat.
        settings: what each server has set.
        questions: questions that had no answer.
        feedback: what people say about answers.
        posted: answers posted to channels, judges' marks, who wants to hear of changes.
        editions: the editions of the rules that were met.
        news: what syncs brought, for moderators.
        audit: who did what.
        words: what each scope's players call things.
        hidden: official texts that a scope doesn't use.
        languages: in which language people and servers were met last.
        privacy: what concerns one person, in every scope.
    """

    def __init__(self, database: Database, clock: Clock = _now) -> None:
        self._database = database
        versions = Versions(database, clock)
        self.rulings = Rulings(database, clock, versions)
        self.games = Games(database, clock)
        self.messages = PrivateMessages(database, clock)
        self.settings = Settings(database, clock)
        self.questions = Questions(database, clock)
        self.feedback = AnswerFeedback(database, clock)
        self.posted = PostedAnswers(database, clock)
        self.editions = Editions(database, clock)
        self.news = News(database, clock)
        self.audit = Audit(database, clock)
        self.words = Words(database, clock)
        self.hidden = HiddenTexts(database, clock, versions)
        self.languages = Languages(database, clock)
        self.privacy = Privacy(database, clock)

    @classmethod
    async def open(cls, url: str, *, clock: Clock = _now) -> Store:
        """Open the database of an SQLAlchemy URL and bring it to the newest schema.

        Args:
            url: `sqlite+aiosqlite:////folder/file.db`; the folder and the file are made if they aren't there.
            clock: gives the present moment.

        Raises:
            StoreUnavailable: it can't be opened or migrated; the message says why and what to do.
        """
        database = await Database.connect(url)
        try:
            await database.finish(migrate(database))
        except BaseException:
            await database.close()
            raise
        return cls(database, clock)

    async def close(self) -> None:
        """Close every connection. Without it the process may not end."""
        await self._database.close()
