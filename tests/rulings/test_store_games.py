"""Game sessions in the store: the journal and its conflicts, seats, private messages."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rulings.store import Conflict, Game, JournalRow, NotActive, NotFound, Scope, Seat, Store

HERE, THERE = Scope.server(1), Scope.server(2)
HEADER: dict[str, Any] = {"version": 1, "seed": 2**200 + 1, "cards": {"Ætherling": {"types": ["creature"]}}}
ALICE, BOB, CAROL = 11, 12, 13


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}", clock=clock)
    yield opened
    await opened.close()


async def start(store: Store, scope: Scope = HERE, **more: Any) -> Game:
    return await store.games.create(scope, HEADER, host=ALICE, seats={"Alice": ALICE, "Bob": None}, **more)


def row(seq: int, **action: Any) -> JournalRow:
    return JournalRow(seq, "Alice", action or {"type": "pass"}, f"hash-{seq}")


async def test_a_game_comes_back_as_it_was_played(store: Store) -> None:
    game = await start(store, channel_id=5)
    assert await store.games.append(HERE, game.id, 1, row(1, type="manifest", card="Ætherling")) == 2
    assert await store.games.append(HERE, game.id, 2, row(2), row(3)) == 4
    loaded = await store.games.load(HERE, game.id)
    assert loaded.header == HEADER
    assert [(r.seq, r.seat, r.state_hash) for r in loaded.rows] == [(n, "Alice", f"hash-{n}") for n in (1, 2, 3)]
    assert loaded.rows[0].action == {"type": "manifest", "card": "Ætherling"}
    assert loaded.next_seq == 4
    assert loaded.seats == (Seat("Alice", ALICE, False), Seat("Bob", None, False))
    assert loaded.game == game


async def test_a_row_whose_place_is_taken_is_a_conflict_and_changes_nothing(store: Store) -> None:
    game = await start(store, rows=[row(1)])
    with pytest.raises(Conflict) as caught:
        await store.games.append(HERE, game.id, 1, row(1, type="concede"))
    assert (caught.value.expected, caught.value.actual) == (1, 2)
    with pytest.raises(Conflict):
        await store.games.append(HERE, game.id, 3, row(3))
    assert [r.action for r in (await store.games.load(HERE, game.id)).rows] == [{"type": "pass"}]


async def test_a_row_that_is_misnumbered_is_refused_with_the_rows_before_it(store: Store) -> None:
    game = await start(store)
    with pytest.raises(ValueError, match="row numbered 3"):
        await store.games.append(HERE, game.id, 1, row(1), row(3))
    assert (await store.games.load(HERE, game.id)).rows == ()


async def test_of_many_who_act_at_once_one_is_first(store: Store) -> None:
    game = await start(store)
    results = await asyncio.gather(
        *(store.games.append(HERE, game.id, 1, row(1, by=n)) for n in range(25)), return_exceptions=True
    )
    assert results.count(2) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 24
    assert len((await store.games.load(HERE, game.id)).rows) == 1


async def test_writers_who_retry_all_get_through(store: Store) -> None:
    game = await start(store)

    async def act(n: int) -> None:
        seq = 1
        while True:
            try:
                await store.games.append(HERE, game.id, seq, row(seq, by=n))
                return
            except Conflict as conflict:
                seq = conflict.actual

    await asyncio.gather(*(act(n) for n in range(30)))
    loaded = await store.games.load(HERE, game.id)
    assert [r.seq for r in loaded.rows] == list(range(1, 31))
    assert {r.action["by"] for r in loaded.rows} == set(range(30))


async def test_nothing_of_one_servers_game_is_found_from_another(store: Store) -> None:
    game = await start(store, rows=[row(1)])
    for other in (THERE, Scope.direct(1)):
        for attempt in (
            store.games.get(other, game.id),
            store.games.load(other, game.id),
            store.games.append(other, game.id, 2, row(2)),
            store.games.place(other, game.id, channel_id=1, message_id=1),
            store.games.end(other, game.id, "closed"),
            store.games.seats(other, game.id),
            store.games.take_seat(other, game.id, "Bob", BOB),
            store.games.free_seat(other, game.id, "Alice", actor=BOB),
            store.messages.remember(other, game.id, "Alice", user_id=ALICE, channel_id=1, message_id=1, purpose="look"),
        ):
            with pytest.raises(NotFound):
                await attempt
        assert await store.games.active(other) == []
        assert await store.messages.of_seat(other, game.id, "Alice", user_id=ALICE) == []


async def test_a_game_that_is_over_takes_no_more_rows(store: Store) -> None:
    game = await start(store)
    ended = await store.games.end(HERE, game.id, "frozen", reason="its replay differs at row 3")
    assert (ended.status, ended.reason) == ("frozen", "its replay differs at row 3")
    with pytest.raises(NotActive, match="differs at row 3"):
        await store.games.append(HERE, game.id, 1, row(1))
    assert await store.games.end(HERE, game.id, "frozen") == ended
    with pytest.raises(NotActive):
        await store.games.end(HERE, game.id, "finished")
    with pytest.raises(NotActive):
        await store.games.take_seat(HERE, game.id, "Bob", BOB)
    assert await store.games.active(HERE) == []


async def test_active_games_are_listed_by_channel_newest_first(store: Store, clock: Clock) -> None:
    first = await start(store, channel_id=5)
    clock.now += timedelta(minutes=1)
    second = await start(store, channel_id=5)
    third = await start(store, channel_id=6)
    assert [g.id for g in await store.games.active(HERE, channel_id=5)] == [second.id, first.id]
    moved = await store.games.place(HERE, first.id, channel_id=6, message_id=77)
    assert (moved.channel_id, moved.message_id) == (6, 77)
    assert {g.id for g in await store.games.active(HERE, channel_id=6)} == {first.id, third.id}


async def test_a_game_nobody_touches_becomes_idle(store: Store, clock: Clock) -> None:
    idle, played = await start(store), await start(store, THERE)
    clock.now += timedelta(hours=25)
    await store.games.append(THERE, played.id, 1, row(1))
    assert [g.id for g in await store.games.idle_since(clock.now - timedelta(hours=24))] == [idle.id]


async def test_a_seat_is_taken_by_one_person_and_can_be_freed(store: Store) -> None:
    game = await start(store)
    assert await store.games.take_seat(HERE, game.id, "Bob", BOB) == Seat("Bob", BOB, False)
    assert await store.games.take_seat(HERE, game.id, "Bob", BOB, confirmed=True) == Seat("Bob", BOB, True)
    assert await store.games.take_seat(HERE, game.id, "Bob", BOB) == Seat("Bob", BOB, True)
    with pytest.raises(Conflict):
        await store.games.take_seat(HERE, game.id, "Bob", CAROL)
    with pytest.raises(NotFound):
        await store.games.take_seat(HERE, game.id, "Carol", CAROL)
    await store.games.free_seat(HERE, game.id, "Bob", actor=ALICE)
    assert await store.games.take_seat(HERE, game.id, "Bob", CAROL) == Seat("Bob", CAROL, False)


async def test_of_many_who_want_a_seat_one_gets_it(store: Store) -> None:
    game = await start(store)
    results = await asyncio.gather(
        *(store.games.take_seat(HERE, game.id, "Bob", user) for user in range(100, 120)), return_exceptions=True
    )
    assert sum(isinstance(result, Seat) for result in results) == 1


async def test_a_person_finds_their_own_games_in_every_server(store: Store, clock: Clock) -> None:
    here = await start(store)
    clock.now += timedelta(minutes=1)
    there = await start(store, THERE)
    over = await start(store)
    await store.games.end(HERE, over.id, "finished")
    await store.games.take_seat(THERE, there.id, "Bob", BOB)
    assert [(g.id, s.name) for g, s in await store.games.of_person(ALICE)] == [(there.id, "Alice"), (here.id, "Alice")]
    assert [(g.scope, s.name) for g, s in await store.games.of_person(BOB)] == [(THERE, "Bob")]
    assert await store.games.of_person(CAROL) == []


async def test_a_private_message_leads_its_reader_and_nobody_else_to_the_game(store: Store) -> None:
    game = await start(store)
    await store.messages.remember(HERE, game.id, "Alice", user_id=ALICE, channel_id=900, message_id=901, purpose="look")
    found = await store.messages.find(901, user_id=ALICE)
    assert found is not None
    assert (found[0], found[1].game_id, found[1].seat) == (HERE, game.id, "Alice")
    assert await store.messages.find(901, user_id=BOB) is None
    assert await store.messages.find(902, user_id=ALICE) is None
    with pytest.raises(Conflict):
        await store.messages.remember(HERE, game.id, "Bob", user_id=BOB, channel_id=900, message_id=901, purpose="look")
    with pytest.raises(NotFound):
        await store.messages.remember(
            HERE, game.id, "Carol", user_id=CAROL, channel_id=900, message_id=903, purpose="look"
        )
    await store.messages.forget(901, user_id=BOB)
    assert await store.messages.find(901, user_id=ALICE) is not None
    await store.messages.forget(901, user_id=ALICE)
    assert await store.messages.find(901, user_id=ALICE) is None


async def test_who_sat_there_before_keeps_their_messages_to_themselves(store: Store) -> None:
    game = await start(store)
    await store.messages.remember(HERE, game.id, "Bob", user_id=BOB, channel_id=1, message_id=1, purpose="look")
    await store.messages.remember(HERE, game.id, "Bob", user_id=BOB, channel_id=1, message_id=2, purpose="seat")
    await store.messages.remember(HERE, game.id, "Bob", user_id=CAROL, channel_id=3, message_id=3, purpose="look")
    of_bob = await store.messages.of_seat(HERE, game.id, "Bob", user_id=BOB)
    assert [m.message_id for m in of_bob] == [2, 1]
    looks = await store.messages.of_seat(HERE, game.id, "Bob", user_id=BOB, purpose="look")
    assert [m.message_id for m in looks] == [1]


async def test_the_audit_trail_of_a_game_holds_none_of_its_secrets(store: Store) -> None:
    game = await start(store)
    await store.games.append(HERE, game.id, 1, row(1, card="Ætherling"))
    await store.games.take_seat(HERE, game.id, "Bob", BOB)
    await store.games.end(HERE, game.id, "finished", actor=ALICE)
    entries = await store.audit.list(HERE, subject=game.id)
    assert [e.action for e in entries] == ["game finished", "seat taken", "game started"]
    assert "therling" not in repr(entries)
    assert str(HEADER["seed"]) not in repr(entries)
    assert str(HEADER["seed"]) not in repr(await store.games.active(HERE))


@pytest.mark.parametrize("statement", ["UPDATE game_rows SET action = '{}'", "DELETE FROM game_rows"])
async def test_the_journal_is_append_only_in_the_database_itself(store: Store, tmp_path: Path, statement: str) -> None:
    await start(store, rows=[row(1)])
    with closing(sqlite3.connect(tmp_path / "store.db")) as raw, pytest.raises(sqlite3.IntegrityError, match="append"):
        raw.execute(statement)
