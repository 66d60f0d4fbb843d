"""Answers that were posted to a channel, and who wants to hear when an answer changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "posted_answers",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("answer_id", sa.String(length=100), nullable=False),
        sa.Column("asker", sa.BigInteger(), nullable=True),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("marked_by", sa.BigInteger(), nullable=True),
        sa.Column("corrected_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("mark IN ('', 'review', 'endorsed')", name=op.f("ck_posted_answers_mark")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_posted_answers")),
    )
    op.create_index("ix_posted_answers_scope", "posted_answers", ["scope"], unique=False)
    op.create_table(
        "answer_watchers",
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("answer_id", sa.String(length=100), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", "answer_id", "user_id", name=op.f("pk_answer_watchers")),
    )
    op.create_index("ix_answer_watchers_user_id", "answer_watchers", ["user_id"], unique=False)
