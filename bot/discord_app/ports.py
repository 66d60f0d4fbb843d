"""What the Discord app needs of the services, and the plain values that it renders.

The app is written against these protocols; `bot.discord_app.wiring` fits the real services to them. Nothing that a
spectator must not see is in a `Board` or in an `Outcome` outside its `secret`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from bot.services.moderation import ModerationService
from rulings.store.scope import Scope


class Refusal(Exception):
    """Something can't be done; the message is written for the person who asked and safe for them to read.

    Attributes:
        rules: rule numbers that forbid it, the deciding one first.
        choices: what could have been meant.
    """

    def __init__(self, message: str, *, rules: Sequence[str] = (), choices: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.rules = tuple(rules)
        self.choices = tuple(choices)


# --- asking -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling to show.

    Attributes:
        id: its stable id, unique over all sources.
        title: its own question.
        text: the answer.
        rules: cited rules, the deciding one first.
        source: where it comes from, in words ("this server's ruling").
        as_of: date of the edition that it was written against.
        note: what else must be shown with it (a later change, another edition loaded), or empty.
        proof: a scenario that the simulator has played to prove it, or empty.
    """

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    source: str
    as_of: str
    note: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entry that may be the one that was meant."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question.

    Attributes:
        status: answered, unsure (the suggestions are the choices) or declined.
        entry: the answer, when answered.
        suggestions: other entries, best first.
        hint: why there is no answer and what to do, when there is none.
    """

    status: Literal["answered", "unsure", "declined"]
    entry: Entry | None
    suggestions: tuple[Suggestion, ...] = ()
    hint: str = ""


class Asking(Protocol):
    """Questions to rulings."""

    async def ask(self, scope: Scope, question: str) -> Asked:
        """Answer a question; one without an answer is filed for the scope's moderators."""
        ...

    async def entry(self, scope: Scope, entry_id: str) -> Entry:
        """An entry by id.

        Raises:
            Refusal: there is none (any more).
        """
        ...


# --- cards ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPage:
    """Facts of a card: a name and lines of text, ready to show."""

    name: str
    lines: tuple[str, ...]


class Cards(Protocol):
    """Cards and their names. Synchronous: the app calls it off the event loop."""

    def complete(self, typed: str, limit: int) -> Sequence[tuple[str, str]]:
        """What the person reads and the card's full English name, the best first."""
        ...

    def page(self, name: str) -> CardPage:
        """A card's facts.

        Raises:
            Refusal: no card has that name, or several could be meant (`choices`).
        """
        ...


# --- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a table and the person who plays them.

    Attributes:
        player: the player's name in the game.
        user_id: the person, or None while the seat is free.
        confirmed: the person has got the private message; until then they are only invited.
    """

    player: str
    user_id: int | None
    confirmed: bool


@dataclass(frozen=True, slots=True)
class EventLine:
    """Something that happened, as its reader may see it, with the rules that made it so."""

    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """A player's side as a spectator sees it; each line of `battlefield` is one permanent."""

    name: str
    life: int
    hand: int
    library: int
    graveyard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    battlefield: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A table as a spectator sees it.

    Attributes:
        turn: whose turn and which step, in words.
        players: in turn order.
        stack: top first.
        waiting_for: whose decision it is and which, in public words; or empty.
        events: the last ones, oldest first.
        costs_not_paid: mana is free, which every board must say.
        face_down: public handle of each face-down object and who controls it.
    """

    turn: str
    players: tuple[PlayerBoard, ...]
    stack: tuple[str, ...] = ()
    waiting_for: str = ""
    events: tuple[EventLine, ...] = ()
    costs_not_paid: bool = True
    face_down: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an action.

    Attributes:
        events: what happened, as a spectator sees it.
        note: what else the person who acted should know: their own hand and library choices may be in it, never the
            identity of a face-down permanent or spell.
        secret: whether they may now look at something that they could not look at before.
    """

    events: tuple[EventLine, ...] = ()
    note: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What a person may look at in one game; for their direct messages only.

    Attributes:
        player: the seat whose view it is.
        cards: for each face-down object: its public handle, its card's name, what may be done with it.
        hand: names of the cards in hand.
    """

    player: str
    cards: tuple[tuple[str, str, str], ...]
    hand: tuple[str, ...] = ()


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

    async def next_turn(self, user_id: int) -> Outcome:
        """Go to the next player's precombat main phase."""
        ...

    async def undo(self, user_id: int) -> Outcome:
        """Take the last action back, unless something hidden was revealed since."""
        ...

    async def end(self, user_id: int) -> Outcome:
        """End the game; face-down objects are revealed (CR 708.9)."""
        ...


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """A line of a script and what came of it."""

    line: int
    text: str
    status: Literal["ok", "refused", "unsupported"]
    events: tuple[EventLine, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """A script that was played.

    Attributes:
        title: its title, or empty.
        steps: in order.
        failed: checks that didn't hold, in words.
        passed: how many checks held.
        unsupported: what the simulator can't do yet, in words.
        costs_not_paid: mana is free for somebody.
    """

    title: str
    steps: tuple[ScriptStep, ...]
    failed: tuple[str, ...] = ()
    passed: int = 0
    unsupported: tuple[str, ...] = ()
    costs_not_paid: bool = True


class Tables(Protocol):
    """Games and scripts."""

    async def start(
        self, scope: Scope, *, host: int, seats: Mapping[str, tuple[int | None, bool]], channel_id: int
    ) -> Table:
        """Start a game; each seat with its person and whether they are confirmed."""
        ...

    async def get(self, table_id: str) -> Table:
        """A game by id.

        Raises:
            Refusal: there is none.
        """
        ...

    async def in_channel(self, scope: Scope, channel_id: int) -> Sequence[Table]:
        """The running games whose boards stand in a channel, last played first."""
        ...

    async def of_person(self, user_id: int) -> Sequence[Table]:
        """The running games in which a person has a seat, last played first, in whatever server."""
        ...

    async def run_script(self, text: str) -> ScriptResult:
        """Play a script on its own, off the event loop.

        Raises:
            Refusal: it can't be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that the app stands on."""

    asking: Asking
    cards: Cards
    tables: Tables
    moderation: ModerationService
