"""Tables in compressed blocks: what goes in comes out, entry by entry, and a broken file says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.catalogue_file import Bundle, CatalogueError, pack_lines, pack_table, write_bundle

WORDS = [f"{chr(97 + n % 26)}{n:04d}" for n in range(1000)]


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    path = tmp_path / "some.bin"
    table = pack_table(((word, word.upper()) for word in WORDS), per_block=7)
    write_bundle(path, {"date": "2026-01-01"}, {"words": table, "none": pack_table(()), "lines": pack_lines(WORDS, 9)})
    return Bundle(path)


def test_every_entry_is_found_by_key_and_by_place(bundle: Bundle) -> None:
    table = bundle.table("words")
    assert len(table) == 1000
    for place, word in enumerate(sorted(WORDS)):
        assert table.get(word) == word.upper()
        assert table.ordinal(word) == place
        assert table.at(place) == (word, word.upper())
    assert list(table.keys()) == sorted(WORDS)


@pytest.mark.parametrize("missing", ["", "a", "a0000x", "zzzz", "A0000"])
def test_a_key_that_isnt_there_is_none(bundle: Bundle, missing: str) -> None:
    assert bundle.table("words").get(missing) is None


@pytest.mark.parametrize("prefix", ["", "a", "b00", "c0002", "z9999", "é"])
def test_prefixes_give_the_keys_that_start_so(bundle: Bundle, prefix: str) -> None:
    table = bundle.table("words")
    expected = [word for word in sorted(WORDS) if word.startswith(prefix)]
    assert [key for key, _ in table.from_prefix(prefix)] == expected
    assert table.rows(prefix)[0] == expected
    assert table.has_prefix(prefix) == bool(expected)


def test_an_empty_table_holds_nothing(bundle: Bundle) -> None:
    table = bundle.table("none")
    assert len(table) == 0
    assert table.get("a") is None
    assert not table.has_prefix("a")
    assert list(table.from_prefix("")) == []
    with pytest.raises(IndexError):
        table.at(0)


def test_lines_are_read_by_place(bundle: Bundle) -> None:
    lines = bundle.lines("lines")
    assert [lines[at] for at in range(len(lines))] == WORDS
    with pytest.raises(IndexError):
        lines[1000]


def test_bytes_depend_on_the_content_alone() -> None:
    entries = [(word, "x") for word in WORDS]
    assert pack_table(entries) == pack_table(reversed(entries))


@pytest.mark.parametrize("entries", [[("a", "1"), ("a", "2")], [("a\tb", "1")], [("a", "1\n2")]])
def test_entries_that_cant_be_read_back_are_refused(entries: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match=r"entry|twice"):
        pack_table(entries)


def test_a_missing_or_broken_file_says_what_to_do(tmp_path: Path, bundle: Bundle) -> None:
    with pytest.raises(CatalogueError, match="catalog build"):
        Bundle(tmp_path / "absent.bin")
    (tmp_path / "other.bin").write_bytes(b"something else")
    with pytest.raises(CatalogueError, match="no file of the catalogue"):
        Bundle(tmp_path / "other.bin")
    whole = (tmp_path / "some.bin").read_bytes()
    (tmp_path / "cut.bin").write_bytes(whole[:-10])
    with pytest.raises(CatalogueError, match="cut short"):
        Bundle(tmp_path / "cut.bin")
    with pytest.raises(CatalogueError, match="no table"):
        bundle.table("absent")
