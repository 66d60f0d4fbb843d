"""Legal actions, decisions by number, passing, sharing, seats and tables that were left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from table_club import ALICE, BOB, CAROL, CHANNEL, HERE, SECRET, Club

from bot.services.table_live import IDLE, LiveTable
from bot.services.table_types import Refusal
from bot.services.work_limits import WorkLimits

PAID = """players: Alice, Bob
Alice mana: lands
Bob mana: lands
Alice hand: Willbender, Shock, Cryptic Command, Fireball
Alice battlefield: Hill Giant, Runeclaw Bear, Island x4, Mountain x3
Alice library: Serra Angel, Forest
Bob hand: Giant Growth
Bob battlefield: Centaur Courser, Forest
Bob library: Forest, Island
"""


async def labels(table: LiveTable, user: int, player: str) -> list[str]:
    return [move.label for move in (await table.moves(user, player))[1]]


async def make(table: LiveTable, user: int, player: str, label: str, picked: tuple[int, ...] = ()) -> str:
    version, moves = await table.moves(user, player)
    number = [move.label for move in moves].index(label)
    return "\n".join(each.text for each in (await table.play(user, player, version, number, picked)).events)


async def test_what_is_offered_is_what_the_rules_allow_now(club: Club) -> None:
    """CR 117.1a: an instant may be cast any time with priority, a sorcery in one's own main phase alone."""
    table = await club.table(PAID)
    offered = await labels(table, ALICE, "Alice")
    assert {"Cast Shock", "Cast Fireball", "Cast Willbender face down", "Pass", "Go to declare attackers"} <= set(
        offered
    )
    assert "Cast Willbender" in offered
    assert await labels(table, BOB, "Bob") == [
        "Cast Giant Growth",
        "Tap Forest for mana",
    ]
    await table.act(ALICE, "Alice", "go to end")
    assert "Cast Fireball" not in await labels(table, ALICE, "Alice")


async def test_combat_is_declared_from_the_list(club: Club) -> None:
    """CR 508.1, 509.1: the active player declares attackers, the defending player blockers."""
    table = await club.table(PAID)
    await make(table, ALICE, "Alice", "Go to declare attackers")
    assert "Attack with…" not in await labels(table, BOB, "Bob")
    said = await make(table, ALICE, "Alice", "Attack with…", (0, 1))
    assert "attacks with" in said
    assert not any(each.startswith("Go to") for each in await labels(table, ALICE, "Alice"))
    for step in ("go to damage", "next turn", "resolve"):
        with pytest.raises(Refusal, match="passe"):
            await table.act(ALICE, "Alice", step)
    await club.resolve(table)
    said = await make(table, BOB, "Bob", "Block Runeclaw Bear (2/2, tapped) with…", (0,))
    assert "Runeclaw Bear is blocked by Centaur Courser" in said
    await club.resolve(table)
    assert table.board().players[1].life == 17


async def test_modes_and_targets_are_asked_and_answered_by_number(club: Club) -> None:
    """CR 601.2b, 601.2c: modes, then targets are announced."""
    table = await club.table(PAID)
    await make(table, ALICE, "Alice", "Cast Shock")
    (asked,) = table.choices(ALICE)
    assert table.choices(BOB) == []
    assert "Bob" in asked.options
    with pytest.raises(Refusal, match="none of the choices"):
        await table.answer(ALICE, "Alice", table.version, [99])
    with pytest.raises(Refusal, match="nothing to decide"):
        await table.answer(BOB, "Bob", table.version, [0])
    await table.answer(ALICE, "Alice", table.version, [asked.options.index("Bob")])
    assert table.board().stack == ("Shock",)
    await table.pass_priority(ALICE)
    await table.pass_priority(BOB)
    assert table.board().players[1].life == 18
    assert (await club.restarted(table)).board() == table.board()


async def test_nobody_passes_for_somebody_else(club: Club) -> None:
    """CR 117.3d, 117.4: each player passes for themselves."""
    table = await club.table(PAID)
    with pytest.raises(Refusal, match="for Alice"):
        await table.pass_priority(BOB)
    await table.pass_priority(ALICE)
    with pytest.raises(Refusal, match="for Bob"):
        await table.pass_priority(ALICE)


async def test_a_list_that_is_old_makes_nothing_happen(club: Club) -> None:
    table = await club.table(PAID)
    version, moves = await table.moves(ALICE, "Alice")
    number = [move.label for move in moves].index("Cast Willbender face down")
    await table.play(ALICE, "Alice", version, number)
    with pytest.raises(Refusal, match="moved on"):
        await table.play(ALICE, "Alice", version, number)
    for wrong in (len(moves), 10_000):
        with pytest.raises(Refusal, match="moved on"):
            await table.play(ALICE, "Alice", table.version, wrong)
    with pytest.raises(Refusal, match=r"not one of your seats|no seat"):
        await table.moves(CAROL, "Alice")


async def test_what_was_chosen_from_a_list_is_taken_back_as_one_step(club: Club) -> None:
    table = await club.table(PAID)
    before = table.board()
    await make(table, ALICE, "Alice", "Cast Willbender face down")
    await table.undo(ALICE)
    assert table.board() == before


async def test_between_people_mana_is_paid(club: Club) -> None:
    """CR 118.3: between people nobody's costs are free."""
    seats = {"Alice": (ALICE, True), "Bob": (BOB, True)}
    with pytest.raises(Refusal, match="Between people"):
        await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, mana="free")
    with pytest.raises(Refusal, match="Mana is"):
        await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, mana="lots")
    table = await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL)
    assert not table.board().costs_not_paid
    pool = await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, mana="{U}{U}{3}")
    assert all("pool" in str(player.facts) for player in pool.board().players)
    alone = {"Alice": (ALICE, True), "Bob": (ALICE, True)}
    assert (await club.tables.start(HERE, host=ALICE, seats=alone, channel_id=CHANNEL)).board().costs_not_paid


async def test_the_shared_script_holds_what_a_spectator_sees_and_can_be_played(club: Club) -> None:
    seen = []
    for card in (SECRET, "Forest"):
        table = await club.table()
        await table.act(ALICE, "Alice", f"manifests {card}")
        seen.append(await table.share())
    assert seen[0] == seen[1]
    assert "unknown (face down manifested" in seen[0]
    played = await club.tables.run_script(seen[0])
    assert not played.failed


async def test_what_a_person_was_shown_is_theirs_alone(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", "manifests")
    assert any("Serra Angel" in line.text for line in await table.shown_to(ALICE))
    assert "Serra Angel" not in repr(await table.shown_to(BOB))
    assert await table.shown_to(CAROL) == []


async def test_a_table_that_was_left_is_closed_and_reveals_nothing(club: Club) -> None:
    table = await club.table()
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert await club.tables.close_idle() == []
    ((closed, script),) = await club.tables.close_idle(left_for=timedelta(0))
    assert closed is table
    assert "unknown (face down manifested" in script
    assert table.over == IDLE
    again = await club.restarted(table)
    for each in (table, again):
        assert SECRET not in repr((each.board(), script, await each.share()))
    assert await club.tables.close_idle(left_for=timedelta(0)) == []


async def test_seats_are_opened_before_the_first_action_alone(club: Club) -> None:
    seats = {"Alice": (ALICE, True), "Bob": (None, False)}
    table = await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL, cards="hand: Willbender")
    with pytest.raises(Refusal, match="host"):
        await club.tables.open_seat(table.scope, table.id, actor=BOB)
    table = await club.tables.open_seat(table.scope, table.id, actor=ALICE)
    table = await club.tables.open_seat(table.scope, table.id, actor=ALICE)
    assert [seat.player for seat in table.seats] == ["Alice", "Bob", "Carol", "Dave"]
    assert table.looks(ALICE)[0].hand == ("Willbender",)
    with pytest.raises(Refusal, match="4 seats"):
        await club.tables.open_seat(table.scope, table.id, actor=ALICE)
    await table.act(ALICE, "Alice", "plays Island" if "Island" in table.looks(ALICE)[0].hand else "passes")
    await table.sit("Carol", CAROL)
    assert [seat.player for seat in (await club.restarted(table)).seats] == ["Alice", "Bob", "Carol", "Dave"]


async def test_a_begun_game_takes_no_more_seats(club: Club) -> None:
    seats = {"Alice": (ALICE, True), "Bob": (None, False)}
    table = await club.tables.start(HERE, host=ALICE, seats=seats, channel_id=CHANNEL)
    await table.act(ALICE, "Alice", "manifests")
    with pytest.raises(Refusal, match="begun"):
        await club.tables.open_seat(table.scope, table.id, actor=ALICE)


async def test_who_plays_one_side_never_gets_the_cards_that_somebody_hid_on_the_other(club: Club) -> None:
    table = await club.table()
    await table.act(BOB, "Bob", f"manifests {SECRET}")
    await table.free_seat("Bob", actor=ALICE)
    assert table.looks(BOB) == []
    for take in (table.invite, table.sit):
        with pytest.raises(Refusal, match="somebody new"):
            await take("Bob", ALICE)
    await table.sit("Bob", CAROL)
    assert table.looks(CAROL)[0].cards[0][1] == SECRET
    with pytest.raises(Refusal):
        await table.free_seat("Nobody", actor=ALICE)


async def test_a_person_has_one_script_under_way_and_a_server_a_few() -> None:
    limits = WorkLimits(in_place=2)
    with limits.one_more(ALICE, 1):
        with pytest.raises(Refusal, match="still being played"), limits.one_more(ALICE, 2):
            pass
        with limits.one_more(BOB, 1), pytest.raises(Refusal, match="Others"), limits.one_more(CAROL, 1):
            pass
        with limits.one_more(CAROL, 2):
            pass
    with limits.one_more(ALICE, 1):
        pass


async def test_what_could_not_be_paid_after_its_choices_is_not_offered(club: Club) -> None:
    """CR 601.2h: what can't be paid can't be cast, and its targets (601.2c) are chosen before that."""
    table = await club.table(PAID.replace("Willbender, Shock,", "Willbender, Shock, Murder, Lightning Strike,"))
    offered = await labels(table, ALICE, "Alice")
    assert "Cast Lightning Strike" in offered
    assert "Cast Murder" not in offered


async def test_a_foretold_card_is_offered_to_its_owner_alone(club: Club) -> None:
    """CR 702.143a: a foretold card may be cast from exile after the turn in which it was foretold."""
    setup = "players: Alice, Bob\nAlice hand: Behold the Multiverse\nAlice battlefield: Island x8\nAlice mana: lands\n"
    setup += "Bob library: Island x3\n"
    table = await club.table(setup)
    await make(table, ALICE, "Alice", "Foretell Behold the Multiverse")
    assert not any("Behold" in each for each in await labels(table, ALICE, "Alice"))
    await table.next_turn(ALICE)
    for seat, user in (("Alice", ALICE), ("Bob", BOB)):
        own = [each for each in await labels(table, user, seat) if "exile" in each]
        assert own == (["Cast Behold the Multiverse from exile"] if seat == "Alice" else [])


async def test_between_people_nobody_passes_for_somebody_else(club: Club) -> None:
    """CR 117.4: the top of the stack resolves once all players have passed in succession."""
    table = await club.table(PAID)
    await table.act(ALICE, "Alice", "casts Shock targeting Bob")
    assert "All pass: resolve the top of the stack" not in await labels(table, ALICE, "Alice")
    for user, player, step in ((ALICE, "Alice", "resolve"), (BOB, "Bob", "passes"), (BOB, "Bob", "next turn")):
        with pytest.raises(Refusal):
            await table.act(user, player, step)
    assert table.board().stack == ("Shock",)
    await table.free_seat("Bob", actor=BOB)
    await table.pass_priority(ALICE)
    await table.pass_priority(ALICE)  # for the seat that is empty
    assert table.board().players[1].life == 18


async def test_a_target_that_is_face_down_goes_by_its_number(club: Club) -> None:
    """CR 708.5: which card it is, its controller may look up; a list of targets says it to nobody."""
    table = await club.table(PAID)
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    await make(table, ALICE, "Alice", "Cast Shock")
    (asked,) = table.choices(ALICE)
    assert "#1" in asked.options
    assert SECRET not in repr(asked)
