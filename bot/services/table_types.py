"""Tables as the front ends show them: plain values, and what a refused action says. No Discord, no rules here.

Texts may be sentences (`bot.telling`): a table gives them told; what is kept of it has no language yet.
Nothing that a spectator must not see is in a `Board` or in an `Outcome` outside its `note` and `secret`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.telling import TYPED_BACK


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


class Unreadable(Refusal):
    """A script that somebody wrote can't be read."""


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
    """A player's side as a spectator sees it.

    Attributes:
        name: the player.
        life: life total.
        hand, library: how many cards are there.
        graveyard, exile: names; a card exiled face down has none.
        battlefield: one line for each permanent that they control.
        facts: what else is public, in words (poison, mana in the pool, a revealed top card).
    """

    name: str
    life: int
    hand: int
    library: int
    graveyard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    battlefield: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


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
        face_down: public handle of each face-down permanent and who controls it.
        unsupported: what is on the battlefield and isn't simulated, in words.
        named: names by which what is face up on the battlefield can be referred to, as they are typed.
        priority: the player who may act now; or empty while somebody decides.
        decides: the player who has to decide; or empty.
    """

    turn: str
    players: tuple[PlayerBoard, ...]
    stack: tuple[str, ...] = ()
    waiting_for: str = ""
    events: tuple[EventLine, ...] = ()
    costs_not_paid: bool = True
    face_down: tuple[tuple[str, str], ...] = ()
    unsupported: tuple[str, ...] = ()
    named: tuple[str, ...] = field(default=(), metadata=TYPED_BACK)
    priority: str = ""
    decides: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an action.

    Attributes:
        events: what happened, as a spectator sees it.
        note: what else the person who acted should know: their own hand and library choices may be in it, never the
            identity of a face-down permanent or spell.
        secret: whether there is something that only `Look` shows.
        asked: the end of the note, where it says what the person has to decide; for pages that offer the choices.
    """

    events: tuple[EventLine, ...] = ()
    note: str = ""
    secret: bool = False
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """Why an object is what it is, for one person; private, as their own hand may be in it.

    Attributes:
        made: what made each characteristic, in the order of the layers (CR 613.1), and what came of it.
        events: the last ones that tell of the object, oldest first.
        secret: whether a line leaves something out that only `Look` shows.
    """

    made: tuple[EventLine, ...]
    events: tuple[EventLine, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What a person may look at in one game; for their direct messages only.

    Attributes:
        player: the seat whose view it is.
        cards: for each face-down object: its public handle, its card's name, how it became face down and what may be
            done with it.
        hand: names of the cards in hand.
        library_top: name of the top card of their library if they may look at it now, else empty.
        decision: what they have to decide, or empty.
        options: what they may choose, as it is typed.
        several: the handles of those that may be turned face up in more than one way.
    """

    player: str
    cards: tuple[tuple[str, str, str], ...]
    hand: tuple[str, ...] = ()
    library_top: str = ""
    decision: str = ""
    options: tuple[str, ...] = field(default=(), metadata=TYPED_BACK)
    several: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Something that a seat may do now, for that person alone.

    Attributes:
        group: "play", "activate", "face up", "combat" or "onwards".
        label: what it is; what is face down goes by its number.
        candidates: what it is done with, one or more of them; empty where nothing is to be picked.
        handle: the face-down permanent that it turns up; or empty.
    """

    group: str
    label: str
    candidates: tuple[str, ...] = ()
    handle: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat has to decide, for that person alone; what is face down has no name here.

    Attributes:
        player: the seat.
        prompt: what is asked.
        options: what may be chosen.
        minimum, maximum: how many of them.
        kind: "pick", "mode" (the same one may be chosen again), "order" (all of them, in order), "divide".
        total: what is divided among the options.
        open: any card's name may be given instead.
    """

    player: str
    prompt: str
    options: tuple[str, ...]
    minimum: int
    maximum: int
    kind: str = "pick"
    total: int = 0
    open: bool = False


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """A line of a script and what came of it.

    Attributes:
        line: its number, from 1.
        text: as written.
        status: "refused" only if the script didn't expect it.
        events: what happened, or why it was refused.
    """

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
        assumed: decisions that no step answered and what was taken, in words.
        waiting: what has to be decided at the end, or empty.
    """

    title: str
    steps: tuple[ScriptStep, ...]
    failed: tuple[str, ...] = ()
    passed: int = 0
    unsupported: tuple[str, ...] = ()
    costs_not_paid: bool = True
    assumed: tuple[str, ...] = ()
    waiting: str = ""
