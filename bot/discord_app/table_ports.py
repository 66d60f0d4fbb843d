"""What the front ends need of tables: games that people play, and scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.services.table_types import Board, Choice, EventLine, Explained, Look, Move, Outcome, ScriptResult, Seat
from rulings.store.scope import Scope


class Table(Protocol):
    """One running game. Every method that changes it returns after it is on disk."""

    @property
    def id(self) -> str:
        """Random, public, at most 32 letters and digits."""
        ...

    @property
    def scope(self) -> Scope:
        """Whose it is."""
        ...

    @property
    def host(self) -> int:
        """Who started it."""
        ...

    @property
    def channel_id(self) -> int | None:
        """Where its board stands."""
        ...

    @property
    def message_id(self) -> int | None:
        """The board's message."""
        ...

    @property
    def version(self) -> int:
        """Grows with each action, so that a button drawn before is known to be stale."""
        ...

    @property
    def begun(self) -> bool:
        """Whether anything has happened in its game: before that seats can be opened."""
        ...

    @property
    def over(self) -> str:
        """Why it takes no more actions, in words; empty while it goes on."""
        ...

    @property
    def seats(self) -> Sequence[Seat]:
        """In turn order."""
        ...

    def board(self) -> Board:
        """The game as a spectator sees it."""
        ...

    def looks(self, user_id: int) -> Sequence[Look]:
        """What a person may look at, one for each of their confirmed seats."""
        ...

    async def invite(self, player: str, user_id: int) -> None:
        """Keep a free seat for a person."""
        ...

    async def sit(self, player: str, user_id: int) -> None:
        """Confirm a person's seat.

        Raises:
            Refusal: somebody else has it, or the game is over.
        """
        ...

    async def place(self, channel_id: int, message_id: int) -> None:
        """Remember where the board stands."""
        ...

    async def act(self, user_id: int, player: str, step: str) -> Outcome:
        """Play a step of the scenario language, without the player's name in front, for one of the person's seats.

        Raises:
            Refusal: not seated, not readable, illegal, ambiguous or unsupported.
        """
        ...

    async def why(self, user_id: int, reference: str) -> Explained:
        """Why an object is what it is, as far as the person may know; `reference` is `#1` or a name.

        Raises:
            Refusal: not seated, or it names nothing (or several things) that their seats see.
        """
        ...

    async def next_turn(self, user_id: int) -> Outcome:
        """Go to the next player's precombat main phase."""
        ...

    async def undo(self, user_id: int) -> Outcome:
        """Take the last action back, unless something hidden was revealed since."""
        ...

    async def end(self, user_id: int) -> Outcome:
        """End the game; face-down objects are revealed (CR 708.9)."""
        ...

    def choices(self, user_id: int) -> Sequence[Choice]:
        """What a person has to decide."""
        ...

    async def moves(self, user_id: int, player: str) -> tuple[int, Sequence[Move]]:
        """What a seat may do now, and the version that it is said of."""
        ...

    async def play(self, user_id: int, player: str, seen: int, number: int, picked: Sequence[int] = ()) -> Outcome:
        """Make one of these moves.

        Raises:
            Refusal: the table has moved on, or it can't be done.
        """
        ...

    async def answer(
        self, user_id: int, player: str, seen: int, picked: Sequence[int], amounts: Sequence[int] = (), text: str = ""
    ) -> Outcome:
        """Answer a decision by the numbers of its options.

        Raises:
            Refusal: the table has moved on, or it is no legal answer.
        """
        ...

    async def pass_priority(self, user_id: int, player: str | None = None) -> Outcome:
        """Pass for the seat that has priority.

        Raises:
            Refusal: none of the person's seats has it.
        """
        ...

    async def free_seat(self, player: str, *, actor: int) -> None:
        """Make a seat free again."""
        ...

    async def share(self) -> str:
        """The position as a script that holds what a spectator sees."""
        ...

    async def shown_to(self, user_id: int) -> Sequence[EventLine]:
        """What a person was shown and others weren't: for their direct messages only."""
        ...

    async def letter(self, user_id: int) -> tuple[int, int] | None:
        """Channel and message of the direct message that is kept up to date for a person."""
        ...

    async def keep_letter(self, user_id: int, channel_id: int, message_id: int) -> None:
        """From now on that message is kept up to date."""
        ...

    async def drop_letter(self, user_id: int, message_id: int) -> None:
        """That message is gone."""
        ...


class Tables(Protocol):
    """Games and scripts."""

    async def start(
        self,
        scope: Scope,
        *,
        host: int,
        seats: Mapping[str, tuple[int | None, bool]],
        channel_id: int,
        cards: str = "",
        mana: str = "",
    ) -> Table:
        """Start a game; each seat with its person and whether they are confirmed.

        Args:
            scope: whose game.
            host: who starts it.
            seats: in turn order.
            channel_id: where its board will stand.
            cards: set-up lines for the host's own side ("hand: Willbender; battlefield: Lightform").
            mana: how costs are paid; see `bot.services.tables.TableService.start`.

        Raises:
            Refusal: it can't be set up so, or there are too many tables here.
        """
        ...

    async def get(self, scope: Scope, table_id: str) -> Table:
        """A game of a scope by id, over or not.

        Raises:
            Refusal: the scope has none of that id.
        """
        ...

    async def in_channel(self, scope: Scope, channel_id: int) -> Sequence[Table]:
        """The running games whose boards stand in a channel, last played first."""
        ...

    async def of_person(self, user_id: int) -> Sequence[Table]:
        """The running games in which a person has a seat, last played first, in whatever server."""
        ...

    async def open_seat(self, scope: Scope, table_id: str, *, actor: int) -> Table:
        """Open one more seat before the first action."""
        ...

    async def close_idle(self) -> Sequence[tuple[Table, str]]:
        """Close tables that were left; each with its script as a spectator sees it."""
        ...

    async def run_script(self, text: str) -> ScriptResult:
        """Play a script on its own, off the event loop.

        Raises:
            Refusal: it can't be read.
        """
        ...
