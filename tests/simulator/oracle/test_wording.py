"""Every node reads as words, and no field that means something is left out of them."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from simulator.abilities import tree as t
from simulator.abilities import wording
from simulator.abilities.node import node_kinds

_BASES = (
    t.Ability, t.Amount, t.Condition, t.Cost, t.Effect, t.Event, t.Modification, t.ObjectRef, t.PlayerRef, t.Predicate,
    t.StaticPart,
)  # fmt: skip
#: Nodes that trees are made of; those that the rules make up for themselves while they play are in no tree.
KINDS = sorted(
    (kind for kind in node_kinds() if kind not in _BASES and kind.__module__.startswith("simulator.abilities")),
    key=lambda kind: kind.__name__,
)
_SAMPLES: dict[str, tuple[Any, Any]] = {
    "Amount": (t.Num(3), t.Num(4)),
    "Condition": (t.YourTurn(), t.InStep("upkeep")),
    "Cost": (t.TapSelf(), t.UntapSelf()),
    "Effect": (t.Proliferate(), t.Draw(t.Num(9))),
    "EnterCounters": (t.EnterCounters("egg", t.Num(1)), t.EnterCounters("oil", t.Num(2))),
    "Event": (t.Mutates(), t.DrawsCard()),
    "FaceDownAs": (t.FaceDownAs(), t.FaceDownAs("cloak")),
    "Modification": (t.SwitchPT(), t.SetName("Nobody")),
    "Node": (t.Num(5), t.Num(6)),
    "ObjectRef": (t.AttachedTo(), t.Target(8)),
    "PlayerRef": (t.ActivePlayer(), t.ChosenPlayer()),
    "Predicate": (t.IsTapped(), t.IsToken()),
    "ReplacedEvent": (t.ReplacedEvent("draw"), t.ReplacedEvent("die")),
    "StaticPart": (t.OpeningHand(), t.Must("attack", t.IsToken())),
    "TargetSpec": (t.TargetSpec(t.IsToken()), t.TargetSpec(t.IsTapped())),
    "TokenSpec": (t.TokenSpec("Bat"), t.TokenSpec("Cat")),
    "str": ("hither", "thither"),
    "int": (17, 23),
    "bool": (False, True),
}  # fmt: skip


def samples(annotation: str) -> tuple[Any, Any]:
    """Two different values of a field with that annotation."""
    kind = annotation.replace(" | None", "")
    if kind.startswith("tuple["):
        inner = kind[len("tuple[") :].removesuffix("]").removesuffix(", ...")
        first, second = samples(inner)
        return (first,), (second,)
    return _SAMPLES[kind]


def instance(kind: type[t.Node]) -> t.Node:
    given = {
        spec.name: samples(str(spec.type))[0]
        for spec in fields(kind)
        if spec.default is MISSING and spec.default_factory is MISSING
    }
    return kind(**given)


def test_there_are_nodes() -> None:
    assert len(KINDS) > 150
    assert all(inspect.isclass(kind) for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_node_has_words(kind: type[t.Node]) -> None:
    assert wording.has_words(kind)
    assert wording.words(instance(kind))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_shows(kind: type[t.Node]) -> None:
    """A field whose value changes the words by nothing would hide a fault of a tree."""
    node = instance(kind)
    for spec in fields(kind):
        said = {wording.words(replace(node, **{spec.name: value})) for value in samples(str(spec.type))}
        assert len(said) == 2, (kind.__name__, spec.name)


def test_a_whole_ability_reads() -> None:
    ability = t.Triggered(
        t.TurnedFaceUp(t.Is(t.Self())), t.Destroy(t.Target(0)), (t.TargetSpec(t.HasType("Creature")),)
    )
    assert wording.words(ability) == (
        "whenever a permanent that is the same as this object is turned face up, destroy target #0 "
        "(target #0: an object on/in battlefield that is Creature)"
    )
