"""Tables without Discord: what is played, what is refused, what is taken back."""

from __future__ import annotations

import pytest
from table_club import ALICE, BOB, BOTH, CAROL, CHANNEL, HERE, SECRET, Club, cards, words

from bot.i18n import speaking
from bot.services.table_types import Refusal


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
    await club.resolve(table)
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
    went = await table.next_turn(ALICE)
    assert "Bob's turn begins" in words(went)
    assert "Hill Giant" not in words(went) + went.note
    with pytest.raises(Refusal, match="the turn of Bob"):
        await table.next_turn(ALICE)
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


async def test_a_board_is_worded_in_the_language_of_whoever_reads_it(club: Club) -> None:
    table = await club.table()
    with speaking("es"):
        spanish = table.board()
        moves = (await table.moves(ALICE, "Alice"))[1]
    assert "Turno 3" in spanish.turn
    assert spanish.waiting_for == "Alice puede actuar."
    assert "Pasar" in [move.label for move in moves]
    assert table.board().waiting_for == "Alice may act."
    assert "Pass" in [move.label for move in (await table.moves(ALICE, "Alice"))[1]]
