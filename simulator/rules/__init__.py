"""The Comprehensive Rules: one module a chapter."""
