"""Activated abilities: "COST: EFFECT", their restrictions, and where they function (CR 602, 606)."""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle.conditions import condition
from simulator.oracle.context import Context
from simulator.oracle.costs import costs
from simulator.oracle.spending import spending
from simulator.oracle.text import split_sentences
from simulator.oracle.whole_effects import whole_effect

_TRIGGER = re.compile(r"(when|whenever|at) ")


def activated_parts(line: str) -> tuple[str, str, str] | None:
    """The ability word, cost and effect of "COST: EFFECT"; None if the line is none."""
    found = re.match(
        r'(?:(?P<key>boast|exhaust|channel|forecast|power-up|renew) — )?(?P<cost>[^":]+): (?P<effect>.+)',
        line,
        re.DOTALL,
    )
    if found is None or "\n" in found.group("cost"):
        return None
    if _TRIGGER.match(line) or re.match(r"(?:choose|if|as long) ", line):
        return None
    return found.group("key") or "", found.group("cost"), found.group("effect")


def activated(key: str, cost_text: str, effect_text: str, types: frozenset[str]) -> t.Activated | None:
    """The activated ability of a cost and an effect, restrictions included."""
    if key:
        return None
    context = Context("activated", types)
    cost = costs(cost_text[:1].lower() + cost_text[1:] if not cost_text.startswith("{") else cost_text, context)
    if cost is None:
        return None
    parts = split_sentences(effect_text) if "\n" not in effect_text else [effect_text]
    kept: list[str] = []
    options: dict[str, object] = {}
    for part in parts:
        option = _restriction(part, context)
        if option is None:
            kept.append(part)
        else:
            options.update(option)
    if not kept:
        return None
    done = whole_effect(". ".join(kept) + ("" if "\n" in effect_text else "."), context)
    if done is None:
        return None
    restriction = options.pop("restriction", None)
    if restriction is not None:
        done = _restricted(done, restriction)
        if done is None:
            return None
    loyalty = any(isinstance(c, t.Loyalty) for c in cost)
    ability = t.Activated(cost, done, tuple(context.targets), zone=_zone(cost, done), loyalty=loyalty)
    return replace(ability, **options)  # type: ignore[arg-type]


def _zone(cost: tuple[t.Cost, ...], done: t.Effect) -> str:
    """Where the ability functions: where its cost or its effect needs the object to be (CR 113.6k, 113.6m)."""
    for part in cost:
        if isinstance(part, t.Discard) and part.self_only:
            return "hand"
        if isinstance(part, t.ExileCost) and part.self_only:
            return part.zone
    return "graveyard" if from_graveyard(done) else "battlefield"


def from_graveyard(done: t.Effect) -> bool:
    """Whether the effect needs the source in a graveyard."""
    return any(isinstance(node, t.FromGraveyard) for node in t.walk(done))


def _restricted(done: t.Effect, restriction: object) -> t.Effect | None:
    if not isinstance(done, t.AddMana) or not isinstance(restriction, t.Node):
        return None
    return replace(done, restriction=restriction)


def _restriction(text: str, context: Context) -> dict[str, object] | None:
    """A sentence that says when the ability may be activated, or what its mana is for."""
    if text in ("activate only as a sorcery", "activate this ability only any time you could cast a sorcery"):
        return {"sorcery_speed": True}
    found = re.fullmatch(r"activate (?:this ability )?only (?P<n>once|twice|three times)(?: each turn)?", text)
    if found is not None and text.endswith("each turn"):
        return {"limit": {"once": 1, "twice": 2, "three times": 3}[found.group("n")]}
    if text == "activate only as a sorcery and only once each turn":
        return {"sorcery_speed": True, "limit": 1}
    found = re.fullmatch(r"activate (?:this ability )?only as a sorcery and only if (?P<c>.+)", text)
    if found is not None:
        read_condition = condition(found.group("c"), context)
        return None if read_condition is None else {"sorcery_speed": True, "condition": read_condition}
    if text == "any player may activate this ability but only during their turn before the end step":
        # CR 109.5: "you" of an activated ability is who activates it
        after = t.AnyTrue((t.InStep("end"), t.InStep("cleanup")))
        return {"any_player": True, "condition": t.AllTrue((t.YourTurn(), t.NotTrue(after)))}
    if text == "any player may activate this ability":
        return {"any_player": True}
    if text == "activate only during your turn":
        return {"condition": t.YourTurn()}
    if text == "activate only during your upkeep":
        return {"condition": t.AllTrue((t.YourTurn(), t.InStep("upkeep")))}
    found = re.fullmatch(r"activate (?:this ability )?only if (?P<c>.+)", text)
    if found is not None:
        read_condition = condition(found.group("c"), context)
        return None if read_condition is None else {"condition": read_condition}
    if text.startswith("spend this mana only "):
        purpose = spending(text.removeprefix("spend this mana only "))
        return None if purpose is None else {"restriction": purpose}
    return None
