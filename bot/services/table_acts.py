"""What an attempt at a table comes to: what everybody hears, what the person who acted hears, what is shown then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.i18n import _
from bot.services import table_view as views
from bot.services.table_errors import refusal_of, refusal_of_step
from bot.services.table_game import TableGame
from bot.services.table_moves import choice
from bot.services.table_types import Board, Choice, EventLine, Look, Outcome, Refusal
from bot.telling import told
from simulator.errors import SimulatorError
from simulator.scenario.result import StepResult


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a game as the store has it."""

    board: Board
    looks: dict[str, Look]
    choices: dict[str, Choice]


class NeedsAll(Exception):
    """Everybody with a seat has to agree."""


def take_back(play: TableGame, players: Sequence[str], *, agreed: bool) -> None:
    """Take the last step back.

    Raises:
        NeedsAll: only with everybody's agreement. Refusal: there is none.
    """
    if play.last_by is None:
        raise Refusal(_("There is nothing to take back."))
    if not agreed and play.last_by not in players:
        raise NeedsAll
    try:
        play.undo(players[0], agreed=agreed)
    except SimulatorError:
        if agreed:
            raise
        raise NeedsAll from None


def attempt(
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
    except (Refusal, NeedsAll) as error:
        refused = error
    names |= views.hidden_names(play.game, players)
    if result is not None:
        refused = refusal_of_step(result, names)
    events = tuple(EventLine(line.text, line.rules) for line in play.game.log_for(None, since))
    said, withheld = views.learned(play.game, players, since, names)
    if result is not None and result.message and refused is None:
        said.insert(0, told(views.without(result.message, names)))
    new = any(views.handles(play.game, player) - before[player] for player in players)
    asked = [told(views.without(decision, names)) for decision in views.decisions(play.game, players)]
    return Outcome(events, "\n".join([*said, *asked]), secret=withheld or new, asked="\n".join(asked)), refused


def shown_of(play: TableGame, *, over: bool = False) -> Shown:
    """What is shown of a game; `over`: it was given up, and what is face down is revealed."""
    board = views.board_of(play.game)
    if over and not play.game.view(None).over:
        # CR 708.9: a game that is given up ends too
        board = replace(board, events=(*board.events, *views.revealed_at_the_end(play.game, play.players)))
    looks = {player: views.look_of(play.game, player) for player in play.players}
    asked = {player: choice(play.game, player) for player in play.players}
    return Shown(board, looks, {player: each for player, each in asked.items() if each is not None})
