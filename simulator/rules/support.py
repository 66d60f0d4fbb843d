"""What the engine carries out of the vocabulary of ability trees: one set for each kind of word, all in one place.

A static part does something only where a rule looks for it; what nothing looks for would be ignored in silence. So a
permanent whose abilities hold a word or a node outside these sets is reported as not simulated (see `reading.unread`).
Nodes that are carried out (effects, costs, amounts ...) raise `Unsupported` themselves when they are reached.
"""

from __future__ import annotations

from functools import lru_cache

from simulator.abilities import tree as t

#: `Cant.what`
PROHIBITIONS = frozenset(
    (
        "attack", "block", "be blocked", "be countered", "be targeted", "be cast", "be activated", "be turned face up",
        "untap", "gain life", "lose life", "draw", "be regenerated", "enter", "transform", "be sacrificed",
        "have counters", "be enchanted", "be equipped", "play lands", "search", "lose", "win", "be prevented",
    )
)  # fmt: skip
#: `PlayerRule.rule`; the last two matter before the game begins.
PLAYER_RULES = frozenset(
    (
        "no maximum hand size", "additional land", "extra land drop", "hexproof", "shroud", "mana doesn't empty",
        "skip draw", "can be your commander", "starting hand",
    )
)  # fmt: skip
#: `CostChange.kind` beside names of keywords with activated abilities.
COST_CHANGES = frozenset(
    ("cast", "activate", "turn face up", "morph", "megamorph", "disguise", "mana cost", "equip", "cycling", "fortify",
     "outlast", "unearth", "crew", "foretell", "plot", "unlock")
)  # fmt: skip
REQUIREMENTS = frozenset(("attack", "block", "be blocked", "be blocked by all"))
AS_THOUGH = frozenset(("didn't have defender",))
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
        t.EntersWith,
    )
)  # fmt: skip
#: `KeywordAction.action`
KEYWORD_ACTIONS = frozenset(("investigate",))


@lru_cache(maxsize=4096)
def missing(ability: t.Ability) -> tuple[str, ...]:
    """What of an ability on the battlefield the engine would ignore, in words; () if nothing."""
    from simulator.rules.triggers import recognised

    found: list[str] = []
    if isinstance(ability, t.Static):
        for part in ability.parts:
            found += _missing_part(part)
            if isinstance(part, t.Modify):
                for mod in part.mods:
                    if isinstance(mod, t.GainAbility) and isinstance(mod.ability, t.Ability):
                        found += missing(mod.ability)
    elif isinstance(ability, t.Triggered):
        found += [f"waiting for {type(node).__name__}" for node in _events(ability.event) if not recognised(node)]
    return tuple(found)


def _events(event: t.Node) -> list[t.Node]:
    if isinstance(event, t.AnyEvent):
        return [inner for part in event.parts for inner in _events(part)]
    return [event]


def _missing_part(part: t.StaticPart) -> list[str]:
    if type(part) not in STATIC_PARTS:
        return [type(part).__name__]
    word = ""
    if isinstance(part, t.Cant) and (part.what not in PROHIBITIONS or (part.alone and part.what != "attack")):
        word = f"can't {part.what}"
    elif isinstance(part, t.PlayerRule) and part.rule not in PLAYER_RULES:
        word = part.rule
    elif isinstance(part, t.CostChange) and not _changes_cost(part):
        word = f"a change of the cost to {part.kind}"
    elif isinstance(part, t.Must) and part.what not in REQUIREMENTS:
        word = f"must {part.what}"
    elif isinstance(part, t.AsThough) and part.what not in AS_THOUGH:
        word = f"as though it {part.what}"
    elif isinstance(part, t.MayLook) and part.what not in LOOKS:
        word = f"looking at {part.what}"
    elif isinstance(part, t.MayPlay) and (part.pay_life or not set(part.zone.split("|")) <= PLAY_ZONES):
        word = "permission to play"
    elif isinstance(part, t.EventDoubling) and part.event is not None and _unrecognised(part.event):
        word = "triggering an additional time"
    elif isinstance(part, t.Replacement):
        event = part.event
        kinds = REPLACED if part.instead is None else REPLACED_INSTEAD
        if event.kind not in kinds or (part.optional and part.instead is None):
            word = f"replacing {event.kind}"
    return [word] if word else []


def _changes_cost(part: t.CostChange) -> bool:
    if part.kind not in COST_CHANGES:
        return False
    # which spell of the turn, its targets and where it is cast from are asked of spells alone
    return part.kind == "cast" or not (part.zone or part.nth or part.targets is not None)


def _unrecognised(event: t.Node) -> bool:
    from simulator.rules.triggers import recognised

    return any(not recognised(node) for node in _events(event))
