"""Who sits at a table, where its board and its private messages are: the part of a table that is no game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.i18n import _
from bot.services.table_types import Refusal, Seat
from bot.telling import told
from rulings.store import Conflict, NotActive, Store
from rulings.store import Game as Record
from rulings.store import Seat as SeatRecord
from rulings.store.scope import Scope
from simulator.sentences import say

#: Purpose of the private message that lists what a person may look at.
_LETTER = "look"
#: Why a table takes no more actions.
ENDED = say("it has ended.")
#: Closed because nobody played on: what is hidden stays so.
IDLE = say("nobody played on for a day. Its scenario file is kept.")
#: Closed because somebody else needed the room.
LEFT = say("nobody played on, and others wanted to start a table here.")
FROZEN = say(
    "it is frozen. This version of the simulator plays its actions differently than they were played then, so it can't "
    "go on. Nothing of it is lost."
)
WON = say("the game is over.")


class Seating:
    """Seats, board and private messages of a table.

    Args:
        store: where it is kept.
        record: the game as the store lists it.
        seats: its seats.
    """

    def __init__(self, store: Store, record: Record, seats: Sequence[Seat]) -> None:
        self._store = store
        self._record = record
        self._seats = tuple(seats)
        self._lock = asyncio.Lock()
        #: costs aren't paid: one person plays both sides
        self._free_mana = False

    @property
    def id(self) -> str:
        """Random, public."""
        return self._record.id

    @property
    def scope(self) -> Scope:
        """Whose it is."""
        return self._record.scope

    @property
    def host(self) -> int:
        """Who started it."""
        return self._record.host

    @property
    def channel_id(self) -> int | None:
        """Where its board stands."""
        return self._record.channel_id

    @property
    def message_id(self) -> int | None:
        """The board's message."""
        return self._record.message_id

    @property
    def seats(self) -> Sequence[Seat]:
        """In turn order."""
        return self._seats

    def players_of(self, user_id: int) -> list[str]:
        """The players whose confirmed seats a person has."""
        return [seat.player for seat in self._seats if seat.user_id == user_id and seat.confirmed]

    def empty(self) -> list[str]:
        """The players whose seats nobody has, those that are kept for somebody included."""
        return [seat.player for seat in self._seats if not seat.confirmed]

    # --- seats --------------------------------------------------------------------------------------------------------

    async def invite(self, player: str, user_id: int) -> None:
        """Keep a free seat for a person."""
        await self._take(player, user_id, confirmed=False)

    async def sit(self, player: str, user_id: int) -> None:
        """Confirm a person's seat.

        Raises:
            Refusal: somebody else has it, the game is over, they know what this seat's opponents hide, or mana is free
                and somebody else plays here too.
        """
        await self._take(player, user_id, confirmed=True)

    async def _take(self, player: str, user_id: int, *, confirmed: bool) -> None:
        async with self._lock:
            await self._need_no_spy(player, user_id)
            if self._free_mana and any(
                seat.player != player and seat.user_id not in (None, user_id) for seat in self._seats
            ):
                text = _(
                    "Mana is free at this table, so one person plays all its seats. For two, start another one: "
                    "`/sim start` with an opponent."
                )
                raise Refusal(text)
            try:
                await self._store.games.take_seat(self.scope, self.id, player, user_id, confirmed=confirmed)
            except Conflict:
                raise Refusal(_("The seat of {player} is taken.").format(player=player)) from None
            except NotActive:
                raise await self._over_now() from None
            await self._read_seats()

    async def _need_no_spy(self, player: str, user_id: int) -> None:
        """Nobody who plays one side gets to see the cards that another person hid on the other side."""
        sat = await self._store.games.sitters(self.scope, self.id)
        elsewhere = any(user_id in people for seat, people in sat.items() if seat != player)
        if elsewhere and sat.get(player, frozenset()) - {user_id}:
            text = _("You know another side's cards: the seat of {player} is for somebody new.")
            raise Refusal(text.format(player=player))

    async def free_seat(self, player: str, *, actor: int) -> None:
        """Make a seat free again: its person leaves, or an invitation is taken back.

        Raises:
            Refusal: it is free, there is none, or the game is over.
        """
        async with self._lock:
            if all(seat.player != player or seat.user_id is None for seat in self._seats):
                raise Refusal(_("There is nobody in a seat of {player}.").format(player=player))
            try:
                await self._store.games.free_seat(self.scope, self.id, player, actor=actor)
            except NotActive:
                raise await self._over_now() from None
            await self._read_seats()

    async def _over_now(self) -> Refusal:
        """What is said at a table that was closed elsewhere meanwhile."""
        self._record = await self._store.games.get(self.scope, self.id)
        return Refusal(_("This table takes no more actions: {why}").format(why=told(reason_of(self._record))))

    async def _read_seats(self) -> None:
        found = await self._store.games.seats(self.scope, self.id)
        self._seats = in_order(found, [seat.player for seat in self._seats])

    # --- messages -----------------------------------------------------------------------------------------------------

    async def place(self, channel_id: int, message_id: int) -> None:
        """Remember where the board stands."""
        self._record = await self._store.games.place(self.scope, self.id, channel_id=channel_id, message_id=message_id)

    async def letter(self, user_id: int) -> tuple[int, int] | None:
        """Channel and message of the private message that is kept up to date for a person; None if there is none."""
        for player in self.players_of(user_id):
            sent = await self._store.messages.of_seat(self.scope, self.id, player, user_id=user_id, purpose=_LETTER)
            if sent:
                return sent[0].channel_id, sent[0].message_id
        return None

    async def keep_letter(self, user_id: int, channel_id: int, message_id: int) -> None:
        """From now on this private message is the one that is kept up to date."""
        before = await self.letter(user_id)
        if before == (channel_id, message_id):
            return
        await self._store.messages.remember(
            self.scope,
            self.id,
            self.players_of(user_id)[0],
            user_id=user_id,
            channel_id=channel_id,
            message_id=message_id,
            purpose=_LETTER,
        )
        if before is not None:
            await self._store.messages.forget(before[1], user_id=user_id)

    async def drop_letter(self, user_id: int, message_id: int) -> None:
        """That private message is gone."""
        await self._store.messages.forget(message_id, user_id=user_id)


def in_order(seats: Sequence[SeatRecord], players: Sequence[str]) -> tuple[Seat, ...]:
    """The store's seats in turn order."""
    found = {seat.name: Seat(seat.name, seat.user_id, seat.confirmed) for seat in seats}
    return tuple(found[player] for player in players)


def reason_of(record: Record) -> str:
    """Why a table takes no more actions, as it was said: the store keeps it in English."""
    return next((each for each in (ENDED, IDLE, LEFT, FROZEN, WON) if each == record.reason), record.reason or ENDED)
