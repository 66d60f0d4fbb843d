"""What a table shows: boards from the spectator's view, looks from a seat's view, and nothing from anywhere else.

The identity of a face-down object is for `Look` alone. Whatever else is told to the person who acted is searched for
the names of what they have face down; a text that holds one is left out, or the name in it is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from bot.services.table_types import Board, EventLine, Look, PlayerBoard
from bot.telling import changed, told
from simulator.game import Game
from simulator.model.actions import TurnFaceUp
from simulator.sentences import Sentence, both, either, say, say_counted
from simulator.terms import term
from simulator.view import FaceDownView, ObjectView, PlayerView, SeatView

#: More than a board shows: it leaves some of them out.
_EVENTS_SHOWN = 24
_STEPS = {
    "untap": say("untap step"), "upkeep": say("upkeep"), "draw": say("draw step"), "main": say("precombat main phase"),
    "combat": say("beginning of combat"), "attackers": say("declare attackers step"),
    "blockers": say("declare blockers step"), "damage": say("combat damage step"),
    "end-of-combat": say("end of combat step"), "second-main": say("postcombat main phase"),
    "end": say("end step"), "cleanup": say("cleanup step"),
}  # fmt: skip
#: What stands for a name that only `Look` may show.
_HIDDEN = say("[a card that /look shows]")


def board_of(game: Game) -> Board:
    """The board as a spectator sees it."""
    view = game.view(None)
    step = _STEPS.get(view.step, view.step)
    return Board(
        turn=say("Turn {number} · {player}'s {step}", number=view.turn, player=view.active, step=step),
        players=tuple(_player(seat, view) for seat in view.seats),
        stack=tuple(item.label for item in view.stack),
        waiting_for=_waiting(view),
        events=tuple(EventLine(line.text, line.rules) for line in game.log_for(None)[-_EVENTS_SHOWN:]),
        costs_not_paid=any(seat.mana == "free" for seat in view.seats),
        face_down=tuple((f"#{item.handle}", item.controller) for item in view.battlefield if item.origin),
        unsupported=game.unsupported,
        named=tuple(dict.fromkeys(item.label for item in view.battlefield if not item.origin)),
        priority="" if view.over or view.decision is not None else view.priority or view.active,
        decides=view.decision.player if view.decision is not None else "",
    )


def _waiting(view: PlayerView) -> str:
    """Whom it waits for."""
    if view.over and view.won:
        return say("The game is over: {player} won.", player=both(view.won))
    if view.over:
        return say("The game is over: it is a draw.")
    if view.decision is not None:
        return say("{player} has to decide.", player=view.decision.player)
    if view.stack and view.priority is not None:
        return say("{player} has priority; the top of the stack resolves once all pass.", player=view.priority)
    return say("{player} may act.", player=view.priority or view.active)


def _player(seat: SeatView, view: PlayerView) -> PlayerBoard:
    facts: list[str] = [say("{count} poison", count=seat.poison)] if seat.poison else []
    facts += [say("pool {mana}", mana=seat.pool)] if seat.pool else []
    facts += [say("on top of the library: {card}", card=seat.top_of_library)] if seat.top_of_library else []
    facts += [] if seat.in_game else [say("has lost")]
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
    notes: list[str] = list(item.states)
    notes += [
        say_counted("{count} {kind} counter", "{count} {kind} counters", number, kind=term(kind))
        for kind, number in item.counters
    ]
    notes += [say("damage {number}", number=item.damage)] if item.damage else []
    notes += [say("attached to {host}", host=item.attached_to)] if item.attached_to else []
    # keywords are the card's text
    printed = " ".join(word for word in (item.size, ", ".join(item.keywords)) if word)
    what = say("{label} {printed}", label=item.label, printed=printed) if printed else item.label
    return say("{what} ({notes})", what=what, notes=notes) if notes else what


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
        several=tuple(f"#{each.handle}" for each in view.face_down if len(each.costs) > 1 and not each.why_not),
    )


def _note(game: Game, player: str, each: FaceDownView) -> str:
    """How it became face down, what turning it up costs, and whether and why not now."""
    if each.controller != player:
        return say("{origin}, controlled by {player}", origin=each.origin, player=each.controller)
    if each.why_not:
        now = say("it can't be turned face up: {why}", why=each.why_not)
    elif _can_turn(game, player, each.handle):
        now = say("you may turn it up now")
    else:
        now = say("not now: {why}", why=_not_now(game))
    if not each.costs:
        return say("{origin} · {now}", origin=each.origin, now=now)
    costs = say("turn it up: {costs}", costs=either(each.costs))
    return say("{origin} · {costs} · {now}", origin=each.origin, costs=costs, now=now)


def _not_now(game: Game) -> str:
    """Why a permanent that could be turned up can't be at this moment.

    CR 116.2b: any time its controller has priority. CR 118.3: a player pays only with what they have.
    """
    view = game.view(None)
    if view.decision is not None:
        return say("{player} has to decide first", player=view.decision.player)
    if not view.stack and view.step in ("untap", "cleanup"):
        return say("nobody has priority in this step (CR 116.2b)")
    return say("its cost can't be paid now (CR 118.3)")


def _can_turn(game: Game, player: str, handle: int) -> bool:
    found = game.face_down_object(handle)
    return found is not None and game.could_turn_up(player, TurnFaceUp(found))


# --- what is told to the person who acted -----------------------------------------------------------------------------


def hidden_names(game: Game, players: Iterable[str]) -> frozenset[str]:
    """Names (of every part) of what these seats may look at face down."""
    cards = {each.card for player in players for each in game.view(player).face_down}
    return frozenset(part for card in cards for part in (card, *card.split(" // ")) if part)


def without(text: str, names: Collection[str]) -> str:
    """The text without these names. They stand among the values of a sentence, never in its template."""
    if not names:
        return text
    anywhere = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))), re.IGNORECASE)
    return changed(text, lambda part: part if isinstance(part, Sentence) else _hiding(part, anywhere))


def _hiding(text: str, names: re.Pattern[str]) -> str:
    found = names.search(text)
    if found is None:
        return text
    before, after = text[: found.start()], _hiding(text[found.end() :], names)
    return say("{before}{card}{after}", before=before, card=_HIDDEN, after=after) if before or after else _HIDDEN


def private_lines(game: Game, player: str, since: int) -> Sequence[str]:
    """What a seat reads of the events from number `since` on that a spectator doesn't."""
    public = {line.seq: line.text for line in game.log_for(None, since)}
    return [line.text for line in game.log_for(player, since) if public.get(line.seq) != line.text]


def private_log(game: Game, player: str) -> Sequence[EventLine]:
    """What a seat was told and a spectator wasn't, from the beginning, oldest first."""
    public = {line.seq: line.text for line in game.log_for(None)}
    return [EventLine(line.text, line.rules) for line in game.log_for(player) if public.get(line.seq) != line.text]


def learned(game: Game, players: Sequence[str], since: int, names: Collection[str]) -> tuple[list[str], bool]:
    """What the seats of one person learned beyond the public events (told), and whether some is for `Look` alone.

    Args:
        game: the game after the action.
        players: the person's seats.
        since: the number of the first event of the action.
        names: what must not be in it.
    """
    lines = [line for player in players for line in private_lines(game, player, since)]
    said = [told(line) for line in lines if without(line, names) == line]
    return said, len(said) < len(lines)


def decisions(game: Game, players: Sequence[str]) -> Iterable[str]:
    """What the seats have to decide, in words."""
    for player in players:
        decision = game.view(player).decision
        if decision is not None and decision.player == player:
            if decision.options:
                yield say(
                    "{player} decides: {prompt} {options}. Answer with the step `chooses …`.",
                    player=player,
                    prompt=decision.prompt,
                    options=decision.options,
                )
            else:
                yield say(
                    "{player} decides: {prompt} Answer with the step `chooses …`.",
                    player=player,
                    prompt=decision.prompt,
                )


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
                text = say(
                    "#{number} ({player}) is revealed: {card}",
                    number=each.handle,
                    player=each.controller,
                    card=each.card,
                )
                shown[each.handle] = EventLine(text, ("708.9",))
    return tuple(shown[handle] for handle in sorted(shown))
