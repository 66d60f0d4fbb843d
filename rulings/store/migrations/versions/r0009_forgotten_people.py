"""Append-only tables let a person be forgotten: the private scope that is their number, and a text that names them."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

#: Table -> the columns that stay as they are, and one that changes only so that it names nobody any more.
_KEPT = {
    "ruling_revisions": (
        ("id", "ruling", "scope", "number", "action", "status", "content", "at"),
        "comment",
        "instr(NEW.comment, '<@0>') = 0",
    ),
    "audit": (("id", "at", "action", "subject", "detail"), "scope", "NEW.scope <> 'direct:0'"),
}


def upgrade() -> None:
    """Make the triggers anew."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for table, (columns, other, wrong) in _KEPT.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        op.execute(f"DROP TRIGGER {table}_keep")
        op.execute(f"CREATE TRIGGER {table}_keep BEFORE UPDATE OF {', '.join(columns)} ON {table} {refuse}")
        op.execute(f"CREATE TRIGGER {table}_keep_{other} BEFORE UPDATE OF {other} ON {table} WHEN {wrong} {refuse}")
