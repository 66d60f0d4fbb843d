"""Alembic's entry: migrates the connection that `rulings.store.migrate` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

from rulings.store.schema import metadata


def _run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:
        raise SystemExit("the store migrates itself when it is opened; there is nothing to run by hand")
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


_run()
