"""A table in service: one action at a time, written to the store before anybody hears that it happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.i18n import N_, _
from bot.services import table_view as views
from bot.services.table_acts import NeedsAll, Shown, attempt, shown_of, take_back
from bot.services.table_game import TableGame
from bot.services.table_moves import Playable, moves
from bot.services.table_pace import may_pass, not_yours
from bot.services.table_seating import ENDED, FROZEN, IDLE, WON, Seating, reason_of
from bot.services.table_types import Board, Choice, EventLine, Explained, Look, Move, Outcome, Refusal, Seat
from bot.services.table_why import explained
from bot.telling import told, told_whole
from rulings.store import Conflict, LoadedGame, NotActive, Store
from rulings.store import Game as Record
from simulator.errors import InvalidAction
from simulator.game import Diverged
from simulator.model.actions import Pass
from simulator.model.cards import CardPool
from simulator.scenario.result import StepResult

MOVED_ON = N_("The table has moved on since this was shown. Look at the board, then press again.")
BEGUN = N_("The game has begun: a seat can be opened only before the first action.")
#: More than the rows that a journal may have: what was shown of an earlier deal is never taken for this one's.
_A_DEAL = 10_000
NOT_SEATED = N_("You have no seat at this table.")


class LiveTable(Seating):
    """A running game; see `bot.discord_app.ports.Table`.

    Args:
        store: where it is kept.
        pool: where cards come from.
        record: the game as the store lists it.
        seats: its seats.
    """

    def __init__(self, store: Store, pool: CardPool, record: Record, seats: Sequence[Seat]) -> None:
        super().__init__(store, record, seats)
        self._pool = pool
        self._play: TableGame | None = None
        self._shown: Shown | None = None
        self._over = "" if record.status == "active" else reason_of(record)
        self._unplayable = record.status == "frozen"
        self._wishes: tuple[int, frozenset[int]] = (0, frozenset())
        self._moves: dict[tuple[str, frozenset[str]], tuple[int, list[Playable]]] = {}

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with each row of its journal, and when the cards are dealt again."""
        return self._play.deal * _A_DEAL + self._play.saved if self._play is not None else 0

    @property
    def begun(self) -> bool:
        """Whether anything has happened in its game."""
        return self._play is None or self._play.saved > 0

    @property
    def over(self) -> str:
        """Why it takes no more actions, in words; empty while it goes on."""
        return told(self._over)

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
            raise self._unshown()
        board = told_whole(self._shown.board)
        if self._over:
            return board
        notes = [board.waiting_for]
        if board.decides in self.empty():
            notes.append(_("Nobody has that seat: Pass takes the first choice for it."))
        wishing = [seat.player for seat in self._seats if seat.user_id in self._wishing() and seat.confirmed]
        if wishing:
            wish = _("{players} would like to take the last step back: Undo agrees.")
            notes.append(wish.format(players=", ".join(wishing)))
        return replace(board, waiting_for=" ".join(filter(None, notes)))

    def looks(self, user_id: int) -> Sequence[Look]:
        """What a person may look at, one for each of their confirmed seats; nothing once the game is over."""
        if self._shown is None or self._over:
            return []
        return told_whole([self._shown.looks[player] for player in self.players_of(user_id)])

    def choices(self, user_id: int) -> Sequence[Choice]:
        """What a person has to decide, one for each of their seats that is asked."""
        if self._shown is None or self._over:
            return []
        asked = self._shown.choices
        return told_whole([asked[player] for player in self.players_of(user_id) if player in asked])

    # --- playing ------------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the game from the store and replay it, unless that was done.

        A replay that leads elsewhere freezes the game, for good: `over` says so.
        """
        async with self._lock:
            await self._loaded()

    async def deal_again(self, header: Mapping[str, Any], fresh: str) -> None:
        """Begin anew with one more seat.

        Args:
            header: what the game begins with then.
            fresh: the player of that seat.

        Raises:
            Refusal: something has happened in the game meanwhile, or the seat is there.
        """
        # Whoever acts at the same time comes before it or after it: an action belongs to the deal that it was taken on.
        async with self._lock:
            self._need_running()
            if any(seat.player == fresh for seat in self._seats):
                raise Refusal(_(MOVED_ON))
            try:
                await self._store.games.deal_again(self.scope, self.id, header, fresh)
            except NotActive:
                raise Refusal(_(BEGUN)) from None
            self._seats = (*self._seats, Seat(fresh, None, False))
            self._moves.clear()
            self._play = None
            await self._loaded()

    async def _loaded(self) -> TableGame | None:
        if self._play is not None or self._unplayable:
            return self._play
        kept = await self._store.games.load(self.scope, self.id)
        try:
            self._play, shown = await asyncio.to_thread(self._replayed, kept)
            self._shown = shown
        except Diverged:
            self._unplayable = True
            if not self._over:
                self._over = FROZEN
                await self._store.games.end(self.scope, self.id, "frozen", reason=FROZEN)
        except InvalidAction as error:
            # Written by another version: that one may still play it, so it stays as it is.
            self._unplayable = True
            self._over = self._over or str(error)
        else:
            if self._record.status == "finished":
                # It says who won; the store has that in English.
                self._over = shown.board.waiting_for or self._over
        return self._play

    def _replayed(self, kept: LoadedGame) -> tuple[TableGame, Shown]:
        play = TableGame(self._pool, kept.header, kept.rows)
        self._free_mana = play.deals_free_mana
        # A table that was left is closed without an end of its game: nothing is revealed.
        return play, shown_of(play, over=self._over == ENDED or self._record.status == "finished")

    async def _in_play(self) -> TableGame:
        """The game, loaded and going on.

        Raises:
            Refusal: it takes no more actions.
        """
        play = await self._loaded()
        self._need_running()
        assert play is not None  # noqa: S101 - a running table has been loaded
        return play

    async def act(self, user_id: int, player: str, step: str) -> Outcome:
        """Play a step for one of the person's seats.

        Raises:
            Refusal: not seated, not readable, illegal, ambiguous or unsupported.
        """
        self._need_seat(user_id, player)
        return await self._change(user_id, lambda play: play.act(player, step, self._others(user_id)))

    async def moves(self, user_id: int, player: str) -> tuple[int, Sequence[Move]]:
        """What one of the person's seats may do now, and the version of the table that it is said of.

        Raises:
            Refusal: not seated, or the game is over.
        """
        self._need_seat(user_id, player)
        async with self._lock:
            play = await self._in_play()
            found = await asyncio.to_thread(self._listed, play, player, self._others(user_id))
            return self.version, [told_whole(each.move) for each in found]

    def _listed(self, play: TableGame, player: str, others: frozenset[str]) -> list[Playable]:
        key = player, others
        kept = self._moves.get(key)
        if kept is None or kept[0] != self.version:
            kept = self._moves[key] = self.version, moves(play.game, player, others)
        return kept[1]

    def _others(self, user_id: int) -> frozenset[str]:
        """The players of other people who sit here: they pass for themselves."""
        return frozenset(seat.player for seat in self._seats if seat.confirmed and seat.user_id != user_id)

    async def play(self, user_id: int, player: str, seen: int, number: int, picked: Sequence[int] = ()) -> Outcome:
        """Make a move of the list that `moves` gave.

        Args:
            user_id: who acts.
            player: for which seat.
            seen: the version of the table that the list was of.
            number: which move.
            picked: which of its candidates.

        Raises:
            Refusal: the table has moved on, or it can't be done.
        """
        self._need_seat(user_id, player)

        def work(play: TableGame) -> StepResult | None:
            self._need_version(seen)
            listed = self._listed(play, player, self._others(user_id))
            if number not in range(len(listed)) or not set(picked) <= set(range(len(listed[number].move.candidates))):
                raise Refusal(_(MOVED_ON))
            chosen = listed[number]
            if chosen.action is None:
                return play.act(player, chosen.step, self._others(user_id))
            play.do(player, chosen.action(picked), chosen.move.label)
            return None

        return await self._change(user_id, work)

    async def answer(
        self, user_id: int, player: str, seen: int, picked: Sequence[int], amounts: Sequence[int] = (), text: str = ""
    ) -> Outcome:
        """Answer what one of the person's seats has to decide, by the numbers of the options.

        Raises:
            Refusal: the table has moved on, or it is no legal answer.
        """
        self._need_seat(user_id, player)

        def work(play: TableGame) -> None:
            self._need_version(seen)
            play.answer(player, picked, amounts, text)

        return await self._change(user_id, work)

    async def pass_priority(self, user_id: int, player: str | None = None) -> Outcome:
        """Pass, for the seat that has priority: nobody passes for somebody else by it (CR 117.3).

        For a seat that is empty everybody at the table may: the game goes on without it. What that seat has to decide
        is then taken as a script takes it that doesn't say: no, else the first options.

        Raises:
            Refusal: none of the person's seats has priority.
        """
        mine = self._need_players(user_id)

        def work(play: TableGame) -> None:
            asked = play.game.pending()
            empty = self.empty()
            able = [each for each in (*mine, *empty) if player in (None, each) and may_pass(play.game, each)]
            if asked is not None:
                if asked.player in empty and player in (None, asked.player):
                    assumed = asked.default()
                    play.answer(asked.player, assumed.chosen, assumed.amounts)
                    return
                text = _("{player} has to decide first.").format(player=asked.player)
                raise Refusal(text, rules=("608.2d",))
            if not able:
                view = play.game.view(None)
                raise not_yours(view.priority or view.active)
            play.do(able[0], Pass(), "passes")

        return await self._change(user_id, work)

    def _need_players(self, user_id: int) -> list[str]:
        players = self.players_of(user_id)
        if not players:
            raise Refusal(_(NOT_SEATED))
        return players

    def _need_seat(self, user_id: int, player: str) -> None:
        if player not in self._need_players(user_id):
            raise Refusal(_("{player} is not one of your seats.").format(player=player))

    def _unshown(self) -> Refusal:
        why = self.over or _("it is being loaded.")
        return Refusal(_("This table can't be shown: {why}").format(why=why))

    def _need_version(self, seen: int) -> None:
        if seen != self.version:
            raise Refusal(_(MOVED_ON))

    async def share(self) -> str:
        """The position as a script that holds what a spectator sees; what is hidden is `unknown`."""
        async with self._lock:
            play = await self._loaded()
            if play is None:
                raise self._unshown()
            return await asyncio.to_thread(play.spectator_script)

    async def shown_to(self, user_id: int) -> Sequence[EventLine]:
        """What a person was shown and the others weren't, oldest first: for their direct messages only."""
        async with self._lock:
            play = await self._loaded()
            if play is None or self._over:
                return []
            lines = [line for player in self.players_of(user_id) for line in views.private_log(play.game, player)]
            return told_whole(lines)

    async def why(self, user_id: int, reference: str) -> Explained:
        """Why an object is what it is, as far as the person may know.

        Args:
            user_id: who asks; of several seats the one that controls the object is asked for.
            reference: `#1`, a name given with `as`, or a card's name.

        Raises:
            Refusal: not seated, or it names nothing (or several things) that their seats see.
        """
        players = self._need_players(user_id)
        async with self._lock:
            play = await self._in_play()
            return told_whole(await asyncio.to_thread(explained, play, players, reference))

    async def next_turn(self, user_id: int) -> Outcome:
        """Go to the next player's precombat main phase, or as far as no decision needs an answer."""
        players = self._need_players(user_id)

        def work(play: TableGame) -> StepResult:
            asked = play.game.pending()
            if asked is not None and asked.player in self.empty():
                text = _("{player} has to decide first, and nobody has that seat: press *Pass*.")
                raise Refusal(text.format(player=asked.player), rules=("608.2d",))
            return play.act(players[0], "next turn", self._others(user_id))

        return await self._change(user_id, work)

    async def undo(self, user_id: int) -> Outcome:
        """Take the last step back.

        Whoever took it may do so as long as nothing hidden became known by it; else everybody with a seat has to ask
        for it, and with the last one it is done. A seat that nobody has is not waited for.

        Raises:
            Refusal: there is nothing to take back.
        """
        players = self._need_players(user_id)
        wishes = self._wishing() | {user_id}
        missing = [seat.player for seat in self._seats if seat.confirmed and seat.user_id not in wishes]
        try:
            outcome = await self._change(user_id, lambda play: take_back(play, players, agreed=not missing))
        except NeedsAll:
            self._wishes = (self.version, wishes)
            note = _(
                "One player can't take that back: it was somebody else's step, or something hidden was seen or left to "
                "chance since. It is done once Undo is pressed for {players} too."
            ).format(players=", ".join(missing))
            wish = _("{players} would like to take the last step back").format(players=", ".join(players))
            return Outcome((EventLine(wish),), note)
        return replace(outcome, events=(EventLine(_("The last step is taken back")), *outcome.events))

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
        if not self.players_of(user_id) and user_id != self.host:
            raise Refusal(_(NOT_SEATED))
        async with self._lock:
            play = await self._in_play()
            revealed = views.revealed_at_the_end(play.game, play.players)
            self._record = await self._store.games.end(self.scope, self.id, "closed", reason=ENDED, actor=user_id)
            self._over = ENDED
            self._shown = shown_of(play, over=True)
            return told_whole(Outcome((*revealed, EventLine(_("The table has ended")))))

    async def close(self) -> str:
        """Close a table that was left: nothing is revealed; returns its script as a spectator sees it."""
        script = await self.share()
        async with self._lock:
            self._need_running()
            self._record = await self._store.games.end(self.scope, self.id, "closed", reason=IDLE)
            self._over = IDLE
        return script

    def _need_running(self) -> None:
        if self._over:
            raise Refusal(_("This table takes no more actions: {why}").format(why=self.over))

    async def _change(self, user_id: int, work: Callable[[TableGame], StepResult | None]) -> Outcome:
        """Do something to the game and write it down; nobody hears of it before.

        Raises:
            Refusal: it can't be done. What the attempt changed all the same (CR 733.1: an action that couldn't be
                completed is taken back) is written down too.
        """
        async with self._lock:
            play = await self._in_play()
            players = self.players_of(user_id)
            try:
                outcome, refused = await asyncio.to_thread(attempt, play, players, work)
                play = await self._written(play)
                shown = await asyncio.to_thread(shown_of, play)
            except BaseException:
                # Memory may be ahead of the store: the store is right.
                self._play = None
                raise
            self._play, self._shown = play, shown
            if play.game.view(None).over:
                self._over = shown.board.waiting_for or WON
                self._record = await self._store.games.end(self.scope, self.id, "finished", reason=self._over)
            if refused is not None:
                raise refused
            return told_whole(outcome)

    async def _written(self, play: TableGame) -> TableGame:
        rows = play.unsaved()
        if not rows:
            return play
        try:
            await self._store.games.append(self.scope, self.id, play.saved + 1, *rows)
        except Conflict:
            raise Refusal(_("Somebody else acted first. Look at the board, then try again.")) from None
        play.mark_saved(rows)
        if any(row.action["op"] == "undo" for row in rows):
            return await asyncio.to_thread(play.again)
        return play
