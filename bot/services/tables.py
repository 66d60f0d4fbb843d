"""Tables: games that people play with each other, kept in the store and held in memory while they are played.

    tables = TableService(store, pool)
    table = await tables.start(scope, host=1, seats={"Alice": (1, True), "Bob": (2, False)}, channel_id=3)
    outcome = await table.act(1, "Alice", "manifests Delver of Secrets")

No Discord here. The work of the simulator runs in a thread, one action a table at a time.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.i18n import _
from bot.services.scripts import Scripts
from bot.services.table_errors import refusal_of
from bot.services.table_game import begin
from bot.services.table_live import BEGUN, LiveTable
from bot.services.table_seating import LEFT, in_order
from bot.services.table_setup import PLAYERS, table_script
from bot.services.table_types import Refusal, ScriptResult
from rulings.store import Game as Record
from rulings.store import NotFound, Store
from rulings.store.scope import Scope
from simulator.errors import SimulatorError
from simulator.model.cards import CardPool

#: So many tables stay in memory; the others are replayed when somebody turns to them.
KEPT = 200
#: So many running tables a channel may have.
MAX_IN_CHANNEL = 20
#: So many running tables a server may have, and one person may host in it.
MAX_IN_SCOPE = 100
MAX_OF_HOST = 25
#: A table on which nobody played for so long is closed.
IDLE_AFTER = timedelta(hours=24)
#: Where there are too many, those that nobody played on for so long make room.
LEFT_AFTER = timedelta(days=2)


class TableService:
    """Games and scripts; see `bot.discord_app.ports.Tables`.

    Args:
        store: where games are kept.
        pool: where cards come from.
        kept: how many tables stay in memory.
    """

    def __init__(self, store: Store, pool: CardPool, *, kept: int = KEPT) -> None:
        self._store = store
        self._pool = pool
        self._keep = kept
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.scripts = Scripts(pool)

    async def start(
        self,
        scope: Scope,
        *,
        host: int,
        seats: Mapping[str, tuple[int | None, bool]],
        channel_id: int,
        cards: str = "",
        script: str | None = None,
        mana: str = "",
    ) -> LiveTable:
        """Start a game.

        Args:
            scope: whose game.
            host: who starts it.
            seats: players in turn order, each with the person and whether they are confirmed.
            channel_id: where its board will stand.
            cards: set-up lines for the host's own side; the rest are practice decks.
            script: a whole script that sets the game up instead.
            mana: `lands`, `free` or a pool; by default free where the host plays all seats, else `lands`.

        Raises:
            Refusal: it can't be set up, or there are too many tables.
        """
        await self._need_room(scope, channel_id, host)
        own = [player for player, (user, _) in seats.items() if user == host]
        alone = len(own) == len(seats)
        mana = mana or ("free" if alone else "lands")
        header = await self._dealt(tuple(seats), own, cards, mana, script)
        people = {player: user for player, (user, _) in seats.items()}
        record = await self._store.games.create(scope, header, host=host, seats=people, channel_id=channel_id)
        for player, (user, confirmed) in seats.items():
            if user is not None and confirmed:
                await self._store.games.take_seat(scope, record.id, player, user, confirmed=True)
        return await self._table(record)

    async def _dealt(
        self, players: Sequence[str], own: Sequence[str], cards: str, mana: str, script: str | None = None
    ) -> dict[str, Any]:
        """The header of a new game; it keeps what it was dealt by, so that it can be dealt again with another seat."""
        try:
            setup = table_script(players, own, cards, mana) if script is None else script
            header = await asyncio.to_thread(begin, self._pool, setup, secrets.token_bytes(32), own)
        except SimulatorError as error:
            raise refusal_of(error) from None
        if script is not None:
            return header
        # What is stated for all, and what a set-up line says of the host's own side.
        if len(own) < len(players) and any(seat["mana"] == "free" for seat in header["position"]["seats"]):
            raise Refusal(_("Between people mana is `lands` or a stated pool such as `{U}{U}{3}`."), rules=("118.3",))
        return {**header, "dealt": {"own": [*own], "cards": cards, "mana": mana}}

    async def open_seat(self, scope: Scope, table_id: str, *, actor: int) -> LiveTable:
        """Open one more seat at a table where nothing happened yet; the cards are dealt again.

        Raises:
            Refusal: the game has begun, it has four players, or the person isn't its host.
        """
        table = await self.get(scope, table_id)
        if actor != table.host:
            raise Refusal(_("Only the host of a table opens seats."))
        players = [seat.player for seat in table.seats]
        if len(players) >= len(PLAYERS):
            raise Refusal(_("A table has {count} seats at most.").format(count=len(PLAYERS)))
        dealt = (await self._store.games.load(scope, table_id)).header.get("dealt")
        if table.begun or dealt is None:
            raise Refusal(_(BEGUN))
        fresh = next(name for name in PLAYERS if name not in players)
        mana = "lands" if dealt["mana"] == "free" else dealt["mana"]
        header = await self._dealt([*players, fresh], dealt["own"], dealt["cards"], mana)
        header["dealt"]["times"] = dealt.get("times", 0) + 1
        await table.deal_again(header, fresh)
        return table

    async def close_idle(self, *, left_for: timedelta = IDLE_AFTER) -> Sequence[tuple[LiveTable, str]]:
        """Close the tables on which nobody played for so long; each with its script as a spectator sees it.

        What is hidden stays hidden: the script says `unknown`.
        """
        closed = []
        for record in await self._store.games.idle_since(datetime.now(UTC) - left_for):
            table = await self._table(record)
            if table.over:
                continue
            try:
                closed.append((table, await table.close()))
            except Refusal:
                continue
        return closed

    async def _need_room(self, scope: Scope, channel_id: int, host: int) -> None:
        """Close the tables of a channel that were left long ago, if it has too many.

        Raises:
            Refusal: it has too many all the same, or the server or the person has.
        """
        everywhere = await self._store.games.active(scope)
        if sum(record.host == host for record in everywhere) >= MAX_OF_HOST:
            text = _("You host {count} running tables here. End one of them first: `/sim end`.")
            raise Refusal(text.format(count=MAX_OF_HOST))
        if len(everywhere) >= MAX_IN_SCOPE:
            raise Refusal(_("There are too many running tables in this server. End one of them first: `/sim end`."))
        running = [record for record in everywhere if record.channel_id == channel_id]
        if len(running) < MAX_IN_CHANNEL:
            return
        left = [record for record in running if record.updated_at < datetime.now(UTC) - LEFT_AFTER]
        for record in left:
            await self._store.games.end(scope, record.id, "closed", reason=LEFT)
            self._tables.pop(record.id, None)
        if len(running) - len(left) >= MAX_IN_CHANNEL:
            raise Refusal(_("There are too many running tables here. End one of them first: `/sim end`."))

    async def get(self, scope: Scope, table_id: str) -> LiveTable:
        """A game of a scope by id, over or not.

        Raises:
            Refusal: the scope has none of that id.
        """
        known = self._tables.get(table_id)
        if known is not None and known.scope == scope:
            self._tables.move_to_end(table_id)
            await known.load()
            return known
        try:
            return await self._table(await self._store.games.get(scope, table_id))
        except NotFound:
            raise Refusal(_("There is no such table here.")) from None

    async def in_channel(self, scope: Scope, channel_id: int) -> Sequence[LiveTable]:
        """The running games whose boards stand in a channel, last played first."""
        found = await self._store.games.active(scope, channel_id=channel_id)
        return await self._running(sorted(found, key=lambda record: record.updated_at, reverse=True))

    async def of_person(self, user_id: int) -> Sequence[LiveTable]:
        """The running games in which a person has a seat, last played first, in whatever server."""
        found = {record.id: record for record, _ in await self._store.games.of_person(user_id)}
        return await self._running(list(found.values()))

    async def run_script(self, text: str) -> ScriptResult:
        """Play a script on its own.

        Raises:
            Refusal: it can't be read.
        """
        return await self.scripts.shown(text)

    async def _running(self, records: Sequence[Record]) -> list[LiveTable]:
        return [table for table in [await self._table(record) for record in records] if not table.over]

    async def _table(self, record: Record) -> LiveTable:
        table = self._tables.get(record.id)
        if table is None:
            kept = await self._store.games.load(record.scope, record.id)
            order = [str(seat["name"]) for seat in kept.header["position"]["seats"]]
            fresh = LiveTable(self._store, self._pool, record, in_order(kept.seats, order))
            # Somebody else may have been quicker while the store was read: there is one object a table.
            table = self._tables.setdefault(record.id, fresh)
        self._tables.move_to_end(record.id)
        await table.load()
        self._forget()
        return table

    def _forget(self) -> None:
        for table_id in list(self._tables):
            if len(self._tables) <= self._keep:
                return
            if not self._tables[table_id].busy:
                del self._tables[table_id]
