"""Copies (CR 707): exceptions to copiable values, token copies, copies of spells."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.objects import Copiable
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.rules.support import check_duration
from simulator.sentences import say
from simulator.symbols import subtype_fits


def with_exceptions(ctx: Context, values: Copiable, changes: tuple[t.Node, ...], scope: Scope) -> Copiable:
    """CR 707.9: the copiable values with what "except ..." changes, which becomes part of them.

    Raises:
        Unsupported: a change that isn't implemented for copies.
    """
    for change in changes:
        values = _with_exception(ctx, _without_defined(values, change), change, scope)
    if values.flips_to is not None:
        # CR 110.5b: the exception is part of the copy whether it is flipped or not
        values = replace(values, flips_to=with_exceptions(ctx, values.flips_to, changes, scope))
    return values


def _without_defined(values: Copiable, change: t.Node) -> Copiable:
    """CR 707.9d: a characteristic-defining ability of what the exception gives a value to isn't copied."""
    kinds: tuple[type[t.Modification], ...] = ()
    keyword = ""
    if isinstance(change, t.SetPT):
        kinds = (t.SetPT,)
    elif isinstance(change, t.SetColors) and not change.add:
        kinds, keyword = (t.SetColors,), "devoid"
    elif isinstance(change, t.SetTypes) and not change.keep_types and (change.types or change.subtypes):
        # but not where they are added to its other types
        kinds, keyword = (t.SetTypes,), "changeling"
    if not kinds:
        return values
    kept = tuple(
        ability
        for ability in values.abilities
        if not _defines(ability, kinds) and not (isinstance(ability, t.Keyword) and ability.name == keyword)
    )
    return replace(
        values,
        abilities=kept,
        all_creature_types=values.all_creature_types and keyword != "changeling",
    )


def _defines(ability: t.Ability, kinds: tuple[type[t.Modification], ...]) -> bool:
    """Whether it is a characteristic-defining ability (CR 604.3) of only that kind of characteristic."""
    if not isinstance(ability, t.Static):
        return False
    mods = [mod for part in ability.parts if isinstance(part, t.Modify) for mod in part.mods]
    own = all(isinstance(part, t.Modify) and part.where == t.Is(t.Self()) for part in ability.parts)
    defining = ability.zone == "any" or all(isinstance(m, t.SetPT) and m.characteristic_defining for m in mods)
    return bool(mods) and own and defining and all(isinstance(mod, kinds) for mod in mods)


def _with_exception(ctx: Context, values: Copiable, change: t.Node, scope: Scope) -> Copiable:
    if isinstance(change, t.GainAbility) and isinstance(change.ability, t.Ability):
        return replace(values, abilities=(*values.abilities, change.ability))
    if isinstance(change, t.LoseAbilities):
        kept = tuple(
            a
            for a in values.abilities
            if change.keyword and not (isinstance(a, t.Keyword) and a.name == change.keyword)
        )
        return replace(values, abilities=kept)
    if isinstance(change, t.SetPT):
        power = amount(ctx, change.power, scope) if change.power is not None else values.power
        toughness = amount(ctx, change.toughness, scope) if change.toughness is not None else values.toughness
        return replace(values, power=power, toughness=toughness)
    if isinstance(change, t.SetColors):
        kept_colors = values.colors if change.add else ()
        return replace(values, colors=tuple(c for c in "WUBRG" if c in change.colors or c in kept_colors))
    if isinstance(change, t.SetName):
        return replace(values, names=(change.name,) if change.name else ())
    if isinstance(change, t.RemoveTypes):
        types = tuple(w for w in values.types if w not in change.words)
        supertypes = tuple(w for w in values.supertypes if w not in change.words)
        subtypes = tuple(w for w in values.subtypes if w not in change.words and subtype_fits(w, types))
        return replace(values, types=types, supertypes=supertypes, subtypes=subtypes)
    if isinstance(change, t.SetTypes):
        types, subtypes = values.types, values.subtypes
        if change.types and not change.keep_types:
            types = change.types
            subtypes = tuple(w for w in subtypes if subtype_fits(w, types))
        else:
            types = types + tuple(w for w in change.types if w not in types)
        if change.subtypes and not change.keep_types:
            subtypes = change.subtypes
        else:
            subtypes = subtypes + tuple(w for w in change.subtypes if w not in subtypes)
        supertypes = tuple(w for w in values.supertypes if "-" + w not in change.supertypes)
        supertypes += tuple(w for w in change.supertypes if not w.startswith("-") and w not in supertypes)
        return replace(values, types=types, subtypes=subtypes, supertypes=supertypes)
    raise Unsupported(say("the simulator can't make this exception to a copy yet"))


def become_copy(
    ctx: Context, id: int, values: Copiable, changes: tuple[t.Node, ...], scope: Scope, duration: str = "permanent"
) -> None:
    """A copy effect in layer 1a (CR 707.2, 613.2a), with the exceptions that it names (707.9)."""
    check_duration(duration)
    values = with_exceptions(ctx, values, changes, scope)
    ctx.state.begin_effect(scope.you, scope.source, duration, (id,), copy=values)
