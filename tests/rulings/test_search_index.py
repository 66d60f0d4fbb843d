"""The index over rulings, its compiled form, and when that is made again."""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from rulings import curated
from rulings.model import Ruling, Source, Verdict
from rulings.search import compiled
from rulings.search.index import Segment, Statistics, from_plain, name_patterns, to_plain
from rulings.search.vocabulary import Vocabulary

VOCABULARY = Vocabulary(
    {"stop": ["a", "the", "is"], "light": ["creature"], "word": [{"term": "ward", "says": ["ward"]}]}
)


def ruling(number: int, question: str, **changes: object) -> Ruling:
    """A ruling with little in it."""
    made = Ruling(f"r{number}", question, Verdict.EXPLAINS, "An answer.", ("708.2",), "2026-04-17", origin="a.toml")
    return replace(made, **changes)


def test_terms_are_counted_by_the_part_of_the_ruling_they_stand_in() -> None:
    segment = Segment.of(
        [ruling(1, "Is ward here?", also_asked=("ward ward", "no such word"), answer="Ward.", topics=("ward",))],
        VOCABULARY,
    )
    [posting] = segment.postings["ward"]
    assert posting.asked == 2  # once in each phrasing that holds it
    assert posting.answer == 1
    assert posting.question == 1
    assert posting.subject == 1


def test_the_headings_of_cited_rules_are_subjects() -> None:
    segment = Segment.of([ruling(1, "What?", rules=("701.40b",))], VOCABULARY)
    assert segment.postings["manifest"][0].subject == 1
    assert segment.by_rule["701.40b"] == [0]


def test_a_card_stands_for_itself_and_for_its_words() -> None:
    segment = Segment.of(
        [ruling(1, "Is Akroma alone?", cards=("Akroma, Angel of Fury",), also_asked=("akroma, angel of fury",))],
        VOCABULARY,
    )
    assert segment.postings["card:Akroma, Angel of Fury"][0].asked == 2
    assert segment.postings["akroma"][0].asked == pytest.approx(1.0)  # half in each
    assert segment.by_card["Akroma, Angel of Fury"] == [0]


def test_a_card_is_called_by_its_faces_and_by_what_stands_before_the_comma() -> None:
    assert name_patterns("Valki, God of Lies // Tibalt, Cosmic Impostor") == [
        "Valki, God of Lies",
        "Tibalt, Cosmic Impostor",
        "Valki",
        "Tibalt",
    ]


def test_rare_terms_tell_more_and_concepts_more_than_words() -> None:
    entries = [ruling(n, "ward zebra" if n == 0 else "ward creature lion") for n in range(20)]
    statistics = Statistics(Segment.of(entries, VOCABULARY), VOCABULARY)
    assert statistics.weight("zebra") > statistics.weight("lion")
    assert statistics.weight("ward") > statistics.weight("lion") > statistics.weight("creature")
    assert statistics.weight("never met") == pytest.approx(statistics.weight("zebra"))
    assert statistics.knows("zebra")
    assert not statistics.knows("never met")


def test_an_empty_collection_can_be_indexed() -> None:
    segment = Segment.of([], VOCABULARY)
    assert Statistics(segment, VOCABULARY).weight("ward") >= 0


def test_the_compiled_form_is_the_same_index() -> None:
    entries = curated.read().rulings[:40]
    entries.append(ruling(99, "Own?", source=Source.SERVER, replaces=entries[0].id, later="soon"))
    segment = Segment.of(entries, compiled.read_vocabulary())
    again = from_plain(to_plain(segment))
    assert again.rulings == segment.rulings
    assert again.entries == segment.entries
    assert again.postings == segment.postings


# --------------------------------------------------------------------------------------------- the kept index


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small folder of rulings."""
    made = tmp_path / "data"
    made.mkdir()
    shutil.copy(curated.DATA / "manifest.toml", made)
    return made


@pytest.fixture(autouse=True)
def _no_packaged_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compiled, "PACKAGED", tmp_path / "no-such-package")


def test_the_second_load_reads_the_kept_index(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled.load(folder, cache=tmp_path / "cache")
    monkeypatch.setattr(compiled, "build", lambda folder: pytest.fail("it was built again"))
    second = compiled.load(folder, cache=tmp_path / "cache")
    assert second.segment.rulings == first.segment.rulings
    assert second.segment.postings == first.segment.postings
    assert second.vocabulary.stop == first.vocabulary.stop


def test_an_edited_ruling_takes_effect_at_once(folder: Path, tmp_path: Path) -> None:
    compiled.load(folder, cache=tmp_path)
    file = folder / "manifest.toml"
    before = file.stat()
    file.write_text(file.read_text().replace("manifest-turn-up", "manifest-turn-xx"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # times and sizes tell nothing
    assert "manifest-turn-xx" in [each.id for each in compiled.load(folder, cache=tmp_path).segment.rulings]


def test_a_new_file_takes_effect_at_once(folder: Path, tmp_path: Path) -> None:
    count = len(compiled.load(folder, cache=tmp_path).segment.rulings)
    shutil.copy(curated.DATA / "morph.toml", folder)
    assert len(compiled.load(folder, cache=tmp_path).segment.rulings) > count


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\n", None])
def test_a_damaged_index_is_made_again(folder: Path, tmp_path: Path, damage: bytes | None) -> None:
    expected = compiled.load(folder, cache=tmp_path).segment.rulings
    kept = tmp_path / compiled.FILE
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert compiled.load(folder, cache=tmp_path).segment.rulings == expected
    assert kept.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert compiled.load(folder, cache=blocked / "cache").segment.rulings
    assert compiled.load(folder, cache=None).segment.rulings


def test_nothing_else_is_left_in_the_cache(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    compiled.load(folder, cache=cache)
    assert [path.name for path in cache.iterdir()] == [compiled.FILE]
    assert stat.S_IMODE((cache / compiled.FILE).stat().st_mode) == 0o644


def test_the_packaged_index_is_taken_first(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged = tmp_path / "package"
    compiled.keep(compiled.build(folder), compiled.content_key(folder), packaged)
    monkeypatch.setattr(compiled, "PACKAGED", packaged)
    monkeypatch.setattr(compiled, "build", lambda folder: pytest.fail("it was built again"))
    assert compiled.load(folder, cache=tmp_path / "cache").segment.rulings
    assert not (tmp_path / "cache").exists()


def test_entries_that_cannot_be_read_are_reported_from_the_kept_index_too(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.toml").write_text("[[ruling]]\nid = 'x'\n")
    for _ in range(2):
        shipped = compiled.load(folder, cache=tmp_path)
        assert shipped.segment.rulings
        assert {problem.file for problem in shipped.problems} == {"broken.toml"}
