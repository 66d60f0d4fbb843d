"""A scope's own words in the store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rulings.store import NotFound, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)


async def test_words_are_a_servers_own_and_a_new_meaning_replaces_the_old(store: Store) -> None:
    assert await store.words.all(HERE) == {}
    assert await store.words.put(HERE, "boop", "return to hand", actor=9, most=5) is None
    assert await store.words.put(HERE, "boop", "destroy", actor=9, most=5) == "return to hand"
    assert await store.words.all(HERE) == {"boop": "destroy"}
    assert await store.words.all(THERE) == {}


async def test_no_more_than_so_many_even_if_added_at_once(store: Store) -> None:
    adding = (store.words.put(HERE, f"word{n}", "destroy", actor=9, most=5) for n in range(12))
    said = await asyncio.gather(*adding, return_exceptions=True)
    assert sum(isinstance(each, OverflowError) for each in said) == 7
    assert len(await store.words.all(HERE)) == 5
    # One that is there may still get another meaning.
    [word, *_] = await store.words.all(HERE)
    assert await store.words.put(HERE, word, "exile", actor=9, most=5) == "destroy"


async def test_a_word_is_removed_once_and_each_step_is_audited(store: Store) -> None:
    await store.words.put(HERE, "boop", "return to hand", actor=9, most=5)
    await store.words.put(HERE, "boop", "return to hand", actor=9, most=5)
    await store.words.remove(HERE, "boop", actor=8)
    assert await store.words.all(HERE) == {}
    with pytest.raises(NotFound, match="boop"):
        await store.words.remove(HERE, "boop", actor=8)
    steps = [(each.action, each.actor, each.detail) for each in await store.audit.list(HERE)]
    assert steps == [
        ("word removed", 8, {"meaning": ["return to hand", None]}),
        ("word added", 9, {"meaning": [None, "return to hand"]}),
    ]


async def test_words_are_there_after_the_store_was_opened_again(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"
    first = await Store.open(url)
    await first.words.put(HERE, "boop", "return to hand", actor=9, most=5)
    await first.close()
    second = await Store.open(url)
    assert await second.words.all(HERE) == {"boop": "return to hand"}
    await second.close()
