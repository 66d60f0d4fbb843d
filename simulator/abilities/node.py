"""The base of every tree node and its JSON form.

A node is a frozen dataclass whose fields are plain values, other nodes, or tuples of these. The JSON form is
`["ClassName", {"field": value}]` with fields at their default left out, so that a tree stays readable and
old trees load after a field was added.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeVar

#: Version of the JSON form, kept in every file that stores trees.
TREE_VERSION = 1

_REGISTRY: dict[str, type[Node]] = {}


@dataclass(frozen=True)
class Node:
    """A part of an ability tree."""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _REGISTRY[cls.__name__] = cls


N = TypeVar("N", bound=Node)


def node_kinds() -> tuple[type[Node], ...]:
    """Every node class that was defined, bases included."""
    return tuple(_REGISTRY.values())


def to_json(value: Any) -> Any:
    """The JSON form of a node, of a tuple of nodes or of a plain value."""
    if isinstance(value, Node):
        parts: dict[str, Any] = {}
        for spec in fields(value):
            current = getattr(value, spec.name)
            default = spec.default
            if spec.default_factory is not MISSING:
                default = spec.default_factory()
            if default is MISSING or current != default:
                parts[spec.name] = to_json(current)
        return [type(value).__name__, parts] if parts else [type(value).__name__]
    if isinstance(value, tuple):
        return {"tuple": [to_json(item) for item in value]}
    return value


def from_json(value: Any) -> Any:
    """The inverse of `to_json`.

    Raises:
        ValueError: the value names a node that this version doesn't know.
    """
    if isinstance(value, list):
        cls = _REGISTRY.get(value[0])
        if cls is None:
            raise ValueError(f"unknown tree node {value[0]!r}")
        parts = value[1] if len(value) > 1 else {}
        return cls(**{name: from_json(part) for name, part in parts.items()})
    if isinstance(value, dict):
        return tuple(from_json(item) for item in value["tuple"])
    return value


def walk(node: Any) -> list[Node]:
    """The node and all nodes below it, depth first."""
    found: list[Node] = []
    if isinstance(node, Node):
        found.append(node)
        for spec in fields(node):
            found.extend(walk(getattr(node, spec.name)))
    elif isinstance(node, tuple):
        for item in node:
            found.extend(walk(item))
    return found
