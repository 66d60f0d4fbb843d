"""`tablejudge simulate`: files, folders, standard input; JSON lines; exit codes; a page for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import main

HOLDS = "title: It holds\nAlice library: Delver of Secrets\nAlice manifests as secret\nexpect secret: face down, 2/2\n"
FAILS = "title: It fails\nAlice battlefield: Grizzly Bears\nexpect Grizzly Bears: 3/3, green\n"
BROKEN = "title: Broken\nAlice battlefield: Grizzly Bears\nexpct stack: empty\n"
UNSUPPORTED = (
    "title: Not yet\ncard Oddity {1} Artifact\n    Frobnicate three wibbles.\n"
    "Alice battlefield: Oddity\nexpect Oddity: artifact\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    for name, text in (
        ("holds", HOLDS),
        ("fails", FAILS),
        ("broken", BROKEN),
        ("below/unsupported", UNSUPPORTED),
    ):
        (tmp_path / f"{name}.scn").write_text(text, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no scenario", encoding="utf-8")
    return tmp_path


def simulate(*args: str | Path, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["simulate", *map(str, args)], input=input, catch_exceptions=False)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_folder_gives_an_object_a_line_each_with_its_file(folder: Path) -> None:
    found = objects(simulate(folder, "--json"))
    assert sorted(Path(each["file"]).name for each in found) == [
        "broken.scn", "fails.scn", "holds.scn", "unsupported.scn",
    ]  # fmt: skip
    by_name = {Path(each["file"]).stem: each for each in found}
    assert (by_name["holds"]["ok"], by_name["holds"]["title"]) == (True, "It holds")
    assert by_name["fails"]["checks"]["passed"] == 1
    assert [failure["line"] for failure in by_name["fails"]["checks"]["failed"]] == [3]
    assert by_name["broken"]["error"]["line"] == 3
    assert set(by_name["broken"]) == {"file", "error"}
    assert by_name["unsupported"]["unsupported"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["holds"], 0),
        (["holds", "below/unsupported"], 3),
        (["below/unsupported", "fails", "holds"], 1),
        (["fails", "broken", "below/unsupported"], 2),
        (["below"], 3),
        (["."], 2),
    ],
)
def test_the_exit_code_is_the_worst_of_all_files(folder: Path, names: list[str], code: int) -> None:
    paths = [folder / (name if (folder / name).is_dir() else f"{name}.scn") for name in names]
    for options in ([], ["--json"]):
        assert simulate(*paths, *options).exit_code == code


def test_a_one_line_script_from_the_standard_input() -> None:
    script = "Alice manifests Delver of Secrets; Alice turns #1 face up; expect #1: named Delver of Secrets"
    result = simulate("-", "--json", input=script)
    assert result.exit_code == 0
    (found,) = objects(result)
    assert found["file"] == "-"
    assert [step["text"] for step in found["steps"]] == ["Alice manifests Delver of Secrets", "Alice turns #1 face up"]
    assert "701.40b" in found["steps"][1]["rules"]


def test_hidden_things_are_told_to_those_who_may_know(folder: Path) -> None:
    (found,) = objects(simulate(folder / "holds.scn", "--json"))
    events = found["steps"][0]["events"]
    public = " ".join(event["text"] for event in events if event["audience"] == "public")
    private = " ".join(event["text"] for event in events if event["audience"] == ["Alice"])
    assert "Delver" not in public
    assert "Delver" in private


def test_the_page_for_people_shows_steps_rules_and_marks(folder: Path) -> None:
    page = simulate(folder / "holds.scn", folder / "fails.scn").stdout
    assert "It holds" in page
    assert "[701.40a" in page
    assert "✔ expect secret: face down, 2/2" in page
    assert "expected Grizzly Bears: 3/3; it is Grizzly Bears: 2/2" in page
    assert "Costs not paid" in page
    assert "2 scenarios: 1 hold, 1 fail." in page


def test_the_page_names_the_place_and_the_nearest_word(folder: Path) -> None:
    page = simulate(folder / "broken.scn").stdout
    assert "line 3, column 1" in page
    assert "expect" in page
    assert "Traceback" not in page


def test_the_page_names_what_is_not_simulated(folder: Path) -> None:
    page = simulate(folder / "below").stdout
    assert "unsupported" in page
    assert "Oddity" in page


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"Alice battlefield: Forest\n\xff\xfe", "UTF-8"), (b"// x\n" * 300_000, "bytes")],
)
def test_a_file_that_is_no_text_is_an_error(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "odd.scn"
    path.write_bytes(content)
    result = simulate(path, "--json")
    assert result.exit_code == 2
    assert said in objects(result)[0]["error"]["message"]


def test_a_missing_file_and_an_empty_folder_are_errors_and_the_others_are_played(tmp_path: Path, folder: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    result = simulate(tmp_path / "missing.scn", empty, folder / "holds.scn", "--json")
    assert result.exit_code == 2
    found = objects(result)
    assert ["error" in each for each in found] == [True, True, False]
    assert "*.scn" in found[1]["error"]["message"]


def test_without_a_path_it_says_what_is_missing() -> None:
    result = simulate()
    assert result.exit_code == 2
    assert "PATH" in result.output


def test_a_printed_name_in_another_language_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "es.scn"
    path.write_text("Alice battlefield: Forma de luz\nexpect battlefield of Alice: Lightform", encoding="utf-8")
    assert simulate(path).exit_code == 0


def test_no_control_character_of_a_script_reaches_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "broken.scn").write_text("Alice draws \x1b]0;mine\x071\n", encoding="utf-8")
    (tmp_path / "titled.scn").write_text("title: \x1b]0;mine\x07\nAlice draws 1  // \x1b[2J\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["simulate", str(tmp_path)], color=True)
    assert result.output.count("]0;mine") == 2
    assert "\x07" not in result.output
    assert "\x1b]" not in result.output
    assert "\x1b[2J" not in result.output


def test_an_empty_name_is_no_folder() -> None:
    result = simulate("", "--json")
    assert result.exit_code == 2
    assert json.loads(result.output)["error"]["message"] == "An empty name names no file."


def test_without_a_standard_input_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.commands import simulate as module

    monkeypatch.setattr(module.sys, "stdin", None)
    error = module._read("-")
    assert str(error) == "There is no standard input."
