"""Nothing of the vocabulary of ability trees is ignored: it is carried out, or said to be unsupported."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

from simulator.abilities import tree as t
from simulator.abilities.node import _REGISTRY
from simulator.errors import SimulatorError, Unsupported
from simulator.game import Game
from simulator.model.cards import CardDefinition, Face
from simulator.model.position import Placed, Position, Seat
from simulator.rules import support
from simulator.rules.amounts import amount, holds
from simulator.rules.context import Context, Pause
from simulator.rules.effects import run
from simulator.rules.events import event_matches, recognised
from simulator.rules.keyword_nodes import TapForPower
from simulator.rules.modifications import layer_of
from simulator.rules.paying import Payment, pay
from simulator.rules.predicates import fits
from simulator.rules.references import objects, players
from simulator.rules.scope import Scope
from simulator.symbols import parse_mana_cost, parse_type_line

#: Values for fields that a node has to be given, by the field's name.
GIVEN: dict[str, Any] = {
    "what": t.Self(), "ref": t.Self(), "where": t.AllOf(), "of": t.Self(), "to": t.Self(), "first": t.Self(),
    "second": t.Self(), "player": t.You(), "players": t.EachPlayer(), "amount": t.Num(1), "number": 1, "value": 1,
    "zone": "graveyard", "kind": "", "mana": "{1}", "power": t.Num(1), "mods": (t.SwitchPT(),), "effect": t.Nothing(),
    "parts": (), "part": t.AllOf(), "condition": t.YourTurn(), "then": t.Nothing(), "cost": (t.TapSelf(),),
    "left": t.Num(1), "right": t.Num(1), "op": "=", "by": t.Num(1), "step": "upkeep", "stat": "power",
    "word": "enchanted", "color": "G", "keyword": "flying", "name": "Hill Giant", "id": 1, "colors": ("G",),
    "event": t.Attacks(), "token": t.TokenSpec(power=t.Num(1), toughness=t.Num(1)), "options": (),
    "ability": t.Keyword("flying"), "static": t.Cant("attack", t.AllOf()), "rule": "hexproof", "source": t.Self(),
    "old": "white", "new": "blue", "types": (), "subtypes": ("Goblin",), "words": ("Creature",), "change": 1,
    "action": "investigate", "enchant": t.AllOf(), "partner": t.AllOf(), "modes": (t.Nothing(),), "factor": 2,
    "abilities": (t.Static((t.Modify(t.ControlledBy(t.You()), (t.SwitchPT(),)),)),),
}  # fmt: skip
#: What a field must be given where its name isn't enough.
SPECIAL: dict[type[t.Node], dict[str, Any]] = {
    t.NotTrue: {"part": t.YourTurn()}, t.SharesWith: {"what": "color"}, t.SpellTargets: {"what": t.AllOf()},
    t.ColorCount: {"kind": "mono"}, t.Half: {"amount": t.Num(3)}, t.OfChosen: {"kind": "color"},
    t.ChooseOne: {"options": (t.Nothing(), t.Nothing())}, t.SkipNext: {"what": "turn"},
    t.ChooseValue: {"kind": "color"},
    t.Cant: {"what": "attack"}, t.Must: {"what": "attack"}, t.AsThough: {"what": "didn't have defender"},
    t.CostChange: {"kind": "cast"}, t.MayLook: {"what": "top of library"}, t.Compare: {"stat": "power", "op": "=",
    "amount": t.Num(1)}, t.PlayerStat: {"stat": "life"}, t.Replacement: {"event": t.ReplacedEvent("die")},
    t.Modify: {"mods": (t.SwitchPT(),)}, t.EitherCost: {"options": ((t.PayLife(t.Num(1)),),)},
    TapForPower: {"power": 1}, t.CostFloor: {"amount": 3},
    t.GiveCountersToPlayer: {"kind": "energy"}, t.SetTypes: {"types": ("Creature",)}, t.DealsDamage: {"to": None},
    t.BecomesBlocked: {"by": None}, t.BecomesTarget: {"by": None},
}  # fmt: skip


def example(kind: type[t.Node]) -> Any:
    given = {**GIVEN, **SPECIAL.get(kind, {})}
    values = {}
    for spec in fields(kind):
        needed = spec.default is MISSING and spec.default_factory is MISSING
        if needed or spec.name in SPECIAL.get(kind, {}):
            values[spec.name] = given[spec.name]
    return kind(**values)


def kinds(base: type[t.Node]) -> list[type[t.Node]]:
    found = [k for k in _REGISTRY.values() if issubclass(k, base) and k is not base]
    return sorted(found, key=lambda k: k.__name__)


def card(name: str, line: str, *abilities: t.Ability) -> CardDefinition:
    face = Face(name, parse_mana_cost("{3}{R}"), parse_type_line(line), 3, 3, abilities=abilities)
    return CardDefinition(name, "normal", (face,))


def board(*abilities: t.Ability) -> Game:
    cards = (
        Placed(card("Hill Giant", "Creature — Giant", *abilities), "Alice", "battlefield"),
        Placed(card("Axe", "Artifact — Equipment"), "Alice", "battlefield", attached_to=0),
        Placed(card("Other Giant", "Creature — Giant"), "Bob", "battlefield"),
        Placed(card("Card", "Creature — Giant"), "Alice", "hand"),
        Placed(card("Card", "Creature — Giant"), "Alice", "library"),
        Placed(card("Card", "Creature — Giant"), "Alice", "library"),
    )
    return Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", cards))


def outcome(action: Any) -> str:
    """Whether it was done or is unsupported; "other" for what the rules refuse or ask."""
    try:
        action()
    except Unsupported:
        return "unsupported"
    except (Pause, SimulatorError):
        return "other"
    return "done"


def started() -> tuple[Context, Scope]:
    game = board()
    ctx = game._ctx()
    return Context(ctx.state.clone()), Scope(source=game.placed[0], you="Alice")


@pytest.mark.parametrize("kind", kinds(t.Effect))
def test_an_instruction_is_carried_out_or_says_that_it_is_not(kind: type[t.Effect]) -> None:
    ctx, scope = started()
    assert outcome(lambda: run(ctx, example(kind), scope)) in ("done", "other", "unsupported")


#: Instructions without a handler: each raises `Unsupported` when it is reached.
WAITING = {"NextSpellCosts", "CastNotedCopy"}


def test_only_the_known_instructions_are_missing() -> None:
    from simulator.rules.effects.registry import supported_kinds

    # modes are chosen on announcement and carried out one by one by the resolution itself
    missing = {k.__name__ for k in kinds(t.Effect) if k is not t.Modes} - {k.__name__ for k in supported_kinds()}
    assert missing <= WAITING


@pytest.mark.parametrize("kind", kinds(t.Predicate))
def test_every_predicate_is_judged(kind: type[t.Predicate]) -> None:
    ctx, scope = started()
    assert outcome(lambda: fits(ctx, example(kind), scope.source, scope)) == "done"


@pytest.mark.parametrize("kind", kinds(t.Amount))
def test_every_amount_is_counted(kind: type[t.Amount]) -> None:
    ctx, scope = started()
    assert outcome(lambda: amount(ctx, example(kind), scope)) == "done"


@pytest.mark.parametrize("kind", kinds(t.Condition))
def test_every_condition_is_judged(kind: type[t.Condition]) -> None:
    ctx, scope = started()
    assert outcome(lambda: holds(ctx, example(kind), scope)) == "done"


@pytest.mark.parametrize("kind", kinds(t.ObjectRef))
def test_every_object_is_found(kind: type[t.ObjectRef]) -> None:
    ctx, scope = started()
    assert outcome(lambda: objects(ctx, example(kind), scope)) in ("done", "other")


@pytest.mark.parametrize("kind", kinds(t.PlayerRef))
def test_every_player_is_found(kind: type[t.PlayerRef]) -> None:
    ctx, scope = started()
    assert outcome(lambda: players(ctx, example(kind), scope)) in ("done", "other")


@pytest.mark.parametrize("kind", kinds(t.Cost))
def test_every_cost_is_paid_or_refused(kind: type[t.Cost]) -> None:
    ctx, scope = started()
    assert outcome(lambda: pay(ctx, (example(kind),), Payment("Alice", scope.source))) in ("done", "other")


@pytest.mark.parametrize("kind", kinds(t.Modification))
def test_every_modification_has_its_layer(kind: type[t.Modification]) -> None:
    assert layer_of(example(kind))


@pytest.mark.parametrize("kind", kinds(t.Event))
def test_an_event_is_recognised_or_its_permanent_is_reported(kind: type[t.Event]) -> None:
    ability = t.Triggered(event=example(kind), effect=t.Nothing())
    known = kind is t.AnyEvent or recognised(ability.event)
    assert bool(support.missing(ability)) != known
    ctx, scope = started()
    for happening in ctx.state.happened:
        event_matches(ctx, ability.event, happening, scope)


@pytest.mark.parametrize("kind", kinds(t.StaticPart))
def test_a_static_part_does_something_or_is_reported(kind: type[t.StaticPart]) -> None:
    ability = t.Static((example(kind),))
    assert bool(board(ability).unsupported) == (kind not in support.STATIC_PARTS)


@pytest.mark.parametrize(
    "part",
    [
        t.Cant("be looked at", t.AllOf()),
        t.Must("stay", t.AllOf()),
        t.PlayerRule("life can't change"),
        t.CostChange("fly"),
        t.CostChange("activate", zone="hand"),
        t.AsThough("were an elf", t.AllOf()),
        t.MayLook("sideboard"),
        t.MayPlay(pay_life=True),
        t.MayPlay(zone="sideboard"),
        t.Replacement(t.ReplacedEvent("untap"), t.Nothing()),
        t.Replacement(t.ReplacedEvent("die"), t.Nothing()),
        t.Replacement(t.ReplacedEvent("mill")),
        t.Modify(t.AllOf(), (t.GainAbility(t.Static((t.Cant("be looked at", t.AllOf()),))),)),
    ],
)
def test_a_word_that_no_rule_looks_for_is_reported(part: t.StaticPart) -> None:
    """A permanent with such an ability makes the result unsupported; it is never ignored."""
    assert board(t.Static((part,))).unsupported


def test_an_ability_whose_text_is_not_understood_is_reported() -> None:
    assert board(t.UnsupportedAbility("static", "0")).unsupported


def test_a_keyword_that_is_not_simulated_is_reported() -> None:
    assert board(t.Keyword("banding")).unsupported
    assert not board(t.Keyword("flying"), t.Keyword("crew", value=2)).unsupported
