"""What a table shows: boards from the spectator's view, looks from a seat's view, and nothing from anywhere else.

The identity of a face-down object is for `Look` alone. Whatever else is told to the person who acted is searched for
the names of what they have face down; a text that holds one is left out, or the name in it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from bot.i18n import N_, _
from bot.services.table_types import Board, EventLine, Look, PlayerBoard
from simulator.game import Game
from simulator.model.actions import TurnFaceUp
from simulator.view import FaceDownView, ObjectView, PlayerView, SeatView

#: More than a board shows: it leaves some of them out.
_EVENTS_SHOWN = 24
_STEPS = {
    "untap": N_("untap step"), "upkeep": N_("upkeep"), "draw": N_("draw step"), "main": N_("precombat main phase"),
    "combat": N_("beginning of combat"), "attackers": N_("declare attackers step"),
    "blockers": N_("declare blockers step"), "damage": N_("combat damage step"),
    "end-of-combat": N_("end of combat step"), "second-main": N_("postcombat main phase"),
    "end": N_("end step"), "cleanup": N_("cleanup step"),
}  # fmt: skip
_TURN = N_("Turn {number} · {player}'s {step}")
_WON, _DRAW = N_("The game is over: {player} won."), N_("The game is over: it is a draw.")
_DECIDES, _MAY_ACT = N_("{player} has to decide."), N_("{player} may act.")
_PRIORITY = N_("{player} has priority; the top of the stack resolves once all pass.")
#: What stands for a name that only `Look` may show.
_HIDDEN = "[a card that /look shows]"


def board_of(game: Game) -> Board:
    """The board as a spectator sees it."""
    view = game.view(None)
    step = _STEPS.get(view.step, view.step)
    waiting, who = _waiting(view)
    return Board(
        turn=_TURN.format(number=view.turn, player=view.active, step=step),
        players=tuple(_player(seat, view) for seat in view.seats),
        stack=tuple(item.label for item in view.stack),
        waiting_for=waiting.format(player=who),
        events=tuple(EventLine(line.text, line.rules) for line in game.log_for(None)[-_EVENTS_SHOWN:]),
        costs_not_paid=any(seat.mana == "free" for seat in view.seats),
        face_down=tuple((f"#{item.handle}", item.controller) for item in view.battlefield if item.origin),
        unsupported=game.unsupported,
        named=tuple(dict.fromkeys(item.label for item in view.battlefield if not item.origin)),
        priority="" if view.over or view.decision is not None else view.priority or view.active,
        words=((view.turn, view.active, step), (waiting, who)),
    )


def worded(board: Board) -> Board:
    """The board with its turn and whom it waits for in the reader's language."""
    (number, active, step), (waiting, who) = board.words
    return replace(
        board,
        turn=_(_TURN).format(number=number, player=active, step=_(step)),
        waiting_for=_(waiting).format(player=who),
    )


def _waiting(view: PlayerView) -> tuple[str, str]:
    """Whom it waits for: a text, and the player in it."""
    if view.over:
        return (_WON, " and ".join(view.won)) if view.won else (_DRAW, "")
    if view.decision is not None:
        return _DECIDES, view.decision.player
    if view.stack and view.priority is not None:
        return _PRIORITY, view.priority
    return _MAY_ACT, view.priority or view.active


def _player(seat: SeatView, view: PlayerView) -> PlayerBoard:
    facts = [f"{seat.poison} poison"] if seat.poison else []
    facts += [f"pool {seat.pool}"] if seat.pool else []
    facts += [f"on top of the library: {seat.top_of_library}"] if seat.top_of_library else []
    facts += [] if seat.in_game else ["has lost"]
    return PlayerBoard(
        name=seat.name,
        life=seat.life,
        hand=seat.hand,
        library=seat.library,
        graveyard=seat.graveyard,
        exile=seat.exile,
        battlefield=tuple(_permanent(item) for item in view.battlefield if item.controller == seat.name),
        facts=tuple(facts),
    )


def _permanent(item: ObjectView) -> str:
    notes = list(item.states)
    notes += [f"{number} {kind} counter{'s' if number != 1 else ''}" for kind, number in item.counters]
    notes += [f"damage {item.damage}"] if item.damage else []
    notes += [f"attached to {item.attached_to}"] if item.attached_to else []
    words = [item.label, item.size, ", ".join(item.keywords)]
    return " ".join(word for word in words if word) + (f" ({', '.join(notes)})" if notes else "")


def look_of(game: Game, player: str) -> Look:
    """What a seat may look at: for that person's direct messages only."""
    view = game.view(player)
    seat = next(each for each in view.seats if each.name == player)
    mine = view.decision if view.decision is not None and view.decision.player == player else None
    return Look(
        player=player,
        cards=tuple((f"#{each.handle}", each.card, _note(game, player, each)) for each in view.face_down),
        hand=seat.own_hand,
        library_top=seat.top_of_library,
        decision=mine.prompt if mine is not None else "",
        options=mine.options if mine is not None else (),
    )


def _note(game: Game, player: str, each: FaceDownView) -> str:
    """How it became face down, what turning it up costs, and whether and why not now."""
    parts = [each.origin]
    if each.controller != player:
        return f"{each.origin}, controlled by {each.controller}"
    if each.costs:
        parts.append("turn it up: " + " or ".join(each.costs))
    if each.why_not:
        parts.append(f"it can't be turned face up: {each.why_not}")
    elif _can_turn(game, player, each.handle):
        parts.append("you may turn it up now")
    else:
        parts.append(f"not now: {_not_now(game)}")
    return " · ".join(parts)


def _not_now(game: Game) -> str:
    """Why a permanent that could be turned up can't be at this moment.

    CR 116.2b: any time its controller has priority. CR 118.3: a player pays only with what they have.
    """
    view = game.view(None)
    if view.decision is not None:
        return f"{view.decision.player} has to decide first"
    if not view.stack and view.step in ("untap", "cleanup"):
        return "nobody has priority in this step (CR 116.2b)"
    return "its cost can't be paid now (CR 118.3), or it is no permanent yet"


def _can_turn(game: Game, player: str, handle: int) -> bool:
    found = game.face_down_object(handle)
    return found is not None and game.could_turn_up(player, TurnFaceUp(found))


# --- what is told to the person who acted -----------------------------------------------------------------------------


def hidden_names(game: Game, players: Iterable[str]) -> frozenset[str]:
    """Names (of every part) of what these seats may look at face down."""
    cards = {each.card for player in players for each in game.view(player).face_down}
    return frozenset(part for card in cards for part in (card, *card.split(" // ")) if part)


def without(text: str, names: Collection[str]) -> str:
    """The text without these names."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(re.escape(name), lambda _: _HIDDEN, text, flags=re.IGNORECASE)
    return text


def private_lines(game: Game, player: str, since: int) -> Sequence[str]:
    """What a seat reads of the events from number `since` on that a spectator doesn't."""
    public = {line.seq: line.text for line in game.log_for(None, since)}
    return [line.text for line in game.log_for(player, since) if public.get(line.seq) != line.text]


def private_log(game: Game, player: str) -> Sequence[EventLine]:
    """What a seat was told and a spectator wasn't, from the beginning, oldest first."""
    public = {line.seq: line.text for line in game.log_for(None)}
    return [EventLine(line.text, line.rules) for line in game.log_for(player) if public.get(line.seq) != line.text]


def told(game: Game, players: Sequence[str], since: int, names: Collection[str]) -> tuple[list[str], bool]:
    """What the seats of one person learned beyond the public events, and whether some of it is for `Look` alone.

    Args:
        game: the game after the action.
        players: the person's seats.
        since: the number of the first event of the action.
        names: what must not be in it.
    """
    lines = [line for player in players for line in private_lines(game, player, since)]
    said = [line for line in lines if without(line, names) == line]
    withheld = len(said) < len(lines)
    return said, withheld


def decisions(game: Game, players: Sequence[str]) -> Iterable[str]:
    """What the seats have to decide, in words."""
    for player in players:
        decision = game.view(player).decision
        if decision is not None and decision.player == player:
            options = f" {', '.join(decision.options)}." if decision.options else ""
            yield f"{player} decides: {decision.prompt}{options} Answer with the step `chooses …`."


def handles(game: Game, player: str) -> frozenset[int]:
    """Numbers of the face-down objects that a seat may look at."""
    return frozenset(each.handle for each in game.view(player).face_down)


def revealed_at_the_end(game: Game, players: Sequence[str]) -> tuple[EventLine, ...]:
    """What is shown when a game ends (CR 708.9), by its owner's side.

    CR 708.9: at the end of a game all face-down permanents and spells are revealed to all players.
    """
    shown: dict[int, EventLine] = {}
    for player in players:
        for each in game.view(player).face_down:
            if each.controller == player:
                shown[each.handle] = EventLine(
                    f"#{each.handle} ({each.controller}) is revealed: {each.card}", ("708.9",)
                )
    return tuple(shown[handle] for handle in sorted(shown))
