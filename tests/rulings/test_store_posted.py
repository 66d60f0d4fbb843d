"""Posted answers, judges' marks and watchers in the store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rulings.store import NotFound, Scope, Store, posted
from rulings.store.posted import PAGES_KEPT

HERE, THERE = Scope.server(1), Scope.server(2)


async def add(store: Store, message: int, scope: Scope = HERE) -> None:
    await store.posted.add(
        scope, message, channel_id=5, answer_id="ward", asker=7, question="ward\0 twice?", digest="old"
    )


async def test_a_posted_answer_is_its_scopes_own(store: Store) -> None:
    await add(store, 2**62)
    found = await store.posted.get(HERE, 2**62)
    assert (found.channel_id, found.answer_id, found.asker, found.question) == (5, "ward", 7, "ward twice?")
    with pytest.raises(NotFound):
        await store.posted.get(THERE, 2**62)
    with pytest.raises(NotFound):
        await store.posted.mark(THERE, 2**62, "review", judge=9)
    assert await store.posted.of(THERE) == []
    assert await store.posted.versions() == {HERE: 0}


async def test_a_mark_is_on_the_record_and_goes_when_the_text_is_corrected(store: Store) -> None:
    await add(store, 1)
    marked = await store.posted.mark(HERE, 1, "endorsed", judge=9)
    assert (marked.mark, marked.marked_by) == ("endorsed", 9)
    assert [entry.action for entry in await store.audit.list(HERE)] == ["answer endorsed"]
    await store.posted.corrected(HERE, 1, "new")
    after = await store.posted.get(HERE, 1)
    assert (after.mark, after.marked_by, after.digest) == ("", None, "new")
    assert after.corrected_at is not None


async def test_only_the_last_copies_are_looked_after(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posted, "MOST_KEPT", 3)
    for message in range(1, 6):
        await add(store, message)
    await add(store, 99, THERE)
    assert [each.message_id for each in await store.posted.of(HERE)] == [5, 4, 3]
    await store.posted.forget(HERE, 4)
    assert [each.message_id for each in await store.posted.of(HERE)] == [5, 3]


async def test_a_copy_of_a_private_message_is_known_by_who_posted_what_where_after_it(store: Store) -> None:
    await add(store, 50)
    same = {"channel_id": 5, "answer_id": "ward", "asker": 7, "question": "ward\0 twice?"}
    assert await store.posted.is_posted(HERE, 49, **same)
    assert not await store.posted.is_posted(HERE, 50, **same)
    assert not await store.posted.is_posted(THERE, 49, **same)
    for other in ({"channel_id": None}, {"answer_id": "x"}, {"asker": 8}, {"question": "ward?"}):
        assert not await store.posted.is_posted(HERE, 49, **{**same, **other})


async def test_who_watches_is_kept_once_until_they_stop(store: Store) -> None:
    await store.posted.watch(HERE, "ward", 7, "old")
    await store.posted.watch(HERE, "ward", 7, "new")
    assert [(each.user_id, each.digest) for each in await store.posted.watchers(HERE)] == [(7, "new")]
    assert await store.posted.watches(HERE, "ward", 7)
    assert not await store.posted.watches(THERE, "ward", 7)
    assert not await store.posted.watches(HERE, "ward", 8)
    assert not await store.posted.unwatch(THERE, "ward", 7)
    assert await store.posted.unwatch(HERE, "ward", 7)
    assert await store.posted.watchers(HERE) == []


async def test_a_page_is_claimed_once_until_it_is_released_or_long_ago(tmp_path: Path) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    url = f"sqlite+aiosqlite:///{tmp_path / 'pages.db'}"
    one, other = await Store.open(url, clock=lambda: now), await Store.open(url, clock=lambda: now)
    assert await one.posted.claim_page(7, "page")
    assert not await other.posted.claim_page(7, "page"), "another process, or the same one after a restart"
    assert await one.posted.claim_page(7, "another page")
    assert await one.posted.claim_page(8, "page")
    await other.posted.release_page(7, "page")
    assert await one.posted.claim_page(7, "page")
    now += PAGES_KEPT + timedelta(seconds=1)
    assert await one.posted.claim_page(7, "page")
    await one.close()
    await other.close()
