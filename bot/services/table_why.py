"""Why an object at a table is what it is, for the person who asks; see `bot.services.table_types.Explained`.

The identity of a face-down object is for `Look` alone: what only its controller reads of it is searched for the name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bot.i18n import _
from bot.services.table_errors import refusal_of
from bot.services.table_game import TableGame
from bot.services.table_types import EventLine, Explained, Refusal
from bot.services.table_view import hidden_names, without
from simulator.errors import SimulatorError
from simulator.game import Game
from simulator.sentences import say

_EVENTS_SHOWN = 6
_LONGEST_REFERENCE = 200


def explained(play: TableGame, players: Sequence[str], reference: str) -> Explained:
    """Explain an object.

    Args:
        play: the game.
        players: the seats of the person who asks, at least one.
        reference: what they call the object.

    Raises:
        Refusal: it names nothing, or several things, that these seats see.
    """
    if not reference.strip() or len(reference) > _LONGEST_REFERENCE:
        raise Refusal(_("Which object? For example: `#1`, `Island`, `top of stack`."))
    game = play.game
    names = hidden_names(game, players)
    viewer, found = _found(play, players, reference, names)
    facts = game.facts(found)
    down = facts.face_down and facts.zone in ("battlefield", "stack")
    # CR 708.2: a face-down object has only its listed characteristics, which are the same for everybody.
    reads = None if down else viewer
    made = [EventLine(_in_layer(line.layer, line.text), line.rules) for line in game.explain(found, reads)]
    public = {_in_layer(line.layer, line.text) for line in game.explain(found, None)}
    made = [line if line.text in public else _safe(line, names) for line in made]
    secret = down and game.sees(viewer, found) is not None
    return Explained(tuple(made), tuple(_about(game, viewer, found, names)), secret=secret)


def _found(play: TableGame, players: Sequence[str], reference: str, names: Collection[str]) -> tuple[str, int]:
    """The object, and the seat that looks at it: its controller's where the person has that seat."""
    refused: SimulatorError | None = None
    for player in players:
        try:
            found = play.find(player, reference)
        except SimulatorError as error:
            refused = refused or error
            continue
        controller = play.game.facts(found).controller
        return (controller if controller in players else player), found
    assert refused is not None  # noqa: S101 - there is a seat
    raise refusal_of(refused, names) from None


def _in_layer(layer: str, text: str) -> str:
    return say("layer {layer}: {text}", layer=layer, text=text) if layer else text


def _about(game: Game, viewer: str, id: int, names: Collection[str]) -> Sequence[EventLine]:
    """The last events that tell of the object by its number or by the name that the viewer knows."""
    facts = game.facts(id)
    called = [f"#{facts.handle}"] if facts.handle else []
    if not facts.face_down:
        called += [name for name in (game.sees(viewer, id), facts.name) if name]
    if not called:
        return []
    tells = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in called))
    public = {line.seq: line.text for line in game.log_for(None)}
    told = [line for line in game.log_for(viewer) if tells.search(line.text)]
    return [
        EventLine(line.text, line.rules)
        if public.get(line.seq) == line.text or without(line.text, names) == line.text
        # What a spectator reads of it says the same without the name.
        else EventLine(public.get(line.seq) or without(line.text, names), line.rules)
        for line in told[-_EVENTS_SHOWN:]
    ]


def _safe(line: EventLine, names: Collection[str]) -> EventLine:
    """The line without the names that only `Look` shows."""
    return EventLine(without(line.text, names), line.rules)
