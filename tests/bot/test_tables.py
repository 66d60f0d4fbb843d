"""Tables without Discord: what is played is kept, comes back after a restart, and shows nobody what is hidden."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.services.card_pool import load_pool
from bot.services.table_live import LiveTable
from bot.services.table_types import Outcome, Refusal
from bot.services.tables import TableService
from rulings.store import JournalRow, NotFound, Scope, Store

HERE, THERE = Scope.server(1), Scope.server(2)
ALICE, BOB, CAROL = 1, 2, 3
CHANNEL = 77
SECRET = "Delver of Secrets"
SEATS = {"Alice": (ALICE, True), "Bob": (BOB, True)}
BOTH = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
SETUP = """players: Alice, Bob
Alice hand: Willbender, Shock, Island
Alice library: Serra Angel, Elvish Visionary, Forest, Island
Bob hand: Grizzly Bears, Shock
Bob library: Hill Giant, Forest, Island, Mountain
"""


@dataclass
class Club:
    """A store and the service over it."""

    store: Store
    tables: TableService

    async def table(self, setup: str = SETUP, seats: Any = SEATS) -> LiveTable:
        return await self.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, setup=setup)

    async def restarted(self, table: LiveTable) -> LiveTable:
        """The table as another process finds it."""
        self.tables = TableService(self.store, load_pool())
        return await self.tables.get(HERE, table.id)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'store.db'}")
    yield Club(store, TableService(store, load_pool()))
    await store.close()


def words(outcome: Outcome) -> str:
    return "\n".join(event.text for event in outcome.events)


def cards(table: LiveTable, user: int) -> dict[str, str]:
    return {handle: name for seen in table.looks(user) for handle, name, _ in seen.cards}


# --- playing ----------------------------------------------------------------------------------------------------------


async def test_a_manifested_double_faced_card_turns_up_with_its_front_face(club: Club) -> None:
    """CR 701.40b, 712.15a: a manifested creature card is turned up for its mana cost; its front face is up."""
    table = await club.table()
    put = await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert put.secret
    assert table.board().face_down == (("#1", "Alice"),)
    up = await table.act(ALICE, "Alice", "turns #1 face up")
    assert any("701.40b" in event.rules for event in up.events)
    assert any(line.startswith(f"{SECRET} 1/1") for line in table.board().players[0].battlefield)
    assert table.board().face_down == ()


async def test_a_card_is_cast_face_down_from_the_hand_and_looked_at_by_its_controller_alone(club: Club) -> None:
    """CR 708.4, 708.5: it is a face-down spell, then a face-down permanent; only its controller may look."""
    table = await club.table()
    await table.act(ALICE, "Alice", "casts Willbender face down")
    assert cards(table, ALICE) == {"#1": "Willbender"}
    assert cards(table, BOB) == {}
    assert "face-down spell" in table.board().stack[0]
    await table.act(ALICE, "Alice", "resolve")
    (look,) = table.looks(ALICE)
    assert "morph: {1}{U}" in look.cards[0][2]
    assert look.hand == ("Shock", "Island")
    assert (await table.act(ALICE, "Alice", "turns #1 face up for {1}{U}")).events


@pytest.mark.parametrize(
    ("user", "player", "step", "reads"),
    [
        (BOB, "Bob", "turns #1 face up", "Only its controller"),
        (BOB, "Alice", "passes", "not one of your seats"),
        (CAROL, "Alice", "passes", "no seat"),
        (ALICE, "Alice", "Bob manifests Island", "You play Alice"),
        (ALICE, "Alice", "put Island onto the battlefield under Bob", "for Alice only"),
        (ALICE, "Alice", "destroy #1", "A table takes what players do"),
        (ALICE, "Alice", "draws 3", "A table takes what players do"),
        (ALICE, "Alice", "expect #1: face down", "only steps are played"),
        (ALICE, "Alice", "munches Island", ""),
        (ALICE, "Alice", "", "What do you do"),
        (ALICE, "Alice", "passes; Bob passes", "one step"),
        (ALICE, "Alice", "manifests Zorblax the Unheard", "know no"),
        (ALICE, "Alice", "chooses Island", "nothing to decide"),
        (ALICE, "Alice", "x" * 6000, ""),
        (ALICE, "Alice", "title: hello", "only steps are played"),
        (ALICE, "Alice", "@everyone", ""),
    ],
)
async def test_what_a_seat_may_not_do_is_refused_and_changes_nothing(
    club: Club, user: int, player: str, step: str, reads: str
) -> None:
    """CR 116.2b: only its controller turns a permanent up; a seat acts for its own player, by the rules."""
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    before = table.board(), table.version
    with pytest.raises(Refusal, match=f"(?i){reads}"):
        await table.act(user, player, step)
    assert (table.board(), table.version) == before
    assert (await club.restarted(table)).board() == before[0]


async def test_a_misspelt_card_gets_the_card_that_was_meant_as_a_choice(club: Club) -> None:
    table = await club.table()
    with pytest.raises(Refusal) as refused:
        await table.act(ALICE, "Alice", "manifests Delvr of Secrts")
    assert refused.value.choices == (SECRET,)


async def test_a_step_may_begin_with_the_seats_own_name_and_cards_may_be_put_for_it(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", "Alice manifests Island")
    await table.act(BOB, "Bob", "put Grizzly Bears onto the battlefield")
    assert "Grizzly Bears 2/2" in table.board().players[1].battlefield[0]


async def test_the_next_turn_goes_as_far_as_no_decision_waits(club: Club) -> None:
    table = await club.table()
    went = await table.next_turn(BOB)
    assert "Bob's turn begins" in words(went)
    assert "Bob draws Hill Giant" in went.note
    assert "Hill Giant" not in words(went)
    assert table.board().turn == "Turn 4 · Bob's precombat main phase"


async def test_a_decision_is_shown_to_who_decides_and_named_to_the_others(club: Club) -> None:
    """CR 701.62a: manifest dread looks at the top two cards; only that player sees them."""
    table = await club.table()
    asked = await table.act(ALICE, "Alice", "manifests dread")
    assert "Serra Angel" in asked.note
    assert "Serra Angel" not in words(asked) + repr(table.board()) + repr(table.looks(BOB))
    assert table.board().waiting_for == "Alice has to decide."
    assert table.looks(ALICE)[0].options == ("Serra Angel", "Elvish Visionary")
    with pytest.raises(Refusal, match="has to decide"):
        await table.act(BOB, "Bob", "passes")
    again = await club.restarted(table)
    assert again.looks(ALICE)[0].options == ("Serra Angel", "Elvish Visionary")
    await again.act(ALICE, "Alice", "chooses Serra Angel")
    assert cards(again, ALICE) == {"#1": "Serra Angel"}
    assert again.board().players[0].graveyard == ("Elvish Visionary",)


async def test_a_game_that_is_won_takes_no_more_actions_and_shows_what_was_face_down(club: Club) -> None:
    """CR 104.3a, 708.9: who concedes loses; at the end face-down permanents are revealed."""
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    done = await table.act(BOB, "Bob", "concedes")
    assert SECRET in words(done)
    assert "Alice won" in table.over
    with pytest.raises(Refusal, match="no more actions"):
        await table.act(ALICE, "Alice", "passes")
    assert (await club.store.games.get(HERE, table.id)).status == "finished"
    assert await club.tables.in_channel(HERE, CHANNEL) == []


async def test_ending_reveals_what_is_face_down(club: Club) -> None:
    """CR 708.9: at the end of the game all face-down permanents are revealed."""
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    with pytest.raises(Refusal):
        await table.end(CAROL)
    ended = await table.end(BOB)
    assert any(SECRET in event.text and event.rules == ("708.9",) for event in ended.events)
    assert SECRET in repr(table.board().events)
    assert table.looks(ALICE) == []
    with pytest.raises(Refusal, match="ended"):
        await table.next_turn(ALICE)
    assert (await club.restarted(table)).over == table.over


# --- hidden information -----------------------------------------------------------------------------------------------


async def test_what_others_see_is_the_same_whatever_card_is_hidden(club: Club) -> None:
    """CR 708.5: nothing that is shown to others depends on the card under a face-down permanent."""
    seen = []
    for card in (SECRET, "Forest", "Wrath of God", "Fire // Ice", "Exalted Angel"):
        table = await club.table()
        shown: list[Any] = []
        for step in (f"manifests {card}", f"cloaks {card} as mine", f"put {card} onto the battlefield face down"):
            try:
                shown.append((await table.act(ALICE, "Alice", step)).events)
            except Refusal as refusal:
                shown.append(str(refusal))
        for step in (
            "turns #1 face up",
            "turns #2 face up",
            "turns mine face up",
            "looks at #1",
            f"turns {card} face up",
        ):
            with pytest.raises(Refusal) as refused:
                await table.act(BOB, "Bob", step)
            shown.append(str(refused.value).replace(card, "CARD") + str(refused.value.rules))
        await table.act(BOB, "Bob", "casts Shock targeting #1")
        shown += [table.board(), table.looks(BOB), table.version]
        seen.append(repr(shown))
    assert len(set(seen)) == 1


async def test_the_identity_of_a_face_down_permanent_is_in_looks_alone(club: Club) -> None:
    table = await club.table()
    for step in ("manifests", "manifests Exalted Angel", "looks at #1", "casts Willbender face down"):
        outcome = await table.act(ALICE, "Alice", step)
        assert not any(name in repr(outcome) for name in ("Serra Angel", "Exalted Angel", "Willbender")), step
        assert outcome.secret
    with pytest.raises(Refusal) as refused:
        await table.act(ALICE, "Alice", "turns #1 face up for {9}")
    assert "Serra Angel" not in str(refused.value)
    assert cards(table, ALICE) == {"#1": "Serra Angel", "#2": "Exalted Angel", "#3": "Willbender"}


async def test_names_given_with_as_belong_to_the_seat_that_gave_them(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET} as delvy")
    with pytest.raises(Refusal) as refused:
        await table.act(BOB, "Bob", "turns delvy face up")
    unknown = str(refused.value).replace("delvy", "NAME"), refused.value.choices
    with pytest.raises(Refusal) as refused:
        await table.act(BOB, "Bob", "turns delvz face up")
    assert (str(refused.value).replace("delvz", "NAME"), refused.value.choices) == unknown
    await (await club.restarted(table)).act(ALICE, "Alice", "turns delvy face up")


async def test_the_audit_trail_and_lists_of_games_name_no_hidden_card(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    await table.end(ALICE)
    trail = await club.store.audit.list(HERE)
    assert "Delver" not in repr((trail, await club.store.games.get(HERE, table.id)))


async def test_an_invited_person_sees_nothing_before_the_seat_is_confirmed(club: Club) -> None:
    table = await club.table(seats={"Alice": (ALICE, True), "Bob": (None, False)})
    assert table.looks(BOB) == []
    await table.invite("Bob", BOB)
    assert table.looks(BOB) == []
    with pytest.raises(Refusal):
        await table.act(BOB, "Bob", "passes")
    await table.sit("Bob", BOB)
    assert table.looks(BOB)[0].hand == ("Grizzly Bears", "Shock")
    with pytest.raises(Refusal, match="taken"):
        await table.sit("Bob", CAROL)
    assert [seat.player for seat in (await club.restarted(table)).seats] == ["Alice", "Bob"]


# --- undo -------------------------------------------------------------------------------------------------------------


async def test_an_action_that_revealed_nothing_is_taken_back_by_who_took_it(club: Club) -> None:
    table = await club.table()
    before = table.board()
    await table.act(ALICE, "Alice", "plays Island")
    asked = await table.undo(BOB)
    assert "Bob would like" in words(asked)
    assert "Bob would like" in table.board().waiting_for
    assert table.board().players[0].battlefield
    taken = await table.undo(ALICE)
    assert "taken back" in words(taken)
    assert table.board() == before
    with pytest.raises(Refusal, match="nothing to take back"):
        await table.undo(ALICE)


async def test_what_revealed_something_is_taken_back_once_all_agree(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", "manifests")
    await table.undo(ALICE)
    assert table.board().face_down, "not by one player alone"
    await table.undo(BOB)
    assert table.board().face_down == ()
    assert cards(table, ALICE) == {}


async def test_a_wish_to_take_back_is_about_the_step_that_it_was_said_of(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", "manifests")
    await table.undo(ALICE)
    await table.act(ALICE, "Alice", "manifests")
    await table.undo(BOB)
    assert len(table.board().face_down) == 2


async def test_alone_with_both_seats_everything_can_be_taken_back_step_by_step(club: Club) -> None:
    table = await club.table(seats=BOTH)
    boards = [table.board()]
    for player, step in (("Alice", "manifests 2 as one"), ("Bob", "manifests dread"), ("Bob", "chooses Forest")):
        await table.act(ALICE, player, step)
        boards.append(table.board())
    table = await club.restarted(table)
    while len(boards) > 1:
        assert table.board() == boards.pop()
        await table.undo(ALICE)
    assert table.board() == boards[0]
    with pytest.raises(Refusal):
        await table.act(ALICE, "Alice", "turns one face up")
    again = await club.restarted(table)
    assert again.board() == boards[0]


# --- the store --------------------------------------------------------------------------------------------------------


async def test_a_restart_brings_back_board_looks_and_names(club: Club) -> None:
    table = await club.table()
    for user, player, step in (
        (ALICE, "Alice", f"manifests {SECRET} as secret"),
        (BOB, "Bob", "manifests Grizzly Bears"),
        (ALICE, "Alice", "casts Willbender face down as will"),
        (ALICE, "Alice", "resolve"),
    ):
        await table.act(user, player, step)
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


# --- scripts ----------------------------------------------------------------------------------------------------------


async def test_a_script_is_played_step_by_step_with_its_rules(club: Club) -> None:
    """CR 701.40b."""
    result = await club.tables.run_script(
        "title: Up\nAlice manifests Delver of Secrets\nrefuse transform #1\nAlice turns #1 face up\n"
        "expect #1: face up, 1/1\nBob turns #1 face up\nexpect Bob: life 3"
    )
    assert (result.title, result.passed, result.costs_not_paid) == ("Up", 3, True)
    assert [step.status for step in result.steps] == ["ok", "ok", "ok", "refused"]
    assert "as expected" in result.steps[1].events[-1].text
    assert any("701.40b" in event.rules for event in result.steps[2].events)
    assert len(result.failed) == 1
    assert "life 3" in result.failed[0]


@pytest.mark.parametrize(
    ("script", "reads"),
    [
        ("Alice munches Delver of Secrets", "Line 1, column"),
        ("Alice manifests Delvr of Secrts", "Delvr"),
        ("x" * 6000, "2000 characters"),
        ("Alice passes\n" * 2_100, "2000 lines"),
        ("Alice passes\nAlice turns nothing face up", "Line 2"),
    ],
)
async def test_a_script_that_cannot_be_read_says_where(club: Club, script: str, reads: str) -> None:
    with pytest.raises(Refusal, match=reads):
        await club.tables.run_script(script)


async def test_what_is_not_simulated_is_said(club: Club) -> None:
    script = """card "Odd One" {1} Creature - Bear 2/2
    Whenever it snows, you nod.
Alice battlefield: Odd One
Alice passes"""
    assert (await club.tables.run_script(script)).unsupported


async def test_a_proof_is_one_only_if_it_was_played_and_held(club: Club) -> None:
    proves = club.tables.scripts.proves
    good = "Alice manifests Delver of Secrets; Alice turns #1 face up; expect #1: face up"
    assert await proves(good)
    assert await proves(good)
    for bad in (
        "",
        "Alice passes",
        "Alice munches",
        good.replace("#1: face up", "#1: face down"),
        "expect Alice: life 3",
    ):
        assert not await proves(bad)
