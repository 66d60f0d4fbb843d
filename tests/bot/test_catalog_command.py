"""`tablejudge catalog coverage` on card data of one's own, with invented cards."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from bot.commands.catalog import command
from simulator.abilities import tree as t
from simulator.playable import executes

SHARE = {"cards", "compiled", "abilities", "abilities_compiled"}


def card_file(folder: Path) -> Path:
    texts = {
        "Alpha Bat": "Flying\nMorph {B}",
        "Beta Bat": "Flying\nWhenever this creature sings, the crowd cheers.",
        "Gamma Bat": "When this creature enters, goad target creature.",
    }
    path = folder / "cards.jsonl"
    rows = [
        {"name": name, "layout": "normal", "type_line": "Creature — Bat", "mana_cost": "{B}", "cmc": 1.0,
         "power": "1", "toughness": "1", "oracle_text": text, "released_at": "2026-01-02", "legalities": {},
         "id": f"00000000-0000-0000-0000-00000000000{n}", "oracle_id": f"10000000-0000-0000-0000-00000000000{n}",
         "color_identity": ["B"], "colors": ["B"], "games": ["paper"], "set_type": "expansion", "lang": "en"}
        for n, (name, text) in enumerate(texts.items())
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_coverage_as_json_has_the_groups_and_the_unread_phrases(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["coverage", "--json", "--cards", str(card_file(tmp_path))])
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    for group in ("all", "constructed", "face_down"):
        assert set(report[group]) == SHARE
        assert set(report["executable"][group]) == SHARE
    assert report["all"]["cards"] == 3
    assert report["face_down"] == {"cards": 1, "compiled": 1, "abilities": 2, "abilities_compiled": 2}
    assert {"phrase": "whenever ~ sings, the crowd", "cards": 1} in report["unread"]
    assert "times as long" in result.stderr


def test_coverage_in_words_shows_what_is_executable(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["coverage", "--cards", str(card_file(tmp_path))])
    assert result.exit_code == 0, result.output
    assert "and executable" in result.stdout
    assert "most frequent unread phrases" in result.stdout


def test_coverage_of_a_file_that_is_no_card_data_says_so(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("", encoding="utf-8")
    result = CliRunner().invoke(command, ["coverage", "--cards", str(path)])
    assert result.exit_code == 1
    assert "holds no card" in result.output


def test_an_action_that_the_rules_don_t_know_isn_t_executable() -> None:
    assert executes(t.Spell(t.Draw()))
    assert not executes(t.Spell(t.KeywordAction("sing")))
    assert not executes(t.UnsupportedAbility("static", "0" * 12))
