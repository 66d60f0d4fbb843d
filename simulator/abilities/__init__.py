"""Abilities as data: the tree of effect primitives, keywords, and its wording."""
