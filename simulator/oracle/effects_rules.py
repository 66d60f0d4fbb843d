"""Rules for the rest of a turn: "players can't gain life this turn" (CR 101.2, 611.2)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS
from simulator.oracle.context import Context
from simulator.oracle.statics import STATICS
from simulator.oracle.template import reader

_STARTS = ("players can't ", "your opponents can't ", "each opponent can't ", "you can't ", "damage can't be prevented")


@EFFECTS("{rule:turn_rule} this turn")
def _this_turn(_: Context, rule: tuple[t.StaticPart, ...]) -> t.Effect:
    return t.RuleEffect(t.Static(rule))


@reader("turn_rule")
def _turn_rule(text: str, context: Context) -> tuple[t.StaticPart, ...] | None:
    """A prohibition that an effect sets up: about players, or of preventing damage."""
    if not text.startswith(_STARTS) or " and " in text:
        return None
    found = STATICS.parse(text, context)
    if not isinstance(found, tuple) or not all(isinstance(part, t.Cant) for part in found):
        return None
    return found


@EFFECTS("you can't lose the game this turn and your opponents can't win the game this turn")
def _no_loss(_: Context) -> t.Effect:
    return t.RuleEffect(t.Static((t.Cant("lose", player=t.You()), t.Cant("win", player=t.EachOpponent()))))


@EFFECTS("{p:p} can't cast {what:spells} this turn")
def _cant_cast(context: Context, p: t.PlayerRef, what: t.Predicate) -> t.Effect | None:
    context.subject = p
    return t.RuleEffect(t.Static((t.Cant("be cast", what, player=p),)))


@EFFECTS("you may cast {what:spells} this turn as though they had flash")
def _flash(_: Context, what: t.Predicate) -> t.Effect:
    return t.RuleEffect(t.Static((t.MayPlay(what, flash=True),)))


@EFFECTS("until your next turn, you may cast {what:spells} as though they had flash")
def _flash_until(_: Context, what: t.Predicate) -> t.Effect:
    return t.RuleEffect(t.Static((t.MayPlay(what, flash=True),)), "your next turn")
