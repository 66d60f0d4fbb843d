"""`tablejudge rule`, `rules diff` and `export`, and the service behind them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from reference_files import card, cards, rules_text, ruling

from bot.cli import main
from bot.services.reference import ReferenceService
from bot.services.reference_cards import ruling_lines, to_json, wording_lines
from rulings.model import Ruling, Source, Verdict
from rulings.reference.importing import import_folder
from rulings.reference.lookup import OFFICIAL_PAGE
from rulings.reference.records import Kind

OLD = "100.1. A game has players.\n\n100.2. Widgets\n\n100.2a To use a widget, push it once and let it go."
NEW = (
    "100.1. A game has players.\n\n100.2. New Thing\n\n100.2a A new thing waits for somebody to find a use for it.\n\n"
)
NEW += "100.3. Widgets\n\n100.3a To use a widget, push it twice and let it go.\n\nExample: Push, push."


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLEJUDGE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def synced(data_dir: Path, tmp_path: Path) -> Path:
    """A data folder with two editions, cards and rulings."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "old.txt").write_text(rules_text(OLD, edition="February 7, 2025"))
    (folder / "new.txt").write_text(rules_text(NEW))
    (folder / "cards.json").write_text(json.dumps([*cards(3), card(7, lang="de", printed_name="Dings")]))
    shared = [ruling(1, "A shared ruling on both."), ruling(2, "A shared ruling on both.")]
    history = [
        ruling(1, "You may push this widget only once each turn, whoever owns it.", "2010-01-01"),
        ruling(1, "You may push this widget only once in each turn, whoever owns it.", "2015-01-01"),
    ]
    (folder / "rulings.json").write_text(json.dumps([*shared, *history]))
    assert import_folder(data_dir / "reference.db", folder).ok
    return data_dir


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), catch_exceptions=False)


def test_a_rule_is_shown_with_its_way_and_its_edition(synced: Path) -> None:
    lines = run("rule", "100.3").output.split("\n")
    assert lines[0] == "100.3  Game Concepts › General › Widgets"
    assert "  100.3a To use a widget, push it twice and let it go." in lines
    assert "    Example: Push, push." in lines
    assert "  [above: 100   before: 100.2   next: 900.1]" in lines
    assert lines[-2] == "Comprehensive Rules of 2026-04-17"


def test_words_of_several_arguments_are_one_query(synced: Path) -> None:
    result = run("rule", "use", "widget")
    assert "Rules that hold these words:\n  100.3a To use" in result.output


def test_nothing_found_has_an_exit_code_and_offers_near_names(synced: Path) -> None:
    result = run("rule", "wigdets")
    assert result.exit_code == 1
    assert "Did you mean: Widgets" in result.output
    assert run("rule", "100.9").exit_code == 1


def test_the_glossary_alone(synced: Path) -> None:
    assert run("rule", "--glossary", "gadget").output.startswith("Glossary: Gadget\n  A thing. See rule 100.1.")
    assert run("rule", "--glossary", "widgets").exit_code == 1


def test_json_of_a_rule(synced: Path) -> None:
    found = json.loads(run("rule", "100.3a", "--json").output)
    assert (found["status"], found["edition"], found["has_text"]) == ("found", "2026-04-17", True)
    (page,) = found["pages"]
    assert page["rules"] == [
        {
            "number": "100.3a",
            "kind": "subrule",
            "heading": "",
            "text": "To use a widget, push it twice and let it go.",
            "examples": ["Push, push."],
            "see": [],
        }
    ]
    assert page["parent"] == "100.3"
    unknown = run("rule", "100.9", "--json")
    assert (unknown.exit_code, json.loads(unknown.output)["status"]) == (1, "unknown")


def test_before_a_sync_the_heading_and_the_official_page(data_dir: Path) -> None:
    result = run("rule", "701.40b")
    assert result.exit_code == 0
    assert "701.40b  Keyword Actions › Manifest" in result.output
    assert OFFICIAL_PAGE in result.output
    assert "tablejudge sync" in result.output
    assert "2026-04-17" in result.output


def test_before_a_sync_the_numbers_below_are_counted(data_dir: Path) -> None:
    assert "1 number below: 702.84a\n" in run("rule", "unearth").output
    assert "24 numbers below: 704.5a to 704.5z\n" in run("rule", "704.5").output


def test_editions_are_compared_by_date(synced: Path) -> None:
    output = run("rules", "diff", "2025-02-07", "2026-04-17").output
    assert output.startswith("Comprehensive Rules of 2025-02-07 and 2026-04-17: ")
    assert "1 moved, 1 changed, 0 ambiguous, 2 added, 0 removed" in output
    assert "changed:\n  100.2a → 100.3a  Widgets" in output
    assert "moved:\n  100.2 → 100.3  Widgets" in output


def test_the_texts_of_a_change_stand_side_by_side(synced: Path) -> None:
    output = run("rules", "diff", "2025-02-07", "2026-04-17", "--only", "changed", "--text").output
    assert "- 100.2a To use a widget, push it once" in output
    assert "+ 100.3a To use a widget, push it twice" in output
    assert "moved:" not in output


def test_files_are_compared_too_and_as_json(data_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(rules_text(OLD, edition="February 7, 2025"))
    (tmp_path / "b.txt").write_text(rules_text(NEW))
    found = json.loads(run("rules", "diff", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), "--json").output)
    assert (found["counts"]["moved"], found["counts"]["changed"]) == (1, 1)
    assert {"fate": "moved", "old": "100.2", "new": "100.3"} in found["changes"]


def test_an_edition_that_is_not_known_is_said_so(synced: Path, tmp_path: Path) -> None:
    result = run("rules", "diff", "1999-01-01", "2026-04-17")
    assert result.exit_code == 1
    assert "2025-02-07, 2026-04-17" in result.output
    (tmp_path / "x.txt").write_text("nothing")
    assert "effective" in run("rules", "diff", str(tmp_path / "x.txt"), "2026-04-17").output


def exported(*arguments: str) -> list[dict[str, object]]:
    result = run("export", *arguments)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.output.splitlines()]


def test_rules_glossary_cards_and_rulings_are_exported(synced: Path) -> None:
    about, *rules = exported("rules")
    assert about == {"version": 1, "part": "rules", "edition": "2026-04-17"}
    assert [rule["number"] for rule in rules[:4]] == ["1", "100", "100.1", "100.2"]
    assert exported("rules", "--edition", "2025-02-07")[4]["heading"] == "Widgets"
    assert exported("glossary")[1]["term"] == "Gadget"
    assert [each["name"] for each in exported("cards")[1:]] == ["Gizmo 0", "Gizmo 1", "Gizmo 2", "Gizmo 7"]
    official = exported("official")
    assert official[0]["data_to"] == "2020-01-01"
    assert [each["cards"] for each in official if each.get("text") == "A shared ruling on both."] == [
        ["Gizmo 1", "Gizmo 2"]
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_while_exporting_is_said(synced: Path) -> None:
    result = run("export", "rules", "--output", "/dev/full")
    assert result.exit_code == 1
    assert "couldn't be written" in result.output


def test_a_database_that_the_disk_damaged_counts_as_none_until_the_next_sync(synced: Path, tmp_path: Path) -> None:
    path = synced / "reference.db"
    service = ReferenceService(synced)
    assert service.rule("100.2").has_text
    whole = path.read_bytes()
    beside = path.with_name("beside")
    beside.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))
    beside.replace(path)
    assert not service.rule("704.5").has_text
    assert service.card("Gizmo 1") is None
    assert service.data_note(Kind.RULES) == ""
    assert service.complete_term("g") == []
    shown = run("rule", "704.5")
    assert (shown.exit_code, "isn't here yet" in shown.output) == (0, True)
    assert "damaged" in run("export", "rules").output
    assert "damaged" in run("doctor", "--offline").output
    assert run("ask", "can i turn my manifested delver face up").exit_code == 0
    import_folder(path, tmp_path / "files")
    assert service.rule("100.2").has_text


def test_curated_rulings_are_exported_without_a_sync_too(data_dir: Path, tmp_path: Path) -> None:
    about, *rulings = exported("curated")
    assert about["part"] == "curated"
    assert len(rulings) > 100
    assert {"id", "question", "answer", "rules", "as_of"} <= set(rulings[0])
    assert run("export", "curated", "-o", str(tmp_path / "out.jsonl")).output == ""
    assert len((tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()) == len(rulings) + 1


@pytest.mark.parametrize("part", ["rules", "glossary", "cards", "official"])
def test_what_is_not_here_yet_cannot_be_exported(data_dir: Path, part: str) -> None:
    result = run("export", part)
    assert result.exit_code == 1
    assert "tablejudge sync" in result.output


def test_an_edition_that_is_not_here_cannot_be_exported(synced: Path) -> None:
    assert "there are: 2025-02-07, 2026-04-17" in run("export", "rules", "--edition", "1999-01-01").output


@pytest.fixture
def service(data_dir: Path) -> ReferenceService:
    return ReferenceService(data_dir)


def test_a_card_has_its_wording_and_its_rulings_newest_first_older_wordings_folded(
    synced: Path, service: ReferenceService
) -> None:
    found = service.card("Gizmo 1")
    assert found is not None
    assert found.wording.faces[0].oracle_text == "Gizmo 1 does 1 things."
    assert [each.ruling.published_at for each in found.rulings] == ["2020-01-01", "2015-01-01"]
    assert [each.published_at for each in found.rulings[1].replaced] == ["2010-01-01"]
    assert (found.wording_to, found.rulings_to) == ("2024-01-01", "2020-01-01")
    assert service.card("Nobody") is None
    service.close()


def test_a_card_s_reference_as_text_and_json(synced: Path, service: ReferenceService) -> None:
    found = service.card("Gizmo 1")
    assert found is not None
    assert list(wording_lines(found)) == [
        "Gizmo 1  {1}",
        "  Artifact",
        "  Gizmo 1 does 1 things.",
        "Oracle text, data to 2024-01-01",
    ]
    assert list(ruling_lines(found)) == [
        "  2020-01-01  A shared ruling on both.",
        "  2015-01-01  You may push this widget only once in each turn, whoever owns it.",
        "    replaces the wording of 2010-01-01",
        "2 official rulings. Rulings data to 2020-01-01",
    ]
    plain = to_json(found)
    assert json.loads(json.dumps(plain)) == plain
    assert plain["rulings"][1]["replaces"][0]["published_at"] == "2010-01-01"
    service.close()


def test_the_service_takes_up_newer_data_by_itself(data_dir: Path, service: ReferenceService, tmp_path: Path) -> None:
    assert service.card("Gizmo 1") is None
    assert (service.edition, service.data_note(Kind.CARDS)) == ("", "")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(json.dumps(cards(3)))
    import_folder(data_dir / "reference.db", tmp_path / "in")
    assert service.card("Gizmo 1") is not None
    assert service.card("Gizmo 4") is None
    (tmp_path / "in" / "a.json").write_text(json.dumps(cards(5)))
    import_folder(data_dir / "reference.db", tmp_path / "in")
    assert service.card("Gizmo 4") is not None
    assert service.data_note(Kind.CARDS) == "Oracle data to 2024-01-01"
    os.unlink(data_dir / "reference.db")
    assert service.card("Gizmo 1") is None
    service.close()


def test_a_ruling_is_aged_and_renumbered(synced: Path, service: ReferenceService) -> None:
    given = Ruling("x", "Q?", Verdict.YES, "Yes, see 100.2a.", ("100.2a", "100.1"), "2025-02-07")
    shown, aged = service.overlay(given)
    assert (shown.rules, shown.answer) == (("100.3a", "100.1"), "Yes, see 100.3a.")
    assert aged.note == "Needs review since CR of 2026-04-17: 100.2a, now 100.3a changed."
    assert service.age(("100.1",), "2025-02-07").needs_review_since == ""
    service.close()


def test_what_is_said_of_a_ruling_beside_a_newer_edition(synced: Path, service: ReferenceService) -> None:
    def said(*rules: str, as_of: str = "2025-02-07", source: Source = Source.CURATED) -> tuple[tuple[str, ...], str]:
        shown, note = service.current(Ruling("x", "Q?", Verdict.YES, "Yes.", rules, as_of, source=source))
        return shown.rules, note

    same = "The rules that it cites read the same in the CR of 2026-04-17, which is loaded."
    assert said("100.1", "IPG 2.1") == (("100.1", "IPG 2.1"), same)
    assert said("100.2") == (
        ("100.3",),
        "Needs review since CR of 2026-04-17: 100.2, now 100.3 changed.",
    )
    assert said("100.2a", source=Source.SERVER) == (
        ("100.2a",),
        "Needs review since CR of 2026-04-17: 100.2a, now 100.3a changed.",
    )
    assert said("IPG 2.1") == (("IPG 2.1",), "")
    assert said("100.1", as_of="2026-04-17") == (("100.1",), "")
    assert said("100.1", as_of="2001-01-01")[1].endswith("not compared. Loaded is the CR of 2026-04-17.")
    service.close()


def test_a_rule_that_only_moved_is_renumbered_and_said_so(data_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "old.txt").write_text(rules_text(OLD, edition="February 7, 2025"))
    (tmp_path / "in" / "new.txt").write_text(rules_text(NEW.replace("push it twice", "push it once")))
    assert import_folder(data_dir / "reference.db", tmp_path / "in").ok
    service = ReferenceService(data_dir)
    for source, rules in ((Source.CURATED, ("100.3a",)), (Source.SERVER, ("100.2a",))):
        shown, note = service.current(Ruling("x", "Q?", Verdict.YES, "Yes.", ("100.2a",), "2025-02-07", source=source))
        assert shown.rules == rules
        assert note.endswith("which is loaded. Renumbered: 100.2a is now 100.3a.")
    service.close()


def test_without_data_nothing_ages(service: ReferenceService) -> None:
    given = Ruling("x", "Q?", Verdict.YES, "Yes.", ("100.2a",), "2025-02-07")
    shown, aged = service.overlay(given)
    assert shown is given
    assert aged.note == ""


def test_completion_and_glossary_through_the_service(synced: Path, service: ReferenceService) -> None:
    assert service.complete_rule("100.3")[0] == ("100.3 Widgets", "100.3")
    assert service.glossary("gadget").glossary[0].term == "Gadget"
    assert service.rule("widgets").pages[0].number == "100.3"
    service.close()
