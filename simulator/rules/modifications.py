"""What each modification does to characteristics, and in which layer (CR 613.1, 613.4)."""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.characteristics import Characteristics, Reason, is_creature_type
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.sentences import say
from simulator.symbols import BASIC_LAND_TYPES, SUBTYPE_OWNER, subtype_fits

#: CR 122.1b: counters that give a keyword.
KEYWORD_COUNTERS = (
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip

_PT_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)$")

_LAYERS: dict[type[t.Modification], str] = {
    t.SetController: "2",
    t.SetText: "3",
    t.SetName: "3",
    t.SetTypes: "4",
    t.SetLandType: "4",
    t.RemoveTypes: "4",
    t.SetColors: "5",
    t.GainAbility: "6",
    t.LoseAbilities: "6",
    t.CantHave: "6",
    t.ModifyPT: "7c",
    t.SwitchPT: "7d",
}


def layer_of(mod: t.Modification) -> str:
    """The layer in which a modification applies (CR 613.1)."""
    if isinstance(mod, t.SetPT):
        return "7a" if mod.characteristic_defining else "7b"
    found = _LAYERS.get(type(mod))
    if found is None:
        raise Unsupported(say("the simulator can't apply this continuous effect yet"))
    return found


def counter_bonus(counters: dict[str, int]) -> tuple[int, int]:
    """What all +N/+N style counters together give."""
    power = toughness = 0
    for kind, count in counters.items():
        found = _PT_COUNTER.match(kind)
        if found:
            power += int(found[1]) * count
            toughness += int(found[2]) * count
    return power, toughness


@lru_cache(maxsize=256)
def intrinsic(subtypes: tuple[str, ...]) -> tuple[t.Ability, ...]:
    """CR 305.6: the mana abilities that basic land types give."""
    return tuple(
        t.Activated(
            cost=(t.TapSelf(),), effect=t.AddMana(mana="{" + BASIC_LAND_TYPES[word] + "}"), keyword="basic land"
        )
        for word in subtypes
        if word in BASIC_LAND_TYPES
    )


def with_intrinsic(id: int, values: Characteristics) -> Characteristics:
    """CR 305.6: the values of a land, changed in place, with the mana abilities of its basic land types."""
    extra = intrinsic(values.subtypes) if "Land" in values.types else ()
    if extra:
        values.abilities = values.abilities + extra
        reason = Reason("basic land types", "4", id, values.power, values.toughness)
        values.reasons = (*values.reasons, reason)
    return values


def apply(ctx: Context, mod: t.Modification, id: int, values: Characteristics, scope: Scope, layer: str) -> None:
    """Change the values as the modification says.

    Raises:
        Unsupported: the modification is of a kind that isn't implemented.
    """
    scope.bound["that"] = (id,)
    if isinstance(mod, t.SetController):
        from simulator.rules.references import players

        named = players(ctx, mod.player, scope)
        if named:
            values.controller = named[0]
    elif isinstance(mod, t.SetName):
        values.names = (mod.name,) if mod.name else ()
    elif isinstance(mod, t.SetTypes):
        _set_types(ctx, mod, values, scope)
    elif isinstance(mod, t.SetLandType):
        _set_land_type(mod, values)
    elif isinstance(mod, t.RemoveTypes):
        _remove_types(mod, values)
    elif isinstance(mod, t.SetColors):
        colors = mod.colors
        if mod.chosen:
            chosen = scope.words.get("color") or ctx.obj(scope.source).chosen.get("color")
            colors = (chosen,) if chosen else ()
        kept = values.colors if mod.add else ()
        values.colors = tuple(c for c in "WUBRG" if c in colors or c in kept)
    elif isinstance(mod, t.GainAbility):
        _gain(mod.ability, values)
    elif isinstance(mod, t.LoseAbilities):
        _lose(mod.keyword, values)
    elif isinstance(mod, t.CantHave):
        _lose(mod.keyword, values)
        values.cant_have = (*values.cant_have, mod.keyword)
    elif isinstance(mod, t.SetPT):
        if mod.power is not None:
            values.power = amount(ctx, mod.power, scope)
        if mod.toughness is not None:
            values.toughness = amount(ctx, mod.toughness, scope)
    elif isinstance(mod, t.ModifyPT):
        # CR 613.4c; a permanent that isn't a creature has no power to change unless it is printed (208.3)
        if values.power is not None or values.is_creature:
            values.power = (values.power or 0) + amount(ctx, mod.power, scope)
            values.toughness = (values.toughness or 0) + amount(ctx, mod.toughness, scope)
    elif isinstance(mod, t.SwitchPT):
        values.power, values.toughness = values.toughness, values.power
    else:
        raise Unsupported(say("the simulator can't apply this continuous effect yet"))


def _gain(ability: t.Node, values: Characteristics) -> None:
    if not isinstance(ability, t.Ability):
        raise Unsupported(say("the simulator can't grant this ability yet"))
    if isinstance(ability, t.Keyword) and ability.name in values.cant_have:
        return  # CR 613.11: "can't have or gain" beats a grant
    values.abilities = (*values.abilities, ability)
    values.keyword_set = None


def _lose(keyword: str, values: Characteristics) -> None:
    if not keyword:
        values.abilities = ()
    else:
        values.abilities = tuple(a for a in values.abilities if not (isinstance(a, t.Keyword) and a.name == keyword))
    values.keyword_set = None


def _set_types(ctx: Context, mod: t.SetTypes, values: Characteristics, scope: Scope) -> None:
    subtypes = mod.subtypes
    if mod.chosen:
        word = scope.words.get(mod.chosen) or ctx.obj(scope.source).chosen.get(mod.chosen)
        subtypes = (word,) if word else ()
    if mod.types and mod.keep_card_types:
        # CR 205.1b: card types are added; creature types are replaced below
        values.types = values.types + tuple(w for w in mod.types if w not in values.types)
    elif mod.types and not mod.keep_types:
        # CR 205.1a: new card types replace the old ones; subtypes that still belong to one of them stay
        values.types = mod.types
        values.subtypes = tuple(w for w in values.subtypes if subtype_fits(w, mod.types))
    else:
        values.types = values.types + tuple(w for w in mod.types if w not in values.types)
    if subtypes:
        if not mod.keep_types:
            # CR 205.1a: new subtypes replace those of the same set only (creature types, land types, ...)
            groups = {_group(word) for word in subtypes}
            values.subtypes = tuple(w for w in values.subtypes if _group(w) not in groups)
            if "Creature" in groups:
                values.all_creature_types = False
        values.subtypes = values.subtypes + tuple(w for w in subtypes if w not in values.subtypes)
    if mod.all_creature_types:
        values.all_creature_types = True
    for word in mod.supertypes:
        if word.startswith("-"):
            values.supertypes = tuple(w for w in values.supertypes if w != word[1:])
        elif word not in values.supertypes:
            values.supertypes = (*values.supertypes, word)


def _group(subtype: str) -> str:
    return SUBTYPE_OWNER.get(subtype, "Creature")


def _set_land_type(mod: t.SetLandType, values: Characteristics) -> None:
    if mod.add:
        values.subtypes = values.subtypes + tuple(w for w in mod.subtypes if w not in values.subtypes)
        return
    # CR 305.7: it loses its old land types and the abilities from its rules text; other subtypes and types stay
    others = tuple(w for w in values.subtypes if _group(w) != "Land")
    values.subtypes = others + mod.subtypes
    values.abilities = ()
    values.keyword_set = None


def _remove_types(mod: t.RemoveTypes, values: Characteristics) -> None:
    for word in mod.words:
        if word == "creature types":
            values.subtypes = tuple(w for w in values.subtypes if not is_creature_type(w))
            values.all_creature_types = False
        elif word == "land types":
            values.subtypes = tuple(w for w in values.subtypes if _group(w) != "Land")
        else:
            values.types = tuple(w for w in values.types if w != word)
            values.supertypes = tuple(w for w in values.supertypes if w != word)
            values.subtypes = tuple(w for w in values.subtypes if w != word and subtype_fits(w, values.types))
