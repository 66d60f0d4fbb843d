"""Sentences of the simulator: English text that can be told again from translated templates."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
import simulator
from bot.services.card_pool import load_pool
from simulator.abilities import tree
from simulator.abilities.keywords import COST_KEYWORDS, PLAIN_KEYWORDS, VALUE_KEYWORDS
from simulator.model.decisions import Answer, Decision
from simulator.rules.context import Context
from simulator.rules.cost_words import COSTS
from simulator.scenario.runner import run_scenario
from simulator.sentences import Sentence, retold, say, say_counted
from simulator.terms import TERMS, term

SCENARIOS = Path(__file__).parent.parent / "scenarios"
KEYWORDS = PLAIN_KEYWORDS | VALUE_KEYWORDS | COST_KEYWORDS

SPANISH = {
    "{player} draws {cards}": "{player} roba {cards}",
    "{player} moves to {zone}": "va a: {zone} ({player})",
    "{count} card": "{count} carta",
    "exile": "exilio",
    "a face-down card": "una carta boca abajo",
    "Revealed: {names}": "Se revela: {names}",
}


def spanish(text: str) -> str:
    plurals = {"{count} card": "{count} cartas"}
    return retold(text, lambda t: SPANISH.get(t, t), lambda one, _, n: SPANISH[one] if n == 1 else plurals[one])


def test_a_sentence_is_english_text_and_is_told_again_with_all_its_parts() -> None:
    drawn = say("{player} draws {cards}", player="Alice", cards=say_counted("{count} card", "{count} cards", 2))
    assert drawn == "Alice draws 2 cards"
    assert spanish(drawn) == "Alice roba 2 cartas"


def test_the_order_of_values_may_differ_and_terms_are_told_too() -> None:
    assert spanish(say("{player} moves to {zone}", player="Alice", zone=term("exile"))) == "va a: exilio (Alice)"


def test_several_texts_stand_with_commas_and_each_is_told() -> None:
    revealed = say("Revealed: {names}", names=("Moat", say("a face-down card")))
    assert revealed == "Revealed: Moat, a face-down card"
    assert spanish(revealed) == "Se revela: Moat, una carta boca abajo"


def test_what_is_not_a_sentence_or_has_no_translation_stays() -> None:
    assert spanish("Moat") == "Moat"
    assert spanish(say("{player} shuffles", player="Bob")) == "Bob shuffles"
    assert not isinstance(term("Grizzly Bears"), Sentence)


def test_mana_symbols_in_values_are_no_placeholders() -> None:
    assert say("pays {cost}", cost="{2}{W/U}") == "pays {2}{W/U}"
    assert spanish(say("pays {cost}", cost="{2}{W/U}")) == "pays {2}{W/U}"


@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda text: pickle.loads(pickle.dumps(text))])  # noqa: S301
def test_a_copy_remembers_how_it_was_made(again: object) -> None:
    drawn = say("{player} draws {cards}", player="Alice", cards="Moat")
    assert callable(again)
    assert spanish(again(drawn)) == "Alice roba Moat"


def _calls() -> Iterator[tuple[str, ast.Call, bool]]:
    """Where a sentence is made, the call, and whether it counts."""
    for package in (bot, simulator):
        for file in sorted(Path(package.__file__ or "").parent.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    if node.func.id in ("say", "say_counted"):
                        yield f"{file.name}:{node.lineno}", node, node.func.id == "say_counted"


def _fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


def test_templates_are_literals_and_carry_only_what_they_show() -> None:
    """A value that isn't shown in English would travel unseen to whoever reads another language."""
    wrong = []
    for where, call, counted in _calls():
        templates = call.args[:2] if counted else call.args[:1]
        if not all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in templates):
            wrong.append(f"{where}: no literal")
            continue
        given = {keyword.arg for keyword in call.keywords} | ({"count"} if counted else set())
        named = set().union(*(_fields(each.value) for each in templates))  # type: ignore[attr-defined]
        if given - {"count"} != named - {"count"} or not named <= given:
            wrong.append(f"{where}: {sorted(map(str, given ^ named))}")
    assert wrong == []


#: Calls whose text a person reads, and the place of that text among the arguments.
_TOLD = {
    "tell": (0, "public"), "IllegalAction": (0, "message"), "InvalidAction": (0, "message"), "Unsupported": (0, ""),
    "AmbiguousAction": (0, "message"), "LoopLimit": (0, "message"), "ScenarioError": (0, "message"),
    "Explanation": (0, "text"), "Decision": (2, "prompt"), "Option": (2, "label"),
}  # fmt: skip


def _plain_texts(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a text that are written without `say`: f-strings, and literals with words in them."""
    if isinstance(node, ast.IfExp):
        yield from _plain_texts(node.body)
        yield from _plain_texts(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _plain_texts(each)
    else:
        literal = isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search("[A-Za-z]", node.value)
        if literal or isinstance(node, ast.JoinedStr | ast.BinOp):
            yield node


def test_what_a_person_reads_is_never_plain_text() -> None:
    """A plain text could be told in English only."""
    plain = []
    for file in sorted(Path(simulator.__file__).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            place, keyword = _TOLD.get(name, (-1, ""))
            texts = [each.value for each in call.keywords if keyword and each.arg == keyword]
            texts += call.args[place : place + 1] if place >= 0 else []
            plain += [f"{file.name}:{each.lineno}" for text in texts for each in _plain_texts(text)]
    assert plain == []


def test_no_sentence_speaks_of_what_the_code_calls_things() -> None:
    """Whoever reads that something isn't simulated reads the words of the rules, not the name of a class.

    Two speak to developers: who wrote an action as JSON names it so, and a fault is reported by its name.
    """
    named = [
        where
        for where, call, _ in _calls()
        if not where.startswith(("action_json.py", "runner.py"))
        for value in call.keywords
        if any(isinstance(each, ast.Attribute) and each.attr == "__name__" for each in ast.walk(value.value))
    ]
    assert named == []


def _values(text: object) -> Iterator[str]:
    """The texts that were put into a sentence and are none themselves."""
    if isinstance(text, Sentence):
        for value in text.values.values():
            yield from _values(value)
    elif isinstance(text, str):
        yield text
    elif isinstance(text, tuple | list):
        for value in text:
            yield from _values(value)


def _words(text: str) -> set[str]:
    """Values that begin with a small letter and name no keyword ability."""
    return {word for word in _values(text) if word[:1].islower() and word not in KEYWORDS}


def test_what_scenarios_tell_is_made_of_sentences_names_and_keywords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names begin with a capital, sizes and mana with a symbol: another word must be a keyword ability's name."""
    pool, told, left, asked = load_pool(), 0, set(), []
    ask = Context.ask

    def listening(ctx: Context, decision: Decision) -> Answer:
        asked.append(decision)
        return ask(ctx, decision)

    monkeypatch.setattr(Context, "ask", listening)
    for file in sorted(SCENARIOS.rglob("*.scn")):
        for step in run_scenario(file.read_text("utf-8"), pool).steps:
            texts = [text for event in step.events for text in (event.public, *(text for _, text in event.private))]
            for text in [*texts, step.message, *step.unsupported]:
                if text:
                    told += 1
                    assert isinstance(text, Sentence), text
                    left |= _words(text)
    for decision in asked:
        assert isinstance(decision.prompt, Sentence), decision.prompt
        left |= _words(decision.prompt).union(*(_words(option.label) for option in decision.options))
    assert len(asked) > 300
    assert told > 3000
    assert left == set()


def test_every_part_of_a_cost_has_words() -> None:
    symbols = {tree.PayMana, tree.PayLife, tree.TapSelf, tree.UntapSelf}
    assert set(tree.Cost.__subclasses__()) - symbols == set(COSTS)


def test_terms_are_words_without_placeholders() -> None:
    assert [word for word in TERMS if "{" in word or word != word.strip()] == []
