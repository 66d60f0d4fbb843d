"""Abilities (CR 113): spell, activated, triggered, static, keyword, and those not understood."""

from __future__ import annotations

from dataclasses import dataclass

from simulator.abilities.conditions import Condition, Event
from simulator.abilities.costs import Cost
from simulator.abilities.effects import Effect, TargetSpec
from simulator.abilities.node import Node
from simulator.abilities.predicates import Predicate
from simulator.abilities.statics import StaticPart


@dataclass(frozen=True)
class Ability(Node):
    """Base: one ability of an object."""


@dataclass(frozen=True)
class Spell(Ability):
    """What an instant or sorcery (or an Aura's enchant target: see `Keyword`) does as it resolves (CR 113.3a).

    The paragraphs of one card that are spell abilities form one `Spell`, in order.
    """

    effect: Effect
    targets: tuple[TargetSpec, ...] = ()


@dataclass(frozen=True)
class Activated(Ability):
    """COST: EFFECT (CR 602).

    Attributes:
        sorcery_speed: "activate only as a sorcery"; once_each_turn; limit: at most that often each turn (0: any).
        zone: where the source must be ("battlefield", "hand", "graveyard", "exile").
        condition: "activate only if ..."; any_player: any player may activate it; only_opponents.
        keyword: the keyword that it comes from ("equip", "cycling", "crew", "level up", ...), else "".
        loyalty: a loyalty ability (CR 606).
    """

    cost: tuple[Cost, ...]
    effect: Effect
    targets: tuple[TargetSpec, ...] = ()
    sorcery_speed: bool = False
    limit: int = 0
    zone: str = "battlefield"
    condition: Condition | None = None
    any_player: bool = False
    keyword: str = ""
    loyalty: bool = False
    boast_like: str = ""


@dataclass(frozen=True)
class Triggered(Ability):
    """WHEN/WHENEVER/AT event, effect (CR 603).

    Attributes:
        condition: the intervening "if" (CR 603.4).
        optional: "you may" as the whole effect is part of `effect` (`May`), not here.
        zone: where the source must be for it to trigger ("battlefield" | "graveyard" | "hand" | "exile" | "stack").
        limit: "this ability triggers only once each turn": 1.
        keyword: the keyword that it comes from, else "".
    """

    event: Event
    effect: Effect
    targets: tuple[TargetSpec, ...] = ()
    condition: Condition | None = None
    zone: str = "battlefield"
    limit: int = 0
    keyword: str = ""


@dataclass(frozen=True)
class Static(Ability):
    """A static ability (CR 604).

    Attributes:
        parts: what it does while it applies.
        condition: "as long as ...".
        zone: where it functions: "battlefield", "any" (characteristic-defining), "stack" (spells), "graveyard" ...
    """

    parts: tuple[StaticPart, ...]
    condition: Condition | None = None
    zone: str = "battlefield"


@dataclass(frozen=True)
class Keyword(Ability):
    """A keyword ability (CR 702) that the rules expand: flying, ward {2}, morph {1}{G}, protection from black ...

    Attributes:
        name: lower case, as in CR 702 ("first strike", "ward", "morph", "enchant", "protection", "mutate").
        cost: for keywords with a cost (morph, ward, kicker, equip, cycling, mutate ...), reductions in `reduction`.
        value: for keywords with a number (toxic 2, annihilator 2, crew 3 ...); -1 means X.
        where: for keywords with a quality (protection from ..., enchant ..., landwalk, affinity for ..., typecycling).
        quality: the quality as a word where a predicate can't say it ("everything", "player", "opponent"),
            or the alternative power and toughness of prototype ("3/2").
        reduction: amount by which the cost is reduced (generic mana), an `Amount`.
    """

    name: str
    cost: tuple[Cost, ...] = ()
    value: int = 0
    where: Predicate | None = None
    quality: str = ""
    reduction: Node | None = None


@dataclass(frozen=True)
class UnsupportedAbility(Ability):
    """An ability whose text isn't understood: never dropped, never guessed.

    Attributes:
        kind: "spell" | "activated" | "triggered" | "static" | "keyword".
        text_hash: first 12 hex digits of SHA-256 of its Oracle text.
    """

    kind: str
    text_hash: str
