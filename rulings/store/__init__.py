"""The precious store: moderators' rulings with revisions, game journals, audit (SQLAlchemy, Alembic)."""
