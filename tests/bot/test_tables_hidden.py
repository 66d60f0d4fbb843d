"""Tables show nobody what is hidden from them."""

from __future__ import annotations

from typing import Any

import pytest
from table_club import ALICE, BOB, CAROL, HERE, SECRET, Club, cards

from bot.services.table_types import Refusal


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
    # Names that are like no card's: what cards are suggested for them says nothing of the other.
    await table.act(ALICE, "Alice", f"manifests {SECRET} as qxzvq")
    with pytest.raises(Refusal) as refused:
        await table.act(BOB, "Bob", "turns qxzvq face up")
    unknown = str(refused.value).replace("qxzvq", "NAME"), refused.value.choices
    with pytest.raises(Refusal) as refused:
        await table.act(BOB, "Bob", "turns qxzwq face up")
    assert (str(refused.value).replace("qxzwq", "NAME"), refused.value.choices) == unknown
    await (await club.restarted(table)).act(ALICE, "Alice", "turns qxzvq face up")


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


async def test_lists_of_actions_and_choices_do_not_depend_on_which_card_is_hidden(club: Club) -> None:
    """CR 708.5: what may be done is listed to each person without the name of a face-down permanent."""
    seen = []
    for card in (SECRET, "Forest", "Exalted Angel"):
        table = await club.table()
        await table.act(ALICE, "Alice", f"manifests {card}")
        await table.act(BOB, "Bob", f"cloaks {card}")
        shown: list[Any] = [await table.moves(user, player) for user, player in ((ALICE, "Alice"), (BOB, "Bob"))]
        await table.act(ALICE, "Alice", "casts Shock")
        shown += [table.choices(ALICE), table.choices(BOB), await table.share(), table.board()]
        assert card not in repr(shown)
        seen.append(repr(shown))
    assert len(set(seen)) == 1
