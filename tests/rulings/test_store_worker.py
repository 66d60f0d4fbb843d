"""The store's own event loop: what was begun ends, and the program's loop isn't needed for it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from rulings.store import Scope, Store, StoreUnavailable
from rulings.store.worker import Stopped, Worker

HERE = Scope.server(1)


async def test_work_is_done_off_the_loop_that_waits_for_it() -> None:
    worker = Worker()

    async def where() -> str:
        return threading.current_thread().name

    assert await worker.run(where()) != threading.current_thread().name
    await worker.stop()


async def test_what_is_cancelled_meanwhile_ends_all_the_same_and_stopping_waits_for_it() -> None:
    worker, go, ended = Worker(), threading.Event(), []

    async def slow() -> None:
        await asyncio.to_thread(go.wait)
        ended.append("slow")

    async def last() -> None:
        ended.append("last")

    waiting = asyncio.create_task(worker.run(slow()))
    await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert ended == []
    stopping = asyncio.create_task(worker.stop(last))
    await asyncio.sleep(0.01)
    go.set()
    await stopping
    assert ended == ["slow", "last"]


async def test_who_stops_waiting_for_the_stop_cuts_nothing_off_and_stopping_again_waits_for_it() -> None:
    worker, go, ended = Worker(), threading.Event(), []

    async def slow() -> None:
        await asyncio.to_thread(go.wait)
        ended.append("slow")

    async def last() -> None:
        ended.append("last")

    working = asyncio.create_task(worker.run(slow()))
    await asyncio.sleep(0.01)
    stopping = asyncio.create_task(worker.stop(last))
    await asyncio.sleep(0.01)
    stopping.cancel()
    threading.Timer(0.1, go.set).start()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    await worker.stop()
    assert ended == ["slow", "last"]
    await working


async def test_a_stopped_worker_takes_nothing_and_stops_again() -> None:
    worker = Worker()
    await worker.stop()
    await worker.stop()
    with pytest.raises(Stopped):
        await worker.run(asyncio.sleep(0))


async def test_an_error_reaches_whoever_waits() -> None:
    worker = Worker()

    async def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        await worker.run(wrong())
    await worker.stop()


async def test_writing_goes_on_while_the_program_s_loop_is_busy(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    other = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    writing = asyncio.create_task(store.questions.record(HERE, "what is a store?"))
    await asyncio.sleep(0)

    def asked() -> int:
        return len(asyncio.run(listed()))

    async def listed() -> list[object]:
        return list(await other.questions.most_asked(HERE))

    # This loop does nothing else from here on: the question is written without it.
    found: list[int] = []

    def look() -> None:
        while not (count := asked()):
            pass
        found.append(count)

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(20)
    assert found == [1]
    await writing
    await store.close()
    await other.close()


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.mark.parametrize("turns", range(6))
async def test_who_stops_waiting_for_a_store_to_open_leaves_nothing_open(tmp_path: Path, turns: int) -> None:
    opening = asyncio.create_task(Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"))
    for _turn in range(turns):
        await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    # The last connection that is closed takes the log with it.
    assert names_in(tmp_path) <= {"store.db"}


async def test_where_the_system_gives_no_event_loop_the_store_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> asyncio.AbstractEventLoop:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(asyncio, "new_event_loop", refused)
    with pytest.raises(StoreUnavailable, match=r"store\.db can't be opened.*Too many open files"):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.settings.get(HERE)
