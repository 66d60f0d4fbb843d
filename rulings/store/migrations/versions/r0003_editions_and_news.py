"""Editions of the rules that were met, and what each sync brought, for the servers' moderators."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "rules_editions",
        sa.Column("edition", sa.String(length=10), nullable=False),
        sa.Column("hashes", sa.JSON(), nullable=False),
        sa.Column("headings", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("edition", name=op.f("pk_rules_editions")),
    )
    op.create_table(
        "reference_seen",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("edition", sa.String(length=10), nullable=False),
        sa.Column("cards", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reference_seen")),
    )
    op.create_table(
        "news",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('waiting', 'told')", name=op.f("ck_news_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_news")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_news_status", "news", ["status"], unique=False)
