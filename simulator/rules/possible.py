"""What a player could do now: tried on a copy of the state, without doing it."""

from __future__ import annotations

from simulator.errors import IllegalAction, SimulatorError, Unsupported
from simulator.model import actions as a
from simulator.model.decisions import Answer
from simulator.model.state import State
from simulator.rules.announcement import Announcement
from simulator.rules.casting import cast
from simulator.rules.context import Context, Pause
from simulator.rules.engine import give_priority, perform
from simulator.rules.face_down import procedures, why_not


def would(state: State, player: str, action: a.PlayerAction) -> bool:
    """Whether an action would be legal now (or only wait for a decision).

    Raises:
        Unsupported: that isn't known, because it isn't simulated.
    """
    try:
        perform(Context(state.clone()), ("act", player, action))
    except Pause:
        return True
    except Unsupported:
        raise
    except SimulatorError:
        return False
    return True


#: So many decisions of an announcement are answered to see whether it can be paid.
_FOLLOWED = 6


def unpayable(state: State, player: str, action: a.PlayerAction) -> bool:
    """Whether an action that waits for decisions couldn't be paid once they are made, as far as the first options tell.

    CR 601.2h: what can't be paid can't be cast; the decisions (601.2b-d) come before that.
    """
    answers: tuple[Answer, ...] = ()
    for _ in range(_FOLLOWED):
        try:
            perform(Context(state.clone(), answers), ("act", player, action))
        except Pause as pause:
            if pause.decision.player != player:
                return False
            answers = (*answers, pause.decision.default())
        except IllegalAction as refused:
            return bool(answers) and bool({"601.2h", "118.3"} & set(refused.rules))
        except SimulatorError:
            return False
        else:
            return False
    return False


def could_turn_up(state: State, player: str, action: a.TurnFaceUp) -> bool:
    """Whether a permanent could be turned face up, in the way that is named or in any."""
    if action.price is not None or action.way is not None:
        return would(state, player, action)
    ctx = Context(state.clone())
    if action.object not in ctx.state.objects or why_not(ctx, action.object, player) is not None:
        return False
    for found in procedures(ctx, action.object):
        by_cost = found.name == "mana cost"
        price = a.PriceTag("mana", str(found.mana)) if found.mana.symbols else None
        tag = a.PriceTag("mana cost") if by_cost else price
        if would(state, player, a.TurnFaceUp(action.object, tag, None if by_cost else found.name, action.x)):
            return True
    return False


def could_cast(state: State, player: str, object: int, face: int | None) -> bool:
    """Whether some way to cast (or play) a card is legal now."""
    obj = state.objects.get(object)
    if obj is None or obj.zone == "stack":
        return False
    faces = [face] if face is not None else list(range(len(obj.card.faces)))
    for index in faces:
        if "Land" in obj.card.faces[index].type_line.types:
            if would(state, player, a.Play(object, index)):
                return True
        elif _castable(state, player, object, index):
            return True
    return False


def _castable(state: State, player: str, object: int, face: int) -> bool:
    for said in (Announcement(face=face), Announcement(face=face, face_down=True)):
        ctx = Context(state.clone())
        try:
            give_priority(ctx, player)
            cast(ctx, player, object, said)
        except Pause:
            return True
        except Unsupported:
            raise
        except SimulatorError:
            continue
        return True
    return False
