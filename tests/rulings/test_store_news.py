"""Editions of the rules that were met, and news for moderators: kept once, told once."""

from __future__ import annotations

from dataclasses import replace

from rulings.rules_index import RulesIndex
from rulings.store import Scope, Seen, Store

HERE, THERE = Scope.server(1), Scope.server(2)
OLD = RulesIndex("2020-01-01", {"100.1": "aa", "100": "bb"}, {"100": "General"})


async def test_an_edition_that_was_met_stays(store: Store) -> None:
    await store.editions.add([OLD])
    await store.editions.add([replace(OLD, hashes={}), replace(OLD, edition="2021-01-01")])
    assert list(await store.editions.dates()) == ["2020-01-01", "2021-01-01"]
    assert await store.editions.get("2020-01-01") == OLD
    assert await store.editions.get("1999-01-01") is None


async def test_of_two_processes_that_find_the_same_news_one_keeps_them(store: Store) -> None:
    now = Seen("2026-04-17", b"12345678")
    assert await store.news.add(None, now, {HERE: {"cards": 3}})
    assert not await store.news.add(None, now, {HERE: {"cards": 3}})
    assert await store.news.seen() == now
    assert [each.content for each in await store.news.waiting()] == [{"cards": 3}]
    assert await store.news.add(now, replace(now, cards=b""), {})


async def test_news_wait_until_they_were_told(store: Store) -> None:
    await store.news.add(None, Seen("", b""), {HERE: {}, THERE: {}})
    first, second = await store.news.waiting()
    assert (first.scope, second.scope) == (HERE, THERE)
    await store.news.mark_told(first.id)
    assert [each.id for each in await store.news.waiting()] == [second.id]
    await store.news.mark_told(first.id)
    assert [each.id for each in await store.news.waiting()] == [second.id]


async def test_whom_news_may_concern(store: Store) -> None:
    await store.settings.update(THERE, lambda s: replace(s, moderator_channel=77), actor=1)
    await store.settings.update(HERE, lambda s: replace(s, four_eyes=True), actor=1)
    await store.rulings.create(HERE, "one", {"id": "one"}, author=1)
    assert list(await store.news.scopes_with_rulings()) == []
    await store.rulings.change(
        HERE, "one", seen=1, actor=1, action="approved", status="published", content={"id": "one"}, content_by=1
    )
    assert list(await store.news.scopes_with_rulings()) == [HERE]
    assert dict(await store.news.channels()) == {THERE: 77}
