"""Instructions that players carry out each for themselves, and with "you" said before the verb (CR 101.4)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.clauses import EFFECTS, one_effect
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description
from simulator.oracle.template import reader

_VERBS = re.compile(
    r"(?:untap|tap|put|exile|return|destroy|reveal|search|attach|manifest|cloak|copy|counter|add|remove|transform) "
)


@EFFECTS("you {e:imperative}")
def _you_do(_: Context, e: t.Effect) -> t.Effect:
    return e


@reader("imperative")
def _imperative(text: str, context: Context) -> t.Effect | None:
    """An instruction to you, with the word "you" left before it."""
    return one_effect(text, context) if _VERBS.match(text) else None


_ALL: dict[str, t.PlayerRef] = {"player": t.EachPlayer(), "opponent": t.EachOpponent()}


@EFFECTS("each <who:player|opponent> <may:may put|puts> {what:a} from their <zone:hand|graveyard> onto the battlefield")
def _each_puts(_: Context, who: str, may: str, what: Description, zone: str) -> t.Effect | None:
    if "card" not in what.words or what.zone or what.plural:
        return None
    where = t.AllOf((what.where, t.OwnedBy(t.ThatPlayer())))
    least = t.Num(0) if "may" in may else t.Num(1)
    chosen = t.Choose(where, zone, least, t.Num(1), chooser=t.ThatPlayer())
    # each under their own control: the cards are their own; CR 101.4: all at the same time
    return t.ForEachPlayer(_ALL[who], t.PutOntoBattlefield(chosen, None))


def _hand_and_graveyard(whose: t.PlayerRef, zones: str) -> t.ObjectRef:
    parts = [t.All(t.OwnedBy(whose), zone) for zone in ("hand", "graveyard") if zone in zones]
    return parts[0] if len(parts) == 1 else t.Union(tuple(parts))


@EFFECTS("each <who:player|opponent> shuffles their <zones:hand and graveyard|hand> into their library")
def _each_shuffles(context: Context, who: str, zones: str) -> t.Effect:
    context.subject = _ALL[who]
    return t.ForEachPlayer(_ALL[who], t.MoveTo(_hand_and_graveyard(t.ThatPlayer(), zones), "library", "shuffle"))


@EFFECTS("shuffle your <zones:hand and graveyard|hand> into your library")
def _you_shuffle(_: Context, zones: str) -> t.Effect:
    return t.MoveTo(_hand_and_graveyard(t.You(), zones), "library", "shuffle")


@EFFECTS("shuffle ~ and your graveyard into their owner's library")
def _with_graveyard(_: Context) -> t.Effect:
    both = t.Union((t.Self(), t.All(t.OwnedBy(t.You()), "graveyard")))
    return t.MoveTo(both, "library", "shuffle")


@EFFECTS("{p:p} put(s) {what:o} <where:into their hand|onto the battlefield>")
def _they_put(_: Context, p: t.PlayerRef, what: t.ObjectRef, where: str) -> t.Effect | None:
    if isinstance(p, t.You) or not isinstance(what, t.Prior) or isinstance(p, (t.EachPlayer, t.EachOpponent)):
        return None
    return t.MoveTo(what, "hand") if "hand" in where else t.PutOntoBattlefield(what, p)
