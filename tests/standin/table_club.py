"""Tables for tests: a store, the service over it, a known set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.services.card_pool import load_pool
from bot.services.table_live import LiveTable
from bot.services.table_types import Outcome
from bot.services.tables import TableService
from rulings.store import Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
ALICE, BOB, CAROL = 1, 2, 3
CHANNEL = 77
SECRET = "Delver of Secrets"
SEATS = {"Alice": (ALICE, True), "Bob": (BOB, True)}
BOTH = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
SETUP = """players: Alice, Bob
Alice hand: Willbender, Shock, Island
Alice library: Serra Angel, Elvish Visionary, Forest, Island
Bob hand: Grizzly Bears, Shock
Bob library: Hill Giant, Forest, Island, Mountain
"""


@dataclass
class Club:
    """A store and the service over it."""

    store: Store
    tables: TableService

    async def table(self, setup: str = SETUP, seats: Any = SEATS) -> LiveTable:
        return await self.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, script=setup)

    async def resolve(self, table: LiveTable) -> None:
        """Everybody passes, and the top of the stack resolves."""
        for user in (ALICE, BOB):
            await table.pass_priority(user)

    async def restarted(self, table: LiveTable) -> LiveTable:
        """The table as another process finds it."""
        self.tables = TableService(self.store, load_pool())
        return await self.tables.get(HERE, table.id)


def words(outcome: Outcome) -> str:
    return "\n".join(event.text for event in outcome.events)


def cards(table: LiveTable, user: int) -> dict[str, str]:
    return {handle: name for seen in table.looks(user) for handle, name, _ in seen.cards}
