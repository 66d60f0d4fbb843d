"""Texts of the simulator on their way to readers: told late and whole, hidden names taken out before."""

from __future__ import annotations

import ast
import string
from dataclasses import dataclass, field
from pathlib import Path

from table_club import ALICE, BOTH, HERE, SECRET, Club

import bot
from bot.i18n import speaking
from bot.services.scenes import play
from bot.services.table_errors import refusal_of
from bot.services.table_view import without
from bot.telling import TYPED_BACK, changed, told, told_whole
from simulator.errors import IllegalAction
from simulator.sentences import Sentence, say


@dataclass(frozen=True)
class Page:
    """Something that holds texts."""

    lines: tuple[str, ...]
    count: int = 2
    typed: tuple[str, ...] = field(default=(), metadata=TYPED_BACK)


def test_all_that_is_shown_is_told_and_what_is_typed_back_stays() -> None:
    named = say("a nameless permanent")
    page = Page((say("attached to {host}", host=named), "Moat"), typed=(named,))
    with speaking("es"):
        assert told_whole(page) == Page(("anexado a un permanente sin nombre", "Moat"), typed=("a nameless permanent",))
        assert told_whole({"Alice": [named]}) == {"Alice": ["un permanente sin nombre"]}
    assert told_whole(page) == page


def test_a_hidden_name_leaves_the_values_of_a_sentence_and_it_stays_one() -> None:
    line = say("{player}: {line}", player="Alice", line=say("#{number} is {card}", number=1, card=SECRET))
    safe = without(line, {SECRET})
    assert safe == "Alice: #1 is [a card that /look shows]"
    with speaking("es"):
        assert told(safe) == "Alice: #1 es [una carta que muestra /look]"
        assert told(without(f"{SECRET} and {SECRET}", {SECRET})).count("[una carta que muestra /look]") == 2
    assert without("He has delver OF secrets.", {SECRET}) == "He has [a card that /look shows]."


def test_a_card_with_the_name_of_a_word_hides_no_words() -> None:
    """The words of a template tell of no card, whatever a card is called."""
    assert without(say("layer {layer}: {text}", layer="1", text="Layer"), {"layer"}) == (
        "layer 1: [a card that /look shows]"
    )


def test_a_change_reaches_the_innermost_values() -> None:
    text = say("{one} or {other}", one=say("{one}; {other}", one="a", other="b"), other="c")
    louder = changed(text, lambda part: part if isinstance(part, Sentence) else part.upper())
    assert louder == "A; B or C"
    assert isinstance(louder, Sentence)


def test_a_refusal_is_in_the_readers_language_with_what_the_simulator_says() -> None:
    error = IllegalAction(say("{player} has to decide first", player="Bob"), "117.3")
    with speaking("es"):
        refusal = refusal_of(error)
    assert str(refusal) == "Las reglas no lo permiten: antes tiene que decidir Bob"


async def test_a_table_is_read_in_each_language_whoever_acted(club: Club) -> None:
    table = await club.table(seats=BOTH)
    with speaking("es"):
        await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert {move.label for move in (await table.moves(ALICE, "Alice"))[1]} >= {"Turn #1 face up", "Next turn"}
    with speaking("es"):
        assert {move.label for move in (await table.moves(ALICE, "Alice"))[1]} >= {"Siguiente turno"}
        [(_handle, _name, note)] = table.looks(ALICE)[0].cards
        assert "ponerlo boca arriba: " in note
    [(_handle, _name, note)] = table.looks(ALICE)[0].cards
    assert "turn it up: " in note


async def test_why_a_table_is_over_is_told_after_a_restart_too(club: Club) -> None:
    table = await club.table(seats=BOTH)
    await table.act(ALICE, "Alice", "concedes")
    for each in (table, await club.restarted(table)):
        assert each.over == "The game is over: Bob won."
        with speaking("es"):
            assert each.over == "La partida ha terminado: gana Bob."
    ended = await club.table(seats=BOTH)
    await ended.end(ALICE)
    again = await club.tables.get(HERE, ended.id)
    with speaking("es"):
        assert again.over == "ha terminado."


def test_a_scene_that_was_played_is_told_to_each_reader() -> None:
    from bot.services.card_pool import load_pool

    scene = play("Alice hand: Opt\nAlice manifests Grizzly Bears", load_pool())
    known = scene.frames[-1].known["Alice"]
    assert known == ("#1 is Grizzly Bears", "hand: Opt")
    with speaking("es"):
        assert told_whole(known) == ("#1 es Grizzly Bears", "mano: Opt")


def test_sentences_of_the_services_are_literals_and_carry_only_what_they_show() -> None:
    wrong = []
    for file in sorted(Path(bot.__file__).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id in ("say", "say_counted")
            ):
                templates = call.args[: 2 if call.func.id == "say_counted" else 1]
                texts = [str(each.value) for each in templates if isinstance(each, ast.Constant)]
                named = {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}
                given = {each.arg for each in call.keywords}
                if len(texts) < len(templates) or named - {"count"} != given - {"count"}:
                    wrong.append(f"{file.name}:{call.lineno}")
    assert wrong == []
