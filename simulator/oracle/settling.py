"""What "it" comes back to after an instruction: each producing instruction gets a name of its own.

While an ability is read, objects that an instruction will have acted on are spoken of as `Prior("#n")`. When the
whole is read, those that are spoken of later get their instruction a `save_as`; so an instruction in between that
acts on other objects never comes between them (CR 608.2c, 400.7).
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar

from simulator.abilities import tree as t
from simulator.oracle.context import OPEN, Context
from simulator.oracle.descriptions import substitute

N = TypeVar("N", bound=t.Node)


def claim(context: Context, done: t.Effect) -> None:
    """The mentions that were made while this instruction was read are about what it acts on."""
    leaf = _producer(done)
    for number in context.waiting:
        context.made[number] = leaf
    context.waiting.clear()


def _producer(done: t.Effect) -> t.Effect | None:
    found = [n for n in t.walk(done) if isinstance(n, t.Effect) and (hasattr(n, "save_as") or _choice(n) is not None)]
    named = [n for n in found if getattr(n, "save_as", "") in _RESULTS]
    return named[-1] if named else found[-1] if found else None


#: Names by which templates mark the instruction whose objects the text then speaks of.
_RESULTS = ("exiled", "manifested", "result")


def _choice(node: t.Effect) -> t.Choose | None:
    for spec in fields(node):
        value = getattr(node, spec.name)
        if isinstance(value, t.Choose):
            return value
    return None


def settle(node: N, context: Context) -> N | None:
    """The tree with every `Prior("#n")` named; None if what one of them means wasn't found."""
    tree: t.Node = node
    made = dict(context.made)
    while True:
        used = next((n.key for n in t.walk(tree) if isinstance(n, t.Prior) and n.key.startswith(OPEN)), None)
        if used is None:
            return tree  # type: ignore[return-value]
        leaf = made.get(int(used[1:]))
        if leaf is None:
            return None
        key, new = _named(leaf, used[1:])
        changed = tree if new == leaf else substitute(tree, leaf, new)
        if new != leaf and changed == tree:
            return None
        tree = substitute(changed, t.Prior(used), t.Prior(key))
        for number, other in made.items():
            if other is not None:
                put = new if other == leaf else substitute(substitute(other, leaf, new), t.Prior(used), t.Prior(key))
                made[number] = put if isinstance(put, t.Effect) else None


def _named(leaf: t.Effect, key: str) -> tuple[str, t.Effect]:
    if hasattr(leaf, "save_as"):
        own = str(leaf.save_as)
        return (own, leaf) if own else (key, replace(leaf, save_as=key))  # type: ignore[call-arg]
    choice = _choice(leaf)
    if choice is None:
        return key, leaf
    rest = substitute(leaf, choice, t.Prior(key))
    if not isinstance(rest, t.Effect):
        return key, leaf
    return key, t.Sequence((t.ChooseObjects(choice, save_as=key), rest))
