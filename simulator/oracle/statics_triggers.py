"""Static abilities about triggering, looking and playing: doubled triggers, "you may look at" (CR 604)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in, needs_zone, placed
from simulator.oracle.events import without_face_down
from simulator.oracle.nouns import Description
from simulator.oracle.statics import STATICS, Parts
from simulator.oracle.template import reader

_AGAIN = "that ability triggers an additional time"


@STATICS(
    f"if {{cause:cause}} causes a triggered ability of {{what:a}} to trigger, {_AGAIN}",
)
def _doubled(_: Context, cause: t.Event, what: Description) -> Parts | None:
    # CR 603.2d
    if what.plural or what.zone or "card" in what.words:
        return None
    return (t.EventDoubling(what.where, cause),)


@STATICS(f"if a triggered ability of {{what:a}} triggers, {_AGAIN}")
def _doubled_always(_: Context, what: Description) -> Parts | None:
    if what.plural or what.zone or "card" in what.words:
        return None
    return (t.EventDoubling(what.where),)


@reader("cause")
def _cause(text: str, context: Context) -> t.Event | None:
    """A creature dying", "an artifact or creature entering", "turning a face-down permanent face up"."""
    found = re.fullmatch(r"turning an? (.+) face up", text)
    if found is not None:
        described = describe_in(found.group(1), context)
        return None if described is None or described.plural else t.TurnedFaceUp(without_face_down(described.where))
    found = re.fullmatch(
        r"(?:an? |(?P<other>another ))(?P<what>.+?) (?P<how>dying|entering|attacking|leaving the battlefield"
        r"|entering the battlefield|you control attacking|dealing combat damage to a player)",
        text,
    )
    described = describe_in(found.group("what"), context) if found else None
    if found is None or described is None or described.plural or described.zone:
        return None
    where = t.AllOf((t.Other(), described.where)) if found.group("other") else described.where
    how = found.group("how")
    if how == "dying":
        return t.ZoneChange(where, "battlefield", "graveyard")
    if how == "leaving the battlefield":
        return t.ZoneChange(where, "battlefield")
    if how == "attacking":
        return t.Attacks(where)
    if how == "dealing combat damage to a player":
        return t.DealsDamage(where, to_player=t.EachPlayer(), combat=True)
    return t.ZoneChange(where, to="battlefield") if how.startswith("entering") else None


@STATICS("you may look at {what:exiled_cards}", "you may look at {what:exiled_cards} any time")
def _look_exiled(_: Context, what: t.Predicate) -> Parts:
    return (t.MayLook("exiled cards", what),)


@reader("exiled_cards")
def _exiled_cards(text: str, context: Context) -> t.Predicate | None:
    described = describe_in(text.removeprefix("the "), context)
    if described is None or described.zone != "exile" or not described.plural:
        return None
    return described.where


@STATICS("you may look at {what:exiled_cards}, and you may play lands and cast spells from among those cards")
def _look_and_play(_: Context, what: t.Predicate) -> Parts:
    return (t.MayLook("exiled cards", what), t.MayPlay(what, "exile"))


@STATICS("you may play {what:exiled_cards}")
def _play_exiled(_: Context, what: t.Predicate) -> Parts:
    return (t.MayPlay(what, "exile"),)


@STATICS(
    "you may play {what:exiled_cards}, and you may spend mana as though it were mana of any <kind:color|type> to cast "
    "(those spells|them)",
)
def _play_exiled_any(_: Context, what: t.Predicate, kind: str = "color") -> Parts:
    return (t.MayPlay(what, "exile"), t.AsThough(f"mana of any {kind}", what))


@STATICS("you may look at the top card of your library and at {what:d} any time")
def _look_top_and(_: Context, what: Description) -> Parts | None:
    if not what.plural or placed(what) != "battlefield" or needs_zone(what):
        return None
    return (t.MayLook("top of library"), t.MayLook("permanents", what.where))


@STATICS(
    "once during each of your turns, you may <verb:cast|play> {what:a} from your graveyard",
    "once each turn, you may <verb:cast|play> {what:a} from your graveyard",
    "during each of your turns, you may <verb:cast|play> {what:a} from your graveyard",
)
def _once_from_graveyard(_: Context, verb: str, what: Description) -> t.Static | None:
    if what.plural or what.zone not in ("", "stack"):
        return None
    return t.Static((t.MayPlay(what.where, "graveyard", limit=1),), t.YourTurn())


@STATICS("you may <verb:cast|play> {what:d} from <zone:your graveyard|the top of your library>")
def _from_zone(_: Context, verb: str, what: Description, zone: str) -> Parts | None:
    if not what.plural or what.zone not in ("", "stack") or (verb == "cast") != ("spell" in what.words):
        return None
    return (t.MayPlay(what.where, "graveyard" if "graveyard" in zone else "top of library"),)


@STATICS("you may play lands and cast {what:d} from <zone:your graveyard|the top of your library>")
def _lands_and_spells(_: Context, what: Description, zone: str) -> Parts | None:
    if not what.plural or what.zone not in ("", "stack") or "spell" not in what.words:
        return None
    where = "graveyard" if "graveyard" in zone else "top of library"
    return (t.MayPlay(t.HasType("Land"), where), t.MayPlay(what.where, where))


@STATICS(
    "once during each of your turns, you may play a land or cast a spell from among the {what:exiled_cards}"
    "<free: without paying its mana cost>?"
)
def _once_exiled(_: Context, what: t.Predicate, free: str) -> t.Static:
    return t.Static((t.MayPlay(what, "exile", free=bool(free), limit=1),), t.YourTurn())
