"""The curated rulings database: search, card names, reference data and the store."""

#: The edition of the Comprehensive Rules that shipped rulings are written against (ISO date).
CR_EDITION = "2026-04-17"
