"""The store's tables as of the newest migration. `migrations/versions` makes them; a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator

#: The newest revision under migrations/versions.
HEAD = "0009"

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """An aware moment in time, kept in UTC (SQLite has no time zones)."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """To UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("the store takes moments with a time zone only")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """From UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite numbers rows by itself for INTEGER alone; Discord's ids need 64 bits elsewhere.
_Serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_Snowflake = sa.BigInteger()
_Key = sa.String(32)  # Scope.key


def _one_of(column: str, *values: str) -> sa.CheckConstraint:
    quoted = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({quoted})", name=column)


servers = sa.Table(
    "servers",
    metadata,
    sa.Column("scope", _Key, primary_key=True),
    sa.Column("moderator_roles", sa.JSON, nullable=False),
    sa.Column("four_eyes", sa.Boolean, nullable=False),
    sa.Column("public_channels", sa.JSON, nullable=False),
    sa.Column("moderator_channel", _Snowflake),
    sa.Column("judge_roles", sa.JSON, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    # Counts changes to the published rulings, so that a search index can be kept until they change.
    sa.Column("rulings_version", sa.Integer, nullable=False),
)

rulings = sa.Table(
    "rulings",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("slug", sa.String(100), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("content_by", _Snowflake, nullable=False),
    # A change to a published ruling that waits for review: the ruling stays in service as it was until then.
    sa.Column("pending", sa.JSON(none_as_null=True)),
    sa.Column("pending_by", _Snowflake),
    sa.Column("replaces", sa.String(100)),
    sa.Column("author", _Snowflake, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    sa.UniqueConstraint("scope", "slug"),
    sa.Index("ix_rulings_scope_status", "scope", "status"),
    # At most one ruling in service stands in for a shipped one.
    sa.Index(
        "ux_rulings_scope_replaces",
        "scope",
        "replaces",
        unique=True,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    ),
    _one_of("status", "proposed", "published", "retired", "rejected"),
    sqlite_autoincrement=True,
)

ruling_revisions = sa.Table(
    "ruling_revisions",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("ruling", _Serial, sa.ForeignKey("rulings.id"), nullable=False),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("action", sa.String(16), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("actor", _Snowflake, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.UniqueConstraint("ruling", "number"),
    sqlite_autoincrement=True,
)

questions = sa.Table(
    "questions",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("folded", sa.String(200), nullable=False),  # the same question in other letters counts as one
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("ruling_slug", sa.String(100)),
    sa.Column("first_at", Moment, nullable=False),
    sa.Column("last_at", Moment, nullable=False),
    sa.UniqueConstraint("scope", "folded"),
    sa.Index("ix_questions_scope_status_count", "scope", "status", "count"),
    _one_of("status", "open", "answered", "dismissed"),
    sqlite_autoincrement=True,
)

feedback = sa.Table(
    "feedback",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("user_id", _Snowflake, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("answer_source", sa.String(16), nullable=False),
    sa.Column("answer_id", sa.String(100), nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("link", sa.Text),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Index("ix_feedback_scope_status", "scope", "status"),
    _one_of("kind", "wrong", "helpful", "endorsed"),
    _one_of("status", "open", "closed"),
    sqlite_autoincrement=True,
)

#: What was posted from a private message, so that it is posted from there once. Who did so isn't kept.
posted_pages = sa.Table(
    "posted_pages",
    metadata,
    sa.Column("message_id", _Snowflake, primary_key=True, autoincrement=False),
    sa.Column("what", sa.String(100), primary_key=True),
    sa.Column("at", Moment, nullable=False),
)

posted_answers = sa.Table(
    "posted_answers",
    metadata,
    sa.Column("message_id", _Snowflake, primary_key=True, autoincrement=False),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("channel_id", _Snowflake, nullable=False),
    sa.Column("answer_id", sa.String(100), nullable=False),
    sa.Column("asker", _Snowflake),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("mark", sa.String(16), nullable=False),
    sa.Column("marked_by", _Snowflake),
    sa.Column("corrected_at", Moment),
    sa.Column("at", Moment, nullable=False),
    sa.Index("ix_posted_answers_scope", "scope"),
    _one_of("mark", "", "review", "endorsed"),
)

answer_watchers = sa.Table(
    "answer_watchers",
    metadata,
    sa.Column("scope", _Key, primary_key=True),
    sa.Column("answer_id", sa.String(100), primary_key=True),
    sa.Column("user_id", _Snowflake, primary_key=True, autoincrement=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Index("ix_answer_watchers_user_id", "user_id"),
)

# A server's own words for the search; who added one stands in the audit trail.
server_words = sa.Table(
    "server_words",
    metadata,
    sa.Column("scope", _Key, primary_key=True),
    sa.Column("word", sa.String(40), primary_key=True),
    sa.Column("meaning", sa.String(100), nullable=False),
    sa.Column("at", Moment, nullable=False),
)

# Official texts that a scope doesn't use; who hid one stands in the audit trail.
hidden_texts = sa.Table(
    "hidden_texts",
    metadata,
    sa.Column("scope", _Key, primary_key=True),
    sa.Column("text_id", sa.String(100), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)

# In which language a person (by their own scope) or a server was met last.
languages = sa.Table(
    "languages",
    metadata,
    sa.Column("scope", _Key, primary_key=True),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Index("ix_languages_at", "at"),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    # The header holds the seed: a secret while the game runs.
    sa.Column("header", sa.JSON, nullable=False),
    sa.Column("host", _Snowflake, nullable=False),
    sa.Column("channel_id", _Snowflake),
    sa.Column("message_id", _Snowflake),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    sa.Index("ix_games_scope_status", "scope", "status"),
    sa.Index("ix_games_status_updated_at", "status", "updated_at"),
    _one_of("status", "active", "finished", "frozen", "closed"),
)

game_rows = sa.Table(
    "game_rows",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(100)),
    sa.Column("action", sa.JSON, nullable=False),
    sa.Column("state_hash", sa.String(128), nullable=False),
    sa.Column("at", Moment, nullable=False),
)

game_seats = sa.Table(
    "game_seats",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.String(100), primary_key=True),
    sa.Column("user_id", _Snowflake),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Index("ix_game_seats_user_id", "user_id"),
)

private_messages = sa.Table(
    "private_messages",
    metadata,
    sa.Column("message_id", _Snowflake, primary_key=True, autoincrement=False),
    sa.Column("channel_id", _Snowflake, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("seat", sa.String(100), nullable=False),
    sa.Column("user_id", _Snowflake, nullable=False),
    sa.Column("purpose", sa.String(32), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.ForeignKeyConstraint(["game", "seat"], ["game_seats.game", "game_seats.seat"]),
    sa.Index("ix_private_messages_game_seat", "game", "seat"),
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("actor", _Snowflake),
    sa.Column("action", sa.String(48), nullable=False),
    sa.Column("subject", sa.String(100), nullable=False),
    sa.Column("detail", sa.JSON, nullable=False),
    sa.Index("ix_audit_scope_id", "scope", "id"),
    sqlite_autoincrement=True,
)

# Of all scopes: the numbers, hashes and headings of each edition of the rules that was ever synced. The reference data
# may be built anew without an older edition; a moderator's ruling that was written against it is compared all the same.
rules_editions = sa.Table(
    "rules_editions",
    metadata,
    sa.Column("edition", sa.String(10), primary_key=True),
    sa.Column("hashes", sa.JSON, nullable=False),
    sa.Column("headings", sa.JSON, nullable=False),
    sa.Column("at", Moment, nullable=False),
)

# One row: the reference data whose news were told last.
reference_seen = sa.Table(
    "reference_seen",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("edition", sa.String(10), nullable=False),
    sa.Column("cards", sa.LargeBinary, nullable=False),  # a digest of eight bytes for each card's name, sorted
    sa.Column("at", Moment, nullable=False),
)

news = sa.Table(
    "news",
    metadata,
    sa.Column("id", _Serial, primary_key=True, autoincrement=True),
    sa.Column("scope", _Key, nullable=False),
    sa.Column("content", sa.JSON, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Index("ix_news_status", "status"),
    _one_of("status", "waiting", "told"),
    sqlite_autoincrement=True,
)
