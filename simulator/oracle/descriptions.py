"""Descriptions in their context: which players and amounts they speak of ("with power less than its power")."""

from __future__ import annotations

import re
from dataclasses import replace

from simulator.abilities import tree as t
from simulator.oracle import noun_tables as tables
from simulator.oracle.context import Context
from simulator.oracle.nouns import Description, describe, with_predicate
from simulator.oracle.template import read, reader


def placed(description: Description) -> str:
    """The zone in which a description looks: the battlefield unless it names one (CR 109.2, 109.2a)."""
    return description.zone or "battlefield"


def needs_zone(description: Description) -> bool:
    """Whether it speaks of cards without saying where they are."""
    return "card" in description.words and not description.zone


def bind_players(description: Description, context: Context) -> Description | None:
    """Put the players that the context knows in the place of the description's placeholders."""
    if not description.about:
        return description
    where: t.Node = description.where
    for about in description.about:
        if about == "that player":
            if not context.players:
                return None
            where = substitute(where, tables.THAT_PLAYER, context.players[-1])
        else:
            players = about.removeprefix("target ")
            index = context.add_target(t.TargetSpec(where=None, players=players))
            player = t.TargetPlayer(index)
            context.name_player(player)
            marker = tables.TARGET_PLAYER if players == "player" else tables.TARGET_OPPONENT
            where = substitute(where, marker, player)
    if not isinstance(where, t.Predicate):
        return None
    return replace(description, where=where, about=())


def substitute(node: t.Node, old: t.Node, new: t.Node) -> t.Node:
    """The tree with one node replaced wherever it occurs."""
    if node == old:
        return new
    changes: dict[str, object] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, t.Node):
            changed: object = substitute(value, old, new)
        elif isinstance(value, tuple):
            changed = tuple(substitute(v, old, new) if isinstance(v, t.Node) else v for v in value)
        else:
            continue
        if changed != value:
            changes[name] = changed
    return replace(node, **changes) if changes else node


def describe_in(text: str, context: Context) -> Description | None:
    """A description whose comparisons may speak of amounts ("with power less than its power")."""
    exiled = _EXILED.match(text)
    if exiled is not None:
        # CR 406.3: whether it is face up in exile
        found_card = describe_in(text[exiled.end() :] + " in exile", context)
        if found_card is None or not exiled.group(1):
            return found_card
        return with_predicate(found_card, t.IsFaceDown() if "down" in exiled.group(1) else t.Not(t.IsFaceDown()))
    plain = describe(text)
    if plain is not None:
        return bind_players(plain, context)
    found = _TAIL.match(text)
    if found is None:
        return None
    head = describe(found.group(1))
    if head is None or not found.group(2):
        return None
    head = bind_players(head, context)
    if head is None:
        return None
    extra = _tail_predicate(found.group(2), context)
    return None if extra is None else with_predicate(head, extra)


_EXILED = re.compile(r"(face-up |face-down )?exiled (?=[\w ]*cards?\b)")
_TAIL = re.compile(
    r"(.+?) ((?:with (?:base )?(?:power|toughness|mana value) (?:less than|greater than|equal to|\S+ or less, where)"
    r"|with the same name as|that shares? |that isn't |with different |attached to |blocking |blocked by |that targets "
    r"|with a single target|that share ).*)"
)
_STAT_TAIL = re.compile(
    r"with ((?:base )?(?:power|toughness|mana value)) (less than or equal to|greater than or equal to|less than|"
    r"greater than|equal to) (.+)"
)
_OPS = {
    "less than or equal to": "<=",
    "greater than or equal to": ">=",
    "less than": "<",
    "greater than": ">",
    "equal to": "=",
}


def _tail_predicate(text: str, context: Context) -> t.Predicate | None:
    found = _STAT_TAIL.fullmatch(text)
    if found is not None:
        value = read("x", found.group(3), context)
        return None if value is None else t.Compare(found.group(1), _OPS[found.group(2)], value)
    if text == "with a single target":
        return t.SingleTarget()
    found = re.fullmatch(r"with the same name as (.+)", text)
    if found is not None:
        ref = _any_of(read("o", found.group(1), context))
        return None if ref is None else t.SameNameAs(ref)
    found = re.fullmatch(
        r"that shares? (?:a|at least one) (color|creature type|card type|land type|mana value|name) with (.+)", text
    )
    if found is not None:
        ref = _any_of(read("o", found.group(2), context))
        return None if ref is None else t.SharesWith(found.group(1), ref)
    found = re.fullmatch(r"(?:attached to|blocking|blocked by) (.+)", text)
    if found is not None:
        return None
    found = re.fullmatch(r"that targets (.+)", text)
    if found is not None:
        return _targets(found.group(1), context)
    found = re.fullmatch(r"that isn't (enchanted|equipped|modified)", text)
    if found is not None:
        return t.Not(t.IsAttached(found.group(1)))
    return None


def _any_of(ref: t.ObjectRef | None) -> t.ObjectRef | None:
    # "with the same name as a permanent you control": as any of them, nothing is chosen
    return t.All(ref.where, ref.zone) if isinstance(ref, t.Choose) else ref


def _targets(text: str, context: Context) -> t.Predicate | None:
    if text == "you":
        return t.SpellTargets(t.You())
    if text == "~":
        return t.SpellTargets(t.Is(t.Self()))
    found = re.fullmatch(r"(?:an? |one or more )(.+)", text)
    described = describe_in(found.group(1), context) if found else None
    return None if described is None or described.zone not in ("", "battlefield") else t.SpellTargets(described.where)


@reader("d")
def description(text: str, context: Context) -> Description | None:
    """A description without a determiner."""
    return describe_in(text, context)


@reader("a")
def singular(text: str, context: Context) -> Description | None:
    """A creature you control: an indefinite description of one object."""
    found = re.match(r"(?:an?|one) ", text)
    if found is None:
        return None
    return describe_in(text[found.end() :], context)
