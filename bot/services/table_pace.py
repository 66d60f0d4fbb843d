"""Who may move a game on. Between people everybody passes for themselves.

A script may say `resolve` or `go to end`, and everybody passes as it needs. At a table that would take a response, a
block or a turn away from somebody else; so it is for those who may do it alone.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.i18n import _
from bot.services.table_types import Refusal
from simulator.game import Game
from simulator.model import actions as a
from simulator.scenario import ast


def may_pass(game: Game, player: str) -> bool:
    """Whether it is this player who may pass now: nobody passes for somebody else by it (CR 117.3)."""
    view = game.view(None)
    return (view.priority or view.active) == player and game.could(player, a.Pass())


def may_resolve(others: Collection[str]) -> bool:
    """Whether one person may say that all pass.

    CR 117.4: the top of the stack resolves once all players have passed in succession.
    """
    return not others


def may_go_on(game: Game, others: Collection[str]) -> bool:
    """Whether one person may go to a later step or turn (CR 732.2a: a shortcut that they propose).

    Args:
        game: the game.
        others: the players of other people at the table.
    """
    if not others:
        return True
    view = game.view(None)
    # CR 509.1: once creatures attack, a defending player may block; CR 117.4: what is on the stack may be responded to.
    attacked = any("attacking" in item.states for item in view.battlefield)
    return view.active not in others and not view.stack and not attacked


def need_pace(game: Game, player: str, move: object, others: Collection[str]) -> None:
    """A step that moves the game on is for whoever may do it.

    Args:
        game: the game.
        player: whose seat takes the step.
        move: the step.
        others: the players of other people at the table.

    Raises:
        Refusal: somebody else would pass by it.
    """
    if not others:
        return
    view = game.view(None)
    if isinstance(move, ast.Passes) and not may_pass(game, player) and view.decision is None:
        raise not_yours(view.priority or view.active)
    if isinstance(move, ast.Resolve):
        raise Refusal(
            _("Between people everybody passes for themselves: press *Pass*. With the last one it resolves."),
            rules=("117.4",),
        )
    if isinstance(move, ast.GoTo | ast.NextTurn) and not may_go_on(game, others):
        if view.active in others:
            raise Refusal(_("It is the turn of {player}: they go on.").format(player=view.active), rules=("117.4",))
        raise Refusal(
            _("Somebody else may respond or block first: press *Pass*. It goes on once everybody has passed."),
            rules=("117.4",),
        )


def not_yours(player: str) -> Refusal:
    """It is for somebody else to act."""
    return Refusal(_("It is for {player} to act or pass now.").format(player=player), rules=("117.3d",))
