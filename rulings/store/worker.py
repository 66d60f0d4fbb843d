"""An event loop of the store's own, in a thread of its own.

A transaction is a chain of short errands; on the program's loop each would wait behind whatever else is ready there,
with the database's write lock held meanwhile: many busy people would make everybody's writing slow. Here the chain
runs off at once, and the program's loop hears of its end alone.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

_Result = TypeVar("_Result")


class Stopped(Exception):
    """The worker takes no more work."""


class Worker:
    """A thread with an event loop; it begins at once and runs until `stop`.

    Raises:
        OSError: the system gives no event loop (too many files are open).
        RuntimeError: it gives no thread.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._ending: concurrent.futures.Future[None] | None = None
        self._end = asyncio.Event()
        # Made here, where it can be said that it can't be.
        runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._loop = runner.get_loop()
        # A process that ends isn't held up by a store that nobody closed.
        self._thread = threading.Thread(target=self._serve, args=(runner,), name="store", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            runner.close()
            raise

    async def run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Run something on the worker's loop, to its end even if the task that waits for it is cancelled meanwhile.

        Raises:
            Stopped: the worker was stopped before.
        """
        if self._ending is not None:
            work.close()
            raise Stopped
        waiting = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self._kept(work), self._loop))
        waiting.add_done_callback(_heard)
        return await asyncio.shield(waiting)

    async def stop(self, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Let what runs come to its end, then do a last thing and end; stopping again waits for the same end.

        It comes to it even if whoever waits for that is cancelled meanwhile.
        """
        if self._ending is None:
            self._ending = asyncio.run_coroutine_threadsafe(self._finish(last), self._loop)
        waiting = asyncio.wrap_future(self._ending)
        waiting.add_done_callback(_heard)
        await asyncio.shield(waiting)
        self._thread.join()

    def _serve(self, runner: asyncio.Runner) -> None:
        with runner:
            runner.run(self._end.wait())

    async def _kept(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await task

    async def _finish(self, last: Callable[[], Awaitable[None]] | None) -> None:
        try:
            while self._running:
                await asyncio.wait(self._running)
            if last is not None:
                await last()
        finally:
            self._end.set()


def _heard(done: asyncio.Future[Any]) -> None:
    if not done.cancelled():
        done.exception()  # nobody may be left to hear of it
