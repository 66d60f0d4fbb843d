"""Trigger events: what stands after "when", "whenever" and "at" (CR 603.2).

The subject of the event is `That()` for the rest of the ability ("it", "that creature"), its player `ThatPlayer()`.
"""

from __future__ import annotations

import re

from simulator.abilities import tree as t
from simulator.oracle.context import Context
from simulator.oracle.descriptions import describe_in
from simulator.oracle.nouns import Description, with_predicate
from simulator.oracle.template import Table, reader

EVENTS = Table("events")


@reader("subject")
def subject(text: str, context: Context) -> tuple[t.Predicate, bool] | None:
    """The objects that a trigger watches: a predicate, and whether it is a batch ("one or more")."""
    if text == "~":
        words = frozenset({"permanent", "card", *context.source_types})
        context.mention(t.That(), words, source=True, event="subject")
        return t.Is(t.Self()), False
    found = re.fullmatch(r"(enchanted|equipped|fortified) (\w+)", text)
    if found is not None:
        context.mention(t.That(), frozenset({found.group(2), "permanent", "card"}), event="subject")
        return t.Is(t.AttachedTo()), False
    found = re.fullmatch(r"~ or another (.+)", text)
    if found is not None:
        described = describe_in(found.group(1), context)
        if described is None or described.plural:
            return None
        context.mention(t.That(), described.words | {"permanent", "card"}, event="subject")
        return t.AnyOf((t.Is(t.Self()), described.where)), False
    found = re.fullmatch(r"~ and at least one other (.+)|~ and another (.+)", text)
    if found is not None:
        return None
    found = re.match(r"(another|an?|one or more other|one or more|each) ", text)
    if found is None:
        return None
    described = describe_in(text[found.end() :], context)
    if described is None:
        return None
    batch = found.group(1).startswith("one or more")
    if described.plural != batch:
        return None
    where = described.where
    if "other" in found.group(1):
        where = t.AllOf((t.Other(), *(where.parts if isinstance(where, t.AllOf) else (where,))))
    context.mention(t.That(), described.words | {"permanent", "card"}, plural=batch, event="subject")
    return where, batch


Pair = tuple[t.Predicate, bool]


@EVENTS("{s:subject} enter(s)[ the battlefield]")
def _enters(_: Context, s: Pair) -> t.Event:
    return t.ZoneChange(s[0], to="battlefield", one_or_more=s[1])


@EVENTS("{s:subject} enters <how:tapped|untapped>")
def _enters_tapped(_: Context, s: Pair, how: str) -> t.Event | None:
    state: t.Predicate = t.IsTapped() if how == "tapped" else t.Not(t.IsTapped())
    return None if s[1] else t.ZoneChange(t.AllOf((s[0], state)), to="battlefield")


@EVENTS("{s:subject} enter(s)[ the battlefield] under your control")
def _enters_yours(_: Context, s: Pair) -> t.Event:
    return t.ZoneChange(t.AllOf((s[0], t.ControlledBy(t.You()))), to="battlefield", one_or_more=s[1])


@EVENTS("{s:subject} enter(s) from your graveyard")
def _enters_from(_: Context, s: Pair) -> t.Event:
    return t.ZoneChange(t.AllOf((s[0], t.OwnedBy(t.You()))), "graveyard", "battlefield", s[1])


@EVENTS("{s:subject} dies", "{s:subject} die")
def _dies(_: Context, s: Pair) -> t.Event:
    # CR 700.4: dies = is put into a graveyard from the battlefield
    return t.ZoneChange(s[0], "battlefield", "graveyard", s[1])


@EVENTS("{s:subject} (is|are) put into <whose:a|your|an opponent's> graveyard from the battlefield")
def _to_graveyard(_: Context, s: Pair, whose: str) -> t.Event | None:
    owners: dict[str, tuple[t.Predicate, ...]] = {
        "a": (),
        "your": (t.OwnedBy(t.You()),),
        "an opponent's": (t.OwnedBy(t.EachOpponent()),),
    }
    where = t.AllOf((s[0], *owners[whose])) if owners[whose] else s[0]
    return t.ZoneChange(where, "battlefield", "graveyard", s[1])


@EVENTS("{s:subject} (is|are) put into <whose:a|your> graveyard from <whence:anywhere|your library|your hand>")
def _into_graveyard(_: Context, s: Pair, whose: str, whence: str) -> t.Event:
    # CR 111.6: a token is no card; CR 109.2a: the card is judged, not the permanent that it was
    what = s[0] if s[0] == t.Is(t.Self()) else t.IsCard(s[0])
    where = what if whose == "a" else t.AllOf((what, t.OwnedBy(t.You())))
    from_ = {"anywhere": "", "your library": "library", "your hand": "hand"}[whence]
    return t.ZoneChange(where, from_, "graveyard", s[1])


@EVENTS("{s:subject} leave(s) the battlefield")
def _leaves(_: Context, s: Pair) -> t.Event:
    return t.ZoneChange(s[0], "battlefield", "", s[1])


@EVENTS("{s:subject} leave(s) your graveyard")
def _leaves_graveyard(_: Context, s: Pair) -> t.Event:
    return t.ZoneChange(t.AllOf((s[0], t.OwnedBy(t.You()))), "graveyard", "", s[1])


@EVENTS("{s:subject} (is|are) returned to <whose:its owner's|their owner's|your|a player's> hand")
def _returned(_: Context, s: Pair, whose: str) -> t.Event | None:
    where = t.AllOf((s[0], t.OwnedBy(t.You()))) if whose == "your" else s[0]
    return t.ZoneChange(where, "battlefield", "hand", s[1])


@EVENTS("{s:subject} attacks and isn't blocked")
def _not_blocked(context: Context, s: Pair) -> t.Event:
    context.name_player(t.DefendingPlayer(t.That()))
    return t.NotBlocked(s[0])


@EVENTS("{s:subject} is turned face up")
def _face_up(_: Context, s: Pair) -> t.Event:
    return t.TurnedFaceUp(without_face_down(s[0]))


def without_face_down(where: t.Predicate) -> t.Predicate:
    """What is turned face up was face down; it is judged as it is then, face up (CR 708.8)."""
    parts = where.parts if isinstance(where, t.AllOf) else (where,)
    kept = tuple(part for part in parts if part != t.IsFaceDown())
    return kept[0] if len(kept) == 1 else t.AllOf(kept)


@EVENTS("{s:subject} transforms into {into:subject_name}", "{s:subject} transforms")
def _transforms(_: Context, s: Pair, into: t.Predicate | None = None) -> t.Event:
    return t.Transforms(s[0], into)


@reader("subject_name")
def _into(text: str, _: Context) -> t.Predicate | None:
    return None if text != "~" else t.AllOf()


@EVENTS("{s:subject} attack(s)")
def _attacks(_: Context, s: Pair) -> t.Event:
    return t.Attacks(s[0], one_or_more=s[1])


@EVENTS("{s:subject} attacks alone")
def _attacks_alone(_: Context, s: Pair) -> t.Event:
    return t.Attacks(s[0], alone=True)


@EVENTS("{s:subject} attack(s) <whom:you|a player|one of your opponents|an opponent>")
def _attacks_whom(context: Context, s: Pair, whom: str) -> t.Event:
    players: dict[str, t.PlayerRef] = {"you": t.You(), "a player": t.EachPlayer()}
    context.name_player(t.You() if whom == "you" else t.DefendingPlayer(t.That()))
    return t.Attacks(s[0], defender=players.get(whom, t.EachOpponent()), one_or_more=s[1])


@EVENTS("you attack")
def _you_attack(_: Context) -> t.Event:
    return t.Attacks(t.AllOf((t.HasType("Creature"), t.ControlledBy(t.You()))), one_or_more=True)


@EVENTS("~ and at least <n:one|two|three> other {what:d} attack")
def _attacks_with_others(_: Context, n: str, what: Description) -> t.Event | None:
    if what.zone or what.plural == (n == "one"):
        return None
    # CR 508.1: they are declared as attackers at the same time
    where = t.AllOf((t.Other(), what.where))
    return t.AttacksWith(where, ("one", "two", "three").index(n) + 1, source_too=True)


@EVENTS("{s:subject} attacks or blocks")
def _attacks_or_blocks(_: Context, s: Pair) -> t.Event:
    return t.AnyEvent((t.Attacks(s[0]), t.Blocks(s[0])))


@EVENTS("{s:subject} blocks[ {b:blocked}]")
def _blocks(_: Context, s: Pair, b: t.Predicate | None = None) -> t.Event:
    return t.Blocks(s[0], b)


@EVENTS("{s:subject} becomes blocked[ by {b:blocked}]")
def _blocked(_: Context, s: Pair, b: t.Predicate | None = None) -> t.Event:
    return t.BecomesBlocked(s[0], b)


@EVENTS("{s:subject} blocks or becomes blocked[ by {b:blocked}]")
def _either(context: Context, s: Pair, b: t.Predicate | None = None) -> t.Event:
    return t.AnyEvent((t.Blocks(s[0], b), t.BecomesBlocked(s[0], b)))


@reader("blocked")
def _blocked_object(text: str, context: Context) -> t.Predicate | None:
    found = re.match(r"an? |another ", text)
    if text == "~":
        return t.Is(t.Self())
    described = describe_in(text[found.end() :], context) if found else None
    if described is None or described.plural or found is None:
        return None
    if found.group(0) == "another ":
        described = with_predicate(described, t.Other())
    # the other creature of the event: "that creature"
    context.mention(t.That("other"), described.words, event="other")
    return described.where


@EVENTS("{s:subject} deal(s) <combat:combat damage|damage> to {to:hurt}")
def _damage_to(context: Context, s: Pair, combat: str, to: tuple[t.Predicate | None, t.PlayerRef | None]) -> t.Event:
    context.event_amount = True
    return t.DealsDamage(s[0], to[0], to[1], combat == "combat damage", s[1])


@EVENTS("{s:subject} deal(s) <combat:combat damage|damage>")
def _damage(context: Context, s: Pair, combat: str) -> t.Event:
    context.event_amount = True
    return t.DealsDamage(s[0], combat=combat == "combat damage", one_or_more=s[1])


@reader("hurt")
def _hurt(text: str, context: Context) -> tuple[t.Predicate | None, t.PlayerRef | None] | None:
    players: dict[str, t.PlayerRef] = {
        "a player": t.EachPlayer(),
        "an opponent": t.EachOpponent(),
        "you": t.You(),
        "one or more players": t.EachPlayer(),
        "one of your opponents": t.EachOpponent(),
    }
    if text in players:
        context.name_player(t.ThatPlayer())
        return None, players[text]
    found = re.fullmatch(r"a player or (planeswalker|battle)", text)
    if found is not None:
        return t.HasType(found.group(1).capitalize()), t.EachPlayer()
    found = re.match(r"an? |one or more ", text)
    described = describe_in(text[found.end() :], context) if found else None
    if found is None or described is None or described.zone:
        return None
    if described.plural != found.group(0).startswith("one"):
        return None
    context.mention(t.That("other"), described.words | {"permanent"}, event="other")
    return described.where, None


@EVENTS("{s:subject} is dealt <combat:combat damage|damage>")
def _is_dealt(context: Context, s: Pair, combat: str) -> t.Event:
    context.event_amount = True
    return t.IsDealtDamage(s[0], combat == "combat damage")


_STEPS = {
    "upkeep": "upkeep",
    "draw step": "draw",
    "end step": "end",
    "precombat main phase": "main",
    "first main phase": "main",
    "postcombat main phase": "second-main",
    "second main phase": "second-main",
    "combat": "combat",
    "untap step": "untap",
}
_STEP = re.compile(
    r"the beginning of (?:(?P<whose>your|each player's|each opponent's|each|the|enchanted \w+'s controller's) )?"
    r"(?P<step>next )?(?P<name>upkeep|draw step|end step|(?:precombat|postcombat|first|second) main phase|combat)"
    r"(?P<turn> on your turn)?"
)


#: Another wording of "enchanted creature's controller's upkeep".
_OF_THEIRS = re.compile(
    r"^the beginning of the (?P<name>upkeep|draw step|end step) of (?P<whose>enchanted \w+'s controller)$"
)


@reader("step")
def beginning(text: str, context: Context) -> t.Event | None:
    """The beginning of a step: "the beginning of your upkeep"."""
    found = _STEP.fullmatch(_OF_THEIRS.sub(r"the beginning of \g<whose>'s \g<name>", text))
    if found is None or found.group("step"):
        return None
    whose = found.group("whose")
    name = found.group("name")
    if whose is None and name != "combat":
        return None
    if name == "combat":
        if whose is None and found.group("turn"):
            return t.BeginningOf("combat", t.You())
        if whose == "each":
            return t.BeginningOf("combat")
        return None
    if found.group("turn"):
        return None
    if whose == "your":
        return t.BeginningOf(_STEPS[name], t.You())
    context.name_player(t.ThatPlayer())
    if whose == "each opponent's":
        return t.BeginningOf(_STEPS[name], t.EachOpponent())
    if whose in ("each player's", "each", "the"):
        return t.BeginningOf(_STEPS[name])
    return t.BeginningOf(_STEPS[name], t.ControllerOf(t.AttachedTo()))


@EVENTS("{s:subject} is tapped for mana")
def _tapped_for_mana(_: Context, s: Pair) -> t.Event:
    return t.TappedForMana(s[0])


@EVENTS("{s:subject} is tapped for mana of the chosen color")
def _tapped_for_chosen(_: Context, s: Pair) -> t.Event:
    return t.TappedForMana(s[0], mana="chosen color")


@EVENTS("{s:subject} becomes <how:tapped|untapped>")
def _becomes_tapped(_: Context, s: Pair, how: str) -> t.Event:
    return t.BecomesTapped(s[0], how == "untapped")


@EVENTS("{s:subject} becomes the target of <what:a spell or ability|a spell|an ability>[ {whose:caster}]")
def _targeted(context: Context, s: Pair, what: str, whose: t.PlayerRef | None = None) -> t.Event:
    kind = what.split(" ", 1)[1]
    # "that spell's controller": the other side of the event
    context.mention(t.That("other"), frozenset(kind.split(" or ")), event="other")
    return t.BecomesTarget(s[0], whose, kind)


@reader("caster")
def _caster(text: str, context: Context) -> t.PlayerRef | None:
    phrases: dict[str, t.PlayerRef] = {"you control": t.You(), "an opponent controls": t.EachOpponent()}
    if text == "an opponent controls":
        context.name_player(t.ThatPlayer())
    return phrases.get(text)


@EVENTS("{s:subject} mutates")
def _mutates(_: Context, s: Pair) -> t.Event:
    return t.Mutates(s[0])


@EVENTS("one or more {kind:counter_kind}counters are put on {what:subject}")
def _counters_put(context: Context, kind: str, what: Pair) -> t.Event:
    context.event_amount = True
    return t.CountersPut("" if kind == "any" else kind, what[0])


@reader("counter_kind")
def _kind(text: str, _: Context) -> str | None:
    found = re.fullmatch(r"([+-]\d+/[+-]\d+|[a-z]+) ", text)
    return found.group(1) if found else None


@EVENTS("{s:subject} becomes attached to {to:blocked}")
def _attached(_: Context, s: Pair, to: t.Predicate) -> t.Event:
    return t.BecomesAttached(s[0], to)


@reader("event")
def event(text: str, context: Context) -> t.Event | None:
    """The event of a trigger condition, "or" between verbs or whole events included."""
    text = text.replace(" or when it's turned face up", " or is turned face up").replace(
        "enters the battlefield or is", "enters or is"
    )
    found = EVENTS.parse(text, context)
    if isinstance(found, t.Event):
        return found
    return _shared_subject(text, context) or _same_player(text, context) or _several(text, context)


_VERBS = (
    "enters|dies|attacks|blocks|is turned face up|leaves the battlefield|becomes blocked|becomes tapped|"
    "deals combat damage to a player|transforms|becomes untapped|is put into a graveyard from the battlefield|mutates"
)
_SHARED = re.compile(rf"(?P<who>.+?) (?P<first>{_VERBS}) or (?P<second>{_VERBS})")


def _shared_subject(text: str, context: Context) -> t.Event | None:
    found = _SHARED.fullmatch(text)
    if found is None:
        return None
    first = EVENTS.parse(f"{found.group('who')} {found.group('first')}", context)
    second = EVENTS.parse(f"{found.group('who')} {found.group('second')}", context)
    if first is None or second is None:
        return None
    return t.AnyEvent((first, second))


_SAME_PLAYER = re.compile(
    r"(?P<who>you|an opponent|a player) (?P<first>.+) or (?P<second>(?:discards?|casts?|draws?|sacrifices?) .+)"
)


def _same_player(text: str, context: Context) -> t.Event | None:
    found = _SAME_PLAYER.fullmatch(text)
    if found is None:
        return None
    first = EVENTS.parse(f"{found.group('who')} {found.group('first')}", context)
    second = EVENTS.parse(f"{found.group('who')} {found.group('second')}", context)
    return None if first is None or second is None else t.AnyEvent((first, second))


def _several(text: str, context: Context) -> t.Event | None:
    for found in re.finditer(r" (?:and|or) (?:whenever|when) | or (?=an? |another |you )", text):
        mark = context.mark()
        first = EVENTS.parse(text[: found.start()], context)
        second = event(text[found.end() :], context) if first is not None else None
        if first is not None and second is not None:
            return t.AnyEvent((first, second))
        context.reset(mark)
    return None
