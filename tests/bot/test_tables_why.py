"""Why an object at a table is what it is: layers, sources, rules, and nothing that is hidden from who asks."""

from __future__ import annotations

import pytest
from table_club import ALICE, BOB, BOTH, CAROL, SECRET, SETUP, Club

from bot.services.table_types import Refusal

BOARD = (
    SETUP
    + """Alice battlefield: Grizzly Bears, Glorious Anthem, Forest
Bob battlefield: Grizzly Bears, Forest
"""
)


async def test_each_characteristic_comes_with_its_layer_its_source_and_its_rule(club: Club) -> None:
    """CR 613.4c: an effect that raises power and toughness applies in layer 7c."""
    table = await club.table(BOARD)
    why = await table.why(ALICE, "Grizzly Bears")
    assert ("layer 7c: Glorious Anthem: gets +1/+1, now 3/3", ("613.4c",)) in [(e.text, e.rules) for e in why.made]
    assert "3/3 green Creature" in why.made[-1].text
    other = await table.why(ALICE, "Grizzly Bears#2")
    assert "2/2 green Creature" in other.made[-1].text
    assert table.version == 0


async def test_the_last_events_about_it_come_with_their_rules_under_its_number_and_its_name(club: Club) -> None:
    """CR 701.40b, 708.8: what it was face down is told of it after it was turned up."""
    table = await club.table(BOARD)
    for step in (f"manifests {SECRET}", "manifests Forest", "turns #1 face up"):
        await table.act(ALICE, "Alice", step)
    for reference in ("#1", "1", SECRET):
        why = await table.why(BOB, reference)
        assert any("turned face up" in event.text and "708.8" in event.rules for event in why.events)
        assert not any("#2" in event.text for event in why.events)
        assert not why.secret


async def test_a_face_down_permanent_explains_the_same_to_everybody_whatever_card_it_is(club: Club) -> None:
    """CR 708.2, 708.5: it has the characteristics listed for it; its identity is in looks alone."""
    seen = []
    for card in (SECRET, "Exalted Angel", "Fire // Ice", "Forest"):
        table = await club.table(BOARD)
        await table.act(ALICE, "Alice", f"manifests {card} as mine")
        for user, reference in ((ALICE, "mine"), (ALICE, "#1"), (BOB, "#1")):
            why = await table.why(user, reference)
            assert why.secret is (user == ALICE)
            assert any("701.40a" in event.rules for event in why.made)
            seen.append(repr((why.made, why.events)))
    assert len(set(seen)) == 1
    assert "3/3 colorless Creature" in seen[0]


async def test_a_name_means_only_what_the_seat_sees(club: Club) -> None:
    """CR 400.2: hands and libraries are hidden; CR 708.5: so is what is face down."""
    table = await club.table(BOARD)
    await table.act(ALICE, "Alice", f"manifests {SECRET} as mine")
    assert "1/2 blue Creature" in (await table.why(ALICE, "Willbender")).made[-1].text
    hidden = ((BOB, "Willbender"), (BOB, SECRET), (ALICE, "Serra Angel"), (BOB, "mine"))
    for (user, reference), absent in zip(hidden, ("Moat", "Moat", "Moat", "mime"), strict=True):
        said = []
        for name in (reference, absent):
            with pytest.raises(Refusal) as refused:
                await table.why(user, name)
            said.append(str(refused.value).replace(name, "NAME").partition(" Did")[0])
        assert said[0] == said[1]
    with pytest.raises(Refusal) as refused:
        await table.why(ALICE, SECRET)
    assert SECRET not in str(refused.value)


async def test_what_its_controller_alone_read_of_it_stays_out(club: Club) -> None:
    """CR 708.5: the controller may look at it; which card it is stays with what only looks show."""
    table = await club.table(BOARD)
    for step in ("manifests", "looks at #1", "casts Willbender face down"):
        await table.act(ALICE, "Alice", step)
    await club.resolve(table)
    for reference in ("#1", "#2"):
        why = await table.why(ALICE, reference)
        assert why.secret
        assert why.events
        assert not any(name in repr(why) for name in ("Serra Angel", "Willbender"))


async def test_with_both_seats_each_object_is_explained_for_its_own(club: Club) -> None:
    table = await club.table(BOARD, seats=BOTH)
    await table.act(ALICE, "Bob", f"manifests {SECRET}")
    for reference in ("#1", "Hill Giant", "Willbender", "Shock"):
        try:
            why = await table.why(ALICE, reference)
        except Refusal:
            assert reference == "Hill Giant"  # CR 401.2: not even its owner sees it in the library
            continue
        assert SECRET not in repr(why)
    assert (await table.why(ALICE, "#1")).secret


@pytest.mark.parametrize(
    ("user", "reference", "reads"),
    [
        (CAROL, "#1", "no seat"),
        (ALICE, "", "Which object"),
        (ALICE, "x" * 6000, "Which object"),
        (ALICE, "#7", "There is no #7"),
        (ALICE, "Forset", "Forest"),
        (ALICE, "Alice", "I know no card or object"),
    ],
)
async def test_what_cannot_be_explained_is_refused(club: Club, user: int, reference: str, reads: str) -> None:
    table = await club.table(BOARD)
    with pytest.raises(Refusal, match=reads):
        await table.why(user, reference)
    await table.end(ALICE)
    with pytest.raises(Refusal):
        await table.why(user, reference)


async def test_the_board_names_what_is_face_up_for_reference(club: Club) -> None:
    table = await club.table(BOARD)
    await table.act(ALICE, "Alice", f"manifests {SECRET}")
    assert table.board().named == ("Grizzly Bears", "Glorious Anthem", "Forest")
