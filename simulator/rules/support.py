"""What the engine carries out of the vocabulary of ability trees: one set for each kind of word, all in one place.

A static part does something only where a rule looks for it; what nothing looks for would be ignored in silence. So a
permanent whose abilities hold a word or a node outside these sets is reported as not simulated (see `reading.unread`).
Nodes that are carried out (effects, costs, amounts ...) raise `Unsupported` themselves when they are reached.
"""

from __future__ import annotations

from functools import lru_cache

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.sentences import Sentence, say
from simulator.terms import term

#: `Cant.what`
PROHIBITIONS = frozenset(
    (
        "attack", "block", "be blocked", "be countered", "be targeted", "be cast", "be activated", "be turned face up",
        "untap", "gain life", "lose life", "draw", "be regenerated", "enter", "transform", "be sacrificed",
        "have counters", "legend rule", "be enchanted", "be equipped", "play lands", "search", "lose", "win",
        "be prevented",
    )
)  # fmt: skip
#: `PlayerRule.rule`; the last two matter before the game begins.
PLAYER_RULES = frozenset(
    (
        "no maximum hand size", "additional land", "extra land drop", "hexproof", "shroud", "mana doesn't empty",
        "skip draw", "skip untap", "draws each turn", "sorcery speed", "spells each turn",
        "can be your commander", "starting hand",
    )
)  # fmt: skip
#: `CostChange.kind` beside names of keywords with activated abilities.
COST_CHANGES = frozenset(
    ("cast", "activate", "turn face up", "morph", "megamorph", "disguise", "mana cost", "equip", "cycling", "fortify",
     "outlast", "unearth", "crew", "foretell", "plot", "unlock")
)  # fmt: skip
REQUIREMENTS = frozenset(("attack", "block", "be blocked", "be blocked by all"))
AS_THOUGH = frozenset(
    ("didn't have defender", "mana of any color", "can block an additional creature", "can block any number")
)
LOOKS = frozenset(("top of library", "permanents", "exiled cards", "face-down creatures you don't control"))
PLAY_ZONES = frozenset(("hand", "graveyard", "exile", "top of library"))
#: `ReplacedEvent.kind` where only numbers, zones or mana are changed.
REPLACED = frozenset(
    ("enter", "die", "leave", "damage", "counters", "tokens", "mana", "life gain", "life loss", "discard",
     "to graveyard", "draw")
)  # fmt: skip
#: `ReplacedEvent.kind` with another instruction `instead`.
REPLACED_INSTEAD = frozenset(("draw", "life gain"))
#: Static parts that some rule looks for.
STATIC_PARTS = frozenset(
    (
        t.Modify, t.Cant, t.BlockLimit, t.MayNotUntap, t.AsThough, t.Must, t.CostChange, t.AdditionalCost,
        t.AlternativeCost, t.MayPlay, t.MayLook, t.PlayerRule, t.OpeningHand, t.EventDoubling, t.Replacement,
        t.EntersWith, t.NoTriggers, t.UntapsToo, t.UntapLimit, t.CostFloor, t.AttackTax, t.Goaded, t.MayExert,
        # CR 905.2: it functions during the draft; in a game there is nothing to do for it
        t.DuringDraft,
    )
)  # fmt: skip
#: How long an effect of a resolution may last (CR 611.2).
DURATIONS = frozenset(
    ("end of turn", "this turn", "permanent", "your next turn", "end of your next turn", "end of combat",
     "while source", "while tapped", "while untapped", "while controlled", "while face down", "until turned face down")
)  # fmt: skip
#: How long a permission to play a card may last.
PLAY_DURATIONS = frozenset(("", "end of turn", "end of your next turn", "while exiled"))
#: `PlayerDoes.action`: what the engine tells triggered abilities about.
DEEDS = frozenset(
    ("manifest", "cloak", "manifest dread", "scry", "surveil", "mill", "proliferate", "investigate", "cycle",
     "foretell", "plot", "suspend", "search", "shuffle", "commit a crime", "unlock this door", "fully unlock",
     "madness", "last time counter", "last defense counter", "this", "exploit", "become renowned", "become monstrous",
     "become the monarch", "discover", "exert", "exert as it attacks")
)  # fmt: skip
#: Static parts that apply for a duration too; the others are looked for on permanents alone.
RULE_EFFECTS = frozenset(
    (
        t.Cant, t.BlockLimit, t.MayNotUntap, t.AsThough, t.Must, t.CostChange, t.MayPlay, t.PlayerRule, t.Replacement,
        t.EntersWith,
    )
)  # fmt: skip
#: `KeywordAction.action`
KEYWORD_ACTIONS = frozenset(
    ("investigate", "become level", "populate", "bolster", "monstrosity", "adapt", "explore", "connive",
     "become the monarch", "goad", "detain", "suspect", "incubate", "endure", "discover",
     "amass Zombies", "amass Orcs", "amass Slivers")
)  # fmt: skip


def check_duration(duration: str, known: frozenset[str] = DURATIONS) -> None:
    """Refuse an effect that would go on without end because nobody knows when it ends.

    Raises:
        Unsupported: the engine doesn't know that duration.
    """
    if duration not in known:
        raise Unsupported(say("the simulator doesn't know how long this effect lasts yet"))


@lru_cache(maxsize=4096)
def missing(ability: t.Ability) -> tuple[str, ...]:
    """What of an ability on the battlefield the engine would ignore, in words; () if nothing."""
    from simulator.rules.triggers import recognised

    found: list[str] = []
    if isinstance(ability, t.Static):
        for part in ability.parts:
            found += missing_part(part)
            if isinstance(part, t.Modify):
                for mod in part.mods:
                    if isinstance(mod, t.GainAbility) and isinstance(mod.ability, t.Ability):
                        found += missing(mod.ability)
    elif isinstance(ability, t.Triggered):
        found += [say("a trigger condition") for node in _events(ability.event) if not recognised(node)]
        found += [say("triggering on “{action}”", action=deed) for deed in unknown_deeds(ability.event)]
    return tuple(found)


def unknown_deeds(event: t.Node) -> list[str]:
    """What of an event nobody tells the engine about: it would never happen."""
    return [e.action for e in _events(event) if isinstance(e, t.PlayerDoes) and e.action not in DEEDS]


def _events(event: t.Node) -> list[t.Node]:
    if isinstance(event, t.AnyEvent):
        return [inner for part in event.parts for inner in _events(part)]
    return [event]


def missing_part(part: t.StaticPart) -> list[str]:
    """What of one part of a static ability the engine would ignore, in words."""
    return [part_words(part)] if _is_ignored(part) else []


def part_words(part: t.StaticPart) -> Sentence:
    """What a part of a static ability does, in the words of the rules."""
    match part:
        case t.Cant(alone=True, what="block"):
            return say("can't block alone")
        # CR 101.2
        case t.Cant():
            return say("an effect that something can't happen")
        # CR 118.9, 601.2f
        case t.CostChange() | t.AdditionalCost() | t.AlternativeCost() | t.CostFloor():
            return say("a change of a cost")
        # CR 508.1d, 509.1c
        case t.Must() | t.Goaded():
            return say("a requirement of attacking or blocking")
        # CR 609.4
        case t.AsThough():
            return say("an “as though” effect")
        case t.MayLook():
            return say("permission to look at cards")
        case t.MayPlay():
            return say("permission to play cards")
        case t.NoTriggers():
            return say("not triggering")
        case t.EventDoubling():
            return say("triggering an additional time")
        # CR 614.1
        case t.Replacement() | t.EntersWith():
            return say("a replacement effect")
        case t.PlayerRule():
            return say("an effect that changes the rules of the game")
        case _:
            return say("a {kind} ability", kind=term("static"))


def _is_ignored(part: t.StaticPart) -> bool:
    match part:
        case t.Cant(what=what, alone=alone):
            return what not in PROHIBITIONS or (alone and what != "attack")
        case t.PlayerRule(rule=rule):
            return rule not in PLAYER_RULES
        case t.CostChange():
            return not _changes_cost(part)
        case t.Must(what=what):
            return what not in REQUIREMENTS
        case t.AsThough(what=what):
            return what not in AS_THOUGH
        case t.MayLook(what=what):
            return what not in LOOKS
        case t.MayPlay(pay_life=pay_life, zone=zone):
            return bool(pay_life) or not set(zone.split("|")) <= PLAY_ZONES
        case t.NoTriggers(event=event):
            return unrecognised(event)
        case t.EventDoubling(event=event):
            return event is not None and unrecognised(event)
        case t.Replacement(event=event, instead=instead, optional=optional):
            return event.kind not in (REPLACED if instead is None else REPLACED_INSTEAD) or (
                bool(optional) and instead is None
            )
        case _:
            return type(part) not in STATIC_PARTS


def _changes_cost(part: t.CostChange) -> bool:
    if part.kind not in COST_CHANGES:
        return False
    # which spell of the turn, its targets and where it is cast from are asked of spells alone
    return part.kind == "cast" or not (part.zone or part.nth or part.targets is not None)


def unrecognised(event: t.Node) -> bool:
    """Whether some part of an event is of a kind that the engine can't recognise."""
    from simulator.rules.triggers import recognised

    return any(not recognised(node) for node in _events(event))
