"""Puts the stand-ins and invented files where tests can import them, and opens stores."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rulings.store import Store

sys.path.insert(0, str(Path(__file__).parent.parent / "standin"))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A new store in a file of its own."""
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield opened
    await opened.close()
