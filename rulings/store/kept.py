"""What is read with nearly every question or command, kept for a moment for each scope."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from rulings.store.scope import Scope

#: Seconds for which something is kept, and of how many scopes.
_KEPT_SECONDS = 3.0
_KEPT_SCOPES = 4096

T = TypeVar("T")


class Kept(Generic[T]):
    """One thing of each scope. What this process changes is seen at once, what another one changes in a few seconds."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Scope, tuple[float, T]] = OrderedDict()
        self._changes = 0
        # What was changed is said by the store's thread.
        self._lock = threading.Lock()

    async def get(self, scope: Scope, read: Callable[[Scope], Awaitable[T]]) -> T:
        """What is kept of a scope, or what `read` gives now."""
        kept = self._kept.get(scope)
        if kept is not None and time.monotonic() < kept[0]:
            return kept[1]
        changes = self._changes
        found = await read(scope)
        with self._lock:
            # What was changed while this was read may be newer than it.
            if self._changes == changes:
                self._kept[scope] = (time.monotonic() + _KEPT_SECONDS, found)
                self._kept.move_to_end(scope)
                while len(self._kept) > _KEPT_SCOPES:
                    self._kept.popitem(last=False)
        return found

    def changed(self, scope: Scope) -> None:
        """A change was committed: the next `get` reads again."""
        with self._lock:
            self._changes += 1
            self._kept.pop(scope, None)
