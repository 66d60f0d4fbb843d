"""`tablejudge card` and `tablejudge catalog`: what they print, and their exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from reference_files import card, ruling

from bot.cli import main
from rulings.catalogue import FACTS, LOOKUP, NAMES, TREES, Catalogue, wording_hash
from rulings.reference import state
from rulings.reference.importing import import_folder
from rulings.reference.records import Kind


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def synced(data_dir: Path, tmp_path: Path) -> Path:
    """A data folder with an invented wording of Opt and two wordings of a ruling on it."""
    folder = tmp_path / "files"
    folder.mkdir()
    opt = card(
        1, name="Opt", type_line="Instant", oracle_text="Invented.\x1b[31m", scryfall_uri="https://x.example/opt"
    )
    (folder / "cards.json").write_text(json.dumps([opt, card(2)]))
    older = ruling(1, "You may invent this only once each turn, whoever owns it.", "2010-01-01")
    newer = ruling(1, "You may invent this only once in each turn, whoever owns it.", "2015-01-01")
    (folder / "rulings.json").write_text(json.dumps([older, newer]))
    assert import_folder(data_dir / "reference.db", folder).ok
    return data_dir


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def card_json(*arguments: str) -> tuple[int, dict[str, Any]]:
    result = run("card", *arguments, "--json")
    lines = result.stdout.splitlines()
    assert len(lines) == 1
    return result.exit_code, json.loads(lines[0])


@pytest.mark.parametrize("name", ["opt", "moat", "fling"])
def test_an_exact_name_gives_exactly_that_card(name: str) -> None:
    code, plain = card_json(name)
    assert (code, plain["status"], plain["name"].lower(), plain["matched_by"]) == (0, "ok", name, "exact")


def test_a_name_in_another_language_gives_the_english_card() -> None:
    code, plain = card_json("Forma de luz")
    assert (code, plain["name"], plain["printed_name"], plain["languages"]) == (0, "Lightform", "Forma de luz", ["es"])
    assert plain["faces"][0]["mana_cost"] == "{1}{W}{W}"
    assert plain["printed_names"]["Lightform"]["es"] == ["Forma de luz"]
    assert plain["data_date"] == Catalogue.shipped().data_date


def test_before_a_sync_it_says_what_brings_the_wording() -> None:
    assert "aren't here yet: `tablejudge sync` brings them" in run("card", "opt").stdout
    assert card_json("opt")[1]["reference"] is None


def test_after_a_sync_the_wording_and_the_rulings_follow_with_their_dates(synced: Path) -> None:
    lines = run("card", "opt").stdout.splitlines()
    assert lines[lines.index("Opt  {1}") :] == [
        "Opt  {1}",
        "  Instant",
        "  Invented.[31m",
        "Oracle text, data to 2024-01-01",
        "https://x.example/opt",
        "",
        "  2015-01-01  You may invent this only once in each turn, whoever owns it.",
        "    replaces the wording of 2010-01-01",
        "1 official ruling. Rulings data to 2015-01-01",
    ]
    reference = card_json("opt")[1]["reference"]
    assert (reference["rulings_to"], len(reference["rulings"])) == ("2015-01-01", 1)
    assert reference["url"] == "https://x.example/opt"


def test_a_card_that_the_reference_data_lacks_is_no_other_card(synced: Path) -> None:
    text = run("card", "moat").stdout
    assert "The reference data has no wording of Moat" in text
    assert "Invented" not in text
    assert card_json("moat")[1]["reference"] is None


def test_stale_rulings_are_said_to_be_stale(synced: Path) -> None:
    state.note(synced / "reference.db", [], {Kind.RULINGS: "the server is away"})
    text = run("card", "opt").stdout
    assert "Rulings data to 2015-01-01 (stale: no newer data could be taken since" in text
    assert "the server is away" in text


def test_damaged_reference_data_does_no_harm_to_the_facts(data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "reference.db").write_bytes(b"nothing of the kind")
    result = run("card", "opt")
    assert result.exit_code == 0
    assert "tablejudge sync" in result.stdout


def test_without_reference_data_nothing_of_it_is_imported(data_dir: Path) -> None:
    code = (
        "import sys; sys.argv = ['tablejudge', 'card', 'opt']\nfrom bot.cli import main\n"
        "try: main()\nexcept SystemExit: pass\nprint([m for m in sys.modules if m.startswith('rulings.reference')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_back_face_is_opened_first() -> None:
    code, plain = card_json("insectile", "aberration")
    assert (code, plain["face"], plain["face_index"]) == (0, "Insectile Aberration", 1)
    assert [face["name"] for face in plain["faces"]] == ["Delver of Secrets", "Insectile Aberration"]
    text = run("card", "insectile aberration").stdout
    assert text.index("Insectile Aberration (back face)") < text.index("Delver of Secrets (front face)")


def test_each_ability_says_whether_it_is_simulated() -> None:
    _, plain = card_json("Delver of Secrets")
    faces = plain["simulated"]
    assert [face["face"] for face in faces] == ["Delver of Secrets", "Insectile Aberration"]
    assert {"kind": "keyword", "status": "simulated", "keyword": "flying"} in faces[1]["abilities"]
    assert all(each["status"] in ("simulated", "unsupported") for face in faces for each in face["abilities"])
    assert "Abilities simulated:" in run("card", "Delver of Secrets").stdout


def test_a_catalogue_without_trees_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Catalogue, "has_trees", property(lambda self: False))
    assert card_json("opt")[1]["simulated"] is None
    assert "not yet compiled" in run("card", "opt").stdout


def test_an_unknown_name_is_told_with_the_datas_date_and_never_another_card() -> None:
    code, plain = card_json("Zorbulon the Unseen")
    assert (code, plain["status"], plain["suggestions"]) == (1, "unknown", [])
    assert f"data to {Catalogue.shipped().data_date}" in plain["message"]
    result = run("card", "Zorbulon the Unseen")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "I don't know this card" in result.stderr


def test_a_near_name_is_offered() -> None:
    code, plain = card_json("lightning blot")
    assert (code, plain["status"]) == (1, "unknown")
    assert "Lightning Bolt" in plain["suggestions"]
    assert "Did you mean" in run("card", "lightning blot").stderr


def test_a_misspelling_is_taken_and_said() -> None:
    code, plain = card_json("lightnig bolt")
    assert (code, plain["name"], plain["matched_by"]) == (0, "Lightning Bolt", "fuzzy")
    assert "misspelling" in run("card", "lightnig bolt").stdout


def test_several_cards_are_offered() -> None:
    code, plain = card_json("teferi")
    assert (code, plain["status"]) == (3, "ambiguous")
    assert {"name": "Teferi, Time Raveler", "face": "Teferi, Time Raveler"} in plain["choices"]
    assert run("card", "teferi").exit_code == 3


@pytest.mark.parametrize("name", ["@everyone", "", "x" * 6000, "[[", "\n", "🂡", "a\x00b"])
def test_odd_input_gets_an_answer_and_no_traceback(name: str) -> None:
    code, plain = card_json(name)
    assert code in (1, 3)
    assert plain["message"]
    assert len(plain["message"]) < 1000


def test_what_isnt_for_decks_says_so() -> None:
    assert "not a card for decks" in run("card", "Red Herring").stdout
    assert card_json("Red Herring")[1]["playable"] is False


def test_names_are_listed_on_request() -> None:
    assert "German: Geheimnisstöberer" in run("card", "delver of secrets", "--names").stdout
    assert "Geheimnisstöberer" not in run("card", "delver of secrets").stdout


# --- catalog


def cards_file(folder: Path) -> Path:
    path = folder / "cards.json"
    ape = {"name": "Ape", "layout": "normal", "type_line": "Creature — Ape", "mana_cost": "{G}", "oracle_text": "Reach"}
    path.write_text(json.dumps([{**ape, "released_at": "2026-01-02"}, {**ape, "name": "Old Ape"}]))
    return path


def test_a_catalogue_is_built_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulings.names_build.read_nicknames", dict)
    names = tmp_path / "names.tsv"
    names.write_text("english\tface\tlang\tprinted\nApe\t\tde\tAffe\nNobody\t\tde\tNiemand\n")
    out = tmp_path / "out"
    result = run(
        "catalog", "build", "--cards", str(cards_file(tmp_path)), "--foreign-names", str(names), "--out", str(out)
    )
    assert result.exit_code == 0, result.output
    assert "facts of 2 cards" in result.output
    assert "1 cards have no release date" in result.output
    assert "unknown cards were left out, such as Nobody" in result.output
    assert sorted(path.name for path in out.iterdir()) == sorted(["coverage.json", FACTS, LOOKUP, NAMES, TREES])
    catalogue = Catalogue(out)
    assert catalogue.data_date == "2026-01-02"
    assert catalogue.trees("Ape")["faces"] == [[["Keyword", {"name": "reach"}]]]
    # which text the trees were compiled from, so that a newer one is told from it
    assert catalogue.compiled_wording("Ape") == wording_hash([("Ape", "{G}", "Creature — Ape", "Reach")])
    assert (catalogue.was_compiled("Old Ape"), catalogue.was_compiled("Newer Ape")) == (True, False)


def test_building_says_what_is_wrong_with_its_input(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "out")]
    assert "can't be read" in run("catalog", "build", "--cards", str(tmp_path / "absent"), *out).output
    (tmp_path / "bad.json").write_text("{]")
    assert "line 1" in run("catalog", "build", "--cards", str(tmp_path / "bad.json"), *out).output
    (tmp_path / "none.json").write_text("[]")
    assert "holds no card" in run("catalog", "build", "--cards", str(tmp_path / "none.json"), *out).output
    cards = str(cards_file(tmp_path))
    result = run("catalog", "build", "--cards", cards, "--date", "soon", *out)
    assert (result.exit_code, "no date" in result.output) == (2, True)
    result = run("catalog", "build", "--cards", cards, "--no-trees", *out)
    assert (result.exit_code, "nicknames.toml" in result.output) == (1, True)
    assert not list((tmp_path / "out").iterdir())


def test_coverage_says_how_much_is_simulated() -> None:
    result = run("catalog", "coverage")
    assert result.exit_code == 0
    assert "all cards" in result.stdout
    assert "and executable" in result.stdout
