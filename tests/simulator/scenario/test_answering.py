"""Answers of `chooses` steps matched with options of decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from simulator.errors import IllegalAction
from simulator.model.decisions import Answer, Decision, Option
from simulator.scenario.answering import Answering
from simulator.scenario.ast import Chooses, ExpectPlayer, MayChoosePProp, Statement
from simulator.scenario.pool_names import PoolNames
from simulator.scenario.references import References

Read = Callable[..., Statement]


class OneQuestion:
    """An engine that asks decisions one after the other and remembers the answers."""

    def __init__(self, *decisions: Decision) -> None:
        self.left = list(decisions)
        self.answers: list[Answer] = []

    def pending(self) -> Decision | None:
        return self.left[0] if self.left else None

    def answer(self, answer: Answer) -> None:
        self.left.pop(0)
        self.answers.append(answer)

    def log(self) -> list[Any]:
        return []

    def zone(self, zone: str, player: str | None = None) -> list[int]:
        return []


def options(kind: str, *values: Any) -> tuple[Option, ...]:
    return tuple(Option(kind, value, str(value)) for value in values)


def asked(kind: str, choices: tuple[Option, ...], low: int = 1, high: int = 1, **more: Any) -> Decision:
    return Decision("Alice", kind, "Choose.", choices, low, high, ("608.2d",), **more)


def choose(read: Read, pool: Any, text: str, *decisions: Decision) -> list[Answer]:
    engine = cast(Any, OneQuestion(*decisions))
    step = cast(Chooses, read(f"Alice chooses {text}"))
    Answering(engine, References(engine, PoolNames(pool))).choose(step.player, step.answers)
    return cast(list[Answer], engine.answers)


COLORS = options("color", "W", "U", "B", "R", "G")
MODES = options("mode", 0, 1, 2)
MANA = options("mana", "{W}", "{U}")
MAY = (Option("yes", True, "yes"), Option("no", False, "no"))


@pytest.mark.parametrize(
    ("text", "decision", "chosen"),
    [
        ("Bob", asked("target", options("player", "Alice", "Bob")), (1,)),
        ("green", asked("color", COLORS), (4,)),
        ("{G}", asked("color", COLORS), (4,)),
        ("blue", asked("mana", MANA), (1,)),
        ("mode 2", asked("mode", MODES), (1,)),
        ("2", asked("mode", MODES), (1,)),
        ("mode 3, mode 1", asked("mode", MODES, 1, 2), (2, 0)),
        ("mode 1, mode 1", asked("mode", MODES, 2, 2), (0, 0)),
        ("7", asked("number", options("number", *range(21))), (7,)),
        ("7", asked("word", options("number", *map(str, range(21)))), (7,)),
        ("yes", asked("may", MAY, optional=True), (0,)),
        ("no", asked("may", MAY, optional=True), (1,)),
        ("none", asked("scry", options("object", 4, 5), 0, 2, optional=True), ()),
        ("yes", asked("choose", options("player", "Bob"), 0, 1, optional=True), (0,)),
        ("Elf", asked("word", options("word", "Bear", "Elf")), (1,)),
        ("creature", asked("word", options("word", "Artifact", "Creature")), (1,)),
        ("2/2", asked("word", options("word", "1/1", "2/2")), (1,)),
        ("Grizzly Bears", asked("word", options("word", "Grizzly Bears", "Hill Giant")), (0,)),
        ("Bob + Carol", asked("target", options("player", "Bob", "Alice", "Carol"), 2, 2), (0, 2)),
        ("Carol, Bob", asked("order", options("player", "Alice", "Bob", "Carol"), 3, 3), (2, 1, 0)),
    ],
)
def test_an_answer_names_an_option(
    read: Read, pool: Any, text: str, decision: Decision, chosen: tuple[int, ...]
) -> None:
    assert choose(read, pool, text, decision) == [Answer(chosen)]


def test_an_amount_is_divided(read: Read, pool: Any) -> None:
    decision = asked("divide", options("player", "Alice", "Bob"), 2, 2, total=5)
    assert choose(read, pool, "Bob 3 + Alice 2", decision) == [Answer((0, 1), (2, 3))]


def test_mana_of_several_symbols_answers_one_decision_or_several(read: Read, pool: Any) -> None:
    pairs = asked("mana", options("mana", "{W}{W}", "{W}{U}"))
    assert choose(read, pool, "{U}{W}", pairs) == [Answer((1,))]
    single = asked("mana", MANA)
    assert choose(read, pool, "{W}{U}", single, single) == [Answer((0,)), Answer((1,))]


def test_what_one_decision_does_not_take_answers_the_next(read: Read, pool: Any) -> None:
    first = asked("target", options("player", "Alice", "Bob"))
    assert choose(read, pool, "Bob, 2", first, asked("mode", MODES)) == [Answer((1,)), Answer((1,))]


class AnsweredItself(OneQuestion):
    """An engine that found one legal answer to some decisions."""

    def __init__(self, forced: list[Decision], *decisions: Decision) -> None:
        super().__init__(*decisions)
        self.made = forced

    def forced(self) -> list[Decision]:
        return self.made


def test_a_decision_with_one_legal_answer_needs_no_line_but_may_have_one(read: Read, pool: Any) -> None:
    only = asked("target", options("player", "Bob"))
    real = asked("mode", MODES)
    for text, wanted in (("Bob", []), ("mode 2", [Answer((1,))]), ("Bob, mode 2", [Answer((1,))])):
        engine = cast(Any, AnsweredItself([only], real))
        step = cast(Chooses, read(f"Alice chooses {text}"))
        Answering(engine, References(engine, PoolNames(pool))).choose(step.player, step.answers)
        assert engine.answers == wanted
    for text in ("Carol", "Bob, Bob"):
        engine = cast(Any, AnsweredItself([only]))
        step = cast(Chooses, read(f"Alice chooses {text}"))
        with pytest.raises(IllegalAction):
            Answering(engine, References(engine, PoolNames(pool))).choose(step.player, step.answers)


def test_decisions_before_the_last_step_are_past(read: Read, pool: Any) -> None:
    engine = cast(Any, AnsweredItself([asked("target", options("player", "Bob"))]))
    answering = Answering(engine, References(engine, PoolNames(pool)))
    answering.begin()
    step = cast(Chooses, read("Alice chooses Bob"))
    with pytest.raises(IllegalAction, match="nothing to decide"):
        answering.choose(step.player, step.answers)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Carol", asked("target", options("player", "Alice", "Bob"))),
        ("mode 4", asked("mode", MODES)),
        ("{G}", asked("mana", MANA)),
        ("green", asked("mana", MANA)),
        ("Alice 3 + Bob 2", asked("target", options("player", "Alice", "Bob"))),
        ("Bob, Bob", asked("target", options("player", "Alice", "Bob"), 2, 2)),
        ("no", asked("target", options("player", "Alice", "Bob"))),
        ("yes", asked("target", options("player", "Alice", "Bob"))),
    ],
)
def test_what_is_no_option_is_refused_with_the_rules_of_the_decision(
    read: Read, pool: Any, text: str, decision: Decision
) -> None:
    with pytest.raises(IllegalAction) as refusal:
        choose(read, pool, text, decision)
    assert refusal.value.rules == ("608.2d",)


def test_there_must_be_a_decision_of_that_player(read: Read, pool: Any) -> None:
    with pytest.raises(IllegalAction, match="nothing to decide"):
        choose(read, pool, "Bob")
    with pytest.raises(IllegalAction, match="nothing to decide"):
        choose(read, pool, "Bob", Decision("Bob", "target", "Choose.", options("player", "Bob", "Alice")))
    with pytest.raises(IllegalAction, match="nothing to decide"):
        choose(read, pool, "Bob, Carol", asked("target", options("player", "Bob", "Alice")))


@pytest.mark.parametrize(
    ("text", "decision", "exactly"),
    [
        ("Alice, Bob", asked("target", options("player", "Alice", "Bob")), True),
        ("Bob, Alice", asked("target", options("player", "Alice", "Bob")), True),
        ("Alice", asked("target", options("player", "Alice", "Bob")), False),
        ("Alice, Bob, Carol", asked("target", options("player", "Alice", "Bob")), False),
        ("yes, no", asked("may", MAY), True),
        ("white, blue", asked("mana", MANA), True),
        ("Alice + Bob, Alice + Carol, Bob + Carol", asked("t", options("player", "Alice", "Bob", "Carol"), 2, 2), True),
        ("Alice + Bob, Alice + Carol", asked("t", options("player", "Alice", "Bob", "Carol"), 2, 2), False),
    ],
)
def test_may_choose_means_exactly_these(read: Read, pool: Any, text: str, decision: Decision, exactly: bool) -> None:
    engine = cast(Any, OneQuestion(decision))
    check = cast(ExpectPlayer, read(f"expect Alice: may choose {text}"))
    answering = Answering(engine, References(engine, PoolNames(pool)))
    answers = cast(MayChoosePProp, check.props[0]).answers
    assert answering.may_choose(decision, answers) is exactly
