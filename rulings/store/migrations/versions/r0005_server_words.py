"""A server's own words for the search."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "server_words",
        sa.Column("scope", sa.String(length=32), nullable=False),
        sa.Column("word", sa.String(length=40), nullable=False),
        sa.Column("meaning", sa.String(length=100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", "word", name=op.f("pk_server_words")),
    )
