"""Ability trees with some of their parts replaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from simulator.abilities import tree as t


def rewritten(tree: Any, instead: Callable[[t.Node], t.Node | None]) -> Any:
    """The same tree with what stands instead of some nodes; where nothing is replaced, the very same objects.

    Args:
        tree: a node, a tuple of nodes or a plain value. instead: what stands for a node, None to look below it.
    """
    if isinstance(tree, t.Node):
        other = instead(tree)
        if other is not None:
            return other
        changes = {}
        for spec in fields(tree):
            value = getattr(tree, spec.name)
            new = rewritten(value, instead)
            if new is not value:
                changes[spec.name] = new
        return replace(tree, **changes) if changes else tree
    if isinstance(tree, tuple):
        items = tuple(rewritten(item, instead) for item in tree)
        return items if any(a is not b for a, b in zip(items, tree, strict=True)) else tree
    return tree
