"""An ability tree in plain English words: complete over all nodes, so that a tree can be compared with its text.

Every field that isn't at its default shows: in the sentence, or after it in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any

from simulator.abilities import tree as t
from simulator.abilities.wording_tables import TEMPLATES

_SLOT = re.compile(r"\{(\w+)\}")


def words(node: t.Node) -> str:
    """The node in words.

    Raises:
        ValueError: the node's class has no wording.
    """
    special = _SPECIAL.get(type(node))
    if special is not None:
        return special(node)
    template = TEMPLATES.get(type(node))
    if template is None:
        raise ValueError(f"no words for {type(node).__name__}")
    shown = set(_SLOT.findall(template))
    said = _SLOT.sub(lambda match: value_words(getattr(node, match.group(1))), template)
    return re.sub(r" {2,}", " ", said).strip() + _rest(node, shown)


def has_words(kind: type[t.Node]) -> bool:
    """Whether a node class can be worded."""
    return kind in _SPECIAL or kind in TEMPLATES


def value_words(value: Any) -> str:
    """A field's value in words."""
    if isinstance(value, t.Node):
        return words(value)
    if isinstance(value, tuple):
        return ", ".join(value_words(item) for item in value)
    if value is None:
        return "none given"
    return str(value)


def _rest(node: t.Node, shown: set[str]) -> str:
    extra = [_field_words(spec, getattr(node, spec.name)) for spec in fields(node) if spec.name not in shown]
    said = [text for text in extra if text]
    return f" [{'; '.join(said)}]" if said else ""


def _field_words(spec: Field[Any], value: Any) -> str:
    default = spec.default if spec.default_factory is MISSING else spec.default_factory()
    if value == default:
        return ""
    name = spec.name.rstrip("_").replace("_", " ")
    if value is True:
        return name
    return f"not {name}" if value is False else f"{name}: {value_words(value)}"


def _joined(separator: str, empty: str) -> Callable[[Any], str]:
    def join(node: Any) -> str:
        if not node.parts:
            return empty
        return "(" + separator.join(words(part) for part in node.parts) + ")"

    return join


def _if(node: t.If) -> str:
    otherwise = "" if node.otherwise is None else f"; otherwise {words(node.otherwise)}"
    return f"if {words(node.condition)}: {words(node.then)}{otherwise}"


def _sequel(then: t.Effect | None, otherwise: t.Effect | None, did: str) -> str:
    text = "" if then is None else f"; {did}: {words(then)}"
    return text + ("" if otherwise is None else f"; if not: {words(otherwise)}")


def _may(node: t.May) -> str:
    return f"{words(node.player)} may: {words(node.effect)}" + _sequel(node.then, node.otherwise, "if so")


def _if_done(node: t.IfDone) -> str:
    did = "when done, a reflexive trigger" if node.when else "if done"
    if node.then is None and node.otherwise is None:
        return f"{words(node.effect)}; {did}: nothing" + "".join(f" ({words(spec)})" for spec in node.targets)
    targets = "".join(f" (its target #{i}: {words(spec)})" for i, spec in enumerate(node.targets))
    return words(node.effect) + _sequel(node.then, node.otherwise, did) + targets


def _pay_or(node: t.PayOr) -> str:
    return f"{words(node.player)} may pay ({value_words(node.cost)})" + _sequel(node.paid, node.unpaid, "if paid")


def _modes(node: t.Modes) -> str:
    most = "any number of" if node.maximum < 0 else str(node.maximum)
    said = [f"choose {node.minimum} to {most} modes" + (", the same again if wanted" if node.repeated else "")]
    for index, mode in enumerate(node.modes):
        targets = node.targets[index] if index < len(node.targets) else ()
        cost = node.extra_costs[index] if index < len(node.extra_costs) else ()
        said.append(
            f"• {words(mode)}"
            + "".join(f" (target #{i}: {words(spec)})" for i, spec in enumerate(targets))
            + (f" (for {value_words(cost)})" if cost else "")
        )
    unused = [value_words(specs) for specs in node.targets[len(node.modes) :]]
    unused += [value_words(cost) for cost in node.extra_costs[len(node.modes) :]]
    return " ".join(said + unused)


def _choose_one(node: t.ChooseOne) -> str:
    who = f" ({words(node.chooser)} chooses)" if node.chooser is not None else ""
    return f"one of{who}: " + " | ".join(words(option) for option in node.options)


def _target_spec(node: t.TargetSpec) -> str:
    what = [] if node.where is None else [f"an object on/in {node.zone} that is {words(node.where)}"]
    if node.where is None and node.zone != "battlefield":
        what.append(f"zone {node.zone}")
    if node.players:
        what.append(f"a {node.players}")
    most = "any number" if node.maximum < 0 else str(node.maximum)
    count = "" if (node.minimum, node.maximum) == (1, 1) else f"{node.minimum} to {most} of: "
    return count + " or ".join(what) + _rest(node, {"where", "zone", "players", "minimum", "maximum"})


def _loyalty(node: t.Loyalty) -> str:
    if node.x:
        return f"loyalty X ({node.change:+d})"
    return f"loyalty {node.change:+d}"


def _either_cost(node: t.EitherCost) -> str:
    return " or ".join(f"({value_words(option)})" for option in node.options)


def _any_event(node: t.AnyEvent) -> str:
    return " or ".join(words(part) for part in node.parts)


def _with_targets(node: t.Ability) -> str:
    template = TEMPLATES[type(node)]
    shown = set(_SLOT.findall(template)) | {"targets"}
    said = _SLOT.sub(lambda match: value_words(getattr(node, match.group(1))), template)
    specs: tuple[t.TargetSpec, ...] = getattr(node, "targets", ())
    targets = "".join(f" (target #{i}: {words(spec)})" for i, spec in enumerate(specs))
    return said + targets + _rest(node, shown)


_SPECIAL: dict[type[t.Node], Callable[[Any], str]] = {
    t.AllOf: _joined(" and ", "anything"),
    t.AnyOf: _joined(" or ", "nothing"),
    t.AllTrue: _joined(" and ", "always"),
    t.AnyTrue: _joined(" or ", "never"),
    t.Plus: _joined(" plus ", "0"),
    t.Product: _joined(" times ", "1"),
    t.Union: _joined(" together with ", "no object"),
    t.Sequence: _joined("; then ", "nothing"),
    t.If: _if,
    t.May: _may,
    t.IfDone: _if_done,
    t.PayOr: _pay_or,
    t.Modes: _modes,
    t.ChooseOne: _choose_one,
    t.TargetSpec: _target_spec,
    t.Loyalty: _loyalty,
    t.EitherCost: _either_cost,
    t.AnyEvent: _any_event,
    t.Spell: _with_targets,
    t.Activated: _with_targets,
    t.Triggered: _with_targets,
}
