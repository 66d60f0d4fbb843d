"""Sentences of the simulator: English text that can be told again from translated templates."""

from __future__ import annotations

import ast
import copy
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import simulator
from simulator.sentences import Sentence, retold, say, say_counted
from simulator.terms import TERMS, term

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


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for file in sorted(Path(simulator.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("say"):
                yield f"{file.name}:{node.lineno}", node


def _fields(template: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


def test_templates_are_literals_and_carry_only_what_they_show() -> None:
    """A value that isn't shown in English would travel unseen to whoever reads another language."""
    wrong = []
    for where, call in _calls():
        if call.func.id not in ("say", "say_counted"):  # type: ignore[attr-defined]
            continue
        counted = call.func.id == "say_counted"  # type: ignore[attr-defined]
        templates = call.args[:2] if counted else call.args[:1]
        if not all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in templates):
            wrong.append(f"{where}: no literal")
            continue
        given = {keyword.arg for keyword in call.keywords} | ({"count"} if counted else set())
        named = set().union(*(_fields(each.value) for each in templates))  # type: ignore[attr-defined]
        if given - {"count"} != named - {"count"} or not named <= given:
            wrong.append(f"{where}: {sorted(map(str, given ^ named))}")
    assert wrong == []


def test_terms_are_words_without_placeholders() -> None:
    assert [word for word in TERMS if "{" in word or word != word.strip()] == []
