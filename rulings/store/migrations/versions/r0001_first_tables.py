"""The first tables: servers, rulings with revisions, questions, feedback, games with journals, audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

#: What is written once and never changed: the columns that say what happened. Who did it may be made anonymous later.
_APPEND_ONLY = {
    "ruling_revisions": ("id", "ruling", "scope", "number", "action", "status", "content", "comment", "at"),
    "game_rows": ("game", "seq", "seat", "action", "state_hash", "at"),
    "audit": ("id", "scope", "at", "action", "subject", "detail"),
}


def upgrade() -> None:
    """Make the tables, and the triggers that keep the append-only ones so."""
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(length=48), nullable=False),
        sa.Column("subject", sa.String(length=100), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_scope_id", "audit", ["scope", "id"], unique=False)
    op.create_table(
        "feedback",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("answer_source", sa.String(length=16), nullable=False),
        sa.Column("answer_id", sa.String(length=100), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('wrong', 'helpful', 'endorsed')", name=op.f("ck_feedback_kind")),
        sa.CheckConstraint("status IN ('open', 'closed')", name=op.f("ck_feedback_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feedback")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_feedback_scope_status", "feedback", ["scope", "status"], unique=False)
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("header", sa.JSON(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('active', 'finished', 'frozen', 'closed')", name=op.f("ck_games_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_scope_status", "games", ["scope", "status"], unique=False)
    op.create_index("ix_games_status_updated_at", "games", ["status", "updated_at"], unique=False)
    op.create_table(
        "questions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("folded", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("ruling_slug", sa.String(length=100), nullable=True),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('open', 'answered', 'dismissed')", name=op.f("ck_questions_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
        sa.UniqueConstraint("scope", "folded", name=op.f("uq_questions_scope_folded")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_questions_scope_status_count", "questions", ["scope", "status", "count"], unique=False)
    op.create_table(
        "rulings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("slug", sa.String(length=100), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("content_by", sa.BigInteger(), nullable=False),
        sa.Column("pending", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("pending_by", sa.BigInteger(), nullable=True),
        sa.Column("replaces", sa.String(length=100), nullable=True),
        sa.Column("author", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('proposed', 'published', 'retired', 'rejected')", name=op.f("ck_rulings_status")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rulings")),
        sa.UniqueConstraint("scope", "slug", name=op.f("uq_rulings_scope_slug")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rulings_scope_status", "rulings", ["scope", "status"], unique=False)
    op.create_index(
        "ux_rulings_scope_replaces",
        "rulings",
        ["scope", "replaces"],
        unique=True,
        sqlite_where=sa.text("status = 'published'"),
        postgresql_where=sa.text("status = 'published'"),
    )
    op.create_table(
        "servers",
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("moderator_roles", sa.JSON(), nullable=False),
        sa.Column("four_eyes", sa.Boolean(), nullable=False),
        sa.Column("public_channels", sa.JSON(), nullable=False),
        sa.Column("moderator_channel", sa.BigInteger(), nullable=True),
        sa.Column("rulings_version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_servers")),
    )
    op.create_table(
        "game_rows",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(length=100), nullable=True),
        sa.Column("action", sa.JSON(), nullable=False),
        sa.Column("state_hash", sa.String(length=128), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_rows_game_games")),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_game_rows")),
    )
    op.create_table(
        "game_seats",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=100), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_seats_game_games")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_game_seats")),
    )
    op.create_index("ix_game_seats_user_id", "game_seats", ["user_id"], unique=False)
    op.create_table(
        "ruling_revisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("ruling", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("actor", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["ruling"], ["rulings.id"], name=op.f("fk_ruling_revisions_ruling_rulings")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling_revisions")),
        sa.UniqueConstraint("ruling", "number", name=op.f("uq_ruling_revisions_ruling_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "private_messages",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=100), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.String(length=32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game", "seat"],
            ["game_seats.game", "game_seats.seat"],
            name=op.f("fk_private_messages_game_seat_game_seats"),
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_private_messages")),
    )
    op.create_index("ix_private_messages_game_seat", "private_messages", ["game", "seat"], unique=False)
    if op.get_bind().dialect.name == "sqlite":
        for table, columns in _APPEND_ONLY.items():
            op.execute(
                f"CREATE TRIGGER {table}_keep BEFORE UPDATE OF {', '.join(columns)} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
            op.execute(
                f"CREATE TRIGGER {table}_stay BEFORE DELETE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
