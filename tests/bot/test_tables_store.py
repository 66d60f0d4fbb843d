"""Tables in the store: what is played is kept and comes back; nothing that isn't kept is told."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from table_club import ALICE, BOB, CHANNEL, HERE, SEATS, SECRET, THERE, Club, cards

from bot.services.card_pool import load_pool
from bot.services.table_types import Refusal
from bot.services.tables import LEFT, MAX_IN_CHANNEL, TableService
from rulings.store import JournalRow, NotFound, Store


async def test_a_restart_brings_back_board_looks_and_names(club: Club) -> None:
    table = await club.table()
    for user, player, step in (
        (ALICE, "Alice", f"manifests {SECRET} as secret"),
        (BOB, "Bob", "manifests Grizzly Bears"),
        (ALICE, "Alice", "casts Willbender face down as will"),
    ):
        await table.act(user, player, step)
    await club.resolve(table)
    again = await club.restarted(table)
    assert again is not table
    assert (again.board(), again.looks(ALICE), again.looks(BOB)) == (
        table.board(),
        table.looks(ALICE),
        table.looks(BOB),
    )
    assert (again.version, again.seats, again.host) == (table.version, table.seats, table.host)
    await again.act(ALICE, "Alice", "turns will face up")
    await again.act(ALICE, "Alice", "turns secret face up")
    assert [line.split(" ")[0] for line in again.board().players[0].battlefield] == ["Delver", "Willbender"]


async def test_a_row_is_kept_with_its_text_seat_and_hash(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", "passes")
    await table.act(BOB, "Bob", "put Grizzly Bears onto the battlefield")
    rows = (await club.store.games.load(HERE, table.id)).rows
    assert [(row.action["text"], row.action["by"]) for row in rows] == [
        ("Alice passes", "Alice"), ("put Grizzly Bears onto the battlefield under Bob", "Bob"),
    ]  # fmt: skip
    assert rows[0].seat == "Alice"
    assert all(row.state_hash for row in rows)


async def test_what_was_written_by_another_process_is_seen_and_nothing_is_lost(club: Club) -> None:
    table = await club.table()
    other = await TableService(club.store, load_pool()).get(HERE, table.id)
    await other.act(BOB, "Bob", "manifests Grizzly Bears")
    with pytest.raises(Refusal, match="acted first"):
        await table.act(ALICE, "Alice", f"manifests {SECRET}")
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert table.board().face_down == (("#1", "Bob"), ("#2", "Alice"))


async def test_an_action_that_cannot_be_written_has_not_happened(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await club.table()

    async def full(*_: object) -> int:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(club.store.games, "append", full)
        with pytest.raises(OSError, match="disk full"):
            await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert table.board().face_down == ()
    await table.act(BOB, "Bob", "manifests Grizzly Bears")
    assert cards(table, BOB) == {"#1": "Grizzly Bears"}


async def test_a_replay_that_leads_elsewhere_freezes_the_game_and_says_so(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    action = {"v": 1, "op": "next turn", "payload": {}, "text": ""}
    await club.store.games.append(HERE, table.id, 2, JournalRow(2, None, action, "another state"))
    frozen = await club.restarted(table)
    assert "frozen" in frozen.over
    assert "Delver" not in frozen.over
    with pytest.raises(Refusal, match="frozen"):
        await frozen.act(ALICE, "Alice", "passes")
    assert (await club.store.games.get(HERE, table.id)).status == "frozen"
    assert await club.tables.of_person(ALICE) == []


async def test_a_game_of_a_later_version_is_left_as_it_is(club: Club) -> None:
    table = await club.table()
    await club.store.games.append(HERE, table.id, 1, JournalRow(1, None, {"v": 99, "op": "wonder"}, "x"))
    later = await club.restarted(table)
    assert "version" in later.over
    assert (await club.store.games.get(HERE, table.id)).status == "active"


async def test_tables_of_another_server_do_not_exist(club: Club) -> None:
    table = await club.table()
    with pytest.raises(Refusal, match="no such table"):
        await club.tables.get(THERE, table.id)
    with pytest.raises(Refusal):
        await club.tables.get(HERE, "0" * 16)
    with pytest.raises(NotFound):
        await club.store.games.get(THERE, table.id)
    assert await club.tables.in_channel(THERE, CHANNEL) == []
    assert [each.id for each in await club.tables.of_person(BOB)] == [table.id]


async def test_two_actions_at_once_happen_one_after_the_other(club: Club) -> None:
    table = await club.table()
    await asyncio.gather(
        *(table.act(ALICE, "Alice", "manifests Island") for _ in range(5)),
        *(table.act(BOB, "Bob", "manifests Forest") for _ in range(5)),
    )
    assert [handle for handle, _ in table.board().face_down] == [f"#{number}" for number in range(1, 11)]
    assert (await club.restarted(table)).board() == table.board()


async def test_tables_that_nobody_plays_leave_memory_and_come_back(club: Club) -> None:
    club.tables = TableService(club.store, load_pool(), kept=1)
    first = await club.table()
    await first.act(ALICE, "Alice", f"manifests {SECRET}")
    second = await club.table()
    assert [each.id for each in await club.tables.in_channel(HERE, CHANNEL)] == [second.id, first.id]
    assert cards(await club.tables.get(HERE, first.id), ALICE) == {"#1": SECRET}


async def test_a_new_table_has_practice_decks_in_an_order_that_nobody_knows(club: Club) -> None:
    hands = set()
    for _ in range(3):
        table = await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL)
        board = table.board()
        assert [(player.hand, player.library) for player in board.players] == [(7, 33), (7, 33)]
        assert board.unsupported == ()
        hands.add(table.looks(ALICE)[0].hand)
    assert len(hands) > 1


async def test_a_set_up_that_cannot_be_read_starts_no_table(club: Club) -> None:
    with pytest.raises(Refusal, match="Zorblax"):
        await club.table("Alice hand: Zorblax the Unheard")
    assert await club.store.games.active(HERE) == []


async def test_the_host_sets_up_the_own_side_and_the_rest_are_practice_decks(club: Club) -> None:
    cards = "hand: Willbender; battlefield: Lightform as form, Island x3"
    table = await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, cards=cards)
    board = table.board()
    assert [(player.hand, player.library) for player in board.players] == [(1, 33), (7, 33)]
    assert table.looks(ALICE)[0].hand == ("Willbender",)
    again = await club.restarted(table)
    await again.act(ALICE, "Alice", "casts Willbender face down")
    await club.resolve(again)
    assert again.board().face_down == (("#1", "Alice"),)


@pytest.mark.parametrize(
    ("cards", "reads"),
    [
        ("Bob hand: Shock", "own side only"),
        ("hand: Zorblax the Unheard", "Zorblax"),
        ("Alice passes", "no set-up line"),
        ("nonsense", "can't|know|expected"),
        ("title: x", "can't|no set-up"),
        ("hand: Shock; players: Eve, Mallory", "can't|no set-up"),
    ],
)
async def test_what_the_host_may_not_set_up_starts_no_table(club: Club, cards: str, reads: str) -> None:
    with pytest.raises(Refusal, match=reads):
        await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, cards=cards)
    assert await club.store.games.active(HERE) == []


async def test_names_of_the_set_up_belong_to_the_host(club: Club) -> None:
    cards = "battlefield: Lightform (face down manifested) as form"
    table = await club.tables.start(HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, cards=cards)
    assert "Lightform" not in repr(table.board())
    with pytest.raises(Refusal, match="know no"):
        await table.act(BOB, "Bob", "turns form face up")
    with pytest.raises(Refusal, match="don't allow"):
        await (await club.restarted(table)).act(ALICE, "Alice", "turns form face up")


async def test_the_last_board_can_be_shown_after_a_restart(club: Club) -> None:
    """CR 708.9: what was face down is revealed at the end."""
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    await table.end(ALICE)
    again = await club.restarted(table)
    assert again.board() == table.board()
    assert SECRET in repr(again.board().events)
    assert again.looks(ALICE) == []


async def test_tables_that_were_left_make_room_for_new_ones(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    moments = [now - timedelta(days=9)]
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'left.db'}", clock=lambda: moments[-1])
    tables = TableService(store, load_pool())
    start = partial(tables.start, HERE, host=ALICE, seats=SEATS, channel_id=CHANNEL, script="Alice life: 20")
    old = await start()
    moments.append(now)
    for _ in range(MAX_IN_CHANNEL):
        await start()
    assert "nobody played on" in (await tables.get(HERE, old.id)).over
    with pytest.raises(Refusal, match="too many"):
        await start()
    await store.close()


async def test_a_table_closed_for_others_reveals_nothing_even_after_a_restart(club: Club) -> None:
    """CR 708.9 asks for it at the end of a game; one that was left has had none."""
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    await club.store.games.end(HERE, table.id, "closed", reason=LEFT)
    again = await club.restarted(table)
    assert again.over
    assert SECRET not in repr(again.board())
