"""Settings of servers: the judges' roles, and the language of public posts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the two columns; servers that have settings already get the defaults."""
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("judge_roles", sa.JSON(), nullable=True))
        servers.add_column(sa.Column("language", sa.String(length=8), nullable=True))
    op.execute("UPDATE servers SET judge_roles = '[]', language = ''")
    with op.batch_alter_table("servers") as servers:
        servers.alter_column("judge_roles", existing_type=sa.JSON(), nullable=False)
        servers.alter_column("language", existing_type=sa.String(length=8), nullable=False)
