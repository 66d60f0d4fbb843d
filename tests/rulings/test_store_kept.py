"""What is kept for a moment: read once, and never older than a change of this process."""

from __future__ import annotations

import asyncio

from rulings.store import Scope
from rulings.store.kept import Kept

HERE, THERE = Scope.server(1), Scope.server(2)


async def test_it_is_read_once_for_each_scope_until_it_is_changed() -> None:
    kept: Kept[str] = Kept()
    reads: list[Scope] = []

    async def read(scope: Scope) -> str:
        reads.append(scope)
        return f"{scope.key}, reading {len(reads)}"

    assert [await kept.get(scope, read) for scope in (HERE, THERE, HERE)] == [
        "server:1, reading 1",
        "server:2, reading 2",
        "server:1, reading 1",
    ]
    kept.changed(HERE)
    assert [await kept.get(scope, read) for scope in (HERE, THERE)] == ["server:1, reading 3", "server:2, reading 2"]


async def test_what_is_changed_while_it_is_first_read_is_seen_at_once() -> None:
    kept: Kept[str] = Kept()
    says, go_on = "old", asyncio.Event()

    async def read(_scope: Scope) -> str:
        found = says
        await go_on.wait()
        return found

    reading = asyncio.create_task(kept.get(HERE, read))
    await asyncio.sleep(0)
    says = "new"
    kept.changed(HERE)
    go_on.set()
    await reading
    assert await kept.get(HERE, read) == "new"
