"""Trigger events of players: casting, drawing, discarding, sacrificing, life, mana, keyword actions (CR 603.2)."""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import needs_zone
from simulator.oracle.events import EVENTS, without_face_down
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


@EVENTS("you tap ~ for mana")
def _taps_self(context: Context) -> t.Event:
    context.mention(t.That(), frozenset({"permanent", "land"}), source=True, event="subject")
    return t.TappedForMana(t.Is(t.Self()), t.You())


@EVENTS("you play another land", "you play a <land:land>")
def _plays_some_land(context: Context, land: str = "") -> t.Event:
    where: t.Predicate = t.HasType("Land") if land else t.AllOf((t.Other(), t.HasType("Land")))
    context.mention(t.That(), frozenset({"land", "permanent", "card"}))
    return t.PlaysCard(where, land_only=True)


@EVENTS("you cast or copy {what:a}")
def _casts_or_copies(context: Context, what: Description) -> t.Event | None:
    # CR 707.10: a copy isn't cast
    cast = _cast(context, t.You(), what, 0)
    return None if cast is None else t.AnyEvent((cast, t.CopiesSpell(what.where)))


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


@EVENTS("{who:who} turn(s) {what:a} face up")
def _turns_up(context: Context, who: t.PlayerRef, what: Description) -> t.Event | None:
    if what.plural or what.zone:
        return None
    context.mention(t.That(), what.words | {"permanent"}, event="subject")
    return t.TurnsFaceUp(without_face_down(what.where), who)


@EVENTS("you unlock this door")
def _unlocks(_: Context) -> t.Event:
    # CR 709.5h: the half of the Room that has the ability
    return t.PlayerDoes("unlock this door")


@EVENTS("you fully unlock a Room")
def _fully_unlocks(_: Context) -> t.Event:
    return t.PlayerDoes("fully unlock", where=t.HasType("Room"))


@EVENTS("you attack with {n:n} or more {what:d}")
def _attack_with(context: Context, n: t.Amount, what: Description) -> t.Event | None:
    if not isinstance(n, t.Num) or what.zone or not what.plural or "card" in what.words:
        return None
    context.mention(t.That(), what.words | {"permanent"}, plural=True, event="subject")
    context.event_amount = True
    where = t.AllOf((what.where, t.ControlledBy(t.You())))
    return t.AttacksWith(where, n.value)


@EVENTS("you attack with one or more {what:d}")
def _attack_with_any(context: Context, what: Description) -> t.Event | None:
    return _attack_with(context, t.Num(1), what)


@EVENTS("{who:who} play(s) a card from exile", "{who:who} play(s) a land from exile or cast(s) a spell from exile")
def _plays_exiled(context: Context, who: t.PlayerRef) -> t.Event:
    context.mention(t.That(), frozenset({"card", "spell"}))
    return t.PlaysCard(player=who, zone="exile")


@EVENTS("{who:who} play(s) {what:a}")
def _plays_land(context: Context, who: t.PlayerRef, what: Description) -> t.Event | None:
    if "land" not in what.words or what.zone or what.plural:
        return None
    context.mention(t.That(), what.words | {"permanent"})
    return t.PlaysCard(what.where, who, land_only=True)


@EVENTS("{who:who} cast(s) {what:a} from <zone:your hand|your graveyard|exile|their hand|a graveyard>")
def _casts_from(context: Context, who: t.PlayerRef, what: Description, zone: str) -> t.Event | None:
    cast = _cast(context, who, what, 0)
    return None if cast is None else t.PlaysCard(what.where, who, zone.split()[-1])


@EVENTS("{who:who} foretell(s) a card")
def _foretells(_: Context, who: t.PlayerRef) -> t.Event:
    return t.PlayerDoes("foretell", who)


@EVENTS("you sacrifice ~")
def _sacrificed(context: Context) -> t.Event:
    context.mention(t.That(), frozenset({"permanent", "card"}), source=True, event="subject")
    return t.Sacrifices(t.Is(t.Self()))


@EVENTS("{who:who} put(s) one or more {kind:counter_kind}counters on {what:blocked}")
def _puts_counters(context: Context, who: t.PlayerRef, kind: str, what: t.Predicate) -> t.Event | None:
    if not isinstance(who, t.You):
        return None
    context.event_amount = True
    return t.PutsCounters(kind, what)


@EVENTS("you lose control of ~")
def _lose_control(context: Context) -> t.Event:
    return t.LosesControl(t.Is(t.Self()))


@EVENTS("{who:who} commit(s) a crime")
def _crime(_: Context, who: t.PlayerRef) -> t.Event:
    return t.PlayerDoes("commit a crime", who)


@EVENTS("{a:ability_of} causes you to add one or more mana of the chosen color")
def _adds_mana(_: Context, a: t.Predicate) -> t.Event:
    return t.ManaAdded(a, mana="chosen color")


@reader("ability_of")
def _ability_of(text: str, context: Context) -> t.Predicate | None:
    from simulator.oracle.descriptions import describe_in

    found = re.fullmatch(r"an? (.+)'s ability", text)
    described = describe_in(found.group(1), context) if found else None
    return None if described is None or described.zone or described.plural else described.where


@EVENTS("{s:subject} exploits a creature")
def _exploits(_: Context, s: tuple[t.Predicate, bool]) -> t.Event | None:
    # CR 702.110b: "it" is what exploits
    return None if s[1] else t.PlayerDoes("exploit", t.EachPlayer(), s[0])


@EVENTS("{s:subject} becomes <word:renowned|monstrous>")
def _designated(_: Context, s: tuple[t.Predicate, bool], word: str) -> t.Event | None:
    return None if s[1] else t.PlayerDoes(f"become {word}", t.EachPlayer(), s[0])


@EVENTS("{who:who} become(s) the monarch")
def _becomes_monarch(_: Context, who: t.PlayerRef) -> t.Event:
    return t.PlayerDoes("become the monarch", who)


@EVENTS("you exert ~")
def _exerts_it(context: Context) -> t.Event:
    context.mention(t.That(), frozenset({"permanent", *context.source_types}), source=True, event="subject")
    return t.PlayerDoes("exert", where=t.Is(t.Self()))


@EVENTS("you exert {what:a}")
def _exerts(context: Context, what: Description) -> t.Event | None:
    if what.zone or what.plural or "card" in what.words:
        return None
    context.mention(t.That(), what.words | {"permanent"}, event="subject")
    return t.PlayerDoes("exert", where=what.where)
