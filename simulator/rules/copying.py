"""Copies (CR 707): exceptions to copiable values, token copies, copies of spells."""

from __future__ import annotations

from dataclasses import replace

from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.model.objects import Copiable
from simulator.rules.amounts import amount
from simulator.rules.context import Context
from simulator.rules.scope import Scope
from simulator.symbols import subtype_fits


def with_exceptions(ctx: Context, values: Copiable, changes: tuple[t.Node, ...], scope: Scope) -> Copiable:
    """CR 707.9: the copiable values with what "except ..." changes, which becomes part of them.

    Raises:
        Unsupported: a change that isn't implemented for copies.
    """
    for change in changes:
        values = _with_exception(ctx, values, change, scope)
    if values.flips_to is not None:
        # CR 110.5b: the exception is part of the copy whether it is flipped or not
        values = replace(values, flips_to=with_exceptions(ctx, values.flips_to, changes, scope))
    return values


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
    raise Unsupported(f"the simulator can't except {type(change).__name__} from a copy yet")
