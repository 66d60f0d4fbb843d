"""Importing files: recognised by content, the best of a kind wins, what is damaged is refused and harms nothing."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from reference_files import card, cards, lines, names_table, rules_text, ruling

from rulings.reference import building, state
from rulings.reference.building import Busy, locked
from rulings.reference.database import Reference, Unreadable
from rulings.reference.importing import Outcome, Report, import_folder
from rulings.reference.records import Kind


def put(folder: Path, **files: bytes | str) -> Path:
    """A folder with files; the last underscore of a name is its period."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / ".".join(name.rsplit("_", 1))
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def run(tmp_path: Path, *, smaller: bool = False, **files: bytes | str) -> Report:
    """Import files into the database of a test, each time from a folder of its own."""
    folder = put(tmp_path / f"in-{time.monotonic_ns()}", **files)
    return import_folder(tmp_path / "reference.db", folder, allow_smaller=smaller)


def opened(tmp_path: Path) -> closing[Reference]:
    return closing(Reference.open(tmp_path / "reference.db"))


def outcome(report: Report, name: str) -> Outcome:
    return next(each for each in report.outcomes if each.path.name == name)


def array(objects: list[Any], indent: int | None = None) -> str:
    return json.dumps(objects, indent=indent)


@pytest.mark.parametrize(
    "content",
    [
        lines(cards(3)),
        gzip.decompress(lines(cards(3))),
        array(cards(3)).encode(),
        array(cards(3), indent=1).encode(),
        gzip.compress(array(cards(3)).encode()),
        b"\xef\xbb\xbf" + array(cards(3)).encode(),
        json.dumps({"object": "list", "has_more": False, "data": cards(3)}).encode(),
        json.dumps(card(0), indent=None).encode() + b"\n\n" + gzip.decompress(lines(cards(3)[1:])),
    ],
    ids=["lines.gz", "lines", "array", "pretty array", "array.gz", "with a mark", "a list", "with empty lines"],
)
def test_cards_are_recognised_in_every_form_whatever_the_name(tmp_path: Path, content: bytes) -> None:
    report = run(tmp_path, notes_txt=content)
    assert report.ok
    with opened(tmp_path) as reference:
        found = reference.card("Gizmo 2")
        assert found is not None
        assert (found.layout, found.faces[0].oracle_text) == ("normal", "Gizmo 2 does 2 things.")
        assert reference.counts()["cards"] == 3


def test_folders_are_read_recursively_and_hidden_files_are_left_out(tmp_path: Path) -> None:
    put(tmp_path / "in" / "a" / "b", cards_json=array(cards(2)))
    put(tmp_path / "in" / ".cache", more_json=array(cards(9)))
    report = import_folder(tmp_path / "reference.db", tmp_path / "in")
    assert [each.path.name for each in report.outcomes] == ["cards.json"]


def test_what_is_no_reference_data_is_passed_over(tmp_path: Path) -> None:
    report = run(
        tmp_path,
        readme_md="# About the Comprehensive Rules\nand more",
        list_tsv="a\tb\n1\t2\n",
        other_json='{"keywords": []}',
        cards_json=array(cards(1)),
    )
    assert report.ok
    assert [each.form for each in report.outcomes].count("") == 3


def mtgjson(**more: Any) -> bytes:
    """An AtomicCards file of one card."""
    plain = {"name": "Gizmo", "layout": "normal", "type": "Artifact", "text": "It does things."} | more
    return json.dumps({"meta": {"date": "2024-01-01", "version": "5"}, "data": {"Gizmo": [plain]}}).encode()


@pytest.mark.parametrize("left_out", ["text", "rulings", "foreignData", "identifiers", "manaCost", "power"])
def test_what_mtgjson_leaves_empty_is_no_damage(tmp_path: Path, left_out: str) -> None:
    assert run(tmp_path, a_json=mtgjson(**{left_out: None})).ok
    with opened(tmp_path) as reference:
        assert reference.card("Gizmo") is not None


def test_links_to_folders_are_followed_once(tmp_path: Path) -> None:
    elsewhere = put(tmp_path / "elsewhere", cards_json=array(cards(2)))
    folder = put(tmp_path / "in", rulings_json=array([ruling(1)]))
    (folder / "linked").symlink_to(elsewhere)
    (folder / "again").symlink_to(folder)
    (folder / "lost").symlink_to(tmp_path / "nowhere")
    report = import_folder(tmp_path / "reference.db", folder)
    assert sorted(each.path.name for each in report.outcomes) == ["cards.json", "rulings.json"]


def test_a_folder_that_cannot_be_read_is_refused_and_the_rest_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = put(tmp_path / "in", a_json=array(cards(2)))
    closed = put(folder / "closed", b_json=array(cards(9)))
    scan = os.scandir

    def refusing(path: str | Path) -> Any:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    report = import_folder(tmp_path / "reference.db", folder)
    assert "permissions" in outcome(report, "closed").problem
    assert outcome(report, "a.json").taken == ["2 Oracle cards"]


def test_an_edition_that_lost_a_chapter_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    run(tmp_path, a_txt=rules_text("100.1. Old.", edition="February 7, 2025", fill=3000))
    later = rules_text("100.1. New.")
    report = run(tmp_path, b_txt=later)
    assert outcome(report, "b.txt").problem == ("it has only 2,052 headings and rules, the data in service has 3,002")
    with opened(tmp_path) as reference:
        assert reference.edition == "2025-02-07"
    assert state.read(tmp_path / "reference.db")[Kind.RULES].stale
    assert run(tmp_path, smaller=True, b_txt=later).ok


def test_an_older_edition_may_be_smaller(tmp_path: Path) -> None:
    run(tmp_path, a_txt=rules_text(fill=3000))
    report = run(tmp_path, b_txt=rules_text(edition="February 1, 2014"))
    assert report.editions == ["2014-02-01"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (lines(cards(2000))[:-400], "cut off"),
        (b"\x1f\x8b" + b"nonsense" * 9, "compressed content"),
        (gzip.decompress(lines(cards(50)))[:-20], "line 50"),
        (array(cards(50)).encode()[:-20], "cut off"),
        (array(cards(50)).encode().replace(b'"Gizmo 30"', b'"Giz\x01'), "damaged"),
        (array([*cards(2), {"object": "error", "status": 500}]).encode(), "entry 3 isn't a card but “error”"),
        (array([*cards(2), {"object": "card", "layout": "normal"}]).encode(), "entry 3 isn't a whole card"),
        (array([card(1, card_faces=[3])]).encode(), "isn't a whole card"),
        (array([ruling(1), {"object": "ruling", "oracle_id": "x"}]).encode(), "entry 2 isn't a whole ruling"),
        (names_table([("Gizmo", "", "de", "Dings")]) + b"Gizmo\tDings\n", "line 3"),
        (names_table([("Gizmo", "", "de", "Dings")]) + b"G\t\tfr\t\xff\xfe\n", "UTF-8"),
        (json.dumps({"meta": {"date": "2024-01-01", "version": "5"}, "data": {"x": 1}}).encode(), "no cards"),
        (json.dumps({"meta": {"version": "5"}, "data": {"Gizmo": [{"layout": "normal"}]}}).encode(), "no card"),
        (rules_text().partition("Credits\n\nMany")[0].encode(), "cut off in the glossary"),
        (lines([card(1), card(2, oracle_text="Half \ud800")]), "half a character"),
        (lines([ruling(1, comment="Half \udfff")]), "half a character"),
        (array([card(1, layout={"a": 1})]).encode(), "a dict where a text belongs"),
        (array([card(1, lang="de", printed_name=["Dings"])]).encode(), "a list where a text belongs"),
        (json.dumps(card(1)).encode() + b"\n" + b"[" * 100_000 + b"]" * 100_000, "line 2"),
        (b'[{"object":"card","name":' + b"[ " * 100_000, "nested more than"),
        (b'[{"object":"card","name":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}]", "nested more than"),
        (b'{"meta":{"version":"5"},"data":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested more than"),
        (mtgjson(text=5), "a int where a text belongs"),
        (mtgjson(rulings=[{"date": None, "text": "x"}]), "a NoneType where a text belongs"),
        (mtgjson(foreignData=[{"language": "German", "name": 5}]), "a int where a text belongs"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason_and_the_rest_is_loaded(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    report = run(tmp_path, bad_bin=content, good_json=array([ruling(7)]))
    assert not report.ok
    assert reason in outcome(report, "bad.bin").problem
    with opened(tmp_path) as reference:
        assert reference.counts()["rulings"] == 1


def test_the_most_complete_file_wins_and_the_others_are_listed(tmp_path: Path) -> None:
    report = run(tmp_path, a_json=array(cards(2)), b_gz=lines(cards(5)), c_json=array(cards(4)))
    assert outcome(report, "b.gz").taken == ["5 Oracle cards"]
    assert outcome(report, "a.json").passed == ["2 Oracle cards: b.gz is more complete"]
    assert report.ok


def test_when_the_largest_file_is_damaged_the_next_one_serves(tmp_path: Path) -> None:
    report = run(tmp_path, a_json=array(cards(4)), b_json=array(cards(9))[:-9])
    assert outcome(report, "a.json").taken == ["4 Oracle cards"]
    assert not state.read(tmp_path / "reference.db")[Kind.CARDS].stale


def test_the_newest_edition_serves_and_older_ones_are_kept_to_compare_with(tmp_path: Path) -> None:
    older = rules_text("100.1. Old.", edition="February 7, 2025", fill=2080)
    report = run(tmp_path, a_txt=older, b_txt=rules_text("100.1. New."))
    assert "kept to compare with" in outcome(report, "a.txt").passed[0]
    assert report.editions == ["2025-02-07", "2026-04-17"]
    with opened(tmp_path) as reference:
        assert reference.edition == "2026-04-17"
        assert [reference.texts(edition)["100.1"] for edition in report.editions] == ["Old.", "New."]


def test_an_older_edition_never_replaces_a_newer_one(tmp_path: Path) -> None:
    run(tmp_path, a_txt=rules_text("100.1. New."))
    report = run(tmp_path, b_txt=rules_text("100.1. Old.", edition="February 7, 2025"))
    assert report.ok
    with opened(tmp_path) as reference:
        rule = reference.rule("100.1")
        assert (reference.edition, rule and rule.text) == ("2026-04-17", "New.")
        assert reference.sources()[Kind.RULES].file == "a.txt"


def test_what_a_sync_does_not_bring_stays_in_service(tmp_path: Path) -> None:
    run(tmp_path, cards_json=array(cards(3)), rules_txt=rules_text(), names_tsv=names_table([("G", "", "de", "D")]))
    run(tmp_path, rulings_json=array([ruling(1)]))
    with opened(tmp_path) as reference:
        counts = reference.counts()
        assert (counts["cards"], counts["rulings"], counts["printed names"]) == (3, 1, 1)
        assert reference.edition == "2026-04-17"
        assert [found.number for found in reference.search_rules("players game")] == ["100.1"]


def test_much_less_than_what_is_in_service_is_refused_unless_told_otherwise(tmp_path: Path) -> None:
    run(tmp_path, a_json=array(cards(100)))
    report = run(tmp_path, b_json=array(cards(50)))
    assert outcome(report, "b.json").problem == "it has only 50 cards, the data in service has 100"
    noted = state.read(tmp_path / "reference.db")[Kind.CARDS]
    assert noted.stale
    assert "b.json" in noted.problem
    with opened(tmp_path) as reference:
        assert reference.counts()["cards"] == 100
    assert run(tmp_path, smaller=True, b_json=array(cards(50))).ok
    with opened(tmp_path) as reference:
        assert reference.counts()["cards"] == 50
    assert not state.read(tmp_path / "reference.db")[Kind.CARDS].stale


def test_a_printing_gives_names_and_the_newest_one_the_wording(tmp_path: Path) -> None:
    german = card(1, lang="de", printed_name="Dings", released_at="2025-05-05", oracle_text="Newest.")
    report = run(tmp_path, a_json=array([card(1), german, german]))
    assert "1 Oracle cards (from 3 printings)" in outcome(report, "a.json").taken
    assert "1 printed names (2 read, 1 of them exact duplicates)" in outcome(report, "a.json").taken
    with opened(tmp_path) as reference:
        found = reference.card("Gizmo 1")
        assert found is not None
        assert found.faces[0].oracle_text == "Newest."
        assert reference.printed_names("Gizmo 1") == [("Gizmo 1", "de", "Dings")]


def test_an_empty_face_is_the_card_itself(tmp_path: Path) -> None:
    rows = [("Gizmo", "", "de", "Dings"), ("Gizmo", "Gizmo", "de", "Dings"), ("Gizmo", "", "fr", "Truc")]
    report = run(tmp_path, a_tsv=names_table(rows))
    assert "2 printed names (3 read, 1 of them exact duplicates once" in outcome(report, "a.tsv").taken[0]


def test_faces_are_kept_and_a_card_is_found_by_each(tmp_path: Path) -> None:
    faces = [
        {"name": "Front", "type_line": "Creature", "power": "1", "toughness": "2", "oracle_text": "A."},
        {"name": "Back", "type_line": "Planeswalker", "loyalty": "3", "oracle_text": "B.\nC."},
    ]
    run(tmp_path, a_json=array([card(1, name="Front // Back", layout="transform", card_faces=faces)]))
    with opened(tmp_path) as reference:
        for name in ("Front // Back", "Front", "Back"):
            found = reference.card(name)
            assert found is not None
            assert [face.numbers for face in found.faces] == ["1/2", "loyalty 3"]
        assert reference.card("back") is None


def test_a_ruling_of_several_cards_is_stored_once_and_shown_on_all(tmp_path: Path) -> None:
    shared = "Both work alike."
    run(tmp_path, a_json=array(cards(3)), r_json=array([ruling(1, shared), ruling(2, shared), ruling(2, "Other.")]))
    with opened(tmp_path) as reference:
        (first,) = reference.rulings("Gizmo 1")
        assert reference.cards_with(first.id) == ("Gizmo 1", "Gizmo 2")
        assert [each.comment for each in reference.rulings("Gizmo 2")].count(shared) == 1
        assert reference.counts()["ruling texts"] == 2
        assert reference.rulings_about("both alike")[0][1] == ("Gizmo 1", "Gizmo 2")


def test_cards_without_an_id_do_not_share_their_rulings(tmp_path: Path) -> None:
    faces = [mtgjson_face("A", identifiers={}, rulings=[{"date": "2020-01-01", "text": "Of A."}])]
    data = {"A": faces, "B": [mtgjson_face("B", identifiers={})]}
    run(tmp_path, a_json=json.dumps({"meta": {"version": "5"}, "data": data}))
    with opened(tmp_path) as reference:
        assert len(reference.rulings("A")) == 1
        assert reference.rulings("B") == []


def test_rulings_that_vanish_upstream_are_kept_and_say_so(tmp_path: Path) -> None:
    many = [ruling(1, f"Number {n}.") for n in range(10)]
    run(tmp_path, a_json=array(cards(3)), r_json=array(many))
    run(tmp_path, r_json=array(many[1:]))
    with opened(tmp_path) as reference:
        gone = [each for each in reference.rulings("Gizmo 1") if each.gone_since]
        assert [each.comment for each in gone] == ["Number 0."]
        assert reference.counts()["rulings"] == 9
    run(tmp_path, r_json=array(many))
    with opened(tmp_path) as reference:
        assert [each for each in reference.rulings("Gizmo 1") if each.gone_since] == []


def test_a_ruling_without_a_text_is_counted_and_not_shown(tmp_path: Path) -> None:
    run(tmp_path, a_json=array(cards(2)), r_json=array([ruling(1), {**ruling(1), "comment": ""}]))
    with opened(tmp_path) as reference:
        assert reference.counts()["rulings"] == 2
        assert len(reference.rulings("Gizmo 1")) == 1


def mtgjson_face(name: str, **more: Any) -> dict[str, Any]:
    plain = {"name": name, "layout": "normal", "type": "Artifact", "text": "Works.", "manaCost": "{1}"}
    return plain | {"identifiers": {"scryfallOracleId": f"id-{name}"}} | more


MTGJSON_CARDS = [
    mtgjson_face("Gizmo", rulings=[{"date": "2020-01-01", "text": "It works."}] * 2),
    mtgjson_face("Fr // Ba", faceName="Ba", side="b", layout="transform", number="7", loyalty="4"),
    mtgjson_face(
        "Fr // Ba",
        faceName="Fr",
        side="a",
        layout="transform",
        number="7",
        power="1",
        toughness="1",
        foreignData=[
            {"language": "German", "name": "Vo // Hi", "faceName": "Vo"},
            {"language": "Klingon", "name": "x", "faceName": "y"},
        ],
    ),
]


@pytest.mark.parametrize(
    "data",
    [
        {"cards": MTGJSON_CARDS, "code": "XYZ", "releaseDate": "2024-01-01", "tokens": [mtgjson_face("Token")]},
        {"XYZ": {"cards": MTGJSON_CARDS, "releaseDate": "2024-01-01"}, "ABC": {"cards": MTGJSON_CARDS[:1]}},
        {"Gizmo": MTGJSON_CARDS[:1], "Fr // Ba": MTGJSON_CARDS[1:]},
    ],
    ids=["a set", "AllPrintings", "AtomicCards"],
)
def test_mtgjson_files_of_each_kind_are_read(tmp_path: Path, data: dict[str, Any]) -> None:
    content = json.dumps({"meta": {"date": "2024-01-01", "version": "5.2.0"}, "data": data})
    report = run(tmp_path, a_json=content)
    assert report.ok
    with opened(tmp_path) as reference:
        found = reference.card("Ba")
        assert found is not None
        assert [(face.name, face.numbers) for face in found.faces] == [("Fr", "1/1"), ("Ba", "loyalty 4")]
        assert [each.comment for each in reference.rulings("Gizmo")] == ["It works."]
        assert reference.printed_names("Fr // Ba") == [("Fr", "de", "Vo")]
        assert reference.counts()["cards"] == 2


def test_readers_go_on_with_the_old_data_until_they_look_again(tmp_path: Path) -> None:
    run(tmp_path, a_json=array(cards(3)))
    with opened(tmp_path) as before:
        run(tmp_path, a_json=array(cards(5)))
        assert before.counts()["cards"] == 3
        assert before.card("Gizmo 2") is not None
    with opened(tmp_path) as behind:
        assert behind.counts()["cards"] == 5


def test_two_syncs_at_once_are_refused(tmp_path: Path) -> None:
    with locked(tmp_path / "reference.db"), pytest.raises(Busy, match="another sync"):
        run(tmp_path, a_json=array(cards(3)))
    assert run(tmp_path, a_json=array(cards(3))).ok


def test_nothing_is_built_from_nothing(tmp_path: Path) -> None:
    assert not run(tmp_path, a_md="hello").built
    with pytest.raises(Unreadable, match="tablejudge sync"):
        Reference.open(tmp_path / "reference.db")


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00 but not really", b"x" * 5000])
def test_a_damaged_database_is_said_so_and_built_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "reference.db").write_bytes(content)
    with pytest.raises(Unreadable, match="build it anew"):
        Reference.open(tmp_path / "reference.db")
    assert run(tmp_path, a_json=array(cards(3))).ok
    with opened(tmp_path) as reference:
        assert reference.counts()["cards"] == 3


def test_data_that_could_not_be_built_is_marked_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, a_json=array(cards(3)))

    def full(*arguments: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(building, "_index_words", full)
    with pytest.raises(building.BuildFailed, match="room on the disk"):
        run(tmp_path, a_json=array(cards(4)))
    assert "disk is full" in state.read(tmp_path / "reference.db")[Kind.CARDS].problem
    assert [path.name for path in tmp_path.glob("*.new-*")] == []
    with opened(tmp_path) as reference:
        assert reference.counts()["cards"] == 3


def test_a_database_that_the_disk_damaged_is_said_so_and_built_anew(tmp_path: Path) -> None:
    run(tmp_path, a_json=array(cards(500)))
    path = tmp_path / "reference.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))
    with pytest.raises(Unreadable, match="build it anew"), opened(tmp_path) as reference:
        reference.card("Gizmo 1")
    assert run(tmp_path, a_json=array(cards(3))).ok
    with opened(tmp_path) as reference:
        assert reference.counts()["cards"] == 3


def test_a_damaged_note_on_the_last_syncs_counts_as_none(tmp_path: Path) -> None:
    for content in ("", "[]", '{"cards": 3}', '{"nonsense": {}}'):
        (tmp_path / "reference-state.json").write_text(content)
        assert state.read(tmp_path / "reference.db") == {}


IMPORT = (
    "import sys; from pathlib import Path; from rulings.reference.importing import import_folder;"
    "print('ready', flush=True); import_folder(Path(sys.argv[1]), Path(sys.argv[2])); print('done', flush=True)"
)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_sync_killed_at_any_moment_leaves_the_data_in_service(tmp_path: Path) -> None:
    """An import is killed after 0, 1/20, … 19/20 of the time that a whole one takes: old data or new, never half."""
    run(tmp_path, a_json=array(cards(3000)), rules_txt=rules_text())
    folder = put(tmp_path / "more", b_gz=lines(cards(6000)), r_json=array([ruling(n) for n in range(3000)]))
    command = [sys.executable, "-c", IMPORT]
    start = time.monotonic()
    subprocess.run([*command, str(tmp_path / "other.db"), str(folder)], check=True, capture_output=True)
    whole = time.monotonic() - start
    seen = set()
    for moment in range(20):
        with subprocess.Popen(
            [*command, str(tmp_path / "reference.db"), str(folder)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(whole * moment / 20)
            os.kill(process.pid, signal.SIGKILL)
        with opened(tmp_path) as reference:
            counts = reference.counts()
            seen.add(counts["cards"])
            assert (counts["cards"], counts["rulings"]) in {(3000, 0), (6000, 3000)}
            assert reference.edition == "2026-04-17"
            assert reference.card("Gizmo 2999") is not None
    assert 3000 in seen
    assert import_folder(tmp_path / "reference.db", folder).ok
    assert list(tmp_path.glob("reference.db.new-*")) == []


@pytest.mark.shared
def test_the_shared_data_loads_with_its_counts(shared_dir: Path, tmp_path: Path) -> None:
    report = import_folder(tmp_path / "reference.db", shared_dir / "data")
    assert [each.path.name for each in report.outcomes if each.problem] == ["MagicCompRules_20130201.txt"]
    with opened(tmp_path) as reference:
        assert reference.counts() == {
            "cards": 34869,
            "rulings": 45147,
            "ruling texts": 24845,
            "printed names": 188239 - 90,
        }
        newest = reference.editions()[-1]
        assert (newest.edition, newest.headings, newest.rules, newest.subrules, newest.glossary) == (
            ("2026-04-17", 147, 1165, 1973, 730)
        )
        assert len(reference.editions()) == 5
        delver = reference.card("Insectile Aberration")
        assert delver is not None
        assert delver.name == "Delver of Secrets // Insectile Aberration"
