"""Remarks: English text that can be told again from translated templates, and kept as plain values."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulings
from bot.i18n import speaking
from bot.telling import told
from rulings.faults import Fault
from rulings.remarks import Remark, from_plain, in_turn, to_plain

NESTED = in_turn(
    [
        Remark("The rules of {edition} have no {number}.", edition="2026-04-17", number="704.9"),
        Remark("Needs review since CR of {edition}: {rules} changed.", edition="2026-04-17", rules=["1.1", "2.1"]),
    ]
)
ENGLISH = "The rules of 2026-04-17 have no 704.9. Needs review since CR of 2026-04-17: 1.1, 2.1 changed."


def test_a_remark_is_english_text_and_is_told_in_the_readers_language() -> None:
    assert NESTED == ENGLISH
    assert told(NESTED) == ENGLISH
    with speaking("es"):
        assert told(NESTED).startswith("En las reglas del 2026-04-17 no hay 704.9.")
        assert "1.1, 2.1" in told(NESTED)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])  # noqa: S301
def test_a_copy_remembers_how_it_was_made(again: object) -> None:
    assert callable(again)
    kept = again(Fault("lacks “{key}”", key="id"))
    assert (type(kept), kept, dict(kept.values)) == (Fault, "lacks “id”", {"key": "id"})


def test_an_errors_message_remembers_it_too() -> None:
    assert isinstance(str(ValueError(NESTED)), Remark)


def test_a_remark_is_kept_as_plain_values_and_worded_when_it_is_read() -> None:
    kept = from_plain(json.loads(json.dumps(to_plain(NESTED))))
    assert kept == ENGLISH
    with speaking("es"):
        assert told(kept) == told(NESTED) != ENGLISH


@pytest.mark.parametrize(
    ("plain", "text"), [("as it was", "as it was"), ({"template": "{x}", "values": {}}, ""), ({}, "")]
)
def test_what_is_no_remark_is_text_and_what_is_broken_is_none(plain: object, text: str) -> None:
    assert from_plain(plain) == text


#: Calls whose text a person reads, and the place of that text among the arguments.
_TOLD = {
    "_unknown": 2, "_found": 3, "fail": 1, "broken": 0, "_Transient": 0,
    **dict.fromkeys((
        "Refused", "NotTheRules", "NotFound", "DownloadFailed", "BuildFailed", "Busy", "BadWord", "StoreUnavailable",
        "Conflict", "PlaceTaken", "NotActive",
    ), 0),
}  # fmt: skip


def _plain_texts(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a text that are written as plain text: f-strings, and literals with words in them."""
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


def _calls() -> Iterator[tuple[str, str, ast.Call]]:
    for file in sorted(Path(rulings.__file__ or "").parent.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
                yield f"{file.name}:{call.lineno}", name, call


def test_what_a_person_reads_is_never_plain_text() -> None:
    """A plain text could be told in English only."""
    plain = []
    for where, name, call in _calls():
        place = _TOLD.get(name, len(call.args))
        plain += [where for text in call.args[place : place + 1] for _ in _plain_texts(text)]
    assert plain == []


def test_templates_are_literals_and_carry_only_what_they_show() -> None:
    wrong = []
    for where, name, call in _calls():
        if name in ("Remark", "Fault") and call.args:
            template = call.args[0]
            if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
                wrong.append(f"{where}: no literal")
            elif {each.arg for each in call.keywords} - {None} - set(re.findall(r"{(\w+)[^}]*}", template.value)):
                wrong.append(f"{where}: {template.value}")
    assert [each for each in wrong if not each.startswith("remarks.py")] == []
