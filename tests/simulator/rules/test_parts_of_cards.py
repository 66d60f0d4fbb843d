"""Cards whose characteristics depend on a part of them: flip cards and meld pairs."""

from __future__ import annotations

import pytest

from bot.services.card_pool import load_pool
from simulator.abilities import tree as t
from simulator.errors import Unsupported
from simulator.game import Game
from simulator.model.cards import CardDefinition
from simulator.model.position import Placed, Position, Seat, ZoneName
from simulator.rules.context import Context
from simulator.rules.effects import run
from simulator.rules.scope import Scope

MELDED = (
    "Chittering Host", "Hanweir, the Writhing Township", "Brisela, Voice of Nightmares",
    "Mishra, Lost to Phyrexia", "Urza, Planeswalker", "Titania, Gaea Incarnate",
)  # fmt: skip


def card(name: str) -> CardDefinition:
    found = load_pool().find(name)
    assert found is not None
    return found[0]


def context(*placed: Placed) -> Context:
    game = Game.from_position(Position((Seat("Alice"), Seat("Bob")), "Alice", "main", placed))
    return Context(game._shown.clone())


def test_a_permanent_flips_once_and_stays_flipped() -> None:
    """CR 710.2, 710.4: flipping again does nothing, and the ability knows that nothing happened."""
    ctx = context(Placed(card("Budoka Gardener"), "Alice", "battlefield"))
    (id,) = ctx.permanents()
    scope = Scope(source=id, you="Alice")
    run(ctx, t.Flip(t.Self()), scope)
    assert (ctx.values(id).name, scope.done) == ("Dokai, Weaver of Life", True)
    run(ctx, t.Flip(t.Self()), scope)
    assert (ctx.values(id).name, scope.done) == ("Dokai, Weaver of Life", False)
    assert ctx.permanents() == [id]


def test_a_flipped_pile_uses_the_alternative_part_of_its_flip_cards() -> None:
    """CR 730.2h: the topmost component's alternative name, with the color and cost of the normal part (710.1c)."""
    ctx = context(Placed(card("Budoka Gardener"), "Alice", "battlefield", under=(card("Runeclaw Bear"),)))
    (id,) = ctx.permanents()
    run(ctx, t.Flip(t.Self()), Scope(source=id, you="Alice"))
    values = ctx.values(id)
    assert (values.name, values.power, values.colors, str(values.mana_cost)) == (
        "Dokai, Weaver of Life",
        3,
        ("G",),
        "{1}{G}",
    )


@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile"])
@pytest.mark.parametrize("name", MELDED)
def test_a_meld_pairs_combined_face_is_no_card(name: str, zone: ZoneName) -> None:
    """CR 712.4b, 712.8g: it is refused as unsupported instead of being played as one card."""
    with pytest.raises(Unsupported, match="meld pair"):
        context(Placed(card(name), "Alice", zone))


def test_a_meld_card_is_a_card() -> None:
    """CR 712.8b: with its front face, a land too."""
    ctx = context(*(Placed(card(name), "Alice", "battlefield") for name in ("Graf Rats", "Hanweir Battlements")))
    assert [ctx.values(id).name for id in ctx.permanents()] == ["Graf Rats", "Hanweir Battlements"]
