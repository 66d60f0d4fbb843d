"""Syncing from a local site that answers well, wrongly, late and in half."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from reference_files import card, cards, lines, rules_text, ruling
from reference_site import File, Site, Trouble, running

from rulings.reference import state
from rulings.reference.building import Origin
from rulings.reference.database import Reference
from rulings.reference.discovery import NotFound, bulk_files, rules_link
from rulings.reference.download import Downloader, DownloadFailed, Retrying, _wait_told
from rulings.reference.importing import Report
from rulings.reference.records import Kind
from rulings.reference.syncing import Addresses, sync

QUICK = Retrying(attempts=3, first_wait=0.001, longest_wait=0.01)
CARDS, RULINGS, RULES = "/cards.jsonl.gz", "/rulings.json", "/MagicCompRules%2020260417.txt"


@pytest.fixture
def site() -> Iterator[Site]:
    with running() as found:
        found.serve_all(lines(cards(50)), json.dumps([ruling(1), ruling(2)]).encode(), rules_text().encode())
        yield found


@pytest.fixture
def downloader() -> Iterator[Downloader]:
    with Downloader(retrying=QUICK, timeout=5) as found:
        yield found


def run(site: Site, downloader: Downloader, folder: Path, least: dict[Kind, int] | None = None) -> Report:
    addresses = Addresses(f"{site.address}/bulk-data", f"{site.address}/rules")
    return sync(folder / "reference.db", downloader, addresses=addresses, least=least or {})


def counts(folder: Path) -> tuple[int, int, str]:
    """Cards, rulings and the rules' edition in service."""
    with closing(Reference.open(folder / "reference.db")) as reference:
        found = reference.counts()
        return found["cards"], found["rulings"], reference.edition


def test_everything_is_downloaded_and_served(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    report = run(site, downloader, tmp_path)
    assert report.ok
    assert counts(tmp_path) == (50, 2, "2026-04-17")
    assert list((tmp_path / "downloads").iterdir()) == []
    assert not state.read(tmp_path / "reference.db")[Kind.CARDS].stale


def test_the_downloader_says_who_it_is(site: Site, tmp_path: Path) -> None:
    with Downloader(contact="ops@example.org", retrying=QUICK) as downloader:
        run(site, downloader, tmp_path)
    for _, headers in site.asked:
        assert headers["user-agent"].startswith("TableJudge/")
        assert "ops@example.org" in headers["user-agent"]
        assert headers["accept"] == "*/*"


def test_whom_to_write_to_may_be_written_in_any_letters(site: Site, tmp_path: Path) -> None:
    with Downloader(contact="Jürgen, j@example.org\n") as downloader:
        assert run(site, downloader, tmp_path).ok
    assert all("(J%C3%BCrgen, j@example.org%0A)" in headers["user-agent"] for _, headers in site.asked)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks9://127.0.0.1:1"),
        ("HTTP_PROXY", "ftp://127.0.0.1"),
        ("SSL_CERT_FILE", "/nowhere/certificates.pem"),
    ],
)
def test_settings_of_the_network_that_cannot_be_used_are_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(DownloadFailed, match=name):
        Downloader()


def test_what_has_not_changed_is_not_sent_again(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    run(site, downloader, tmp_path)
    before = (tmp_path / "reference.db").stat().st_mtime_ns
    report = run(site, downloader, tmp_path)
    assert report.ok
    assert sorted(report.unchanged) == ["Comprehensive Rules", "Oracle cards", "official rulings"]
    assert site.requests(CARDS)[1]["if-none-match"] == '"one"'
    assert (tmp_path / "reference.db").stat().st_mtime_ns == before


def test_an_address_with_the_moment_in_it_is_not_even_asked_again(
    site: Site, downloader: Downloader, tmp_path: Path
) -> None:
    dated = "/oracle-cards-20260814090233.jsonl.gz"
    site.files[dated] = site.files[CARDS]
    index = {"data": [{"type": "oracle_cards", "jsonl_download_uri": site.address + dated}]}
    site.files["/bulk-data"] = File(json.dumps(index).encode(), "application/json", "")
    run(site, downloader, tmp_path)
    run(site, downloader, tmp_path)
    assert len(site.requests(dated)) == 1


def test_one_changed_file_replaces_its_kind_only(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    run(site, downloader, tmp_path)
    site.files[CARDS] = File(lines(cards(60)), etag='"two"')
    assert run(site, downloader, tmp_path).ok
    assert counts(tmp_path) == (60, 2, "2026-04-17")


def test_marks_do_not_count_when_the_data_is_gone(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    run(site, downloader, tmp_path)
    (tmp_path / "reference.db").unlink()
    assert run(site, downloader, tmp_path).ok
    assert counts(tmp_path) == (50, 2, "2026-04-17")


@pytest.mark.parametrize("wait", ["0", "Wed, 01 Jan 2020 00:00:00 GMT", ""])
def test_a_server_that_is_busy_is_asked_again(site: Site, downloader: Downloader, tmp_path: Path, wait: str) -> None:
    site.troubles[CARDS] = [Trouble(429, (("Retry-After", wait),)), Trouble(500)]
    assert run(site, downloader, tmp_path).ok
    assert len(site.requests(CARDS)) == 3


def test_how_long_to_wait_is_read_as_seconds_or_date() -> None:
    assert _wait_told("30") == 30
    assert _wait_told("Wed, 01 Jan 2020 00:00:00 GMT") == 0
    assert _wait_told("soon") is None
    assert _wait_told("\xb2") is None


def test_a_server_that_asks_for_a_long_wait_is_left_alone(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    site.troubles[CARDS] = [Trouble(429, (("Retry-After", "86400"),))]
    report = run(site, downloader, tmp_path)
    assert "asks to wait 86400 seconds" in " ".join(report.problems)
    assert len(site.requests(CARDS)) == 1


def test_a_server_that_stays_broken_costs_its_own_kind_only(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    run(site, downloader, tmp_path)
    site.files[RULINGS] = File(json.dumps([ruling(n) for n in range(4)]).encode(), "application/json", '"two"')
    site.files[CARDS] = File(lines(cards(60)), etag='"two"')
    site.troubles[CARDS] = [Trouble(500)] * 3
    report = run(site, downloader, tmp_path)
    assert not report.ok
    assert "answers 500" in report.problems[0]
    assert counts(tmp_path) == (50, 4, "2026-04-17")
    noted = state.read(tmp_path / "reference.db")
    assert noted[Kind.CARDS].stale
    assert noted[Kind.CARDS].checked_at
    assert not noted[Kind.RULINGS].stale


def test_failures_are_counted_until_it_goes_well_again(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    good = site.files.pop(CARDS)
    run(site, downloader, tmp_path)
    run(site, downloader, tmp_path)
    noted = state.read(tmp_path / "reference.db")[Kind.CARDS]
    assert (noted.failures, "404" in noted.problem) == (2, True)
    site.files[CARDS] = good
    run(site, downloader, tmp_path)
    assert not state.read(tmp_path / "reference.db")[Kind.CARDS].stale


def test_a_connection_cut_in_the_middle_goes_on_where_it_was(
    site: Site, downloader: Downloader, tmp_path: Path
) -> None:
    site.troubles[CARDS] = [Trouble(200, cut=0.5)]
    assert run(site, downloader, tmp_path).ok
    size = len(site.files[CARDS].body)
    assert site.requests(CARDS)[1]["range"] == f"bytes={size // 2}-"
    assert site.requests(CARDS)[1]["if-range"] == '"one"'
    assert counts(tmp_path)[0] == 50


def test_a_part_of_an_older_content_is_thrown_away(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    site.troubles[CARDS] = [Trouble(200, cut=0.5)] * 3
    assert not run(site, downloader, tmp_path).ok
    assert (tmp_path / "downloads" / "cards.part").exists()
    site.files[CARDS] = File(lines(cards(70)), etag='"two"')
    assert run(site, downloader, tmp_path).ok
    assert counts(tmp_path)[0] == 70


def test_without_marks_a_cut_download_starts_anew(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    site.files[CARDS] = File(site.files[CARDS].body, etag="")
    site.troubles[CARDS] = [Trouble(200, cut=0.5)]
    assert run(site, downloader, tmp_path).ok
    assert "range" not in site.requests(CARDS)[1]


def test_a_cut_that_never_ends_refuses_and_harms_nothing(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    run(site, downloader, tmp_path)
    site.files[CARDS] = File(lines(cards(60)), etag='"two"')
    site.troubles[CARDS] = [Trouble(200, cut=0.5), Trouble(206, cut=0.5), Trouble(206, cut=0.5)]
    assert not run(site, downloader, tmp_path).ok
    assert counts(tmp_path) == (50, 2, "2026-04-17")


@pytest.mark.parametrize("kind", ["text/html", "text/html; charset=utf-8", "image/png"])
def test_a_page_in_place_of_data_is_refused(site: Site, downloader: Downloader, tmp_path: Path, kind: str) -> None:
    run(site, downloader, tmp_path)
    site.files[CARDS] = File(b"<html>Sorry</html>", kind, '"two"')
    report = run(site, downloader, tmp_path)
    assert "not with data" in report.problems[0]
    assert counts(tmp_path) == (50, 2, "2026-04-17")


def test_a_page_that_claims_to_be_data_is_refused_by_its_content(
    site: Site, downloader: Downloader, tmp_path: Path
) -> None:
    run(site, downloader, tmp_path)
    site.files[RULES] = File(b"<html>Sorry</html>", "text/plain", '"two"')
    report = run(site, downloader, tmp_path)
    assert [each.problem for each in report.outcomes] == ["what was downloaded holds no Comprehensive Rules"]
    assert not report.ok
    assert state.read(tmp_path / "reference.db")[Kind.RULES].stale
    assert counts(tmp_path) == (50, 2, "2026-04-17")


def test_what_is_far_too_small_is_refused(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    report = run(site, downloader, tmp_path, least={Kind.CARDS: 1000})
    assert [outcome.problem for outcome in report.outcomes if outcome.problem] == [
        "it has only 50 Oracle cards, a whole file has 1,000 at least"
    ]
    assert counts(tmp_path) == (0, 2, "2026-04-17")


def test_the_part_of_another_server_s_file_is_not_gone_on_with(tmp_path: Path, downloader: Downloader) -> None:
    with running() as site:
        site.files["/a"], site.files["/b"] = File(b"a" * 1000), File(b"b" * 1000)
        site.troubles["/a"] = [Trouble(200, cut=0.5)] * 3
        into = tmp_path / "file"
        with pytest.raises(DownloadFailed):
            downloader.file(f"{site.address}/a", into, Origin(), lambda total: lambda count: None)
        downloader.file(f"{site.address}/b", into, Origin(), lambda total: lambda count: None)
        assert into.read_bytes() == b"b" * 1000


def test_progress_adds_up_to_the_size(site: Site, downloader: Downloader, tmp_path: Path) -> None:
    heard: list[tuple[int | None, list[int]]] = []

    def started(total: int | None) -> object:
        heard.append((total, []))
        return heard[-1][1].append

    site.troubles[CARDS] = [Trouble(200, cut=0.5)]
    downloader.file(site.address + CARDS, tmp_path / "file", Origin(), started)  # type: ignore[arg-type]
    size = len(site.files[CARDS].body)
    assert [total for total, _ in heard] == [size, size]
    assert sum(heard[1][1]) == size


def test_an_address_that_nobody_answers_is_a_failure_with_words(downloader: Downloader) -> None:
    with pytest.raises(DownloadFailed, match="can't be reached"):
        downloader.page("http://127.0.0.1:9/")
    with pytest.raises(DownloadFailed):
        downloader.page("nonsense://x")


SYNC = (
    "import sys; from pathlib import Path; from rulings.reference.download import Downloader;"
    "from rulings.reference.syncing import Addresses, sync; print('ready', flush=True);"
    "sync(Path(sys.argv[1]), Downloader(), addresses=Addresses(sys.argv[2], sys.argv[3]), least={})"
)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_sync_killed_at_any_moment_leaves_the_data_in_service(
    site: Site, downloader: Downloader, tmp_path: Path
) -> None:
    run(site, downloader, tmp_path)
    site.serve_all(lines(cards(6000)), lines(ruling(n) for n in range(3000)), rules_text().encode(), mark='"two"')
    command = [sys.executable, "-c", SYNC]
    places = [f"{site.address}/bulk-data", f"{site.address}/rules"]
    start = time.monotonic()
    subprocess.run([*command, str(tmp_path / "other.db"), *places], check=True, capture_output=True)
    whole = time.monotonic() - start
    for moment in range(20):
        arguments = [*command, str(tmp_path / "reference.db"), *places]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(whole * moment / 20)
            process.kill()
        assert counts(tmp_path) in {(50, 2, "2026-04-17"), (6000, 3000, "2026-04-17")}
    assert run(site, downloader, tmp_path).ok
    assert counts(tmp_path) == (6000, 3000, "2026-04-17")


def test_all_printings_give_names_and_do_not_replace_the_cards(
    site: Site, downloader: Downloader, tmp_path: Path
) -> None:
    printings = [card(n, lang="de", printed_name=f"Dings {n}", oracle_text="Other.") for n in range(80)]
    site.files["/all.jsonl.gz"] = File(lines(printings))
    index = json.loads(site.files["/bulk-data"].body)
    index["data"].append({"type": "all_cards", "jsonl_download_uri": f"{site.address}/all.jsonl.gz"})
    site.files["/bulk-data"] = File(json.dumps(index).encode(), "application/json", "")
    addresses = Addresses(f"{site.address}/bulk-data", f"{site.address}/rules")
    database = tmp_path / "reference.db"
    assert sync(database, downloader, addresses=addresses, all_printings=True, least={}).ok
    with closing(Reference.open(database)) as reference:
        assert reference.counts()["cards"] == 50
        assert reference.counts()["printed names"] == 80


NEWEST = "/MagicCompRules%2020260417.txt"


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ('<a href="https://m.example/MagicCompRules 20260417.txt">', f"https://m.example{NEWEST}"),
        ("<a href='/d/MagicCompRules%2020260417.txt'>", f"https://w.example/d{NEWEST}"),
        ('{"u":"https:\\u002F\\u002Fm.example\\u002FCompRules.txt"}', "https://m.example/CompRules.txt"),
        (
            '<a href="https://m.example/MagicCompRules 20250207.txt"><a href="/other.txt">'
            '<a href="https://m.example/MagicCompRules 20260417.txt"><a href="/MagicCompRules 20270101.pdf">',
            f"https://m.example{NEWEST}",
        ),
    ],
    ids=["with a blank", "relative", "in a script", "the newest of several"],
)
def test_the_link_to_the_rules_is_found(page: str, link: str) -> None:
    assert rules_link(page, "https://w.example/en/rules") == link


@pytest.mark.parametrize("page", ["", "<html>", '<a href="javascript:x/MagicCompRules.txt">', '<a href="/notes.txt">'])
def test_a_page_without_a_link_is_said_so(page: str) -> None:
    with pytest.raises(NotFound):
        rules_link(page, "https://w.example/en/rules")


def test_a_malformed_link_on_the_page_does_not_hide_the_rules() -> None:
    page = '<a href="https://[x/MagicCompRules 1.txt">a</a> <a href="https://x/MagicCompRules%2020260417.txt">b</a>'
    assert rules_link(page, "https://y/rules") == "https://x/MagicCompRules%2020260417.txt"
    with pytest.raises(NotFound):
        rules_link('<a href="https://[x/MagicCompRules 20260417.txt">a</a>', "https://y/rules")


def test_the_bulk_index_prefers_lines_and_knows_when_it_is_none() -> None:
    entry = {"type": "rulings", "download_uri": "https://x/a.json", "jsonl_download_uri": "https://x/a.jsonl.gz"}
    assert bulk_files(json.dumps({"data": [entry]})) == {"rulings": "https://x/a.jsonl.gz"}
    for text in (
        "",
        "<html>",
        "[]",
        '{"data": []}',
        '{"data": ' + "[" * 100_000,
        '{"data": [{"type": "rulings", "download_uri": "https://[x"}]}',
        '{"data": [{"type": "rulings", "download_uri": "file:///etc/passwd"}]}',
    ):
        with pytest.raises(NotFound):
            bulk_files(text)  # fmt: skip
