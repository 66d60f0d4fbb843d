"""What the table's pages and commands need of tables, beyond what other areas do (`bot.discord_app.ports`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.discord_app import ports
from bot.services.table_types import Choice, EventLine, Move, Outcome
from rulings.store.scope import Scope


class Table(ports.Table, Protocol):
    """A running game whose legal actions, seats and private messages can be asked for."""

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
        """Start a game; see `bot.services.tables.TableService.start`."""
        ...

    async def get(self, scope: Scope, table_id: str) -> Table:
        """A game of a scope by id, over or not."""
        ...

    async def in_channel(self, scope: Scope, channel_id: int) -> Sequence[Table]:
        """The running games whose boards stand in a channel."""
        ...

    async def of_person(self, user_id: int) -> Sequence[Table]:
        """The running games in which a person has a seat."""
        ...

    async def open_seat(self, table: Table, *, actor: int) -> Table:
        """Open one more seat before the first action."""
        ...

    async def close_idle(self) -> Sequence[tuple[Table, str]]:
        """Close tables that were left; each with its script as a spectator sees it."""
        ...

    async def run_script(self, text: str) -> ports.ScriptResult:
        """Play a script on its own."""
        ...
