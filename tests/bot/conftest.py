"""Fixtures for tests of the Discord app: the stand-in for Discord, people, and the running app."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "standin"))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Any]:
    """Tables over a fresh store."""
    from table_club import Club

    from bot.services.card_pool import load_pool
    from bot.services.tables import TableService
    from rulings.store import Store

    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield Club(store, TableService(store, load_pool()))
    await store.close()
