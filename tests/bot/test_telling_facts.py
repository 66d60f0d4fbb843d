"""What is kept as facts is worded for its reader: failed checks, proofs, what a sync came to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from reference_files import rules_text

import bot
from bot.discord_app.errors import TABLE
from bot.i18n import speaking
from bot.services.card_abilities import card_abilities, lines
from bot.services.card_pool import load_pool
from bot.services.proving import judge
from bot.services.reference import ReferenceService
from bot.services.scenes import play
from bot.services.scripts import shown
from bot.services.table_errors import unreadable_script
from rulings.reference import state
from rulings.reference.importing import import_folder
from rulings.reference.records import Kind
from rulings.remarks import Remark
from simulator.scenario.runner import run_scenario

SCRIPT = """\
Alice battlefield: Grizzly Bears (2 charge counters) as bear
expect bear: tapped, blue, controlled by Bob, 1 charge counters
expect Alice: life 7
expect hand of Alice: Opt
"""


def test_a_failed_check_quotes_the_script_and_says_what_is_so_in_the_readers_language() -> None:
    result = run_scenario(SCRIPT, load_pool())
    with speaking("es"):
        assert shown(result).failed == (
            "línea 2: se esperaba «bear: tapped», pero: bear: enderezado",
            "línea 2: se esperaba «bear: blue», pero: bear: verde Criatura Bear",
            "línea 2: se esperaba «bear: controlled by Bob», pero: bear: bajo el control de Alice",
            "línea 2: se esperaba «bear: 1 charge counters», pero: bear: 2 contadores de carga",
            "línea 3: se esperaba «Alice: life 7», pero: Alice: vidas 20",
            "línea 4: se esperaba «hand of Alice: Opt», pero: mano de Alice: nada",
        )
        assert judge(result)[1] == "línea 2: se esperaba «bear: tapped», pero bear: enderezado"
        scene = play(SCRIPT, load_pool())
    assert shown(result).failed[0] == "line 2: expected bear: tapped, but: bear: untapped"
    assert scene.failed[1].actual == "Alice: life 20"


def test_why_a_sync_failed_is_told_to_each_reader_in_their_language(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(rules_text("100.1. A game has players."))
    database = tmp_path / "reference.db"
    assert import_folder(database, tmp_path / "in").ok
    state.note(database, (), {Kind.RULES: Remark("{url} answers {status}", url="https://x.example", status="404")})
    service = ReferenceService(tmp_path)
    assert service.data_note(Kind.RULES).endswith(": https://x.example answers 404)")
    with speaking("es"):
        assert service.data_note(Kind.RULES).endswith(": https://x.example responde 404)")
    service.close()


#: Whose commands and messages are English: the terminal.
_TERMINAL = {"commands", "console"}


def _kinds(kind: type[BaseException]) -> Iterator[str]:
    yield kind.__name__
    for each in kind.__subclasses__():
        yield from _kinds(each)


def test_no_error_that_a_person_reads_is_plain_text() -> None:
    """What `bot.discord_app.errors` shows of an error is in the reader's language, or a text that remembers how."""
    own = ("bot.", "rulings.", "simulator.")
    shown = {name for kind, _ in TABLE if kind.__module__.startswith(own) for name in _kinds(kind)}
    assert {"Refusal", "NotAllowed", "WrongStatus", "NotFound", "IllegalAction"} <= shown
    root, plain = Path(bot.__file__ or "").parent, []
    for file in sorted(root.rglob("*.py")):
        if file.relative_to(root).parts[0] in _TERMINAL:
            continue
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = getattr(getattr(call, "func", None), "id", "") if isinstance(call, ast.Call) else ""
            text = call.args[0] if isinstance(call, ast.Call) and name in shown and call.args else None
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            if any(isinstance(each, ast.Constant) and re.search("[A-Za-z]", str(each.value)) for each in parts):
                plain.append(f"{file.name}:{call.lineno}")
    assert plain == []


def test_what_of_an_ability_is_not_carried_out_is_said_in_the_words_of_the_rules() -> None:
    """CR 508.1d, 509.1c and 701 name what the abilities of these cards do."""
    pool = load_pool()
    cards = [pool.catalogue.facts(name) for name in ("Bonded Horncrest", "Evidence Examiner")]
    said = [line for facts in cards if facts is not None for line in lines(card_abilities(facts, pool))]
    assert "  ability 1: static, unsupported (not carried out: can't block alone)" in said
    assert "  ability 2: triggered, unsupported (not carried out: triggering on “collect evidence”)" in said
    with speaking("es"):
        told = [line for facts in cards if facts is not None for line in lines(card_abilities(facts, pool))]
    assert "  habilidad 1: estática, no soportada (no se lleva a cabo: no poder bloquear sin otras criaturas)" in told


def test_what_could_stand_in_a_line_that_cannot_be_read_is_told() -> None:
    error = run_scenario("Alice manifests Delver of Secrts", load_pool()).error
    assert error is not None
    assert " Expected: a card, " in str(unreadable_script(error))
    with speaking("es"):
        refusal = str(unreadable_script(error))
    assert " Se esperaba: una carta, " in refusal
    assert "el final de la línea" in refusal
