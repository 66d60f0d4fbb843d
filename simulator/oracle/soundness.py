"""Whether the references of a tree can be answered: the guard behind every template.

A reference that nothing before it has filled would be carried out as "nothing" or "0", so the tree would mean less
than its text. Walked in the order in which the instructions are carried out (CR 608.2c).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from simulator.abilities import tree as t

#: Events that carry a number (`EventAmount`): damage, life, cards, counters, creatures that attack together.
NUMBERED_EVENTS = (
    t.DealsDamage,
    t.IsDealtDamage,
    t.GainsLife,
    t.AttacksWith,
    t.CountersPut,
    t.PutsCounters,
)
#: What a replacement effect may speak of as "that many" (CR 614).
_NUMBERED_REPLACED = ("damage", "counters", "tokens", "life gain", "life loss", "draw", "mana", "mill")
#: Subtypes of what is attached to something (CR 301.5, 301.6, 303.4).
ATTACHMENTS = ("Aura", "Equipment", "Fortification")
#: Instructions about two different objects.
_PAIRS: dict[type[t.Node], tuple[str, str]] = {
    t.BecomeCopy: ("what", "of"),
    t.Attach: ("what", "to"),
    t.Fight: ("first", "second"),
    t.ExchangeControl: ("first", "second"),
    t.MoveCounters: ("source", "to"),
}


@dataclass(slots=True)
class _Place:
    """What may be spoken of at one place of a tree."""

    targets: tuple[t.TargetSpec, ...] = ()
    saved: frozenset[str] = frozenset()
    that: bool = False
    number: bool = False
    x: bool = False


def faults(abilities: Sequence[t.Ability], mana_cost: str = "", attaches: bool = True) -> dict[int, str]:
    """The abilities of one face whose references nothing fills, by index: what is missing, in words.

    Args:
        abilities: all abilities of the face, in order.
        mana_cost: the face's mana cost, in symbols.
        attaches: the face may be attached to something (Aura, Equipment, Fortification).
    """
    nodes = [node for ability in abilities for node in t.walk(ability)]
    card = _Card(
        _saved_links(nodes),
        _chosen_kinds(nodes),
        next((ability.targets for ability in abilities if isinstance(ability, t.Spell)), ()),
        attaches or any(_may_attach(node) for node in nodes),
        any(isinstance(node, t.AdditionalCost | t.AlternativeCost) or _acts_as_cast(node) for node in nodes),
    )
    paid = [ability for ability in abilities if not isinstance(ability, t.Activated)]
    x_paid = "{X}" in mana_cost or any(_pays_x(node) for ability in paid for node in t.walk(ability))
    found: dict[int, str] = {}
    for index, ability in enumerate(abilities):
        fault = next(_ability(ability, x_paid, card.spell_targets, card.paid_more), None) or next(
            _across(ability, card), None
        )
        if fault is not None:
            found[index] = fault
    return found


@dataclass(frozen=True, slots=True)
class _Card:
    """What the abilities of one face give each other (CR 607, 614.12a)."""

    linked: frozenset[str]
    chosen: frozenset[str]
    spell_targets: tuple[t.TargetSpec, ...]
    attaches: bool
    paid_more: bool


def _acts_as_cast(node: t.Node) -> bool:
    """Keywords whose cost acts on objects as the spell is cast (CR 702)."""
    if not isinstance(node, t.Keyword):
        return False
    acts = any(not isinstance(part, t.PayMana) for part in node.cost)
    return acts or node.name in (
        "bargain",
        "casualty",
        "emerge",
        "offering",
        "conspire",
        "convoke",
        "delve",
        "improvise",
    )


def _saved_links(nodes: Sequence[t.Node]) -> frozenset[str]:
    keys: set[str] = set()
    for node in nodes:
        if isinstance(node, t.MoveTo) and node.linked:
            keys.add(node.linked)
        elif isinstance(node, t.ExileUntilLeaves) or _exiles_others(node):
            keys.add("exiled")
    return frozenset(keys)


def _exiles_others(node: t.Node) -> bool:
    if isinstance(node, t.ExileCost):
        return not node.self_only
    return isinstance(node, t.Keyword) and node.name in ("hideaway", "craft")


def _chosen_kinds(nodes: Sequence[t.Node]) -> frozenset[str]:
    same = {"opponent": "player", "nonland name": "name"}
    kinds = {same.get(node.kind, node.kind) for node in nodes if isinstance(node, t.ChooseValue)}
    # CR 702.106: a name is chosen before the game
    hidden = any(isinstance(node, t.Keyword) and node.name == "hidden agenda" for node in nodes)
    return frozenset(kinds | {"name"} if hidden else kinds)


def _may_attach(node: t.Node) -> bool:
    if isinstance(node, t.SetTypes):
        return bool(set(node.subtypes) & set(ATTACHMENTS))
    return isinstance(node, t.Keyword) and node.name in ("bestow", "reconfigure", "enchant", "equip", "fortify")


def _across(ability: t.Ability, card: _Card) -> Iterator[str]:
    """References to what another ability of the same object has linked or chosen."""
    made_here = {id(node) for token in t.walk(ability) if isinstance(token, t.TokenSpec) for node in t.walk(token)}
    for node in t.walk(ability):
        if isinstance(node, t.Linked) and node.key not in card.linked:
            yield f"no ability links cards as {node.key!r}"
        elif isinstance(node, t.AttachedTo) and not card.attaches and id(node) not in made_here:
            yield "it isn't attached to anything"
        wanted = _wanted_choice(node)
        if wanted and wanted not in card.chosen:
            yield f"no {wanted} is chosen"


def _wanted_choice(node: t.Node) -> str:
    if isinstance(node, t.OfChosen):
        return node.kind
    if isinstance(node, t.ChosenPlayer):
        return "player"
    if isinstance(node, t.ChosenNumber):
        return "number"
    if isinstance(node, t.SetTypes):
        return node.chosen
    if (isinstance(node, t.SetColors) and node.chosen) or (isinstance(node, t.AddMana) and "chosen" in node.choice):
        return "color"
    return ""


def _pays_x(node: t.Node) -> bool:
    if isinstance(node, t.PayMana):
        return "{X}" in node.mana
    if isinstance(node, t.Loyalty):
        return node.x
    if isinstance(node, t.Keyword):
        return node.value == -1
    return isinstance(node, t.Cost) and t.X() in t.walk(node)


def _ability(
    ability: t.Node, x_paid: bool, spell_targets: tuple[t.TargetSpec, ...] = (), paid_more: bool = False
) -> Iterator[str]:
    """The faults of one ability, also one that another grants."""
    x = x_paid or any(_pays_x(node) for node in t.walk(ability))
    if isinstance(ability, t.Spell):
        place = _Place(ability.targets, frozenset({"cost"}) if paid_more else frozenset(), x=x)
        yield from _specs(ability.targets, place)
        yield from _run(ability.effect, place)
    elif isinstance(ability, t.Activated):
        acts = any(not isinstance(part, t.PayMana) for part in ability.cost)
        place = _Place(ability.targets, frozenset({"cost"}) if acts else frozenset(), x=x)
        yield from _plain(ability.condition, _Place())
        yield from _specs(ability.targets, place)
        yield from _run(ability.effect, place)
    elif isinstance(ability, t.Triggered):
        number = _numbered(ability.event)
        place = _Place(ability.targets, that=True, number=number, x=x)
        yield from _plain(ability.event, _Place(that=True))
        yield from _plain(ability.condition, replace(place, targets=()))
        yield from _specs(ability.targets, place)
        yield from _run(ability.effect, place)
    elif isinstance(ability, t.Static):
        # a cost of the spell may speak of the spell's targets (CR 601.2f)
        place = _Place(spell_targets if ability.zone == "stack" else (), x=x)
        yield from _plain(ability.condition, place)
        for part in ability.parts:
            yield from _part(part, place)
    elif isinstance(ability, t.Keyword):
        yield from _plain(ability.where, _Place(x=x))
        yield from _plain(ability.reduction, _Place(x=x))


def _numbered(event: t.Node) -> bool:
    if isinstance(event, t.AnyEvent):
        return all(_numbered(part) for part in event.parts)
    return isinstance(event, NUMBERED_EVENTS)


def _part(part: t.Node, place: _Place) -> Iterator[str]:
    if isinstance(part, t.Modify):
        yield from _plain(part.where, place)
        yield from _mods(part.mods, replace(place, that=True))
    elif isinstance(part, t.Replacement):
        inside = replace(place, that=True, number=part.event.kind in _NUMBERED_REPLACED)
        yield from _plain(part.event, place)
        if part.instead is not None:
            yield from _run(part.instead, inside)
    elif isinstance(part, t.EntersWith):
        inside = replace(place, that=True)
        for spec in fields(part):
            value = getattr(part, spec.name)
            if isinstance(value, t.Effect):
                yield from _run(value, inside)
            elif spec.name == "choose":
                for effect in value:
                    yield from _run(effect, inside)
            elif spec.name == "copy_except":
                yield from _mods(value, inside)
            else:
                yield from _plain(value, inside)
    else:
        yield from _plain(part, place)


def _mods(mods: tuple[t.Node, ...], place: _Place) -> Iterator[str]:
    for mod in mods:
        if isinstance(mod, t.GainAbility):
            yield from _ability(mod.ability, place.x)
        else:
            yield from _plain(mod, place)


def _specs(specs: tuple[t.TargetSpec, ...], place: _Place) -> Iterator[str]:
    for index, spec in enumerate(specs):
        # a target's description speaks of earlier targets alone
        yield from _plain(spec, replace(place, targets=specs[:index]))


def _run(effect: t.Node, place: _Place) -> Iterator[str]:
    """The faults of an instruction; afterwards `place.saved` holds what it saves."""
    before = place.saved
    if isinstance(effect, t.Sequence):
        for step in effect.parts:
            yield from _run(step, place)
    elif isinstance(effect, t.If):
        yield from _plain(effect.condition, place)
        yield from _branches(place, (effect.then,), (effect.otherwise,))
    elif isinstance(effect, t.May):
        yield from _plain(effect.player, place)
        yield from _branches(place, (effect.effect, effect.then), (effect.otherwise,))
    elif isinstance(effect, t.IfDone):
        if effect.when:
            yield from _run(effect.effect, place)
            own = replace(place, targets=effect.targets)
            yield from _specs(effect.targets, own)
            if effect.then is not None:
                yield from _run(effect.then, own)
        else:
            yield from _branches(place, (effect.effect, effect.then), (effect.effect, effect.otherwise))
    elif isinstance(effect, t.PayOr):
        yield from _plain(effect.player, place)
        yield from _plain(effect.cost, place)
        yield from _branches(replace(place), (effect.unpaid,), ())
        paid = replace(place, saved=before | {"cost"})
        yield from _branches(paid, (effect.paid,), ())
        place.saved = paid.saved - ({"cost"} - before)
    elif isinstance(effect, t.FlipCoin):
        yield from _branches(place, (effect.won,), (effect.lost,))
    elif isinstance(effect, t.Modes):
        for index, mode in enumerate(effect.modes):
            specs = effect.targets[index] if index < len(effect.targets) else ()
            own = replace(place, targets=specs)
            yield from _specs(specs, own)
            yield from _run(mode, own)
    elif isinstance(effect, t.ChooseOne):
        if effect.chooser is not None:
            yield from _plain(effect.chooser, place)
        yield from _branches(place, *((option,) for option in effect.options))
    elif isinstance(effect, t.ForEach):
        yield from _plain(effect.what, place)
        inside = replace(place, saved=before | {"each", ""})
        yield from _run(effect.effect, inside)
        place.saved = inside.saved - ({"each"} - before)
    elif isinstance(effect, t.ForEachPlayer):
        yield from _plain(effect.players, place)
        yield from _run(effect.effect, place)
    elif isinstance(effect, t.Repeat):
        yield from _plain(effect.amount, place)
        yield from _run(effect.effect, place)
    elif isinstance(effect, t.Delayed):
        yield from _plain(effect.what, place)
        remembered = frozenset() if effect.what is None else frozenset({"delayed"})
        inside = replace(place, saved=before | remembered, that=True, number=place.number or _numbered(effect.event))
        yield from _plain(effect.event, inside)
        yield from _run(effect.effect, inside)
    elif isinstance(effect, t.Continuous | t.BecomeCopy | t.CreateCopyToken):
        fault = _own_fault(effect, place)
        if fault:
            yield fault
        for spec in fields(effect):
            value = getattr(effect, spec.name)
            if spec.name in ("mods", "except_"):
                yield from _mods(value, replace(place, that=True))
            else:
                yield from _plain(value, place)
    elif isinstance(effect, t.RuleEffect):
        parts = effect.static.parts if isinstance(effect.static, t.Static) else (effect.static,)
        for part in parts:
            yield from _part(part, place)
    else:
        yield from _plain(effect, place)
    key = getattr(effect, "save_as", None)
    if key is not None:
        place.saved = place.saved | {"", key}
    if isinstance(effect, t.RevealUntil):
        place.saved = place.saved | {effect.rest_as}


def _branches(place: _Place, *branches: tuple[t.Node | None, ...]) -> Iterator[str]:
    """Ways of which one is gone: none sees what another has saved; what follows sees what any has."""
    saved = place.saved
    after = saved
    for branch in branches:
        place.saved = saved
        for effect in branch:
            if effect is not None:
                yield from _run(effect, place)
        after |= place.saved
    place.saved = after


def _plain(node: Any, place: _Place) -> Iterator[str]:
    """The faults of a part that isn't carried out itself: references, amounts, predicates, what is granted."""
    if isinstance(node, tuple):
        for item in node:
            yield from _plain(item, place)
        return
    if not isinstance(node, t.Node):
        return
    if isinstance(node, t.Ability):
        yield from _ability(node, place.x)
        return
    if isinstance(node, t.Event):
        place = replace(place, that=True)
    fault = _own_fault(node, place)
    if fault:
        yield fault
    for spec in fields(node):
        yield from _plain(getattr(node, spec.name), place)


def _own_fault(node: t.Node, place: _Place) -> str:
    if isinstance(node, t.Prior):
        return "" if node.key in place.saved else f"nothing was saved as {node.key!r}"
    if isinstance(node, t.Target | t.TargetPlayer | t.CountTargets):
        if node.index >= len(place.targets):
            return f"there is no target {node.index}"
        spec = place.targets[node.index]
        if isinstance(node, t.Target) and spec.where is None:
            return f"target {node.index} is a player"
        return f"target {node.index} is no player" if isinstance(node, t.TargetPlayer) and not spec.players else ""
    if isinstance(node, t.That):
        return "" if place.that else "no event has an object"
    if isinstance(node, t.EventAmount):
        return "" if place.number else "the event has no number"
    if isinstance(node, t.X):
        return "" if place.x else "nothing says what X is"
    pair = _PAIRS.get(type(node))
    if pair is not None and getattr(node, pair[0]) == getattr(node, pair[1]):
        return f"{pair[0]} and {pair[1]} are one object"
    return ""
