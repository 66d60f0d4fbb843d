"""Trigger events of players: casting, drawing, discarding, sacrificing, life, mana, keyword actions (CR 603.2)."""

from __future__ import annotations

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import needs_zone
from simulator.oracle.events import EVENTS
from simulator.oracle.nouns import Description
from simulator.oracle.template import reader

_EVENT_PLAYERS: dict[str, t.PlayerRef] = {
    "you": t.You(),
    "an opponent": t.EachOpponent(),
    "a player": t.EachPlayer(),
    "another player": t.EachOtherPlayer(),
    "each opponent": t.EachOpponent(),
    "one of your opponents": t.EachOpponent(),
    "the active player": t.ActivePlayer(),
    "enchanted player": t.ControllerOf(t.AttachedTo()),
}


@reader("who")
def event_player(text: str, context: Context) -> t.PlayerRef | None:
    """The players of an event; "that player" is later the one of them that did it."""
    if text == "enchanted player":
        return None
    found = _EVENT_PLAYERS.get(text)
    if found is not None and not isinstance(found, t.You):
        context.name_player(t.ThatPlayer())
    return found


@EVENTS("{who:who} tap(s) {what:a} for mana")
def _taps_for_mana(context: Context, who: t.PlayerRef, what: Description) -> t.Event | None:
    if what.plural or what.zone:
        return None
    context.mention(t.That(), what.words | {"permanent"})
    return t.TappedForMana(what.where, who)


@EVENTS("{who:who} cast(s) {what:a}")
def _casts(context: Context, who: t.PlayerRef, what: Description) -> t.Event | None:
    return _cast(context, who, what, 0)


@EVENTS("{who:who} cast(s) (their|your) <nth:first|second|third> spell each turn")
def _casts_nth(context: Context, who: t.PlayerRef, nth: str) -> t.Event | None:
    context.mention(t.That(), frozenset({"spell"}))
    return t.CastsSpell(t.IsSpell(), who, ("first", "second", "third").index(nth) + 1)


@EVENTS("you cast ~")
def _cast_self(context: Context) -> t.Event:
    context.mention(t.That(), frozenset({"spell"}))
    return t.CastsSpell(t.Is(t.Self()))


def _cast(context: Context, who: t.PlayerRef, what: Description, nth: int) -> t.Event | None:
    if "spell" not in what.words or what.plural:
        return None
    context.mention(t.That(), what.words)
    return t.CastsSpell(what.where, who, nth)


@EVENTS("{who:who} draw(s) a card")
def _draws(_: Context, who: t.PlayerRef) -> t.Event:
    return t.DrawsCard(who)


@EVENTS("{who:who} draw(s) (your|their) <nth:first|second|third> card each turn")
def _draws_nth(_: Context, who: t.PlayerRef, nth: str) -> t.Event:
    return t.DrawsCard(who, ("first", "second", "third").index(nth) + 1)


@EVENTS("{who:who} discard(s) {what:a}")
def _discards(context: Context, who: t.PlayerRef, what: Description) -> t.Event | None:
    if "card" not in what.words or what.zone:
        return None
    context.mention(t.That(), what.words)
    return t.DiscardsCard(what.where, who)


@EVENTS("{who:who} <way:gain|lose>(s) life")
def _life(context: Context, who: t.PlayerRef, way: str) -> t.Event:
    context.event_amount = True
    return t.GainsLife(who, way == "lose")


@EVENTS("{who:who} sacrifice(s) {what:a}", "{who:who} sacrifice(s) <other:another> {what:d}")
def _sacrifices(context: Context, who: t.PlayerRef, what: Description, other: str = "") -> t.Event | None:
    if what.plural or what.zone or needs_zone(what):
        return None
    context.mention(t.That(), what.words | {"card"})
    return t.Sacrifices(t.AllOf((t.Other(), what.where)) if other else what.where, who)


@EVENTS(
    "{who:who} <does:manifest dread|scry|surveil|search your library|search their library|shuffle your library"
    "|investigate|proliferate|explore|cycle a card|discover|connive|collect evidence|venture into the dungeon>(s)"
)
def _player_does(_: Context, who: t.PlayerRef, does: str) -> t.Event:
    action = {"search your library": "search", "search their library": "search", "shuffle your library": "shuffle"}
    return t.PlayerDoes(action.get(does, "cycle" if does == "cycle a card" else does), who)


@EVENTS("you cycle ~")
def _cycled(_: Context) -> t.Event:
    return t.PlayerDoes("cycle", where=t.Is(t.Self()))
