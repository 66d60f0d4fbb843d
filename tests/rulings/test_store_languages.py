"""In which language people and servers were met last, in the store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from rulings.store import Scope, Store

ANN, CLUB = Scope.direct(7), Scope.server(7)


async def test_a_person_and_a_server_of_one_number_are_two_and_a_change_counts(store: Store) -> None:
    await store.languages.note({ANN: "es", CLUB: "en"})
    await store.languages.note({ANN: "fr"})
    await store.languages.note({})
    assert await store.languages.known(10) == {ANN: "fr", CLUB: "en"}


async def test_many_are_kept_at_once_and_the_last_noted_are_known(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}", clock=lambda: now)
    await store.languages.note({Scope.direct(number): "es" for number in range(1000)})
    now += timedelta(days=1)
    await store.languages.note({Scope.direct(3): "es", Scope.direct(5): "fr", CLUB: "es"})
    await store.close()
    again = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    assert len(await again.languages.known(5000)) == 1001
    assert await again.languages.known(2) == {Scope.direct(5): "fr", CLUB: "es"}
    await again.close()
