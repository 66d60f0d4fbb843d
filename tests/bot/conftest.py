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


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Any]:
    """The app with toy services.

    At the end Discord has refused nothing, nobody was pinged, every answer came, and no hidden card was in anything
    that somebody else could see.
    """
    from app_world import World
    from discord_standin.server import StandIn
    from fake_services import FakeAsking, FakeTables

    from rulings.store import Store

    async with StandIn() as standin:
        alice, bob, carol, mod = (standin.add_user(name) for name in ("Alice", "Bob", "Carol", "Mod"))
        guild = standin.add_guild("Club", alice, bob, carol, moderators=(mod,))
        store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
        try:
            world = World(
                standin,
                FakeAsking(),
                FakeTables(),
                store,
                tmp_path,
                alice,
                bob,
                carol,
                mod,
                guild,
                standin.general(guild),
            )
            yield world
            world.check_secrets()
            assert standin.refused == []
            assert [ping for each in standin.messages.values() if each.author.bot for ping in each.pings] == []
            assert all(each.acknowledged is not None for each in standin.interactions)
        finally:
            await store.close()


@pytest.fixture(params=["group", "server"])
async def afar(request: pytest.FixtureRequest, world: Any) -> AsyncIterator[Any]:
    """People at real tables where the app is no member: in a group chat, and in a server that they brought it to."""
    from afar_tables import Afar

    from bot.services.card_pool import load_pool
    from bot.services.tables import TableService

    world.tables = TableService(world.store, load_pool())
    played = Afar(world, request.param)
    yield played
    played.within_limits()
