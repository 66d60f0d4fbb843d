"""Moderators' rulings in the store: revisions, versions, isolation, writers at the same time."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulings.store import Conflict, NotFound, PlaceTaken, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
CONTENT: dict[str, Any] = {"id": "two-forms", "question": "Which Form?", "answer": "Yes, both.", "rules": ["708.2"]}


async def publish(store: Store, scope: Scope, slug: str, *, seen: int = 1, content: dict[str, Any] = CONTENT) -> int:
    ruling = await store.rulings.change(
        scope, slug, seen=seen, actor=7, action="approved", status="published", content=content, content_by=5
    )
    return ruling.revision


async def test_a_proposal_is_kept_as_it_was_written(store: Store) -> None:
    made = await store.rulings.create(HERE, "two-forms", CONTENT, author=5, comment="seen at a table")
    found = await store.rulings.get(HERE, "two-forms")
    assert found == made
    assert (found.content, found.status, found.revision, found.author) == (CONTENT, "proposed", 1, 5)
    assert [(r.number, r.action, r.comment) for r in await store.rulings.history(HERE, "two-forms")] == [
        (1, "proposed", "seen at a table")
    ]


async def test_a_slug_is_taken_once_in_a_server_and_free_in_another(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    with pytest.raises(Conflict):
        await store.rulings.create(HERE, "two-forms", CONTENT, author=6)
    await store.rulings.create(THERE, "two-forms", {**CONTENT, "answer": "No."}, author=6)
    assert (await store.rulings.get(HERE, "two-forms")).content["answer"] == "Yes, both."
    assert len(await store.rulings.history(HERE, "two-forms")) == 1


async def test_nothing_of_one_server_is_found_from_another(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    await publish(store, HERE, "two-forms")
    for other in (THERE, Scope.direct(1), Scope.local()):
        with pytest.raises(NotFound):
            await store.rulings.get(other, "two-forms")
        with pytest.raises(NotFound):
            await store.rulings.history(other, "two-forms")
        with pytest.raises(NotFound):
            await publish(store, other, "two-forms", seen=2)
        assert (await store.rulings.published(other)).rulings == ()
        assert await store.rulings.list(other) == []
        assert await store.rulings.waiting(other) == []
        assert await store.audit.list(other) == []
        assert await store.rulings.version(other) == 0


async def test_a_change_needs_the_newest_revision(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    await publish(store, HERE, "two-forms")
    with pytest.raises(Conflict) as caught:
        await publish(store, HERE, "two-forms", seen=1)
    assert (caught.value.expected, caught.value.actual) == (1, 2)
    assert len(await store.rulings.history(HERE, "two-forms")) == 2


async def test_of_many_who_saw_the_same_revision_one_gets_through(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    results = await asyncio.gather(*(publish(store, HERE, "two-forms") for _ in range(20)), return_exceptions=True)
    assert results.count(2) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 19
    assert [r.number for r in await store.rulings.history(HERE, "two-forms")] == [1, 2]


async def test_many_writers_lose_nothing(store: Store) -> None:
    await asyncio.gather(*(store.rulings.create(HERE, f"r-{n}", CONTENT, author=n) for n in range(60)))
    assert {r.slug for r in await store.rulings.list(HERE)} == {f"r-{n}" for n in range(60)}


async def test_a_failed_transaction_takes_no_other_with_it(store: Store) -> None:
    async def fail() -> None:
        with pytest.raises(ValueError, match="JSON"):
            await store.rulings.create(HERE, "bad", {"x": object()}, author=1)
        with pytest.raises(NotFound):
            await publish(store, HERE, "nowhere")

    await asyncio.gather(
        *(store.rulings.create(HERE, f"r-{n}", CONTENT, author=n) for n in range(20)), *(fail() for _ in range(20))
    )
    assert len(await store.rulings.list(HERE)) == 20


async def test_writers_cancelled_at_any_moment_lose_nothing_that_was_acknowledged(store: Store) -> None:
    acknowledged: list[str] = []

    async def write(n: int) -> None:
        await store.rulings.create(HERE, f"r-{n}", CONTENT, author=n)
        acknowledged.append(f"r-{n}")

    tasks = [asyncio.create_task(write(n)) for n in range(60)]
    for n, task in enumerate(tasks):
        for _ in range(n % 7):
            await asyncio.sleep(0.001)
        if n % 2:
            task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    slugs = {r.slug for r in await store.rulings.list(HERE)}
    assert set(acknowledged) <= slugs
    for slug in slugs:
        assert len(await store.rulings.history(HERE, slug)) == 1
    await store.rulings.create(HERE, "afterwards", CONTENT, author=1)


async def test_a_write_that_has_begun_is_finished_when_its_caller_is_cancelled(store: Store, tmp_path: Path) -> None:
    begun = asyncio.create_task(store.rulings.create(HERE, "begun", CONTENT, author=5))
    await asyncio.sleep(0)
    begun.cancel()
    with pytest.raises(asyncio.CancelledError):
        await begun
    await store.close()
    again = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    assert (await again.rulings.get(HERE, "begun")).content == CONTENT
    await again.close()


async def test_the_version_grows_with_what_is_in_service_and_with_nothing_else(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    assert await store.rulings.version(HERE) == 0
    await publish(store, HERE, "two-forms")
    first = await store.rulings.published(HERE)
    assert [r.slug for r in first.rulings] == ["two-forms"]
    assert first.version == await store.rulings.version(HERE) == 1
    other = {**CONTENT, "answer": "No."}
    await store.rulings.change(
        HERE, "two-forms", seen=2, actor=5, action="edited", status="published",
        content=CONTENT, content_by=5, pending=other, pending_by=5,
    )  # fmt: skip
    assert await store.rulings.published(HERE) != first
    assert await store.rulings.version(HERE) == 1
    assert [r.pending for r in await store.rulings.waiting(HERE)] == [other]
    await publish(store, HERE, "two-forms", seen=3, content=other)
    assert await store.rulings.version(HERE) == 2
    await store.rulings.change(
        HERE, "two-forms", seen=4, actor=7, action="retired", status="retired", content=other, content_by=5
    )
    last = await store.rulings.published(HERE)
    assert (last.version, last.rulings) == (3, ())
    assert await store.rulings.version(THERE) == 0


async def test_one_ruling_in_service_stands_in_for_a_shipped_one(store: Store) -> None:
    content = {**CONTENT, "replaces": "shipped"}
    for scope, slug in ((HERE, "one"), (HERE, "two"), (THERE, "one")):
        await store.rulings.create(scope, slug, content, author=5)
    results = await asyncio.gather(
        publish(store, HERE, "one", content=content),
        publish(store, HERE, "two", content=content),
        publish(store, THERE, "one", content=content),
        return_exceptions=True,
    )
    [refused] = [result for result in results if result != 2]
    assert isinstance(refused, PlaceTaken)
    assert refused.slug == (await store.rulings.published(HERE)).rulings[0].slug
    assert len((await store.rulings.published(THERE)).rulings) == 1


async def test_what_waits_longest_is_reviewed_first(store: Store) -> None:
    for slug in ("c", "a", "b"):
        await store.rulings.create(HERE, slug, CONTENT, author=5)
    await publish(store, HERE, "a")
    assert [r.slug for r in await store.rulings.waiting(HERE)] == ["c", "b"]


async def test_each_change_leaves_an_audit_entry(store: Store) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    await publish(store, HERE, "two-forms")
    entries = await store.audit.list(HERE, subject="two-forms")
    assert [(e.actor, e.action, e.detail) for e in entries] == [
        (7, "ruling approved", {"revision": 2}),
        (5, "ruling proposed", {"revision": 1}),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ruling_revisions SET content = '{}'",
        "UPDATE ruling_revisions SET comment = 'x'",
        "DELETE FROM ruling_revisions",
        "DELETE FROM audit",
        "UPDATE audit SET action = 'nothing'",
        "UPDATE audit SET scope = 'server:9'",
    ],
)
async def test_history_is_append_only_in_the_database_itself(store: Store, tmp_path: Path, statement: str) -> None:
    await store.rulings.create(HERE, "two-forms", CONTENT, author=5)
    with closing(sqlite3.connect(tmp_path / "store.db")) as raw, pytest.raises(sqlite3.IntegrityError, match="append"):
        raw.execute(statement)


async def test_texts_no_database_takes_are_made_harmless(store: Store) -> None:
    await store.rulings.create(HERE, "odd", CONTENT, author=5, comment="half \ud83d a pair\0")
    assert [r.comment for r in await store.rulings.history(HERE, "odd")] == ["half ? a pair"]


async def test_the_version_is_read_once_and_a_change_is_seen_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Scope] = []
    versions = store.rulings._versions
    read = versions._read
    monkeypatch.setattr(versions, "_read", lambda scope: [reads.append(scope), read(scope)][1])
    for _ in range(3):
        assert await store.rulings.version(HERE) == 0
    assert reads == [HERE]
    await store.rulings.create(HERE, "one", {"id": "one"}, author=1)
    await store.rulings.change(
        HERE, "one", seen=1, actor=1, action="approved", status="published", content={"id": "one"}, content_by=1
    )
    assert await store.rulings.version(HERE) == 1
