"""The store's migrations, run by `rulings.store.migrate` when the store is opened.

A new one is written against `schema.py`: a module under `versions`, `schema.HEAD` set to its revision.
"""
