"""Official texts that a scope doesn't use, in the store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rulings.store import NotFound, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
MORE = {"title": "Gizmo, official ruling of 2020-01-01", "actor": 9, "most": 5}


async def test_a_text_is_hidden_in_one_scope_and_comes_back_with_every_step_on_record(store: Store) -> None:
    await store.hidden.hide(HERE, "official:7", reason="superseded", **MORE)
    await store.hidden.hide(HERE, "official:7", reason="superseded", **MORE)
    assert [(each.id, each.reason) for each in (await store.hidden.all(HERE)).values()] == [
        ("official:7", "superseded")
    ]
    assert await store.hidden.all(THERE) == {}
    assert (await store.hidden.show(HERE, "official:7", actor=8)).reason == "superseded"
    assert await store.hidden.all(HERE) == {}
    with pytest.raises(NotFound):
        await store.hidden.show(HERE, "official:7", actor=8)
    assert [(each.action, each.subject, each.actor, each.detail) for each in await store.audit.list(HERE)] == [
        ("official ruling back", "official:7", 8, {"title": MORE["title"]}),
        ("official ruling hidden", "official:7", 9, {"title": MORE["title"], "reason": "superseded"}),
    ]


async def test_what_is_in_service_is_another_version_when_a_text_goes_or_comes_back(store: Store) -> None:
    before = await store.rulings.version(HERE)
    await store.hidden.hide(HERE, "official:7", reason="superseded", **MORE)
    gone = await store.rulings.version(HERE)
    await store.hidden.hide(HERE, "official:7", reason="another reason", **MORE)
    assert await store.rulings.version(HERE) == gone > before
    await store.hidden.show(HERE, "official:7", actor=9)
    assert await store.rulings.version(HERE) > gone
    assert await store.rulings.version(THERE) == 0


async def test_no_more_than_so_many_texts_even_if_hidden_at_once(store: Store) -> None:
    hiding = (store.hidden.hide(HERE, f"official:{number}", reason="wrong", **MORE) for number in range(12))
    said = await asyncio.gather(*hiding, return_exceptions=True)
    assert sum(isinstance(each, OverflowError) for each in said) == 7
    assert len(await store.hidden.all(HERE)) == 5


async def test_hidden_texts_are_hidden_after_the_store_was_opened_again(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"
    first = await Store.open(url)
    await first.hidden.hide(HERE, "official:7", reason="superseded", **MORE)
    await first.close()
    second = await Store.open(url)
    assert list(await second.hidden.all(HERE)) == ["official:7"]
    await second.close()
