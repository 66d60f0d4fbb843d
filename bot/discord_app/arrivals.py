"""What arrives is taken once, and not more of it than one person or one server may send.

The gateway may deliver an interaction twice (after a resume): the second time nothing happens. The limits are far above
what people do with their hands; they keep one person's script from taking the bot away from everybody else.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from discord import app_commands

from bot.discord_app.ports import Refusal
from bot.i18n import _


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: int
    a_second: float


#: Commands, presses and forms of one person; of everybody in one server.
PERSON, SERVER = Rate(30, 1.5), Rate(300, 30)
#: Pieces of work (searches, games, scripts) that may run at the same time for one person, and in one server.
PERSON_WORK, SERVER_WORK = 3, 20
_KEPT = 8192


class TooFast(app_commands.CheckFailure):
    """More arrived than is taken.

    Attributes:
        retry_after: seconds until the next one is taken.
    """

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"try again in {retry_after:.0f} seconds")
        self.retry_after = retry_after


class Arrivals:
    """Counts what arrives. Everything is kept for the busiest or latest few thousand only.

    Args:
        person: the rate for one person.
        server: the rate for one server.
        clock: seconds that only grow.
    """

    def __init__(
        self, person: Rate = PERSON, server: Rate = SERVER, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rates = (person, server)
        self._clock = clock
        self._seen: OrderedDict[int, None] = OrderedDict()
        #: Who -> what they have left, and when that was.
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        self._working: Counter[Hashable] = Counter()

    def is_new(self, event_id: int) -> bool:
        """Whether an interaction or message comes for the first time; from now on it doesn't."""
        if event_id in self._seen:
            return False
        self._seen[event_id] = None
        while len(self._seen) > _KEPT:
            self._seen.popitem(last=False)
        return True

    def take(self, person: int, server: int | None) -> None:
        """Count one thing that a person does.

        Raises:
            TooFast: it is one too many, theirs or their server's; it isn't counted then.
        """
        now = self._clock()
        wanted = [(("person", person), self._rates[0])]
        if server is not None:
            wanted.append((("server", server), self._rates[1]))
        left = [self._now(key, rate, now) for key, rate in wanted]
        waits = [(1 - have) / rate.a_second for have, (_key, rate) in zip(left, wanted, strict=True) if have < 1]
        if waits:
            raise TooFast(max(waits))
        for have, (key, _rate) in zip(left, wanted, strict=True):
            self._left[key] = (have - 1, now)
            self._left.move_to_end(key)
        while len(self._left) > _KEPT:
            self._left.popitem(last=False)

    def _now(self, key: Hashable, rate: Rate, now: float) -> float:
        have, since = self._left.get(key, (float(rate.burst), now))
        return min(float(rate.burst), have + (now - since) * rate.a_second)

    @asynccontextmanager
    async def working(self, person: int, server: int | None) -> AsyncIterator[None]:
        """A piece of work for somebody.

        Raises:
            Refusal: so many of theirs, or of their server's, are running already.
        """
        if self._working[("person", person)] >= PERSON_WORK:
            raise Refusal(_("Your last commands are still running. Wait for one of them."))
        if server is not None and self._working[("server", server)] >= SERVER_WORK:
            raise Refusal(_("Much is going on in this server at the moment. Try again in a few seconds."))
        keys: list[Hashable] = [("person", person), *([("server", server)] if server is not None else [])]
        self._working.update(keys)
        try:
            yield
        finally:
            self._working.subtract(keys)
            for key in keys:
                if self._working[key] <= 0:
                    del self._working[key]
