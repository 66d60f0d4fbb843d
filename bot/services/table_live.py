"""A table in service: one action at a time, written to the store before anybody hears that it happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.services import table_view as views
from bot.services.table_errors import refusal_of, refusal_of_step
from bot.services.table_game import TableGame
from bot.services.table_types import Board, EventLine, Explained, Look, Outcome, Refusal, Seat
from bot.services.table_why import explained
from rulings.store import Conflict, LoadedGame, NotActive, Store
from rulings.store import Game as Record
from rulings.store import Seat as SeatRecord
from rulings.store.scope import Scope
from simulator.errors import InvalidAction, SimulatorError
from simulator.game import Diverged
from simulator.model.cards import CardPool
from simulator.scenario.result import StepResult

ENDED = "it has ended."
NOT_SEATED = "You have no seat at this table."
_FROZEN = (
    "it is frozen. This version of the simulator plays its actions differently than they were played then, so it can't "
    "go on. Nothing of it is lost."
)
_WINS = "the game is over."


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is shown of a game as the store has it."""

    board: Board
    looks: dict[str, Look]


class LiveTable:
    """A running game; see `bot.discord_app.ports.Table`.

    Args:
        store: where it is kept.
        pool: where cards come from.
        record: the game as the store lists it.
        seats: its seats.
    """

    def __init__(self, store: Store, pool: CardPool, record: Record, seats: Sequence[Seat]) -> None:
        self._store = store
        self._pool = pool
        self._record = record
        self._seats = tuple(seats)
        self._lock = asyncio.Lock()
        self._play: TableGame | None = None
        self._shown: _Shown | None = None
        self._over = "" if record.status == "active" else record.reason or ENDED
        self._unplayable = record.status == "frozen"
        self._wishes: tuple[int, frozenset[int]] = (0, frozenset())

    # --- what it is ---------------------------------------------------------------------------------------------------

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
    def version(self) -> int:
        """How many rows its journal has."""
        return self._play.saved if self._play is not None else 0

    @property
    def over(self) -> str:
        """Why it takes no more actions, in words; empty while it goes on."""
        return self._over

    @property
    def seats(self) -> Sequence[Seat]:
        """In turn order."""
        return self._seats

    @property
    def busy(self) -> bool:
        """Whether an action is under way."""
        return self._lock.locked()

    def board(self) -> Board:
        """The game as a spectator sees it.

        Raises:
            Refusal: it can't be shown (any more).
        """
        if self._shown is None:
            raise Refusal(f"This table can't be shown: {self._over or 'it is being loaded.'}")
        wishing = [seat.player for seat in self._seats if seat.user_id in self._wishing() and seat.confirmed]
        if not wishing or self._over:
            return self._shown.board
        wish = f"{' and '.join(wishing)} would like to take the last step back: Undo agrees."
        return replace(self._shown.board, waiting_for=f"{self._shown.board.waiting_for} {wish}".strip())

    def looks(self, user_id: int) -> Sequence[Look]:
        """What a person may look at, one for each of their confirmed seats; nothing once the game is over."""
        if self._shown is None or self._over:
            return []
        return [self._shown.looks[player] for player in self._players(user_id)]

    def _players(self, user_id: int) -> list[str]:
        return [seat.player for seat in self._seats if seat.user_id == user_id and seat.confirmed]

    # --- seats and board ----------------------------------------------------------------------------------------------

    async def invite(self, player: str, user_id: int) -> None:
        """Keep a free seat for a person."""
        await self._take(player, user_id, confirmed=False)

    async def sit(self, player: str, user_id: int) -> None:
        """Confirm a person's seat.

        Raises:
            Refusal: somebody else has it, or the game is over.
        """
        await self._take(player, user_id, confirmed=True)

    async def _take(self, player: str, user_id: int, *, confirmed: bool) -> None:
        async with self._lock:
            try:
                await self._store.games.take_seat(self.scope, self.id, player, user_id, confirmed=confirmed)
            except Conflict:
                raise Refusal(f"The seat of {player} is taken.") from None
            except NotActive as error:
                raise Refusal(f"This table takes no more actions: {error}") from None
            found = await self._store.games.seats(self.scope, self.id)
            self._seats = in_order(found, [seat.player for seat in self._seats])

    async def place(self, channel_id: int, message_id: int) -> None:
        """Remember where the board stands."""
        self._record = await self._store.games.place(self.scope, self.id, channel_id=channel_id, message_id=message_id)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the game from the store and replay it, unless that was done.

        A replay that leads elsewhere freezes the game, for good: `over` says so.
        """
        async with self._lock:
            await self._loaded()

    async def _loaded(self) -> TableGame | None:
        if self._play is not None or self._unplayable:
            return self._play
        kept = await self._store.games.load(self.scope, self.id)
        try:
            self._play, self._shown = await asyncio.to_thread(self._replayed, kept)
        except Diverged:
            self._unplayable = True
            if not self._over:
                self._over = _FROZEN
                await self._store.games.end(self.scope, self.id, "frozen", reason=_FROZEN)
        except InvalidAction as error:
            # Written by another version: that one may still play it, so it stays as it is.
            self._unplayable = True
            self._over = self._over or str(error)
        return self._play

    def _replayed(self, kept: LoadedGame) -> tuple[TableGame, _Shown]:
        play = TableGame(self._pool, kept.header, kept.rows)
        return play, _shown(play, over=bool(self._over))

    async def act(self, user_id: int, player: str, step: str) -> Outcome:
        """Play a step for one of the person's seats.

        Raises:
            Refusal: not seated, not readable, illegal, ambiguous or unsupported.
        """
        if player not in self._players(user_id):
            raise Refusal(NOT_SEATED if not self._players(user_id) else f"{player} is not one of your seats.")
        return await self._change(user_id, lambda play: play.act(player, step))

    async def why(self, user_id: int, reference: str) -> Explained:
        """Why an object is what it is, as far as the person may know.

        Args:
            user_id: who asks; of several seats the one that controls the object is asked for.
            reference: `#1`, a name given with `as`, or a card's name.

        Raises:
            Refusal: not seated, or it names nothing (or several things) that their seats see.
        """
        players = self._players(user_id)
        if not players:
            raise Refusal(NOT_SEATED)
        async with self._lock:
            play = await self._loaded()
            self._need_running()
            assert play is not None  # noqa: S101 - a running table has been loaded
            return await asyncio.to_thread(explained, play, players, reference)

    async def next_turn(self, user_id: int) -> Outcome:
        """Go to the next player's precombat main phase, or as far as no decision needs an answer."""
        players = self._players(user_id)
        if not players:
            raise Refusal(NOT_SEATED)
        return await self._change(user_id, lambda play: play.act(players[0], "next turn"))

    async def undo(self, user_id: int) -> Outcome:
        """Take the last step back.

        Whoever took it may do so as long as nothing hidden became known by it; else everybody with a seat has to ask
        for it, and with the last one it is done.

        Raises:
            Refusal: there is nothing to take back.
        """
        players = self._players(user_id)
        if not players:
            raise Refusal(NOT_SEATED)
        wishes = self._wishing() | {user_id}
        missing = [s.player for s in self._seats if s.user_id not in wishes or not s.confirmed]
        try:
            outcome = await self._change(user_id, lambda play: _take_back(play, players, agreed=not missing))
        except _NeedsAll:
            self._wishes = (self.version, wishes)
            note = (
                "One player can't take that back: it was somebody else's step, or something hidden was seen or left to "
                f"chance since. It is done once {' and '.join(missing)} uses Undo too."
            )
            return Outcome((EventLine(f"{' and '.join(players)} would like to take the last step back"),), note)
        return replace(outcome, events=(EventLine("The last step is taken back"), *outcome.events))

    def _wishing(self) -> frozenset[int]:
        """Who would like to take the last step back."""
        version, wishes = self._wishes
        return wishes if version == self.version else frozenset()

    async def end(self, user_id: int) -> Outcome:
        """End the game; what is face down is revealed.

        CR 708.9: at the end of a game all face-down permanents and spells are revealed.

        Raises:
            Refusal: the person has no seat and isn't the host.
        """
        if not self._players(user_id) and user_id != self.host:
            raise Refusal(NOT_SEATED)
        async with self._lock:
            play = await self._loaded()
            self._need_running()
            assert play is not None  # noqa: S101 - a running table has been loaded
            revealed = views.revealed_at_the_end(play.game, play.players)
            self._record = await self._store.games.end(self.scope, self.id, "closed", reason=ENDED, actor=user_id)
            self._over = ENDED
            self._shown = _shown(play, over=True)
            return Outcome((*revealed, EventLine("The table has ended")))

    def _need_running(self) -> None:
        if self._over:
            raise Refusal(f"This table takes no more actions: {self._over}")

    async def _change(self, user_id: int, work: Callable[[TableGame], StepResult | None]) -> Outcome:
        """Do something to the game and write it down; nobody hears of it before.

        Raises:
            Refusal: it can't be done. What the attempt changed all the same (CR 733.1: an action that couldn't be
                completed is taken back) is written down too.
        """
        async with self._lock:
            play = await self._loaded()
            self._need_running()
            assert play is not None  # noqa: S101 - a running table has been loaded
            players = self._players(user_id)
            try:
                outcome, refused = await asyncio.to_thread(_attempt, play, players, work)
                play = await self._written(play)
                shown = await asyncio.to_thread(_shown, play)
            except BaseException:
                # Memory may be ahead of the store: the store is right.
                self._play = None
                raise
            self._play, self._shown = play, shown
            if play.game.view(None).over:
                self._over = shown.board.waiting_for or _WINS
                self._record = await self._store.games.end(self.scope, self.id, "finished", reason=self._over)
            if refused is not None:
                raise refused
            return outcome

    async def _written(self, play: TableGame) -> TableGame:
        rows = play.unsaved()
        if not rows:
            return play
        try:
            await self._store.games.append(self.scope, self.id, play.saved + 1, *rows)
        except Conflict:
            raise Refusal("Somebody else acted first. Look at the board, then try again.") from None
        play.mark_saved(rows)
        if any(row.action["op"] == "undo" for row in rows):
            return await asyncio.to_thread(play.again)
        return play


class _NeedsAll(Exception):
    """Everybody with a seat has to agree."""


def _take_back(play: TableGame, players: Sequence[str], *, agreed: bool) -> None:
    if play.last_by is None:
        raise Refusal("There is nothing to take back.")
    if not agreed and play.last_by not in players:
        raise _NeedsAll
    try:
        play.undo(players[0], agreed=agreed)
    except SimulatorError:
        if agreed:
            raise
        raise _NeedsAll from None


def _attempt(
    play: TableGame, players: Sequence[str], work: Callable[[TableGame], StepResult | None]
) -> tuple[Outcome, Exception | None]:
    """Do the work: what came of it, and why it was refused. Errors that nobody foresaw go through."""
    before = {player: views.handles(play.game, player) for player in players}
    names = views.hidden_names(play.game, players)
    since = len(play.game.log())
    refused: Exception | None = None
    result: StepResult | None = None
    try:
        result = work(play)
    except SimulatorError as error:
        refused = refusal_of(error, names)
    except (Refusal, _NeedsAll) as error:
        refused = error
    names |= views.hidden_names(play.game, players)
    if result is not None:
        refused = refusal_of_step(result, names)
    events = tuple(EventLine(line.text, line.rules) for line in play.game.log_for(None, since))
    said, withheld = views.told(play.game, players, since, names)
    if result is not None and result.message and refused is None:
        said.insert(0, views.without(result.message, names))
    new = any(views.handles(play.game, player) - before[player] for player in players)
    return Outcome(events, "\n".join(said), secret=withheld or new), refused


def _shown(play: TableGame, *, over: bool = False) -> _Shown:
    board = views.board_of(play.game)
    if over and not play.game.view(None).over:
        # CR 708.9: a game that is given up ends too
        board = replace(board, events=(*board.events, *views.revealed_at_the_end(play.game, play.players)))
    return _Shown(board, {player: views.look_of(play.game, player) for player in play.players})


def in_order(seats: Sequence[SeatRecord], players: Sequence[str]) -> tuple[Seat, ...]:
    """The store's seats in turn order."""
    found = {seat.name: Seat(seat.name, seat.user_id, seat.confirmed) for seat in seats}
    return tuple(found[player] for player in players)
