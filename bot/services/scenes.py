"""Examples as scenes: the position first, then each step with its rules, as each player or a judge sees it.

A proof's script is open to all, so that any seat may be looked through; what each sees comes from the simulator's
views.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from bot.i18n import _
from bot.services.table_errors import unreadable_script
from bot.services.table_types import Board, EventLine, Refusal
from bot.services.table_view import board_of
from bot.services.what_if import Variant, variant, variants
from bot.telling import told
from simulator.errors import IllegalAction, SimulatorError, Unsupported
from simulator.game import Game
from simulator.model.cards import CardPool
from simulator.model.events import Event
from simulator.scenario.errors import ScenarioError
from simulator.scenario.parser import ScriptLine
from simulator.scenario.result import StepResult
from simulator.scenario.session import ScenarioSession
from simulator.sentences import in_turn, say

#: Who sees everything: the script is open.
JUDGE = "judge"
#: So many scenes are played at once; the others wait.
_AT_ONCE = 2
#: So many scenes are remembered.
_KEPT = 64
#: What a step is shown with at most.
_MOST_STEPS = 400
_LIBRARY = re.compile(r"\blibrary:", re.IGNORECASE)
_CHOOSES = re.compile(r"\S+\s+chooses\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A check, and whether it held."""

    text: str
    held: bool
    actual: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment of a scene.

    Attributes:
        text: the step that led to it, as written; empty for the position at the start.
        status: what came of the step; "refused" also where the script expects it.
        events: what happened, by viewer.
        board: the table after it, as a spectator sees it.
        known: what a viewer sees beyond the board, a line each, by viewer.
        checks: what the script says of this moment.
        expected: whether a refused step was to be refused, or is an instruction that the rules turn into nothing.
        rules: the rules that made it so, or that refused it.
    """

    text: str
    status: Literal["ok", "refused", "unsupported"]
    events: dict[str, tuple[EventLine, ...]]
    board: Board
    known: dict[str, tuple[str, ...]]
    checks: tuple[Expectation, ...] = ()
    expected: bool = False
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A script that was played, moment by moment. Its texts aren't told yet (`bot.telling`): readers share it.

    Attributes:
        title: its title, or empty.
        viewers: who may be looked through: the judge first, then the players in turn order.
        frames: the position, then one for each step.
        costs_not_paid: mana is free for somebody.
        stopped: why it went no further, or empty.
    """

    title: str
    viewers: tuple[str, ...]
    frames: tuple[Frame, ...]
    costs_not_paid: bool
    stopped: str = ""

    @property
    def failed(self) -> tuple[Expectation, ...]:
        """What the script says and didn't hold."""
        return tuple(check for frame in self.frames for check in frame.checks if not check.held)


class Scenes:
    """Plays scenes, off the event loop, a few at a time; the last ones are kept.

    Args:
        pool: where cards come from.
    """

    def __init__(self, pool: CardPool) -> None:
        self._pool = pool
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._kept: OrderedDict[bytes, Scene] = OrderedDict()

    async def play(self, text: str) -> Scene:
        """Play a script.

        Raises:
            Refusal: it can't be read.
        """
        key = hashlib.sha256(text.encode("utf-8", "replace")).digest()
        if key not in self._kept:
            async with self._free:
                self._kept[key] = await asyncio.to_thread(play, text, self._pool)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def what_ifs(self, text: str) -> list[Variant]:
        """The changes of a script that can be played; one that can't be carried out in it is left out."""
        found = []
        for each in await asyncio.to_thread(variants, text, self._pool):
            try:
                scene = await self.play(each.script)
            except Refusal:
                continue
            if not (scene.stopped and each.inserted and each.inserted in scene.stopped):
                found.append(each)
        return found

    async def what_if(self, text: str, key: str) -> tuple[Variant, Scene]:
        """One change of a script, played.

        Raises:
            Refusal: the script has nothing of the kind to change (any more).
        """
        found = await self.changed(text, key)
        return found, await self.play(found.script)

    async def changed(self, text: str, key: str) -> Variant:
        """One change of a script.

        Raises:
            Refusal: the script has nothing of the kind to change (any more).
        """
        found = await asyncio.to_thread(variant, text, key, self._pool)
        if found is None:
            raise Refusal(_("This example has nothing of that kind to change."))
        return found


@dataclass
class _Playing:
    """A scene in the making."""

    session: ScenarioSession
    frames: list[Frame] = field(default_factory=list)
    checks: list[Expectation] = field(default_factory=list)

    def close(self) -> None:
        """Give the checks since the last step to its frame."""
        if self.checks and self.frames:
            last = self.frames[-1]
            self.frames[-1] = replace(last, checks=(*last.checks, *self.checks))
            self.checks.clear()

    def add(self, text: str, step: StepResult | None) -> None:
        """Add the moment after a step (None: at the start)."""
        self.close()
        game = cast(Game, self.session.game)
        players = self.session.players
        known: dict[str, tuple[str, ...]] = {player: tuple(_known(self.session, player)) for player in players}
        known[JUDGE] = tuple(
            say("{player}: {line}", player=player, line=line) for player in players for line in known[player]
        )
        if step is None:
            # What a script puts into libraries is open to who reads it, and to no player.
            known[JUDGE] += tuple(each.text for each in self.session.scenario.setup if _LIBRARY.search(each.text))
        events: dict[str, tuple[EventLine, ...]] = {}
        checks: tuple[Expectation, ...] = ()
        if step is not None:
            said = (EventLine(step.message, step.rules if step.status == "refused" else ()),) if step.message else ()
            for viewer in (JUDGE, *players):
                events[viewer] = (*_events(step.events, viewer), *said)
            checks = tuple(_failure(failure.expected, failure.actual) for failure in step.failures)
        self.frames.append(
            Frame(
                text,
                step.status if step is not None else "ok",
                events,
                board_of(game),
                known,
                checks,
                expected=step is not None and step.status == "refused" and not step.failures,
                rules=step.rules if step is not None else (),
            )
        )


def play(text: str, pool: CardPool) -> Scene:
    """Play a script moment by moment.

    Raises:
        Refusal: it can't be read.
    """
    try:
        session = ScenarioSession(pool, text)
    except ScenarioError as error:
        raise unreadable_script(error) from error
    except SimulatorError as fault:
        raise Refusal(_("This can't be set up: {fault}").format(fault=told(str(fault)))) from fault
    playing = _Playing(session)
    playing.add("", None)
    body = session.scenario.body
    stopped = ""
    for index, line in enumerate(body[:_MOST_STEPS]):
        stopped = _line(playing, line, body[index + 1 :])
        if stopped:
            break
    playing.close()
    return Scene(
        session.scenario.title, (JUDGE, *session.players), tuple(playing.frames), bool(session.free_mana), stopped
    )


def _line(playing: _Playing, line: ScriptLine, rest: tuple[ScriptLine, ...]) -> str:
    """Play a line; returns why it goes no further, or nothing."""
    following = next((each for each in rest if each.kind == "step"), None)
    answers = following is not None and _CHOOSES.match(following.text) is not None
    try:
        step = playing.session.run(line, answer_follows=answers)
    except IllegalAction as refusal:
        playing.add(
            line.text, StepResult(line.number, line.text, "step", "refused", refusal.rules, message=str(refusal))
        )
        return ""
    except Unsupported as fault:
        return say("“{text}” isn't simulated: {fault}", text=line.text, fault=str(fault))
    except (ScenarioError, SimulatorError) as fault:
        return say("“{text}” can't be played here: {fault}", text=line.text, fault=str(fault))
    if step.kind == "check":
        held = not step.failures and step.status != "unsupported" and not step.doubts
        actual = in_turn([failure.actual for failure in (*step.failures, *step.doubts)]) or step.message
        playing.checks.append(Expectation(line.text, held, "" if held else actual))
    else:
        playing.add(line.text, step)
    if step.status != "unsupported":
        return ""
    return say("“{text}” isn't simulated: {message}", text=line.text, message=step.message)


def _known(session: ScenarioSession, player: str) -> list[str]:
    """What a player sees beyond the board: their hand, what they may look at face down, a known top card."""
    view = cast(Game, session.game).view(player)
    seat = next(each for each in view.seats if each.name == player)
    lines: list[str] = [say("#{number} is {card}", number=each.handle, card=each.card) for each in view.face_down]
    lines += [say("hand: {names}", names=seat.own_hand)] if seat.own_hand else []
    top = seat.top_of_library
    lines += [say("top of the library: {top_of_library}", top_of_library=top)] if top else []
    return lines


def _events(events: tuple[Event, ...], viewer: str) -> tuple[EventLine, ...]:
    told = []
    for event in events:
        seen_most = next((text for _, text in event.private), event.public)
        text = seen_most if viewer == JUDGE else event.text_for(viewer)
        if text:
            told.append(EventLine(text, event.rules))
    return tuple(told)


def _failure(expected: str, actual: str) -> Expectation:
    return Expectation(say("expected {what}", what=expected), False, actual)
